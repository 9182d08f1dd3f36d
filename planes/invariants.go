package planes

import (
	"context"
	"fmt"
	"slices"
)

// MaxTabledOrder is the greatest order of a plane for CentralGroups, FanoSubplanes and
// DesarguesCounterexample, which make tables of all joins and meets: 69 MB.
const MaxTabledOrder = 64

// CentralGroups returns, for a projective plane of order n >= 2, the orders of its groups of
// central collineations: groups[z][l] is the number of collineations, the identity among them, that
// fix every line through the point z (the centre) and every point on the line l (the axis). It is
// at most n if z is on l (elations) and n-1 if it is not (homologies). A relabelling of the plane
// only permutes rows and columns, so everything counted in this table without regard to their order
// is an invariant; in the dual, the table is transposed.
//
// How it is computed. Such a collineation g is known from one pair of points A, B = g(A) on a line
// h through z, neither of them z or on l: a point X off h is mapped to the meet of z X with the
// line that joins B to the point of l on A X. The points of h are mapped in the same way from
// another pair X, g(X). So for one A on one h and each of the n or n-1 possible B there is at most
// one collineation. The map is a collineation if and only if it takes each line to a line, which is
// checked. (A plane with all groups full is Desarguesian, and conversely, by Baer 1942; see
// DesarguesCounterexample. Which groups are full is the Lenz-Barlotti class of the plane: Dembowski
// (1968), section 3.1.)
//
// Cost: O(n^8) if all groups are full, O(n^7) if they are trivial and most maps fail at once: n^4
// pairs of z and l, n maps for each, of n^2 points.
//
// Errors: [*OrderError] if the order is not in 2..MaxTabledOrder, and the cause of ctx if that ends
// first. It panics if the plane is not projective.
func (p *Plane) CentralGroups(ctx context.Context) ([][]int, error) {
	t, err := newTables(p, "CentralGroups")
	if err != nil {
		return nil, err
	}
	groups := make([][]int, t.count)
	for z := range groups {
		groups[z] = make([]int, t.count)
		for l := range groups[z] {
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			groups[z][l] = t.groupOrder(z, l, false)
		}
	}
	return groups, nil
}

// FanoSubplanes returns the number of subplanes of order 2 of a projective plane of order n >= 2:
// sets of seven points that are a Fano plane with the lines that join them. It is an invariant, and
// the same for the dual. PG(2,q) has none if q is odd.
//
// Four points no three of which are on a line are in at most one Fano plane. Their three diagonal
// points complete it if these are on one line. A Fano plane has seven such quadruples.
//
// Cost: O(n^8). Errors and panics: as CentralGroups.
func (p *Plane) FanoSubplanes(ctx context.Context) (int, error) {
	t, err := newTables(p, "FanoSubplanes")
	if err != nil {
		return 0, err
	}
	quadrangles := 0
	for a := range t.count {
		for b := a + 1; b < t.count; b++ {
			if ctx.Err() != nil {
				return 0, context.Cause(ctx)
			}
			ab := t.join(a, b)
			for c := b + 1; c < t.count; c++ {
				if t.on(c, ab) {
					continue
				}
				ac, bc := t.join(a, c), t.join(b, c)
				for d := c + 1; d < t.count; d++ {
					if t.on(d, ab) || t.on(d, ac) || t.on(d, bc) {
						continue
					}
					e, f := t.meet(ab, t.join(c, d)), t.meet(ac, t.join(b, d))
					if t.on(t.meet(t.join(a, d), bc), t.join(e, f)) {
						quadrangles++
					}
				}
			}
		}
	}
	return quadrangles / 7, nil
}

// tables answers joins, meets and incidences of a projective plane from memory.
type tables struct {
	plane        *Plane
	count        int // of points, and of lines
	joins, meets []int16
	onLine       []bool
}

func newTables(p *Plane, method string) (*tables, error) {
	if p.affine {
		panic(fmt.Sprintf("planes: %s of %s, which is affine", method, p.name))
	}
	if p.order < 2 || p.order > MaxTabledOrder {
		return nil, badOrder(method+" of "+p.name, p.order, 2, MaxTabledOrder)
	}
	v := p.Points()
	t := &tables{plane: p, count: v, joins: make([]int16, v*v), meets: make([]int16, v*v), onLine: make([]bool, v*v)}
	pencils := make([][]int16, v)
	for l, line := range p.AllLines() {
		for _, a := range line {
			t.onLine[int(a)*v+l] = true
			pencils[a] = append(pencils[a], int16(l))
			for _, b := range line {
				t.joins[int(a)*v+int(b)] = int16(l)
			}
		}
	}
	for a, pencil := range pencils {
		for _, l := range pencil {
			for _, m := range pencil {
				t.meets[int(l)*v+int(m)] = int16(a)
			}
		}
	}
	return t, nil
}

func (t *tables) join(a, b int) int { return int(t.joins[a*t.count+b]) } // for a different from b
func (t *tables) meet(l, m int) int { return int(t.meets[l*t.count+m]) } // for l different from m
func (t *tables) on(a, l int) bool  { return t.onLine[a*t.count+l] }

// fullGroup returns the greatest order that a group of central collineations can have.
func (t *tables) fullGroup(z, l int) int {
	if t.on(z, l) {
		return t.plane.order
	}
	return t.plane.order - 1
}

// groupOrder counts the central collineations with centre z and axis l. With stop it may return, in
// place of an order less than that of the full group, any number less than that of the full group.
func (t *tables) groupOrder(z, l int, stop bool) int {
	h := 0
	for h == l || !t.on(z, h) {
		h++
	}
	movable := make([]int, 0, t.plane.order)
	for _, x := range t.plane.Line(h) {
		if int(x) != z && !t.on(int(x), l) {
			movable = append(movable, int(x))
		}
	}
	order := 1
	for _, b := range movable[1:] {
		if t.isCollineation(t.perspectivity(z, l, h, movable[0], b)) {
			order++
		} else if stop {
			break
		}
	}
	return order
}

// perspectivity returns the image of every point under the only map with centre z and axis l that
// can be a collineation and take a to b, both on the line h through z.
func (t *tables) perspectivity(z, l, h, a, b int) []int {
	image := make([]int, t.count)
	other := -1 // a point off h and l
	for x := range image {
		switch {
		case x == z || t.on(x, l):
			image[x] = x
		case !t.on(x, h):
			image[x] = t.meet(t.join(z, x), t.join(b, t.meet(t.join(a, x), l)))
			other = x
		}
	}
	for _, x := range t.plane.Line(h) {
		if x := int(x); x != z && !t.on(x, l) {
			image[x] = t.meet(h, t.join(image[other], t.meet(t.join(other, x), l)))
		}
	}
	return image
}

// isCollineation reports whether a map of the points is one to one and takes lines to lines.
func (t *tables) isCollineation(image []int) bool {
	for _, line := range t.plane.AllLines() {
		first, second := image[line[0]], image[line[1]]
		if first == second {
			return false
		}
		to := t.join(first, second)
		for _, x := range line[2:] {
			if !t.on(image[x], to) {
				return false
			}
		}
	}
	sorted := slices.Sorted(slices.Values(image))
	return len(slices.Compact(sorted)) == t.count
}

package planes

import (
	"math/rand/v2"
	"slices"
	"testing"

	"coterie/gf"
	"coterie/internal/check/assert"
)

// primePowers lists the prime powers in least..most.
func primePowers(least, most int) []int {
	var list []int
	for q := least; q <= most; q++ {
		if _, _, ok := gf.PrimePower(q); ok {
			list = append(list, q)
		}
	}
	return list
}

func mustProjective(t testing.TB, q int) *Plane {
	t.Helper()
	return assert.Got(NewProjective(t.Context(), q))(t)
}

func mustAffine(t testing.TB, q int) *Plane {
	t.Helper()
	return assert.Got(NewAffine(t.Context(), q))(t)
}

// singer is the plane of the translates of a Singer set modulo v.
type singer struct {
	v   int
	set []int
}

func mustSinger(t testing.TB, q int) singer {
	t.Helper()
	return singer{q*q + q + 1, assert.Got(SingerSet(q))(t)}
}

func mustNet(t testing.TB, side, classes int) *Net {
	t.Helper()
	return assert.Got(NewNet(t.Context(), side, classes))(t)
}

// ints widens a line.
func ints(line []int32) []int {
	wide := make([]int, len(line))
	for i, p := range line {
		wide[i] = int(p)
	}
	return wide
}

// linesOf copies the lines of a plane.
func linesOf(p *Plane) [][]int {
	lines := make([][]int, 0, p.Lines())
	for _, line := range p.AllLines() {
		lines = append(lines, ints(line))
	}
	return lines
}

// relabelled copies lines with points renamed at random, lines in random order, and points of a
// line in random order.
func relabelled(rng *rand.Rand, points int, lines [][]int) [][]int {
	rename := rng.Perm(points)
	shuffled := make([][]int, 0, len(lines))
	for _, l := range rng.Perm(len(lines)) {
		line := make([]int, 0, len(lines[l]))
		for _, at := range rng.Perm(len(lines[l])) {
			line = append(line, rename[lines[l][at]])
		}
		shuffled = append(shuffled, line)
	}
	return shuffled
}

// checkPlane is the naive oracle: it reads nothing but Line into a Boolean matrix, judges the
// axioms of the kind by going through all lines for each pair of points and all points for each
// pair of lines, and compares every other method of the plane with the matrix.
func checkPlane(t *testing.T, p *Plane) {
	t.Helper()
	points, lines := p.Points(), p.Lines()
	on := make([][]bool, points)
	for q := range on {
		on[q] = make([]bool, lines)
	}
	for l := range lines {
		line := p.Line(l)
		if len(line) != p.LineSize() || !slices.IsSorted(line) {
			t.Fatalf("%s: line %d is %v, want %d points ascending", p.Name(), l, line, p.LineSize())
		}
		for _, q := range line {
			if on[q][l] {
				t.Fatalf("%s: line %d has point %d twice", p.Name(), l, q)
			}
			on[q][l] = true
		}
	}
	for q := range points {
		var pencil []int32
		for l := range lines {
			if on[q][l] {
				pencil = append(pencil, int32(l))
			}
			assert.MustEqual(t, p.Incident(q, l), on[q][l], "%s: Incident(%d, %d) = %v", p.Name(), q, l, !on[q][l])
		}
		if got := p.LinesThrough(q); !slices.Equal(got, pencil) || len(got) != p.Order()+1 {
			t.Fatalf("%s: LinesThrough(%d) = %v, want %v", p.Name(), q, got, pencil)
		}
	}
	for a := range points {
		for b := range points {
			if a == b {
				continue
			}
			join, count := -1, 0
			for l := range lines {
				if on[a][l] && on[b][l] {
					join = l
					count++
				}
			}
			assert.MustEqual(t, count, 1, "%s: points %d and %d are on: lines", p.Name(), a, b)
			assert.MustEqual(t, p.LineThrough(a, b), join, "%s: LineThrough(%d, %d)", p.Name(), a, b)
		}
	}
	for l := range lines {
		for m := range lines {
			if l == m {
				continue
			}
			count := 0
			for q := range points {
				if on[q][l] && on[q][m] {
					count++
				}
			}
			if count > 1 || count == 0 && !p.affine {
				t.Fatalf("%s: lines %d and %d meet in %d points", p.Name(), l, m, count)
			}
		}
	}
	assert.OK(t, p.Verify(t.Context()), "%s: Verify", p.Name())
	if p.Order() >= 2 && !p.affine && !hasQuadrangle(p) {
		t.Fatalf("%s: no four points in general position", p.Name())
	}
}

// hasQuadrangle looks for four points no three of which are on a line, starting from points 0 and
// 1.
func hasQuadrangle(p *Plane) bool {
	l := p.LineThrough(0, 1)
	for c := range p.Points() {
		if c < 2 || p.Incident(c, l) {
			continue
		}
		for d := c + 1; d < p.Points(); d++ {
			if !p.Incident(d, l) && !p.Incident(d, p.LineThrough(0, c)) && !p.Incident(d, p.LineThrough(1, c)) {
				return true
			}
		}
	}
	return false
}

// dual returns a projective plane with points and lines exchanged.
func dual(p *Plane) *Plane {
	return &Plane{name: "dual of " + p.name, order: p.order, table: p.pencils()}
}

// meet returns the least point on two lines, -1 if there is none.
func (p *Plane) meet(l, m int) int {
	if common := commonElements(p.Line(l), p.Line(m)); len(common) > 0 {
		return common[0]
	}
	return -1
}

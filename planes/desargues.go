package planes

import (
	"context"
	"fmt"
	"slices"
)

// DesarguesConfiguration is two triangles in perspective from a point, with the three points in
// which corresponding sides meet. Desargues's theorem says that these are on one line; a
// configuration for which they are not refutes it. All fields are numbers of points, counted from
// 0.
type DesarguesConfiguration struct {
	Centre int
	A, B   [3]int // the triangles: A[i] and B[i] are on one line through Centre
	Meets  [3]int // Meets[i] is on the sides of both triangles that are opposite to A[i] and B[i]
}

// Refutes reports that c is a configuration in p for which Desargues's theorem fails, by returning
// nil; otherwise the error says which condition does not hold. The conditions are: the centre and
// the six vertices are seven points; the three lines Centre A[i] B[i] exist and differ; neither
// triangle has its vertices on one line; Meets[i] is on both sides; no line has all three of Meets.
// They are judged on the lists of points of Line alone, one line after another, by separate code,
// so that the finder need not be trusted.
//
// Cost: O(n^3). It panics if a number is not the number of a point.
func (c DesarguesConfiguration) Refutes(p *Plane) error {
	vertices := []int{c.Centre, c.A[0], c.A[1], c.A[2], c.B[0], c.B[1], c.B[2]}
	for i, v := range vertices {
		p.checkPoint("Refutes", v)
		if slices.Contains(vertices[:i], v) {
			return fmt.Errorf("planes: point %d stands twice among the centre and the vertices", v)
		}
	}
	// together counts the lines that have all the points.
	together := func(points ...int) int {
		count := 0
		for _, line := range p.AllLines() {
			all := true
			for _, q := range points {
				p.checkPoint("Refutes", q)
				all = all && slices.Contains(line, int32(q))
			}
			if all {
				count++
			}
		}
		return count
	}
	for i := range 3 {
		j, k := (i+1)%3, (i+2)%3
		switch {
		case together(c.Centre, c.A[i], c.B[i]) != 1:
			return fmt.Errorf("planes: the centre %d and the vertices %d, %d are on no line", c.Centre, c.A[i], c.B[i])
		case together(c.Centre, c.A[i], c.A[j]) != 0:
			return fmt.Errorf("planes: the vertices %d and %d are on one line through the centre", c.A[i], c.A[j])
		case together(c.Meets[i], c.A[j], c.A[k]) != 1:
			return fmt.Errorf("planes: point %d is not on the side %d %d", c.Meets[i], c.A[j], c.A[k])
		case together(c.Meets[i], c.B[j], c.B[k]) != 1:
			return fmt.Errorf("planes: point %d is not on the side %d %d", c.Meets[i], c.B[j], c.B[k])
		}
	}
	for _, triangle := range [][3]int{c.A, c.B} {
		if together(triangle[:]...) != 0 {
			return fmt.Errorf("planes: the vertices %v are on one line", triangle)
		}
	}
	if together(c.Meets[:]...) != 0 {
		return fmt.Errorf("planes: the points %v are on one line, as the theorem says", c.Meets)
	}
	return nil
}

// DesarguesCounterexample looks for a configuration for which Desargues's theorem fails in a
// projective plane. found is false, with a nil error, only where the computation proves the theorem
// for all configurations of the plane, so that the plane is Desarguesian. It does not use how the
// plane was made. Which configuration is found depends on the numbering only.
//
// Pairs of a centre z and an axis l are gone through in order, and for each the group of the
// central collineations with that centre and axis is counted (see CentralGroups). If all groups are
// as large as can be, there is no counterexample. If a group is smaller, a counterexample with this
// centre and axis exists (Baer 1942), and all triangles with two pairs of sides meeting on l are
// searched for it.
//
// Cost: O(n^8) where the theorem holds, much less where it fails; 4 n^4 bytes of tables.
//
// Errors: [*OrderError] beyond order MaxTabledOrder, and the cause of ctx if that ends first. It
// panics if the plane is not projective.
//
// R. Baer, Homogeneity of projective planes, Amer. J. Math. 64 (1942) 137-152; Dembowski (1968),
// section 3.1.
//
// Proof: docs/theorems/desargues.md.
func (p *Plane) DesarguesCounterexample(ctx context.Context) (c DesarguesConfiguration, found bool, err error) {
	if !p.affine && p.order == 1 {
		return c, false, nil // three points are no configuration
	}
	t, err := newTables(p, "DesarguesCounterexample")
	if err != nil {
		return c, false, err
	}
	for centre := range t.count {
		for axis := range t.count {
			if ctx.Err() != nil {
				return c, false, context.Cause(ctx)
			}
			if t.groupOrder(centre, axis, true) == t.fullGroup(centre, axis) {
				continue
			}
			if c, found = t.counterexample(centre, axis); !found {
				panic(fmt.Sprintf("planes: no counterexample with centre %d and axis %d, though its group is small", centre, axis))
			}
			return c, true, nil
		}
	}
	return c, false, nil
}

// counterexample searches the configurations for which Desargues's theorem fails, with Meets[1] and
// Meets[2] on the axis.
func (t *tables) counterexample(z, l int) (c DesarguesConfiguration, found bool) {
	for a0 := range t.count {
		if a0 == z || t.on(a0, l) {
			continue
		}
		h := t.join(z, a0)
		for _, b := range t.plane.Line(h) {
			b0 := int(b)
			if b0 == z || b0 == a0 || t.on(b0, l) {
				continue
			}
			for a1 := range t.count {
				if t.on(a1, h) || t.on(a1, l) {
					continue
				}
				m2 := t.meet(t.join(a0, a1), l)
				b1 := t.meet(t.join(z, a1), t.join(b0, m2))
				for a2 := range t.count {
					if t.on(a2, h) || t.on(a2, l) || t.on(a2, t.join(z, a1)) || t.on(a2, t.join(a0, a1)) {
						continue
					}
					m1 := t.meet(t.join(a0, a2), l)
					b2 := t.meet(t.join(z, a2), t.join(b0, m1))
					if m0 := t.meet(t.join(a1, a2), t.join(b1, b2)); !t.on(m0, l) {
						return DesarguesConfiguration{z, [3]int{a0, a1, a2}, [3]int{b0, b1, b2}, [3]int{m0, m1, m2}}, true
					}
				}
			}
		}
	}
	return c, false
}

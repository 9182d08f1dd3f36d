package planes

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"coterie/internal/check/assert"
)

func mustPlane(t testing.TB) func(p *Plane, err error) *Plane {
	return func(p *Plane, err error) *Plane {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
}

// figures are counted in the table of central groups without regard to the order of points and
// lines.
type figures struct {
	full, trivial int // how many groups are as large as can be, and are the identity alone
	centres, axes int // how many points are the centre, and lines the axis, of a full group
	fano          int
}

func figuresOf(t *testing.T, p *Plane) figures {
	t.Helper()
	groups, err := p.CentralGroups(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var f figures
	centres, axes := map[int]bool{}, map[int]bool{}
	for z, row := range groups {
		for l, order := range row {
			most := p.Order() - 1
			if p.Incident(z, l) {
				most = p.Order()
			}
			assert.MustEqual(t, most%order, 0, "%s: %d collineations with centre %d and axis %d", p.Name(), order, z, l)
			if order == most {
				f.full++
				centres[z], axes[l] = true, true
			}
			if order == 1 {
				f.trivial++
			}
		}
	}
	f.centres, f.axes = len(centres), len(axes)
	f.fano = assert.Got(p.FanoSubplanes(t.Context()))(t)
	return f
}

// TestPlanesOfOrder9 tells the four planes of order 9 apart by computed invariants, which no
// renaming of points and lines changes: they differ for any two planes.
func TestPlanesOfOrder9(t *testing.T) {
	assert.Slow(t, "over a second of CPU")
	must := mustPlane(t)
	rng := rand.New(rand.NewPCG(9, 9))
	seen := map[figures]string{}
	table := map[string][4]int{
		"PG(2,9)": {8281, 91, 91, 0}, "Hall plane of order 9": {100, 10, 91, 51840},
		"dual Hall plane of order 9": {100, 91, 10, 51840}, "Hughes plane of order 9": {0, 0, 0, 33696},
	}
	for _, p := range []*Plane{mustProjective(t, 9), must(NewHall(t.Context(), 9)), must(NewDualHall(t.Context(), 9)), must(NewHughes(t.Context(), 9))} {
		f := figuresOf(t, p)
		// The table of the package documentation.
		assert.Equal(t, table[p.Name()], [4]int{f.full, f.centres, f.axes, f.fano}, "%s: %+v", p.Name(), f)
		if other, ok := seen[f]; ok {
			t.Errorf("the invariants of %s and %s agree", p.Name(), other)
		}
		seen[f] = p.Name()
		if !assert.WithSlow || f.full == 91*91 {
			continue
		}
		renamed := must(FromLines(t.Context(), "renamed", 91, relabelled(rng, 91, linesOf(p))))
		assert.Equal(t, figuresOf(t, renamed), f, "%s: %+v, renamed", p.Name(), f)
		f.centres, f.axes = f.axes, f.centres
		assert.Equal(t, figuresOf(t, dual(p)), f, "%s", dual(p).Name())
	}
}

// TestCentralGroupsOfFields: over a field all groups are full, and so is the count of Fano planes
// known: none in odd characteristic, and |PGL(3,q)| / 168 in even: a frame is in one subplane over
// GF(2), and the projectivities, which permute the frames sharply transitively, keep each subplane
// with the 168 frames in it.
func TestCentralGroupsOfFields(t *testing.T) {
	fano := map[int]int{2: 1, 3: 0, 4: 360, 5: 0}
	for q, want := range fano {
		p := mustProjective(t, q)
		f := figuresOf(t, p)
		v := p.Points()
		if f.full != v*v || f.centres != v || f.axes != v || f.fano != want {
			t.Errorf("%s: %+v, want %d Fano planes", p.Name(), f, want)
		}
	}
}

// holdsByDefinition judges Desargues's theorem for every configuration of a plane, straight from
// its definition.
func holdsByDefinition(p *Plane) bool {
	meet := func(a, b, c, d int) int {
		return p.meet(p.LineThrough(a, b), p.LineThrough(c, d))
	}
	v := p.Points()
	for z := range v {
		for a0 := range v {
			for a1 := a0 + 1; a1 < v; a1++ {
				for a2 := a1 + 1; a2 < v; a2++ {
					if z == a0 || z == a1 || z == a2 || p.Incident(a1, p.LineThrough(z, a0)) ||
						p.Incident(a2, p.LineThrough(z, a0)) || p.Incident(a2, p.LineThrough(z, a1)) || p.Incident(a2, p.LineThrough(a0, a1)) {
						continue
					}
					for _, b0 := range ints(p.Line(p.LineThrough(z, a0))) {
						for _, b1 := range ints(p.Line(p.LineThrough(z, a1))) {
							for _, b2 := range ints(p.Line(p.LineThrough(z, a2))) {
								if b0 == z || b1 == z || b2 == z || b0 == a0 || b1 == a1 || b2 == a2 || p.Incident(b2, p.LineThrough(b0, b1)) {
									continue
								}
								m0, m1, m2 := meet(a1, a2, b1, b2), meet(a0, a2, b0, b2), meet(a0, a1, b0, b1)
								if m0 != m1 && m0 != m2 && m1 != m2 && !p.Incident(m0, p.LineThrough(m1, m2)) {
									return false
								}
							}
						}
					}
				}
			}
		}
	}
	return true
}

// TestDesarguesHoldsOverFields: the search ends without a counterexample over fields up to order 9,
// which proves the theorem there through the central groups; up to order 4 every configuration is
// gone through besides, and random ones at order 9 (with no use of symmetry in either).
func TestDesarguesHoldsOverFields(t *testing.T) {
	assert.Long(t, "half a second of CPU")
	for _, q := range []int{1, 2, 3, 4, 5, 7, 8} {
		p := mustProjective(t, q)
		if c, found, err := p.DesarguesCounterexample(t.Context()); found || err != nil {
			t.Errorf("%s: %v %v %v", p.Name(), c, found, err)
		}
		if q > 1 && q <= 4 && !holdsByDefinition(p) {
			t.Errorf("%s: the theorem fails", p.Name())
		}
	}
	if holdsByDefinition(mustPlane(t)(NewHall(t.Context(), 9))) {
		t.Error("the theorem holds by definition in the Hall plane")
	}
	p := mustProjective(t, 9)
	judged := 0
	randomConfigurations(p, 1000, func(c DesarguesConfiguration) {
		judged++
		if c.Refutes(p) == nil {
			t.Fatalf("%s: %+v", p.Name(), c)
		}
	})
	if judged < 500 {
		t.Errorf("%d configurations judged", judged)
	}
}

// randomConfigurations yields configurations with distinct vertices, for which the theorem may or
// may not hold.
func randomConfigurations(p *Plane, tries int, yield func(DesarguesConfiguration)) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range tries {
		var c DesarguesConfiguration
		pencil := p.LinesThrough(rng.IntN(p.Points()))
		c.Centre = p.meet(int(pencil[0]), int(pencil[1]))
		for i, at := range rng.Perm(len(pencil))[:3] {
			line := p.Line(int(pencil[at]))
			for c.A[i] = c.Centre; c.A[i] == c.Centre; {
				c.A[i] = int(line[rng.IntN(len(line))])
			}
			for c.B[i] = c.Centre; c.B[i] == c.Centre || c.B[i] == c.A[i]; {
				c.B[i] = int(line[rng.IntN(len(line))])
			}
		}
		for i := range 3 {
			j, k := (i+1)%3, (i+2)%3
			c.Meets[i] = p.meet(p.LineThrough(c.A[j], c.A[k]), p.LineThrough(c.B[j], c.B[k]))
		}
		yield(c)
	}
}

// TestDesarguesFails: each plane that is not over a field has a counterexample, which the checker
// accepts; damaged ones it refuses, and the Desarguesian planes refuse all.
func TestDesarguesFails(t *testing.T) {
	orders := assert.Sized([]int{9}, []int{9, 16, 25})
	for _, p := range nonDesarguesian(t, orders...) {
		c, found, err := p.DesarguesCounterexample(t.Context())
		if !found || err != nil {
			t.Fatalf("%s: %v %v", p.Name(), found, err)
		}
		assert.NoError(t, c.Refutes(p), "%s: %+v", p.Name(), c)
		if c.Refutes(mustProjective(t, p.Order())) == nil {
			t.Errorf("%+v refutes the theorem over a field", c)
		}
		// Half the triangle given twice; a vertex moved; meets exchanged; a meet moved onto the
		// line of the others.
		for what, damage := range map[string]func(c *DesarguesConfiguration){
			"one vertex twice":      func(c *DesarguesConfiguration) { c.B[1] = c.A[1] },
			"centre as vertex":      func(c *DesarguesConfiguration) { c.A[2] = c.Centre },
			"vertices exchanged":    func(c *DesarguesConfiguration) { c.B[0], c.B[1] = c.B[1], c.B[0] },
			"meets exchanged":       func(c *DesarguesConfiguration) { c.Meets[0], c.Meets[1] = c.Meets[1], c.Meets[0] },
			"a meet off both sides": func(c *DesarguesConfiguration) { c.Meets[0] = c.Centre },
			"lines that agree": func(c *DesarguesConfiguration) {
				for _, x := range ints(p.Line(p.LineThrough(c.Centre, c.A[0]))) {
					if x != c.Centre && x != c.A[0] && x != c.B[0] {
						c.A[1], c.B[1] = c.B[1], x
					}
				}
			},
			"flat triangle": func(c *DesarguesConfiguration) {
				c.A[2] = p.meet(p.LineThrough(c.A[0], c.A[1]), p.LineThrough(c.Centre, c.A[2]))
			},
		} {
			damaged := c
			damage(&damaged)
			if damaged.Refutes(p) == nil {
				t.Errorf("%s: accepted with %s: %+v", p.Name(), what, damaged)
			}
		}
	}
}

func TestInvariantsRefuse(t *testing.T) {
	affine := mustAffine(t, 3)
	assert.Panics(t, "CentralGroups of an affine plane", func() { affine.CentralGroups(t.Context()) })
	assert.Panics(t, "FanoSubplanes of an affine plane", func() { affine.FanoSubplanes(t.Context()) })
	assert.Panics(t, "DesarguesCounterexample of an affine plane", func() { affine.DesarguesCounterexample(t.Context()) })
	assert.Panics(t, "Refutes of no points", func() { DesarguesConfiguration{Centre: -1}.Refutes(mustProjective(t, 2)) })
	cause := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(cause)
	for _, q := range []int{1, 67} {
		p := mustProjective(t, q)
		assert.Equal(t, assert.As[*OrderError](p.CentralGroups(t.Context()))(t).Order, q, "order %d", q)
		assert.As[*OrderError](p.FanoSubplanes(t.Context()))(t, "order %d", q)
		if _, _, err := p.DesarguesCounterexample(t.Context()); (err != nil) != (q > 1) {
			t.Errorf("order %d: %v", q, err)
		}
	}
	p := mustProjective(t, 3)
	assert.Is(t, assert.Err(p.CentralGroups(ctx)), cause)
	assert.Is(t, assert.Err(p.FanoSubplanes(ctx)), cause)
	if _, _, err := p.DesarguesCounterexample(ctx); !errors.Is(err, cause) {
		t.Error(err)
	}
}

package construct

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"coterie/bounds"
	"coterie/gf"
	"coterie/internal/check/assert"
	"coterie/internal/check/looks"
	"coterie/planes"
	"coterie/quorum"
)

// smallDesigns returns the specs of all members of the family with at most these numbers of nodes
// and cartels.
func smallDesigns(t *testing.T, nodes, cartels int) []string {
	t.Helper()
	var specs []string
	for _, name := range blockDesigns() {
		for size := 2; size <= cartels; size++ {
			for degree := 1; degree*degree <= nodes; degree++ {
				p, err := designSurficialPlan(BlockDesign(name), size, degree)
				if err == nil && p.n <= nodes && p.groups <= cartels {
					specs = append(specs, (&Instance{designSurficialFamily(), p}).Spec())
				}
			}
		}
	}
	return specs
}

// designOfSpec builds the design of a spec by package planes alone, without the code of the family.
func designOfSpec(t *testing.T, i *Instance) *planes.Design {
	t.Helper()
	number := func(key string) (v int) {
		assert.Got(fmt.Sscan(i.Param(key), &v))(t)
		return v
	}
	var d *planes.Design
	var err error
	switch i.Param("design") {
	case "projective":
		var plane *planes.Plane
		if plane, err = planes.NewProjective(t.Context(), number("order")); err == nil {
			d = plane.Design()
		}
	case "affine":
		var plane *planes.Plane
		if plane, err = planes.NewAffine(t.Context(), number("order")); err == nil {
			d = plane.Design()
		}
	case "triples":
		d, err = planes.SteinerTriples(t.Context(), number("m"))
	case "pairs":
		d, err = planes.AllPairs(t.Context(), number("m"))
	case "one":
		d, err = planes.SingleBlock(number("m"))
	}
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// naiveDesignSurficial lists the system by its definition: for each block and each row of its
// array, the node is put into the quorums that its symbols name.
func naiveDesignSurficial(t *testing.T, d *planes.Design, degree int) [][][]int {
	t.Helper()
	array := assert.Got(planes.NewNet(t.Context(), degree, d.BlockSize()))(t)
	cartels := make([][][]int, d.Points())
	for c := range cartels {
		cartels[c] = make([][]int, degree)
	}
	node := 0
	for _, block := range d.AllBlocks() {
		for _, row := range array.OrthogonalArray() {
			for column, symbol := range row {
				c := block[column]
				cartels[c][symbol] = append(cartels[c][symbol], node)
			}
			node++
		}
	}
	return cartels
}

// TestDesignSurficialConditions judges the conditions that the documentation of DesignSurficial
// proves, on the lists of all small members: the four conditions of Joung's Theorem 3.1 with
// responsibility R, the degree, that quorums are minimal sets that meet the quorums of the other
// cartels, and that the limits of package bounds are met.
func TestDesignSurficialConditions(t *testing.T) {
	nodes := assert.Sized(150, 500)
	seen := map[string]int{}
	for _, spec := range smallDesigns(t, nodes, 40) {
		i := parsed(t, spec)
		g := compareShape(t, i).(*quorum.GroupSystem)
		d := designOfSpec(t, i)
		var degree int
		assert.Got(fmt.Sscan(i.Param("degree"), &degree))(t)
		seen[i.Param("design")]++
		if d.BlockSize() > 2 && d.BlockSize() < d.Points() {
			seen["proper"]++
		}
		for c, want := range naiveDesignSurficial(t, d, degree) {
			f := assert.Got(quorum.NewFamily(g.N(), want))(t)
			assert.True(t, g.Cartel(c).Equal(f), "%s: cartel %d differs from its definition", spec, c+1)
		}
		judgeDesignSurficial(t, g, d.BlockSize(), degree)
	}
	for _, word := range append(blockDesigns(), "proper") {
		if seen[word] < 8 && assert.WithSlow {
			t.Errorf("%s: only %d systems", word, seen[word])
		}
	}
	t.Log(seen)
}

func judgeDesignSurficial(t *testing.T, g *quorum.GroupSystem, responsibility, degree int) {
	t.Helper()
	n, m, R := g.N(), g.Groups(), responsibility
	size := (m - 1) / (R - 1) * degree
	through := make([][][2]int, n) // the quorums of a node: cartel and symbol
	for c := range m {
		assert.Equal(t, g.Cartel(c).Len(), degree, "%s: cartel %d has: quorums", g.Name(), c+1)
		for s, q := range g.Cartel(c).All() {
			assert.Equal(t, len(q), size, "%s: a quorum of cartel %d has: nodes", g.Name(), c+1)
			for _, v := range q {
				through[v] = append(through[v], [2]int{c, s})
			}
		}
	}
	shared := map[[4]int]int{}
	for v, quorums := range through {
		assert.MustEqual(t, len(quorums), R, "%s: node %d is in: quorums", g.Name(), v+1)
		for i, a := range quorums {
			for _, b := range quorums[:i] {
				shared[[4]int{b[0], b[1], a[0], a[1]}]++
			}
		}
	}
	for a := range m {
		for b := range a + 1 {
			for s := range degree {
				for r := range degree {
					want := 1
					if a == b {
						want = 0
					}
					if got := shared[[4]int{b, r, a, s}]; got != want && (a != b || r < s) {
						t.Fatalf("%s: quorum %d of cartel %d and %d of %d share %d nodes", g.Name(), r+1, b+1, s+1, a+1, got)
					}
				}
			}
		}
	}
	if !minimalTransversals(g) {
		t.Errorf("%s: a quorum is no minimal set that meets the other cartels", g.Name())
	}
	// Cartels of d disjoint quorums have degree d; the bound is met exactly.
	assert.SameNumber(t, bounds.DegreeRadicand(n, m, R), new(big.Rat).SetInt64(int64(degree*degree)), "%s: degree %d, limit √", g.Name(), degree)
}

// minimalTransversals reports, from the definition, whether every quorum meets all quorums of the
// other cartels and none of its nodes can be left out.
func minimalTransversals(g *quorum.GroupSystem) bool {
	meetsOthers := func(c int, set quorum.Set) bool {
		for other := range g.Groups() {
			for j := range g.Cartel(other).Len() {
				if other != c && !g.Cartel(other).Set(j).Intersects(set) {
					return false
				}
			}
		}
		return true
	}
	for c := range g.Groups() {
		for j := range g.Cartel(c).Len() {
			q := g.Cartel(c).Set(j)
			if !meetsOthers(c, q) {
				return false
			}
			// That without a node it misses some other quorum is asked of two nodes, or all of a
			// small quorum.
			for i, v := range q.Nodes() {
				if (i == 0 || i == q.Len()-1 || q.Len() <= 6) && meetsOthers(c, q.Minus(quorum.SetOf(v))) {
					return false
				}
			}
		}
	}
	return true
}

// TestDesignSurficialIsSurficial and of one block a net: identical, node by node.
func TestDesignSurficialIsSurficialOrNet(t *testing.T) {
	for _, c := range []struct {
		design BlockDesign
		build  func(m, degree int) (*quorum.GroupSystem, error)
	}{
		{PairsDesign, func(m, k int) (*quorum.GroupSystem, error) {
			return quorum.As[*quorum.GroupSystem](Surficial(k*k*m*(m-1)/2, m))
		}},
		{OneDesign, func(m, side int) (*quorum.GroupSystem, error) { return quorum.As[*quorum.GroupSystem](Net(side, m)) }},
		{OneDesign, func(m, q int) (*quorum.GroupSystem, error) {
			if !gf.IsPrimePower(q) || m > q+1 {
				return quorum.As[*quorum.GroupSystem](Net(q, m))
			}
			return quorum.As[*quorum.GroupSystem](Affine(q, m))
		}},
	} {
		same := 0
		for m := 2; m <= 9; m++ {
			for degree := 1; degree <= 9; degree++ {
				want, err := c.build(m, degree)
				g, err2 := quorum.As[*quorum.GroupSystem](DesignSurficial(c.design, m, degree))
				assert.Equal(t, (err == nil), (err2 == nil), "%s, m = %d, degree %d: %v and %v", c.design, m, degree, err, err2)
				if err != nil || err2 != nil {
					continue
				}
				same++
				if g.N() != want.N() || !slices.EqualFunc(cartelsOf(g), cartelsOf(want), quorum.Family.Equal) {
					t.Errorf("%s is not %s", g.Name(), want.Name())
				}
			}
		}
		if same < 40 {
			t.Errorf("%s: only %d compared", c.design, same)
		}
	}
}

func TestDesignSurficialVerdicts(t *testing.T) {
	want := map[quorum.Property]quorum.Truth{
		quorum.CrossIntersection: quorum.Holds, quorum.CartelMinimality: quorum.Holds,
		quorum.EqualEffort: quorum.Holds, quorum.EqualResponsibility: quorum.Holds,
	}
	for _, spec := range []string{
		"design-surficial:design=projective,order=2,degree=3", "design-surficial:design=projective,order=3,degree=4",
		"design-surficial:design=affine,order=3,degree=6", "design-surficial:design=affine,order=4,degree=3", "design-surficial:design=triples,m=15,degree=2",
	} {
		wantVerdicts(t, built(t, spec), want)
		if strings.Contains(spec, "order=2") || strings.Contains(spec, "degree=2") {
			compareDegree(t, spec)
		}
	}
}

// TestDesignSurficialLimits: figures of members that are too large to list often, and the ends of
// the ranges.
func TestDesignSurficialLimits(t *testing.T) {
	for _, spec := range []string{
		"design-surficial:design=projective,order=9,degree=9", "design-surficial:design=triples,m=99,degree=3", "design-surficial:design=affine,order=16,degree=1",
		"design-surficial:design=pairs,m=60,degree=1", "design-surficial:design=one,m=1000,degree=1",
	} {
		if compareShape(t, parsed(t, spec)) == nil {
			t.Errorf("%s: not compared", spec)
		}
	}
	for _, spec := range []string{
		"design-surficial:design=projective,order=251,degree=1", "design-surficial:design=affine,order=256,degree=1",
		"design-surficial:design=triples,m=10033,degree=1", "design-surficial:design=pairs,m=5793,degree=1", "design-surficial:design=one,m=4097,degree=4096",
	} {
		i := parsed(t, spec)
		if shape, err := i.Shape(t.Context()); err != nil || i.N() > quorum.MaxNodes || i.Groups() > maxGroups || shape.MaxQuorum > i.N() {
			t.Errorf("%s: %+v, %v", spec, shape, err)
		}
	}
}

func TestDesignSurficialRefuses(t *testing.T) {
	for _, c := range []struct{ spec, says, hints string }{
		{"design-surficial:design=pair,m=4,degree=1", "design=pair: want projective or affine or triples or pairs or one", ""},
		{"design-surficial:m=4,degree=1", "parameter design is missing", "design-surficial:design=projective|affine,order=Q,degree=D or"},
		{"design-surficial:design=pairs,degree=1", "parameter order is missing", "design=triples|pairs|one,m=M"},
		{"design-surficial:design=pairs,m=4", "parameter degree is missing", ""},
		{"design-surficial:design=pairs,m=4,degree=2,n=24", "n is given in place of degree", ""},
		{"design-surficial:design=projective,order=2,m=7,degree=1", "m is given in place of order", ""},
		{"design-surficial:design=triples,order=7,degree=1", "order=7: want m, the number of cartels, in its place (design=triples)", ""},
		{"design-surficial:design=projective,order=1,degree=1", "order=1: want 2..255", ""},
		{"design-surficial:design=affine,order=257,degree=1", "order=257: want 2..256", ""},
		{"design-surficial:design=projective,m=12,degree=1", "m=12: want m = q²+q+1 for a prime power q (design=projective)", ""},
		{"design-surficial:design=projective,m=3,degree=1", "m=3: want m = q²+q+1", ""},
		{"design-surficial:design=affine,m=12,degree=1", "m=12: want m = q² for a prime power q (design=affine)", ""},
		{"design-surficial:design=affine,m=1,degree=1", "m=1: want 2..65536", ""},
		{"design-surficial:design=affine,m=x,degree=1", "m=x: want a whole number", ""},
		{"design-surficial:design=triples,m=2,degree=1", "m=2: want 3..10033", ""},
		{"design-surficial:design=triples,m=8,degree=1", "m=8: want m with remainder 1 or 3 modulo 6, for triples (nearest: 7, 9)", ""},
		{"design-surficial:design=triples,m=5,degree=1", "(nearest: 3, 7)", ""},
		{"design-surficial:design=triples,m=4,degree=1", "(nearest: 3, 7)", ""},
		{"design-surficial:design=triples,m=12,degree=1", "(nearest: 9, 13)", ""},
		{"design-surficial:design=pairs,m=5794,degree=1", "m=5794: want 2..5793", ""},
		{"design-surficial:design=one,m=1,degree=1", "m=1: want 2..65536", ""},
		{"design-surficial:design=one,m=3,degree=4097", "degree=4097: want 1..4096", ""},
		{"design-surficial:design=projective,order=2,degree=0", "degree=0: want 1..1548", ""},
		{"design-surficial:design=projective,order=2,n=0", "n=0: want 1..16777216", ""},
		{"design-surficial:design=projective,order=2,n=64", "64 nodes and 7 groups: n is not 7·d² for a whole d",
			"nearest: design-surficial:design=projective,order=2,degree=3 (n = 63), design-surficial:design=projective,order=2,degree=4 (n = 112)"},
		{"design-surficial:design=projective,order=2,n=3", "n is not 7·d²", "nearest: design-surficial:design=projective,order=2,degree=1 (n = 7)"},
		{"design-surficial:design=one,m=3,n=3", "n is not d² for a whole d", "m=3,degree=1 (n = 1), design-surficial:design=one,m=3,degree=2 (n = 4)"},
		{"design-surficial:design=projective,order=3,degree=6", "468 nodes and 13 groups: there is no orthogonal array OA(36; 4, 6) for blocks of 4 cartels",
			"at most 1 (Tarry 1900); nearest: design-surficial:design=projective,order=3,degree=5 (n = 325), design-surficial:design=projective,order=3,degree=7 (n = 637)"},
		{"design-surficial:design=projective,order=3,n=468", "no orthogonal array OA(36; 4, 6)", "Tarry"},
		{"design-surficial:design=affine,order=4,degree=10", "the orthogonal array OA(100; 4, 10) for blocks of 4 cartels is not built here", "which exist (Bose"},
		{"design-surficial:design=affine,order=5,degree=10", "no orthogonal array OA(100; 5, 10) for blocks of 5 cartels is built here", "leave open"},
		{"design-surficial:design=affine,order=5,degree=2", "there is no orthogonal array OA(4; 5, 2)", "degree=1 (n = 30), design-surficial:design=affine,order=5,degree=4 (n = 480)"},
		{"design-surficial:design=projective,order=6,degree=2", "there is no projective plane of order 6",
			"nearest: design-surficial:design=projective,order=5,degree=5 (n = 775), design-surficial:design=projective,order=7,degree=7 (n = 2793)"},
		{"design-surficial:design=affine,order=6,degree=1", "there is no projective plane of order 6, and so no affine plane", "Bruck-Ryser"},
		{"design-surficial:design=affine,order=10,n=5", "order 10, and so no affine plane", "Lam"},
		{"design-surficial:design=projective,order=12,degree=1", "no projective plane of order 12 is known",
			"nearest: design-surficial:design=projective,order=11,degree=1 (n = 133), design-surficial:design=projective,order=13,degree=1 (n = 183)"},
		{"design-surficial:design=projective,order=255,degree=1", "no projective plane of order 255", "nearest: design-surficial:design=projective,order=251,degree=1 (n = 63253)"},
	} {
		i, err := Parse(t.Context(), c.spec)
		if err == nil {
			t.Errorf("%s: %v", c.spec, i)
			continue
		}
		hinter, ok := err.(interface{ Hint() string })
		if !strings.Contains(err.Error(), c.says) || !ok || !strings.Contains(hinter.Hint(), c.hints) {
			t.Errorf("%s: %v; hint %q; want %q and %q", c.spec, err, hinter.Hint(), c.says, c.hints)
		}
		// The specs that a hint names can be parsed.
		for word := range strings.FieldsSeq(hinter.Hint()) {
			if spec := strings.Trim(word, ",;"); strings.HasPrefix(spec, "design-surficial:") && !strings.ContainsAny(spec, "QMD|") {
				if _, err := Parse(t.Context(), spec); err != nil {
					t.Errorf("%s hints at %s: %v", c.spec, spec, err)
				}
			}
		}
	}
	assert.Equal(t, assert.As[*ParamError](quorum.As[*quorum.GroupSystem](DesignSurficial("", 2, 2)))(t).Key, "design")
	assert.Equal(t, assert.As[*ParamError](quorum.As[*quorum.GroupSystem](DesignSurficial(ProjectiveDesign, -1, 2)))(t).Key, "order")
	ctx := looks.Before(t.Context(), 3)
	if s, err := parsed(t, "design-surficial:design=projective,order=3,degree=4").Build(ctx, 0); s != nil || err == nil {
		t.Errorf("%v, %v", s, err)
	}
	for _, m := range []int{2, 3, 4, 5, 7} {
		assert.Contains(t, assert.As[*NoSystemError](designSurficialFamily().ForN(63, m))(t).Why, "yours to choose")
	}
}

// TestDesignSurficialDomination: the sets show domination on the lists of all small members, and
// the systems that have none are nondominated: each cartel is all minimal sets that meet the
// quorums of the others.
func TestDesignSurficialDomination(t *testing.T) {
	dominated, nondominated := 0, 0
	for _, spec := range smallDesigns(t, 120, 40) {
		i := parsed(t, spec)
		g := built(t, spec).(*quorum.GroupSystem)
		size, degree := 0, 0
		assert.Got(fmt.Sscan(i.Param("order")+i.Param("m")+" "+i.Param("degree"), &size, &degree))(t)
		set, err := DesignSurficialDominatingSet(t.Context(), BlockDesign(i.Param("design")), size, degree)
		if err == nil && !set.Empty() {
			dominated++
			assert.True(t, dominates(t, g, 0, set), "%s: %v does not show domination", spec, set)
			continue
		}
		nondominated++
		assert.OK(t, err, "%s", spec)
		for c := range g.Groups() {
			b := assert.Got(quorum.NewFamilyBuilder(g.N()))(t)
			for other := range g.Groups() {
				for _, q := range g.Cartel(other).All() {
					if other != c {
						assert.OK(t, b.AddSorted(q))
					}
				}
			}
			f := b.Family()
			dual := assert.Got(f.Dual(t.Context(), 1000))(t)
			assert.True(t, dual.Equal(g.Cartel(c).Minimized()), "%s: cartel %d is not the minimal transversals of the others", spec, c+1)
		}
	}
	if dominated < 100 || nondominated < 30 {
		t.Errorf("%d dominated, %d nondominated", dominated, nondominated)
	}
	assert.Refused(DesignSurficialDominatingSet(t.Context(), OneDesign, 4, 6))(t, "", "a set where there is no system")
	assert.Refused(DesignSurficialDominatingSet(t.Context(), "x", 4, 6))(t, "", "a set where there is no design")
}

package construct

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"coterie/bounds"
	"coterie/internal/check/assert"
	"coterie/quorum"
)

// surficialSizes yields all (k, m), m >= 2, with k²·m(m-1)/2 <= limit.
func surficialSizes(limit int) func(yield func(k, m int) bool) {
	return func(yield func(k, m int) bool) {
		for m := 2; m*(m-1)/2 <= limit; m++ {
			for k := 1; k*k*m*(m-1)/2 <= limit; k++ {
				if !yield(k, m) {
					return
				}
			}
		}
	}
}

// literalSurficial is Figure 4 of Joung (2003) as it is printed, with nodes named by their indices,
// and numbered by the lexicographic order of the names.
func literalSurficial(k, m int) [][][]int {
	type name [4]int // i, j, r, s, from 1
	var names []name
	for i := 1; i <= m-1; i++ {
		for j := i; j <= m-1; j++ {
			for r := 1; r <= k; r++ {
				for s := 1; s <= k; s++ {
					names = append(names, name{i, j, r, s})
				}
			}
		}
	}
	slices.SortFunc(names, func(a, b name) int { return slices.Compare(a[:], b[:]) })
	number := map[name]int{}
	for v, p := range names {
		number[p] = v
	}
	cartels := make([][][]int, m)
	for i := 1; i <= m; i++ {
		for j := 1; j <= k; j++ {
			q := map[int]bool{}
			for s := 1; s <= i-1; s++ {
				for r := 1; r <= k; r++ {
					q[number[name{s, i - 1, r, j}]] = true
				}
			}
			for s := i; s <= m-1; s++ {
				for r := 1; r <= k; r++ {
					q[number[name{i, s, j, r}]] = true
				}
			}
			cartels[i-1] = append(cartels[i-1], slices.Sorted(maps.Keys(q)))
		}
	}
	return cartels
}

func surficialOf(t *testing.T, k, m int) *quorum.GroupSystem {
	t.Helper()
	return assert.Got(quorum.As[*quorum.GroupSystem](Surficial(k*k*m*(m-1)/2, m)))(t, "k = %d, m = %d", k, m)
}

func TestSurficialIsFigure4(t *testing.T) {
	for k, m := range surficialSizes(300) {
		g := surficialOf(t, k, m)
		for c, want := range literalSurficial(k, m) {
			f := assert.Got(quorum.NewFamily(g.N(), want))(t)
			assert.True(t, g.Cartel(c).Equal(f), "k = %d, m = %d: cartel %d differs from Figure 4", k, m, c+1)
		}
	}
}

// TestSurficialConditions judges the four conditions of Joung's Theorem 3.1, and intersection and
// degree, for every n up to a limit.
func TestSurficialConditions(t *testing.T) {
	limit := assert.Sized(300, 2000)
	cases := 0
	for k, m := range surficialSizes(limit) {
		cases++
		g := surficialOf(t, k, m)
		n := g.N()
		for c := range m {
			f := g.Cartel(c)
			if least, greatest := f.Sizes(); f.Len() != k || least != (m-1)*k || greatest != least {
				t.Errorf("n = %d, m = %d: cartel %d has %d quorums of %d..%d nodes", n, m, c+1, f.Len(), least, greatest)
			}
		}
		// of[v] are the quorums of node v; as each has two, they say which pairs share a node.
		of := make([][]int, n)
		for c := range m {
			for j, q := range g.Cartel(c).All() {
				for _, v := range q {
					of[v] = append(of[v], c*k+j)
				}
			}
		}
		shared := map[[2]int]int{}
		for v, quorums := range of {
			assert.MustEqual(t, len(quorums), 2, "n = %d, m = %d: node %d is in: quorums", n, m, v+1)
			shared[[2]int{quorums[0], quorums[1]}]++
		}
		for a := range m * k {
			for b := a + 1; b < m*k; b++ {
				want := 1
				if a/k == b/k {
					want = 0
				}
				assert.MustEqual(t, shared[[2]int{a, b}], want, "n = %d, m = %d: quorums %d and %d share: nodes", n, m, a, b)
			}
		}
		assert.Equal(t, bounds.DegreeByResponsibility(n, m, 2), k, "n = %d, m = %d: degree %d is not the greatest by Lemma 3.3", n, m, k)
	}
	if cases < 60 {
		t.Errorf("only %d cases", cases)
	}
}

// mostDisjoint returns the greatest number of pairwise disjoint quorums of f, by trying everything.
func mostDisjoint(f quorum.Family) int {
	sets := make([]quorum.Set, f.Len())
	for i := range sets {
		sets[i] = f.Set(i)
	}
	var most func(from int, used quorum.Set) int
	most = func(from int, used quorum.Set) int {
		best := 0
		for i := from; i < len(sets); i++ {
			if !sets[i].Intersects(used) {
				best = max(best, 1+most(i+1, used.Union(sets[i])))
			}
		}
		return best
	}
	return most(0, quorum.Set{})
}

// compareDegree compares the degree that a family claims with brute force.
func compareDegree(t *testing.T, spec string) {
	t.Helper()
	i := parsed(t, spec)
	shape := assert.Got(i.Shape(t.Context()))(t)
	g := built(t, spec).(*quorum.GroupSystem)
	degree := mostDisjoint(g.Cartel(0))
	for c := range g.Groups() {
		degree = min(degree, mostDisjoint(g.Cartel(c)))
	}
	assert.Equal(t, degree, shape.Degree, "%s: degree %d, brute force says", spec, shape.Degree)
}

func TestSurficialDegree(t *testing.T) {
	for _, spec := range []string{
		"surficial:k=1,m=2", "surficial:k=1,m=5", "surficial:k=2,m=2", "surficial:k=2,m=6", "surficial:k=5,m=2",
		"surficial:k=6,m=3", "surficial:k=8,m=4",
	} {
		compareDegree(t, spec)
	}
}

func TestSurficialOfTwoGroupsIsASquare(t *testing.T) {
	g := surficialOf(t, 3, 2)
	want := [][][]int{{{0, 1, 2}, {3, 4, 5}, {6, 7, 8}}, {{0, 3, 6}, {1, 4, 7}, {2, 5, 8}}}
	for c := range want {
		f := assert.Got(quorum.NewFamily(9, want[c]))(t)
		assert.True(t, g.Cartel(c).Equal(f), "cartel %d is not the rows, or columns, of a square", c+1)
	}
}

func TestSurficialPlaces(t *testing.T) {
	for k, m := range surficialSizes(200) {
		seen := map[SurficialPlace]bool{}
		for v := range k * k * m * (m - 1) / 2 {
			at := SurficialPlaceOf(k, m, v)
			if seen[at] || SurficialNode(k, m, at) != v {
				t.Fatalf("k = %d, m = %d: node %d at %+v", k, m, v, at)
			}
			seen[at] = true
			if at.I < 0 || at.I > at.J || at.J > m-2 || at.R < 0 || at.R >= k || at.S < 0 || at.S >= k {
				t.Fatalf("k = %d, m = %d: node %d at %+v", k, m, v, at)
			}
		}
	}
	for what, f := range map[string]func(){
		"k = 0":              func() { SurficialPlaceOf(0, 3, 0) },
		"m = 1":              func() { SurficialPlaceOf(3, 1, 0) },
		"too many nodes":     func() { SurficialPlaceOf(4096, 3, 0) },
		"huge k":             func() { SurficialPlaceOf(1<<40, 3, 0) },
		"node after last":    func() { SurficialPlaceOf(2, 3, 12) },
		"node -1":            func() { SurficialPlaceOf(2, 3, -1) },
		"below the diagonal": func() { SurficialNode(2, 3, SurficialPlace{I: 1, J: 0}) },
		"square after last":  func() { SurficialNode(2, 3, SurficialPlace{I: 0, J: 2}) },
		"column after last":  func() { SurficialNode(2, 3, SurficialPlace{R: 2}) },
		"row -1":             func() { SurficialNode(2, 3, SurficialPlace{S: -1}) },
	} {
		assert.Panics(t, what, f)
	}
}

// dominates reports whether cartel c of g with the set t added is a group quorum system that
// dominates g (Joung 2003, Definition 3.3).
func dominates(t *testing.T, g *quorum.GroupSystem, c int, added quorum.Set) bool {
	t.Helper()
	cartels := make([]quorum.Family, g.Groups())
	for i := range cartels {
		cartels[i] = g.Cartel(i)
	}
	b := assert.Got(quorum.NewFamilyBuilder(g.N()))(t)
	for _, q := range g.Cartel(c).All() {
		assert.OK(t, b.AddSorted(q))
	}
	assert.OK(t, b.Add(added.Nodes()...))
	cartels[c] = b.Family()
	larger := assert.Got(quorum.NewGroupSystem("", cartels, nil))(t)
	// It contains g, so it dominates g if it is one.
	report := quorum.Check(t.Context(), larger, quorum.Options{})
	for _, p := range quorum.KindGroupSystem.Defining() {
		if v, _ := report.Judged(p); v.Holds != quorum.Holds {
			t.Logf("%s: %s", g.Name(), v.Reason)
			return false
		}
	}
	return true
}

func TestSurficialDominatingSet(t *testing.T) {
	for k, m := range surficialSizes(400) {
		g := surficialOf(t, k, m)
		n := g.N()
		set, err := SurficialDominatingSet(n, m)
		if k == 1 {
			hint := "it is dominated"
			if m == 2 {
				hint = "this one is nondominated"
			}
			var e *quorum.InputError
			if !errors.As(err, &e) || !strings.HasPrefix(e.Hint(), hint) {
				t.Errorf("n = %d, m = %d: %v", n, m, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("n = %d, m = %d: %v", n, m, err)
			continue
		}
		// T is Q_{1,1} with one node exchanged for the one below it in the first square.
		first := g.Cartel(0).Set(0)
		if !set.Minus(first).Equal(quorum.SetOf(k)) || !first.Minus(set).Equal(quorum.SetOf(0)) {
			t.Errorf("n = %d, m = %d: T = %v beside Q_11 = %v", n, m, set, first)
		}
		assert.True(t, dominates(t, g, 0, set), "n = %d, m = %d: T = %v does not show domination", n, m, set)
	}
	for _, c := range [][2]int{{0, 2}, {5, 2}, {4, 1}, {53, 4}} {
		assert.Refused(SurficialDominatingSet(c[0], c[1]))(t, "", "n = %d, m = %d: a set where there is no system", c[0], c[1])
	}
}

// TestSurficialOfSideOne judges the documentation on Theorem 3.4 where k = 1: dominated
// by the set outside the quorum of cartel 1 if m >= 3, nondominated if m = 2.
func TestSurficialOfSideOne(t *testing.T) {
	for m := 3; m <= 12; m++ {
		g := surficialOf(t, 1, m)
		outside := quorum.FullSet(g.N()).Minus(g.Cartel(0).Set(0))
		assert.True(t, dominates(t, g, 0, outside), "m = %d: not dominated by %v", m, outside)
	}
	// One node: its only non-empty set is {1}, and that is in both cartels already.
	g := surficialOf(t, 1, 2)
	if g.N() != 1 || g.Cartel(0).Len() != 1 || g.Cartel(1).Len() != 1 {
		t.Errorf("k = 1, m = 2: %d nodes", g.N())
	}
}

func TestSurficialVerdicts(t *testing.T) {
	want := map[quorum.Property]quorum.Truth{
		quorum.CrossIntersection: quorum.Holds, quorum.CartelMinimality: quorum.Holds,
		quorum.EqualEffort: quorum.Holds, quorum.EqualResponsibility: quorum.Holds,
	}
	for _, spec := range []string{"surficial:n=54,m=4", "surficial:k=1,m=7", "surficial:k=12,m=2"} {
		wantVerdicts(t, built(t, spec), want)
	}
}

func TestSurficialShapes(t *testing.T) {
	for _, spec := range []string{"surficial:k=20,m=9", "surficial:k=1,m=60", "surficial:k=70,m=2"} {
		compareShape(t, parsed(t, spec))
	}
}

// TestGroupSpecs has canonical specs, and refused ones, for the group families and degenerate-fpp.
func TestGroupSpecs(t *testing.T) {
	for spec, want := range map[string]string{
		"surficial:m=4,n=054":                     "surficial:n=54,m=4",
		"surficial:k=3,m=4":                       "surficial:n=54,m=4",
		"surficial:m=2,k=4096":                    "surficial:n=16777216,m=2",
		"surficial:k=1,m=5793":                    "surficial:n=16776528,m=5793",
		"affine:order=4,m=5":                      "affine:order=4,m=5",
		"affine:n=16,m=5":                         "affine:order=4,m=5",
		"affine:order=4096,m=4097":                "affine:order=4096,m=4097",
		"net:m=3,side=6":                          "net:side=6,m=3",
		"net:n=36,m=3":                            "net:side=6,m=3",
		"net:side=1,m=9":                          "net:side=1,m=9",
		"net:side=4096,m=2":                       "net:side=4096,m=2",
		"lift:of=(fpp:n=21),m=3":                  "lift:m=3,of=(fpp:order=4)",
		"lift:m=2,of=(cyclic:n=3,cover=1-0)":      "lift:m=2,of=(cyclic:n=3,cover=0-1)",
		"lift:m=65536,of=(singleton:n=1)":         "lift:m=65536,of=(singleton:n=1)",
		"lift:m=2,of=(degenerate-fpp:k=7)":        "lift:m=2,of=(degenerate-fpp:n=43)",
		"degenerate-fpp:k=7":                      "degenerate-fpp:n=43",
		"degenerate-fpp:n=18,seed=1":              "degenerate-fpp:n=18",
		"degenerate-fpp:seed=07,n=18":             "degenerate-fpp:n=18,seed=7",
		"degenerate-fpp:k=513,seed=0":             "degenerate-fpp:n=262657,seed=0",
		"lift:m=2,of=(degenerate-fpp:seed=2,n=4)": "lift:m=2,of=(degenerate-fpp:n=4,seed=2)",
	} {
		assert.Equal(t, assert.Got(Parse(t.Context(), spec))(t).Spec(), want, "%s", spec)
	}
	for _, c := range []struct{ spec, says, hints string }{
		{"surficial:n=54", "parameter m is missing", "m: number of cartels"},
		{"surficial:m=4", "parameter n is missing", "surficial:n=N,m=M"},
		{"surficial:n=54,m=1", "m=1: want 2..65536", ""},
		{"surficial:n=0,m=4", "n=0: want 1..16777216", ""},
		{"surficial:n=54,k=3,m=4", "k is given in place of n", ""},
		{"surficial:k=0,m=4", "k=0: want 1..1672", ""},
		{"surficial:k=1673,m=4", "k=1673: want 1..1672", ""},
		{"surficial:k=1,m=5794", "m=5794: want 2..5793", ""},
		{"surficial:n=53,m=4", "53 nodes and 4 groups: n is not k²·m(m-1)/2 = 6·k²", "surficial:n=24,m=4 (n = 24), surficial:n=54,m=4 (n = 54)"},
		{"surficial:n=2,m=4", "n is not", "nearest: surficial:n=6,m=4 (n = 6)"},
		{"surficial:n=16777216,m=6", "n is not", "nearest: surficial:n=16758735,m=6 (n = 16758735)"},
		{"surficial:n=9,m=65536", "n is not", ""},
		{"affine:order=1,m=2", "order=1: want 2..4096", ""},
		{"affine:order=4097,m=2", "want 2..4096", ""},
		{"affine:order=4,m=1", "m=1: want 2..65536", ""},
		{"affine:order=4,m=6", "no system of 16 nodes and 6 groups: AG(2,4) has 5 parallel classes", "nearest: affine:order=5,m=6 (n = 25)"},
		{"affine:order=6,m=3", "there is no projective plane of order 6, and so no affine plane", "Bruck-Ryser"},
		{"affine:order=6,m=3", "order 6", "affine:order=5,m=3 (n = 25), affine:order=7,m=3 (n = 49)"},
		{"affine:order=10,m=2", "order 10, and so no affine plane", "Lam"},
		{"affine:order=12,m=2", "no projective plane of order 12 is known", "affine:order=11,m=2"},
		{"affine:n=17,m=3", "n is not q² for a prime power q", "affine:order=4,m=3 (n = 16), affine:order=5,m=3 (n = 25)"},
		{"affine:n=1,m=3", "n is not q²", "nearest: affine:order=2,m=3 (n = 4)"},
		{"affine:n=16,m=1", "m=1: want", ""},
		{"net:side=0,m=2", "side=0: want 1..4096", ""},
		{"net:side=4097,m=2", "want 1..4096", ""},
		{"net:side=6,m=1", "m=1: want 2..65536", ""},
		{"net:side=6,m=65537", "m=65537: want 2..65536", ""},
		{"net:side=6,m=4", "a net of side 6 has at most 3 parallel classes", "there are at most 1 (Tarry 1900)"},
		{"net:side=6,m=4", "side 6", "net:side=5,m=4 (n = 25), net:side=7,m=4 (n = 49)"},
		{"net:side=10,m=4", "the net of side 10 with 4 parallel classes is not built here", "which exist (Bose"},
		{"net:side=10,m=5", "no net of side 10 with 5 parallel classes is built here", "leave open"},
		{"net:side=7,m=9", "a net of side 7 has at most 8", "nearest: net:side=1,m=9 (n = 1), net:side=8,m=9 (n = 64)"},
		{"net:side=2,m=65536", "at most 3", "nearest: net:side=1,m=65536 (n = 1)"},
		{"net:n=37,m=3", "n is no square", "net:side=6,m=3 (n = 36), net:side=7,m=3 (n = 49)"},
		{"lift:m=1,of=(fpp:order=4)", "m=1: want 2..65536", ""},
		{"lift:m=3,of=fpp", "want a spec in parentheses", "of: the spec of an ordinary system"},
		{"lift:m=3,of=(fpp:order=6)", "no projective plane of order 6", "Bruck-Ryser"},
		{"lift:m=2,of=(net:side=3,m=2)", "want the spec of an ordinary quorum system", ""},
		{"lift:m=2,of=(lift:m=2,of=(grid:n=4))", "want the spec of an ordinary quorum system", ""},
		{"lift:m=2", "parameter of is missing", "lift:m=M,of=(SPEC)"},
		{"degenerate-fpp:n=1", "n=1: want 2..262657", "n: number of nodes"},
		{"degenerate-fpp:n=262658", "want 2..262657", ""},
		{"degenerate-fpp:k=1", "k=1: want 2..513", ""},
		{"degenerate-fpp:k=514", "k=514: want 2..513", ""},
		{"degenerate-fpp:n=18,seed=-1", "seed=-1: want a number that is not negative", ""},
		{"degenerate-fpp:n=18,k=4", "k is given in place of n", ""},
	} {
		i, err := Parse(t.Context(), c.spec)
		if err == nil {
			t.Errorf("%s: %v", c.spec, i)
			continue
		}
		var hinter interface{ Hint() string }
		if !strings.Contains(err.Error(), c.says) || !errors.As(err, &hinter) || !strings.Contains(hinter.Hint(), c.hints) {
			t.Errorf("%s: %v; hint %q; want %q and %q", c.spec, err, hinter.Hint(), c.says, c.hints)
		}
	}
}

package loads

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize/convex/lp"
	"pgregory.net/rapid"

	"coterie/bounds"
	"coterie/internal/check/assert"
	"coterie/internal/check/systems"
	"coterie/quorum"
)

// gonumLoad is the load of f by gonum's simplex, in floating point: the packing program with a
// slack for each node.
func gonumLoad(t testing.TB, f quorum.Family) float64 {
	t.Helper()
	c, a, b := gonumProgram(f)
	total, _ := assert.Got2(lp.Simplex(c, a, b, 1e-10, nil))(t, "gonum")
	return -1 / total
}

func gonumProgram(f quorum.Family) (c []float64, a *mat.Dense, b []float64) {
	n, m := f.N(), f.Len()
	c, b = make([]float64, m+n), slices.Repeat([]float64{1}, n)
	a = mat.NewDense(n, m+n, nil)
	for i, q := range f.All() {
		c[i] = -1
		for _, x := range q {
			a.Set(int(x), i, 1)
		}
	}
	for x := range n {
		a.Set(x, m+x, 1)
	}
	return c, a, b
}

// randomLoadFamily returns m random quorums of 1 to largest of n nodes; they need not meet, and may
// repeat or contain each other.
func randomLoadFamily(r *rand.Rand, n, m, largest int) quorum.Family {
	quorums := make([][]int, m)
	for i := range quorums {
		quorums[i] = r.Perm(n)[:1+r.IntN(largest)]
	}
	return mustLoadFamily(n, quorums)
}

// randomMeetingFamily returns m random quorums of k of n nodes, every two of which meet.
func randomMeetingFamily(r *rand.Rand, n, m, k int) quorum.Family {
	var quorums [][]int
	for len(quorums) < m {
		q := r.Perm(n)[:k]
		for _, other := range quorums {
			if !slices.ContainsFunc(q, func(x int) bool { return slices.Contains(other, x) }) {
				q = append(q, other[r.IntN(len(other))])
			}
		}
		slices.Sort(q)
		quorums = append(quorums, slices.Compact(q))
	}
	return mustLoadFamily(n, quorums)
}

func mustLoadFamily(n int, quorums [][]int) quorum.Family {
	f, err := quorum.NewFamily(n, quorums)
	if err != nil {
		panic(err)
	}
	return f
}

// bothLoads returns the value that Find finds with and without classes, after the independent
// check of both certificates.
func bothLoads(t rapid.TB, f quorum.Family) bounds.Fraction {
	t.Helper()
	var value bounds.Fraction
	for _, sparse := range []bool{false, true} {
		l := assert.Got(Find(context.Background(), f, Options{Sparse: sparse}))(t, "sparse=%v", sparse)
		assert.OK(t, verifyLoad(f, l), "sparse=%v", sparse)
		if len(l.Strategy) > max(f.N(), spreadLimit) || sparse && len(l.Strategy) > f.N() {
			t.Fatalf("a strategy of %d quorums for %d nodes", len(l.Strategy), f.N())
		}
		if sparse && l.Value.Cmp(value) != 0 {
			t.Fatalf("load %v with classes, %v without", value, l.Value)
		}
		value = l.Value
	}
	return value
}

func TestLoadOfKnownSystems(t *testing.T) {
	type known struct {
		spec string
		load bounds.Fraction
	}
	cases := []known{
		{"singleton:n=4,centre=2", bounds.Integer(1)},
		{"wheel:n=8", bounds.FractionOf(7, 13)}, // the hub in a share s: s = s/7 + 1 - s
	}
	for _, q := range []int64{2, 3, 4, 5, 7, 8, 9, 11} {
		cases = append(cases, known{fmt.Sprintf("fpp:order=%d", q), bounds.FractionOf(q+1, q*q+q+1)})
	}
	for k := int64(2); k <= 8; k++ {
		cases = append(cases, known{fmt.Sprintf("grid:n=%d", k*k), bounds.FractionOf(2*k-1, k*k)})
	}
	for n := int64(3); n <= 15; n += 2 {
		cases = append(cases, known{fmt.Sprintf("majority:n=%d", n), bounds.FractionOf(n+1, 2*n)})
	}
	for _, c := range cases {
		f := systems.Cartels(t, c.spec)[0]
		assert.SameNumber(t, bothLoads(t, f), c.load, "%s: load", c.spec)
	}
}

func TestLoadAgainstOracle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 2))
		n := 1 + r.IntN(5)
		f := randomLoadFamily(r, n, 1+r.IntN(5), n)
		want := gameValue(t, payoffs([]quorum.Family{f}, []*big.Rat{big.NewRat(1, 1)}))
		assert.MustSameNumber(t, bothLoads(t, f).Rat(), want)
	})
}

func TestMixLoadAgainstOracle(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 3))
		n, m := 2+r.IntN(3), 1+r.IntN(2)
		var cartels []quorum.Family
		var mix []bounds.Fraction
		var shares []*big.Rat
		left := int64(12)
		for g := range m {
			cartels = append(cartels, randomLoadFamily(r, n, 1+r.IntN(3), n))
			part := r.Int64N(left + 1)
			if g == m-1 {
				part = left
			}
			left -= part
			mix, shares = append(mix, bounds.FractionOf(part, 12)), append(shares, big.NewRat(part, 12))
		}
		want := gameValue(t, payoffs(cartels, shares))
		for _, sparse := range []bool{false, true} {
			l := assert.Got(FindMixed(context.Background(), cartels, mix, Options{Sparse: sparse}))(t)
			assert.OK(t, verifyMixed(cartels, l))
			assert.MustSameNumber(t, l.Value.Rat(), want, "sparse=%v", sparse)
		}
	})
}

// Beyond the oracle: gonum's simplex, with families on up to 12 nodes that are degenerate by
// nature.
func TestLoadAgainstGonum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 4))
		n := 3 + r.IntN(10)
		f := randomMeetingFamily(r, n, 1+r.IntN(40), 1+r.IntN(min(n, 4)))
		if got, want := bothLoads(t, f).Float64(), gonumLoadOrNaN(f); !math.IsNaN(want) && math.Abs(got-want) > 1e-7 {
			t.Fatalf("load %v, gonum says %v", got, want)
		}
	})
	for _, spec := range []string{"billiard:q=9", "degenerate-fpp:n=40", "paths:d=2", "triangle-lattice:rows=6", "wall:rows=1-2-3-4", "grid:n=30"} {
		f := systems.Cartels(t, spec)[0]
		if got, want := bothLoads(t, f).Float64(), gonumLoad(t, f); math.Abs(got-want) > 1e-7 {
			t.Errorf("%s: load %v, gonum says %v", spec, got, want)
		}
	}
}

// gonumLoadOrNaN is gonumLoad, but for programs where gonum gives up.
func gonumLoadOrNaN(f quorum.Family) float64 {
	c, a, b := gonumProgram(f)
	total, _, err := lp.Simplex(c, a, b, 1e-10, nil)
	if err != nil {
		return math.NaN()
	}
	return -1 / total
}

// Nodes in no quorum, repeated quorums, quorums that contain others, other names of the nodes, and
// another order of the quorums leave the load as it is.
func TestLoadMetamorphic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 5))
		n := 2 + r.IntN(10)
		f := randomLoadFamily(r, n, 1+r.IntN(12), min(n, 5))
		want := bothLoads(t, f)
		assert.MustSameNumber(t, bothLoads(t, f.Minimized()), want, "minimal quorums alone")
		assert.MustSameNumber(t, bothLoads(t, f.Relabelled(r.Perm(n))), want, "relabelled")
		var more [][]int
		for _, q := range f.All() {
			more = append(more, loadInts(q))
			for r.IntN(2) == 0 {
				super := append(loadInts(q), r.IntN(n+3))
				slices.Sort(super)
				more = append(more, slices.Compact(super))
			}
		}
		r.Shuffle(len(more), func(i, j int) { more[i], more[j] = more[j], more[i] })
		assert.MustSameNumber(t, bothLoads(t, mustLoadFamily(n+3, more)), want, "with supersets, repeats and idle nodes")
	})
}

// The load of a composition is the product of the loads where every outer node has a copy of the
// inner system (Naor and Wool 1998).
func TestLoadOfHierarchy(t *testing.T) {
	for _, inner := range []string{"majority:n=3", "wheel:n=4", "grid:n=4"} {
		for _, outer := range []string{"majority:n=3", "wheel:n=5", "fpp:order=2"} {
			a, b := bothLoads(t, systems.Cartels(t, outer)[0]), bothLoads(t, systems.Cartels(t, inner)[0])
			got := bothLoads(t, systems.Cartels(t, fmt.Sprintf("hierarchical:outer=(%s),inner=(%s)", outer, inner))[0])
			assert.SameNumber(t, got.Rat(), new(big.Rat).Mul(a.Rat(), b.Rat()), "%s in %s", inner, outer)
		}
	}
}

func TestMixLoadByHand(t *testing.T) {
	// Reads are the pairs of five nodes and writes the sets of four: 2/5 and 4/5, and every mix is
	// between, since all nodes are alike.
	var reads, writes [][]int
	for s := range uint(32) {
		switch q := loadSubset(s); len(q) {
		case 2:
			reads = append(reads, q)
		case 4:
			writes = append(writes, q)
		}
	}
	cartels := []quorum.Family{mustLoadFamily(5, reads), mustLoadFamily(5, writes)}
	// Reads of a row, writes of a column and one node of each other column, say: rows by name.
	grid := []quorum.Family{mustLoadFamily(4, [][]int{{0, 1}, {2, 3}}), mustLoadFamily(4, [][]int{{0, 2}, {0, 3}, {1, 2}, {1, 3}})}
	// One cartel needs node 1, the other has any node: with half of each it stays out of the way.
	fixed := []quorum.Family{mustLoadFamily(3, [][]int{{0}}), mustLoadFamily(3, [][]int{{0}, {1}, {2}})}
	for _, c := range []struct {
		name    string
		cartels []quorum.Family
		mix     []bounds.Fraction
		want    bounds.Fraction
	}{
		{"reads", cartels, []bounds.Fraction{bounds.Integer(1), {}}, bounds.FractionOf(2, 5)},
		{"writes", cartels, []bounds.Fraction{{}, bounds.Integer(1)}, bounds.FractionOf(4, 5)},
		{"0.9 and 0.1", cartels, []bounds.Fraction{bounds.FractionOf(9, 10), bounds.FractionOf(1, 10)}, bounds.FractionOf(11, 25)},
		{"half each", cartels, nil, bounds.FractionOf(3, 5)},
		{"rows and columns", grid, nil, bounds.FractionOf(1, 2)},
		{"fixed", fixed, nil, bounds.FractionOf(1, 2)},
		{"fixed, one in ten", fixed, []bounds.Fraction{bounds.FractionOf(1, 10), bounds.FractionOf(9, 10)}, bounds.FractionOf(1, 3)},
	} {
		l := assert.Got(FindMixed(t.Context(), c.cartels, c.mix, Options{}))(t)
		assert.SameNumber(t, l.Value, c.want, "%s: load", c.name)
		assert.NoError(t, verifyMixed(c.cartels, l), "%s", c.name)
	}
	for _, spec := range []string{"surficial:n=12,m=3", "read-write-grid:rows=3,columns=4", "net:side=5,m=3"} {
		cartels := systems.Cartels(t, spec)
		l := assert.Got(FindMixed(t.Context(), cartels, nil, Options{}))(t)
		assert.NoError(t, verifyMixed(cartels, l), "%s", spec)
	}
}

// Large programs whose optimum has no simple fractions: columns are generated and dropped, and the
// equations of the basis solved exactly; two large cartels as well.
func TestLoadOfManyQuorums(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	f := randomSizedFamily(r, 40, 20_000, 8)
	bothLoads(t, f)
	cartels := []quorum.Family{randomSizedFamily(r, 40, 500, 6), randomSizedFamily(r, 40, 2000, 9), systems.Cartels(t, "degenerate-fpp:n=40")[0]}
	mix := []bounds.Fraction{bounds.FractionOf(5, 9), bounds.Integer(0), bounds.FractionOf(4, 9)}
	l := assert.Got(FindMixed(t.Context(), cartels, mix, Options{}))(t)
	assert.OK(t, verifyMixed(cartels, l))
	assert.Equal(t, l.Method, "linear program, made exact by exact equations", "method")
}

// Two runs give the same certificate, to the last weight.
func TestLoadIsDeterministic(t *testing.T) {
	for _, spec := range []string{"degenerate-fpp:n=40", "paths:d=2", "majority:n=7"} {
		f := systems.Cartels(t, spec)[0]
		a := assert.Got(Find(t.Context(), f, Options{Sparse: true}))(t)
		b, _ := Find(t.Context(), f, Options{Sparse: true})
		assert.Deep(t, fmt.Sprint(a), fmt.Sprint(b), "%s: two certificates", spec)
	}
}

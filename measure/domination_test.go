package measure_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/check/systems"
	"coterie/measure"
	"coterie/quorum"
)

func familyOfMasks(t testing.TB, n int, masks []uint32) quorum.Family {
	t.Helper()
	var quorums [][]int
	for _, m := range masks {
		var q []int
		for v := range n {
			if m>>v&1 == 1 {
				q = append(q, v)
			}
		}
		quorums = append(quorums, q)
	}
	return assert.Got(quorum.NewFamily(n, quorums))(t)
}

// isDominationWitness is the definition: t meets every quorum of all the other cartels (of the one
// family) and contains no quorum of its own cartel.
func isDominationWitness(cartels []quorum.Family, cartel int, t quorum.Set) bool {
	for i, c := range cartels {
		for k := range c.Len() {
			if (i != cartel || len(cartels) == 1) && !c.Set(k).Intersects(t) {
				return false
			}
			if i == cartel && c.Set(k).SubsetOf(t) {
				return false
			}
		}
	}
	return true
}

// naiveDominated goes through all sets of all cartels.
func naiveDominated(cartels []quorum.Family) bool {
	for i := range cartels {
		for x := range 1 << cartels[0].N() {
			var nodes []int
			for v := range cartels[0].N() {
				if x>>v&1 == 1 {
					nodes = append(nodes, v)
				}
			}
			if isDominationWitness(cartels, i, quorum.SetOf(nodes...)) {
				return true
			}
		}
	}
	return false
}

var exactDomination = []string{measure.DominationAuto, measure.DominationSAT, measure.DominationCounting}

// judgeAll asks every method, lets each test the others, and returns the answer on which they
// agree.
func judgeAll(t *testing.T, cartels []quorum.Family, opts measure.DominationOptions) bool {
	t.Helper()
	var dominated []bool
	check := func(m string, d measure.Judgement) {
		t.Helper()
		if d.Nondominated != quorum.Fails {
			assert.MustTrue(t, d.Witness.Empty(), "%q: a witness without domination", m)
			return
		}
		assert.MustTrue(t, isDominationWitness(cartels, int(d.Cartel), d.Witness), "%q: %v is no witness for cartel %v", m, d.Witness, d.Cartel)
		for v := range d.Witness.All() {
			if isDominationWitness(cartels, int(d.Cartel), d.Witness.Minus(quorum.SetOf(v))) {
				t.Fatalf("%q: %v is not minimal", m, d.Witness)
			}
		}
	}
	for _, m := range exactDomination {
		opts.Method = m
		d := measure.Judge(t.Context(), cartels, opts)
		check(m, d)
		if d.Nondominated == quorum.Unknown || d.Reason != "" || d.Method == "" {
			t.Fatalf("%q: %+v", m, d)
		}
		dominated = append(dominated, d.Nondominated == quorum.Fails)
		assert.MustEqual(t, dominated[0], dominated[len(dominated)-1], "methods %q disagree: %v", exactDomination, dominated)
	}
	for m, may := range map[string]bool{measure.DominationSizes: false, measure.DominationExpectations: true} {
		opts.Method = m
		d := measure.Judge(t.Context(), cartels, opts)
		check(m, d)
		switch d.Nondominated {
		case quorum.Unknown:
			if d.Reason == "" {
				t.Fatalf("%q: no reason", m)
			}
		default:
			if (d.Nondominated == quorum.Fails) != may || may != dominated[0] {
				t.Fatalf("%q: %+v, others: %v", m, d, dominated)
			}
		}
	}
	return dominated[0]
}

// coteries yields the coteries on n nodes, as masks in ascending order.
func coteries(n int, yield func([]uint32)) {
	var list []uint32
	var extend func(from uint32)
	extend = func(from uint32) {
		if len(list) > 0 {
			yield(list)
		}
		for x := from; x < 1<<n; x++ {
			fits := !slices.ContainsFunc(list, func(y uint32) bool { return x&y == 0 || x&y == x || x&y == y })
			if fits {
				list = append(list, x)
				extend(x + 1)
				list = list[:len(list)-1]
			}
		}
	}
	extend(1)
}

// TestDominationOfAllSmallCoteries: n = 1..5. There are 1, 2, 4, 12, 81, ... nondominated
// coteries, the self-dual monotone functions (OEIS A001206); those on n+1 nodes are one more
// than all coteries on n, by restriction to the sets without the last node.
func TestDominationOfAllSmallCoteries(t *testing.T) {
	known := []int{1, 2, 4, 12, 81, 2646}
	for n := 1; n <= 5; n++ {
		all, nd := 0, 0
		coteries(n, func(list []uint32) {
			c := []quorum.Family{familyOfMasks(t, n, list)}
			dominated := judgeAll(t, c, measure.DominationOptions{Seed: uint64(all % 2)})
			assert.MustEqual(t, dominated, naiveDominated(c), "%v: dominated", list)
			all++
			if !dominated {
				nd++
			}
		})
		if nd != known[n-1] || all+1 != known[n] {
			t.Errorf("n = %d: %d coteries, %d of them nondominated, want %d and %d", n, all, nd, known[n]-1, known[n-1])
		}
	}
}

// randomCrossing returns m families of random quorums that meet the quorums of the other families
// (or of the one family), with repeats and supersets among them.
func randomCrossing(t testing.TB, r *rand.Rand, n, m int) []quorum.Family {
	masks := make([][]uint32, m)
	size := 1 + r.IntN(n)
	for tries := 0; tries < 60 || slices.ContainsFunc(masks, func(c []uint32) bool { return len(c) == 0 }); tries++ {
		i := r.IntN(m)
		x := uint32(0)
		for range min(n, size+r.IntN(2)+tries/60) {
			x |= 1 << r.IntN(n)
		}
		meets := true
		for j, c := range masks {
			if i != j || m == 1 {
				meets = meets && !slices.ContainsFunc(c, func(y uint32) bool { return x&y == 0 })
			}
		}
		if meets {
			masks[i] = append(masks[i], x)
		}
	}
	var cartels []quorum.Family
	for _, c := range masks {
		cartels = append(cartels, familyOfMasks(t, n, c))
	}
	return cartels
}

func TestDominationOfRandomSystems(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 0))
	for m := 1; m <= 4; m++ {
		count := map[bool]int{}
		for range 150 {
			cartels := randomCrossing(t, r, 2+r.IntN(6), m)
			dominated := judgeAll(t, cartels, measure.DominationOptions{Seed: r.Uint64(), Jobs: r.IntN(3)})
			assert.MustEqual(t, dominated, naiveDominated(cartels), "%d cartels: dominated", m)
			count[dominated]++
			if m == 2 && dominated { // the dual of the first cartel has the quorums that it lacks
				dual := assert.Got(cartels[0].Dual(t.Context(), 1000))(t)
				if pair := []quorum.Family{cartels[0], dual}; judgeAll(t, pair, measure.DominationOptions{}) {
					t.Fatal("a family and its dual are dominated")
				}
			}
		}
		if count[true] < 10 || m < 4 && count[false] < 5 {
			t.Errorf("%d cartels: too few of a kind: %v", m, count)
		}
	}
}

// TestDominationOfComposedCoteries: compositions of ND coteries are ND (Neilsen and Mizuno
// 1992), here random trees of majorities, relabelled, with nodes in no quorum.
func TestDominationOfComposedCoteries(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 0))
	for range 20 {
		spec := fmt.Sprintf("hierarchical:outer=(majority:n=3),inner=(%s)", []string{
			"majority:n=3", "majority:n=5", "fpp:order=2", "wheel:n=4", "tree:height=1",
		}[r.IntN(5)])
		f := systems.Cartels(t, spec)[0]
		n := f.N() + r.IntN(3)
		to := r.Perm(n)
		b := assert.Got(quorum.NewFamilyBuilder(n))(t)
		drop := -1
		if r.IntN(2) == 0 {
			drop = r.IntN(f.Len())
		}
		for i, q := range f.All() {
			var nodes []int
			for _, v := range q {
				nodes = append(nodes, to[v])
			}
			if i == drop {
				continue
			}
			assert.OK(t, b.Add(nodes...))
		}
		assert.Equal(t, judgeAll(t, []quorum.Family{b.Family()}, measure.DominationOptions{}), (drop >= 0), "%s without quorum %d: dominated", spec, drop)
	}
}

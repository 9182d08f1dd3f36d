package enumerate

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"coterie/internal/check/assert"
)

// canonicalNaive goes through all orders of the nodes, by the definition in the package comment.
func canonicalNaive(f Function) (Function, int) {
	n := f.n
	orders := allOrders(n)
	var images []Function
	for _, to := range orders {
		images = append(images, f.renamedNaively(to))
	}
	automorphisms := 0
	for _, g := range images {
		if g == f {
			automorphisms++
		}
	}
	v := func(g Function, i int) int {
		size := 0
		for set := range 1 << n {
			if g.Has(set) && set>>i&1 == 1 {
				size++
			}
		}
		return size
	}
	// key is what is compared, first entry first; nil for an order that is not allowed.
	var key func(g Function) []uint64
	selfDual, coterie := f == f.Dual(), f.Below(f.Dual()) && n < MaxNodes
	if n < 2 {
		selfDual, coterie = false, false
	}
	key = func(g Function) []uint64 {
		if !selfDual && !coterie {
			for i := 1; i < n; i++ {
				if v(g, i-1) > v(g, i) {
					return nil
				}
			}
			return []uint64{g.words[3], g.words[2], g.words[1], g.words[0]}
		}
		k := n - 1
		if selfDual {
			k = n - 2
			if v(g, n-1) < v(g, n-2) {
				return nil
			}
		}
		for i := range k {
			if v(g, i) > v(g, k) {
				return nil
			}
		}
		p, e := uint64(0), uint64(0)
		counts := make([]uint64, k)
		for set := range 1 << k {
			if g.Has(set) {
				e |= 1 << set
			}
			if g.Has(set | 1<<k) {
				p |= 1 << set
				for i := range k {
					counts[i] += uint64(set >> i & 1)
				}
			}
		}
		if !slices.IsSorted(counts) {
			return nil
		}
		return append(counts, p, e)
	}
	var least Function
	var best []uint64
	for _, g := range images {
		if x := key(g); x != nil && (best == nil || slices.Compare(x, best) < 0) {
			least, best = g, x
		}
	}
	last := make([]int, n) // shown from the other end
	for i := range last {
		last[i] = n - 1 - i
	}
	return least.renamedNaively(last), automorphisms
}

// TestCanonicalCoteries compares, for every coterie on at most five nodes, the canonical form with
// the definition, and gives it every renaming.
func TestCanonicalCoteries(t *testing.T) {
	assert.Long(t, "it compares all systems on five nodes")
	for n := 1; n <= 5; n++ {
		orders := allOrders(n)
		for at, coterie := range allCoteries(n) {
			f := coterie.function(n)
			least, automorphisms := Canonical(f)
			if n < 5 || at%5 == 0 {
				if want, number := canonicalNaive(f); least != want || automorphisms != number {
					t.Fatalf("n = %d, %b: %b with %d automorphisms, want %b with %d", n, coterie, least.Minimal(), automorphisms, want.Minimal(), number)
				}
			}
			for _, to := range orders {
				if g, number := Canonical(f.renamedNaively(to)); g != least || number != automorphisms {
					t.Fatalf("n = %d: %b and its renaming by %v differ", n, coterie, to)
				}
			}
		}
	}
}

// TestCanonicalOfListed takes the canonical form of what is listed on the most nodes, where one
// more does not fit a Function.
func TestCanonicalOfListed(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for _, q := range []Query{{Nodes: 7, Classes: true}, {Nodes: 8, Nondominated: true, Classes: true}} {
		for item := range assert.Each(t, List(t.Context(), q, Options{})) {
			if item.Index == 2000 {
				break
			}
			f := item.Cartels[0]
			if least, automorphisms := Canonical(f.renamedNaively(rng.Perm(q.Nodes))); least != f || automorphisms != item.Automorphisms {
				t.Fatalf("%+v: item %d has the canonical form %v and %d automorphisms", q, item.Index, least.Minimal(), automorphisms)
			}
		}
	}
}

// TestCanonicalFunctions does so for all monotone functions of at most four nodes.
func TestCanonicalFunctions(t *testing.T) {
	known := readPublished(t)
	for n := 0; n <= 4; n++ {
		orders := allOrders(n)
		classes := map[Function]bool{}
		for _, x := range allMonotone(n).members {
			f := Function{n: n, words: [4]uint64{uint64(x)}}
			least, automorphisms := Canonical(f)
			if want, number := canonicalNaive(f); least != want || automorphisms != number {
				t.Fatalf("n = %d, %x: %x with %d automorphisms, want %x with %d", n, x, least.words, automorphisms, want.words, number)
			}
			for _, to := range orders {
				if g, _ := Canonical(f.renamedNaively(to)); g != least {
					t.Fatalf("n = %d: %x and its renaming by %v differ", n, x, to)
				}
			}
			classes[least] = true
		}
		assert.Equal(t, len(classes), known.MonotoneClasses[n])
	}
}

// TestCanonicalRandom compares random functions of 6 nodes with the definition, and random ones of
// 6 to 8 nodes with renamings.
func TestCanonicalRandom(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for round := range 200 {
		n := 6 + rng.IntN(3)
		f := randomFunction(rng, n, round%2 == 0)
		least, automorphisms := Canonical(f)
		if n == 6 && round < 60 {
			if want, number := canonicalNaive(f); least != want || automorphisms != number {
				t.Fatalf("n = %d, %b: %b with %d automorphisms, want %b with %d", n, f.Minimal(), least.Minimal(), automorphisms, want.Minimal(), number)
			}
		}
		for range 20 {
			to := rng.Perm(n)
			if g, number := Canonical(f.renamedNaively(to)); g != least || number != automorphisms {
				t.Fatalf("n = %d: %b and its renaming by %v differ", n, f.Minimal(), to)
			}
		}
		if again, _ := Canonical(least); again != least {
			t.Fatalf("n = %d: the canonical form of %b is not that of itself", n, f.Minimal())
		}
	}
}

// TestCanonicalSymmetric goes through thresholds, which all renamings leave as they are.
func TestCanonicalSymmetric(t *testing.T) {
	for n := 1; n <= MaxNodes; n++ {
		for least := 0; least <= n+1; least++ {
			f := Function{n: n}
			for set := range 1 << n {
				if bits.OnesCount(uint(set)) >= least {
					f.words[set/64] |= 1 << (set % 64)
				}
			}
			if g, automorphisms := Canonical(f); g != f || automorphisms != factorial(n) {
				t.Errorf("%d of %d: %d automorphisms", least, n, automorphisms)
			}
		}
	}
}

// TestFunctionParts compares what is taken from truth tables with the definition: exchanges of
// nodes, numbers of true sets with a node, use of nodes, the two last nodes, and the self-dual
// function of a coterie.
func TestFunctionParts(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for round := range 400 {
		n := 2 + rng.IntN(MaxNodes-1)
		f := randomFunction(rng, n, round%2 == 0)
		i, j := rng.IntN(n), rng.IntN(n)
		if i < j {
			to := make([]int, n)
			for v := range to {
				to[v] = v
			}
			to[i], to[j] = j, i
			assert.MustEqual(t, f.exchanged(i, j), f.renamedNaively(to), "n = %d: exchange of %d and %d", n, i, j)
		}
		for v := range n {
			live := 0
			for set := range 1 << n {
				if set>>v&1 == 1 && f.Has(set) {
					live++
				}
			}
			assert.MustEqual(t, f.live(v), live, "n = %d", n)
			assert.MustEqual(t, split(f).live()[v], live, "n = %d, node %d, by quarters", n, v)
		}
		used := 0 // the nodes that make a difference to some set
		for set := range 1 << n {
			for v := range n {
				if f.Has(set) != f.Has(set^1<<v) {
					used |= 1 << v
				}
			}
		}
		assert.MustEqual(t, f.Used(), used, "n = %d: %b use", n, f.Minimal())
		if i != j {
			// Whatever becomes of the other nodes, i is the last but one and j the last.
			x := split(f).onTop(i, j)
			want := [4]int{}
			for set := range 1 << n {
				if f.Has(set) {
					want[set>>i&1|set>>j&1<<1]++
				}
			}
			for which, quarter := range x.q {
				assert.MustEqual(t, quarter.size(), want[which], "n = %d, %d and %d on top: quarter %d", n, i, j, which)
			}
		}
		if n < MaxNodes && f.Below(f.Dual()) {
			g := f.extended()
			if g.n != n+1 || g != g.Dual() || g.restricted() != f {
				t.Fatalf("n = %d: %b extended", n, f.Minimal())
			}
		}
	}
}

// TestWalk goes through the orders of each division of n nodes into cells.
func TestWalk(t *testing.T) {
	for n := 0; n <= 6; n++ {
		for level := range 1 << max(0, n-1) {
			want, run := 1, 1
			for i := range max(0, n-1) {
				if level>>i&1 == 1 {
					run++
					want *= run
				} else {
					run = 1
				}
			}
			order := [6]int{0, 1, 2, 3, 4, 5}
			seen := map[[6]int]bool{order: true}
			steps := walk(n, level)
			for _, i := range steps {
				if level>>i&1 == 0 {
					t.Fatalf("n = %d, level %b: step %d leaves its cell", n, level, i)
				}
				order[i], order[i+1] = order[i+1], order[i]
				seen[order] = true
			}
			if len(seen) != want || len(steps) != want-1 {
				t.Errorf("n = %d, level %b: %d orders in %d steps, want %d", n, level, len(seen), len(steps), want)
			}
		}
	}
}

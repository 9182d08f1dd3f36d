package enumerate

import (
	"iter"
	"math/bits"
	"math/rand/v2"
	"testing"

	"coterie/internal/check/assert"
)

// renamedNaive renames variables set by set.
func renamedNaive(f table, k int, to []int) table {
	var g table
	for a := range 1 << k {
		if f>>a&1 == 0 {
			continue
		}
		b := 0
		for i, j := range to {
			b |= a >> i & 1 << j
		}
		g |= 1 << b
	}
	return g
}

func TestTableRenaming(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		k := 1 + rng.IntN(6)
		f := table(rng.Uint64()) & one(k)
		to := rng.Perm(k)
		assert.MustEqual(t, f.renamed(to), renamedNaive(f, k, to), "k = %d, %x renamed by %v", k, f, to)
		if k > 1 {
			i := rng.IntN(k - 1)
			assert.MustEqual(t, f.swapped(i), f.exchanged(i+1, i), "k = %d: exchanging %d with its neighbour", k, i)
		}
		for a := range 1 << k {
			if f.dual(k)>>a&1 == f>>(1<<k-1-a)&1 {
				t.Fatalf("k = %d: dual of %x at %b", k, f, a)
			}
		}
	}
}

func TestTranspositionsGoThroughAllOrders(t *testing.T) {
	for k, want := range []int{1, 1, 2, 6, 24, 120, 720, 5040} {
		order := [7]int{0, 1, 2, 3, 4, 5, 6}
		seen := map[[7]int]bool{order: true}
		for _, i := range transpositions(k) {
			order[i], order[i+1] = order[i+1], order[i]
			seen[order] = true
		}
		if len(seen) != want || len(transpositions(k)) != want-1 {
			t.Errorf("k = %d: %d orders by %d exchanges", k, len(seen), len(transpositions(k)))
		}
	}
}

func TestLattice(t *testing.T) {
	for k, want := range []int{2, 3, 6, 20, 168, 7581} {
		l := allMonotone(k)
		assert.Equal(t, len(l.members), want)
		if k <= 4 {
			count := 0
			for f := range uint64(1) << (1 << k) {
				naive := true
				for a := range 1 << k {
					for i := range k {
						naive = naive && (f>>a&1 == 0 || f>>(a|1<<i)&1 == 1)
					}
				}
				if naive != l.has(table(f)) || naive != table(f).monotone(k) {
					t.Fatalf("k = %d: %x", k, f)
				}
				if naive {
					count++
				}
			}
			assert.MustEqual(t, count, want)
		}
		for i, f := range l.members {
			if l.index(f) != i || l.members[l.duals[i]] != f.dual(k) {
				t.Fatalf("k = %d: member %d", k, i)
			}
		}
	}
}

// monotone reports whether a function of k variables stays true when a set grows.
func (f table) monotone(k int) bool {
	for i := range k {
		if f&^with(i)<<(1<<i)&^f != 0 {
			return false
		}
	}
	return true
}

// sets yields the sets at which f is true, in ascending order of their bit masks.
func (f table) sets() iter.Seq[int] {
	return func(yield func(int) bool) {
		for x := uint64(f); x != 0; x &= x - 1 {
			if !yield(bits.TrailingZeros64(x)) {
				return
			}
		}
	}
}

// invariant returns the members that a renaming of the variables (to[i] is the new name of i)
// leaves as they are; they are a lattice again.
func (l *lattice) invariant(to []int) *lattice {
	var members []table
	for _, f := range l.members {
		if f.renamed(to) == f {
			members = append(members, f)
		}
	}
	return newLattice(l.k, members)
}

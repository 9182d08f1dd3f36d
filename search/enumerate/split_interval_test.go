package enumerate

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"coterie/internal/check/assert"
)

// someLattices are all monotone functions of k variables, and those that a renaming leaves as
// they are, for some renamings of each k.
func someLattices(yield func(string, *lattice) bool) {
	rng := rand.New(rand.NewPCG(5, 6))
	for k := range maxLattice + 1 {
		l := allMonotone(k)
		if !yield(fmt.Sprintf("k=%d", k), l) {
			return
		}
		for range k {
			to := rng.Perm(k)
			if !yield(fmt.Sprintf("k=%d under %v", k, to), l.invariant(to)) {
				return
			}
		}
	}
}

func TestIntervals(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for name, l := range someLattices {
		tries := len(l.members)
		if l.k == 5 {
			tries = 3
		}
		for e := range tries {
			if l.k == 5 && e > 0 {
				e = rng.IntN(len(l.members) / (3 * e)) // low ones have long intervals
			}
			count := l.intervals(e)
			for i, x := range l.members {
				want := 0
				for _, y := range l.members {
					if l.members[e].below(y) && y.below(x) {
						want++
					}
				}
				assert.MustEqual(t, int(count[i]), want, "%s", name)
			}
		}
	}
}

// TestBottoms checks that the orbits are those of a group that keeps the lattice, and that they
// have every e <= e* once.
func TestBottoms(t *testing.T) {
	for name, l := range someLattices {
		group := l.symmetries()
		orders := 1
		for i := 2; i <= l.k; i++ {
			orders *= i
		}
		if len(l.members) == len(allMonotone(l.k).members) && len(group) != orders {
			t.Errorf("%s: %d symmetries", name, len(group))
		}
		assert.Equal(t, orders%len(group), 0, "%s: %d symmetries are no group", name, len(group))
		total := 0
		for _, o := range l.bottoms(group) {
			assert.Equal(t, o.size*len(o.stabilizer), len(group), "%s: an orbit of %d with %d renamings that keep one", name, o.size, len(o.stabilizer))
			total += o.size
			for _, to := range o.stabilizer {
				if e := l.members[o.first]; e.renamed(to) != e {
					t.Errorf("%s: %v does not keep %x", name, to, e)
				}
			}
		}
		want := 0
		for i, e := range l.members {
			if e.below(l.members[l.duals[i]]) {
				want++
			}
		}
		assert.Equal(t, total, want, "%s: orbits have: members", name)
	}
}

package construct

import (
	"math/bits"
	"slices"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/solve/sets"
	"coterie/quorum"
)

// leastIntersection is by definition, over all pairs of listed quorums.
func leastIntersection(f quorum.Family) int {
	least := f.N()
	for i, q := range f.All() {
		in := make([]bool, f.N())
		for _, v := range q {
			in[v] = true
		}
		for j := range i {
			common := 0
			for _, v := range f.Quorum(j) {
				if in[v] {
					common++
				}
			}
			least = min(least, common)
		}
	}
	return least
}

// TestLeastIntersections: what the documentation says of every two quorums, and of the load and the
// smallest transversal, against the lists.
func TestLeastIntersections(t *testing.T) {
	for _, c := range []struct {
		spec        string
		least, size int
		transversal int // of the proved facts; 0 where none is given
	}{
		{"threshold:n=9,b=2", 5, 7, 0}, {"threshold:n=10,b=3,kind=dissemination", 4, 7, 0},
		{"byzantine-grid:side=6,b=1", 6, 21, 4}, {"byzantine-grid:side=5,b=2,kind=dissemination", 9, 17, 3}, // 2R, and more if 2R > side
		{"mgrid:side=5,b=1", 8, 16, 4}, {"mgrid:side=4,b=1", 8, 12, 3}, {"mgrid:side=3,b=1", 7, 8, 2},
		{"rt:k=4,l=3,depth=2", 4, 9, 4}, {"rt:k=3,l=2,depth=2", 1, 4, 4},
		{"boostfpp:order=2,b=1", 3, 12, 0},
		{"hyperplanes:d=3,q=2", 3, 7, 0}, {"hyperplanes:d=3,q=3", 4, 13, 0}, {"hyperplanes:d=4,q=2", 7, 15, 0}, {"hyperplanes:d=3,q=4", 5, 21, 0},
		{"hyperplanes:d=2,q=4", 1, 5, 0}, {"hyperplanes:d=4,q=3", 13, 40, 0},
		{"paley:q=7", 1, 3, 0}, {"paley:q=27", 6, 13, 0}, {"paley:q=103", 25, 51, 0},
		{"twin:q=3", 3, 7, 0}, {"twin:q=7", 15, 31, 0}, {"twin:q=25", 168, 337, 0},
		{"menon:u=2", 2, 6, 0}, {"menon:u=3", 6, 15, 0}, {"menon:u=4", 12, 28, 0}, {"menon:u=8", 56, 120, 0},
		{"biplane:k=3", 2, 3, 0}, {"biplane:k=4", 2, 4, 0}, {"biplane:k=5", 2, 5, 0}, {"biplane:k=6", 2, 6, 0},
		{"biplane:k=9", 2, 9, 0}, {"biplane:k=11", 2, 11, 0}, {"biplane:k=13", 2, 13, 0},
	} {
		f := cartelsOf(built(t, c.spec))[0]
		least, greatest := f.Sizes()
		assert.Equal(t, [3]int{leastIntersection(f), least, greatest}, [3]int{c.least, c.size, c.size}, "%s: common to two quorums, sizes", c.spec)
		if c.transversal > 0 {
			set := parsed(t, c.spec).Proved().Transversal
			assert.Equal(t, set.Len(), c.transversal, "%s: proved transversal", c.spec)
			assert.Equal(t, meetsAll(f, set.Nodes()), true, "%s: %v meets every quorum", c.spec, set)
			for fewer := range sets.Combinations[int](f.N(), c.transversal-1) {
				assert.Equal(t, meetsAll(f, fewer), false, "%s: %v meets every quorum", c.spec, fewer)
			}
		}
	}
}

// meetsAll reports whether a set of nodes meets every quorum.
func meetsAll(f quorum.Family, nodes []int) bool {
	set := quorum.SetOf(nodes...)
	for _, q := range f.All() {
		if !slices.ContainsFunc(q, func(v int32) bool { return set.Has(int(v)) }) {
			return false
		}
	}
	return true
}

// tolerates judges the definitions of Malkhi and Reiter for b liars, over all quorums and all sets
// of b nodes.
func tolerates(n, b int, quorums []uint32, holds func(q, r, liars uint32) bool) bool {
	for liars := range sets.Combinations[int](n, b) {
		mask := uint32(0)
		for _, v := range liars {
			mask |= 1 << v
		}
		alive := false
		for _, q := range quorums {
			alive = alive || q&mask == 0
			for _, r := range quorums {
				if !holds(q, r, mask) {
					return false
				}
			}
		}
		if !alive {
			return false
		}
	}
	return true
}

// TestThresholdKinds: each threshold tolerates b liars, with quorums of one node fewer it would
// not, and for one liar more than the family takes no size does.
func TestThresholdKinds(t *testing.T) {
	count := bits.OnesCount32
	for kind, holds := range map[quorum.Property]func(b int) func(q, r, liars uint32) bool{
		quorum.Dissemination: func(int) func(q, r, liars uint32) bool {
			return func(q, r, liars uint32) bool { return q&r&^liars != 0 }
		},
		quorum.Masking: func(b int) func(q, r, liars uint32) bool {
			return func(q, r, liars uint32) bool { return count(q&r&^liars) > b }
		},
		quorum.Opaque: func(int) func(q, r, liars uint32) bool {
			return func(q, r, liars uint32) bool {
				right := count(q & r &^ liars)
				return right >= count(r&liars|r&^q) && right > count(r&liars)
			}
		},
	} {
		for n := 1; n <= 10; n++ {
			for b := 0; b <= n; b++ {
				least := 0
				for size := n; size > 0; size-- {
					var quorums []uint32
					for set := range uint32(1) << n {
						if count(set) == size {
							quorums = append(quorums, set)
						}
					}
					if tolerates(n, b, quorums, holds(b)) {
						least = size
					}
				}
				p, err := thresholdPlan(n, b, kind)
				if (err == nil) != (least > 0) || err == nil && p.largest != least {
					t.Errorf("%s, n = %d, b = %d: %v, the least size is %d", kind, n, b, err, least)
				}
			}
		}
	}
}

// TestByzantineSpecs: wrong parameters get one error that says what is legal.
func TestByzantineSpecs(t *testing.T) {
	for _, spec := range []string{
		"threshold:n=8,b=2", "threshold:n=6,b=2,kind=dissemination", "threshold:n=9,b=2,kind=opaque", "threshold:n=5,b=1,kind=majority",
		"byzantine-grid:side=3,b=1", "byzantine-grid:side=9,b=1,kind=opaque", "mgrid:side=4,b=2", "mgrid:side=4097,b=1",
		"rt:k=4,l=2,depth=2", "rt:k=4,l=4,depth=2", "rt:k=4,l=3,depth=11", "boostfpp:order=2,b=0", "boostfpp:order=4000,b=1",
		"hyperplanes:d=3,q=6", "hyperplanes:d=1,q=2", "hyperplanes:d=20,q=2", "paley:q=3", "paley:q=13", "paley:q=15", "biplane:k=7",
	} {
		assert.Refusal[*ParamError](Parse(t.Context(), spec))(t, "%s", spec)
	}
	assert.Refusal[*NoSystemError](Parse(t.Context(), "boostfpp:order=6,b=1"))(t)
}

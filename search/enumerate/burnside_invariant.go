package enumerate

import (
	"cmp"
	"iter"
	"math/bits"
	"slices"

	"coterie/internal/solve/sets"
)

// renamingWithCycles returns a renaming with these cycle lengths: node i goes to to[i]; the nodes
// of a cycle stand side by side.
func renamingWithCycles(cycles []int) (to []int) {
	for _, length := range cycles {
		first := len(to)
		for i := range length {
			to = append(to, first+(i+1)%length)
		}
	}
	return to
}

// renamingPower returns the renaming to, done times times.
func renamingPower(to []int, times int) []int {
	all := make([]int, len(to))
	for v := range to {
		w := v
		for range times {
			w = to[w]
		}
		all[v] = w
	}
	return all
}

// movedSet renames the nodes of a set.
func movedSet(set int, to []int) int {
	image := 0
	for i := range sets.Ones(uint64(set)) {
		image |= 1 << to[i]
	}
	return image
}

// orbitsOfSets returns the sets of nodes in classes of those that a renaming takes into one
// another, the largest sets first.
func orbitsOfSets(to []int) [][]int {
	seen := make([]bool, 1<<len(to))
	var orbits [][]int
	for set := range seen {
		var orbit []int
		for x := set; !seen[x]; x = movedSet(x, to) {
			seen[x] = true
			orbit = append(orbit, x)
		}
		if orbit != nil {
			orbits = append(orbits, orbit)
		}
	}
	slices.SortStableFunc(orbits, func(a, b []int) int {
		return cmp.Compare(bits.OnesCount(uint(b[0])), bits.OnesCount(uint(a[0])))
	})
	return orbits
}

// tablesUnder yields the monotone functions of k = len(to) <= 6 variables that the renaming leaves
// as they are. Orbits of sets are taken in or left out, the largest sets first: an orbit can be
// taken in if the sets with one variable more than its first set are there, since the renaming
// takes them to those with one more than another set of the orbit. No choice leads nowhere.
func tablesUnder(to []int) iter.Seq[table] {
	orbits := orbitsOfSets(to)
	inside, above := make([]table, len(orbits)), make([]table, len(orbits))
	for o, sets := range orbits {
		for _, x := range sets {
			inside[o] |= 1 << x
		}
		for i := range to {
			if larger := sets[0] | 1<<i; larger != sets[0] {
				above[o] |= 1 << larger
			}
		}
	}
	return func(yield func(table) bool) {
		var choose func(f table, next int) bool
		choose = func(f table, next int) bool {
			for ; next < len(orbits); next++ {
				if above[next].below(f) && !choose(f|inside[next], next+1) {
					return false
				}
			}
			return yield(f)
		}
		choose(0, 0)
	}
}

// latticeUnder returns the lattice of the monotone functions that the renaming leaves as they
// are. It panics if there are 2^16 of them or more.
func latticeUnder(to []int) *lattice {
	var members []table
	for f := range tablesUnder(to) {
		if members = append(members, f); len(members) >= 1<<16 {
			panic("enumerate: an invariant lattice of 2^16 functions or more")
		}
	}
	return newLattice(len(to), members)
}

// bottomIntervals counts how many members of a lattice lie between a bottom e and x.
type bottomIntervals struct {
	*lattice
	inside []table  // the members of [e, e*], ascending
	sizes  []uint64 // by the index of x; only those of inside are meant
}

func newBottomIntervals(l *lattice) *bottomIntervals {
	return &bottomIntervals{lattice: l, sizes: make([]uint64, len(l.members))}
}

// from sets the bottom, which must be a member below its dual. It takes |[e, e*]|^2 / 2 steps.
func (v *bottomIntervals) from(e table) {
	v.inside = v.inside[:0]
	top := e.dual(v.k)
	for _, x := range v.members {
		if !e.below(x) || !x.below(top) {
			continue
		}
		v.inside = append(v.inside, x)
		var size uint64
		for _, y := range v.inside {
			if y&^x == 0 {
				size++
			}
		}
		v.sizes[v.index(x)] = size
	}
}

// size is |[e, x]|, for a member x of [e, e*].
func (v *bottomIntervals) size(x table) uint64 { return v.sizes[v.index(x)] }

package small

import (
	"fmt"
	"iter"
	"math/bits"
	"slices"
	"strings"

	"coterie/experiments"
	"coterie/internal/solve/sets"
	"coterie/internal/words/show"
	"coterie/quorum"
)

// Groups is a group quorum system on at most 8 nodes: for each cartel its quorums as bit masks.
type Groups [][]uint8

// GroupSystems yields every m-group quorum system of non-empty cartels on n nodes, in a fixed
// order. There are 2^(2^n) families to choose cartels from, so n <= 4; it panics above.
func GroupSystems(n, m int) iter.Seq[Groups] {
	if n > 4 {
		panic(fmt.Sprintf("experiments: all group systems on %d nodes", n))
	}
	antichains := Antichains(n)
	return func(yield func(Groups) bool) {
		var extend func(chosen Groups) bool
		extend = func(chosen Groups) bool {
			if len(chosen) == m {
				return yield(chosen)
			}
			for _, c := range antichains {
				if CrossesAll(chosen, c) && !extend(append(chosen, c)) {
					return false
				}
			}
			return true
		}
		extend(make(Groups, 0, m))
	}
}

// Sizes lists the numbers n of nodes and m of cartels of small group systems: first m = 2 and n
// from 1 to two, then m = 3 and n from 1 to three.
func Sizes(two, three int) (sizes [][2]int) {
	for m, most := range []int{2: two, 3: three} {
		for n := range most {
			sizes = append(sizes, [2]int{n + 1, m})
		}
	}
	return sizes
}

// Antichains returns all non-empty antichains of non-empty subsets of n nodes.
func Antichains(n int) [][]uint8 {
	var out [][]uint8
	var extend func(chosen []uint8, from int)
	extend = func(chosen []uint8, from int) {
		for q := from; q < 1<<n; q++ {
			if longer := append(chosen, uint8(q)); sets.IsAntichain(longer) {
				out = append(out, slices.Clone(longer))
				extend(longer, q+1)
			}
		}
	}
	extend(nil, 1)
	return out
}

// CrossesAll reports whether every quorum of a cartel meets all of the others.
func CrossesAll(cartels Groups, c []uint8) bool {
	for _, other := range cartels {
		for _, a := range other {
			if slices.ContainsFunc(c, func(b uint8) bool { return a&b == 0 }) {
				return false
			}
		}
	}
	return true
}

// Responsibility returns the greatest number of quorums, over all cartels, that a node is in.
func (g Groups) Responsibility() int {
	var times [8]int
	for _, q := range slices.Concat(g...) {
		for v := range times {
			times[v] += int(q >> v & 1)
		}
	}
	return slices.Max(times[:])
}

// LeastSize returns the size of the smallest quorum.
func (g Groups) LeastSize() int {
	least := 8
	for _, q := range slices.Concat(g...) {
		least = min(least, bits.OnesCount8(q))
	}
	return least
}

// Degree returns the least over the cartels of the greatest number of disjoint quorums.
func (g Groups) Degree() int {
	degrees := make([]int, len(g))
	for i, c := range g {
		degrees[i] = sets.MostDisjoint(c)
	}
	return slices.Min(degrees)
}

// String lists the cartels with 1-based nodes.
func (g Groups) String() string {
	cartels := make([]string, len(g))
	for i, c := range g {
		cartels[i] = "{" + show.Join(c, ",", func(q uint8) string { return quorum.SetOfMask(q).String() }) + "}"
	}
	return "(" + strings.Join(cartels, ", ") + ")"
}

// Coteries yields the antichains on 1 to n nodes in which every two quorums meet. If meet is false,
// it yields the other antichains.
func Coteries(n int, meet bool) iter.Seq[System] {
	return func(yield func(System) bool) {
		for nodes := 1; nodes <= n; nodes++ {
			for _, c := range Antichains(nodes) {
				if (sets.MostDisjoint(c) == 1) == meet && !yield(System{nodes, Groups{c}}) {
					return
				}
			}
		}
	}
}

// Dominates judges Definition 3.3 as printed: g is another system than h, with a quorum inside
// every quorum of h.
func (g Groups) Dominates(h Groups) bool {
	same := true
	for i := range g {
		for _, q := range h[i] {
			if !slices.ContainsFunc(g[i], func(r uint8) bool { return r&q == r }) {
				return false
			}
		}
		same = same && slices.Equal(g[i], h[i])
	}
	return !same
}

// System lists the cartels.
func (g Groups) System(n int) (*quorum.GroupSystem, error) {
	cartels := make([]quorum.Family, len(g))
	for i, c := range g {
		f := experiments.Must(quorum.FamilyOfMasks(n, c))
		cartels[i] = f
	}
	return quorum.NewGroupSystem("", cartels, nil)
}

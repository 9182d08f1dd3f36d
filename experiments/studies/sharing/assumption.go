package sharing

import (
	"fmt"
	"math/bits"
	"slices"

	"coterie/experiments"
)

// apart has a family of its own for each process, on n nodes: Assumption A does not hold. Of the
// nodes so many may crash, 0 or 1.
type apart struct {
	structure
	n, crashes int
}

// withoutAssumption lists all such choices on few nodes, lists having the families on 1, 2, ...
// nodes: without crashes, of up to 3 processes and 3 resources on fewer nodes than resources; with
// one, of up to 2 processes of one group and 2 resources on no more nodes than are needed.
func withoutAssumption(lists [][]antichain) (all []apart) {
	for _, alpha := range sharedResources(3, 3) {
		s := structure{Alpha: alpha}
		used := s.union(s.everyone())
		resources := bits.OnesCount8(used)
		for crashes, most := range []int{resources - 1, 2*resources + 1} {
			if used&(used+1) != 0 || crashes > 0 && (len(alpha) > 2 || resources > 2 || groupsIn(alpha) > 1) {
				continue
			}
			for n := 1; n <= min(most, len(lists)); n++ {
				choices := []structure{s}
				for range alpha {
					choices = experiments.Flat(choices, func(s structure) (longer []structure) {
						for _, a := range lists[n-1] {
							longer = append(longer, structure{Alpha: alpha, Families: append(slices.Clone(s.Families), a.Quorums)})
						}
						return longer
					})
				}
				for _, s := range choices {
					all = append(all, apart{s, n, crashes})
				}
			}
		}
	}
	return all
}

// bounded reports whether there are (R+1)(f+1)-1 nodes and f+1 in each quorum, as with Assumption
// A, or else condition C fails, minimality aside, or a crash leaves too few disjoint quorums.
func (c apart) bounded() (bool, string) {
	resources := c.resources(c.everyone())
	enough := c.n >= (resources+1)*(c.crashes+1)-1
	survives := true
	for _, q := range slices.Concat(c.Families...) {
		enough = enough && bits.OnesCount8(q) > c.crashes
	}
	for v := range c.n * c.crashes {
		left := slices.DeleteFunc(slices.Concat(c.Families...), func(q uint8) bool { return q>>v&1 == 1 })
		_, most := packingSizes(left)
		survives = survives && most >= resources
	}
	return enough || !survives || !c.packsAsC(), fmt.Sprintf("%v on %d nodes, of which %d may crash", c.structure, c.n, c.crashes)
}

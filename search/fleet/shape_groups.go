package fleet

import (
	"cmp"
	"fmt"
	"slices"

	"coterie/fleet"
	"coterie/internal/solve/sets"
	"coterie/quorum"
)

// allGroups is the most nodes of a fleet of which all groups and weights are listed. In one of
// more, a group of more than fewInGroup nodes leaves no other of several.
const (
	allGroups  = 7
	fewInGroup = 5
)

// groupPool has the systems that ZooKeeper calls hierarchical quorums: nodes are divided into
// groups, and a quorum has more than half of the weight of more than half of the groups that have
// any (ZooKeeper administrator's guide, Quorums, Hierarchical quorums; QuorumHierarchical). Reads
// and writes have the same quorums.
//
// Even numbers of groups are left out, for they are no better: with the weights of one group at 0
// more than half of the others are enough. So are weights whose sum is even: with the double of all
// and one more for one node, every quorum is one still.
//
// Proof: docs/theorems/fleet-shapes.md.
func groupPool(f *fleet.Fleet) pool {
	n := f.N()
	if n > mostTabled {
		return someGroups(f)
	}
	c := &tables{n: n, silent: f.Workload.Silent, complete: n <= allGroups, text: fmt.Sprintf("all groups and weights on %d nodes", n)}
	largest := n
	if !c.complete {
		largest, c.text = fewInGroup, fmt.Sprintf("all groups of at most %d nodes", fewInGroup)
	}
	var inner [allGroups + 1][]ballot // the majorities of groups of so many nodes, with their votes node by node
	for size := 1; size <= largest; size++ {
		inner[size] = inGroup(size)
	}
	kind, seen := kinds(f), map[string]bool{}
	several := !slices.Equal(kind, quorum.FullSet(n).Nodes()) // some nodes are of one kind
	var systems []grouped
	var now grouped
	var masks [][]uint16 // of the groups
	var weigh func(g int)
	weigh = func(g int) {
		if g == len(now.groups) {
			s := grouped{now.groups, slices.Clone(now.votes)}
			if several {
				key := orbit(kind, s)
				if seen[key] {
					return
				}
				seen[key] = true
			}
			systems = append(systems, s)
			quorums := majorityOf(masks, len(masks)/2+1)
			c.add(quorums, quorums)
			return
		}
		for _, b := range inner[len(now.groups[g])] {
			masks[g], now.votes[g] = moved(b.reads, now.groups[g]), b.votes
			weigh(g + 1)
		}
	}
	for groups := range partitions(n) {
		if len(groups)%2 == 1 && !slices.ContainsFunc(groups, func(nodes []int) bool { return len(nodes) > largest }) {
			now = grouped{groups, make([][]int, len(groups))}
			masks = make([][]uint16, len(groups))
			weigh(0)
		}
	}
	c.of = func(i int) member { return systems[i].member(n) }
	return c
}

// grouped is groups of nodes with the votes of each node in its group.
type grouped struct {
	groups [][]int
	votes  [][]int
}

func (s grouped) member(n int) member {
	m := member{votes: make([]int, n)}
	var parts []quorum.Formula
	for g, nodes := range s.groups {
		for k, v := range nodes {
			m.votes[v] = s.votes[g][k]
		}
		m.groups = append(m.groups, slices.Clone(nodes))
		parts = append(parts, quorum.Votes(sets.Sum(s.votes[g])/2+1, s.votes[g], quorum.Leaves(nodes)...))
	}
	formula := quorum.Choose(len(parts)/2+1, parts...).Over(n)
	m.system = fleet.System{Reads: formula, Writes: formula}
	m.reads = fmt.Sprintf("%d of %d groups", len(parts)/2+1, len(parts))
	m.writes = m.reads
	var rest []int
	for v := range n {
		if !slices.ContainsFunc(m.groups, func(nodes []int) bool { return slices.Contains(nodes, v) }) {
			rest = append(rest, v)
		}
	}
	if len(rest) > 0 {
		m.groups = append(m.groups, rest)
	}
	return m
}

// inGroup returns all majorities of votes of so many nodes in which each node counts, and that no
// other one is better than, each with its votes node by node.
func inGroup(size int) (list []ballot) {
	for _, b := range ballots(size, enoughVotes[size-1], true) {
		used := uint16(0)
		for _, q := range b.reads {
			used |= q
		}
		if used != 1<<size-1 || sets.Sum(b.votes)%2 == 0 {
			continue
		}
		placings(b.votes, quorum.FullSet(size).Nodes(), func(to []int) {
			votes := make([]int, size)
			for p, v := range to {
				votes[v] = b.votes[p]
			}
			list = append(list, ballot{votes: votes, reads: moved(b.reads, to)})
		})
	}
	return list
}

// partitions yields the divisions of some of n nodes into groups.
func partitions(n int) func(yield func([][]int) bool) {
	return func(yield func([][]int) bool) {
		var place func(v int, groups [][]int) bool
		place = func(v int, groups [][]int) bool {
			if v == n {
				copied := make([][]int, len(groups))
				for g := range groups {
					copied[g] = slices.Clone(groups[g])
				}
				return yield(copied)
			}
			for g := range groups {
				before := groups[g]
				groups[g] = append(before, v)
				more := place(v+1, groups)
				if groups[g] = before; !more {
					return false
				}
			}
			return place(v+1, append(groups, []int{v})) && place(v+1, groups)
		}
		place(0, nil)
	}
}

// majorityOf returns the unions of one set of each of k of the lists.
func majorityOf(lists [][]uint16, k int) []uint16 {
	var out []uint16
	var take func(from, k int, have uint16)
	take = func(from, k int, have uint16) {
		if k == 0 {
			out = append(out, have)
			return
		}
		for g := from; g+k <= len(lists); g++ {
			for _, q := range lists[g] {
				take(g+1, k-1, have|q)
			}
		}
	}
	take(0, k, 0)
	return out
}

// someGroups has groups that are likely to be good where not all are gone through: the zones, and
// nodes dealt out to 1, 3, 5, ... groups in the order of what they can do. There all weights are 1,
// but for the last node of an even group and the groups beyond an odd number of them, which have 0.
// One group has weights in proportion to what nodes can do.
func someGroups(f *fleet.Fleet) *formulas {
	n := f.N()
	c := &formulas{text: "the zones as groups, nodes dealt out to 1, 3, 5, ... groups, and one group with weights in proportion to what nodes can do"}
	for most := range int64(4) {
		c.list = append(c.list, grouped{[][]int{quorum.FullSet(n).Nodes()}, [][]int{proportional(f, 2, most+2)}}.member(n))
	}
	add := func(groups [][]int) {
		slices.SortStableFunc(groups, func(a, b []int) int { return len(b) - len(a) })
		var s grouped
		for _, nodes := range groups[:len(groups)-1+len(groups)%2] {
			votes := slices.Repeat([]int{1}, len(nodes))
			if len(nodes)%2 == 0 {
				nodes, votes = nodes[:len(nodes)-1], votes[1:]
			}
			s.groups, s.votes = append(s.groups, nodes), append(s.votes, votes)
		}
		c.list = append(c.list, s.member(n))
	}
	order, speed := quorum.FullSet(n).Nodes(), proportional(f, 2, 1000)
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(speed[b], speed[a]) })
	zones := make([][]int, len(f.Zones)+1)
	for _, v := range order {
		zones[f.Nodes[v].Zone+1] = append(zones[f.Nodes[v].Zone+1], v)
	}
	add(slices.DeleteFunc(zones, func(nodes []int) bool { return len(nodes) == 0 }))
	for count := 1; count <= min(n, 25); count += 2 {
		groups := make([][]int, count)
		for k, v := range order {
			groups[k%count] = append(groups[k%count], v)
		}
		add(groups)
	}
	return c
}

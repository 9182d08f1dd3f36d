package propose

import (
	"math"
	"math/bits"
	"slices"

	"coterie/quorum"
)

// union is a set with the sum of the prices of its nodes; infinite where there is none.
type union struct {
	set    uint64
	weight float64
}

var none = union{weight: math.Inf(1)}

// unions is the empty set, and then no sets.
func unions(n int) []union {
	list := slices.Repeat([]union{none}, n)
	list[0] = union{}
	return list
}

func (u union) with(w union) union { return union{u.set | w.set, u.weight + w.weight} }

// lightestSpared returns the lightest set of some nodes that takes at least `kill` failures of nodes to
// leave no quorum of a formula that reads every node once, for each number up to kill. Gates of
// unequal votes are known for nodes alone; of others there is no set.
func lightestSpared(f quorum.Formula, node []float64, among uint64, kill int) []union {
	best := unions(kill + 1)
	if v, leaf := f.Leaf(); leaf {
		if among>>v&1 == 1 {
			best[1] = union{1 << v, node[v]}
		}
		return best
	}
	parts := make([][]union, f.Len())
	for i := range parts {
		parts[i] = lightestSpared(f.Part(i), node, among, kill)
	}
	if f.UnitVotes() {
		for k := 1; k <= kill; k++ {
			best[k] = lightestOfGate(f, parts, k)
		}
		return best
	}
	for k := 1; k <= kill; k++ {
		best[k] = lightestOfVotes(f, parts, k)
	}
	return best
}

// lightestOfGate returns the lightest set of a gate that takes so many failures. The parts that are
// strongest are not those that fail: all of them but quota-1 take as many failures together as they
// take each, so that for each strength of the weakest among the strongest there is a knapsack.
func lightestOfGate(f quorum.Formula, parts [][]union, kill int) union {
	quota, _ := f.Quota()
	best := none
	for strength := 1; strength <= kill; strength++ {
		if strength > 1 && leaves(f) {
			break
		}
		state := unions(quota * (kill + 1)) // by how many are strongest, and what the others take
		for _, part := range parts {
			for at := len(state) - 1; at >= 0; at-- {
				from := state[at]
				if math.IsInf(from.weight, 1) {
					continue
				}
				strong, take := at/(kill+1), at%(kill+1)
				offer := func(to int, u union) {
					if sum := from.weight + u.weight; sum < state[to].weight {
						state[to] = from.with(u)
					}
				}
				if strong+1 < quota {
					offer((strong+1)*(kill+1)+take, part[strength])
				}
				for k := 1; k <= strength && take < kill; k++ {
					offer(strong*(kill+1)+min(kill, take+k), part[k])
				}
			}
		}
		if last := state[len(state)-1]; last.weight < best.weight {
			best = last
		}
	}
	return best
}

// lightestOfVotes does so for a gate of nodes with votes: the first kill-1 of them, from the most votes
// down, are those that fail.
func lightestOfVotes(f quorum.Formula, parts [][]union, kill int) union {
	if !leaves(f) {
		return none
	}
	quota, _ := f.Quota()
	order := identity(len(parts))
	slices.SortStableFunc(order, func(a, b int) int { return f.PartVotes(b) - f.PartVotes(a) })
	state := unions(kill * (quota + 1))
	for _, i := range order {
		for at := len(state) - 1; at >= 0; at-- {
			lost, have := at/(quota+1), at%(quota+1)
			to := (lost+1)*(quota+1) + have
			if lost == kill-1 {
				to = lost*(quota+1) + min(quota, have+f.PartVotes(i))
			}
			if sum := state[at].weight + parts[i][1].weight; sum < state[to].weight {
				state[to] = state[at].with(parts[i][1])
			}
		}
	}
	return state[len(state)-1]
}

// leaves reports whether the parts of a gate are nodes.
func leaves(f quorum.Formula) bool {
	for i := range f.Len() {
		if _, leaf := f.Part(i).Leaf(); !leaf {
			return false
		}
	}
	return true
}

// kills is how many nodes of a set have to fail before it has no quorum of a formula that reads
// every node once.
func kills(f quorum.Formula, set uint64) int {
	if v, leaf := f.Leaf(); leaf {
		return int(set >> v & 1)
	}
	quota, _ := f.Quota()
	type part struct{ kill, votes int }
	var parts []part
	votes := 0
	for i := range f.Len() {
		if k := kills(f.Part(i), set); k > 0 {
			parts = append(parts, part{k, f.PartVotes(i)})
			votes += f.PartVotes(i)
		}
	}
	if f.UnitVotes() {
		slices.SortFunc(parts, func(a, b part) int { return a.kill - b.kill })
	} else {
		slices.SortFunc(parts, func(a, b part) int { return b.votes - a.votes })
		if !leaves(f) && votes >= quota {
			return 1 // at least
		}
	}
	sum := 0
	for _, p := range parts {
		if votes < quota {
			break
		}
		sum, votes = sum+p.kill, votes-p.votes
	}
	return sum
}

// until is the time until the answers of a set in a place contain a quorum of a formula; 0 where
// times are no part of the program.
func (v *view) until(place int, set uint64, f quorum.Formula) float64 {
	if !v.timed() {
		return 0
	}
	best := math.Inf(1)
	for rest := set; rest != 0; rest &= rest - 1 {
		t := v.fixed[place][bits.TrailingZeros64(rest)]
		if t < best && f.Eval(quorum.SetOfMask(set&v.within(place, t))) {
			best = t
		}
	}
	return best
}

package lightest

import (
	"cmp"
	"slices"

	"coterie/quorum"
)

// gate takes parts of one vote each. The quota-1 parts that lose most count no more than the
// others: for some bound τ on the loss that counts, Σ min(kill_i, τ) >= kill + (quota-1)·τ for some
// τ.
func (w *weigher[T]) gate(parts [][]*union[T], d Demand, quota int) *union[T] {
	var best *union[T]
	for tau := min(1, d.Kill); tau <= d.Kill; tau++ {
		if u := w.spread(parts, d, quota, tau); u != nil && (best == nil || u.weight.Less(best.weight)) {
			best = u
		}
	}
	return best
}

// spread finds the lightest union of sets of the parts with Σ min(kill_i, tau) >= kill +
// (quota-1)·tau, where quota of the sets are quick if the demand asks for it.
func (w *weigher[T]) spread(parts [][]*union[T], d Demand, quota, tau int) *union[T] {
	kills, quicks := 0, 0
	if d.Kill > 0 {
		kills = d.Kill + (quota-1)*tau
	}
	if d.Quick {
		quicks = quota
	}
	at := func(kill, quick int) int { return min(kill, kills)*(quicks+1) + min(quick, quicks) }
	state := make([]*union[T], (kills+1)*(quicks+1))
	state[0] = &union[T]{weight: w.zero, node: -1}
	for _, part := range parts {
		next := make([]*union[T], len(state))
		for kill := kills; kill >= 0; kill-- {
			for quick := 0; quick <= quicks; quick++ {
				from := state[at(kill, quick)]
				if from == nil {
					continue
				}
				for k := 0; k <= tau; k++ {
					for q := range min(1, quicks) + 1 {
						u := part[Demand{k, q == 1}.at()]
						if u == nil {
							continue
						}
						to := at(kill+k, quick+q)
						if sum := from.weight.Plus(u.weight); next[to] == nil || sum.Less(next[to].weight) {
							next[to] = &union[T]{sum, -1, from, u}
						}
					}
				}
			}
		}
		state = next
	}
	return state[len(state)-1]
}

// LeavesOnly reports whether all parts of a gate are nodes.
func LeavesOnly(f quorum.Formula) bool {
	for i := range f.Len() {
		if _, ok := f.Part(i).Leaf(); !ok {
			return false
		}
	}
	return true
}

// leaves takes, of nodes of one vote each, the lightest quick ones up to the quota, then the
// lightest of all others: quota+kill-1 nodes in all.
func (w *weigher[T]) leaves(f quorum.Formula, d Demand, quota int) *union[T] {
	nodes := make([]int, f.Len())
	for i := range nodes {
		nodes[i], _ = f.Part(i).Leaf()
	}
	slices.SortStableFunc(nodes, func(a, b int) int {
		switch {
		case w.weight[a].Less(w.weight[b]):
			return -1
		case w.weight[b].Less(w.weight[a]):
			return 1
		}
		return cmp.Compare(a, b)
	})
	u, taken := &union[T]{weight: w.zero, node: -1}, 0
	take := func(quick bool, until int) {
		for i, v := range nodes {
			if taken >= until {
				return
			}
			if v >= 0 && (!quick || w.quick[v]) {
				u = &union[T]{u.weight.Plus(w.weight[v]), -1, u, &union[T]{w.weight[v], v, nil, nil}}
				nodes[i] = -1
				taken++
			}
		}
	}
	if d.Quick {
		if take(true, quota); taken < quota {
			return nil
		}
	}
	if d.Kill > 0 {
		if take(false, quota+d.Kill-1); taken < quota+d.Kill-1 {
			return nil
		}
	}
	return u
}

// knapsack fills the knapsack of the votes of gates up to the quota. It is for sets that may lose
// no node.
func (w *weigher[T]) knapsack(f quorum.Formula, parts [][]*union[T], d Demand, quota int) *union[T] {
	state := make([]*union[T], quota+1)
	state[0] = &union[T]{weight: w.zero, node: -1}
	for i, part := range parts {
		u := part[d.at()]
		if u == nil {
			continue
		}
		if w.ended(quota) {
			return nil
		}
		vote := f.PartVotes(i)
		for s := quota - 1; s >= 0; s-- { // each part once: from above
			if state[s] == nil {
				continue
			}
			to := min(quota, s+vote)
			if sum := state[s].weight.Plus(u.weight); state[to] == nil || sum.Less(state[to].weight) {
				state[to] = &union[T]{sum, -1, state[s], u}
			}
		}
	}
	return state[quota]
}

// MaxVotes bounds the states of the knapsacks of a formula.
const MaxVotes = 200_000

// votes fills the knapsack of the votes of nodes, where kill-1 of them may be lost, at worst those
// with the most votes: taken from the most votes on, the first kill-1 do not count. The quick nodes
// have to reach the quota together, if the demand asks for it.
func (w *weigher[T]) votes(f quorum.Formula, d Demand, quota int) *union[T] {
	lost, quicks, most := d.Kill-1, 0, quota
	if d.Kill == 0 {
		lost, most = 0, 0 // only the quick ones count
	}
	if d.Quick {
		quicks = quota
	}
	places := make([]int, f.Len())
	for i := range places {
		places[i] = i
	}
	slices.SortStableFunc(places, func(a, b int) int { return cmp.Compare(f.PartVotes(b), f.PartVotes(a)) })
	at := func(taken, votes, quick int) int {
		return (taken*(most+1)+min(votes, most))*(quicks+1) + min(quick, quicks)
	}
	state := make([]*union[T], (lost+1)*(most+1)*(quicks+1))
	state[0] = &union[T]{weight: w.zero, node: -1}
	for _, i := range places {
		if w.ended(len(state)) {
			return nil
		}
		v, _ := f.Part(i).Leaf()
		vote, leaf := f.PartVotes(i), &union[T]{weight: w.weight[v], node: v}
		// Going down takes each node only once, since no step leads below its start.
		for taken := lost; taken >= 0; taken-- {
			for votes := most; votes >= 0; votes-- {
				for quick := quicks; quick >= 0; quick-- {
					from := state[at(taken, votes, quick)]
					if from == nil {
						continue
					}
					t, sum, q := taken, votes, quick
					if t < lost {
						t++
					} else {
						sum += vote
					}
					if w.quick != nil && w.quick[v] {
						q += vote
					}
					to := at(t, sum, q)
					if weight := from.weight.Plus(leaf.weight); to != at(taken, votes, quick) &&
						(state[to] == nil || weight.Less(state[to].weight)) {
						state[to] = &union[T]{weight, -1, from, leaf}
					}
				}
			}
		}
	}
	return state[len(state)-1]
}

package fleet

import (
	"cmp"
	"context"
	"errors"
	"math/big"
	"slices"

	"coterie/internal/machine/par"
	"coterie/internal/solve/lp"
	"coterie/quorum"
)

// number is what sets are weighed with: floating point to propose, whole numbers to prove.
type number[T any] interface {
	plus(T) T
	less(T) bool
}

type float float64

func (x float) plus(y float) float { return x + y }
func (x float) less(y float) bool  { return x < y }

type whole struct{ *big.Int }

func (x whole) plus(y whole) whole { return whole{new(big.Int).Add(x.Int, y.Int)} }
func (x whole) less(y whole) bool  { return x.Cmp(y.Int) < 0 }

// union is a set of nodes with its weight, put together of others.
type union[T number[T]] struct {
	weight      T
	node        int // of a leaf; -1 of the union of left and right, which may be nil
	left, right *union[T]
}

func (u *union[T]) collect(to []int32) []int32 {
	if u == nil {
		return to
	}
	if u.node >= 0 {
		to = append(to, int32(u.node))
	}
	return u.right.collect(u.left.collect(to))
}

// demand is what a set has to do at a gate: lose any kill-1 of its nodes and still make it hold,
// and, where quick, make it hold with its quick nodes.
type demand struct {
	kill  int
	quick bool
}

// weigher finds the lightest sets that make the gates of a read-once formula hold. Proof of the
// recursion: docs/theorems/fleet-cheapest-quorum.md.
type weigher[T number[T]] struct {
	weight []T
	zero   T
	quick  []bool
	poll   par.Poll
	err    error
}

// ended reports whether the work has ended, by err; if not, there is so much more of it.
func (w *weigher[T]) ended(work int) bool {
	if w.err == nil {
		w.err = w.poll.Work(work)
	}
	return w.err != nil
}

// least returns the lightest set that meets the demand at f; nil where none does.
func (w *weigher[T]) least(f quorum.Formula, d demand) *union[T] { return w.upTo(f, d)[d.at()] }

// at is the place of a demand among all, those that ask for less before it.
func (d demand) at() int {
	if d.quick {
		return 2*d.kill + 1
	}
	return 2 * d.kill
}

// upTo returns the lightest sets for all demands that ask for no more than top, by their places.
func (w *weigher[T]) upTo(f quorum.Formula, top demand) []*union[T] {
	all := make([]*union[T], 2*top.kill+2)
	all[0] = &union[T]{weight: w.zero, node: -1}
	if w.ended(1 + f.Len()) {
		return all
	}
	v, leaf := f.Leaf()
	leaves := !leaf && leavesOnly(f)
	var parts [][]*union[T] // each is weighed once
	if !leaf && !leaves {
		for i := range f.Len() {
			parts = append(parts, w.upTo(f.Part(i), top))
		}
	}
	quota, _ := f.Quota()
	for kill := 0; kill <= top.kill; kill++ {
		for _, quick := range []bool{false, true} {
			d := demand{kill, quick}
			switch {
			case d == demand{} || quick && !top.quick:
			case leaf:
				if kill < 2 && (!quick || w.quick[v]) {
					all[d.at()] = &union[T]{weight: w.weight[v], node: v}
				}
			case leaves && f.UnitVotes():
				all[d.at()] = w.leaves(f, d, quota)
			case leaves:
				all[d.at()] = w.votes(f, d, quota)
			case !f.UnitVotes():
				all[d.at()] = w.knapsack(f, parts, d, quota)
			default:
				all[d.at()] = w.gate(parts, d, quota)
			}
		}
	}
	return all
}

// gate takes parts of one vote each. The quota-1 parts that lose most count no more than the
// others: with τ for the loss from which they do, Σ min(kill_i, τ) >= kill + (quota-1)·τ for some
// τ.
func (w *weigher[T]) gate(parts [][]*union[T], d demand, quota int) *union[T] {
	var best *union[T]
	for tau := min(1, d.kill); tau <= d.kill; tau++ {
		if u := w.spread(parts, d, quota, tau); u != nil && (best == nil || u.weight.less(best.weight)) {
			best = u
		}
	}
	return best
}

// spread finds the lightest union of sets of the parts with Σ min(kill_i, tau) >= kill +
// (quota-1)·tau, of which quota are quick where that is asked.
func (w *weigher[T]) spread(parts [][]*union[T], d demand, quota, tau int) *union[T] {
	kills, quicks := 0, 0
	if d.kill > 0 {
		kills = d.kill + (quota-1)*tau
	}
	if d.quick {
		quicks = quota
	}
	at := func(kill, quick int) int { return min(kill, kills)*(quicks+1) + min(quick, quicks) }
	state := make([]*union[T], (kills+1)*(quicks+1))
	state[0] = &union[T]{weight: w.zero, node: -1}
	for _, part := range parts {
		next := make([]*union[T], len(state))
		for kill := 0; kill <= kills; kill++ {
			for quick := 0; quick <= quicks; quick++ {
				from := state[at(kill, quick)]
				if from == nil {
					continue
				}
				for k := 0; k <= tau; k++ {
					for q := range min(1, quicks) + 1 {
						u := part[demand{k, q == 1}.at()]
						if u == nil {
							continue
						}
						to := at(kill+k, quick+q)
						if sum := from.weight.plus(u.weight); next[to] == nil || sum.less(next[to].weight) {
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

// leavesOnly reports whether all parts of a gate are nodes.
func leavesOnly(f quorum.Formula) bool {
	for i := range f.Len() {
		if _, ok := f.Part(i).Leaf(); !ok {
			return false
		}
	}
	return true
}

// leaves takes, of nodes of one vote each, the lightest quick ones up to the quota, then the
// lightest of all others: quota+kill-1 nodes in all.
func (w *weigher[T]) leaves(f quorum.Formula, d demand, quota int) *union[T] {
	nodes := make([]int, f.Len())
	for i := range nodes {
		nodes[i], _ = f.Part(i).Leaf()
	}
	slices.SortStableFunc(nodes, func(a, b int) int {
		switch {
		case w.weight[a].less(w.weight[b]):
			return -1
		case w.weight[b].less(w.weight[a]):
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
				u = &union[T]{u.weight.plus(w.weight[v]), -1, u, &union[T]{w.weight[v], v, nil, nil}}
				nodes[i] = -1
				taken++
			}
		}
	}
	if d.quick {
		if take(true, quota); taken < quota {
			return nil
		}
	}
	if d.kill > 0 {
		if take(false, quota+d.kill-1); taken < quota+d.kill-1 {
			return nil
		}
	}
	return u
}

// knapsack fills the knapsack of the votes of gates up to the quota. No node may be lost of these.
func (w *weigher[T]) knapsack(f quorum.Formula, parts [][]*union[T], d demand, quota int) *union[T] {
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
			if sum := state[s].weight.plus(u.weight); state[to] == nil || sum.less(state[to].weight) {
				state[to] = &union[T]{sum, -1, state[s], u}
			}
		}
	}
	return state[quota]
}

// maxVotes bounds the states of the knapsacks of a formula.
const maxVotes = 200_000

// votes fills the knapsack of the votes of nodes, where kill-1 of them may be lost, at worst those
// with the most votes: taken from the most votes on, the first kill-1 do not count. Quick nodes
// have to reach the quota together, where that is asked.
func (w *weigher[T]) votes(f quorum.Formula, d demand, quota int) *union[T] {
	lost, quicks, most := d.kill-1, 0, quota
	if d.kill == 0 {
		lost, most = 0, 0 // only the quick ones count
	}
	if d.quick {
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
		// Each node once: from above, for a step never goes below its beginning.
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
					if weight := from.weight.plus(leaf.weight); to != at(taken, votes, quick) &&
						(state[to] == nil || weight.less(state[to].weight)) {
						state[to] = &union[T]{weight, -1, from, leaf}
					}
				}
			}
		}
	}
	return state[len(state)-1]
}

// grown is the menu of the quorums of a read-once formula, or of the sets that are quorums without
// any `silent` of their nodes, at any size: the lightest is found gate by gate.
type grown struct {
	formula quorum.Formula
	silent  int
	t       *timing // nil where latencies do not matter
	times   []*big.Rat
}

func newGrown(f quorum.Formula, silent int, t *timing) *grown {
	g := &grown{formula: f, silent: silent, t: t}
	if t != nil {
		for _, v := range t.order {
			if x := t.of[v]; len(g.times) == 0 || x.Cmp(g.times[len(g.times)-1]) > 0 {
				g.times = append(g.times, x)
			}
		}
	}
	return g
}

func (g *grown) list() []asked { return nil }

// asked returns the set with its latency.
func (g *grown) asked(nodes []int32) asked {
	slices.Sort(nodes)
	nodes = slices.Compact(nodes)
	a := asked{nodes: nodes}
	if g.t != nil {
		a.latency = g.t.until(nodes, liveOf(g.formula))
		a.time, _ = a.latency.Float64()
	}
	return a
}

// lightest tries the lightest set for each time by which a quorum may have answered; slow(k) is the
// cost of the k-th time.
func lightest[T number[T]](ctx context.Context, g *grown, weight []T, zero T, slow func(k int) T) ([]int32, T, error) {
	w := &weigher[T]{weight: weight, zero: zero, poll: par.NewPoll(ctx)}
	var best *union[T]
	value := zero
	if g.t == nil || slow == nil {
		best = w.least(g.formula, demand{kill: g.silent + 1})
		if best != nil {
			value = best.weight
		}
	} else {
		w.quick = make([]bool, len(weight))
		next := 0
		for k, time := range g.times {
			for ; next < len(g.t.order) && g.t.of[g.t.order[next]].Cmp(time) <= 0; next++ {
				w.quick[g.t.order[next]] = true
			}
			d := demand{g.silent + 1, true}
			if g.silent == 0 {
				d.kill = 0 // a quorum of quick nodes is all that is asked
			}
			u := w.least(g.formula, d)
			if u == nil {
				continue
			}
			if sum := u.weight.plus(slow(k)); best == nil || sum.less(value) {
				best, value = u, sum
			}
		}
	}
	if w.err != nil {
		return nil, zero, w.err
	}
	if best == nil {
		return nil, zero, errNoSet
	}
	return best.collect(nil), value, nil
}

// errNoSet says that not even all nodes keep a quorum without the silent ones.
var errNoSet = errors.New("no set of nodes has a quorum without any of the nodes that may stay silent")

func (g *grown) cheap(price []float64, slow float64) asked {
	weight := make([]float, len(price))
	for i, x := range price {
		weight[i] = float(x)
	}
	var of func(k int) float
	if slow != 0 && g.t != nil {
		of = func(k int) float {
			x, _ := g.times[k].Float64()
			return float(slow * x)
		}
	}
	nodes, _, err := lightest(context.Background(), g, weight, 0, of)
	if err != nil {
		return asked{}
	}
	return g.asked(nodes)
}

func (g *grown) cheapest(ctx context.Context, price []*big.Rat, slow *big.Rat) (asked, *big.Rat, error) {
	all := slices.Clone(price)
	times := 0
	if slow != nil && slow.Sign() != 0 && g.t != nil {
		times = len(g.times)
		for _, t := range g.times {
			all = append(all, new(big.Rat).Mul(slow, t))
		}
	}
	numbers, denominator := lp.Integers(all)
	weight := make([]whole, len(price))
	for i := range weight {
		weight[i] = whole{numbers[i]}
	}
	var of func(k int) whole
	if times > 0 {
		of = func(k int) whole { return whole{numbers[len(price)+k]} }
	}
	nodes, value, err := lightest(ctx, g, weight, whole{new(big.Int)}, of)
	if err != nil {
		return asked{}, nil, err
	}
	return g.asked(nodes), new(big.Rat).SetFrac(value.Int, denominator), nil
}

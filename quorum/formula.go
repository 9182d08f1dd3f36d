package quorum

import (
	"fmt"
	"iter"
	"slices"

	"coterie/internal/solve/sets"
)

// MaxVotes is the greatest number of votes that the parts of one gate have together.
const MaxVotes = 1_000_000_000

// Formula is an immutable monotone formula over the nodes 0..n-1: a leaf, which is a node, or a
// gate, which gives each of its parts a whole number of votes, at least 1, and holds where parts
// with at least a quota of the votes hold. "Or" has quota 1, "and" all votes, "k of m" one vote for
// each part. The minimal node sets on which it holds are the quorums of the formula. A Family lists
// its quorums; a formula may have more quorums than can be listed (majority of 60 nodes has 10^17).
//
// Formulas are made by Leaf, Votes, And, Or and Choose, and read by ParseFormula. The
// zero value is no formula; its methods panic. Gates are kept in a simple form: never
// one part alone; no "or" as a part of an "or", nor "and" of "and"; the votes of any
// other gate without a common divisor. Depth is not bounded here, and methods recurse.
type Formula struct {
	gate *gate
	n    int
}

// gate is a leaf or a gate of a formula.
type gate struct {
	node  int   // of a leaf; -1 of a gate
	quota int   // 1..total
	total int   // all votes
	votes []int // of each part; nil if each part has one vote
	parts []*gate
}

func (g *gate) vote(i int) int {
	if g.votes == nil {
		return 1
	}
	return g.votes[i]
}

func (g *gate) isLeaf() bool { return g.node >= 0 }
func (g *gate) isOr() bool   { return !g.isLeaf() && g.votes == nil && g.quota == 1 }
func (g *gate) isAnd() bool  { return !g.isLeaf() && g.votes == nil && g.quota == g.total }

// Leaf returns the formula that holds on the sets with node v, over the nodes 0..v.
// It panics unless 0 <= v < MaxNodes.
func Leaf(v int) Formula {
	if v < 0 || v >= MaxNodes {
		panic(fmt.Sprintf("quorum: Leaf: node %d (counted from 0) is not in 0..%d", v, MaxNodes-1))
	}
	return Formula{&gate{node: v}, v + 1}
}

// Leaves returns the formulas of these nodes.
func Leaves(nodes []int) (list []Formula) {
	for _, v := range nodes {
		list = append(list, Leaf(v))
	}
	return list
}

// Votes returns the gate that holds where parts with at least quota votes together
// hold, over the nodes of all parts. It panics unless there is a part, votes has one
// number for each part, at least 1 and at most MaxVotes together, and quota is in 1..V
// for the V votes of all parts. Cost O(parts).
func Votes(quota int, votes []int, parts ...Formula) Formula {
	if len(parts) == 0 || len(votes) != len(parts) {
		panic(fmt.Sprintf("quorum: Votes: %d votes for %d parts", len(votes), len(parts)))
	}
	total, n := 0, 0
	least, greatest, divisor := votes[0], votes[0], 0
	gates := make([]*gate, len(parts))
	for i, p := range parts {
		v := votes[i]
		if v < 1 || v > MaxVotes-total {
			panic(fmt.Sprintf("quorum: Votes: %d votes; each part has at least 1, all together at most %d", v, MaxVotes))
		}
		if p.gate == nil {
			panic("quorum: Votes: a part is the zero Formula")
		}
		total += v
		n = max(n, p.n)
		least, greatest = min(least, v), max(greatest, v)
		divisor = commonDivisor(divisor, v)
		gates[i] = p.gate
	}
	if quota < 1 || quota > total {
		panic(fmt.Sprintf("quorum: Votes: quota %d is not in 1..%d", quota, total))
	}
	switch {
	case len(parts) == 1:
		return Formula{gates[0], n}
	case least >= quota:
		return Formula{flat(gates, (*gate).isOr, 1), n}
	case total-least < quota:
		return Formula{flat(gates, (*gate).isAnd, 0), n}
	}
	// A sum of multiples of the divisor reaches the quota iff it reaches its next multiple.
	g := &gate{node: -1, quota: (quota + divisor - 1) / divisor, total: total / divisor, parts: gates}
	if least < greatest {
		g.votes = make([]int, len(votes))
		for i, v := range votes {
			g.votes[i] = v / divisor
		}
	}
	return Formula{g, n}
}

// flat returns the gate with one vote for each part and the given quota, 0 for all
// votes, in which parts of the same kind give way to their own parts.
func flat(parts []*gate, same func(*gate) bool, quota int) *gate {
	if slices.ContainsFunc(parts, same) {
		var all []*gate
		for _, p := range parts {
			if same(p) {
				all = append(all, p.parts...)
			} else {
				all = append(all, p)
			}
		}
		parts = all
	}
	if quota == 0 {
		quota = len(parts)
	}
	return &gate{node: -1, quota: quota, total: len(parts), parts: parts}
}

func commonDivisor(a, b int) int {
	for b > 0 {
		a, b = b, a%b
	}
	return a
}

// Choose returns the gate that holds where at least k of the parts do. It panics unless
// 1 <= k <= the number of parts.
func Choose(k int, parts ...Formula) Formula {
	ones := slices.Repeat([]int{1}, len(parts))
	return Votes(k, ones, parts...)
}

// And returns the gate that holds where all parts do. It panics if there is none.
func And(parts ...Formula) Formula { return Choose(len(parts), parts...) }

// Or returns the gate that holds where a part does. It panics if there is none.
func Or(parts ...Formula) Formula { return Choose(1, parts...) }

// Over returns the formula over the nodes 0..n-1, some of which may not occur in it. It
// panics unless f.N() <= n <= MaxNodes.
func (f Formula) Over(n int) Formula {
	if n < f.n || n > MaxNodes {
		panic(fmt.Sprintf("quorum: Over: n = %d is not in %d..%d", n, f.n, MaxNodes))
	}
	return Formula{f.gate, n}
}

// N returns the number of nodes n: the node set is 0..n-1.
func (f Formula) N() int { return f.n }

// Leaf returns the node of a formula that is a leaf; ok is false for a gate.
func (f Formula) Leaf() (v int, ok bool) {
	if f.gate.isLeaf() {
		return f.gate.node, true
	}
	return 0, false
}

// Len returns the number of parts; 0 for a leaf.
func (f Formula) Len() int { return len(f.gate.parts) }

// Part returns part i of a gate, over the same nodes; it panics if there is none.
func (f Formula) Part(i int) Formula { return Formula{f.gate.parts[i], f.n} }

// PartVotes returns the votes of part i; it panics if there is none.
func (f Formula) PartVotes(i int) int {
	_ = f.gate.parts[i]
	return f.gate.vote(i)
}

// Quota returns the quota of a gate, and the votes of all its parts; both 0 for a leaf.
func (f Formula) Quota() (quota, total int) { return f.gate.quota, f.gate.total }

// UnitVotes reports whether f is a gate whose parts have one vote each.
func (f Formula) UnitVotes() bool { return !f.gate.isLeaf() && f.gate.votes == nil }

// Leaves yields the nodes in the order in which the formula is written; a node comes as
// often as it occurs.
func (f Formula) Leaves() iter.Seq[int] {
	return func(yield func(int) bool) { f.gate.leaves(yield) }
}

func (g *gate) leaves(yield func(int) bool) bool {
	if g.isLeaf() {
		return yield(g.node)
	}
	return !slices.ContainsFunc(g.parts, func(p *gate) bool { return !p.leaves(yield) })
}

// ReadOnce reports whether no node occurs twice. Then the parts of a gate are on
// disjoint node sets, and many figures of the formula follow from those of its parts.
// Cost O(n/64 + length).
func (f Formula) ReadOnce() bool {
	seen := sets.New(f.n)
	for v := range f.Leaves() {
		if seen.Has(v) {
			return false
		}
		seen.Add(v)
	}
	return true
}

// Eval reports whether the formula holds on w, that is, whether w contains a quorum.
// Cost O(length).
func (f Formula) Eval(w Set) bool { return f.gate.eval(w) }

func (g *gate) eval(w Set) bool {
	if g.isLeaf() {
		return w.Has(g.node)
	}
	have, rest := 0, g.total
	for i, p := range g.parts {
		v := g.vote(i)
		if p.eval(w) {
			if have += v; have >= g.quota {
				return true
			}
		}
		if rest -= v; have+rest < g.quota {
			return false
		}
	}
	return false
}

// Dual returns the formula f^d that holds on W iff f does not hold on V∖W, that is, iff
// W meets every quorum of f: the quorums of f^d are the minimal transversals of those of
// f (see Family.Dual). It is f with every quota q of a gate with V votes replaced by
// V-q+1, which for "and" and "or" is De Morgan's law.
//
// Proof, by induction: a leaf is its own dual. A gate fails on V∖W iff its parts that
// hold there have at most q-1 votes; iff those that fail there, and these are the parts
// i with f_i^d(W), have at least V-q+1. Hence f^dd = f, in form too. Cost O(length).
func (f Formula) Dual() Formula { return Formula{f.gate.dual(), f.n} }

func (g *gate) dual() *gate {
	if g.isLeaf() {
		return g
	}
	d := &gate{node: -1, quota: g.total - g.quota + 1, total: g.total, votes: g.votes, parts: make([]*gate, len(g.parts))}
	for i, p := range g.parts {
		d.parts[i] = p.dual()
	}
	return d
}

// Substituted returns the formula with of(v) in the place of each leaf v; of is called once for
// each occurrence. The result has the nodes of the formulas put in: its n is the greatest n of
// theirs (see Over).
func (f Formula) Substituted(of func(v int) Formula) Formula {
	if v, ok := f.Leaf(); ok {
		return of(v)
	}
	parts := make([]Formula, f.Len())
	votes := make([]int, f.Len())
	for i := range parts {
		parts[i], votes[i] = f.Part(i).Substituted(of), f.gate.vote(i)
	}
	return Votes(f.gate.quota, votes, parts...)
}

// coalitions yields the minimal coalitions of a gate, as places in parts: the minimal sets of parts
// with the quota. The slice is the same each time.
//
// Parts are taken or passed from the most votes to the fewest, as long as the parts that remain
// reach the quota; a coalition ends with the part that does. It is minimal, since that part has the
// fewest votes in it; every minimal coalition is found so; and there is no dead end. Cost O(parts)
// for each.
func (g *gate) coalitions(yield func([]int) bool) {
	order := make([]int, len(g.parts))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return g.vote(b) - g.vote(a) })
	rest := make([]int, len(order)+1)
	for i := len(order) - 1; i >= 0; i-- {
		rest[i] = rest[i+1] + g.vote(order[i])
	}
	var chosen []int
	var extend func(from, sum int) bool
	extend = func(from, sum int) bool {
		for i := from; i < len(order) && sum+rest[i] >= g.quota; i++ {
			chosen = append(chosen, order[i])
			with := sum + g.vote(order[i])
			if with >= g.quota && !yield(chosen) || with < g.quota && !extend(i+1, with) {
				return false
			}
			chosen = chosen[:len(chosen)-1]
		}
		return true
	}
	extend(0, 0)
}

// MinimalCoalitions yields the minimal sets of parts of a gate that have its quota, as places of
// parts, heaviest part first. The slice is the same each time. A leaf has no parts and yields
// nothing. There may be exponentially many.
func (f Formula) MinimalCoalitions() iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		if !f.gate.isLeaf() {
			f.gate.coalitions(yield)
		}
	}
}

package atlas

import (
	"math/bits"

	"coterie/internal/solve/lp"
	"coterie/internal/solve/sets"
	"coterie/search/enumerate"
)

const (
	maxNodes = enumerate.MaxNodes
	// maxQuorums is the size of the largest antichain of sets of 8 nodes (Sperner).
	maxQuorums = 70
)

// Kernel measures one class after another in memory of its own. It is for one goroutine.
type Kernel struct {
	n      int
	words  [4]uint64
	quorum [maxQuorums]uint16 // ascending, as masks
	m      int
	load   lp.Whole // "maximise Σ v_Q, each node in quorums of at most 1"
}

// Measure returns the class with its figures and their certificates. f is a nondominated coterie
// with so many automorphisms; nothing else is asked of it.
//
// Method: the load is the value of a linear program of one row for each node, solved in whole
// numbers. Of a nondominated coterie the transversals are the live sets, so that the smallest
// quorum tells the resilience, and votes exist iff the load is above 1/2
// (docs/theorems/votes-and-load.md).
// [Class.Check] has judged what comes out; an error is a defect of this package, or of f.
//
// Cost: some microseconds; nothing is allocated.
func (k *Kernel) Measure(f enumerate.Function, automorphisms int) (Class, error) {
	c := Class{Function: f, Automorphisms: automorphisms}
	k.n, k.words = f.Nodes(), f.Words()
	k.list()
	k.load.Solve(k.n, k.quorum[:k.m])
	k.read(&c)
	if 2*c.Busiest > c.Times {
		k.vote(&c)
	}
	return c, c.Check()
}

// minimalWords returns the table of the minimal sets of a monotone function.
func minimalWords(n int, words [4]uint64) (minimal [4]uint64) {
	for w, x := range words {
		above := uint64(0)
		for v := range min(6, n) {
			above |= x &^ sets.With[v] << (1 << v)
		}
		if w&1 != 0 {
			above |= words[w&^1]
		}
		if w&2 != 0 {
			above |= words[w&^2]
		}
		minimal[w] = x &^ above
	}
	return minimal
}

func (k *Kernel) list() {
	k.m = 0
	for w, x := range minimalWords(k.n, k.words) {
		for ; x != 0; x &= x - 1 {
			k.quorum[k.m] = uint16(w<<6 | bits.TrailingZeros64(x))
			k.m++
		}
	}
}

// read takes strategy and node weights from the basis, without common factors.
func (k *Kernel) read(c *Class) {
	common := int32(0)
	for r := range k.n {
		if k.load.Basis[r] >= 0 && k.load.Value[r] != 0 {
			common = gcd(common, k.load.Value[r])
		}
	}
	for r := range k.n {
		if k.load.Basis[r] < 0 || k.load.Value[r] == 0 {
			continue
		}
		quorum, at := uint8(k.quorum[k.load.Basis[r]]), c.strategyLen
		for ; at > 0 && c.strategy[at-1].Quorum > quorum; at-- {
			c.strategy[at] = c.strategy[at-1]
		}
		c.strategy[at] = Chosen{quorum, uint8(k.load.Value[r] / common)}
		c.strategyLen++
	}
	weights := k.load.Dual.Reduced()
	for i := range c.weights {
		c.weights[i] = uint8(weights[i])
	}
	c.figure()
}

func gcd(a, b int32) int32 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// vote finds the votes of the least total of a coterie whose load is above 1/2.
func (k *Kernel) vote(c *Class) {
	least := c.leastTotal()
	total := 0
	for _, w := range c.weights {
		total += int(w)
	}
	if total == least && c.deciding(&c.weights) {
		c.votes, c.Total = c.weights, total
		return
	}
	// Stronger nodes, which are in more live sets, have no fewer votes; so it is enough to go
	// through the votes that do not rise in this order.
	for total = least; total <= maxTotal; total += 2 {
		var votes [maxNodes]uint8
		if c.split(&votes, c.order(), 0, total, total) {
			c.votes, c.Total = votes, total
			return
		}
	}
}

// split goes through the ways of giving rest votes to the nodes from place at of an order on, none
// more than most, until they decide the class.
func (c *Class) split(votes *[maxNodes]uint8, order []int, at, rest, most int) bool {
	if at == len(order) {
		return rest == 0 && c.deciding(votes)
	}
	left := len(order) - at
	for v := min(rest, most); v*left >= rest; v-- {
		votes[order[at]] = uint8(v)
		if c.split(votes, order, at+1, rest-v, v) {
			return true
		}
	}
	return false
}

package atlas

import (
	"math/bits"

	"coterie/internal/solve/sets"
	"coterie/search/enumerate"
)

const (
	maxNodes = enumerate.MaxNodes
	// maxQuorums is the most sets of 8 nodes of which none contains another (Sperner).
	maxQuorums = 70
	// boundedPivots is after how many exchanges the rule begins that cannot go in circles.
	boundedPivots = 64
)

// Kernel measures one class after another in memory of its own. It is for one goroutine.
type Kernel struct {
	n      int
	words  [4]uint64
	quorum [maxQuorums]uint8 // ascending, as masks
	m      int

	// The state of the simplex method for "maximise Σ v_Q, each node in quorums of at most 1": all
	// numbers are whole, over the common denominator scale, which is the determinant of the basis.
	basis [maxNodes]int16 // the quorum in each row; -1-i the slack of node i
	inv   [maxNodes][maxNodes]int32
	value [maxNodes]int32 // of the basic variables
	dual  [maxNodes]int32 // of the nodes
	scale int32
}

// Measure returns the class with its figures and their certificates. f is a nondominated coterie
// with so many automorphisms; nothing else is asked of it.
//
// Method: the load is the value of a linear program of one row for each node. The revised simplex
// method solves it in whole numbers (Bareiss 1968; Edmonds 1967): what it keeps are minors of a
// matrix of zeros and ones of at most 8 rows, bordered by zeros and ones. No determinant of 9 rows
// of these is above 144, nor above 195 by Hadamard's bound, so that no product leaves 32 bits. Of a
// nondominated coterie the transversals are the live sets, so that the smallest quorum tells the
// resilience, and votes exist iff the load is above 1/2 (docs/theorems/votes-and-load.md).
// [Class.Check] has judged what comes out; an error is a defect of this package, or of f.
//
// Cost: some microseconds; nothing is allocated.
func (k *Kernel) Measure(f enumerate.Function, automorphisms int) (Class, error) {
	c := Class{Function: f, Automorphisms: automorphisms}
	k.n, k.words = f.Nodes(), f.Words()
	k.list()
	k.solve(boundedPivots)
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
			k.quorum[k.m] = uint8(w<<6 | bits.TrailingZeros64(x))
			k.m++
		}
	}
}

// sums has what the nodes of a set weigh, by its two halves.
type sums struct{ low, high [16]int32 }

func sumsOf(weight *[maxNodes]int32) (s sums) {
	for half := 1; half < 16; half++ {
		rest, i := half&(half-1), bits.TrailingZeros(uint(half))
		s.low[half] = s.low[rest] + weight[i]
		s.high[half] = s.high[rest] + weight[i+4]
	}
	return s
}

func (s *sums) of(set uint8) int32 { return s.low[set&15] + s.high[set>>4] }

// solve finds an optimal basis. After so many exchanges it takes, entering or leaving, the first
// variable that will do in the order of the numbers of basis (Bland 1977), which comes to an end.
func (k *Kernel) solve(free int) {
	n := k.n
	k.scale = 1
	k.inv = [maxNodes][maxNodes]int32{}
	k.dual = [maxNodes]int32{}
	for i := range n {
		k.basis[i], k.inv[i][i], k.value[i] = int16(-1-i), 1, 1
	}
	for pivots := 0; ; pivots++ {
		bounded := pivots >= free
		s := sumsOf(&k.dual)
		entering, least := -1, k.scale
		for q, set := range k.quorum[:k.m] {
			if w := s.of(set); w < least {
				entering, least = q, w
				if bounded {
					break
				}
			}
		}
		slack := -1
		if entering < 0 || bounded {
			// The reduced cost of the slack of node i is -dual[i].
			for i := range n {
				if k.dual[i] < 0 {
					slack = i
					if !bounded { // where it is, the last node has the first number
						break
					}
				}
			}
		}
		switch {
		case slack >= 0: // slacks come before quorums where the rule is bounded
			k.exchange(int16(-1-slack), 1<<slack, -k.dual[slack])
		case entering >= 0:
			k.exchange(int16(entering), k.quorum[entering], k.scale-least)
		default:
			return
		}
	}
}

// exchange makes a variable basic: its column is the set of nodes, its reduced cost gain > 0.
func (k *Kernel) exchange(v int16, set uint8, gain int32) {
	n := k.n
	var column [maxNodes]int32
	row := -1
	for r := range n {
		d := int32(0)
		for rest := set; rest != 0; rest &= rest - 1 {
			d += k.inv[r][bits.TrailingZeros8(rest)&7]
		}
		column[r] = d
		if d <= 0 {
			continue
		}
		if row < 0 {
			row = r
			continue
		}
		a, b := k.value[r]*column[row], k.value[row]*d
		if a < b || a == b && k.basis[r] < k.basis[row] {
			row = r
		}
	}
	pivot := column[row]
	by := 1 / float64(k.scale)
	// The quotients are whole, and small enough for a float to have them exactly once rounded.
	divided := func(x int32) int32 {
		if x < 0 {
			return int32(float64(float64(x)*by) - 0.5)
		}
		return int32(float64(float64(x)*by) + 0.5)
	}
	pivotRow := k.inv[row]
	for r := range n {
		if r == row {
			continue
		}
		d := column[r]
		for i := range n {
			k.inv[r][i] = divided(k.inv[r][i]*pivot - d*pivotRow[i])
		}
		k.value[r] = divided(k.value[r]*pivot - d*k.value[row])
	}
	for i := range n {
		k.dual[i] = divided(k.dual[i]*pivot + gain*pivotRow[i])
	}
	k.basis[row], k.scale = v, pivot
}

// read takes strategy and node weights from the basis, without common factors.
func (k *Kernel) read(c *Class) {
	common := int32(0)
	for r := range k.n {
		if k.basis[r] >= 0 && k.value[r] != 0 {
			common = gcd(common, k.value[r])
		}
	}
	for r := range k.n {
		if k.basis[r] < 0 || k.value[r] == 0 {
			continue
		}
		at := c.strategyLen
		for ; at > 0 && c.strategy[at-1].Quorum > k.quorum[k.basis[r]]; at-- {
			c.strategy[at] = c.strategy[at-1]
		}
		c.strategy[at] = Chosen{k.quorum[k.basis[r]], uint8(k.value[r] / common)}
		c.strategyLen++
	}
	common = 0
	for _, w := range k.dual[:k.n] {
		common = gcd(common, w)
	}
	for i, w := range k.dual[:k.n] {
		c.weights[i] = uint8(w / common)
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

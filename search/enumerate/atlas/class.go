package atlas

import (
	"cmp"
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"coterie/internal/solve/lp"
	"coterie/internal/solve/sets"
	"coterie/quorum"
	"coterie/search/enumerate"
)

// maxTotal bounds the totals of votes that are tried. Those of 8 nodes need no more than 33.
const maxTotal = 255

// Class is a class of nondominated coteries with its figures and their proofs.
// [Kernel.Measure] makes it; it is a value.
type Class struct {
	Function      enumerate.Function
	Automorphisms int
	// The load is Busiest/Times: the strategy takes quorums Times times in all, and no node is in
	// more than Busiest of them.
	Busiest, Times int
	// The load is Lightest/Weight, too: the nodes weigh Weight in all, and no quorum less than
	// Lightest.
	Lightest, Weight int
	// Total is the least sum of whole votes of which the quorums are the minimal sets with more
	// than half; 0: no votes do it.
	Total int

	Quorums, MinQuorum, MaxQuorum int
	Live                          [maxNodes + 1]int // live sets by size

	strategy    [maxNodes]Chosen
	strategyLen int
	weights     [maxNodes]uint8
	votes       [maxNodes]uint8
}

// Chosen is a quorum, as a mask of nodes, and how many times a strategy takes it.
type Chosen struct{ Quorum, Times uint8 }

// Nodes returns n.
func (c *Class) Nodes() int { return c.Function.Nodes() }

// Strategy returns the quorums that an optimal strategy takes, in ascending order of their masks.
func (c *Class) Strategy() []Chosen { return c.strategy[:c.strategyLen] }

// Weights returns a weight for each node, which prove that no load is less.
func (c *Class) Weights() []uint8 { return c.weights[:c.Nodes()] }

// Votes returns votes of each node with the least Total; all are 0 if there are none.
func (c *Class) Votes() []uint8 { return c.votes[:c.Nodes()] }

// Load returns the load in lowest terms.
func (c *Class) Load() (numerator, denominator int) {
	common := int(gcd(int32(c.Busiest), int32(c.Times)))
	return c.Busiest / common, c.Times / common
}

// Resilience is the most crashes that always leave a quorum. A nondominated coterie is its own
// dual: its smallest transversal is its smallest quorum.
func (c *Class) Resilience() int { return c.MinQuorum - 1 }

// Orbit is how many labelled systems are in the class.
func (c *Class) Orbit() int {
	all := 1
	for i := range c.Nodes() {
		all *= i + 1
	}
	return all / c.Automorphisms
}

// figure computes what follows from the function, the strategy and the weights.
func (c *Class) figure() {
	n, words := c.Nodes(), c.Function.Words()
	minimal := minimalWords(n, words)
	c.Quorums, c.MinQuorum, c.MaxQuorum = 0, 0, 0
	for size := range n + 1 {
		live, quorums := 0, 0
		for w := range words {
			if inner := size - bits.OnesCount(uint(w)); 0 <= inner && inner <= 6 {
				live += bits.OnesCount64(words[w] & sets.OfSize[inner])
				quorums += bits.OnesCount64(minimal[w] & sets.OfSize[inner])
			}
		}
		c.Live[size] = live
		if quorums > 0 {
			c.Quorums += quorums
			c.MaxQuorum = size
			c.MinQuorum = cmp.Or(c.MinQuorum, size)
		}
	}
	var busy [maxNodes]int
	c.Times, c.Busiest = 0, 0
	for _, s := range c.Strategy() {
		c.Times += int(s.Times)
		for i := range sets.Ones(uint64(s.Quorum)) {
			busy[i&7] += int(s.Times)
		}
	}
	for _, times := range busy {
		c.Busiest = max(c.Busiest, times)
	}
	var weight lp.Weights
	c.Weight, c.Lightest = 0, 1<<30
	for i, w := range c.weights {
		weight[i] = int32(w)
		c.Weight += int(w)
	}
	s := lp.SumsOf(&weight, c.Nodes())
	for w, x := range minimal {
		for i := range sets.Ones(x) {
			c.Lightest = min(c.Lightest, int(s.Of(uint16(w<<6|i))))
		}
	}
}

// order returns the nodes, those in most live sets first.
func (c *Class) order() []int {
	var in [maxNodes]int
	words := c.Function.Words()
	for v := range c.Nodes() {
		for w, x := range words {
			switch {
			case v < 6:
				in[v] += bits.OnesCount64(x & sets.With[v])
			case w>>(v-6)&1 == 1:
				in[v] += bits.OnesCount64(x)
			}
		}
	}
	order := []int{0, 1, 2, 3, 4, 5, 6, 7}[:c.Nodes()]
	slices.SortStableFunc(order, func(a, b int) int { return in[b] - in[a] })
	return order
}

// leastTotal is the least odd number that is at least 1/(2·load-1), for a load above 1/2: no whole
// votes have a smaller total (docs/theorems/votes-and-load.md).
func (c *Class) leastTotal() int {
	gap := 2*c.Busiest - c.Times
	return (c.Times+gap-1)/gap | 1
}

// deciding reports whether the live sets are those with more than half of the votes, and none has
// exactly half.
func (c *Class) deciding(votes *[maxNodes]uint8) bool {
	var weight lp.Weights
	all := int32(0)
	for i, w := range votes {
		weight[i] = int32(w)
		all += weight[i]
	}
	if all%2 == 0 {
		return false
	}
	s, words := lp.SumsOf(&weight, c.Nodes()), c.Function.Words()
	for set := range 1 << c.Nodes() {
		if (2*s.Of(uint16(set)) > all) != (words[set>>6]>>(set&63)&1 == 1) {
			return false
		}
	}
	return true
}

// The ways in which a class can be wrong.
var (
	errDual    = errors.New("the function is not its own dual")
	errFigures = errors.New("a figure is not that of the function")
)

// Check judges every part of c, without the methods of [Kernel.Measure] and in whole numbers; nil
// means that it is right:
//
//   - the function is its own dual, and the figures are those of it;
//   - the quorums of the strategy are quorums, and its load and the lower bound of the node weights
//     are the same fraction;
//   - a load above 1/2 comes with votes whose sets of more than half are the live ones, and with a
//     total that is the least odd number which is at least 1/(2·load-1). Otherwise there are none:
//     the strategy is a list of quorums in which every node occurs in at most half.
//
// Automorphisms must divide n!; they are the word of who counted them.
func (c *Class) Check() error {
	again := *c
	again.figure()
	if again != *c {
		return errFigures
	}
	if c.Function != c.Function.Dual() {
		return errDual
	}
	return c.judge()
}

// judge is Check where the figures have just been computed, and the function is its own dual.
func (c *Class) judge() error {
	minimal := minimalWords(c.Nodes(), c.Function.Words())
	for i, s := range c.Strategy() {
		if minimal[s.Quorum>>6]>>(s.Quorum&63)&1 == 0 || s.Times == 0 || i > 0 && c.strategy[i-1].Quorum >= s.Quorum {
			return fmt.Errorf("%v is no quorum of the strategy", quorum.SetOfMask(int(s.Quorum)))
		}
	}
	if c.Times == 0 || c.Weight == 0 || c.Busiest*c.Weight != c.Lightest*c.Times {
		return fmt.Errorf("the strategy has load %d/%d, and the node weights prove %d/%d", c.Busiest, c.Times, c.Lightest, c.Weight)
	}
	all := 1
	for i := range c.Nodes() {
		all *= i + 1
	}
	if c.Automorphisms < 1 || all%c.Automorphisms != 0 {
		return fmt.Errorf("%d automorphisms on %d nodes", c.Automorphisms, c.Nodes())
	}
	return c.checkVotes()
}

func (c *Class) checkVotes() error {
	total := 0
	for _, v := range c.votes {
		total += int(v)
	}
	switch voted := 2*c.Busiest > c.Times; {
	case total != c.Total:
		return fmt.Errorf("the votes sum to %d, not %d", total, c.Total)
	case voted != (total > 0):
		return fmt.Errorf("%d votes at a load of %d/%d", total, c.Busiest, c.Times)
	case !voted:
		return nil
	case !c.deciding(&c.votes):
		return fmt.Errorf("the votes %v decide another system", c.Votes())
	case total != c.leastTotal():
		return fmt.Errorf("a total of %d votes, and the load proves %d", total, c.leastTotal())
	}
	return nil
}

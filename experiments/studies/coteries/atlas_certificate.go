package coteries

import (
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"coterie/bounds"
	"coterie/experiments"
	"coterie/experiments/small"
	"coterie/measure/loads"
	"coterie/measure/votes"
	"coterie/quorum"
	"coterie/search/enumerate"
)

func certificateName(n int) string { return fmt.Sprintf("atlas-n%d.json", n) }

// certificate holds all classes on n nodes with the proofs of their figures.
type certificate struct {
	N       int         `json:"n"`
	Classes []certified `json:"classes"`
}

// certified is one class.
type certified struct {
	Class       int             `json:"class"` // its place, from 1
	Quorums     setList         `json:"quorums"`
	Load        bounds.Fraction `json:"load"`
	Strategy    numbers         `json:"strategy"`           // the probability of each quorum: no node is asked with more than the load
	NodeWeights numbers         `json:"node_weights"`       // of each node, with sum 1: no quorum weighs less than the load
	Transversal setList         `json:"transversal"`        // one set, which meets every quorum; no smaller one does
	Live        numbers         `json:"live_sets"`          // how many sets of 0, 1, ..., n nodes contain a quorum
	Votes       numbers         `json:"votes,omitempty"`    // of each node: a set with more than half of them contains a quorum
	LeastBy     string          `json:"least_by,omitempty"` // why no total is smaller: load (the least odd number that is at least 1/(2·load - 1)), or search, which is not repeated in a check
	Trade       numbers         `json:"trade,omitempty"`    // how many times each quorum is taken: no node is in more than half of all that is taken, so no votes exist
}

// setList is a list of sets whose text is {1,2},{1,3}, one line in a certificate.
type setList []quorum.Set

func (s setList) MarshalText() ([]byte, error) {
	return []byte(strings.ReplaceAll(spaced(s), " ", ",")), nil
}

func (s *setList) UnmarshalText(text []byte) error {
	lists := strings.NewReplacer("{", "[", "}", "]").Replace(string(text))
	return json.Unmarshal([]byte("["+lists+"]"), (*[]quorum.Set)(s))
}

// numbers is a list of fractions whose text has spaces between them.
type numbers []bounds.Fraction

func (l numbers) MarshalText() ([]byte, error) { return []byte(spaced(l)), nil }

func (l *numbers) UnmarshalText(text []byte) error {
	*l = nil
	for _, word := range strings.Fields(string(text)) {
		x, ok := new(big.Rat).SetString(word)
		if !ok || strings.Trim(word, "/0123456789") != "" {
			return fmt.Errorf("%q is no fraction", word)
		}
		*l = append(*l, bounds.NewFraction(x))
	}
	return nil
}

func wholes(list []int) (out numbers) {
	for _, x := range list {
		out = append(out, bounds.Integer(x))
	}
	return out
}

// whole returns the numbers as integers, or nil if one is not an integer.
func (l numbers) whole() (list []int) {
	for _, x := range l {
		v, ok := x.Int()
		if !ok {
			return nil
		}
		list = append(list, v)
	}
	return list
}

func newCertificate(n int, rows []row) certificate {
	c := certificate{N: n}
	for _, r := range rows {
		if r.N != n {
			continue
		}
		strategy := make(numbers, len(r.Quorums))
		for _, s := range r.Votes.Load.Strategy {
			strategy[s.Quorum] = s.Weight
		}
		e := certified{
			Class: r.Class, Quorums: r.Quorums, Load: r.Votes.Load.Value, Strategy: strategy, NodeWeights: r.Votes.Load.NodeWeights,
			Transversal: setList{r.Transversal}, Live: wholes(r.Live), Votes: wholes(r.Votes.Weights),
		}
		if r.voted() {
			e.LeastBy = r.Votes.LowerBy
		} else {
			trade := make([]int, len(r.Quorums))
			for _, t := range r.Votes.Trade {
				trade[t.Quorum] += t.Times
			}
			e.Trade = wholes(trade)
		}
		c.Classes = append(c.Classes, e)
	}
	return c
}

// verifyAtlas judges a certificate by plain arithmetic. It judges every class by its definitions.
// No class is missing or there twice if the canonical forms differ and their n!/automorphisms add
// up to the number of labelled systems.
func verifyAtlas(ctx context.Context, p atlasParameters, name string, c certificate) error {
	if c.N < 1 || c.N > p.Nodes || name != certificateName(c.N) {
		return fmt.Errorf("%d nodes in %s", c.N, name)
	}
	seen := map[enumerate.Function]int{}
	labelled, all := new(big.Int), new(big.Int).MulRange(1, int64(c.N))
	for i, class := range c.Classes {
		if ctx.Err() != nil {
			return experiments.ContextError(ctx)
		}
		if class.Class != i+1 {
			return fmt.Errorf("class %d at place %d", class.Class, i+1)
		}
		f, err := class.verify(c.N)
		if err != nil {
			return fmt.Errorf("class %d: %w", class.Class, err)
		}
		form := canonical(c.N, class.Quorums)
		if other := seen[form]; other > 0 {
			return fmt.Errorf("classes %d and %d differ by a renaming of the nodes", other, class.Class)
		}
		seen[form] = class.Class
		automorphisms, _ := symmetry(f)
		labelled.Add(labelled, new(big.Int).Quo(all, big.NewInt(int64(automorphisms))))
	}
	return checkComplete(ctx, c.N, 1, labelled)
}

// verify judges one class, and returns its quorums.
func (c certified) verify(n int) (quorum.Family, error) {
	var none quorum.Family
	for i, q := range c.Quorums {
		for k, other := range c.Quorums[:i] {
			if !q.Intersects(other) || q.SubsetOf(other) || other.SubsetOf(q) {
				return none, fmt.Errorf("quorums %v and %v", c.Quorums[k], q)
			}
		}
	}
	f, err := quorum.FamilyOfSets(n, c.Quorums)
	if err != nil {
		return none, err
	}
	if f.Len() == 0 || len(c.Transversal) != 1 {
		return none, fmt.Errorf("%d quorums, %d transversals", f.Len(), len(c.Transversal))
	}
	// Two live sets meet, so that at most half of all sets are live; half of them are iff the
	// coterie is nondominated.
	live, total := make([]int, n+1), 0
	for set := range 1 << n {
		if s := quorum.SetOfMask(set); small.ContainsQuorum(s, f) {
			live[s.Len()]++
			total++
		}
	}
	if 2*total != 1<<n {
		return none, fmt.Errorf("dominated: %d of %d sets are live", total, 1<<n)
	}
	if claimed := c.Live.whole(); !slices.Equal(claimed, live) {
		return none, fmt.Errorf("%v sets are live by size, not %v", live, claimed)
	}
	// A set meets every quorum iff its complement is not live: all sets of more than n - size nodes
	// are.
	for i, q := range c.Quorums {
		if !q.Intersects(c.Transversal[0]) {
			return none, fmt.Errorf("%v misses quorum %v", c.Transversal[0], quorum.Index(i))
		}
	}
	for size := range c.Transversal[0].Len() {
		if new(big.Int).Binomial(int64(n), int64(size)).Int64() != int64(live[n-size]) {
			return none, fmt.Errorf("%v is no smallest transversal: one has %d nodes", c.Transversal[0], size)
		}
	}
	if len(c.Strategy) != f.Len() || len(c.NodeWeights) != n {
		return none, fmt.Errorf("%d probabilities and %d node weights", len(c.Strategy), len(c.NodeWeights))
	}
	v := votes.Votes{Load: loads.Load{Value: c.Load, NodeWeights: c.NodeWeights}, Assignable: c.Votes != nil}
	for i, weight := range c.Strategy {
		if weight.Rat().Sign() != 0 {
			v.Load.Strategy = append(v.Load.Strategy, loads.Chosen{Quorum: quorum.Index(i), Nodes: f.Set(i), Weight: weight})
		}
	}
	if v.Assignable {
		v.Weights, v.LowerBy = c.Votes.whole(), c.LeastBy
		for _, w := range v.Weights {
			v.Total += w
		}
		v.Quota, v.Lower = v.Total/2+1, v.Total
	}
	for i, times := range c.Trade.whole() {
		if times != 0 && i < f.Len() {
			v.Trade = append(v.Trade, votes.Traded{Quorum: quorum.Index(i), Nodes: f.Set(i), Times: times})
		}
	}
	return f, votes.Check(f, v)
}

package loads

import (
	"context"
	"fmt"
	"math/big"

	"coterie/bounds"
	"coterie/internal/machine/par"
	"coterie/internal/solve/lp"
	"coterie/internal/solve/sets"
	"coterie/quorum"
)

// Check judges the certificate of l, a load of f, from the definition and in exact arithmetic; nil
// means that l.Value is the load of f. It checks that
//
//   - the strategy names listed quorums in ascending order, with their nodes; its weights are
//     positive and sum to 1; and no node x is asked with a probability above l.Value;
//   - the node weights y_x are not negative, Σ y_x = 1, and every quorum weighs at least l.Value.
//
// The first condition gives load <= l.Value. The second gives load >= l.Value: under a strategy P
// with P(x) <= L for all x, L = Σ_x L·y_x >= Σ_x P(x)·y_x = Σ_Q P(Q)·y(Q) >= l.Value.
//
// Cost O(incidences) additions of integers. If ctx ends, the error is its cause.
func Check(ctx context.Context, f quorum.Family, l Load) error {
	one := bounds.Integer(1)
	return CheckMixed(ctx, []quorum.Family{f}, Mixed{
		Value: l.Value, Mix: []bounds.Fraction{one}, Strategies: [][]Chosen{l.Strategy}, NodeWeights: l.NodeWeights,
	})
}

// CheckMixed judges the certificate of l, a load of the cartels under l.Mix, as Check does; nil
// means that l.Value is that load. It checks that the shares are not negative and sum to 1; each
// cartel has a strategy; no node x has Σ_g mix_g·P_g(x) > l.Value; and Σ_g mix_g·(weight of the
// lightest quorum of cartel g) is at least l.Value.
//
// It panics if there are no cartels, or they have different n.
func CheckMixed(ctx context.Context, cartels []quorum.Family, l Mixed) error {
	n := cartels[0].N()
	if len(l.Mix) != len(cartels) || len(l.Strategies) != len(cartels) {
		return fmt.Errorf("%d cartels, %d shares, %d strategies", len(cartels), len(l.Mix), len(l.Strategies))
	}
	value, total := l.Value.Rat(), new(big.Rat)
	asked := make([]*big.Rat, n)
	for x := range asked {
		asked[x] = new(big.Rat)
	}
	for g, f := range cartels {
		if f.N() != n {
			panic(fmt.Sprintf("loads: cartels of %d and %d nodes", n, f.N()))
		}
		share := l.Mix[g].Rat()
		if share.Sign() < 0 {
			return fmt.Errorf("share %v is %v", quorum.Index(g), share.RatString())
		}
		total.Add(total, share)
		if err := addStrategy(ctx, asked, share, f, l.Strategies[g]); err != nil {
			return fmt.Errorf("strategy of cartel %v: %w", quorum.Index(g), err)
		}
	}
	if total.Cmp(big.NewRat(1, 1)) != 0 {
		return fmt.Errorf("the shares sum to %v", total.RatString())
	}
	for x, p := range asked {
		if p.Cmp(value) > 0 {
			return fmt.Errorf("node %v is asked with probability %v, above %v", quorum.Node(x), p.RatString(), value.RatString())
		}
	}
	return checkNodeWeights(ctx, cartels, l)
}

// addStrategy checks the form of a strategy of f and adds share·P(x) to asked[x].
func addStrategy(ctx context.Context, asked []*big.Rat, share *big.Rat, f quorum.Family, strategy []Chosen) error {
	weights := make([]*big.Rat, len(strategy))
	poll := par.NewPoll(ctx)
	for i, c := range strategy {
		if err := poll.Work(sets.Words(f.N())); err != nil {
			return err
		}
		weights[i] = c.Weight.Rat()
		if weights[i].Sign() <= 0 {
			return fmt.Errorf("quorum %v has weight %v", c.Quorum, c.Weight)
		}
		if c.Quorum < 0 || int(c.Quorum) >= f.Len() || i > 0 && c.Quorum <= strategy[i-1].Quorum {
			return fmt.Errorf("quorum %v is out of order, or not listed", c.Quorum)
		}
		if !c.Nodes.Equal(f.Set(int(c.Quorum))) {
			return fmt.Errorf("quorum %v is not %v", c.Quorum, c.Nodes)
		}
	}
	w := newScaledRats(weights)
	if w.sum.Cmp(w.denominator) != 0 {
		return fmt.Errorf("the weights sum to %v", new(big.Rat).SetFrac(w.sum, w.denominator).RatString())
	}
	of := newRatAccumulator(w, len(asked))
	for i, c := range strategy {
		if err := poll.Work(len(f.Quorum(int(c.Quorum))) * w.words()); err != nil {
			return err
		}
		for _, x := range f.Quorum(int(c.Quorum)) {
			of.add(int(x), i)
		}
	}
	for x := range asked {
		if of.empty(x) {
			continue
		}
		if err := poll.Work(w.words()); err != nil {
			return err
		}
		p := new(big.Rat).SetFrac(of.value(x), w.denominator)
		asked[x].Add(asked[x], p.Mul(p, share))
	}
	return nil
}

// checkNodeWeights checks the lower side of l.
func checkNodeWeights(ctx context.Context, cartels []quorum.Family, l Mixed) error {
	if len(l.NodeWeights) != cartels[0].N() {
		return fmt.Errorf("%d node weights for %d nodes", len(l.NodeWeights), cartels[0].N())
	}
	weights, total := make([]*big.Rat, len(l.NodeWeights)), new(big.Rat)
	poll := par.NewPoll(ctx)
	for x, y := range l.NodeWeights {
		if err := poll.Err(); err != nil {
			return err
		}
		weights[x] = y.Rat()
		if weights[x].Sign() < 0 {
			return fmt.Errorf("node %v has weight %v", quorum.Node(x), y)
		}
		total.Add(total, weights[x])
	}
	if total.Cmp(big.NewRat(1, 1)) != 0 {
		return fmt.Errorf("the node weights sum to %v", total.RatString())
	}
	w, reached := newScaledRats(weights), new(big.Rat)
	for g, f := range cartels {
		lightest := new(big.Rat).SetFrac(w.lightest(ctx, f), w.denominator)
		reached.Add(reached, lightest.Mul(lightest, l.Mix[g].Rat()))
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if reached.Cmp(l.Value.Rat()) < 0 {
		return fmt.Errorf("the node weights prove no more than %v, and %v is claimed", reached.RatString(), l.Value)
	}
	return nil
}

// scaledRats holds fractions >= 0 as integers over a common denominator, in 64-bit words as well
// where every sum of some of them fits in one.
type scaledRats struct {
	denominator, sum *big.Int
	numerators       []*big.Int
	small            []int64 // nil where sum needs more than 62 bits
}

func newScaledRats(numbers []*big.Rat) *scaledRats {
	s := &scaledRats{sum: new(big.Int)}
	s.numerators, s.denominator = lp.Integers(numbers)
	for _, v := range s.numerators {
		s.sum.Add(s.sum, v)
	}
	if s.sum.BitLen() <= 62 {
		s.small = make([]int64, len(numbers))
		for i, v := range s.numerators {
			s.small[i] = v.Int64()
		}
	}
	return s
}

// words returns about how many words its numbers have.
func (s *scaledRats) words() int { return s.sum.BitLen()/64 + 1 }

// lightest returns the numerator of the least weight of a quorum of f, where s are node weights. If
// ctx ends it looks at some quorums only.
func (s *scaledRats) lightest(ctx context.Context, f quorum.Family) *big.Int {
	if s.small != nil {
		best := int64(-1)
		for _, q := range par.Until(ctx, f.All()) {
			var w int64
			for _, x := range q {
				w += s.small[x]
			}
			if best < 0 || w < best {
				best = w
			}
		}
		return big.NewInt(max(best, 0))
	}
	var best *big.Int
	w := new(big.Int)
	for _, q := range par.Until(ctx, f.All()) {
		w.SetInt64(0)
		for _, x := range q {
			w.Add(w, s.numerators[x])
		}
		if best == nil || w.Cmp(best) < 0 {
			best = new(big.Int).Set(w)
		}
	}
	if best == nil {
		return new(big.Int)
	}
	return best
}

// ratAccumulator adds up numerators of a scaled list, each list entry at most once in a cell.
type ratAccumulator struct {
	of    *scaledRats
	small []int64
	big   []*big.Int
}

func newRatAccumulator(of *scaledRats, cells int) *ratAccumulator {
	a := &ratAccumulator{of: of}
	if of.small != nil {
		a.small = make([]int64, cells)
		return a
	}
	a.big = make([]*big.Int, cells)
	for i := range a.big {
		a.big[i] = new(big.Int)
	}
	return a
}

func (a *ratAccumulator) add(cell, item int) {
	if a.small != nil {
		a.small[cell] += a.of.small[item]
		return
	}
	a.big[cell].Add(a.big[cell], a.of.numerators[item])
}

func (a *ratAccumulator) empty(cell int) bool {
	return a.small != nil && a.small[cell] == 0 || a.big != nil && a.big[cell].Sign() == 0
}

func (a *ratAccumulator) value(cell int) *big.Int {
	if a.small != nil {
		return big.NewInt(a.small[cell])
	}
	return a.big[cell]
}

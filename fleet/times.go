package fleet

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/bits"
	"slices"

	"coterie/internal/machine/par"
	"coterie/quorum"
)

// NoMeanError says that a mean time is not known: the percentiles of a latency end below the
// hundredth, so that the times beyond the last percentile are not known.
type NoMeanError struct {
	Node  quorum.Node
	Names []string // of the nodes; may be nil
}

func (e *NoMeanError) Error() string {
	return fmt.Sprintf("the latency of node %s has no p100, without which no mean is known", e.Node.Label(e.Names))
}

// naming returns the error with the names of the nodes.
func (f *Fleet) naming(err error) error {
	if unknown := (*NoMeanError)(nil); errors.As(err, &unknown) {
		return &NoMeanError{unknown.Node, f.Names()}
	}
	return err
}

// Hint says which percentile to add.
func (e *NoMeanError) Hint() string { return "add p100, a time that no answer exceeds" }

// knot is a point of a distribution function, which is linear from knot to knot, with a jump where
// two knots have the same time, and constant after the last.
type knot struct{ time, at *big.Rat }

var one = big.NewRat(1, 1)

// knots returns the distribution function of a latency: 0 before the first knot.
func (l Latency) knots() []knot {
	if t, ok := l.Fixed(); ok {
		return []knot{{t, new(big.Rat)}, {t, one}}
	}
	var out []knot
	if !l.HasLeast() {
		out = []knot{{new(big.Rat), new(big.Rat)}}
	}
	for i := range l.At {
		out = append(out, knot{l.Time[i], l.At[i]})
	}
	return out
}

// within returns the values of a distribution function at the ends of an interval between two
// successive breakpoints: its limits from inside.
func within(k []knot, from, to *big.Rat) (a, b *big.Rat) {
	if from.Cmp(k[0].time) < 0 {
		return new(big.Rat), new(big.Rat)
	}
	i := len(k) - 1
	for k[i].time.Cmp(from) > 0 {
		i--
	}
	if i == len(k)-1 {
		return k[i].at, k[i].at
	}
	return between(k[i], k[i+1], from), between(k[i], k[i+1], to)
}

// between interpolates from knot a to a later knot b.
func between(a, b knot, t *big.Rat) *big.Rat {
	x := new(big.Rat).Sub(t, a.time)
	x.Quo(x, new(big.Rat).Sub(b.time, a.time))
	x.Mul(x, new(big.Rat).Sub(b.at, a.at))
	return x.Add(x, a.at)
}

// until returns the probability that a latency is at most t.
func (l Latency) until(t *big.Rat) *big.Rat {
	k := l.knots()
	i := len(k) - 1
	for i >= 0 && k[i].time.Cmp(t) > 0 {
		i--
	}
	switch {
	case i < 0:
		return new(big.Rat)
	case i == len(k)-1:
		return k[i].at
	}
	return between(k[i], k[i+1], t)
}

// breakpoints returns the times at which one of the distribution functions has a knot, ascending.
func breakpoints(of [][]knot) []*big.Rat {
	var times []*big.Rat
	for _, k := range of {
		for _, p := range k {
			times = append(times, p.time)
		}
	}
	slices.SortFunc(times, (*big.Rat).Cmp)
	return slices.CompactFunc(times, func(a, b *big.Rat) bool { return a.Cmp(b) == 0 })
}

// maxTableAsked is the most nodes whose subsets are gone through when some of them suffice.
const maxTableAsked = 16

// expectedTime returns the mean time until the answers of the nodes asked contain a quorum, where
// live reports whether answers of some nodes, in ascending order, contain a quorum; if live is nil
// all must answer. Nodes answer independently of each other. Between two breakpoints of the
// distribution functions the probability that a quorum has answered is a polynomial in the time, so
// that its integral is exact.
//
// The error is a *NoMeanError, a *quorum.LimitError for very many nodes, or says that ctx has
// ended. Cost: for each breakpoint O(|set|²) operations on fractions where all have to answer, else
// O(2^|set|).
//
// Proof: docs/theorems/fleet-times.md.
func expectedTime(ctx context.Context, c Client, set []int32, live func([]int32) bool) (*big.Rat, error) {
	if live != nil && len(set) > 1 && !anyLess(set, live) {
		live = nil
	}
	needed, err := neededOf(set, live)
	if err != nil {
		return nil, err
	}
	of := make([][]knot, len(set))
	last := make([]*big.Rat, len(set))
	for i, v := range set {
		of[i] = c.Latency[v].knots()
		last[i] = of[i][len(of[i])-1].at
	}
	if needed.chance(last).Cmp(one) != 0 {
		for i, v := range set {
			if last[i].Cmp(one) < 0 {
				return nil, &NoMeanError{Node: quorum.Node(v)}
			}
		}
	}
	mean, from := new(big.Rat), new(big.Rat)
	starts, ends := make([]*big.Rat, len(set)), make([]*big.Rat, len(set))
	for _, to := range breakpoints(of) {
		if err := par.Ended(ctx); err != nil {
			return nil, notFound("the mean time to a quorum", err)
		}
		if to.Cmp(from) == 0 {
			continue
		}
		for i := range set {
			starts[i], ends[i] = within(of[i], from, to)
		}
		x := needed.mean(starts, ends)
		x.Sub(one, x)
		if x.Sign() == 0 {
			break
		}
		mean.Add(mean, x.Mul(x, new(big.Rat).Sub(to, from)))
		from = to
	}
	return mean, nil
}

// anyLess reports whether some of the nodes can be spared.
func anyLess(set []int32, live func([]int32) bool) bool {
	rest := make([]int32, 0, len(set))
	for i := range set {
		rest = append(append(rest[:0], set[:i]...), set[i+1:]...)
		if live(rest) {
			return true
		}
	}
	return false
}

// needed says which answers of n nodes contain a quorum: only all of them together, or the sets of
// a table.
type needed struct {
	n     int
	table []bool // indexed by the mask of the nodes that answered; nil if all must answer
}

func neededOf(set []int32, live func([]int32) bool) (needed, error) {
	n := needed{n: len(set)}
	if live == nil {
		return n, nil
	}
	if len(set) > maxTableAsked {
		return n, notFound("the mean time to a quorum", fmt.Errorf("%d nodes are asked of which some suffice, more than %d", len(set), maxTableAsked))
	}
	n.table = make([]bool, 1<<len(set))
	part := make([]int32, 0, len(set))
	for x := range n.table {
		if n.below(uint(x)) {
			n.table[x] = true
			continue
		}
		part = part[:0]
		for rest := uint(x); rest != 0; rest &= rest - 1 {
			part = append(part, set[bits.TrailingZeros(rest)])
		}
		n.table[x] = live(part)
	}
	return n, nil
}

// below reports whether x less one node has a quorum.
func (n needed) below(x uint) bool {
	for rest := x; rest != 0; rest &= rest - 1 {
		if n.table[x&^(rest&-rest)] {
			return true
		}
	}
	return false
}

// chance returns the probability of a quorum where node i has answered with probability p[i].
func (n needed) chance(p []*big.Rat) *big.Rat { return n.mean(p, p) }

// mean returns ∫₀¹ P(s) ds, where P(s) is the probability of a quorum when node i has answered with
// probability a[i] + s·(b[i]-a[i]).
func (n needed) mean(a, b []*big.Rat) *big.Rat {
	// Polynomials in s have integer coefficients over the product of the denominators.
	// Factor i of them is c[i] + d[i]·s.
	c, d, whole := make([]*big.Int, n.n), make([]*big.Int, n.n), big.NewInt(1)
	denominators := make([]*big.Int, n.n)
	for i := range n.n {
		q := new(big.Int).Mul(a[i].Denom(), b[i].Denom())
		q.Quo(q, new(big.Int).GCD(nil, nil, a[i].Denom(), b[i].Denom()))
		c[i] = new(big.Int).Mul(a[i].Num(), new(big.Int).Quo(q, a[i].Denom()))
		d[i] = new(big.Int).Mul(b[i].Num(), new(big.Int).Quo(q, b[i].Denom()))
		d[i].Sub(d[i], c[i])
		denominators[i] = q
		whole.Mul(whole, q)
	}
	times := func(p []*big.Int, i int) []*big.Int {
		if len(p) == 0 {
			return nil
		}
		out := make([]*big.Int, len(p), len(p)+1)
		for j := range p {
			out[j] = new(big.Int).Mul(p[j], c[i])
			if j > 0 && d[i].Sign() != 0 {
				out[j].Add(out[j], new(big.Int).Mul(p[j-1], d[i]))
			}
		}
		if d[i].Sign() != 0 {
			out = append(out, new(big.Int).Mul(p[len(p)-1], d[i]))
		}
		return out
	}
	var p []*big.Int
	if n.table == nil {
		p = []*big.Int{big.NewInt(1)}
		for i := range n.n {
			if c[i].Sign() == 0 && d[i].Sign() == 0 {
				return new(big.Rat)
			}
			p = times(p, i)
		}
	} else {
		// Node by node from the last, as a diagram that is a table: low without it, high with it.
		level := make([][]*big.Int, len(n.table))
		for x, live := range n.table {
			if live {
				level[x] = []*big.Int{big.NewInt(1)}
			}
		}
		for i := n.n - 1; i >= 0; i-- {
			half := len(level) / 2
			for x := range half {
				high := added(level[half+x], level[x], -1)
				low := make([]*big.Int, len(level[x]))
				for j, c := range level[x] {
					low[j] = new(big.Int).Mul(c, denominators[i])
				}
				level[x] = added(low, times(high, i), 1)
			}
			level = level[:half]
		}
		p = level[0]
	}
	sum, term := new(big.Rat), new(big.Rat)
	for j, c := range p {
		sum.Add(sum, term.SetFrac(c, big.NewInt(int64(j+1))))
	}
	return sum.Quo(sum, term.SetInt(whole))
}

// added returns a + sign·b, as coefficients.
func added(a, b []*big.Int, sign int64) []*big.Int {
	out := make([]*big.Int, max(len(a), len(b)))
	for j := range out {
		out[j] = new(big.Int)
		if j < len(a) {
			out[j].Set(a[j])
		}
		if j < len(b) {
			if sign < 0 {
				out[j].Sub(out[j], b[j])
			} else {
				out[j].Add(out[j], b[j])
			}
		}
	}
	return out
}

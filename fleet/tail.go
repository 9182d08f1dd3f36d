package fleet

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"sort"

	"coterie/internal/machine/par"
	"coterie/quorum"
)

// Quantile is the time until the answers contain a quorum that a share of the requests does not
// exceed.
type Quantile struct {
	Share *big.Rat // of the requests
	// Seconds is the least time, where latencies are linear between their percentiles: exact where
	// it is a time or a percentile of a node, else rounded up by at most one part in 2^30 of the
	// time between two of these. Nil: the percentiles do not reach as far.
	Seconds *big.Rat
	// Low and High are the interval that follows from the percentiles alone, whatever the
	// distribution between them. If High is nil, the interval has no end.
	Low, High *big.Rat
}

// TailShares returns the shares of requests by which a tail is reported: p50, p90, p99 and p99.9.
func TailShares() []*big.Rat {
	return []*big.Rat{big.NewRat(1, 2), big.NewRat(9, 10), big.NewRat(99, 100), big.NewRat(999, 1000)}
}

// FindTail returns how long requests of one kind take, from all client places together, until the
// answers contain a quorum: with the choices of a strategy or, where strategy is nil, when every
// request asks all nodes. Nodes answer independently of each other, and all do in the end.
//
// The probability that the answers contain a quorum by a given time is an availability, where a
// node is alive if it has answered (FindAvailability); quantiles are found by bisection. The error
// is a *quorum.LimitError or a *quorum.InputError; it panics if a share is out of 0..1.
//
// Proof: docs/theorems/fleet-times.md.
func FindTail(ctx context.Context, f *Fleet, s System, strategy *Strategy, kind Operation, shares []*big.Rat) ([]Quantile, error) {
	if strategy == nil {
		all := quorum.FullSet(f.N()).Nodes()
		strategy = &Strategy{}
		for place := range f.Clients {
			strategy.Menus = append(strategy.Menus, Menu{place, kind, -1, []Choice{{Nodes: all, Weight: one}}})
		}
	}
	t, err := newTail(ctx, f, s, strategy, func(m Menu) bool { return m.Operation == kind })
	if err == nil && len(t.asks) == 0 {
		err = refused(fmt.Sprintf("there are no %ss, whose times could be told", kind), "")
	}
	if err != nil {
		return nil, err
	}
	out, err := t.quantiles(ctx, shares)
	for i := range out {
		if err == nil {
			err = t.interval(ctx, &out[i])
		}
	}
	if err != nil {
		return nil, notFound("the tail of the times to a quorum", err)
	}
	return out, nil
}

// Percentiles are the times until the answers contain a quorum that the shares of PercentileGoals
// do not exceed, of reads and writes together. Quantiles have no intervals.
type Percentiles struct {
	All    []Quantile
	Places [][]Quantile // of the requests from each place, where there are several
}

// Of returns the percentile of a goal; nil where it is not known.
func (p *Percentiles) Of(g Goal) *big.Rat {
	if i := g.Percentile(); p != nil && i >= 0 {
		return p.All[i].Seconds
	}
	return nil
}

// FindPercentiles returns the percentiles of a strategy, whose distribution is the mixture over its
// places, kinds of requests and choices. A time is null where it is not known, for some nodes have
// no p100. The error is a *quorum.LimitError.
//
// Proof: docs/theorems/fleet-percentiles.md.
func FindPercentiles(ctx context.Context, f *Fleet, s System, strategy *Strategy) (*Percentiles, error) {
	t, err := newTail(ctx, f, s, strategy, func(Menu) bool { return true })
	if err != nil {
		return nil, err
	}
	p := &Percentiles{}
	p.All, err = t.quantiles(ctx, percentileShares)
	for place := range f.Clients {
		if err != nil || len(f.Clients) == 1 {
			break
		}
		var own []ask
		for _, a := range t.asks {
			if a.place == place {
				own = append(own, a)
			}
		}
		var from []Quantile
		from, err = tailOf(own).quantiles(ctx, percentileShares)
		p.Places = append(p.Places, from)
	}
	if err != nil {
		return nil, notFound("the percentiles of the times to a quorum", err)
	}
	return p, nil
}

// tail has the sets that requests ask, with the times at which the distribution of an answer
// changes.
type tail struct {
	asks  []ask
	times []*big.Rat // 0 and all breakpoints, ascending
	open  bool       // some latencies have no p100
}

// ask is a set of nodes that is asked with a probability, in one place. Where all times are fixed,
// it is one node with the time of the set.
type ask struct {
	place    int
	latency  []Latency
	curves   [][]knot
	weight   *big.Rat
	contains func(ctx context.Context, p []*big.Rat) (*big.Rat, error) // a quorum, by the chances of the nodes
}

// newTail returns the tail of the menus that only takes, by their shares of these requests.
func newTail(ctx context.Context, f *Fleet, s System, strategy *Strategy, only func(Menu) bool) (*tail, error) {
	var asks []ask
	var chance [2]func(context.Context, []*big.Rat) (*big.Rat, error)
	live := [2]func([]int32) bool{liveOf(s.Reads), liveOf(s.Writes)}
	for _, m := range strategy.Menus {
		weight := f.weightOf(m)
		if !only(m) || weight.Sign() == 0 {
			continue
		}
		client, contain := f.Clients[m.Place], live[m.Operation]
		if chance[m.Operation] == nil && !client.Fixed() {
			var err error
			if chance[m.Operation], err = chanceOfLive(ctx, f, [...]quorum.Quorums{s.Reads, s.Writes}[m.Operation]); err != nil {
				return nil, err
			}
		}
		for _, c := range m.Choices {
			a := ask{place: m.Place, weight: new(big.Rat).Mul(weight, c.Weight), contains: all}
			if set := as[int32](c.Nodes); client.Fixed() {
				time, err := setLatency(ctx, client, set, contain)
				if err != nil {
					return nil, err
				}
				a.latency = []Latency{fixed(time)}
			} else {
				for _, v := range set {
					a.latency = append(a.latency, client.Latency[v])
				}
				if anyLess(set, contain) {
					a.contains = spared(f.N(), set, chance[m.Operation])
				}
			}
			for _, l := range a.latency {
				a.curves = append(a.curves, l.knots())
			}
			asks = append(asks, a)
		}
	}
	return tailOf(asks), nil
}

// tailOf returns the tail of some requests, whose shares are those among them.
func tailOf(asks []ask) *tail {
	t, whole := &tail{asks: asks}, new(big.Rat)
	for _, a := range asks {
		whole.Add(whole, a.weight)
	}
	curves := [][]knot{{{new(big.Rat), new(big.Rat)}}}
	for i := range t.asks {
		a := &t.asks[i]
		a.weight = new(big.Rat).Quo(a.weight, whole)
		curves = append(curves, a.curves...)
		t.open = t.open || slices.ContainsFunc(a.latency, func(l Latency) bool { return !l.HasMean() })
	}
	t.times = breakpoints(curves)
	return t
}

// weightOf returns the share of the requests of a menu among all.
func (f *Fleet) weightOf(m Menu) *big.Rat {
	sum, part := new(big.Rat), new(big.Rat)
	for k, at := range f.Workload.Shares {
		if m.Share < 0 || m.Share == k {
			sum.Add(sum, part.Mul(at.Weight, at.Of(m.Operation)))
		}
	}
	return sum.Mul(sum, f.Clients[m.Place].Share)
}

// all returns the probability that all nodes have answered.
func all(_ context.Context, p []*big.Rat) (*big.Rat, error) {
	product := new(big.Rat).Set(one)
	for _, x := range p {
		product.Mul(product, x)
	}
	return product, nil
}

// spared returns the probability that the answers of a set contain a quorum.
func spared(n int, set []int32, chance func(context.Context, []*big.Rat) (*big.Rat, error)) func(context.Context, []*big.Rat) (*big.Rat, error) {
	return func(ctx context.Context, p []*big.Rat) (*big.Rat, error) {
		dead := slices.Repeat([]*big.Rat{one}, n)
		for i, v := range set {
			dead[v] = new(big.Rat).Sub(one, p[i])
		}
		return chance(ctx, dead)
	}
}

// chance returns the probability that a quorum has answered, given the probability that each node
// has.
func (t *tail) chance(ctx context.Context, answered func(Latency, []knot) *big.Rat) (*big.Rat, error) {
	sum := new(big.Rat)
	for _, a := range t.asks {
		p := make([]*big.Rat, len(a.latency))
		for i, l := range a.latency {
			p[i] = answered(l, a.curves[i])
		}
		x, err := a.contains(ctx, p)
		if err == nil {
			err = par.Ended(ctx)
		}
		if err != nil {
			return nil, err
		}
		sum.Add(sum, x.Mul(x, a.weight))
	}
	return sum, nil
}

// first returns the first breakpoint at which the chance is at least share; len(t.times) if there
// is none.
func (t *tail) first(ctx context.Context, share *big.Rat, answered func(Latency, *big.Rat) *big.Rat) (int, error) {
	var failed error
	i := sort.Search(len(t.times), func(i int) bool {
		if failed != nil {
			return true
		}
		x, err := t.chance(ctx, func(l Latency, _ []knot) *big.Rat { return answered(l, t.times[i]) })
		failed = err
		return err != nil || x.Cmp(share) >= 0
	})
	return i, failed
}

// interval finds the ends of the interval that follows from the percentiles alone.
func (t *tail) interval(ctx context.Context, q *Quantile) error {
	for _, end := range []struct {
		to       **big.Rat
		answered func(Latency, *big.Rat) *big.Rat
	}{{&q.Low, Latency.soonest}, {&q.High, Latency.latest}} {
		i, err := t.first(ctx, q.Share, end.answered)
		if err != nil {
			return err
		}
		if i < len(t.times) {
			*end.to = t.times[i]
		}
	}
	return nil
}

// quantiles finds the times of some shares.
func (t *tail) quantiles(ctx context.Context, shares []*big.Rat) ([]Quantile, error) {
	var out []Quantile
	for _, share := range shares {
		if share.Sign() < 0 || share.Cmp(one) > 0 {
			panic(fmt.Sprintf("fleet: %v is no share", share))
		}
		seconds, err := t.quantile(ctx, share)
		if err != nil {
			return nil, err
		}
		out = append(out, Quantile{Share: share, Seconds: seconds})
	}
	return out, nil
}

// bisections is how often an interval between breakpoints is halved.
const bisections = 30

// quantile returns the least time that a share of the requests does not exceed, rounded up by at
// most one part in 2^30 of the time between two breakpoints; nil if it is not known.
func (t *tail) quantile(ctx context.Context, share *big.Rat) (*big.Rat, error) {
	i, err := t.first(ctx, share, Latency.until)
	if err != nil || i == len(t.times) {
		return nil, err
	}
	if i == 0 {
		return t.times[0], nil
	}
	from, to := t.times[i-1], t.times[i]
	at := func(k int) *big.Rat {
		x := new(big.Rat).Sub(to, from)
		return x.Add(x.Mul(x, big.NewRat(int64(k), 1<<bisections)), from)
	}
	before := func(_ Latency, k []knot) *big.Rat {
		_, b := within(k, from, to)
		return b
	}
	reached := func(answered func(Latency, []knot) *big.Rat) bool { // true also after an error
		var x *big.Rat
		if err == nil {
			x, err = t.chance(ctx, answered)
		}
		return err != nil || x.Cmp(share) >= 0
	}
	low, high := 0, 1<<bisections // it is reached by high, and not by low
	if !reached(before) {         // by a jump
		low = high
	}
	for high-low > 1 {
		half := (low + high) / 2
		if reached(func(l Latency, _ []knot) *big.Rat { return l.until(at(half)) }) {
			high = half
		} else {
			low = half
		}
	}
	// Where a latency is not known so far, its answers may all have come.
	if t.open && reached(func(l Latency, k []knot) *big.Rat {
		switch last := k[len(k)-1]; {
		case last.at.Cmp(one) < 0 && last.time.Cmp(from) <= 0:
			return one
		case low == high:
			return before(l, k)
		}
		return l.until(at(low))
	}) {
		return nil, err
	}
	return at(high), err
}

// soonest returns the greatest possible probability of an answer by t with these percentiles.
func (l Latency) soonest(t *big.Rat) *big.Rat {
	if _, ok := l.Fixed(); ok {
		return l.until(t)
	}
	for i := range l.At {
		if l.Time[i].Cmp(t) > 0 {
			return l.At[i]
		}
	}
	return one
}

// latest returns the least possible probability of an answer by t.
func (l Latency) latest(t *big.Rat) *big.Rat {
	p := new(big.Rat)
	for i := range l.At {
		if l.Time[i].Cmp(t) <= 0 {
			p = l.At[i]
		}
	}
	return p
}

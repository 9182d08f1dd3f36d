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
	// it is a time or a percentile of a node, else rounded up by at most one part in 2^30. Nil: the
	// percentiles do not reach as far.
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
	t, err := newTail(ctx, f, s, strategy, kind)
	if err != nil {
		return nil, err
	}
	var out []Quantile
	for _, share := range shares {
		if share.Sign() < 0 || share.Cmp(one) > 0 {
			panic(fmt.Sprintf("fleet: FindTail: %v is no share", share))
		}
		q, err := t.quantile(ctx, share)
		if err != nil {
			return nil, notFound("the tail of the times to a quorum", err)
		}
		out = append(out, q)
	}
	return out, nil
}

// tail has the sets that requests ask, with the times at which the distribution of an answer
// changes.
type tail struct {
	asks  []ask
	times []*big.Rat // 0 and all breakpoints, ascending
}

// ask is a set of nodes that is asked with a probability, in one place.
type ask struct {
	nodes    []int
	client   Client
	curves   [][]knot // of the nodes
	weight   *big.Rat
	contains func(ctx context.Context, p []*big.Rat) (*big.Rat, error) // a quorum, by the chances of the nodes
}

func newTail(ctx context.Context, f *Fleet, s System, strategy *Strategy, kind Operation) (*tail, error) {
	q := s.Reads
	if kind == Writes {
		q = s.Writes
	}
	chance, err := chanceOfLive(ctx, f, q)
	if err != nil {
		return nil, err
	}
	t, contain := &tail{}, liveOf(q)
	add := func(place int, nodes []int, weight *big.Rat) {
		a := ask{nodes: nodes, client: f.Clients[place], weight: weight}
		for _, v := range nodes {
			a.curves = append(a.curves, a.client.Latency[v].knots())
		}
		if asked := as[int32](nodes); contain(asked) && !anyLess(asked, contain) {
			a.contains = all
			t.asks = append(t.asks, a)
			return
		}
		a.contains = func(ctx context.Context, p []*big.Rat) (*big.Rat, error) {
			dead := slices.Repeat([]*big.Rat{one}, f.N())
			for i, v := range nodes {
				dead[v] = new(big.Rat).Sub(one, p[i])
			}
			return chance(ctx, dead)
		}
		t.asks = append(t.asks, a)
	}
	everyone := quorum.FullSet(f.N()).Nodes()
	if strategy == nil {
		for c, client := range f.Clients {
			add(c, everyone, client.Share)
		}
	} else {
		whole := new(big.Rat)
		for _, m := range strategy.Menus {
			weight := new(big.Rat).Set(f.Clients[m.Place].Share)
			if m.Share >= 0 {
				at := f.Workload.Shares[m.Share]
				weight.Mul(weight, at.Weight).Mul(weight, at.Of(kind))
			}
			if m.Operation != kind || weight.Sign() == 0 {
				continue
			}
			whole.Add(whole, weight)
			for _, c := range m.Choices {
				add(m.Place, c.Nodes, new(big.Rat).Mul(weight, c.Weight))
			}
		}
		for _, a := range t.asks {
			a.weight.Quo(a.weight, whole)
		}
	}
	if len(t.asks) == 0 {
		return nil, refused(fmt.Sprintf("there are no %ss, whose times could be told", kind), "")
	}
	curves := [][]knot{{{new(big.Rat), new(big.Rat)}}}
	for _, a := range t.asks {
		curves = append(curves, a.curves...)
	}
	t.times = breakpoints(curves)
	return t, nil
}

// all returns the probability that all nodes have answered.
func all(_ context.Context, p []*big.Rat) (*big.Rat, error) {
	product := new(big.Rat).Set(one)
	for _, x := range p {
		product.Mul(product, x)
	}
	return product, nil
}

// chance returns the probability that a quorum has answered, given the probability that each node
// has.
func (t *tail) chance(ctx context.Context, answered func(Latency, []knot) *big.Rat) (*big.Rat, error) {
	sum := new(big.Rat)
	for _, a := range t.asks {
		p := make([]*big.Rat, len(a.nodes))
		for i, v := range a.nodes {
			p[i] = answered(a.client.Latency[v], a.curves[i])
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

// bisections is how often an interval between breakpoints is halved.
const bisections = 30

func (t *tail) quantile(ctx context.Context, share *big.Rat) (Quantile, error) {
	q := Quantile{Share: share}
	low, err := t.first(ctx, share, Latency.soonest)
	if err != nil {
		return q, err
	}
	if low < len(t.times) {
		q.Low = t.times[low]
	}
	high, err := t.first(ctx, share, Latency.latest)
	if err != nil {
		return q, err
	}
	if high < len(t.times) {
		q.High = t.times[high]
	}
	i, err := t.first(ctx, share, Latency.until)
	if err != nil || i == len(t.times) {
		return q, err
	}
	if q.Seconds = t.times[i]; i == 0 {
		return q, nil
	}
	from, to := t.times[i-1], t.times[i]
	before, err := t.chance(ctx, func(_ Latency, k []knot) *big.Rat {
		_, b := within(k, from, to)
		return b
	})
	if err != nil || before.Cmp(share) < 0 {
		return q, err // it is reached by a jump
	}
	a, b := new(big.Rat), big.NewRat(1, 1) // parts of the interval
	at := func(part *big.Rat) *big.Rat {
		x := new(big.Rat).Sub(to, from)
		return x.Add(x.Mul(x, part), from)
	}
	for range bisections {
		half := new(big.Rat).Add(a, b)
		half.Mul(half, big.NewRat(1, 2))
		x, err := t.chance(ctx, func(l Latency, _ []knot) *big.Rat { return l.until(at(half)) })
		if err != nil {
			return q, err
		}
		if x.Cmp(share) >= 0 {
			b = half
		} else {
			a = half
		}
	}
	q.Seconds = at(b)
	return q, nil
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

package fleet

import (
	"context"
	"math/big"
	"slices"
	"sort"

	"coterie/internal/machine/memory"
	"coterie/internal/machine/par"
	"coterie/internal/solve/sets"
	"coterie/quorum"
)

// asked is a set of nodes that may be asked together.
type asked struct {
	nodes []int32 // ascending
	times times
	float [4]float64 // times
}

// times are, in the order of clockGoals, the mean time until the answers of a set contain a quorum,
// and the probabilities that it takes longer than the limits of the percentiles; nil where one does
// not matter. Prices of them have the same form: nil is 0.
type times [4]*big.Rat

// free reports whether all prices are 0.
func (t times) free() bool {
	return !slices.ContainsFunc(t[:], func(v *big.Rat) bool { return v != nil && v.Sign() != 0 })
}

// timed returns the set with its times.
func (a asked) timed(t times) asked {
	a.times, a.float = t, t.floats()
	return a
}

func (t times) floats() (list [4]float64) {
	for k, v := range t {
		if v != nil {
			list[k], _ = v.Float64()
		}
	}
	return list
}

// menu is all sets that requests of one kind may ask in one place, as far as they can be the
// cheapest under some prices.
type menu interface {
	// cheap returns a set of the least Σ price + slow·times, up to rounding.
	cheap(price []float64, slow [4]float64) asked
	// cheapest returns the cheapest set exactly, with its cost.
	cheapest(ctx context.Context, price []*big.Rat, slow times) (asked, *big.Rat, error)
	// late returns the menu with the probabilities that a request takes longer than limits.
	late(ctx context.Context, limits [3]*big.Rat) (menu, error)
	// list returns all sets, if they are listed.
	list() []asked
}

// timing holds the latencies of the nodes from one place, where they are fixed times.
type timing struct {
	of    []*big.Rat
	order []int // the nodes, the nearest first
}

// timingOf returns the times from a place; nil where a latency is not a fixed time but a
// distribution.
func timingOf(c Client) *timing {
	t := &timing{}
	for i, l := range c.Latency {
		v, ok := l.Fixed()
		if !ok {
			return nil
		}
		t.of, t.order = append(t.of, v), append(t.order, i)
	}
	slices.SortStableFunc(t.order, func(a, b int) int { return t.of[a].Cmp(t.of[b]) })
	return t
}

// slowest returns the time of the slowest node.
func (t *timing) slowest(nodes []int32) *big.Rat {
	var most *big.Rat
	for _, v := range nodes {
		if most == nil || t.of[v].Cmp(most) > 0 {
			most = t.of[v]
		}
	}
	return most
}

// until returns the least time by which nodes that have answered are live.
func (t *timing) until(nodes []int32, live func([]int32) bool) *big.Rat {
	byTime := slices.Clone(nodes)
	slices.SortStableFunc(byTime, func(a, b int32) int { return t.of[a].Cmp(t.of[b]) })
	i := sort.Search(len(byTime), func(i int) bool { return live(byTime[:i+1]) })
	if i == len(byTime) {
		return nil
	}
	return t.of[byTime[i]]
}

// listed is a menu whose sets are all known.
type listed struct {
	sets   []asked
	client Client
	live   func([]int32) bool
}

func (l *listed) list() []asked { return l.sets }

func (l *listed) late(ctx context.Context, limits [3]*big.Rat) (menu, error) {
	out := &listed{slices.Clone(l.sets), l.client, l.live}
	for i, limit := range limits {
		if limit == nil {
			continue
		}
		at := l.client.lateAt(limit)
		for j := range out.sets {
			a := &out.sets[j]
			late, err := setLatency(ctx, at, a.nodes, l.live)
			if err != nil {
				return nil, err
			}
			a.times[i+1] = late
		}
	}
	for j, a := range out.sets {
		out.sets[j] = a.timed(a.times)
	}
	return out, nil
}

func (l *listed) cheap(price []float64, slow [4]float64) asked {
	best, least := 0, 0.0
	for j := range l.sets {
		if w := l.sets[j].weigh(price, slow); j == 0 || w < least {
			best, least = j, w
		}
	}
	return l.sets[best]
}

func (a *asked) weigh(price []float64, slow [4]float64) float64 {
	w := 0.0
	for _, v := range a.nodes {
		w += price[v]
	}
	for k, s := range slow {
		if s != 0 {
			w += float64(s * a.float[k])
		}
	}
	return w
}

// cheapest weighs exactly only the sets that rounding cannot tell from the cheapest: all that is
// added is not negative, so that a sum of n numbers is wrong by less than (n+3)·2⁻⁵² of it.
func (l *listed) cheapest(ctx context.Context, price []*big.Rat, slow times) (asked, *big.Rat, error) {
	p, s := floats(price), slow.floats()
	weights, least := make([]float64, len(l.sets)), 0.0
	poll := par.NewPoll(ctx)
	for j := range l.sets {
		if err := poll.Work(1 + len(l.sets[j].nodes)); err != nil {
			return asked{}, nil, err
		}
		weights[j] = l.sets[j].weigh(p, s)
		if j == 0 || weights[j] < least {
			least = weights[j]
		}
	}
	best := -1
	var value *big.Rat
	for j, w := range weights {
		if w > float64(least*(1+1e-9))+1e-290 {
			continue
		}
		if err := poll.Work(64 * len(l.sets[j].nodes)); err != nil {
			return asked{}, nil, err
		}
		if exact := l.sets[j].cost(price, slow); best < 0 || exact.Cmp(value) < 0 {
			best, value = j, exact
		}
	}
	return l.sets[best], value, nil
}

// cost returns the cost of the set.
func (a asked) cost(price []*big.Rat, slow times) *big.Rat {
	sum := new(big.Rat)
	for _, v := range a.nodes {
		if price[v].Sign() != 0 {
			sum.Add(sum, price[v])
		}
	}
	for k, s := range slow {
		if s != nil && s.Sign() != 0 {
			sum.Add(sum, new(big.Rat).Mul(s, a.times[k]))
		}
	}
	return sum
}

func floats(numbers []*big.Rat) []float64 {
	list := make([]float64, len(numbers))
	for i, v := range numbers {
		list[i], _ = v.Float64()
	}
	return list
}

// maxSilentTable bounds the nodes of tables of the sets that may lose nodes.
const maxSilentTable = 20

// spareSets returns the sets that contain a quorum of family without any `silent` of their nodes
// and need each of their nodes: a set with a node less is not such a set or, with times, is slower.
// Removing nodes one at a time is enough, since both grow with the set. The table is much
// faster than growing the sets (grownSpares), and never grows too many.
// Proof: docs/theorems/fleet-asked-sets.md.
func spareSets(ctx context.Context, family quorum.Family, silent int, t *timing) ([][]int32, error) {
	n := family.N()
	if n > maxSilentTable {
		return grownSpares(ctx, family, silent, t)
	}
	if err := memory.Ask(ctx, "the sets that may lose nodes", 1<<n, 2); err != nil {
		return nil, err
	}
	live := sets.Up(n, family.All())
	spare, work := live.Clone(), [2]sets.Table{sets.NewTable(n), sets.NewTable(n)}
	for range silent {
		spare.SpareAny(&work)
	}
	poll := par.NewPoll(ctx)
	rank := make([]uint8, 0)
	if t != nil { // at which node, in the order of time, a set has a quorum; equal times are one
		rank = make([]uint8, 1<<n)
		prefix, from := 0, 0
		for k, v := range t.order {
			prefix |= 1 << v
			if k+1 < n && t.of[t.order[k+1]].Cmp(t.of[v]) == 0 {
				continue
			}
			for x := range rank {
				if rank[x] == 0 && live.Has(x&prefix) {
					rank[x] = uint8(from + 1)
				}
			}
			from++
		}
	}
	var out [][]int32
	for x := range spare.All() {
		if err := poll.Work(n); err != nil {
			return nil, err
		}
		needed := true
		for rest := x; rest != 0 && needed; rest &= rest - 1 {
			less := x &^ (rest & -rest)
			needed = !spare.Has(less) || t != nil && rank[less] > rank[x]
		}
		if !needed {
			continue
		}
		if len(out) == mostSets {
			return nil, errTooManySpares
		}
		out = append(out, nodesOf(sets.Bits{uint64(x)}))
	}
	slices.SortFunc(out, bySize)
	return out, nil
}

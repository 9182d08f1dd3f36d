package fleet

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"sort"

	"coterie/internal/machine/par"
)

// FindStrategy returns the best strategy of s under f, exactly: the least mean load, latency,
// number of nodes asked or percentile within the limits, with prices that prove it. The strategy
// has passed CheckStrategy.
//
// A read asks a read quorum, a write a write quorum. Where nodes may stay silent (Workload.Silent),
// requests ask sets that contain a quorum without any Silent of their nodes. The latency is the
// time until the answers contain a quorum. Where latencies are distributions, requests ask quorums
// with no node to spare but those for Silent.
//
// Method: a linear program with a variable for each set that may be asked, which is generated where
// there are many (see Prices for its dual). Quorums that are not listed need a read-once formula,
// of any size; its cheapest set is found gate by gate. Where nodes may stay silent its gates of
// unequal votes have nodes alone as parts, or the sets that may lose nodes are listed: by a table
// of at most 20 nodes, else grown from the quorums.
//
// A limit on a percentile is linear in the strategy, and so is one more row. For the least
// percentile limits are tried, by bisection (see Strategy.Value). Proof:
// docs/theorems/fleet-percentiles.md.
//
// Errors: an *InfeasibleError with its proof where no strategy keeps the limits; a
// *quorum.LimitError where ctx ends or a limit is reached; a *quorum.InputError for a system of
// another fleet, and for a goal that strategies do not have.
func FindStrategy(ctx context.Context, f *Fleet, s System, opts StrategyOptions) (*Strategy, error) {
	goals, err := opts.goals()
	if err != nil {
		return nil, err
	}
	all, err := menusOf(ctx, f, s, clocksOf(goals, opts.Limits))
	if err != nil {
		return nil, err
	}
	return findStrategy(ctx, f, s, requestsOf(f, all), goals, opts)
}

// goals returns the goals in turn, by their names in strategies.
func (o StrategyOptions) goals() ([]Goal, error) {
	goals := append([]Goal{o.Goal}, o.Then...)
	for i, g := range goals {
		switch g {
		case "", Capacity:
			goals[i] = Load
		case Load, LatencyGoal, Network, P50, P99, P999:
		default:
			return nil, refused(fmt.Sprintf("%q is no goal of a strategy", g), "load, capacity, latency, network, p50, p99 or p99.9")
		}
	}
	return goals, nil
}

// findStrategy is FindStrategy with the menus made.
func findStrategy(ctx context.Context, f *Fleet, s System, kinds []*requests, goals []Goal, opts StrategyOptions) (*Strategy, error) {
	limits, first := opts.Limits, kinds
	var best *Strategy
	var before *columns
	for i, goal := range goals {
		var st *Strategy
		var err error
		if percentile := goal.Percentile(); percentile >= 0 {
			if st, kinds, err = soonest(ctx, f, s, kinds, percentile, limits); err != nil {
				return nil, err
			}
			limits.Percentiles[percentile], before = st.Value, nil
		} else if st, before, err = solveProgram(ctx, f, s, kinds, goal, limits, before); err != nil {
			return nil, err
		}
		st.Goal, st.Limits = goals[0], opts.Limits
		if i == 0 {
			best = st
		} else {
			st.Value, st.Below, st.Prices, st.Method = best.Value, best.Below, best.Prices, best.Method
			best = st
		}
		if i+1 == len(goals) {
			break
		}
		// The figure that was reached is a limit from here on.
		switch goal {
		case Load:
			limits.Load = st.Load
		case LatencyGoal:
			limits.Latency = st.Latency
		case Network:
			limits.Network = st.Network
		}
	}
	best.Then = goals[1:]
	if !opts.SkipCheck {
		if err := checkStrategy(ctx, f, s, first, best); err != nil {
			if ctx.Err() != nil {
				return nil, s.unsolved(par.Ended(ctx))
			}
			return nil, err
		}
	}
	return best, nil
}

// solveProgram solves a program over the sets of kinds; before has columns of one over the same.
func solveProgram(ctx context.Context, f *Fleet, s System, kinds []*requests, goal Goal, limits Limits, before *columns) (*Strategy, *columns, error) {
	p := newStrategyProgram(f, kinds, goal, limits)
	p.before = before
	found, err := p.solve(ctx)
	if err != nil {
		return nil, nil, s.unsolved(err)
	}
	if !found.feasible {
		return nil, nil, p.infeasible(ctx, s, kinds, found)
	}
	st, err := p.strategy(ctx, s, kinds, found)
	return st, p.made, err
}

// timeBisections is how often the time between two percentiles of nodes is halved.
const timeBisections = 20

// soonest returns the strategy of the least percentile within the limits, which has the least load
// besides, and the requests with the times under that limit.
func soonest(ctx context.Context, f *Fleet, s System, kinds []*requests, percentile int, limits Limits) (best *Strategy, with []*requests, err error) {
	curves, fixed := [][]knot{{{new(big.Rat), new(big.Rat)}}}, true
	for _, c := range f.Clients {
		fixed = fixed && c.Fixed()
		for _, l := range c.Latency {
			curves = append(curves, l.knots())
		}
	}
	if _, _, err = solveProgram(ctx, f, s, kinds, Load, limits, nil); err != nil {
		return nil, nil, err
	}
	own := limits.Percentiles[percentile]
	var none *InfeasibleError
	within := func(t *big.Rat) bool { // true also after an error, which ends the search
		if err != nil {
			return true
		}
		if own != nil && own.Cmp(t) < 0 {
			t = own
		}
		limits.Percentiles[percentile] = t
		var again []*requests
		var st *Strategy
		if again, err = late(ctx, kinds, limits.Percentiles); err == nil {
			st, _, err = solveProgram(ctx, f, s, again, Load, limits, nil)
		}
		if errors.As(err, &none) {
			err = nil
			return false
		}
		if best, with = st, again; err == nil {
			best.Value = t
		}
		return true
	}
	times := breakpoints(curves)
	i := sort.Search(len(times), func(i int) bool { return within(times[i]) })
	for range timeBisections {
		if !fixed && none != nil && best != nil && err == nil {
			half := new(big.Rat).Add(none.Limits.Percentiles[percentile], best.Value)
			within(half.Mul(half, big.NewRat(1, 2)))
		}
	}
	switch {
	case err != nil:
		return nil, nil, s.unsolved(err)
	case i == len(times):
		return nil, nil, notFound(fmt.Sprintf("the %s of %s", PercentileGoals()[percentile], s.Name), errUnreached)
	case none != nil:
		best.Below, best.Prices = none.Limits.Percentiles[percentile], none.Prices
	}
	return best, with, nil
}

// errUnreached says that a percentile is beyond all that is known of latencies.
var errUnreached = errors.New("the latencies are not known so far; add p100, a time that no answer exceeds")

// late returns the requests with the probabilities that they take longer than limits.
func late(ctx context.Context, kinds []*requests, limits [3]*big.Rat) ([]*requests, error) {
	out := make([]*requests, len(kinds))
	for j, r := range kinds {
		again := *r
		var err error
		if again.menu, err = r.menu.late(ctx, limits); err != nil {
			return nil, err
		}
		out[j] = &again
	}
	return out, nil
}

// solved is a solution of a strategyProgram, or the proof that there is none.
type solved struct {
	feasible bool
	kind     []int // of each set with a positive probability
	sets     []asked
	weight   []*big.Rat
	y        []*big.Rat // the dual values, or the values of the proof
	method   string
}

// infeasible returns the error of a program without a solution, or one about its proof.
func (p *strategyProgram) infeasible(ctx context.Context, s System, kinds []*requests, found *solved) error {
	prices := p.pricesOf(found.y, false)
	excess, err := prices.bound(ctx, p.f, kinds, "", p.limits)
	if err == nil && excess.Sign() <= 0 {
		err = fmt.Errorf("fleet: the prices that should exclude a strategy give %v", excess.RatString())
	}
	if err != nil {
		return s.unsolved(err)
	}
	return &InfeasibleError{System: s.Name, Limits: p.limits, Prices: prices, Excess: excess}
}

// strategy turns a solution into a strategy, with every figure computed from the definition.
func (p *strategyProgram) strategy(ctx context.Context, s System, kinds []*requests, found *solved) (*Strategy, error) {
	st := &Strategy{Prices: p.pricesOf(found.y, true), Method: found.method}
	for _, r := range kinds {
		m := Menu{Place: r.place, Operation: r.operation, Share: r.share}
		at := slices.Index(p.kinds, r)
		for j, a := range found.sets {
			if found.kind[j] == at {
				m.Choices = append(m.Choices, Choice{as[int](a.nodes), found.weight[j], a.times[0]})
			}
		}
		if at < 0 { // never asked: any set will do
			a := r.menu.cheap(slices.Repeat([]float64{1}, p.f.N()), [4]float64{})
			m.Choices = []Choice{{as[int](a.nodes), big.NewRat(1, 1), a.times[0]}}
		}
		slices.SortFunc(m.Choices, func(a, b Choice) int { return slices.Compare(a.Nodes, b.Nodes) })
		st.Menus = append(st.Menus, m)
	}
	if err := st.measure(ctx, p.f, s); err != nil {
		return nil, err
	}
	st.Value = st.figure(p.goal)
	return st, nil
}

// as returns the nodes as numbers of another type.
func as[To, From int | int32](nodes []From) []To {
	list := make([]To, len(nodes))
	for i, v := range nodes {
		list[i] = To(v)
	}
	return list
}

// measure fills in the figures of the strategy from its menus.
func (st *Strategy) measure(ctx context.Context, f *Fleet, s System) error {
	shares := f.Workload.Shares
	busy := make([][]*big.Rat, len(shares))
	for k := range busy {
		busy[k] = make([]*big.Rat, f.N())
		for i := range busy[k] {
			busy[k][i] = new(big.Rat)
		}
	}
	st.Network, st.Latency, st.NoLatency = new(big.Rat), new(big.Rat), nil
	part := new(big.Rat)
	live := [2]func([]int32) bool{liveOf(s.Reads), liveOf(s.Writes)}
	for m := range st.Menus {
		menu := &st.Menus[m]
		size, late := new(big.Rat), new(big.Rat)
		for j := range menu.Choices {
			c := &menu.Choices[j]
			size.Add(size, part.Mul(c.Weight, part.SetInt64(int64(len(c.Nodes)))))
			if st.NoLatency == nil {
				if c.Latency == nil {
					var err error
					if c.Latency, err = setLatency(ctx, f.Clients[menu.Place], as[int32](c.Nodes), live[menu.Operation]); err != nil {
						st.NoLatency = f.naming(err)
						continue
					}
				}
				late.Add(late, part.Mul(c.Weight, c.Latency))
			}
		}
		for k, share := range shares {
			if menu.Share >= 0 && menu.Share != k {
				continue
			}
			at := new(big.Rat).Mul(share.Of(menu.Operation), f.Clients[menu.Place].Share)
			for _, c := range menu.Choices {
				asks := new(big.Rat).Mul(at, c.Weight)
				for _, i := range c.Nodes {
					busy[k][i].Add(busy[k][i], part.Quo(asks, f.Nodes[i].rate(menu.Operation)))
				}
			}
			at.Mul(at, share.Weight)
			st.Network.Add(st.Network, part.Mul(at, size))
			st.Latency.Add(st.Latency, part.Mul(at, late))
		}
	}
	if st.NoLatency != nil {
		st.Latency = nil
	}
	st.Load, st.Capacity, st.Loads = new(big.Rat), new(big.Rat), nil
	for k, row := range busy {
		most := slices.MaxFunc(row, (*big.Rat).Cmp)
		st.Loads = append(st.Loads, most)
		st.Load.Add(st.Load, part.Mul(shares[k].Weight, most))
		st.Capacity.Add(st.Capacity, part.Quo(shares[k].Weight, most))
	}
	return nil
}

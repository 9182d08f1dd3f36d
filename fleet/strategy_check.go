package fleet

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"coterie/internal/machine/par"
	"coterie/internal/solve/sets"
	"coterie/quorum"
)

// CheckStrategy judges a strategy of s under f from the definition, in exact arithmetic: nil means
// that its figures are right, that it keeps its limits, and that no strategy of s within the limits
// has a lesser goal. It checks that
//
//   - there is one menu for each place and kind of request (and share, where it adapts), of sets
//     that contain a quorum without any Silent of their nodes, with positive weights that sum to 1;
//   - load, latency and asked agree with the definition, and keep the limits, as do percentiles;
//   - the prices are prices, and prove Value. Of a percentile, Value is kept, and the prices prove
//     that Below cannot be.
//
// The cheapest set under the prices is found as FindStrategy finds sets: by weighing all listed
// sets, or gate by gate.
func CheckStrategy(ctx context.Context, f *Fleet, s System, st *Strategy) error {
	all, err := menusOf(ctx, f, s, clocksOf([]Goal{st.Goal}, st.Limits))
	if err != nil {
		return err
	}
	return checkStrategy(ctx, f, s, requestsOf(f, all), st)
}

// checkStrategy is CheckStrategy with the menus made.
func checkStrategy(ctx context.Context, f *Fleet, s System, kinds []*requests, st *Strategy) error {
	if len(kinds) != len(st.Menus) {
		return fmt.Errorf("%d menus for %d kinds of requests", len(st.Menus), len(kinds))
	}
	live := [2]func([]int32) bool{liveOf(s.Reads), liveOf(s.Writes)}
	for m, menu := range st.Menus {
		r := kinds[m]
		if menu.Place != r.place || menu.Operation != r.operation || menu.Share != r.share {
			return fmt.Errorf("menu %d is of other requests", m)
		}
		if err := menu.check(ctx, f, live[menu.Operation]); err != nil {
			return fmt.Errorf("menu %d: %w", m, err)
		}
	}
	again := &Strategy{Menus: make([]Menu, len(st.Menus))}
	for m, menu := range st.Menus {
		again.Menus[m] = menu
		again.Menus[m].Choices = slices.Clone(menu.Choices)
		for j := range menu.Choices {
			again.Menus[m].Choices[j].Latency = nil
		}
	}
	if err := again.measure(ctx, f, s); err != nil {
		return err
	}
	for _, x := range []struct {
		name       string
		said, true *big.Rat
		limit      *big.Rat
	}{
		{"load", st.Load, again.Load, st.Limits.Load}, {"capacity", st.Capacity, again.Capacity, nil},
		{"latency", st.Latency, again.Latency, st.Limits.Latency}, {"network", st.Network, again.Network, st.Limits.Network},
	} {
		switch {
		case (x.said == nil) != (x.true == nil) || x.said != nil && x.said.Cmp(x.true) != 0:
			return fmt.Errorf("the %s is %v, and %v is claimed", x.name, x.true, x.said)
		case x.limit != nil && (x.true == nil || x.true.Cmp(x.limit) > 0):
			return fmt.Errorf("the %s is %v, above its limit %v", x.name, x.true, x.limit)
		}
	}
	limits := st.Limits
	if i := st.Goal.Percentile(); i >= 0 {
		limits.Percentiles[i] = st.Value
	}
	for i, limit := range limits.Percentiles {
		if limit == nil {
			continue
		}
		sum := new(big.Rat)
		for _, m := range st.Menus {
			for _, c := range m.Choices {
				late, err := setLatency(ctx, f.Clients[m.Place].lateAt(limit), as[int32](c.Nodes), live[m.Operation])
				if err != nil {
					return err
				}
				part := new(big.Rat).Mul(late, c.Weight)
				sum.Add(sum, part.Mul(part, f.weightOf(m)))
			}
		}
		if sum.Cmp(MostLate(i)) > 0 {
			return fmt.Errorf("the share %v of the requests is later than %s, %v", sum, PercentileGoals()[i], limit)
		}
	}
	if i := st.Goal.Percentile(); i >= 0 {
		if st.Below == nil {
			return nil
		}
		limits.Percentiles[i] = st.Below
		kinds, err := late(ctx, kinds, limits.Percentiles)
		if err != nil {
			return err
		}
		bound, err := st.Prices.bound(ctx, f, kinds, "", limits)
		if err == nil && bound.Sign() <= 0 {
			err = fmt.Errorf("the prices do not prove that no strategy has a %s of %v", st.Goal, st.Below)
		}
		return err
	}
	value := again.figure(st.Goal)
	if value == nil || st.Value == nil || value.Cmp(st.Value) != 0 {
		return fmt.Errorf("the %s is %v, and %v is claimed", st.Goal, value, st.Value)
	}
	bound, err := st.Prices.bound(ctx, f, kinds, st.Goal, st.Limits)
	if err != nil {
		return err
	}
	if bound.Cmp(value) != 0 {
		return fmt.Errorf("the prices prove no more than %v, and %v is claimed", bound.RatString(), value.RatString())
	}
	return nil
}

// check judges the choices of a menu.
func (m Menu) check(ctx context.Context, f *Fleet, live func([]int32) bool) error {
	sum := new(big.Rat)
	poll := par.NewPoll(ctx)
	for _, c := range m.Choices {
		if c.Weight.Sign() <= 0 {
			return fmt.Errorf("a set has the weight %v", c.Weight)
		}
		sum.Add(sum, c.Weight)
		for i, v := range c.Nodes {
			if v < 0 || v >= f.N() || i > 0 && v <= c.Nodes[i-1] {
				return fmt.Errorf("%v is no ascending list of nodes", c.Nodes)
			}
		}
		// Live is monotone: it is enough to take away the greatest number of nodes that may be
		// silent.
		have := make([]int32, 0, len(c.Nodes))
		for gone := range sets.Combinations[int](len(c.Nodes), min(f.Workload.Silent, len(c.Nodes))) {
			if err := poll.Work(len(c.Nodes)); err != nil {
				return err
			}
			have = have[:0]
			for i, v := range c.Nodes {
				if !slices.Contains(gone, i) {
					have = append(have, int32(v))
				}
			}
			if !live(have) {
				return fmt.Errorf("%v contains no quorum without %d of its nodes", quorum.SetOf(c.Nodes...), len(gone))
			}
		}
	}
	if sum.Cmp(big.NewRat(1, 1)) != 0 {
		return fmt.Errorf("the weights sum to %v", sum.RatString())
	}
	return nil
}

// liveOf returns a function that reports whether nodes contain a quorum.
func liveOf(q quorum.Quorums) func([]int32) bool {
	if formula, ok := q.Formula(); ok {
		return func(nodes []int32) bool { return formula.Eval(quorum.SetOf(as[int](nodes)...)) }
	}
	family, _ := q.List()
	return liveIn(family)
}

// setLatency returns the mean time until the answers of nodes that are asked contain a quorum.
func setLatency(ctx context.Context, c Client, nodes []int32, live func([]int32) bool) (*big.Rat, error) {
	if t := timingOf(c); t != nil {
		return t.until(nodes, live), nil
	}
	return expectedTime(ctx, c, nodes, live)
}

package fleet

import (
	"context"
	"errors"
	"math/big"
	"slices"

	"coterie/internal/solve/lightest"
	"coterie/internal/solve/sets"
	"coterie/quorum"
)

// formulaFrom is the number of quorums from which on the lightest one is found by a formula, where
// there is one, rather than by weighing all.
const formulaFrom = 3000

// mostSets bounds the number of sets of one menu that are listed.
const mostSets = 100_000

// clocks say which times matter: any, the mean, and those of limits.
type clocks struct {
	any, mean bool
	late      [3]*big.Rat
}

// clocksOf returns the times that matter for goals within limits.
func clocksOf(goals []Goal, l Limits) clocks {
	c := clocks{mean: l.Latency != nil || slices.Contains(goals, LatencyGoal), late: l.Percentiles}
	c.any = c.mean || c.late != [3]*big.Rat{} || slices.ContainsFunc(goals, func(g Goal) bool { return g.Percentile() >= 0 })
	return c
}

// menuOf returns the menu of requests to q from a place.
func menuOf(ctx context.Context, f *Fleet, q quorum.Quorums, place int, of clocks) (menu, error) {
	m, err := menuInMean(ctx, f, q, place, of.any, of.mean)
	if err != nil || of.late == [3]*big.Rat{} {
		return m, err
	}
	return m.late(ctx, of.late)
}

// menuInMean returns the menu with the mean times, if mean says so; latency says that times matter.
func menuInMean(ctx context.Context, f *Fleet, q quorum.Quorums, place int, latency, mean bool) (menu, error) {
	silent := f.Workload.Silent
	var t *timing
	if latency {
		t = timingOf(f.Clients[place])
	}
	family, isList := q.List()
	formula, isFormula := q.Formula()
	readOnce := isFormula && formula.ReadOnce() && lightest.Fits(formula, silent, latency)
	if readOnce && (!latency || t != nil) && (!isList || family.Len() > formulaFrom || silent > 0 && f.N() > maxSilentTable) {
		g := newGrown(formula, silent, t)
		_, _, err := lightestSet(ctx, g, make([]lightest.Float, f.N()), 0, nil) // is there any?
		return g, err
	}
	if !isList {
		if !isFormula {
			return nil, refused("the quorums are neither listed nor known by a formula", "")
		}
		var err error
		if family, err = formula.MinimalSets(ctx, mostSets); err != nil {
			return nil, err
		}
	} else if family.Len() > mostSets {
		return nil, &quorum.LimitError{What: "quorums of a system", Limit: mostSets}
	}
	family, err := family.Minimize(ctx)
	if err != nil {
		return nil, err
	}
	if family.Len() == 0 {
		return nil, refused("a system without quorums, which no request can ask", "")
	}
	var nodes [][]int32
	if silent == 0 {
		for _, set := range family.All() {
			nodes = append(nodes, set)
		}
	} else if nodes, err = spareSets(ctx, family, silent, t); err != nil {
		return nil, err
	} else if len(nodes) == 0 {
		return nil, errNoSet
	}
	l := &listed{make([]asked, len(nodes)), f.Clients[place], liveIn(family)}
	for j, set := range nodes {
		var time *big.Rat
		switch {
		case !mean:
		case t == nil:
			time, err = expectedTime(ctx, l.client, set, l.live)
		case silent == 0:
			time = t.slowest(set)
		default:
			time = t.until(set, l.live)
		}
		if err != nil {
			return nil, f.naming(err)
		}
		l.sets[j] = asked{nodes: set}.timed(times{time})
	}
	return l, nil
}

// liveIn returns a function that reports whether nodes contain a quorum of the family.
func liveIn(family quorum.Family) func([]int32) bool {
	m := sets.MatrixOf(family.Len(), family.N(), family.All())
	have := sets.New(family.N())
	return func(nodes []int32) bool {
		clear(have)
		for _, v := range nodes {
			have.Add(int(v))
		}
		for j := range family.Len() {
			if m.Row(j).SubsetOf(have) {
				return true
			}
		}
		return false
	}
}

// requests are the requests of one kind from one place, at one share where the strategy adapts.
type requests struct {
	place     int
	operation Operation
	share     int // or -1
	menu      menu
	weight    *big.Rat   // of all requests
	at        []*big.Rat // of the requests at each share, 0 at the others where it adapts
}

// idle reports whether there are no such requests.
func (r *requests) idle() bool { return r.weight.Sign() == 0 }

// menusOf returns the menus of s: a menu for each place and kind of request or, where latencies do
// not matter, for each kind alone.
func menusOf(ctx context.Context, f *Fleet, s System, of clocks) ([][2]menu, error) {
	if err := s.judge(f); err != nil {
		return nil, err
	}
	var all [][2]menu
	for place := range f.Clients {
		var pair [2]menu
		for operation, q := range []quorum.Quorums{s.Reads, s.Writes} {
			if place > 0 && !of.any {
				pair[operation] = all[0][operation]
				continue
			}
			m, err := menuOf(ctx, f, q, place, of)
			if err != nil {
				return nil, menuError(err, s)
			}
			pair[operation] = m
		}
		all = append(all, pair)
	}
	return all, nil
}

// requestsOf returns the kinds of requests of f, with their menus.
func requestsOf(f *Fleet, all [][2]menu) []*requests {
	shares := f.Workload.Shares
	rounds := []int{-1}
	if f.Workload.Adapts && len(shares) > 1 {
		rounds = rounds[:0]
		for k := range shares {
			rounds = append(rounds, k)
		}
	}
	var kinds []*requests
	for _, round := range rounds {
		for place, pair := range all {
			for operation, m := range pair {
				r := &requests{place: place, operation: Operation(operation), share: round, menu: m, weight: new(big.Rat)}
				for k, share := range shares {
					at := new(big.Rat)
					if round < 0 || round == k {
						at.Mul(share.Of(r.operation), f.Clients[place].Share)
					}
					r.at = append(r.at, at)
					r.weight.Add(r.weight, new(big.Rat).Mul(at, share.Weight))
				}
				kinds = append(kinds, r)
			}
		}
	}
	return kinds
}

func menuError(err error, s System) error {
	var input *quorum.InputError
	switch {
	case errors.As(err, &input):
		return err
	case errors.Is(err, errNoSet):
		return &InfeasibleError{System: s.Name, Silent: true}
	}
	return s.unsolved(err)
}

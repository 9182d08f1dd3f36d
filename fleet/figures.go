package fleet

import (
	"context"
	"errors"
	"math/big"
	"slices"

	"coterie/internal/machine/par"
	"coterie/quorum"
)

// Figures are the figures of one system under a fleet. A figure that was not found is nil, and the
// error beside it says why.
type Figures struct {
	Fleet  *Fleet
	System System
	// Best is the best strategy for the first goal of the fleet within the limits that the fleet
	// requires. Among equally good strategies it has the least load, then the least latency, then
	// the least asked. Where no strategy keeps the limits, NoBest is an *InfeasibleError and Free
	// is the best without limits.
	Best   *Strategy
	NoBest error
	Free   *Strategy
	// Alone are the best strategies for load, latency and asked, each with no limits.
	Alone map[Goal]*Strategy
	// Adapting is the best strategy for load without limits that may differ from share to share of
	// reads, where there are several shares; Single is the best one that is the same at all shares.
	Adapting, Single *Strategy
	// Curve is the least load at every share of reads (LoadCurve).
	Curve   []CurvePoint
	NoCurve error

	// Percentiles are those of Strategy.
	Percentiles   *Percentiles
	NoPercentiles error

	Chances   *Chances // that a read quorum and that a write quorum lives
	NoChances error
	Losses    *Losses // mean times to losses of quorums
	NoLosses  error
	// Survives and Witnesses are the results of FindSurvival.
	Survives   []Survival
	Witnesses  []Failure
	NoSurvives error

	// Lost are the ways to lose data through witnesses.
	Lost   []Lost
	NoLost error

	// Seats is how many places of the leader were compared, 0 without a leader; Fleet is led from
	// the best. Way is the mean time from the clients to it; nil where it is not known.
	Seats int
	Way   *big.Rat

	// Writes is the verdict on whether every two writes meet, with two that do not as the witness.
	Writes quorum.Judged
}

// Strategy returns the best strategy within the limits or, where no strategy keeps them, without.
func (x *Figures) Strategy() *Strategy {
	if x.Best == nil {
		return x.Free
	}
	return x.Best
}

// FindFigures returns the figures of s under f. The options apply to every strategy; their goals
// and limits do not count. The error is a *quorum.InputError for a system of another fleet, or says
// that ctx has ended. Any other error of a figure is beside the figure.
//
// Where one of several nodes leads, the figures are those with the leader that is best for the
// first goal, then for the latency; a latency counts with the way of the clients to the leader.
func FindFigures(ctx context.Context, f *Fleet, s System, opts StrategyOptions) (*Figures, error) {
	if len(f.Leaders) == 0 {
		return findFigures(ctx, f, s, opts)
	}
	var best *Figures
	for _, v := range f.Places() {
		x, err := findFigures(ctx, f.Led(v), s, opts)
		if err != nil {
			return x, err
		}
		if x.Way, _ = f.WayTo(ctx, v); best == nil || x.led() != nil && (best.led() == nil || slices.CompareFunc(x.led(), best.led(), (*big.Rat).Cmp) < 0) {
			best = x
		}
	}
	best.Seats = len(f.Places())
	return best, nil
}

// led returns the value of the first goal and the latency as clients have it; nil where one is not
// known.
func (x *Figures) led() []*big.Rat {
	st := x.Best
	if st == nil || st.Latency == nil || x.Way == nil {
		return nil
	}
	late := new(big.Rat).Add(st.Latency, x.Way)
	if st.Goal == LatencyGoal {
		return []*big.Rat{late}
	}
	return []*big.Rat{st.Value, late}
}

// findFigures finds the figures of requests that come from the places of f.
func findFigures(ctx context.Context, f *Fleet, s System, opts StrategyOptions) (*Figures, error) {
	if err := s.judge(f); err != nil {
		return nil, err
	}
	x := &Figures{Fleet: f, System: s, Alone: map[Goal]*Strategy{}}
	x.Writes = quorum.JudgeWritesMeet(ctx, s.Writes, quorum.Options{})
	goal := Load
	if len(f.Optimize) > 0 && f.Optimize[0] != Capacity && f.Optimize[0] != Availability {
		goal = f.Optimize[0]
	}
	find := func(goal Goal) (*Strategy, error) {
		opts.Goal, opts.Then = goal, others(f, goal)
		st, err := FindStrategy(ctx, f, s, opts)
		if goal != LatencyGoal && opts.Limits.Latency == nil && errors.As(err, new(*quorum.LimitError)) && ctx.Err() == nil {
			// Latencies alone may ask for a list of the sets.
			opts.Then = slices.DeleteFunc(opts.Then, func(g Goal) bool { return g == LatencyGoal })
			return FindStrategy(ctx, f, s, opts)
		}
		return st, err
	}
	opts.Limits = f.Require.Limits()
	x.Best, x.NoBest = find(goal)
	opts.Limits = Limits{}
	if errors.As(x.NoBest, new(*InfeasibleError)) {
		x.Free, _ = find(goal)
	}
	if st := x.Strategy(); st != nil {
		x.Percentiles, x.NoPercentiles = FindPercentiles(ctx, f, s, st)
	}
	for _, g := range strategyGoals {
		if st, err := find(g); err == nil {
			x.Alone[g] = st
		}
	}
	if len(f.Workload.Shares) > 1 {
		opts.Goal, opts.Then = Load, nil
		shared := func(adapts bool) *Strategy {
			g := *f
			g.Workload.Adapts = adapts
			st, _ := FindStrategy(ctx, &g, s, opts)
			return st
		}
		x.Single, x.Adapting = shared(false), shared(true)
	}
	if c, err := FindAvailability(ctx, f, s); err != nil {
		x.NoChances = err
	} else {
		x.Chances = &c
	}
	x.Losses, x.NoLosses = FindLosses(ctx, f, s)
	x.Survives, x.Witnesses, x.NoSurvives = FindSurvival(ctx, f, s)
	x.Lost, x.NoLost = FindLost(ctx, f, s)
	// The curve comes last, since it may take hundreds of programs, and all of the time that there
	// is.
	x.Curve, x.NoCurve = LoadCurve(ctx, f, s, opts)
	if ctx.Err() != nil {
		return x, notFound("the figures of "+s.Name, par.Ended(ctx))
	}
	return x, nil
}

// others returns the goals that decide among strategies that are equally good for a goal.
func others(f *Fleet, goal Goal) []Goal {
	return slices.DeleteFunc(slices.Clone(strategyGoals), func(g Goal) bool {
		return g == goal || g == LatencyGoal && !f.MeansKnown()
	})
}

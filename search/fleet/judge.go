package fleet

import (
	"context"
	"errors"
	"math/big"
	"slices"
	"strings"

	"coterie/fleet"
	"coterie/quorum"
	"coterie/search/fleet/require"
)

// Entry is a system with its figures under the fleet.
type Entry struct {
	System fleet.System
	By     string // what made it, such as "branch and bound"
	Given  bool   // the fleet names it, or it has a shape that is asked for, and nothing else may be taken
	// Limits are those of its strategy: the requirements', and on a front that of the second goal.
	Limits fleet.Limits
	// Second is the second goal for a point of the front, else "". Its strategy keeps Most of that
	// goal, or is the best in it where that is nil.
	Second fleet.Goal
	Most   *big.Rat
	// Strategy is the best for the goal within the limits, or without them where none keeps them;
	// nil where none was found, and then NoStrategy says why.
	Strategy   *fleet.Strategy
	NoStrategy error
	// Percentiles are those of the strategy; nil where they were not found, and then NoPercentiles
	// says why.
	Percentiles   *fleet.Percentiles
	NoPercentiles error
	// Chances are its availability; nil where it was not found, and then NoChances says why.
	Chances   *fleet.Chances
	NoChances error
	// Losses are the mean times to losses of quorums; nil where there are none, and then NoLosses
	// says why.
	Losses   *fleet.Losses
	NoLosses error
	// Survives has for 0, 1, ... zones the most nodes besides that may be down; NoSurvives says why
	// it is not known.
	Survives   []fleet.Survival
	NoSurvives error
	// Lost are the ways to lose data through witnesses.
	Lost   []fleet.Lost
	NoLost error
	// Writes says whether every two writes meet, with two that do not.
	Writes quorum.Judged
	// Fails names the requirements that it does not keep, Open those of which that is not known.
	Fails, Open []string
}

// Keeps reports whether it is known that the system keeps every requirement.
func (e *Entry) Keeps() bool { return len(e.Fails) == 0 && len(e.Open) == 0 }

// judge finds the figures of a system, with the strategy that is best by the order of goals within
// the requirements of f.
func judge(ctx context.Context, f *fleet.Fleet, s fleet.System, by string, order []fleet.Goal) Entry {
	e := Entry{System: s, By: by, Limits: f.Require.Limits()}
	e.strategy(ctx, f, order)
	if slices.ContainsFunc(order, func(g fleet.Goal) bool { return g.Percentile() >= 0 }) {
		e.percentiles(ctx, f)
	}
	chances, err := fleet.FindAvailability(ctx, f, s)
	if err == nil {
		e.Chances = &chances
	}
	e.NoChances = err
	e.Writes = quorum.JudgeWritesMeet(ctx, s.Writes, quorum.Options{})
	e.Survives, _, e.NoSurvives = fleet.FindSurvival(ctx, f, s)
	e.require(ctx, f)
	return e
}

// percentiles finds the percentiles of the strategy, unless they are there.
func (e *Entry) percentiles(ctx context.Context, f *fleet.Fleet) {
	if e.Strategy != nil && e.Percentiles == nil {
		e.Percentiles, e.NoPercentiles = fleet.FindPercentiles(ctx, f, e.System, e.Strategy)
	}
}

// strategy finds the best strategy within the limits, or else without them.
func (e *Entry) strategy(ctx context.Context, f *fleet.Fleet, order []fleet.Goal) {
	var goals []fleet.Goal
	for i, g := range order {
		slow := i > 0 && (g == fleet.LatencyGoal || g.Percentile() >= 0) && (f.N() > manyNodes || !f.MeansKnown())
		if g != fleet.Availability && !slow { // any strategy has the same availability
			goals = append(goals, g)
		}
	}
	if len(goals) == 0 {
		goals = []fleet.Goal{fleet.Load}
	}
	opts := fleet.StrategyOptions{Goal: goals[0], Then: goals[1:], Limits: e.Limits}
	e.Strategy, e.NoStrategy = fleet.FindStrategy(ctx, f, e.System, opts)
	var none *fleet.InfeasibleError
	if !errors.As(e.NoStrategy, &none) {
		return
	}
	if none.Silent {
		e.Fails = append(e.Fails, "silent")
		return
	}
	// Each limit alone; where all can be kept so, they cannot together.
	var limited []string
	for _, r := range require.Of(f) {
		limits := require.Only(f, r).Require.Limits()
		if limits == (fleet.Limits{}) {
			continue
		}
		limited = append(limited, string(r))
		_, err := fleet.FindStrategy(ctx, f, e.System, fleet.StrategyOptions{Limits: limits})
		if errors.As(err, &none) {
			e.Fails = append(e.Fails, string(r))
		}
	}
	if len(e.Fails) == 0 {
		e.Fails = append(e.Fails, strings.Join(limited, " and ")+" together")
	}
	opts.Limits, e.Limits = fleet.Limits{}, fleet.Limits{}
	e.Strategy, e.NoStrategy = fleet.FindStrategy(ctx, f, e.System, opts)
}

// manyNodes is above how many nodes the latency does not decide among strategies as good: each goal
// takes a linear program of its own.
const manyNodes = 20

// storing is what witnesses require, in the words of Entry.Fails.
const storing = "a node that stores data in each quorum"

// require judges the requirements that are none of strategies.
func (e *Entry) require(ctx context.Context, f *fleet.Fleet) {
	r := f.Require
	if e.NoStrategy != nil && r.Limits() != (fleet.Limits{}) {
		e.Open = append(e.Open, "capacity, latency and network")
	}
	note := func(name require.Requirement, known, kept bool) {
		switch {
		case !known:
			e.Open = append(e.Open, string(name))
		case !kept:
			e.Fails = append(e.Fails, string(name))
		}
	}
	if least := r.Availability; least != nil {
		note(require.Availability, e.Chances != nil, e.Chances != nil && e.Chances.Least().Cmp(least) >= 0)
	}
	if r.Same {
		same, err := e.System.Same(ctx)
		note(require.Same, err == nil, same)
	}
	if r.WritesMeet {
		note(require.WritesMeet, e.Writes.Holds != quorum.Unknown, e.Writes.Holds == quorum.Holds)
	}
	if r.SurviveNodes > 0 || r.SurviveZones > 0 {
		failure, err := fleet.FindFailure(ctx, f, e.System, r.Survival())
		note("survive", err == nil, failure == nil)
	}
	how, err := f.Lied(ctx, e.System)
	note(require.Liars, err == nil, how == "")
	note(storing, true, !f.WitnessesAlone(e.System))
}

package exhaustion

import (
	"context"
	"fmt"
	"slices"

	"coterie/construct"
	"coterie/experiments"
	"coterie/internal/picture/plot"
	"coterie/mutex"
	"coterie/mutex/sim"
	"coterie/quorum"
)

// standstillPoint is a system whose sites all enter again and again.
type standstillPoint struct {
	System string  `csv:"system" doc:"whose sites all enter again and again, by the algorithm as it is printed"`
	Think  float64 `csv:"think,mean latencies" doc:"mean time from an exit to the next wish"`
}

// standstillRow is when random runs over it stand still.
type standstillRow struct {
	standstillPoint
	N      int `csv:"n,nodes" doc:"number of nodes"`
	Runs   int `csv:"runs,runs" doc:"with random numbers of their own"`
	Stuck  int // runs that do within the entries of a run
	Broken int `csv:"broken,runs" doc:"that have two nodes inside before that"`
	Half   int `csv:"half,entries,omitzero" doc:"after which half of the runs stand still; empty: fewer do"`
}

func declareStandstill(out *experiments.Output, p deadlockParameters) []standstillRow {
	var points []standstillPoint
	for _, system := range p.Loaded {
		for _, think := range p.Think {
			points = append(points, standstillPoint{system, think})
		}
	}
	rows := experiments.Compute(out, "standstill", points, func(ctx context.Context, at standstillPoint) (standstillRow, error) {
		return standstill(ctx, out.Env, at, p.Runs, p.Most)
	})
	t := experiments.Table(out, "standstill", rows,
		"system", "n", "think", "runs",
		experiments.Ints("stuck", "runs", fmt.Sprintf("that stand still within %d entries", p.Most), func(r standstillRow) int { return r.Stuck }),
		"broken", "half")
	var layers []experiments.Layer
	for _, system := range t.Values("system") {
		layers = append(layers, t.Line(system, "think", "half", experiments.Is("system", system)))
	}
	out.Plot("standstill", "How soon Maekawa's printed algorithm stands still", plot.Axis{Label: "think time between an exit and the next wish", Unit: "mean latencies", Log: true},
		plot.Axis{Label: "entries until half of the runs stand still", Unit: "entries", Log: true}, layers...)
	return rows
}

// standstill runs the printed algorithm until everybody waits.
func standstill(ctx context.Context, env experiments.Env, at standstillPoint, runs, most int) (standstillRow, error) {
	b, err := construct.Build(ctx, at.System)
	if err != nil {
		return standstillRow{}, err
	}
	system, ok := b.Structure.(*quorum.System)
	if !ok {
		return standstillRow{}, fmt.Errorf("%s is a %s", at.System, b.Structure.Kind())
	}
	setup, err := mutex.NewSetup(system, system.N(), mutex.Options{})
	if err != nil {
		return standstillRow{}, err
	}
	if setup, err = setup.WithSites(ctx, system, nil); err != nil {
		return standstillRow{}, err
	}
	a := mutex.Find(literal)
	who, err := sim.Requesters(ctx, system, a, setup, nil, nil, sim.Site)
	if err != nil {
		return standstillRow{}, err
	}
	row := standstillRow{standstillPoint: at, N: system.N(), Runs: runs}
	var ends []int
	for i := range runs {
		c := sim.Config{
			Algorithm: a, Setup: setup, Requesters: who,
			Latency: sim.Distribution{Shape: sim.Exponential, A: 1}, Critical: sim.Distribution{Shape: sim.Constant, A: 1},
			Think:   sim.Distribution{Shape: sim.Exponential, A: at.Think},
			Entries: most, Seed: env.Seed, Stream: uint64(i), StopAtViolation: true,
		}
		r, err := sim.Run(ctx, c)
		switch {
		case err != nil:
			return row, err
		case r.Violations > 0:
			row.Broken++
		case len(r.Stuck) > 0 && r.Requests < most:
			row.Stuck++
			ends = append(ends, r.Entries)
		}
	}
	if row.Stuck > runs/2 {
		slices.Sort(ends)
		row.Half = max(1, ends[runs/2])
	}
	return row, nil
}

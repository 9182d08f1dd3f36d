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
)

// standstillRow holds the times at which random runs over a system come to a standstill, if all
// sites enter again and again.
type standstillRow struct {
	System string  `csv:"system" doc:"whose sites all enter again and again, by the algorithm as it is printed"`
	Think  float64 `csv:"think,mean latencies" doc:"mean time from an exit to the next wish"`
	N      int     `csv:"n,nodes" doc:"number of nodes"`
	Runs   int     `csv:"runs,runs" doc:"with random numbers of their own"`
	Stuck  int     // runs that do within the entries of a run
	Broken int     `csv:"broken,runs" doc:"that have two nodes inside before that"`
	Half   int     `csv:"half,entries,omitzero" doc:"after which half of the runs stand still; empty: fewer do"`
}

func declareStandstill(out *experiments.Output, p deadlockParameters) []standstillRow {
	var rows []standstillRow
	for _, system := range p.Loaded {
		for _, think := range p.Think {
			rows = append(rows, standstillRow{System: system, Think: think})
		}
	}
	rows = experiments.Compute(out, "standstill", rows, func(ctx context.Context, of standstillRow) (standstillRow, error) {
		return standstill(ctx, out.Env, of, p.Runs, p.Most)
	})
	t := experiments.Table(out, "standstill", rows,
		"system", "n", "think", "runs",
		experiments.Ints("stuck", "runs", fmt.Sprintf("that stand still within %d entries", p.Most), func(r standstillRow) int { return r.Stuck }),
		"broken", "half")
	var layers []experiments.Layer
	for _, system := range t.Values("system") {
		layers = append(layers, t.Line(system, "think", "half", experiments.Is("system", system)))
	}
	out.Plot("standstill", "How soon Maekawa's printed algorithm stands still", plot.Logarithmic("think time between an exit and the next wish", "mean latencies"),
		plot.Logarithmic("entries until half of the runs stand still", "entries"), layers...)
	return rows
}

// standstill runs the printed algorithm until everybody waits.
func standstill(ctx context.Context, env experiments.Env, row standstillRow, runs, most int) (standstillRow, error) {
	b := experiments.Must(construct.Build(ctx, row.System))
	c := experiments.Must(sim.ConfigFor(ctx, b.Structure, mutex.Find(literal), mutex.Options{}, sim.Site))
	c.Latency, c.Think = sim.Exp(1), sim.Exp(row.Think)
	c.Critical.A, c.Entries, c.Seed, c.StopAtViolation = 1, most, env.Seed, true
	row.N, row.Runs = b.N(), runs
	var ends []int
	for i := range runs {
		c.Stream = uint64(i)
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

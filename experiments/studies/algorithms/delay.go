package algorithms

import (
	"context"
	"fmt"

	"coterie/experiments"
	"coterie/internal/plot"
	"coterie/mutex/sim"
)

type delayParameters struct {
	Systems []string  `json:"systems"`
	Think   []float64 `json:"think"`   // mean think times, in mean latencies
	Entries int       `json:"entries"` // of each run
}

// delayPoint is a system under one load.
type delayPoint struct {
	System    string
	Algorithm string
	Think     float64
}

type delayRow struct {
	delayPoint
	N          int
	Messages   float64 // per entry
	Throughput float64 // entries in a mean latency
}

// Delay is the study delay.
func Delay() experiments.Study {
	return experiments.NewStudy(experiments.Spec[delayParameters]{
		Name:  "delay",
		Title: "Throughput against load",
		Doc: "How many entries to the critical section an algorithm gives in the time of a mean latency, from a light load to a heavy one. " +
			"Every site thinks for an exponential time and then wishes to enter; messages take exponential times of mean one, a critical section one.",
		Default: delayParameters{Systems: []string{"fpp:order=2", "fpp:order=3", "grid:n=9"}, Think: []float64{1000, 100, 10, 1}, Entries: 1000},
		Declare: declareDelay,
	})
}

func declareDelay(out *experiments.Output, p delayParameters) {
	var points []delayPoint
	for _, system := range p.Systems {
		for _, think := range p.Think {
			points = append(points, delayPoint{system, "maekawa-fixed", think})
		}
	}
	rows := experiments.Compute(out, "runs", points, func(ctx context.Context, at delayPoint) (delayRow, error) {
		return delayOf(ctx, out.Env, at, p.Entries)
	})
	runs := experiments.Table(out, "delay", rows,
		experiments.Texts("system", "", "the quorum system", func(r delayRow) string { return r.System }),
		experiments.Texts("algorithm", "", "the algorithm", func(r delayRow) string { return r.Algorithm }),
		experiments.Ints("n", "sites", "number of sites, each of which wishes to enter", func(r delayRow) int { return r.N }),
		experiments.Floats("think", "mean latencies", "mean time from an exit to the next wish of the site", func(r delayRow) float64 { return r.Think }),
		experiments.Floats("throughput", "entries per mean latency", "entries over the time of the run", func(r delayRow) float64 { return r.Throughput }),
		experiments.Floats("messages", "messages", "messages per entry", func(r delayRow) float64 { return r.Messages }))
	var layers []experiments.Layer
	for _, system := range p.Systems {
		layers = append(layers, runs.Line(system, "think", "throughput", experiments.Is("system", system)))
	}
	out.Plot("throughput", "Throughput against think time", plot.Axis{Label: "think time", Unit: "mean latencies", Log: true},
		plot.Axis{Label: "throughput", Unit: "entries per mean latency"}, layers...)
}

// delayOf runs one system under one load.
func delayOf(ctx context.Context, env experiments.Env, at delayPoint, entries int) (delayRow, error) {
	c, err := closedSites(ctx, at.System, at.Algorithm)
	if err != nil {
		return delayRow{}, err
	}
	c.Entries = entries
	c.Think = sim.Distribution{Shape: sim.Exponential, A: at.Think}
	c.Seed = env.Rand(at.System, at.Algorithm, fmt.Sprint(at.Think)).Uint64()
	r, err := sim.Run(ctx, c)
	if err != nil {
		return delayRow{}, err
	}
	return delayRow{
		delayPoint: at, N: c.Setup.Processes,
		Messages:   float64(r.Messages) / float64(r.Entries),
		Throughput: float64(r.Entries) / r.Ended.Units(),
	}, whole(c, r)
}

package algorithms

import (
	"context"
	"fmt"

	"coterie/construct"
	"coterie/experiments"
	"coterie/mutex"
	"coterie/mutex/sim"
)

// The latencies of the messages in the studies, in the unit of time.
var (
	always  = sim.Always(1)
	varying = sim.Exp(1)
)

// prepare returns the run of all sites of a system, to be completed. Messages take exponential
// times of mean one, a critical section lasts one.
func prepare(ctx context.Context, spec, algorithm string, o mutex.Options) (sim.Config, error) {
	s := experiments.Must(construct.Build(ctx, spec))
	c, err := sim.ConfigFor(ctx, s.Structure, mutex.Find(algorithm), o, sim.Site)
	c.Latency, c.Critical = varying, always
	return c, err
}

// run makes one run. It also returns an error if the run must not be measured.
func run(ctx context.Context, c sim.Config) (sim.Result, error) {
	r, err := sim.Run(ctx, c)
	if err == nil && (r.Violations > 0 || len(r.Stuck) > 0) {
		err = fmt.Errorf("%s over %s: %d violations, %d processes stuck", c.Algorithm.Name, c.Setup.Name, r.Violations, len(r.Stuck))
	}
	return r, err
}

// replicate makes several runs. It also returns an error if a run must not be measured, because it
// broke its rule or somebody is stuck.
func replicate(ctx context.Context, c sim.Config, o sim.Options) (sim.Report, error) {
	r, err := sim.Replicate(ctx, c, o)
	if err == nil && (r.Violations > 0 || r.Stuck) {
		err = fmt.Errorf("%s over %s: %d violations, processes %v stuck", r.Algorithm, r.System, r.Violations, r.StuckProcesses)
	}
	return r, err
}

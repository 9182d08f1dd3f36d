package algorithms

import (
	"context"
	"fmt"

	"coterie/construct"
	"coterie/mutex"
	"coterie/mutex/sim"
	"coterie/quorum"
)

// The latencies of the studies: what a message takes, in the unit of time.
var (
	always  = sim.Distribution{Shape: sim.Constant, A: 1}
	varying = sim.Distribution{Shape: sim.Exponential, A: 1}
)

// prepared is a run to be completed: who wishes for which quorums, by which algorithm. Messages
// take exponential times of mean one, a critical section lasts one.
type prepared struct {
	sim.Config
	structure quorum.Structure
}

// prepare returns the run of all sites of an ordinary system.
func prepare(ctx context.Context, spec, algorithm string) (prepared, error) {
	a := mutex.Find(algorithm)
	if a == nil {
		return prepared{}, fmt.Errorf("no algorithm is called %s", algorithm)
	}
	s, err := construct.Build(ctx, spec)
	if err != nil {
		return prepared{}, err
	}
	system, ok := s.Structure.(*quorum.System)
	if !ok {
		return prepared{}, fmt.Errorf("%s is a %s", spec, s.Structure.Kind())
	}
	setup, err := mutex.NewSetup(system, system.N(), mutex.Options{})
	if err != nil {
		return prepared{}, err
	}
	if setup, err = setup.WithSites(ctx, system, nil); err != nil {
		return prepared{}, err
	}
	who, err := sim.Requesters(ctx, system, a, setup, nil, nil, sim.Site)
	return prepared{sim.Config{Algorithm: a, Setup: setup, Requesters: who, Latency: varying, Critical: always}, system}, err
}

// sound returns why a run is not one to measure: it broke its rule, or somebody is stuck.
func sound(r sim.Report) error {
	if r.Violations > 0 || r.Stuck {
		return fmt.Errorf("%s over %s: %d violations, processes %v stuck", r.Algorithm, r.System, r.Violations, r.StuckProcesses)
	}
	return nil
}

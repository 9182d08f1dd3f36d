package algorithms

import (
	"context"
	"fmt"

	"coterie/construct"
	"coterie/mutex"
	"coterie/mutex/sim"
)

// closedSites returns a run in which every site of a system wishes again and again for its own
// quorum: messages take exponential times of mean one, a critical section lasts one.
func closedSites(ctx context.Context, spec, algorithm string) (sim.Config, error) {
	return closedRun(ctx, spec, algorithm, mutex.Options{})
}

// closedRun is closedSites, over a group system, too: there the i-th process, of as many as there
// are nodes, takes the i-th quorum of the group that it names, any one each time.
func closedRun(ctx context.Context, spec, algorithm string, o mutex.Options) (sim.Config, error) {
	a := mutex.Find(algorithm)
	if a == nil {
		return sim.Config{}, fmt.Errorf("no algorithm is called %s", algorithm)
	}
	s, err := construct.Build(ctx, spec)
	if err != nil {
		return sim.Config{}, err
	}
	setup, err := mutex.NewSetup(s.Structure, s.N(), o)
	if err != nil {
		return sim.Config{}, err
	}
	if !a.NoQuorums && setup.Groups() == 1 && setup.Own == nil {
		return sim.Config{}, fmt.Errorf("%s assigns no quorums to sites", spec)
	}
	requesters, err := sim.Requesters(ctx, s.Structure, a, setup, nil, nil, sim.Site)
	return sim.Config{
		Algorithm: a, Setup: setup, Requesters: requesters,
		Latency:  sim.Distribution{Shape: sim.Exponential, A: 1},
		Critical: sim.Distribution{Shape: sim.Constant, A: 1},
	}, err
}

// whole returns why a run is not one to measure: it broke its rule, or somebody is stuck.
func whole(c sim.Config, r sim.Result) error {
	if r.Violations > 0 || len(r.Stuck) > 0 {
		return fmt.Errorf("%s over %s: %d violations, %d processes stuck", c.Algorithm.Name, c.Setup.Name, r.Violations, len(r.Stuck))
	}
	return nil
}

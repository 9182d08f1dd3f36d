package sim

import (
	"slices"
	"testing"

	"coterie/construct"
	"coterie/internal/check/assert"
	"coterie/mutex"
	"coterie/quorum"
)

// TestEveryAlgorithmHoldsAndEnds runs each algorithm that is meant to be right over structures of
// each kind that it takes, by each schedule.
func TestEveryAlgorithmHoldsAndEnds(t *testing.T) {
	two := assert.Got(quorum.As[*quorum.KCoterie](construct.KMajority(8, 2)))(t)
	structures := []quorum.Structure{two}
	for _, spec := range []string{"fpp:order=2", "wheel:n=5", "surficial:n=12,m=3", "lift:m=2,of=(fpp:order=2)", "sharing:alpha=1+2-1+2-2+3"} {
		built := assert.Got(construct.Build(t.Context(), spec))(t)
		structures = append(structures, built.Structure)
	}
	for _, built := range structures {
		for _, a := range mutex.Algorithms() {
			if a.Unsafe || !(slices.Contains(a.Over, built.Kind()) || a.NoQuorums) {
				continue
			}
			setup, err := mutex.NewSetup(built, built.N(), mutex.Options{})
			if err != nil {
				t.Fatal(err)
			}
			groups := mutex.GroupsOf(built, setup.Processes)
			if s, ok := built.(*quorum.System); ok {
				if setup, err = setup.WithSites(t.Context(), s, nil); err != nil {
					t.Fatal(err)
				}
			}
			for _, choice := range []Choice{Site, Any} {
				requesters := assert.Got(Requesters(t.Context(), built, a, setup, nil, groups, choice))(t)
				for _, schedule := range []Schedule{Random, LIFO, Starve} {
					for seed := range uint64(6) {
						c := Config{
							Algorithm: a, Setup: setup, Requesters: requesters, Schedule: schedule, Seed: seed,
							Victim: int32(seed) % int32(setup.Processes), Entries: 100, NoFIFO: seed%2 == 1 && !a.NeedsFIFO,
							Latency: Distribution{Shape(seed % 3), 1, 4}, Critical: Distribution{Constant, 1, 0}, Think: Distribution{Exponential, float64(seed), 0},
							MaxEvents: 1_000_000,
						}
						c.Trace = func(e Event) {
							if e.What == Sends && e.Message.Cause.Entry == 0 {
								t.Errorf("%s: %v is charged to no request", a.Name, e.Message.Kind)
							}
						}
						r, err := Run(t.Context(), c)
						if err != nil || r.Violations > 0 || len(r.Stuck) > 0 || r.Entries != 100 || r.Cut {
							t.Errorf("%s over %s, %v, schedule %d, seed %d: %d entries, %d violations, stuck %v, cut %v; %v",
								a.Name, built.Name(), choice, schedule, seed, r.Entries, r.Violations, r.Stuck, r.Cut, err)
						}
					}
				}
			}
		}
	}
}

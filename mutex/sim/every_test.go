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
	assert.Long(t, "half a second of CPU")
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
			for _, choice := range []Choice{Site, Any} {
				of := assert.Got(ConfigFor(t.Context(), built, a, mutex.Options{}, choice))(t)
				for _, schedule := range []Schedule{Random, LIFO, Starve} {
					for seed := range uint64(6) {
						c := of
						c.Schedule, c.Seed, c.Victim = schedule, seed, int32(seed)%int32(c.Setup.Processes)
						c.Entries, c.NoFIFO, c.MaxEvents = 100, seed%2 == 1 && !a.NeedsFIFO, 1_000_000
						c.Latency, c.Critical, c.Think = Distribution{Shape(seed % 3), 1, 4}, Distribution{Constant, 1, 0}, Distribution{Exponential, float64(seed), 0}
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

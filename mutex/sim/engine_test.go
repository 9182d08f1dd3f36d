package sim

import (
	"testing"

	"coterie/construct"
	"coterie/internal/check/assert"
	"coterie/mutex"
	"coterie/quorum"
)

// closed returns a run of all sites of a system.
func closed(t testing.TB, spec, algorithm string, entries int) Config {
	t.Helper()
	s, err := construct.Build(t.Context(), spec)
	if err != nil {
		t.Fatal(err)
	}
	setup := assert.Got(mutex.NewSetup(s.Structure, s.N(), mutex.Options{}))(t)
	if setup, err = setup.WithSites(t.Context(), s.Structure.(*quorum.System), nil); err != nil {
		t.Fatal(err)
	}
	c := Config{Algorithm: mutex.Find(algorithm), Setup: setup, Entries: entries, Latency: Distribution{Exponential, 1, 0}, Critical: Distribution{Constant, 1, 0}}
	for p := range int32(setup.Processes) {
		c.Requesters = append(c.Requesters, Requester{Process: p, Groups: []int32{0}, Menus: []Menu{{Quorums: []int32{setup.Own[p]}}}})
	}
	return c
}

func TestMaekawaFixedHoldsAndEnds(t *testing.T) {
	for _, spec := range []string{"fpp:order=2", "grid:n=9", "billiard:q=5", "fpp:order=3"} {
		for _, noFIFO := range []bool{false, true} {
			for seed := range uint64(20) {
				c := closed(t, spec, "maekawa-fixed", 500)
				c.Seed, c.NoFIFO = seed, noFIFO
				r, err := Run(t.Context(), c)
				if err != nil || r.Entries != 500 || r.Violations > 0 || len(r.Stuck) > 0 {
					t.Fatalf("%s, seed %d, FIFO %v: %+v, %v", spec, seed, !noFIFO, r, err)
				}
			}
		}
	}
}

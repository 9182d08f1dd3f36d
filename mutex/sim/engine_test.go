package sim

import "testing"

// closed returns a run of all sites of a system.
func closed(t testing.TB, spec, algorithm string, entries int) Config {
	t.Helper()
	return choosing(t, spec, algorithm, entries, Site)
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

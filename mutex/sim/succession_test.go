package sim

import (
	"testing"

	"coterie/mutex"
)

// TestSuccessorsServeAll: where another node takes over the arbiter of one that crashes, every
// request for S_i is served, as long as one node is up, and each removal costs a RECOVER and a
// STATUS for each site whose quorum holds the node.
func TestSuccessorsServeAll(t *testing.T) {
	for _, spec := range []string{"fpp:order=2", "grid:n=9", "fpp:order=3"} {
		for seed := range uint64(20) {
			c := choosing(t, spec, "maekawa-takeover", 150, Site)
			c.Seed, c.NoFIFO, c.Detect = seed, seed%2 == 1, float64(seed%5)
			for i := range int32(seed%6) + 1 {
				c.Crashes = append(c.Crashes, Crash{Node: i, At: float64(3 * i * int32(seed%4))})
			}
			removals, roles := 0, make([]int, c.Setup.Nodes)
			c.Trace = func(e Event) {
				if e.What == Succeeds {
					removals++
					roles[e.Process]++
				}
			}
			r, err := Run(t.Context(), c)
			if err != nil || r.Entries != 150 || r.Unserved+r.Abandoned+r.Violations+len(r.Stuck) > 0 {
				t.Fatalf("%s, seed %d: %+v, %v", spec, seed, r, err)
			}
			asked := 0
			for v, n := range roles {
				for _, q := range c.Setup.Own {
					for _, member := range c.Setup.Quorums[q] {
						if int(member) == v {
							asked += n
						}
					}
				}
			}
			told := int(r.ByType[mutex.Recover])
			if removals < len(c.Crashes) || told > asked || told < asked-removals {
				t.Errorf("%s, seed %d: %d removals, %d RECOVER of the network, for %d sites", spec, seed, removals, told, asked)
			}
		}
	}
	c := choosing(t, "fpp:order=2", "maekawa-takeover", 20, Site)
	for v := range int32(7) {
		c.Crashes = append(c.Crashes, Crash{Node: v, At: 5})
	}
	if r, err := Run(t.Context(), c); err != nil || r.Entries+r.Unserved != 20 || r.Unserved == 0 || len(r.Stuck) > 0 {
		t.Errorf("with nobody up: %+v, %v", r, err)
	}
}

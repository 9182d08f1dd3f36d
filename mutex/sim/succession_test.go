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

// TestASuccessorMayEnterAtOnce: where no other site has the failed node in its quorum, the process
// of the successor has the lock as soon as it takes over.
func TestASuccessorMayEnterAtOnce(t *testing.T) {
	c := closed(t, "{1,2},{2,3},{1,3}", "maekawa-takeover", 1)
	setup := *c.Setup
	setup.Own = []int32{2, 2, 1} // {1,3}, {1,3}, {2,3}
	c.Setup = &setup
	c.Requesters = []Requester{{Process: 2, Groups: []int32{0}, Menus: []Menu{{Quorums: []int32{1}}}}}
	c.Latency, c.Crashes = Distribution{Constant, 1, 0}, []Crash{{Node: 1, At: .5}}
	if r, err := Run(t.Context(), c); err != nil || r.Entries != 1 || len(r.Stuck) > 0 {
		t.Errorf("%+v, %v", r, err)
	}
}

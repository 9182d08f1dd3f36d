package simtest

import (
	"testing"

	"coterie/construct"
	"coterie/mutex"
	"coterie/mutex/sim"
)

// Config is a run of all processes of a system, each of which takes the quorum of its site, or any
// of the groups that it names in turn. Where processes and nodes are apart each has one group.
func Config(t testing.TB, spec, algorithm string, entries int, seed uint64) sim.Config {
	t.Helper()
	s, err := construct.Build(t.Context(), spec)
	if err != nil {
		t.Fatal(err)
	}
	setup, err := mutex.NewSetup(s.Structure, s.N(), mutex.Options{})
	if err != nil {
		t.Fatal(err)
	}
	c := sim.Config{
		Algorithm: mutex.Find(algorithm), Setup: setup, Entries: entries, Seed: seed,
		Latency: sim.Distribution{Shape: sim.Exponential, A: 1}, Critical: sim.Distribution{A: 1},
	}
	for p, groups := range mutex.GroupsInTurn(setup.Processes, setup.Groups()) {
		if setup.Apart {
			groups = groups[:1]
		}
		r := sim.Requester{Process: int32(p), Groups: groups}
		for _, g := range groups {
			m := sim.Menu{}
			switch {
			case c.Algorithm.NoQuorums:
			case setup.Own != nil:
				m.Quorums = []int32{setup.Own[p]}
			default:
				for q := setup.First[g]; q < setup.First[g+1]; q++ {
					m.Quorums = append(m.Quorums, q)
				}
			}
			r.Menus = append(r.Menus, m)
		}
		c.Requesters = append(c.Requesters, r)
	}
	return c
}

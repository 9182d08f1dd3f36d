package simtest

import (
	"testing"

	"coterie/construct"
	"coterie/internal/check/assert"
	"coterie/mutex"
	"coterie/mutex/sim"
)

// Config returns the configuration of a run of all processes of a system. Each takes the quorum of
// its site, or any of its group. Groups are given out in turn.
func Config(t testing.TB, spec, algorithm string, entries int, seed uint64) sim.Config {
	t.Helper()
	s := assert.Got(construct.Build(t.Context(), spec))(t)
	setup := assert.Got(mutex.NewSetup(s.Structure, s.N(), mutex.Options{}))(t)
	c := sim.Config{
		Algorithm: mutex.Find(algorithm), Setup: setup, Entries: entries, Seed: seed,
		Latency: sim.Exp(1), Critical: sim.Always(1),
	}
	choice := sim.Any
	if setup.Own != nil {
		choice = sim.Site
	}
	groups := mutex.GroupsInTurn(setup.Processes, setup.Groups())
	c.Requesters = assert.Got(sim.Requesters(t.Context(), s.Structure, c.Algorithm, setup, nil, groups, choice))(t)
	return c
}

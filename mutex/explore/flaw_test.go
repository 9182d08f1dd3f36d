package explore

import (
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/mutex"
)

// clients has requesters at places of their own, after the nodes, so that messages between them and
// the arbiters take time. Each takes one quorum.
func clients(t testing.TB, spec, algorithm string, entries int, choices ...Choice) Config {
	t.Helper()
	c := configOf(t, spec, algorithm, 0)
	s := *c.Setup
	s.Processes = s.Nodes + len(choices)
	c.Setup, c.Entries, c.Requesters = &s, entries, nil
	for i, x := range choices {
		c.Requesters = append(c.Requesters, Requester{int32(s.Nodes + i), []Choice{x}})
	}
	return c
}

// TestFlaws: the configuration that catches each known-wrong variant, where the algorithm itself
// does nothing wrong. Those that nothing catches change the reachable states, but nothing fails
// there: they are harmless in these configurations. The last two of them matter only to a process
// that is overtaken for ever, while others wish for ever (see mutex/lockout).
func TestFlaws(t *testing.T) {
	const triangle, lifted = "{1,2},{2,3},{1,3}", "lift:m=2,of=({1,2},{2,3},{1,3})"
	type trial struct {
		name string // of the flaw
		make Config
		want string
	}
	of := func(c Config, change func(*Config)) Config {
		s := *c.Setup
		c.Setup = &s
		change(&c)
		return c
	}
	locks := func(most int) func(*Config) { return func(c *Config) { c.Setup.MaxLocks = most } }
	noFIFO := func(c *Config) { c.NoFIFO = true }
	in := func(spec, algorithm string, choices ...Choice) Config {
		c := configOf(t, spec, algorithm, []int32{0, 1, 2, 3}[:len(choices)]...)
		for i, x := range choices {
			c.Requesters[i].Choices = []Choice{x}
		}
		return c
	}
	a, b := Choice{0, 0}, Choice{1, 3} // the first quorums of the two groups of a lifted triangle
	all := mutex.Flaws()
	caught := map[string]bool{}
	for _, tr := range []trial{
		{"any-locked-clears-failed", configOf(t, "grid:n=4", "maekawa-fixed", 0, 1, 2), "stuck"},
		{"failed-for-holder-only", clients(t, triangle, "maekawa-fixed", 1, Choice{0, 0}, Choice{0, 0}, Choice{0, 0}), "stuck"},
		{"late-inquire", clients(t, triangle, "maekawa-fixed", 2, Choice{0, 2}, Choice{0, 1}), ""},
		{"late-inquire", clients(t, triangle, "maekawa-fixed", 3, Choice{0, 2}, Choice{0, 1}), ""},
		{"late-inquire", of(clients(t, triangle, "maekawa-fixed", 2, Choice{0, 2}, Choice{0, 1}), noFIFO), ""},
		{"late-relinquish", clients(t, triangle, "maekawa-fixed", 2, Choice{0, 2}, Choice{0, 1}), "rule"},
		{"late-relinquish", of(clients(t, triangle, "maekawa-fixed", 1, Choice{0, 2}, Choice{0, 1}, Choice{0, 0}), noFIFO), "rule"},
		{"no-e11", of(in(lifted, "maekawa-m", a, b, a), locks(1)), "stuck I4"},
		{"no-f4", of(in(lifted, "maekawa-m", a, b, a), locks(2)), "stuck"},
		{"no-f10", of(in(lifted, "maekawa-m", a, b, a), locks(2)), "stuck I4"},
		{"open-door", in(lifted, "maekawa-s", a, b, a, a), ""},
		{"no-node-numbers", configOf(t, triangle, "ricart-agrawala", 0, 1), "rule"},
		{"no-queue", of(configOf(t, triangle, "suzuki-kasami", 0, 1, 2), func(c *Config) { c.Entries = 2 }), ""},
	} {
		f, ok := mutex.FindFlaw(tr.name)
		if !ok || f.Algorithm != tr.make.Algorithm.Name {
			t.Fatalf("%s is no flaw of %s", tr.name, tr.make.Algorithm.Name)
		}
		caught[tr.name] = true
		if !assert.WithSlow && tr.make.NoFIFO {
			continue // seconds under the race detector
		}
		sound := assert.Got(Run(t.Context(), tr.make, Options{}))(t)
		if got := failures(tr.make, sound); got != "" || !sound.Complete {
			t.Errorf("%s: without the flaw fails %s", tr.name, got)
		}
		c := of(tr.make, func(c *Config) { c.Setup.Flaw = f.Flaw })
		r := assert.Got(Run(t.Context(), c, Options{}))(t)
		if got := failures(c, r); got != tr.want || !r.Complete {
			t.Errorf("%s over %s: fails %q, not %q", tr.name, c.Setup.Name, got, tr.want)
		}
		if r.States == sound.States {
			t.Errorf("%s over %s: %d states with the flaw and without: nothing depends on it", tr.name, c.Setup.Name, r.States)
		}
		t.Logf("%s over %s, %d requesters, %d entries, FIFO %v: %d states, %d without the flaw; fails: %q", tr.name, c.Setup.Name, len(c.Requesters), c.Entries, !c.NoFIFO, r.States, sound.States, tr.want)
	}
	for _, f := range all {
		assert.True(t, caught[f.Name], "no configuration for %s", f.Name)
	}
}

// failures names the failures.
func failures(c Config, r Result) string {
	var list []string
	if r.Violations > 0 {
		list = append(list, "rule")
	}
	if r.Stuck > 0 {
		list = append(list, "stuck")
	}
	for k, n := range r.Invariants {
		if n > 0 {
			list = append(list, c.Algorithm.Invariants[k].Name)
		}
	}
	return strings.Join(list, " ")
}

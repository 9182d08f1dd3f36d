//go:build slow

package promela_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/mutex"
	"coterie/mutex/explore"
	"coterie/mutex/promela"
	"coterie/quorum"
)

// TestSlowSpin: many random configurations, of all algorithms in turn. SEEDS="from to step" in the
// environment names others.
func TestSlowSpin(t *testing.T) {
	all := structures(t)
	from, to, step := uint64(0), uint64(12), uint64(1)
	fmt.Sscan(os.Getenv("SEEDS"), &from, &to, &step)
	compared := 0
	for seed := from; seed < to; seed += step {
		name, c := randomConfig(t, all, seed)
		r := assert.Got(explore.Run(t.Context(), c, explore.Options{MostStates: 200_000}))(t, "%v", name)
		if !r.Complete {
			t.Logf("%s: too large", name)
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := agree(t.Context(), t, c)
			t.Logf("%d states, %d stuck, %d violations", r.States, r.Stuck, r.Violations)
		})
		compared++
	}
	t.Logf("%d configurations compared", compared)
}

// clients has requesters at places of their own, behind the nodes, each with one quorum.
func clients(t *testing.T, spec, algorithm string, entries int, choices ...explore.Choice) explore.Config {
	t.Helper()
	structure := structureOf(t, spec)
	c := explore.Config{Algorithm: mutex.Find(algorithm), Setup: setupOf(t, structure, structure.N()+len(choices), mutex.Options{}), Entries: entries}
	for i, x := range choices {
		c.Requesters = append(c.Requesters, explore.Requester{Process: int32(structure.N() + i), Choices: []explore.Choice{x}})
	}
	return c
}

// twoOfThree has two requesters of three processes, two of which may be inside, with two entries.
func twoOfThree(t *testing.T, algorithm string) explore.Config {
	t.Helper()
	f := assert.Got(quorum.NewFamily(3, [][]int{{0}, {1}}))(t)
	k := assert.Got(quorum.NewKCoterie("two", 2, f, nil))(t)
	c := assert.Got(explore.Over(t.Context(), k, mutex.Find(algorithm), mutex.Options{}, 0, 1))(t)
	c.Entries = 2
	return c
}

// TestSlowFlaws: spin finds the same as the explorer in each known-wrong variant.
func TestSlowFlaws(t *testing.T) {
	const triangle, lifted = "{1,2},{2,3},{1,3}", "lift:m=2,of=({1,2},{2,3},{1,3})"
	q := func(i int32) explore.Choice { return explore.Choice{Quorum: i} }
	groups := func(most int) explore.Config {
		c := clients(t, lifted, "maekawa-m", 1)
		c.Setup = setupOf(t, structureOf(t, lifted), 3, mutex.Options{MaxLocks: most})
		for p, x := range []explore.Choice{{Group: 0, Quorum: 0}, {Group: 1, Quorum: 3}, {Group: 0, Quorum: 0}} {
			c.Requesters = append(c.Requesters, explore.Requester{Process: int32(p), Choices: []explore.Choice{x}})
		}
		return c
	}
	seen := map[string]bool{}
	for _, tr := range []struct {
		flaw   string
		c      explore.Config
		caught bool
	}{
		{"any-locked-clears-failed", configOf(t, "grid:n=4", "maekawa-fixed", 0, 1, 2), true},
		{"failed-for-holder-only", clients(t, triangle, "maekawa-fixed", 1, q(2), q(1), q(0), q(0)), true},
		{"late-inquire", clients(t, triangle, "maekawa-fixed", 2, q(2), q(1)), false},
		{"late-relinquish", clients(t, triangle, "maekawa-fixed", 2, q(2), q(1)), true},
		{"no-e11", groups(1), true},
		{"no-f4", groups(2), true},
		{"no-f10", groups(2), true},
		{"no-node-numbers", configOf(t, triangle, "ricart-agrawala", 0, 1), true},
		{"late-reply", twoOfThree(t, "raymond-k"), false}, // with a third requester, and millions of states
	} {
		t.Run(tr.flaw, func(t *testing.T) {
			t.Parallel()
			f, ok := mutex.FindFlaw(tr.flaw)
			assert.MustTrue(t, ok, "no such flaw")
			s := *tr.c.Setup
			s.Flaw = f.Flaw
			tr.c.Setup = &s
			r := agree(t.Context(), t, tr.c)
			assert.Equal(t, (r.Stuck+r.Violations > 0), tr.caught, "%d stuck, %d violations", r.Stuck, r.Violations)
			t.Logf("%d states, %d stuck, %d violations", r.States, r.Stuck, r.Violations)
		})
		seen[tr.flaw] = true
	}
	for _, f := range mutex.Flaws() {
		if slices.Contains(promela.Algorithms(), f.Algorithm) && !seen[f.Name] {
			t.Errorf("%s is not compared", f.Name)
		}
	}
}

// TestSlowKnown: spin, too, finds the known faults of Maekawa's algorithm as it is printed: that it
// can deadlock, and that two processes can be inside. And the Fano plane with four requesters.
func TestSlowKnown(t *testing.T) {
	q := func(i int32) explore.Choice { return explore.Choice{Quorum: i} }
	for _, tr := range []struct {
		name          string
		c             explore.Config
		stuck, broken bool
	}{
		{"deadlock", configOf(t, "grid:n=4", "maekawa", 0, 1, 2), true, false},
		{"two-inside", clients(t, "{1,2},{2,3},{1,3}", "maekawa", 2, q(2), q(1)), false, true},
		{"two-of-three", twoOfThree(t, "raymond-k"), false, false},
		{"fano/maekawa", configOf(t, "fpp:order=2", "maekawa", 0, 1, 2, 3), false, false},
		{"fano/maekawa-fixed", configOf(t, "fpp:order=2", "maekawa-fixed", 0, 1, 2, 3), false, false},
	} {
		t.Run(tr.name, func(t *testing.T) {
			t.Parallel()
			r := agree(t.Context(), t, tr.c)
			if (r.Stuck > 0) != tr.stuck || (r.Violations > 0) != tr.broken {
				t.Errorf("%d stuck, %d violations", r.Stuck, r.Violations)
			}
			t.Logf("%d states, %d stuck, %d violations", r.States, r.Stuck, r.Violations)
		})
	}
}

// TestSlowEdges: nobody to talk to, more entries, and an actor that tells itself by a message or
// not.
func TestSlowEdges(t *testing.T) {
	const triangle = "{1,2},{2,3},{1,3}"
	with := func(c explore.Config, entries int, change func(*explore.Config)) explore.Config {
		c.Entries = entries
		if change != nil {
			change(&c)
		}
		return c
	}
	for name, c := range map[string]explore.Config{
		"itself alone":        configOf(t, "singleton:n=3", "maekawa", 0),
		"itself and another":  configOf(t, "singleton:n=3", "maekawa-fixed", 0, 2),
		"the only process":    with(configOf(t, "{1,2}", "ricart-agrawala", 0), 3, func(c *explore.Config) { c.Setup = setupOf(t, structureOf(t, "{1,2}"), 1, mutex.Options{}) }),
		"protocol P, at once": with(configOf(t, triangle, "protocol-p", 0, 1), 3, func(c *explore.Config) { c.Setup.Self = mutex.SelfLocal }),
		"four entries":        with(configOf(t, triangle, "maekawa", 0, 1), 4, nil),
		"no order":            with(configOf(t, triangle, "maekawa-fixed", 0, 1), 3, func(c *explore.Config) { c.NoFIFO = true }),
		"two tokens":          twoOfThree(t, "k-tokens"),
		"the last two":        with(twoOfThree(t, "k-tokens"), 2, func(c *explore.Config) { c.NoFIFO, c.Requesters[0].Process = true, 2 }),
		"one token, many":     with(configOf(t, triangle, "k-tokens", 0, 1, 2), 2, nil),
		"a token of another":  with(configOf(t, "{1,2}", "k-tokens", 1), 4, nil),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			agree(t.Context(), t, c)
		})
	}
}

// TestSlowShortest: breadth first, spin comes to a stuck state after as many steps as the explorer,
// each of them two steps of spin: the event, and the reaction to it.
func TestSlowShortest(t *testing.T) {
	c := configOf(t, "grid:n=4", "maekawa", 0, 1, 2)
	r, err := explore.Run(t.Context(), c, explore.Options{})
	if err != nil || len(r.Failures) != 1 || r.Failures[0].Sort != explore.Deadlock {
		t.Fatal(err, r.Failures)
	}
	var text strings.Builder
	assert.OK(t, promela.Write(&text, c))
	pan := compile(t, text.String(), []string{"-DSHOW"}, append(slices.Clone(quick), "-DBFS")...)
	out := run(t, filepath.Dir(pan), pan, "-A")
	want := fmt.Sprintf("invalid end state (at depth %d)", 2*len(r.Failures[0].Schedule))
	assert.Contains(t, out, want, "not")
}

// TestSlowPlanted: a model that is not ours is noticed by the number of states, of stuck states, or
// by the rule; and so is a channel that is too small.
func TestSlowPlanted(t *testing.T) {
	q := explore.Choice{Quorum: 0}
	c := clients(t, "{1,2},{2,3},{1,3}", "maekawa-fixed", 1, q, q, q)
	r := assert.Got(explore.Run(t.Context(), c, explore.Options{}))(t)
	for name, change := range map[string][2]string{
		"a step is lost":            {"tell(me, WHO(head), FAILED, head, 0)	/* (2') */", "skip"},
		"a step is too much":        {":: !inquiry -> inquiry = 1;", ":: true -> inquiry = 1;"},
		"a variable is not cleared": {"failed = 0; pending = 0;", "failed = 0;"},
		"two are not cleared":       {"given[jth] = 0; asked[jth] = 0;", "skip;"},
		"a channel is too small":    {"= [3] of", "= [1] of"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var b bytes.Buffer
			assert.OK(t, promela.Write(&b, c))
			text := strings.ReplaceAll(b.String(), change[0], change[1])
			if text == b.String() {
				t.Fatalf("nothing to plant: %q", change[0])
			}
			pan := compile(t, text, nil, quick...)
			out := run(t, filepath.Dir(pan), pan, append([]string{"-A", "-c0"}, small...)...)
			if overflow := strings.Contains(out, "block in d_step"); overflow != (name == "a channel is too small") {
				t.Errorf("a channel overflows: %v", overflow)
			} else if got := parse(t, out); !overflow && got == (counted{r.States, r.Stuck}) {
				t.Errorf("spin agrees, %d states", got.states)
			}
		})
	}
}

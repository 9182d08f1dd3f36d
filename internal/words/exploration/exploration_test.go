package exploration

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/check/golden"
	"coterie/internal/words/show"
	"coterie/internal/words/simulation"
	"coterie/mutex/judge"
	"coterie/quorum"
)

// outcomes returns the outcomes of a search in which all is well, of a search in which nothing is,
// of a search that was cut off, of wishes without end, and of several sets.
func outcomes() map[string]Outcome {
	good := judge.Report{
		Algorithm: "maekawa-m", System: "lift:m=2,of=(fpp:order=2)", N: 7, Rule: "processes of one group at a time", Requesters: []quorum.Index{0, 1, 6}, StandsFor: 1,
		Entries: new(1), FIFO: true, Reduction: "none", States: 12345, Transitions: 67890, Depth: 31, Terminal: 4, Complete: true,
		MutualExclusion: new(true), Stuck: new(uint64(0)), ConcurrentEntering: new(true), Together: 2, MaxMessages: new(uint64(18)), MaxTotal: new(uint64(41)),
		Invariants: []judge.Invariant{{Name: "I1", Holds: new(true)}, {Name: "I2", Holds: new(true)}},
		Reasons:    map[string]string{"lockout": "it is about processes that wish again and again"},
	}
	bad := good
	bad.Flaw, bad.Entries, bad.Violations, bad.Stuck, bad.MutualExclusion, bad.ConcurrentEntering = "no-f4", new(2), 1, new(uint64(3)), new(false), new(false)
	bad.Invariants = []judge.Invariant{{Name: "I1", Holds: new(true)}, {Name: "I2", Text: "it says so", Holds: new(false), Broken: 7}}
	bad.MaxMessages, bad.Reasons = nil, map[string]string{"lockout": "x", "max_messages_per_entry": "there is no most: a cycle of 4 steps sends messages"}
	told := &Trace{
		Of: "stuck", Shortest: true, says: "ends with nothing left to happen",
		Witness: simulation.Witness{Steps: []string{"process 1 wishes to enter", "process 2 wishes to enter"}, Least: true, Waits: []string{"process 1 waits for node 1, whose lock process 2 has"}},
	}
	cut := good
	cut.Complete, cut.StoppedBy, cut.Open, cut.Reduction, cut.MutualExclusion, cut.Stuck = false, "limit of states", "not all states were visited: limit of states", "partial-order", nil, nil
	cut.Invariants = []judge.Invariant{{Name: "I1"}, {Name: "I2"}}
	cut.Reasons = map[string]string{"mutual_exclusion": cut.Open, "stuck": cut.Open, "invariants": cut.Open, "lockout": "x"}
	endless := good
	endless.Entries, endless.Lockout, endless.Stuck = nil, new(true), nil
	endless.Runs = []judge.Run{{Of: "stuck"}}
	endless.Reasons = map[string]string{"stuck": "there are some"}
	cycle := *told
	cycle.Shortest, cycle.Cycle, cycle.says = false, 1, "locks process 7 out, whom others pass for ever"
	bad.StandsFor = 3
	return map[string]Outcome{
		"good": {Report: good}, "bad": {Report: bad, Trace: told}, "cut": {Report: cut}, "endless": {Report: endless, Trace: &cycle},
		"sets": {Report: judge.Combined([]judge.Report{good, bad, cut}), Trace: told, Sets: []judge.Report{good, bad, cut}},
	}
}

// TestGoldens compares text and table of made-up reports with the golden files. With -update it
// rewrites the files.
func TestGoldens(t *testing.T) {
	for name, o := range outcomes() {
		var text, csv bytes.Buffer
		assert.OK(t, Text(&text, o, simulation.Names{}, 80))
		table := assert.Got(Table(o))(t)
		assert.OK(t, table.WriteCSV(&csv))
		for ending, got := range map[string]*bytes.Buffer{".txt": &text, ".csv": &csv} {
			path := filepath.Join("testdata", name+ending)
			golden.Compare(t, path, got.String())
		}
	}
}

// TestNarrow: lines break at any width, and no line is wider except a long word.
func TestNarrow(t *testing.T) {
	for name, o := range outcomes() {
		for width := 40; width < 120; width += 7 {
			var text bytes.Buffer
			assert.OK(t, Text(&text, o, simulation.Names{Processes: []string{"web", "db", "a", "b", "c", "d", "mail"}}, width))
			for i, line := range strings.Split(text.String(), "\n")[1:] {
				if show.Width(line) > width {
					t.Errorf("%s, width %d, line %d: %s", name, width, i, line)
				}
			}
		}
	}
}

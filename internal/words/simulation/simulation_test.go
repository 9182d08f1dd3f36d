package simulation

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"coterie/bounds"
	"coterie/internal/check/assert"
	"coterie/internal/check/golden"
	"coterie/internal/words/show"
	"coterie/mutex/sim"
	"coterie/quorum"
)

func value(x float64) *float64 { return &x }

// reports returns the reports of a run in which all went well, of one in which nothing did, and of
// one that had nothing to count.
func reports() map[string]sim.Report {
	load := bounds.FractionOf(3, 7)
	good := sim.Report{
		Algorithm: "maekawa-fixed", System: "fpp:order=2", N: 7, Requesters: 7, Rule: "one process at a time", Seed: 1, Replications: 10, Warmup: 100,
		Requests: 10_000, Entries: 10_000, Messages: 80_105,
		ByType:           map[string]uint64{"REQUEST": 20_000, "RELEASE": 20_000, "LOCKED": 40_105},
		MessagesPerEntry: value(8.0105), PerEntryByType: map[string]float64{"REQUEST": 2, "RELEASE": 2, "LOCKED": 4.0105},
		MinMessages: 7, MaxMessages: 10, MaxInCS: 1, MeanInCS: value(1), SyncDelay: value(1.5553), MaxDelay: value(11.17),
		Waiting:    &sim.Waiting{Mean: 16.89, Median: 16.57, P90: 21.2, P99: 25.88, Max: 31.18},
		Throughput: value(0.3912), Overtaken: 8, Fairness: value(1),
		Accesses: sim.Accesses{Counts: []uint64{1, 2}, Shares: []float64{.1, .2}, Busiest: value(.4291), BusiestNode: 3, OptimalLoad: &load},
		Intervals: map[string]sim.Interval{
			"messages_per_entry": {Mean: 8.01, Low: 8.007, High: 8.014}, "served": {Mean: 1, Low: 1, High: 1},
		},
	}
	bad := good
	bad.Requests, bad.Unserved, bad.Abandoned, bad.Down = 12_000, 1, 3, []quorum.Node{0, 4}
	bad.Violations, bad.Stuck, bad.Failed, bad.StuckProcesses = 2, true, 3, []quorum.Node{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13}
	bad.Intervals = map[string]sim.Interval{"served": {Mean: .8, Low: .5, High: 1}}
	bad.Rule, bad.MaxInCS, bad.MeanInCS, bad.ContextSwitches = "processes of one group at a time", 3, value(1.7), 12
	empty := sim.Report{
		Algorithm: "maekawa", System: strings.Repeat("long", 40), N: 1, Requesters: 1, Rule: "one process at a time", Replications: 1, Requests: 1,
		Stuck: true, StuckProcesses: []quorum.Node{0}, Failed: 1, ByType: map[string]uint64{},
		Reasons: map[string]string{"messages_per_entry": "nobody has entered", "sync_delay": "nobody has entered", "waiting": "nobody has entered"},
	}
	return map[string]sim.Report{"good": good, "bad": bad, "empty": empty}
}

// outcome returns a report, with a short run if it fails.
func outcome(name string, r sim.Report) Outcome {
	o := Outcome{Report: r}
	switch name {
	case "bad":
		o.Witness = &Witness{Steps: slices.Repeat([]string{"process 1 wishes to enter with quorum {1,2,3}; tells itself REQUEST (1), LOCKED (2); sends REQUEST (1) to 2, 3"}, 70)}
	case "empty":
		o.Witness = &Witness{Steps: []string{"process 1 wishes to enter"}, Least: true, Waits: []string{"process 1 waits for node 1, whose lock nobody has"}}
	}
	return o
}

// TestGoldens compares text and table of made-up reports with the golden files. With -update it
// rewrites the files.
func TestGoldens(t *testing.T) {
	for name, r := range reports() {
		var text, csv bytes.Buffer
		assert.OK(t, Text(&text, outcome(name, r), Names{}, 80))
		for line := range strings.Lines(text.String()) {
			if show.Width(strings.TrimSuffix(line, "\n")) > 80 {
				t.Errorf("%s: too wide: %s", name, line)
			}
		}
		table := assert.Got(Table(r))(t)
		assert.OK(t, table.WriteCSV(&csv))
		for ending, got := range map[string]*bytes.Buffer{".txt": &text, ".csv": &csv} {
			path := filepath.Join("testdata", name+ending)
			golden.Compare(t, path, got.String())
		}
	}
}

// TestNarrow: lines break at any width, and no line is wider except a long word.
func TestNarrow(t *testing.T) {
	for name, r := range reports() {
		for width := 40; width < 120; width += 7 {
			var text bytes.Buffer
			assert.OK(t, Text(&text, outcome(name, r), Names{[]string{"web", "db"}, []string{"web", "db"}}, width))
			for i, line := range strings.Split(text.String(), "\n")[1:] {
				if show.Width(line) > width {
					t.Errorf("width %d, line %d: %s", width, i, line)
				}
			}
		}
	}
}

package simulation

import (
	"fmt"
	"maps"
	"slices"

	"coterie/internal/words/table"
	"coterie/mutex/sim"
	"coterie/quorum"
)

// Table returns a report as a table: a row for each figure, in the order of the report. A row has
// the subject of the figure (a type of message, a node), a count or a value, and the confidence
// interval of its mean.
func Table(r sim.Report) (*table.Table, error) {
	rows := &rows{
		t: table.New(
			table.Texts("figure", "", ""),
			table.Texts("of", "", "type of message, or node"),
			table.Ints("count", "", ""),
			table.Floats("value", "", ""),
			table.Floats("low", "", "of the interval that holds the mean with a probability of 95 %"),
			table.Floats("high", "", ""),
			table.Texts("text", "", "the value of a figure that is no number, or why it has none"),
		),
		r: r,
	}
	rows.text("algorithm", r.Algorithm)
	rows.text("system", r.System)
	if words := r.Reading.Says(); words != "" {
		rows.text("knows", r.Knows)
		rows.text("late", r.Late)
	}
	rows.text("rule", r.Rule)
	rows.count("n", "", r.N)
	rows.count("requesters", "", r.Requesters)
	rows.count("replications", "", r.Replications)
	rows.count("warmup", "", r.Warmup)
	rows.text("seed", fmt.Sprint(r.Seed))
	rows.text("unfinished", fmt.Sprint(r.Unfinished))
	rows.count("requests", "", r.Requests)
	rows.count("entries", "", r.Entries)
	rows.count("unserved", "", r.Unserved)
	rows.count("abandoned", "", r.Abandoned)
	rows.count("messages", "", int(r.Messages))
	for _, kind := range typesOf(r) {
		rows.count("messages", kind, int(r.ByType[kind]))
	}
	rows.value("messages_per_entry", r.MessagesPerEntry)
	for _, kind := range typesOf(r) {
		share := r.PerEntryByType[kind]
		rows.of("messages_per_entry", kind, &share)
	}
	rows.count("min_messages_of_entry", "", int(r.MinMessages))
	rows.count("max_messages_of_entry", "", int(r.MaxMessages))
	rows.count("late_messages", "", int(r.LateMessages))
	rows.count("max_in_cs", "", r.MaxInCS)
	rows.value("mean_in_cs", r.MeanInCS)
	rows.value("sync_delay", r.SyncDelay)
	rows.value("max_sync_delay", r.MaxDelay)
	if w := r.Waiting; w != nil {
		rows.value("waiting", &w.Mean)
		for _, q := range []struct {
			name  string
			value *float64
		}{{"p50", &w.Median}, {"p90", &w.P90}, {"p99", &w.P99}, {"max", &w.Max}} {
			rows.of("waiting", q.name, q.value)
		}
	} else {
		rows.value("waiting", nil)
	}
	rows.value("throughput", r.Throughput)
	rows.count("context_switches", "", r.ContextSwitches)
	rows.count("max_overtaken", "", r.Overtaken)
	rows.value("fairness", r.Fairness)
	for v, n := range r.Accesses.Counts {
		rows.count("accesses", quorum.Node(v).String(), int(n))
	}
	if load := r.Accesses.OptimalLoad; load != nil {
		x := load.Float64()
		rows.value("optimal_load", &x)
	} else {
		rows.value("optimal_load", nil)
	}
	rows.count("violations", "", r.Violations)
	stuck := 0
	if r.Stuck {
		stuck = 1
	}
	rows.count("stuck", "", stuck)
	for _, p := range r.StuckProcesses {
		rows.count("stuck", p.String(), 1)
	}
	// The figures with an interval and no row of their own.
	for _, name := range slices.Sorted(maps.Keys(r.Intervals)) {
		if !rows.has[name] {
			mean := r.Intervals[name].Mean
			rows.value(name, &mean)
		}
	}
	return rows.t.Filled()
}

// rows adds to a table.
type rows struct {
	t   *table.Table
	r   sim.Report
	has map[string]bool
}

func (s *rows) add(name, of string, count, value, low, high, text table.Cell) {
	if s.has == nil {
		s.has = map[string]bool{}
	}
	s.has[name] = true
	s.t.Add(table.Text(name), table.Text(of), count, value, low, high, text)
}

func (s *rows) text(name, text string) {
	s.add(name, "", table.Empty(), table.Empty(), table.Empty(), table.Empty(), table.Outside(text))
}

func (s *rows) count(name, of string, n int) {
	s.add(name, of, table.Int(n), table.Empty(), table.Empty(), table.Empty(), table.Empty())
}

// of adds a figure without an interval.
func (s *rows) of(name, of string, x *float64) {
	s.add(name, of, table.Empty(), table.Float(*x), table.Empty(), table.Empty(), table.Empty())
}

// value adds a figure with its interval, or the reason why there is none.
func (s *rows) value(name string, x *float64) {
	if x == nil {
		s.add(name, "", table.Empty(), table.Empty(), table.Empty(), table.Empty(), table.Text(s.r.Reasons[name]))
		return
	}
	low, high := table.Empty(), table.Empty()
	if i, ok := s.r.Intervals[name]; ok {
		low, high = table.Float(i.Low), table.Float(i.High)
	}
	s.add(name, "", table.Empty(), table.Float(*x), low, high, table.Empty())
}

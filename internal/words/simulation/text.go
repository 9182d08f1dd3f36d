package simulation

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"coterie/internal/words/show"
	"coterie/mutex"
	"coterie/mutex/sim"
	"coterie/quorum"
)

// Names holds the names of nodes and processes; nil if these are their numbers.
type Names struct{ Nodes, Processes []string }

// Outcome is the result of runs: their report, and a short run with the failure of one of them.
type Outcome struct {
	sim.Report
	Witness *Witness `json:"witness"` // null if none fails, or none could be shrunk
}

// Text writes a report for reading, no line wider than width unless a word is. Figures that do not
// fit a line are left out; the other forms have them.
func Text(w io.Writer, r Outcome, names Names, width int) error {
	p := NewPage(width)
	p.Head(r.Algorithm, r.System, fmt.Sprintf(": %s, %s", show.Count(r.N, "node"), show.Count(r.Requesters, "requester")))
	p.Reading(r.Reading)
	p.Flaw(r.Flaw)
	p.runs(r.Report, names)
	p.checks(r.Report, names)
	p.messages(r.Report)
	p.times(r.Report)
	p.inside(r.Report)
	p.accesses(r.Report, names)
	p.witness(r)
	_, err := p.WriteTo(w)
	return err
}

// runs writes the numbers of counted runs and entries.
func (p *Page) runs(r sim.Report, names Names) {
	entries := fmt.Sprint(r.Entries)
	if r.Replications > 1 {
		entries += fmt.Sprintf(" in %d runs", r.Replications)
	}
	if r.Unfinished {
		entries += " until the first run was cut off"
	}
	if r.Warmup > 0 {
		each := ""
		if r.Replications > 1 {
			each = " of each"
		}
		entries += fmt.Sprintf("; the first %d%s do not count", r.Warmup, each)
	}
	if len(r.Intervals) > 0 {
		entries += "; in brackets: intervals of 95" + Together + "%"
	}
	p.Line("entries", "%s", entries)
	if r.Entries < r.Requests {
		p.Line("served", "%s of %d requests%s", percent(float64(r.Entries)/float64(r.Requests)), r.Requests, betweenShares(r, "served"))
	}
	if r.Unserved > 0 {
		p.Line("refused", "%s: no quorum that they may take is up", show.Count(r.Unserved, "request"))
	}
	if r.Abandoned > 0 {
		p.Line("given up", "%s, for a crash, and made again with another quorum", show.Count(r.Abandoned, "attempt"))
	}
	if len(r.Down) > 0 {
		first := ""
		if r.Replications > 1 {
			first = " of the first run"
		}
		p.Line("down", "at the end%s: %s", first, places(r.Down, names))
	}
}

// checks writes whether the rule held, and whether any process is stuck.
func (p *Page) checks(r sim.Report, names Names) {
	switch {
	case r.Violations > 0:
		p.Line("rule", "VIOLATED at %s: %s", show.Count(r.Violations, "entry"), r.Rule)
	case r.Entries == 0 || r.Rule == (mutex.Rule{Name: mutex.Anyone}).String():
		p.Line("rule", "%s", r.Rule)
	default:
		p.Line("rule", "%s: it held at every entry", r.Rule)
	}
	switch {
	case r.Stuck:
		p.Line("liveness", "STUCK: %s for ever, and nothing is left to happen", waits(r.StuckProcesses, names))
	case r.Unfinished:
		p.Line("liveness", "not judged, as the run did not end")
	case r.Entries > 0:
		p.Line("liveness", "nobody waits at the end")
	}
	if r.Failed > 0 && r.Replications > 1 {
		p.Line("failed", "run %d is the first that fails", r.Failed)
	}
}

func places(nodes []quorum.Node, names Names) string {
	return show.Plural(len(nodes), "node") + " " + NodeList(nodes, names.Nodes)
}

// witness writes the short run that fails.
func (p *Page) witness(r Outcome) {
	w := r.Witness
	if w == nil {
		return
	}
	what := "breaks the rule"
	if len(w.Waits) > 0 {
		what = "ends with nothing left to happen"
	}
	how := ""
	if w.Least {
		how = "none of which can be left out"
	}
	p.Told(w, how, what)
}

func waits(processes []quorum.Node, names Names) string {
	list := NodeList(processes, names.Processes)
	if len(processes) == 1 {
		return "process " + list + " waits"
	}
	return "processes " + list + " wait"
}

// NodeList names at most a dozen nodes or processes, and the number of further ones.
func NodeList[T quorum.Node | quorum.Index](nodes []T, names []string) string {
	const most = 12
	var words []string
	for _, v := range nodes[:min(most, len(nodes))] {
		words = append(words, quorum.Node(v).Label(names))
	}
	if more := len(nodes) - most; more > 0 {
		words = append(words, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(words, ", ")
}

// messages writes the messages of an entry.
func (p *Page) messages(r sim.Report) {
	if r.MessagesPerEntry == nil {
		p.Line("messages", "%d; %s", r.Messages, r.Reasons["messages_per_entry"])
		return
	}
	spread := ""
	if r.MaxMessages > 0 {
		spread = fmt.Sprintf("; of one: %d to %d", r.MinMessages, r.MaxMessages)
		if r.MinMessages == r.MaxMessages {
			spread = fmt.Sprintf("; of each: %d", r.MinMessages)
		}
	}
	p.Line("messages", "%s an entry%s%s", figure(*r.MessagesPerEntry), between(r, "messages_per_entry"), spread)
	var kinds []string
	for _, kind := range typesOf(r) {
		kinds = append(kinds, kind+Together+figure(r.PerEntryByType[kind]))
	}
	if len(kinds) > 0 {
		p.Line("", "%s", strings.Join(kinds, ", "))
	}
}

// typesOf returns the types of messages in the order of the algorithm's table.
func typesOf(r sim.Report) []string {
	var order []string
	if a := mutex.Find(r.Algorithm); a != nil {
		for _, k := range a.Kinds {
			order = append(order, k.String())
		}
	}
	kinds := slices.Collect(maps.Keys(r.ByType))
	slices.SortFunc(kinds, func(a, b string) int {
		return cmp.Or(slices.Index(order, a)-slices.Index(order, b), strings.Compare(a, b))
	})
	return kinds
}

// times writes the times of an entry.
func (p *Page) times(r sim.Report) {
	if r.SyncDelay != nil {
		p.Line("delay", "%s mean latencies%s from an exit to the next entry, where somebody waits", figure(*r.SyncDelay), between(r, "sync_delay"))
	} else {
		p.Line("delay", "none to tell: %s", r.Reasons["sync_delay"])
	}
	if w := r.Waiting; w != nil {
		p.Line("waiting", "mean %s%s; half within %s, 99 %% within %s, longest %s", figure(w.Mean), between(r, "waiting"), figure(w.Median), figure(w.P99), figure(w.Max))
	}
	if r.Throughput != nil {
		p.Line("throughput", "%s entries in a unit of time%s", figure(*r.Throughput), between(r, "throughput"))
	}
}

// inside writes who is in the critical section with whom, and after whom.
func (p *Page) inside(r sim.Report) {
	if r.Entries == 0 {
		return
	}
	if r.MaxInCS > 1 && r.MeanInCS != nil {
		p.Line("together", "at most %d at once in the critical section, %s on average while anybody is%s", r.MaxInCS, figure(*r.MeanInCS), between(r, "mean_in_cs"))
	} else {
		p.Line("together", "at most %d at once in the critical section", r.MaxInCS)
	}
	if r.ContextSwitches > 0 {
		p.Line("switches", "%d entries of another group than the one before", r.ContextSwitches)
	}
	p.Line("overtaken", "at most %s of others during one wait", show.Count(r.Overtaken, "entry"))
	if r.Fairness != nil {
		p.Line("fairness", "%s, by Jain's index: 1 if all enter equally often", figure(*r.Fairness))
	}
}

// accesses writes how often the nodes are asked.
func (p *Page) accesses(r sim.Report, names Names) {
	a := r.Accesses
	if a.Busiest == nil || *a.Busiest == 0 {
		return
	}
	best := ""
	if a.OptimalLoad != nil {
		best = fmt.Sprintf("; the least for any strategy is %s", percent(a.OptimalLoad.Float64()))
		if text := a.OptimalLoad.String(); strings.Contains(text, "/") {
			best += " (" + text + ")"
		}
	}
	p.Line("busiest", "node %s, asked by %s of the requests%s", a.BusiestNode.Label(names.Nodes), percent(*a.Busiest), best)
}

// figure formats a number for reading: four digits.
func figure(x float64) string { return fmt.Sprintf("%.4g", x) }

func percent(x float64) string { return fmt.Sprintf("%.4g"+Together+"%%", 100*x) }

// betweenShares returns the confidence interval of a share.
func betweenShares(r sim.Report, name string) string {
	i, ok := r.Intervals[name]
	low, high := percent(i.Low), percent(i.High)
	if !ok || low == high {
		return ""
	}
	return fmt.Sprintf(" (%s to %s)", low, high)
}

// between returns the confidence interval of a figure, if it has one that is more than a point.
func between(r sim.Report, name string) string {
	i, ok := r.Intervals[name]
	if !ok || figure(i.Low) == figure(i.High) {
		return ""
	}
	return fmt.Sprintf(" (%s to %s)", figure(i.Low), figure(i.High))
}

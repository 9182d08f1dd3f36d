package planning

import (
	"cmp"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"coterie/fleet"
	"coterie/internal/words/report"
	"coterie/internal/words/show"
	"coterie/quorum"
	plans "coterie/search/fleet"
)

// Text holds the options for writing a plan for reading.
type Text struct {
	Width int // columns of a line of the table; lists of nodes go on in further lines
	// Explain adds the reason why the best is best, and the costs of the requirements.
	Explain bool
	// Whole names the form of output that has every system, and the full names that the table cuts
	// off; may be empty.
	Whole string
	// Shapes names the way to ask for shapes; may be empty.
	Shapes string
	// Ranks lists all systems with the ranks that label them in the picture.
	Ranks bool
}

// mostRows is the greatest number of systems in the table, besides those of the front and the
// majority.
const mostRows = 6

// WritePlan writes a plan: the fleet and its goals, the ranked table, how far "best" is proven, the
// weights for a load balancer, and in the last line the majority.
func WritePlan(out io.Writer, a *plans.Answer, t Text) error {
	w := &show.Folded{Out: out, Width: max(t.Width, 60)}
	fmt.Fprintln(w, FleetLine(a.Fleet))
	fmt.Fprintln(w, wantedLine(a))
	if len(a.Entries) > 0 {
		t.table(w, a)
	}
	t.verdict(w, a)
	if a.Best >= 0 {
		t.seats(w, a)
		fmt.Fprintf(w, "in the best, %s\n", writesSentence(a.Fleet, a.Entries[a.Best].Writes))
		line := func(label, text string) { fmt.Fprintf(w, "%-13s%s\n", label, text) }
		percentiles(a.Fleet, a.Entries[a.Best].Percentiles, line)
		losses(a.Fleet, a.Entries[a.Best].Losses, a.Entries[a.Best].NoLosses, line)
		lost(a.Fleet, a.Entries[a.Best].System, a.Entries[a.Best].Strategy, a.Entries[a.Best].Lost, a.Entries[a.Best].NoLost, line)
		t.strategy(w, a.Fleet, &a.Entries[a.Best])
	}
	t.shapes(w, a)
	t.change(w, a)
	if t.Explain {
		t.explain(w, a)
	}
	for _, note := range a.Notes {
		fmt.Fprintf(w, "note: %s\n", show.Line(note))
	}
	writeMajority(w, a)
	return w.Flush()
}

// FleetLine describes the servers.
func FleetLine(f *fleet.Fleet) string {
	text := show.Count(f.N(), "node")
	if k := f.Witnesses().Len(); k > 0 {
		text += fmt.Sprintf(" (%s)", show.Count(k, "witness"))
	}
	zones := map[int]int{}
	for _, v := range f.Nodes {
		zones[v.Zone]++
	}
	if len(f.Zones) == 0 {
		return text + "; " + workload(f)
	}
	var list []string
	for z, zone := range f.Zones {
		if zones[z] > 0 {
			list = append(list, fmt.Sprintf("%s %d", show.Item(zone.Name), zones[z]))
		}
	}
	if zones[fleet.NoZone] > 0 {
		list = append(list, fmt.Sprintf("none %d", zones[fleet.NoZone]))
	}
	return fmt.Sprintf("%s in %s (%s); %s", text, show.Count(len(list), "zone"), strings.Join(list, ", "), workload(f))
}

func workload(f *fleet.Fleet) string {
	w := f.Workload
	text := Percent(w.MeanReads(), 1) + worded(f, " {reads}")
	if len(w.Shares) > 1 {
		text += fmt.Sprintf(" in the mean of %d shares", len(w.Shares))
	}
	if w.Adapts {
		text += ", with a strategy for each"
	}
	if w.Silent > 0 {
		text += fmt.Sprintf(", of those asked %d may stay silent", w.Silent)
	}
	return text
}

// goals are the names of the goals for people.
var goals = map[fleet.Goal]string{
	fleet.Capacity: "most capacity", fleet.Load: "least load", fleet.LatencyGoal: "least latency",
	fleet.Network: "fewest asked", fleet.Availability: "most availability",
	fleet.P50: "least p50", fleet.P99: "least p99", fleet.P999: "least p99.9",
}

func wantedLine(a *plans.Answer) string {
	text := "wanted: " + show.Join(a.Goals, " against ", func(g fleet.Goal) string { return goals[g] })
	r, p := a.Fleet.Require, a.Fleet.Protocol
	limits := []limit{
		{r.Survival() != fleet.Survival{}, "survives any " + survival(r.Survival())},
		{r.Liars != nil, liarsText(a.Fleet)},
		{r.Same, "the same quorums for {reads} and {writes}"},
		{p.WritesMeet(), "every two {writes} meet, for the protocol " + string(p)},
		{r.WritesMeet && !p.WritesMeet(), "every two {writes} meet"},
		{p != "" && !r.WritesMeet, "{writes} need not meet in the protocol " + string(p)},
		{r.Capacity != nil, "capacity at least " + Number(r.Capacity)},
		{r.Latency != nil, "latency at most " + Time(r.Latency)},
		{r.Percentiles[0] != nil, string(fleet.P50) + " at most " + Time(r.Percentiles[0])},
		{r.Percentiles[1] != nil, string(fleet.P99) + " at most " + Time(r.Percentiles[1])},
		{r.Percentiles[2] != nil, string(fleet.P999) + " at most " + Time(r.Percentiles[2])},
		{r.Network != nil, "at most " + Number(r.Network) + " asked"},
		{r.Availability != nil, "availability at least " + Probability(r.Availability)},
	}
	limits = slices.DeleteFunc(limits, func(l limit) bool { return !l.set })
	if len(limits) > 0 {
		text += "; " + show.Join(limits, ", ", func(l limit) string { return worded(a.Fleet, l.text) })
	}
	return text
}

// limit is a requirement in words, and whether it is set, or fails.
type limit struct {
	set  bool
	text string
}

// liarsText says what the liars that a fleet has ask of its systems; "" where nobody lies.
func liarsText(f *fleet.Fleet) string {
	l := f.Require.Liars
	if l == nil {
		return ""
	}
	if l.Sets != nil {
		return fmt.Sprintf("bears liars in any one of %s by %s: {reads} and {writes} share a node outside any %s of these, and some have none of the liars",
			cmp.Or(l.Called, show.Join(l.Sets, ", ", func(set quorum.Set) string { return set.Label(f.Names()) })), l.Kind, []string{"one", "two"}[l.Sharing(1)-2])
	}
	return fmt.Sprintf("bears any %s by %s: {reads} and {writes} share %d nodes or more, and some have none of these liars", show.Count(l.Nodes, "liar"), l.Kind, l.Shared)
}

// wants reports whether the plan has a percentile among its goals or its limits.
func wants(a *plans.Answer, g fleet.Goal) bool {
	return slices.Contains(a.Goals, g) || a.Fleet.Require.Percentiles[g.Percentile()] != nil
}

// percentiles writes the percentiles of a strategy, and those of each place, if any node takes
// time.
func percentiles(f *fleet.Fleet, p *fleet.Percentiles, line func(label, text string)) {
	timed := func(c fleet.Client) bool {
		return slices.ContainsFunc(c.Latency, func(l fleet.Latency) bool { return l.Time[len(l.Time)-1].Sign() > 0 })
	}
	if p == nil || !slices.ContainsFunc(f.Clients, timed) {
		return
	}
	line("percentiles", tailText(p.All))
	for i, own := range p.Places {
		line("", "from "+placeName(f, i)+" "+tailText(own))
	}
}

// losses writes the mean times to losses of quorums, or why there are none.
func losses(f *fleet.Fleet, l *fleet.Losses, none error, line func(label, text string)) {
	if none != nil {
		line("losses", show.Line(none.Error()))
	}
	if l == nil {
		return
	}
	text := "{reads} after %s in the mean, {writes} %s, either %s (first losses, nothing is repaired"
	if l.Between {
		text = "{reads} every %s in the mean, {writes} %s, either %s (crashes are repaired"
	}
	line("losses", fmt.Sprintf(worded(f, text)+"; nodes and zones independent)", span(l.Times[0]), span(l.Times[1]), span(l.Times[2])))
}

// shown returns the places of the entries in the table.
func (t Text) shown(a *plans.Answer) []int {
	var list []int
	for i := range a.Entries {
		if t.Ranks || len(list) < mostRows || slices.Contains(a.Front, i) || i == a.Majority || a.Entries[i].Given {
			list = append(list, i)
		}
	}
	return list
}

func (t Text) table(w io.Writer, a *plans.Answer) {
	several := len(a.Fleet.Workload.Shares) > 1 // then the mean load ranks, not the capacity
	list := t.shown(a)
	rows := make([][]string, 1+len(list))
	add := func(head string, cell func(k int) string) {
		rows[0] = append(rows[0], head)
		for k := range list {
			rows[k+1] = append(rows[k+1], cell(k))
		}
	}
	add(" ", func(k int) string { return mark(a, list[k]) })
	if t.Ranks {
		add("rank", func(k int) string { return strconv.Itoa(list[k] + 1) })
	}
	for _, x := range columns(a) {
		ranked := x.goal
		if several && x.goal == fleet.Capacity {
			ranked = ""
		}
		column := column(a, list, ranked, func(e *plans.Entry, extra int) string { return x.write(a.Fleet, x.of(e), extra) })
		add(x.head, func(k int) string { return column[k] })
	}
	add("survives", func(k int) string { return survivals(&a.Entries[list[k]]) })
	add("system", func(k int) string { return name(a.Fleet, &a.Entries[list[k]]) })
	var lines strings.Builder
	tw := tabwriter.NewWriter(&lines, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		fmt.Fprintln(tw, strings.Join(row, "\t"))
	}
	_ = tw.Flush() // a strings.Builder takes everything
	fmt.Fprintln(w)
	for line := range strings.Lines(lines.String()) {
		fmt.Fprintln(w, show.Cut(strings.TrimRight(line, " \n"), max(t.Width, 60)))
	}
	t.rest(w, len(a.Entries)-len(rows)+1, t.cut(lines.String()))
	if several {
		t.greater(w, a)
	}
	if len(a.Front) > 0 {
		one, two := word(a.Fleet, a.Goals[0]), word(a.Fleet, a.Goals[1])
		fmt.Fprintf(w, "* on the front of %s and %s: %s is as good in both and better in one\n", one, two, strings.Replace(named(a.Fleet), "no system", "none here", 1))
	}
	if text := assumed(a.Fleet); text != "" {
		fmt.Fprintln(w, "latency: "+text)
	}
	var missing []string
	if a.Fleet.Timeless() {
		missing = append(missing, "latencies")
	}
	if neverFails(a.Fleet) {
		missing = append(missing, "crashes")
	}
	if missing != nil {
		fmt.Fprintf(w, "-: %s are not given\n", show.Series(missing, "and"))
	}
	said := map[string]bool{}
	for _, i := range t.shown(a) {
		if e := &a.Entries[i]; len(e.Fails) > 0 && !said[strings.Join(e.Fails, ", ")] {
			said[strings.Join(e.Fails, ", ")] = true
			fmt.Fprintf(w, "! %s does not keep: %s\n", show.Cut(name(a.Fleet, e), 50), spoken(strings.Join(e.Fails, ", ")))
		}
	}
	for _, i := range t.shown(a) {
		e := &a.Entries[i]
		for _, err := range []error{e.NoStrategy, e.NoPercentiles, e.NoChances, e.NoSurvives} {
			if err != nil && !said[err.Error()] {
				said[err.Error()] = true
				text := err.Error()
				if e.System.Name != "" { // which stands before it
					text = strings.ReplaceAll(text, e.System.Name, "it")
				}
				fmt.Fprintf(w, "- %s: %s\n", show.Cut(name(a.Fleet, e), 50), show.Line(text))
			}
		}
		if s := e.Strategy; s != nil && s.Latency == nil && s.NoLatency != nil && !said[s.NoLatency.Error()] {
			said[s.NoLatency.Error()] = true
			fmt.Fprintf(w, "- latency: %s\n", show.Line(s.NoLatency.Error()))
		}
	}
	fmt.Fprintln(w)
}

// columns returns the figures that tables of a plan have.
func columns(a *plans.Answer) []figure {
	return slices.DeleteFunc(slices.Clone(figures), func(x figure) bool {
		return x.goal == fleet.Load && len(a.Fleet.Workload.Shares) == 1 || x.goal.Percentile() >= 0 && !wants(a, x.goal)
	})
}

// mark returns the mark before the row of entry i.
func mark(a *plans.Answer, i int) string {
	switch e := &a.Entries[i]; {
	case slices.Contains(a.Front, i):
		return "*"
	case len(e.Fails) > 0:
		return "!"
	case len(e.Open) > 0:
		return "?"
	}
	return " "
}

// mostExtra is the greatest number of extra digits that figures get to distinguish them.
const mostExtra = 4

// column formats a figure of the entries at these places, with enough digits to distinguish the
// entries that it ranks. A goal ranks all entries with different figures. A figure that breaks ties
// ranks those that tie before it.
func column(a *plans.Answer, places []int, ranked fleet.Goal, text func(e *plans.Entry, extra int) string) []string {
	at := slices.IndexFunc(a.Order, func(g fleet.Goal) bool {
		return g == ranked || ranked != "" && plans.Figure(a.Fleet, g) == plans.Figure(a.Fleet, ranked)
	})
	differ := func(i, j int, g fleet.Goal) bool {
		v, w := a.Entries[i].Value(g), a.Entries[j].Value(g)
		return (v == nil) != (w == nil) || v != nil && v.Cmp(w) != 0
	}
	for extra := 0; ; extra++ {
		var list []string
		for _, i := range places {
			list = append(list, text(&a.Entries[i], extra))
		}
		alike := func() bool {
			for k, i := range places {
				for l, j := range places[:k] {
					before := func(g fleet.Goal) bool { return differ(i, j, g) }
					if list[k] == list[l] && differ(i, j, a.Order[at]) && (at < len(a.Goals) || !slices.ContainsFunc(a.Order[:at], before)) {
						return true
					}
				}
			}
			return false
		}
		switch {
		case at < 0 || !alike():
			return list
		case extra == mostExtra: // the order alone tells them apart
			return column(a, places, "", text)
		}
	}
}

// assumed states the assumption about latencies that are given by percentiles, "" if there are
// none.
func assumed(f *fleet.Fleet) string {
	text, from := "", ""
	for _, c := range f.Clients {
		for _, l := range c.Latency {
			if _, fixed := l.Fixed(); !fixed {
				text = "taken to be independent from node to node, and linear between percentiles"
			}
			if !l.HasLeast() {
				from = ", and from 0 to the first where no p0 is given"
			}
		}
	}
	return text + from
}

// cut reports whether a row of the table is wider than a line.
func (t Text) cut(lines string) bool {
	for line := range strings.Lines(lines) {
		if show.Width(strings.TrimRight(line, " \n")) > max(t.Width, 60) {
			return true
		}
	}
	return false
}

// rest writes how many systems the table leaves out, and where to find them and the full names.
func (t Text) rest(w io.Writer, more int, cut bool) {
	var text string
	switch {
	case more > 0 && t.Whole != "" && cut:
		text = fmt.Sprintf("and %d more: %s has all, with their names whole", more, t.Whole)
	case more > 0 && t.Whole != "":
		text = fmt.Sprintf("and %d more: %s has all", more, t.Whole)
	case more > 0:
		text = fmt.Sprintf("and %d more", more)
	case cut && t.Whole != "":
		text = t.Whole + " has the names whole"
	default:
		return
	}
	fmt.Fprintln(w, "  "+text)
}

// greater notes if another system has more capacity than the best, whose mean load is least.
func (t Text) greater(w io.Writer, a *plans.Answer) {
	if a.Best < 0 || a.Goals[0] != fleet.Capacity || a.Entries[a.Best].Strategy == nil {
		return
	}
	for i := range a.Entries {
		e := &a.Entries[i]
		if e.Keeps() && e.Strategy != nil && e.Strategy.Capacity.Cmp(a.Entries[a.Best].Strategy.Capacity) > 0 {
			fmt.Fprintf(w, "more capacity, of more mean load: %s\n", show.Cut(name(a.Fleet, e), max(t.Width, 60)-40))
			return
		}
	}
}

// name returns the name of a system in a row.
func name(f *fleet.Fleet, e *plans.Entry) string {
	text := e.System.Name
	if text == "" {
		text = "found by " + e.By
	}
	if within := withinText(f, e); within != "" {
		text = within + ": " + text
	}
	return report.Printable(text)
}

// withinText states the limit on the strategy of a point of a front, "" for other entries.
func withinText(f *fleet.Fleet, e *plans.Entry) string {
	switch {
	case e.Second == "":
		return ""
	case e.Most == nil:
		return "best " + spoken(string(e.Second))
	case more(f, e.Second):
		return "at least " + value(f, e.Second, e.Most)
	}
	return "at most " + value(f, e.Second, e.Most)
}

// more reports whether more of the figure of a goal is better.
func more(f *fleet.Fleet, g fleet.Goal) bool {
	figure := plans.Figure(f, g)
	return figure == fleet.Capacity || figure == fleet.Availability
}

// value formats the figure of a goal. The figure of a capacity is given as the load.
func value(f *fleet.Fleet, g fleet.Goal, v *big.Rat) string {
	figure := plans.Figure(f, g)
	switch {
	case v == nil:
		return "-"
	case figure == fleet.Availability:
		return Probability(v)
	case figure == fleet.LatencyGoal:
		return Time(v)
	case figure.Percentile() >= 0:
		return "a " + string(figure) + " of " + Time(v)
	case figure == fleet.Network:
		return Number(v) + " asked"
	case figure == fleet.Load:
		return "a mean load of " + load(f, v, 0)
	case v.Sign() == 0:
		return "any number of requests a second"
	}
	return requests(f, new(big.Rat).Inv(v))
}

// requests formats a capacity. Without capacities of nodes it is a multiple of one node's capacity.
func requests(f *fleet.Fleet, capacity *big.Rat) string {
	if unitless(f) {
		return Number(capacity) + " times one node"
	}
	return Number(capacity) + " requests a second"
}

// load formats a mean load with extra digits. It is a time unless there are no capacities.
func load(f *fleet.Fleet, v *big.Rat, extra int) string {
	if unitless(f) {
		return number(v, extra)
	}
	return duration(v, extra)
}

// unitless reports whether every node answers one request in a unit of time, which is the
// assumption if the fleet has no capacities.
func unitless(f *fleet.Fleet) bool {
	return !slices.ContainsFunc(f.Nodes, func(v fleet.Node) bool { return v.Reads.Cmp(one) != 0 || v.Writes.Cmp(one) != 0 })
}

package planning

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strings"

	"coterie/fleet"
	"coterie/internal/words/report"
	"coterie/internal/words/show"
	"coterie/internal/words/table"
	"coterie/quorum"
	plans "coterie/search/fleet"
)

// Figures holds the figures of one system under a fleet, and the tails of its times.
type Figures struct {
	*fleet.Figures
	// Tails are the tails of reads and of writes under the strategy; nil if every time is fixed, or
	// if NoTails gives a reason.
	Tails [2][]fleet.Quantile
	// All are the tails if every request asks all nodes.
	All     [2][]fleet.Quantile
	NoTails error
}

// operations are the kinds of requests, in the order of Tails.
var operations = [2]fleet.Operation{fleet.Reads, fleet.Writes}

// Open names the figures that were not found.
func (x Figures) Open() []string {
	var list []string
	for _, f := range []struct {
		name string
		err  error
	}{{"strategy", x.NoBest}, {"curve", x.NoCurve}, {"availability", x.NoChances}, {"survives", x.NoSurvives}, {"percentiles", x.NoPercentiles}, {"tails", x.NoTails}} {
		if f.err != nil && !errors.As(f.err, new(*fleet.InfeasibleError)) {
			list = append(list, f.name)
		}
	}
	if x.Writes.Holds == quorum.Unknown {
		list = append(list, "writes_meet")
	}
	return list
}

// WriteFigures writes the figures of a system for reading. proof adds the data to check that no
// strategy is better.
func WriteFigures(out io.Writer, name string, x Figures, proof bool, width int) error {
	w := &show.Folded{Out: out, Width: max(width, 60)}
	f := x.Fleet
	fmt.Fprintln(w, show.Cut(report.Printable(name), max(width, 60)))
	fmt.Fprintln(w, FleetLine(f))
	line := func(label, text string) { fmt.Fprintf(w, "  %-14s%s\n", label, text) }
	if s := x.Strategy(); s != nil {
		line("capacity", requests(f, s.Capacity)+", "+load(f, s.Load, 0)+" of mean load")
		if len(s.Loads) > 1 {
			for k, share := range f.Workload.Shares {
				line("", fmt.Sprintf(worded(f, "at %s {reads} %s"), Percent(share.Reads, 1), Number(inverse(s.Loads[k]))))
			}
		}
		switch {
		case f.Timeless():
			line("latency", "not given")
		case s.Latency != nil:
			line("latency", Time(s.Latency)+" in the mean")
		case s.NoLatency != nil:
			line("latency", show.Line(s.NoLatency.Error()))
		}
		if text := assumed(f); text != "" {
			line("", text)
		}
		percentiles(f, x.Percentiles, line)
		line("asked", Number(s.Network)+" nodes in the mean")
	} else if x.NoBest != nil {
		line("strategy", show.Line(x.NoBest.Error()))
	}
	x.tails(line)
	switch {
	case x.Chances != nil && neverFails(f):
		line("available", "always, as nothing of the fleet has a probability to crash")
	case x.Chances != nil && x.Chances.Reads.Cmp(x.Chances.Writes) == 0:
		line("available", Probability(x.Chances.Reads))
	case x.Chances != nil:
		line("available", fmt.Sprintf(worded(f, "{reads} %s, {writes} %s"), Probability(x.Chances.Reads), Probability(x.Chances.Writes)))
	default:
		line("available", show.Line(fmt.Sprint(x.NoChances)))
	}
	losses(f, x.Losses, x.NoLosses, line)
	if x.NoSurvives != nil {
		line("survives", show.Line(x.NoSurvives.Error()))
	} else {
		line("survives", Survivals(x.Survives))
		for _, wit := range x.Witnesses {
			line("", "not "+failureText(f, wit))
		}
	}
	line(worded(f, "{writes}"), writesSentence(f, x.Writes))
	lost(f, x.System, x.Strategy(), x.Lost, x.NoLost, line)
	x.required(line)
	if x.Seats > 0 {
		text := show.Item(f.Nodes[f.Leaders[0]].Name)
		if x.Seats > 1 {
			text += fmt.Sprintf(", the best of %d places", x.Seats)
		}
		line("leader", text+wayText(x.Way))
	}
	x.alone(line)
	if s := x.Strategy(); s != nil {
		fmt.Fprintln(w, "\nwhich nodes a request asks, and how often")
		WriteMenus(w, f, s.Menus)
		if proof {
			writePrices(w, f, s)
		}
	}
	return w.Flush()
}

// neverFails reports whether no node and no zone has a crash probability.
func neverFails(f *fleet.Fleet) bool {
	return !slices.ContainsFunc(f.Nodes, func(v fleet.Node) bool { return v.Crash.Sign() != 0 }) &&
		!slices.ContainsFunc(f.Zones, func(z fleet.Zone) bool { return z.Crash.Sign() != 0 })
}

func (x Figures) tails(line func(label, text string)) {
	if x.NoTails != nil {
		line("tail", show.Line(x.NoTails.Error()))
	}
	for _, part := range []struct {
		label string
		tails [2][]fleet.Quantile
	}{{"tail", x.Tails}, {"asking all", x.All}} {
		label := part.label
		for i, tail := range part.tails {
			if tail == nil {
				continue
			}
			line(label, x.Fleet.Protocol.Words()[i]+"s "+tailText(tail))
			label = ""
		}
	}
}

func tailText(tail []fleet.Quantile) string {
	return show.Join(tail, ", ", func(q fleet.Quantile) string {
		text := "p" + strings.TrimSuffix(Percent(q.Share, 3), " %") + " "
		if q.Seconds == nil && q.Low != nil {
			return text + "over " + Time(q.Low)
		}
		return text + Time(q.Seconds)
	})
}

// required writes which requirements of the fleet are kept.
func (x Figures) required(line func(label, text string)) {
	r, f := x.Fleet.Require, x.Fleet
	same, err := true, error(nil)
	if r.Same {
		same, err = x.System.Same(context.Background())
	}
	how, lied := f.Lied(context.Background(), x.System)
	for _, l := range []limit{
		{errors.As(x.NoBest, new(*fleet.InfeasibleError)), "fails: " + fmt.Sprint(x.NoBest) + "; the figures are those of the best strategy without limits"},
		{r.Availability != nil && x.Chances != nil && x.Chances.Least().Cmp(cmp.Or(r.Availability, one)) < 0, "fails: availability " + Probability(r.Availability)},
		{err != nil, fmt.Sprint(err)},
		{err == nil && !same, "fails: the same quorums for {reads} and {writes}"},
		{f.WitnessesAlone(x.System), "fails: a node that stores data in each quorum"},
		{r.WritesMeet && x.Writes.Holds == quorum.Fails, "fails: every two {writes} meet"},
		{r.Survival() != fleet.Survival{} && x.NoSurvives == nil && !survivesAll(x.Survives, r.Survival()), "fails: survive any " + survival(r.Survival())},
		{r.Liars != nil && lied != nil, fmt.Sprint(lied)},
		{how != "" && lied == nil, "fails: liars: " + how},
		{r.Liars != nil && lied == nil && how == "", liarsText(f)},
	} {
		if l.set {
			line("required", worded(f, show.Line(l.text)))
		}
	}
}

// survivesAll reports whether the system survives the wanted failures.
func survivesAll(most []fleet.Survival, want fleet.Survival) bool {
	return slices.ContainsFunc(most, func(s fleet.Survival) bool { return s.Zones == want.Zones && s.Nodes >= want.Nodes })
}

// alone writes the figures that strategies for other goals reach.
func (x Figures) alone(line func(label, text string)) {
	goals := []fleet.Goal{fleet.Load, fleet.LatencyGoal, fleet.Network}
	for k, g := range goals {
		s := x.Alone[g]
		if s == nil {
			continue
		}
		figures := []string{"capacity " + Number(s.Capacity), "latency " + Time(s.Latency), "asked " + Number(s.Network)}
		var rest []string
		for i, other := range goals {
			if other != g && (other != fleet.LatencyGoal || s.Latency != nil) {
				rest = append(rest, figures[i])
			}
		}
		label, _, _ := strings.Cut(figures[k], " ")
		line("for "+label, figures[k]+", then "+strings.Join(rest, ", "))
	}
	if x.Adapting != nil && x.Single != nil {
		line("adapting", fmt.Sprintf(worded(x.Fleet, "capacity %s with a strategy for each share of {reads}, %s with one for all"), Number(x.Adapting.Capacity), Number(x.Single.Capacity)))
	}
	if n := len(x.Curve); n > 0 {
		var list []string
		for i, p := range x.Curve {
			if n > 9 && i == 8 {
				list = append(list, "...")
				break
			}
			list = append(list, fmt.Sprintf("%s %s", Percent(p.Reads, 1), Number(inverse(p.Load))))
		}
		line(worded(x.Fleet, "by {reads}"), "capacity at "+strings.Join(list, ", "))
	} else if x.NoCurve != nil {
		line(worded(x.Fleet, "by {reads}"), show.Line(x.NoCurve.Error()))
	}
}

// failureText names the failed zones and nodes, and the kind of requests that then fail.
func failureText(f *fleet.Fleet, x fleet.Failure) string {
	var parts []string
	for _, z := range x.Zones {
		parts = append(parts, "zone "+show.Item(f.Zones[z].Name))
	}
	names := f.Names()
	for _, v := range x.Nodes.Nodes() {
		parts = append(parts, show.Item(names[v]))
	}
	kind := "{writes}"
	if x.Reads {
		kind = "{reads}"
	}
	return strings.Join(parts, ", ") + worded(f, ": no "+kind+" are left")
}

// writePrices writes the proof that no strategy is better.
func writePrices(w io.Writer, f *fleet.Fleet, s *fleet.Strategy) {
	fmt.Fprintf(w, "\nno strategy is better: at these prices of the nodes no set that may be asked is cheaper in all (%s)\n", s.Method)
	for k, prices := range s.Prices.Nodes {
		var list []string
		for i, p := range prices {
			if p.Sign() != 0 {
				list = append(list, show.Item(f.Nodes[i].Name)+" "+p.RatString())
			}
		}
		head := "  prices"
		if len(s.Prices.Nodes) > 1 {
			head += " at " + Percent(f.Workload.Shares[k].Reads, 1) + worded(f, " {reads}")
		}
		fmt.Fprintf(w, "%s: %s\n", head, strings.Join(list, ", "))
	}
	for _, p := range []struct {
		name  string
		price *big.Rat
	}{{"capacity", s.Prices.Load}, {"latency", s.Prices.Latency}, {"asked", s.Prices.Network}, {"p50", s.Prices.Late[0]}, {"p99", s.Prices.Late[1]}, {"p99.9", s.Prices.Late[2]}} {
		if p.price != nil && p.price.Sign() != 0 {
			fmt.Fprintf(w, "  price of %s: %s\n", p.name, p.price.RatString())
		}
	}
}

// quantileJSON is a quantile of the times of requests.
type quantileJSON struct {
	Share   float64  `json:"share"`
	Seconds *float64 `json:"seconds"`
	Low     *float64 `json:"low"`
	High    *float64 `json:"high"`
}

// entry returns the system with its figures, as a plan has them.
func (x Figures) entry(name string) *plans.Entry {
	s := x.System
	s.Name = name
	return &plans.Entry{
		System: s, Strategy: x.Strategy(), NoStrategy: x.NoBest, Percentiles: x.Percentiles, NoPercentiles: x.NoPercentiles, Losses: x.Losses, NoLosses: x.NoLosses, Chances: x.Chances, NoChances: x.NoChances,
		Survives: x.Survives, NoSurvives: x.NoSurvives, Lost: x.Lost, NoLost: x.NoLost, Writes: x.Writes,
	}
}

// FiguresJSON returns the JSON form of the figures. It has the keys of a system of a plan, and the
// keys of a single system.
func FiguresJSON(name string, x Figures) any {
	type pointJSON struct {
		Reads string  `json:"reads"`
		Load  string  `json:"load"`
		Rate  float64 `json:"capacity"`
	}
	type aloneJSON struct {
		strategyJSON
		Strategy []menuJSON `json:"strategy"`
	}
	f := x.Fleet
	alone := func(s *fleet.Strategy) *aloneJSON {
		if s == nil {
			return nil
		}
		return &aloneJSON{strategyOf(s), menusOf(f, s.Menus)}
	}
	e := entryOf(f, x.entry(name))
	how, lied := f.Lied(context.Background(), x.System)
	out := struct {
		N     int      `json:"n"`
		Nodes []string `json:"nodes"`
		figuresJSON
		Assumed   string                    `json:"latency_assumed"`
		Loads     []float64                 `json:"loads"`
		Alone     map[string]*aloneJSON     `json:"alone"`
		Adapting  *aloneJSON                `json:"adapting"`
		Curve     []pointJSON               `json:"curve"`
		Witnesses []string                  `json:"witnesses"`
		Leader    string                    `json:"leader,omitempty"` // where there is one
		Way       *float64                  `json:"way,omitempty"`    // of the clients to it
		Tails     map[string][]quantileJSON `json:"tails"`
		Open      []string                  `json:"open"`
		Liars     *fleet.Liars              `json:"liars,omitempty"`       // that the fleet has
		Broken    string                    `json:"liars_break,omitempty"` // how they break the system
	}{N: f.N(), Nodes: f.Names(), figuresJSON: e, Assumed: assumed(f), Loads: []float64{}, Alone: map[string]*aloneJSON{}, Adapting: alone(x.Adapting), Curve: []pointJSON{}, Witnesses: []string{}, Tails: map[string][]quantileJSON{}, Open: texts(x.Open()), Liars: f.Require.Liars, Broken: how}
	if x.Seats > 0 {
		out.Leader, out.Way = f.Nodes[f.Leaders[0]].Name, float(x.Way)
	}
	if st := x.Strategy(); st != nil {
		for _, l := range st.Loads {
			out.Loads = append(out.Loads, *float(l))
		}
	}
	for g, st := range x.Alone {
		out.Alone[string(g)] = alone(st)
	}
	for _, p := range x.Curve {
		rate := 0.0
		if p.Load.Sign() > 0 {
			rate = *float(inverse(p.Load))
		}
		out.Curve = append(out.Curve, pointJSON{p.Reads.RatString(), p.Load.RatString(), rate})
	}
	for _, wit := range x.Witnesses {
		out.Witnesses = append(out.Witnesses, failureText(f, wit))
	}
	for i, kind := range operations {
		for key, tail := range map[string][]fleet.Quantile{kind.String(): x.Tails[i], kind.String() + "_all": x.All[i]} {
			for _, q := range tail {
				out.Tails[key] = append(out.Tails[key], quantileJSON{*float(q.Share), float(q.Seconds), float(q.Low), float(q.High)})
			}
		}
	}
	for key, err := range map[string]error{"curve": x.NoCurve, "tails": x.NoTails, "liars_break": lied} {
		if err != nil {
			out.Reasons[key] = err.Error()
		}
	}
	return out
}

// FiguresTable returns a table with a row for each figure, with its exact value if there is one.
func FiguresTable(x Figures) (*table.Table, error) {
	t := table.New(
		table.Texts("figure", "", "its name"),
		table.Texts("of", "", "the share of reads, or the nodes that a request asks"),
		table.Floats("value", "", "requests a second, seconds, nodes or a probability"),
		table.Ratios("exact", "", "the same as a fraction"),
	)
	row := func(figure, of string, v *big.Rat) {
		t.Add(table.Text(figure), table.Text(of), table.Approx(v), table.Ratio(v))
	}
	if s := x.Strategy(); s != nil {
		for _, x := range figures[:4] {
			row(x.key, "", x.of(&plans.Entry{Strategy: s}))
		}
		for k, share := range x.Fleet.Workload.Shares {
			row("load at a share of reads", share.Reads.RatString(), s.Loads[k])
		}
		for _, m := range s.Menus {
			for _, c := range m.Choices {
				label := "weight of a " + m.Operation.String()
				if len(x.Fleet.Clients) > 1 {
					label += " from " + placeName(x.Fleet, m.Place)
				}
				row(label, show.Join(c.Nodes, " ", func(v int) string { return x.Fleet.Nodes[v].Name }), c.Weight)
			}
		}
	}
	for _, g := range fleet.PercentileGoals() {
		row(string(g), "", x.Percentiles.Of(g))
	}
	if c := x.Chances; c != nil {
		row("availability of reads", "", c.Reads)
		row("availability of writes", "", c.Writes)
	}
	if l := x.Losses; l != nil {
		name := map[bool]string{true: "mean time between losses", false: "mean time to a loss"}[l.Between]
		for k, of := range []string{"reads", "writes", "either"} {
			row(name, of, l.Times[k])
		}
	}
	meet := map[quorum.Truth]*big.Rat{quorum.Holds: big.NewRat(1, 1), quorum.Fails: new(big.Rat)}
	row("writes meet", "", meet[x.Writes.Holds])
	if x.Writes.Holds == quorum.Fails {
		for _, set := range x.Writes.Witness.Sets {
			row("disjoint write", set.Label(x.Fleet.Names()), nil)
		}
	}
	for _, s := range x.Survives {
		row("nodes survived", show.Count(s.Zones, "zone"), big.NewRat(int64(s.Nodes), 1))
	}
	for _, p := range x.Curve {
		row("load curve", p.Reads.RatString(), p.Load)
	}
	for i, kind := range operations {
		for _, q := range x.Tails[i] {
			row("tail of "+kind.String()+"s", q.Share.RatString(), q.Seconds)
		}
		for _, q := range x.All[i] {
			row("tail of "+kind.String()+"s that ask all", q.Share.RatString(), q.Seconds)
		}
	}
	return t.Filled()
}

func survival(s fleet.Survival) string {
	switch {
	case s.Zones == 0:
		return show.Count(s.Nodes, "node")
	case s.Nodes == 0:
		return show.Count(s.Zones, "zone")
	}
	return show.Count(s.Zones, "zone") + " and " + show.Count(s.Nodes, "node")
}

// survivals returns the greatest failures that a system survives.
func survivals(e *plans.Entry) string {
	if e.NoSurvives != nil {
		return "-"
	}
	return Survivals(e.Survives)
}

// Survivals formats any zone and any two further nodes as "1z+2n".
func Survivals(most []fleet.Survival) string {
	var list []string
	for i, s := range most {
		if i+1 < len(most) && most[i+1].Nodes >= s.Nodes {
			continue // more zones, and as many nodes
		}
		var parts []string
		if s.Zones > 0 {
			parts = append(parts, fmt.Sprintf("%dz", s.Zones))
		}
		if s.Nodes > 0 {
			parts = append(parts, fmt.Sprintf("%dn", s.Nodes))
		}
		if len(parts) > 0 {
			list = append(list, strings.Join(parts, "+"))
		}
	}
	if len(list) == 0 {
		return "nothing"
	}
	return strings.Join(list, " ")
}

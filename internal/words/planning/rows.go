package planning

import (
	"math/big"
	"slices"
	"strings"

	"coterie/fleet"
	"coterie/internal/words/report"
	"coterie/internal/words/table"
	plans "coterie/search/fleet"
)

// figure is a figure by which systems are compared: its key, which is the name of its column in
// CSV, with unit and meaning; the head of its column in a text; and the function that formats it
// there, with extra digits.
type figure struct {
	key, unit, doc string
	head           string
	goal           fleet.Goal
	write          func(f *fleet.Fleet, v *big.Rat, extra int) string
}

var figures = []figure{
	{"capacity", "requests a second", "mean over the shares of reads", "capacity", fleet.Capacity, plain},
	{"load", "seconds a request", "mean over the shares of reads", "mean load", fleet.Load, load},
	{"latency", "seconds", "mean time until the answers contain a quorum", "latency", fleet.LatencyGoal, inTime},
	{"network", "nodes", "asked: mean number of nodes that a request asks", "asked", fleet.Network, plain},
	{"availability", "", "lesser of reads and writes", "available", fleet.Availability, asChance},
	percentile(fleet.P50, "50 %"), percentile(fleet.P99, "99 %"), percentile(fleet.P999, "99.9 %"),
}

func percentile(g fleet.Goal, share string) figure {
	return figure{string(g), "seconds", "the time to a quorum that " + share + " of the requests do not exceed", string(g), g, inTime}
}

func plain(_ *fleet.Fleet, v *big.Rat, extra int) string { return number(v, extra) }

func inTime(f *fleet.Fleet, v *big.Rat, extra int) string {
	if f.Timeless() {
		return "-"
	}
	return duration(v, extra)
}

func asChance(f *fleet.Fleet, v *big.Rat, extra int) string {
	if neverFails(f) {
		return "-"
	}
	return probability(v, extra)
}

// of returns the figure of a system; nil if it is not known.
func (x figure) of(e *plans.Entry) *big.Rat {
	switch {
	case x.goal != fleet.Capacity:
		return e.Value(x.goal)
	case e.Strategy == nil:
		return nil
	}
	return e.Strategy.Capacity
}

// PlanTable returns a table with a row for each system of a plan, the best first.
func PlanTable(a *plans.Answer) (*table.Table, error) {
	columns := []table.Column{
		table.Ints("rank", "", "1 is the best"),
		table.Texts("spec", "", "what other verbs take; empty where there is none"),
		table.Texts("by", "", "what made it"),
		table.Texts("within", "", "what limits its strategy besides"),
	}
	for _, x := range figures {
		columns = append(columns, table.Floats(strings.ReplaceAll(x.key, ".", "_"), x.unit, x.doc))
	}
	t := table.New(append(columns,
		table.Texts("survives", "", "zones and nodes besides"),
		table.Bools("keeps", "", "every requirement"),
		table.Texts("fails", "", "the requirements that it does not keep"),
		table.Bools("front", "", "on the front of both goals"),
		table.Bools("optimal", "", "proven best in the first goal"),
		table.Bools("majority", "", "the majority of the nodes"),
		table.Bools("writes_meet", "", "every two writes share a node"),
		table.Floats("unavailability", "", "1 less the availability"),
	)...)
	for i := range a.Entries {
		e := &a.Entries[i]
		row := []table.Cell{table.Int(i + 1), table.Outside(e.System.Name), table.Text(e.By), table.Text(withinText(a.Fleet, e))}
		for _, x := range figures {
			if x.write(a.Fleet, x.of(e), 0) == "-" { // the file says nothing of it
				row = append(row, table.Approx(nil))
				continue
			}
			row = append(row, table.Approx(x.of(e)))
		}
		t.Add(append(row,
			table.Text(survivals(e)), table.Bool(e.Keeps()), table.Text(strings.Join(slices.Concat(e.Fails, e.Open), "; ")),
			table.Bool(slices.Contains(a.Front, i)), table.Bool(a.Optimal && i == a.Best), table.Bool(i == a.Majority), report.TruthCell(e.Writes.Holds), table.Approx(unavailable(a.Fleet, e)))...)
	}
	return t.Filled()
}

// unavailable returns what an availability is short of 1; nil where it is not known.
func unavailable(f *fleet.Fleet, e *plans.Entry) *big.Rat {
	v := e.Value(fleet.Availability)
	if v == nil || neverFails(f) {
		return nil
	}
	return new(big.Rat).Sub(one, v)
}

// coordinate returns the position of an entry on an axis. For an availability it is the distance
// from 1.
func coordinate(e *plans.Entry, g fleet.Goal) (float64, bool) {
	v := e.Value(g)
	switch {
	case v == nil:
		return 0, false
	case g == fleet.Capacity:
		v = inverse(v)
	case g == fleet.Availability:
		v = new(big.Rat).Sub(big.NewRat(1, 1), v)
	}
	if v == nil {
		return 0, false
	}
	x, _ := v.Float64()
	return x, true
}

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

// PlanTable has a row for each system of a plan, the best first.
func PlanTable(a *plans.Answer) (*table.Table, error) {
	t := table.New(
		table.Ints("rank", "", "1 is the best"),
		table.Texts("spec", "", "what other verbs take; empty where there is none"),
		table.Texts("by", "", "what made it"),
		table.Texts("within", "", "what limits its strategy besides"),
		table.Floats("capacity", "requests a second", "mean over the shares of reads"),
		table.Floats("load", "seconds a request", "mean over the shares of reads"),
		table.Floats("latency", "seconds", "mean time until the answers contain a quorum"),
		table.Floats("network", "nodes", "asked: mean number of nodes that a request asks"),
		table.Floats("availability", "", "lesser of reads and writes"),
		table.Texts("survives", "", "zones and nodes besides"),
		table.Bools("keeps", "", "every requirement"),
		table.Texts("fails", "", "the requirements that it does not keep"),
		table.Bools("front", "", "on the front of both goals"),
		table.Bools("optimal", "", "proven best in the first goal"),
		table.Bools("majority", "", "the majority of the nodes"),
		table.Bools("writes_meet", "", "every two writes share a node"),
	)
	for i := range a.Entries {
		e := &a.Entries[i]
		spec, within := table.Empty(), table.Empty()
		if e.System.Name != "" {
			spec = table.Outside(e.System.Name)
		}
		if text := withinText(a.Fleet, e); text != "" {
			within = table.Text(text)
		}
		var capacity *big.Rat
		if e.Strategy != nil {
			capacity = e.Strategy.Capacity
		}
		fails := table.Empty()
		if len(e.Fails)+len(e.Open) > 0 {
			fails = table.Text(strings.Join(append(append([]string{}, e.Fails...), e.Open...), "; "))
		}
		t.Add(table.Int(i+1), spec, table.Text(e.By), within, table.Approx(capacity), table.Approx(e.Value(fleet.Load)),
			table.Approx(e.Value(fleet.LatencyGoal)), table.Approx(e.Value(fleet.Network)), table.Approx(e.Value(fleet.Availability)),
			table.Text(survivals(e)), table.Bool(e.Keeps()), fails, table.Bool(slices.Contains(a.Front, i)), table.Bool(a.Optimal && i == a.Best), table.Bool(i == a.Majority), report.TruthCell(e.Writes.Holds))
	}
	return t.Filled()
}

// coordinate is where an entry stands on an axis; of an availability what is missing to 1.
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

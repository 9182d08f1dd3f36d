package planning

import (
	"fmt"
	"io"
	"math/big"
	"strings"

	"coterie/fleet"
	"coterie/internal/words/show"
	plans "coterie/search/fleet"
	"coterie/search/fleet/require"
)

func (t Text) explain(w io.Writer, a *plans.Answer) {
	writeWhy(w, a)
	for _, c := range a.Costs {
		fmt.Fprintln(w, costLine(a.Fleet, plans.Figure(a.Fleet, a.Goals[0]), c))
	}
	if a.Best < 0 {
		return
	}
	s := a.Entries[a.Best].Strategy
	if s == nil {
		return
	}
	for _, p := range []struct {
		price *big.Rat
		what  string
	}{{milli(s.Prices.Latency), "a millisecond more of latency allowed"}, {s.Prices.Network, "one node more asked in the mean"}} {
		if p.price != nil && p.price.Sign() > 0 {
			fmt.Fprintf(w, "%s would save %s of mean load (price of the limit, in the same system)\n", p.what, Time(p.price))
		}
	}
}

// writeWhy explains why the best is better than a majority: how many nodes it asks, and which of
// them limit it.
func writeWhy(w io.Writer, a *plans.Answer) {
	if a.Best < 0 || a.Entries[a.Best].Strategy == nil {
		return
	}
	f, best := a.Fleet, a.Entries[a.Best].Strategy
	if a.Majority >= 0 && a.Majority != a.Best && a.Entries[a.Majority].Strategy != nil {
		other := a.Entries[a.Majority].Strategy
		fmt.Fprintf(w, worded(f, "the best asks %s nodes for each {read} and %s for each {write}, a majority %s and %s\n"),
			asked(f, best, fleet.Reads), asked(f, best, fleet.Writes), asked(f, other, fleet.Reads), asked(f, other, fleet.Writes))
	}
	var limiting []string
	for i, v := range f.Nodes {
		price := new(big.Rat)
		for _, share := range best.Prices.Nodes {
			price.Add(price, share[i])
		}
		if price.Sign() > 0 {
			limiting = append(limiting, show.Item(v.Name))
		}
	}
	switch {
	case len(limiting) == 0:
	case len(limiting) == f.N() && len(f.Workload.Shares) > 1:
		fmt.Fprintln(w, worded(f, "every node is among the busiest at some share of {reads}"))
	case len(limiting) == f.N():
		fmt.Fprintln(w, "every node is as busy as any other, so that none is idle while another limits")
	default:
		fmt.Fprintf(w, "the busiest nodes, which limit it: %s\n", strings.Join(limiting, " "))
	}
}

// asked writes the mean number of nodes that requests of one kind ask.
func asked(f *fleet.Fleet, s *fleet.Strategy, kind fleet.Operation) string {
	sum, mass := new(big.Rat), new(big.Rat)
	for _, m := range s.Menus {
		if m.Operation != kind {
			continue
		}
		part := new(big.Rat).Set(f.Clients[m.Place].Share)
		if m.Share >= 0 {
			share := f.Workload.Shares[m.Share]
			part.Mul(part, share.Weight).Mul(part, share.Of(kind))
		}
		mass.Add(mass, part)
		for _, c := range m.Choices {
			nodes := new(big.Rat).Mul(c.Weight, big.NewRat(int64(len(c.Nodes)), 1))
			sum.Add(sum, nodes.Mul(nodes, part))
		}
	}
	if mass.Sign() == 0 {
		return "no"
	}
	return Number(sum.Quo(sum, mass))
}

// milli returns a thousandth of r, nil for nil.
func milli(r *big.Rat) *big.Rat {
	if r == nil {
		return nil
	}
	return new(big.Rat).Mul(r, big.NewRat(1, 1000))
}

// costLine states in a sentence the actual or possible cost of a requirement in the figure g.
func costLine(f *fleet.Fleet, g fleet.Goal, c require.Cost) string {
	what := "the limit on " + spoken(string(c.Requirement))
	switch c.Requirement {
	case require.Same:
		what = worded(f, "using the same quorums for {reads} and {writes}")
	case require.Liars:
		what = "bearing liars"
	case require.WritesMeet:
		what = worded(f, "having every two {writes} meet")
	case require.SurviveNodes, require.SurviveZones:
		_, noun, _ := strings.Cut(string(c.Requirement), " ")
		switch c.Change {
		case require.OneMore, require.OneLess:
			what = "surviving one more " + strings.TrimSuffix(noun, "s")
			if c.Change == require.OneLess {
				what = "surviving the last " + strings.TrimSuffix(noun, "s")
			}
		default:
			what = "surviving " + noun
		}
	}
	costs, without := "costs", "without it"
	if c.Change == require.OneMore {
		costs, without = "would cost", "with it"
	}
	switch {
	case c.Answer.Absent:
		return what + " cannot be had: " + named(f) + " keeps that beside the rest"
	case c.Answer.Value == nil || c.Share == nil:
		return what + ": what it " + costs + " was not found out"
	}
	share := new(big.Rat).Set(c.Share) // of the goal's value, which for the capacity is a load
	if g == fleet.Capacity {
		share.Add(share, one)
		if share.Sign() == 0 {
			return what + ": what it " + costs + " was not found out"
		}
		share.Inv(share).Sub(share, one) // of capacities
	}
	// The gain without the requirement, as a share of the figure without it. A found answer may be
	// on the wrong side of another one, because searches prove nothing. But fewer requirements
	// never cost, and more of them never gain.
	gained := c.Share.Sign() < 0 != (g == fleet.Availability)
	lost := share.Sign() != 0 && gained == (c.Change != require.OneMore)
	sure := ""
	if !c.Proven {
		sure = " (as far as was found)"
		if least := certain(g, c); least != nil {
			sure = " (as far as was found; at least " + Percent(least, 1) + " for certain)"
		}
	}
	of := "of the " + strings.Replace(string(g), string(fleet.Network), "number asked", 1)
	if !lost {
		return fmt.Sprintf("%s %s nothing%s", what, costs, sure)
	}
	amount, all := new(big.Rat).Abs(share), new(big.Rat).Add(share, big.NewRat(1, 1))
	if g != fleet.Availability && c.Change != require.OneMore && all.Sign() > 0 { // of the figure without the requirement
		amount.Quo(amount, all)
		if !more(f, g) {
			costs, of = "adds", "to"+strings.TrimPrefix(of, "of")
		}
	}
	if c.Change == require.OneMore && !more(f, g) {
		costs, of = "would add", "to"+strings.TrimPrefix(of, "of")
	}
	return fmt.Sprintf("%s %s %s %s: %s %s%s", what, costs, Percent(amount, 1), of, without, value(f, g, c.Answer.Value), sure)
}

// certain returns the least cost in capacity of a change of a requirement that the bounds of both
// answers prove; nil if that is nothing.
func certain(g fleet.Goal, c require.Cost) *big.Rat {
	if g != fleet.Capacity || c.Least == nil || c.Most == nil {
		return nil
	}
	// Capacities are inverse to loads. Dropping a requirement lowers the load by at least -Most,
	// and adding one raises it by at least Least.
	least := new(big.Rat).Neg(c.Most)
	if c.Change == require.OneMore {
		least.Quo(c.Least, new(big.Rat).Add(c.Least, big.NewRat(1, 1)))
	}
	if least.Cmp(big.NewRat(1, 1000)) < 0 {
		return nil
	}
	return least
}

// writeMajority writes the last line, about the majority.
func writeMajority(w io.Writer, a *plans.Answer) {
	if a.Majority < 0 {
		return
	}
	m := &a.Entries[a.Majority]
	goal := a.Goals[0]
	what := fmt.Sprintf("a majority of %d", a.Fleet.N())
	if a.Fleet.Require.Liars != nil {
		what = m.System.Name
	}
	text := fmt.Sprintf("for comparison, %s: %s", what, value(a.Fleet, goal, m.Value(goal)))
	switch {
	case a.Majority == a.Best:
		text = fmt.Sprintf("%s is the best here: %s", what, value(a.Fleet, goal, m.Value(goal)))
	case len(m.Fails) > 0:
		text += ", and it does not keep: " + spoken(strings.Join(m.Fails, ", "))
	case a.Best >= 0 && m.Value(goal) != nil:
		if g := gainText(plans.Figure(a.Fleet, goal), m.Value(goal), a.Entries[a.Best].Value(goal)); g != "" {
			text += "; " + g
		}
	}
	fmt.Fprintln(w, text)
}

// gainText states how much better the best is in the figure g, or the majority if the fleet names
// other systems.
func gainText(g fleet.Goal, majority, best *big.Rat) string {
	if best == nil || best.Sign() == 0 || majority.Sign() == 0 || majority.Cmp(best) == 0 {
		return ""
	}
	who, than := "the best has ", ""
	if g != fleet.Availability && majority.Cmp(best) < 0 {
		majority, best, who, than = best, majority, "it has ", " than the best"
	}
	switch g {
	case fleet.Capacity:
		more := new(big.Rat).Quo(majority, best)
		return who + Percent(more.Sub(more, one), 0) + " more" + than
	case fleet.Availability:
		fails, least := new(big.Rat).Sub(one, majority), new(big.Rat).Sub(one, best)
		if least.Sign() == 0 {
			return ""
		}
		return "it fails " + Number(fails.Quo(fails, least)) + " times as often as the best"
	}
	less := new(big.Rat).Quo(best, majority)
	return who + Percent(less.Sub(one, less), 0) + " less" + than
}

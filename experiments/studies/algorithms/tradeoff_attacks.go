package algorithms

import (
	"cmp"
	"fmt"
	"slices"

	"coterie/experiments"
	"coterie/internal/picture/plot"
)

// declareAttacks runs the adversary of Maekawa_M, with the costliest number of weak processes, and
// with subgroups of as many strong ones.
func declareAttacks(out *experiments.Output, p tradeoffParameters) (rows, subgroup []takenBack) {
	for _, spec := range p.Against {
		for _, locks := range p.Locks {
			for _, strong := range p.Strong {
				rows = append(rows, takenBack{Spec: spec, Locks: locks, Strong: strong, Weak: locks - 1})
			}
		}
		for _, locks := range p.Members {
			subgroup = append(subgroup, takenBack{Spec: spec, Locks: locks, Strong: locks / 2, Weak: locks / 2})
		}
	}
	rows, subgroup = experiments.Compute(out, "attacks", rows, takeBack), experiments.Compute(out, "members", subgroup, takeBack)
	sheet := experiments.Table(out, "attacks", rows,
		"system", "c", "locks", "strong", "processes", "messages",
		experiments.Floats("mean", "messages", "messages per entry", takenBack.mean),
		experiments.Ints("printed", "messages", "3c + 3c·max[g], Theorem 4.5", takenBack.bound),
		experiments.Ints("proved", "messages", "6c·max[g], the least bound of the mean", takenBack.most),
		"most")
	if len(p.Against) > 0 {
		spec := p.Against[0]
		var layers []experiments.Layer
		for i, locks := range p.Locks {
			of := []experiments.Filter{experiments.Is("system", spec), experiments.Is("locks", locks)}
			layers = append(layers, sheet.Line(fmt.Sprintf("max[g] = %d", locks), "processes", "mean", of...).Look(i+1), sheet.Guide(fmt.Sprintf("printed, %d", locks), "processes", "printed", of...))
		}
		out.Plot("attacks", "Maekawa_M against an adversary, "+spec, plot.Logarithmic("processes", "each enters once"),
			plot.Linear("messages per entry", "messages"), layers...)
	}
	return rows, subgroup
}

// foundAttacks states the findings for the run that is farthest above the printed bound.
func foundAttacks(out *experiments.Output, rows []takenBack) {
	above := experiments.Keep(rows, func(r takenBack) bool { return r.mean() > float64(r.bound()) })
	if len(above) == 0 {
		return
	}
	worst := slices.MaxFunc(above, func(a, b takenBack) int { return cmp.Compare(a.mean()/float64(a.bound()), b.mean()/float64(b.bound())) })
	out.Found("attacks", "An adversary breaks the bound of Theorem 4.5 on the messages of Maekawa_M in %d of %d runs. Each time nodes give away %d locks or more: with %d locks and quorums of %d nodes, "+
		"%d processes that enter once each take %.1f messages per entry in place of %d. The least bound is %d.",
		len(above), len(rows), slices.MinFunc(above, func(a, b takenBack) int { return cmp.Compare(a.Locks, b.Locks) }).Locks, worst.Locks, worst.C, worst.Processes, worst.mean(), worst.bound(), worst.most())
}

// claimAttacks judges the numbers of messages of Maekawa_M against an adversary.
//
// Proof: docs/theorems/maekawa-m-messages.md.
func claimAttacks(out *experiments.Output, p tradeoffParameters, groups []groupRow) {
	rows, subgroup := declareAttacks(out, p)
	foundAttacks(out, rows)
	one := experiments.Keep(rows, func(r takenBack) bool { return r.Locks == 1 })
	all := fmt.Sprintf("an adversary over %d systems, max[g] = %s, up to %d processes that take locks back", len(p.Against), experiments.JoinInts(p.Locks), slices.Max(append([]int{0}, p.Strong...)))
	out.Claim("joung-maekawa-m-messages", joungSource, "Theorem 4.5", "In Maekawa_M an entry takes at most 3c+3c·max[g] messages.",
		experiments.HoldsUnderReading("in the mean over the entries of a run, whatever message each is charged",
			experiments.ForAll(all+"; the most costly request", rows, takenBack.eachBounded),
			experiments.ForAll(all+"; the mean over all entries, whatever each is charged", rows, takenBack.meanBounded)))
	out.Claim("joung-maekawa-messages", joungSource, "section 4.1", "Maekawa's algorithm needs at most 6c messages per entry.",
		experiments.ForAll("the same adversary with one lock a node", one, takenBack.meanBounded).Proved("maekawa-m-messages"))
	out.Claim("ours-maekawa-m-messages", ours, "after Joung 2003, Theorem 4.5", "Maekawa_M takes at most 6c·max[g] messages per entry in the mean.", experiments.ForAll(all, rows, func(r takenBack) (bool, string) {
		return r.Messages <= r.most()*r.Entries, r.String()
	}).Proved("maekawa-m-messages"))
	claimCases(out, rows, groups)
	subgroups := experiments.Keep(groups, func(r groupRow) bool { return r.Algorithm == maekawaM && r.Locks == 0 })
	out.Claim("joung-subgroup-messages", joungSource, "section 4.2.1", "With a disjoint quorum for each of deg subgroups an entry takes at most 3c+3c·s/deg messages.",
		experiments.HoldsUnderReading("in the mean over the entries of a run",
			experiments.Judge(experiments.Every("the most costly request against an adversary, subgroups of "+experiments.JoinInts(p.Members)), slices.Values(subgroup), func(r takenBack) (bool, string) {
				return r.Most <= r.bound(), fmt.Sprintf("%v; %d of them are caused by one request, for which locks are taken back again and again", r, r.Most)
			}),
			experiments.Judge(experiments.Sample("the runs of the table groups"), slices.Values(subgroups), func(r groupRow) (bool, string) {
				return r.Messages <= float64(3*r.C+3*r.C*r.Given), fmt.Sprintf("%s: %.4g", r.Spec, r.Messages)
			})))
}

// claimEarly judges the messages of Maekawa_S if UNLOCKs arrive as late as possible.
//
// Proof: docs/theorems/maekawa-s-messages.md.
func claimEarly(out *experiments.Output, p tradeoffParameters) {
	var again []earlyAgain
	for _, spec := range p.Against {
		again = append(again, earlyAgain{Spec: spec, FIFO: true}, earlyAgain{Spec: spec})
	}
	again = experiments.Compute(out, "early", again, hurry)
	out.Claim("joung-early-requests", joungSource, "section 4.3", "A node may receive a request before the same process's previous UNLOCK, even if channels are FIFO (Maekawa_S).",
		experiments.ForAll(fmt.Sprintf("UNLOCKs that come as late as they may, over %d systems, channels with order", len(p.Against)), experiments.Keep(again, func(r earlyAgain) bool { return r.FIFO }),
			func(r earlyAgain) (bool, string) {
				return r.Messages > r.printed(), fmt.Sprintf("%s: no request is early", r.Spec)
			}))
	early := "the second entry of a process whose UNLOCKs of the first one come as late as they may, over the same systems, channels with and without order"
	out.Claim("joung-maekawa-s-messages", joungSource, "Theorem 4.10", "In Maekawa_S it takes 2c+1 messages for a process to enter.",
		experiments.HoldsUnderReading("the REQUEST that a node sends itself in E.18 is no message",
			experiments.ForAll(early, again, func(r earlyAgain) (bool, string) { return r.Messages == r.printed(), r.String() }),
			experiments.ForAll(early, again, func(r earlyAgain) (bool, string) {
				return r.Messages-r.resent() == r.printed(), r.String()
			}).Proved("maekawa-s-messages")))
}

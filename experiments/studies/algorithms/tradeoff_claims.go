package algorithms

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"coterie/experiments"
	"coterie/internal/picture/plot"
	"coterie/mutex/sim"
)

const (
	joungSource = "Joung 2003"
	ours        = experiments.BeyondThePaper
	passes      = 50 // how often one process enters beside another that stays
)

// judgedRuns are the runs in which assertions are judged.
func judgedRuns(p tradeoffParameters) (list []judgedRow) {
	schedules := []sim.Schedule{sim.Random, sim.LIFO, sim.Starve}
	for _, spec := range p.Against {
		add := func(v variant, noFIFO bool, schedules ...sim.Schedule) {
			for _, schedule := range schedules {
				list = append(list, judgedRow{variant: v, Spec: spec, Schedule: schedule, NoFIFO: noFIFO})
			}
		}
		for _, v := range variants() {
			add(v, false, schedules...)
			add(v, true, sim.Random)
		}
		add(variant{maekawaMFixed, 2}, true, schedules...)
	}
	return list
}

// claimJoung judges Joung's section 4.
func claimJoung(out *experiments.Output, p tradeoffParameters, groups []groupRow) {
	claimSchedules(out, p)
	claimBounds(out, p, groups)
	claimAlone(out, p)
	claimOrdinary(out, groups)
}

// claimOrdinary judges section 4.4, on pairs of an affine plane and a lifted projective plane whose
// quorums are equally large.
func claimOrdinary(out *experiments.Output, groups []groupRow) {
	type pair struct{ affine, lifted groupRow }
	of := func(v variant) (pairs []pair) {
		for _, a := range groups {
			for _, l := range groups {
				if a.variant == v && l.variant == v && a.Growing && l.Growing && a.C == l.C && a.Family == "affine plane" && l.Family == "lifted plane" {
					pairs = append(pairs, pair{a, l})
				}
			}
		}
		return pairs
	}
	m, s := of(variant{maekawaM, 0}), of(variant{maekawaS, 0})
	if len(m) == 0 || len(s) == 0 {
		return
	}
	over := experiments.Sample(fmt.Sprintf("%d pairs of an affine plane and a lifted projective plane of equal quorum size, every process always wishing", len(m)))
	word := func(c pair) string {
		return fmt.Sprintf("%s: %.4g messages per entry, waiting %.4g; %s: %.4g, %.4g", c.affine.Spec, c.affine.Messages, c.affine.Waited, c.lifted.Spec, c.lifted.Messages, c.lifted.Waited)
	}
	out.Claim("joung-group-systems-save", joungSource, "section 1", "With a group quorum system Maekawa_M takes fewer messages than with an ordinary quorum system.",
		experiments.Judge(over, slices.Values(m), func(c pair) (bool, string) { return c.affine.Messages < c.lifted.Messages, word(c) }))
	const tenth = 0.1
	near := func(a, b float64) bool { return math.Abs(a-b) <= tenth*max(a, b) }
	out.Claim("joung-maekawa-s-either", joungSource, "section 4.4", "With Maekawa_S there is not much difference in choosing between group and ordinary quorum systems (a tenth).",
		experiments.HoldsUnderReading("counting messages, not the time that processes wait",
			experiments.Judge(over, slices.Values(s), func(c pair) (bool, string) {
				return near(c.affine.Messages, c.lifted.Messages) && near(c.affine.Waited, c.lifted.Waited), word(c)
			}),
			experiments.Judge(over, slices.Values(s), func(c pair) (bool, string) {
				return near(c.affine.Messages, c.lifted.Messages), word(c)
			})))
}

func claimSchedules(out *experiments.Output, p tradeoffParameters) {
	rows := experiments.Compute(out, "schedules", judgedRuns(p), func(ctx context.Context, r judgedRow) (judgedRow, error) {
		return judge(ctx, out.Env, r, p.Seeds)
	})
	experiments.Table(out, "schedules", rows,
		experiments.Texts("runs_of", "", "algorithm, system, and which message arrives next", judgedRow.String),
		"runs", "entries", "steps", "violations", "stuck", "broken",
		experiments.If(func(r judgedRow) bool { return r.Algorithm == maekawaM }, "overtaking", "ahead"))

	kept := func(algorithm string) []judgedRow { // runs of the model that the paper assumes
		return experiments.Keep(rows, func(r judgedRow) bool { return r.Algorithm == algorithm && (!r.NoFIFO || algorithm != maekawaM) })
	}
	over := func(rows []judgedRow) experiments.Range {
		runs, steps := 0, 0
		for _, r := range rows {
			runs, steps = runs+r.Runs, steps+r.Steps
		}
		return experiments.Sample(fmt.Sprintf("%d runs over %d systems under random and adverse schedules, %d steps", runs, len(p.Against), steps))
	}
	claim := func(id, section, statement, algorithm string, holds func(r judgedRow) (bool, string)) {
		of := kept(algorithm)
		source, first := joungSource, ""
		switch {
		case algorithm == maekawaMFixed:
			source = ours
		case id == "joung-maekawa-m-invariants":
			first = "joung-i1-exhausted" // and (I2) to (I4), one by one
		}
		out.ClaimAgain(first, id, source, section, statement, experiments.Judge(over(of), slices.Values(of), holds))
	}
	safe := func(r judgedRow) (bool, string) { return r.Violations == 0, r.String() }
	live := func(r judgedRow) (bool, string) { return r.Stuck == 0, r.String() }
	held := func(r judgedRow) (bool, string) { return r.Broken == "", r.String() + ": " + r.Broken }
	claim("joung-maekawa-m-exclusion", "Theorem 4.1", "Maekawa_M guarantees mutual exclusion.", maekawaM, safe)
	claim("joung-maekawa-m-invariants", "section 4.2.1", "(I1) to (I4) are invariants of Maekawa_M.", maekawaM, held)
	claim("joung-maekawa-m-lockout", "Theorem 4.4", "Maekawa_M guarantees lockout freedom.", maekawaM, live)
	claim("joung-maekawa-s-exclusion", "Theorem 4.7", "Maekawa_S guarantees mutual exclusion.", maekawaS, safe)
	claim("joung-maekawa-s-lockout", "Theorem 4.9", "Maekawa_S guarantees lockout freedom.", maekawaS, live)
	claim("joung-fixed-order-deadlock", "section 4.3", "Locking the members of a quorum in a fixed order cannot deadlock, however many locks a node gives out.", fixedOrder, live)

	m, s := kept(maekawaM), kept(maekawaS)
	ordered := over(s)
	out.ClaimAgain("joung-i8-exhausted", "joung-maekawa-s-invariants", joungSource, "section 4.3.1", "(I5) to (I9) are invariants of Maekawa_S.",
		experiments.HoldsUnderReading("requests holds all requests received that are not early, as its description says; Figure 8 adds none where it defers one (D.13) or grants a deferred one (E.16)",
			experiments.Judge(ordered, slices.Values(s), func(r judgedRow) (bool, string) {
				return r.PrintedI8 == "" && r.Broken == "", fmt.Sprintf("%v: I8: %s", r, r.PrintedI8)
			}),
			experiments.Judge(ordered, slices.Values(s), held)))
	out.Claim("joung-overtaking", joungSource, "section 4.2.1, footnote 3", "After a node receives a process's request, each other process can have at most one request there with higher priority.",
		experiments.HoldsUnderReading("of the requests that arrive after it; one that is there already may be followed by another one",
			experiments.Judge(over(m), slices.Values(m), func(r judgedRow) (bool, string) { return r.Before <= 1, fmt.Sprintf("%v: %d", r, r.Before) }),
			experiments.Judge(over(m), slices.Values(m), func(r judgedRow) (bool, string) { return r.After <= 1, fmt.Sprintf("%v: %d", r, r.After) })))
	claim("ours-maekawa-m-fixed", "after Joung 2003, section 4.2", "If LOCKED, INQUIRE and UNLOCK name the lock that they are about, Maekawa_M needs no order of messages: it keeps mutual exclusion, and everyone enters.",
		maekawaMFixed, func(r judgedRow) (bool, string) { return r.Violations == 0 && r.Stuck == 0, r.String() })
	unordered := experiments.Keep(rows, func(r judgedRow) bool { return r.Algorithm == maekawaM && r.NoFIFO })
	out.Claim("joung-maekawa-m-fifo", joungSource, "section 4.2", "Without FIFO channels care must be taken: Maekawa_M as printed needs them.",
		experiments.JudgeExists(experiments.Every(fmt.Sprintf("%d kinds of runs with channels that keep no order", len(unordered))), slices.Values(unordered), func(r judgedRow) (bool, string) {
			return r.Stuck > 0 || r.Violations > 0, fmt.Sprintf("%v: of %d runs %d are stuck, %d break mutual exclusion", r, r.Runs, r.Stuck, r.Violations)
		}))
}

// claimBounds judges the numbers of messages against adversaries.
//
// Proofs: docs/theorems/maekawa-m-messages.md, docs/theorems/maekawa-s-messages.md.
func claimBounds(out *experiments.Output, p tradeoffParameters, groups []groupRow) {
	var rows, subgroup []takenBack
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
		out.Plot("attacks", "Maekawa_M against an adversary, "+spec, plot.Axis{Label: "processes", Unit: "each enters once", Log: true},
			plot.Axis{Label: "messages per entry", Unit: "messages"}, layers...)
	}
	above := experiments.Keep(rows, func(r takenBack) bool { return r.mean() > float64(r.bound()) })
	if len(above) > 0 {
		worst := slices.MaxFunc(above, func(a, b takenBack) int { return cmp.Compare(a.mean()/float64(a.bound()), b.mean()/float64(b.bound())) })
		out.Found("attacks", "An adversary breaks the bound of Theorem 4.5 on the messages of Maekawa_M in %d of %d runs. Each time nodes give away %d locks or more: with %d locks and quorums of %d nodes, "+
			"%d processes that enter once each take %.1f messages per entry in place of %d. The least bound is %d.",
			len(above), len(rows), slices.MinFunc(above, func(a, b takenBack) int { return cmp.Compare(a.Locks, b.Locks) }).Locks, worst.Locks, worst.C, worst.Processes, worst.mean(), worst.bound(), worst.most())
	}
	word := func(r takenBack) string {
		return fmt.Sprintf("%s, max[g] = %d, %d processes that enter once each: %d messages, %.4g per entry; printed %d", r.Spec, r.Locks, r.Processes, r.Messages, r.mean(), r.bound())
	}
	bounded := func(r takenBack) (bool, string) { return r.mean() <= float64(r.bound()), word(r) }
	one := experiments.Keep(rows, func(r takenBack) bool { return r.Locks == 1 })
	all := fmt.Sprintf("an adversary over %d systems, max[g] = %s, up to %d processes that take locks back", len(p.Against), experiments.JoinInts(p.Locks), slices.Max(append([]int{0}, p.Strong...)))
	out.Claim("joung-maekawa-m-messages", joungSource, "Theorem 4.5", "In Maekawa_M an entry takes at most 3c+3c·max[g] messages.",
		experiments.HoldsUnderReading("in the mean over the entries of a run, whatever message each is charged",
			experiments.ForAll(all+"; the most costly request", rows, func(r takenBack) (bool, string) { return r.Most <= r.bound(), word(r) }),
			experiments.ForAll(all+"; the mean over all entries, whatever each is charged", rows, bounded)))
	out.Claim("joung-maekawa-messages", joungSource, "section 4.1", "Maekawa's algorithm needs at most 6c messages per entry.",
		experiments.ForAll("the same adversary with one lock a node", one, bounded).Proved("maekawa-m-messages"))
	out.Claim("ours-maekawa-m-messages", ours, "after Joung 2003, Theorem 4.5", "Maekawa_M takes at most 6c·max[g] messages per entry in the mean.", experiments.ForAll(all, rows, func(r takenBack) (bool, string) {
		return r.Messages <= r.most()*r.Entries, word(r)
	}).Proved("maekawa-m-messages"))
	claimCases(out, rows, groups)
	subgroups := experiments.Keep(groups, func(r groupRow) bool { return r.Algorithm == maekawaM && r.Locks == 0 })
	out.Claim("joung-subgroup-messages", joungSource, "section 4.2.1", "With a disjoint quorum for each of deg subgroups an entry takes at most 3c+3c·s/deg messages.",
		experiments.HoldsUnderReading("in the mean over the entries of a run",
			experiments.Judge(experiments.Every("the most costly request against an adversary, subgroups of "+experiments.JoinInts(p.Members)), slices.Values(subgroup), func(r takenBack) (bool, string) {
				return r.Most <= r.bound(), fmt.Sprintf("%s; %d of them are caused by one request, for which locks are taken back again and again", word(r), r.Most)
			}),
			experiments.Judge(experiments.Sample("the runs of the table groups"), slices.Values(subgroups), func(r groupRow) (bool, string) {
				return r.Messages <= float64(3*r.C+3*r.C*r.Given), fmt.Sprintf("%s: %.4g", r.Spec, r.Messages)
			})))

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
	sent := func(r earlyAgain) string {
		return fmt.Sprintf("%s, c = %d, FIFO %v: %d messages", r.Spec, r.C, r.FIFO, r.Messages)
	}
	out.Claim("joung-maekawa-s-messages", joungSource, "Theorem 4.10", "In Maekawa_S it takes 2c+1 messages for a process to enter.",
		experiments.HoldsUnderReading("the REQUEST that a node sends itself in E.18 is no message",
			experiments.ForAll(early, again, func(r earlyAgain) (bool, string) { return r.Messages == r.printed(), sent(r) }),
			experiments.ForAll(early, again, func(r earlyAgain) (bool, string) {
				resent := r.C // at every node but, in order, the first
				if r.FIFO {
					resent--
				}
				return r.Messages-resent == r.printed(), sent(r)
			}).Proved("maekawa-s-messages")))
}

func claimAlone(out *experiments.Output, p tradeoffParameters) {
	var alone []singleRow
	var rows []togetherRow
	for _, spec := range p.Growing {
		for _, v := range []variant{{maekawaM, 1}, {maekawaM, 0}, {maekawaS, 0}, {fixedOrder, 0}} {
			rows = append(rows, togetherRow{variant: v, Spec: spec})
			if v.Locks == 0 {
				alone = append(alone, singleRow{variant: v, Spec: spec})
			}
		}
	}
	alone = experiments.Compute(out, "alone", alone, singleAt)
	experiments.Table(out, "alone", alone,
		experiments.Texts("variant", "", "algorithm", singleRow.String),
		"system", "c", "messages", "delay")
	over := fmt.Sprintf("a process alone, over %d systems; every message takes the same time", len(p.Growing))
	claim := func(id, section, statement, algorithm string, messages, delay func(c int) int) {
		of := experiments.Keep(alone, func(r singleRow) bool { return r.Algorithm == algorithm })
		out.Claim(id, joungSource, section, statement, experiments.ForAll(over, of, func(r singleRow) (bool, string) {
			return (messages == nil || r.Messages == float64(messages(r.C))) && r.Delay == float64(delay(r.C)), fmt.Sprintf("%s, c = %d: %g messages, delay %g", r.Spec, r.C, r.Messages, r.Delay)
		}))
	}
	three := func(c int) int { return 3 * c }
	claim("joung-maekawa-m-delay", "Theorem 4.6", "In Maekawa_M the minimum synchronization delay is 2 message transmission times.", maekawaM, nil, func(int) int { return 2 })
	claim("joung-fixed-order", "section 4.3", "Locking in a fixed order takes 3c messages per entry, with minimum synchronization delay 2c.", fixedOrder, three, func(c int) int { return 2 * c })
	claim("joung-maekawa-s-delay", "Theorem 4.10", "In Maekawa_S the minimum synchronization delay is c+1 message transmission times.", maekawaS, nil, func(c int) int { return c + 1 })

	rows = experiments.Compute(out, "together", rows, togetherAt)
	experiments.Table(out, "together", rows,
		experiments.Texts("variant", "", "algorithm", togetherRow.String),
		"system", "members", "degree", "inside")
	everybody := fmt.Sprintf("all processes of one group wish at once, over %d systems", len(p.Growing))
	word := func(r togetherRow) string {
		return fmt.Sprintf("%v over %s: %d of %d inside, degree %d", r.variant, r.Spec, r.Most, r.N, r.Degree)
	}
	one, more := experiments.Keep(rows, func(r togetherRow) bool { return r.Locks == 1 }), experiments.Keep(rows, func(r togetherRow) bool { return r.Locks != 1 && r.Algorithm != fixedOrder })
	out.Claim("joung-all-inside", joungSource, "section 5", "Maekawa_M and Maekawa_S allow all group members to be in the critical section simultaneously, regardless of the degree of the quorum system.",
		experiments.ForAll(everybody, more, func(r togetherRow) (bool, string) { return r.Most == r.N, word(r) }))
	out.Claim("joung-degree-inside", joungSource, "section 4.2", "With Maekawa's algorithm the number of processes of a group inside at once is limited to the degree of its cartel.",
		experiments.ForAll(everybody, one, func(r togetherRow) (bool, string) { return r.Most == r.Degree, word(r) }))
	surficial := experiments.Keep(one, func(r togetherRow) bool { return familyOf(r.Spec) == "surficial" })
	roots := experiments.Compute(out, "roots", surficial, func(ctx context.Context, r togetherRow) (int, error) { return lemma33(ctx, r.Spec) })
	if len(roots) == len(surficial) {
		i := -1
		out.Claim("joung-surficial-inside", joungSource, "abstract", "With Maekawa's algorithm the surficial system allows up to √(2n/(m(m-1))) processes to access the resource simultaneously.",
			experiments.ForAll(everybody, surficial, func(r togetherRow) (bool, string) {
				i++
				return r.Most == roots[i], word(r)
			}))
	}
	type beside struct {
		Spec    string
		Entries int
	}
	besides := experiments.Compute(out, "passing", p.Against, func(ctx context.Context, spec string) (beside, error) {
		n, err := passing(ctx, spec, passes)
		return beside{spec, n}, err
	})
	out.Claim("joung-unbounded-concurrency", joungSource, "section 4.3", "While a reference process is inside, a fast process of its group may enter and leave any number of times, whoever else waits (Maekawa_S).",
		experiments.ForAll(fmt.Sprintf("%d entries beside one that stays inside, another group waiting, over %d systems", passes, len(p.Against)), besides, func(b beside) (bool, string) {
			return b.Entries == passes, fmt.Sprintf("%s: %d", b.Spec, b.Entries)
		}))
}

// foundTradeoff says what the runs come to.
func foundTradeoff(out *experiments.Output, p tradeoffParameters, rows []groupRow) {
	if len(rows) == 0 || len(p.Growing) == 0 {
		return
	}
	largest := map[string]groupRow{} // by family: of the systems that grow, the largest
	find := func(family string, v variant) groupRow {
		best := groupRow{}
		for _, r := range rows {
			if r.Growing && r.Family == family && r.variant == v && r.N > best.N {
				best = r
			}
		}
		largest[family] = best
		return best
	}
	const affine = "affine plane"
	maekawa, full, s := find(affine, variant{maekawaM, 1}), find(affine, variant{maekawaM, 0}), find(affine, variant{maekawaS, 0})
	out.Found("price", "Over an affine plane of %d nodes with %d groups Maekawa's algorithm has %.1f processes inside in the mean. All processes always wish, and it takes %.0f messages per entry; "+
		"Maekawa_M with all %d locks has %.1f inside, at %.0f messages; Maekawa_S has %.1f inside, at %.0f.",
		full.N, full.M, maekawa.Inside, maekawa.Messages, full.Given, full.Inside, full.Messages, s.Inside, s.Messages)
	lifted, surficial := find("lifted plane", variant{maekawaS, 0}), find("surficial", variant{maekawaS, 0})
	out.Found("waiting", "Maekawa_S waits %.0f mean latencies there (Maekawa_M %.0f, Maekawa's algorithm %.0f). Over a surficial system of %d nodes it waits %.0f, over a lifted plane of %d nodes %.0f.",
		s.Waited, full.Waited, maekawa.Waited, surficial.N, surficial.Waited, lifted.N, lifted.Waited)
}

package algorithms

import (
	"context"
	"fmt"
	"math"
	"slices"

	"coterie/experiments"
	"coterie/mutex/sim"
)

const (
	joungSource = "Joung 2003"
	ours        = experiments.BeyondThePaper
	passes      = 50 // how often one process enters beside another that stays
)

// judgedRuns lists the runs in which assertions are judged.
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
	claimAttacks(out, p, groups)
	claimEarly(out, p)
	claimAlone(out, p)
	claimTogether(out, p)
	claimPassing(out, p)
	claimOrdinary(out, groups)
}

// claimOrdinary judges section 4.4, on pairs of an affine plane and a lifted projective plane whose
// quorums are equally large.
func claimOrdinary(out *experiments.Output, groups []groupRow) {
	of := func(v variant) (pairs [][2]groupRow) {
		for _, a := range groups {
			for _, l := range groups {
				if a.variant == v && l.variant == v && a.Growing && l.Growing && a.C == l.C && a.Family == "affine plane" && l.Family == "lifted plane" {
					pairs = append(pairs, [2]groupRow{a, l})
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
	word := func(c [2]groupRow) string {
		return fmt.Sprintf("%s: %.4g messages per entry, waiting %.4g; %s: %.4g, %.4g", c[0].Spec, c[0].Messages, c[0].Waited, c[1].Spec, c[1].Messages, c[1].Waited)
	}
	out.Claim("joung-group-systems-save", joungSource, "section 1", "With a group quorum system Maekawa_M takes fewer messages than with an ordinary quorum system.",
		experiments.Judge(over, slices.Values(m), func(c [2]groupRow) (bool, string) { return c[0].Messages < c[1].Messages, word(c) }))
	const tenth = 0.1
	near := func(a, b float64) bool { return math.Abs(a-b) <= tenth*max(a, b) }
	out.Claim("joung-maekawa-s-either", joungSource, "section 4.4", "With Maekawa_S there is not much difference in choosing between group and ordinary quorum systems (a tenth).",
		experiments.HoldsUnderReading("counting messages, not the time that processes wait",
			experiments.Judge(over, slices.Values(s), func(c [2]groupRow) (bool, string) {
				return near(c[0].Messages, c[1].Messages) && near(c[0].Waited, c[1].Waited), word(c)
			}),
			experiments.Judge(over, slices.Values(s), func(c [2]groupRow) (bool, string) {
				return near(c[0].Messages, c[1].Messages), word(c)
			})))
}

// claimSchedules judges the assertions of sections 4.2 and 4.3 after every step of many runs.
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
	of := func(algorithm string, holds func(judgedRow) (bool, string)) experiments.Judgement {
		rows, runs, steps := kept(algorithm), 0, 0
		for _, r := range rows {
			runs, steps = runs+r.Runs, steps+r.Steps
		}
		over := fmt.Sprintf("%d runs over %d systems under random and adverse schedules, %d steps", runs, len(p.Against), steps)
		return experiments.Judge(experiments.Sample(over), slices.Values(rows), holds)
	}
	out.Claim("joung-maekawa-m-exclusion", joungSource, "Theorem 4.1", "Maekawa_M guarantees mutual exclusion.", of(maekawaM, judgedRow.safe))
	out.ClaimAgain("joung-i1-exhausted", "joung-maekawa-m-invariants", joungSource, "section 4.2.1", "(I1) to (I4) are invariants of Maekawa_M.", of(maekawaM, judgedRow.held)) // one by one in the other claim
	out.Claim("joung-maekawa-m-lockout", joungSource, "Theorem 4.4", "Maekawa_M guarantees lockout freedom.", of(maekawaM, judgedRow.live))
	out.Claim("joung-maekawa-s-exclusion", joungSource, "Theorem 4.7", "Maekawa_S guarantees mutual exclusion.", of(maekawaS, judgedRow.safe))
	out.Claim("joung-maekawa-s-lockout", joungSource, "Theorem 4.9", "Maekawa_S guarantees lockout freedom.", of(maekawaS, judgedRow.live))
	out.Claim("joung-fixed-order-deadlock", joungSource, "section 4.3", "Locking the members of a quorum in a fixed order cannot deadlock, however many locks a node gives out.", of(fixedOrder, judgedRow.live))
	out.ClaimAgain("joung-i8-exhausted", "joung-maekawa-s-invariants", joungSource, "section 4.3.1", "(I5) to (I9) are invariants of Maekawa_S.",
		experiments.HoldsUnderReading("requests holds all requests received that are not early, as its description says; Figure 8 adds none where it defers one (D.13) or grants a deferred one (E.16)",
			of(maekawaS, judgedRow.heldAsPrinted), of(maekawaS, judgedRow.held)))
	out.Claim("joung-overtaking", joungSource, "section 4.2.1, footnote 3", "After a node receives a process's request, each other process can have at most one request there with higher priority.",
		experiments.HoldsUnderReading("of the requests that arrive after it; one that is there already may be followed by another one",
			of(maekawaM, func(r judgedRow) (bool, string) { return r.Before <= 1, fmt.Sprintf("%v: %d", r, r.Before) }),
			of(maekawaM, func(r judgedRow) (bool, string) { return r.After <= 1, fmt.Sprintf("%v: %d", r, r.After) })))
	out.Claim("ours-maekawa-m-fixed", ours, "after Joung 2003, section 4.2", "If LOCKED, INQUIRE and UNLOCK name the lock that they are about, Maekawa_M needs no order of messages: it keeps mutual exclusion, and everyone enters.",
		of(maekawaMFixed, func(r judgedRow) (bool, string) { return r.Violations+r.Stuck == 0, r.String() }))
	unordered := experiments.Keep(rows, func(r judgedRow) bool { return r.Algorithm == maekawaM && r.NoFIFO })
	out.Claim("joung-maekawa-m-fifo", joungSource, "section 4.2", "Without FIFO channels care must be taken: Maekawa_M as printed needs them.",
		experiments.JudgeExists(experiments.Every(fmt.Sprintf("%d kinds of runs with channels that keep no order", len(unordered))), slices.Values(unordered), func(r judgedRow) (bool, string) {
			return r.Violations+r.Stuck > 0, fmt.Sprintf("%v: of %d runs %d are stuck, %d break mutual exclusion", r, r.Runs, r.Stuck, r.Violations)
		}))
}

// foundTradeoff states the findings from the runs.
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

package exhaustion

import (
	"cmp"
	"slices"

	"coterie/experiments"
	"coterie/mutex"
	"coterie/mutex/explore"
	"coterie/quorum"
)

const (
	maekawaPaper = "Maekawa 1985"
	joungPaper   = "Joung 2003"
	ours         = experiments.BeyondThePaper
)

// claimDeadlock judges section 6 in every reachable state.
func claimDeadlock(out *experiments.Output, rows []explored) {
	of := func(keep func(r explored) bool) (string, []explored) {
		kept := experiments.Keep(rows, keep)
		return "all states of " + inWords(kept) + ": three nodes, Maekawa's sets for 5 and 7, the 2 × 2 grid, a billiard", kept
	}
	moving := func(r explored) (bool, string) { return r.Stuck == 0, r.shown(r.failure(explore.Deadlock)) }
	single := func(r explored) (bool, string) { return r.Violations == 0, r.shown(r.failure(explore.Exclusion)) }
	printed := func(r explored) bool { return r.Algorithm == literal && r.Class != threeClasses[0] }
	over, literals := of(printed)
	out.ClaimAgain("maekawa-deadlock", "maekawa-deadlock-exhausted", maekawaPaper, "section 6.2, every state",
		"Deadlock is not possible: no reachable state of any configuration is stuck (that one can be was said by Sanders, 1987).",
		experiments.ForAll(over, literals, moving))
	over, once := of(func(r explored) bool { return printed(r) && r.Entries == 1 })
	out.ClaimAgain("maekawa-mutual-exclusion", "maekawa-exclusion-once", maekawaPaper, "section 6.1, every state", "While every node asks at most once, no two nodes are in the critical section together.",
		experiments.ForAll(over, once, single))
	over, often := of(func(r explored) bool { return printed(r) && r.Late == mutex.LateCurrent })
	slices.SortStableFunc(often, func(a, b explored) int { // show a run over Maekawa's own sets
		return cmp.Compare(len(b.Sets), len(a.Sets))
	})
	ignoring, ignored := of(func(r explored) bool { return printed(r) && (r.Late == mutex.LateIgnored || r.Entries == 1) })
	out.ClaimAgain("maekawa-mutual-exclusion", "maekawa-exclusion-exhausted", maekawaPaper, "section 6.1, every state", "No reachable state of any configuration has two nodes in the critical section.",
		experiments.HoldsUnderReading("an INQUIRE of a member that has sent no LOCKED for the present REQUEST has arrived after the RELEASE, and is ignored",
			experiments.ForAll(over, often, single), experiments.ForAll(ignoring, ignored, single)))
	over, both := of(func(r explored) bool { return r.Algorithm == mended })
	out.Claim("ours-maekawa-fixed-exhausted", ours, "after Maekawa 1985 and Sanders 1987", "The mended algorithm has no stuck state, and no state with two nodes inside.",
		experiments.ForAll(over, both, func(r explored) (bool, string) {
			ok, why := moving(r)
			if ok {
				ok, why = single(r)
			}
			return ok, why
		}))
	over, pairs := of(func(r explored) bool { return printed(r) && r.Entries == 1 && len(r.Who) == 2 })
	out.Claim("ours-maekawa-two-requests", ours, "Maekawa 1985, section 4", "Two requests alone never deadlock: it takes a third one.",
		experiments.ForAll(over, pairs, moving))
}

// foundDeadlock states the findings.
func foundDeadlock(out *experiments.Output, rows []explored, larger []reducedRow, still []standstillRow) {
	stories := map[string]story{}
	for _, s := range smallest(rows) {
		stories[s.name] = s
	}
	if s, ok := stories["deadlock-grid"]; ok {
		out.Found("deadlock-grid", "Maekawa's algorithm as printed deadlocks on four nodes, the 2 × 2 grid, where %d nodes ask once each. It takes %d steps: %s.",
			len(s.row.Who), s.row.steps(s.sort), s.row.failure(s.sort).Words)
	}
	if s, ok := stories["two-inside"]; ok {
		out.Found("two-inside", "Two nodes are inside together after %d steps over %s if a late INQUIRE is read by the letter. "+
			"One that comes after the next REQUEST is then taken to be about that one, as if a node could not tell; two nodes ask twice each, and no run is shorter.", s.row.steps(s.sort), s.row.System)
	}
	if s, ok := stories["two-inside-of-three"]; ok {
		unequal := ""
		if slices.ContainsFunc(s.row.Sets, func(of quorum.Set) bool { return of.Len() != s.row.Sets[0].Len() }) {
			unequal = " These sets are not of one size, against Maekawa's condition (c)."
		}
		out.Found("two-inside-of-three", "By the same reading %d steps do it over %s.%s", s.row.steps(s.sort), s.row.System, unequal)
	}
	for _, g := range reducedGroups(larger) {
		if g.first.System == fano && g.first.Algorithm == literal && len(g.first.Who) > 2 {
			out.Found("", "Over the Fano plane %d of the %d sets of %d nodes that ask once each can deadlock.", g.Stuck, g.Sets, len(g.first.Who))
		}
	}
	fixed := experiments.Keep(rows, func(r explored) bool { return r.Algorithm == mended })
	out.Found("", "The mended algorithm is never stuck and never breaks the rule in any of the %d states of %d configurations.",
		states(fixed, func(r explored) uint64 { return r.States }), len(fixed))
	soonest := map[string]standstillRow{} // by system
	for _, r := range still {
		if best, ok := soonest[r.System]; r.Half > 0 && (!ok || r.Half < best.Half) {
			soonest[r.System] = r
		}
	}
	for _, system := range []string{"fpp:order=2", "grid:n=25"} {
		r, ok := soonest[system]
		if !ok {
			continue
		}
		under, over := false, false // with more load and with less it takes longer
		for _, o := range still {
			if o.System == system && (o.Half == 0 || o.Half > r.Half) {
				under, over = under || o.Think < r.Think, over || o.Think > r.Think
			}
		}
		words := ""
		if under && over {
			words = " With more load and with less it takes longer."
		}
		out.Found("standstill", "Half the runs over %s stand still after %d entries if nodes wish again %g mean latencies after they left.%s", system, r.Half, r.Think, words)
	}
}

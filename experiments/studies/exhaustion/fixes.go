package exhaustion

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"coterie/construct"
	"coterie/experiments"
	"coterie/internal/picture/plot"
	"coterie/mutex"
	"coterie/mutex/explore"
	"coterie/mutex/lockout"
	"coterie/mutex/sim"
)

type fixesParameters struct {
	Over    []deadlockSystem `json:"over"`
	Widest  []deadlockSystem `json:"widest"`  // for the main ones alone
	Endless []deadlockSystem `json:"endless"` // nodes that wish again and again
	Limit   uint64           `json:"limit"`   // states of a search for a lockout
	Loaded  string           `json:"loaded"`  // whose sites always wish: delays
}

// Fixes returns the study fixes.
func Fixes() experiments.Study {
	small := fixesParameters{
		Over: []deadlockSystem{
			{"majority:n=3", []deadlockSize{{2, 3, 1}, {2, 2, 2}}},
			{gridOfFour, []deadlockSize{{1, 3, 1}, {2, 2, 2}}},
			{"{1,3},{2,3},{3}", []deadlockSize{{2, 2, 2}}},
			{"{1,2,3},{2,3},{3}", []deadlockSize{{2, 3, 1}}},
		},
		Endless: []deadlockSystem{{"majority:n=3", []deadlockSize{{2, 3, 1}}}, {gridOfFour, []deadlockSize{{2, 2, 1}}}},
		Limit:   20_000,
		Loaded:  "fpp:order=2",
	}
	large := small
	large.Over = append(slices.Clone(small.Over), deadlockSystem{"billiard:q=3", []deadlockSize{{2, 3, 1}}})
	large.Widest = []deadlockSystem{{gridOfFour, []deadlockSize{{4, 4, 1}}}}
	large.Limit = 100_000
	return experiments.NewStudy(experiments.Spec[fixesParameters]{
		Name:  "fixes",
		Title: "The repairs of Maekawa's algorithm side by side, in every reachable state",
		Doc: "What can be done about the deadlock of Maekawa's algorithm, and what it costs: readings of the text that tell a node more often that it will not succeed, the FAILED that Sanders (1987) adds " +
			"for a request that is overtaken while it waits, with and without the parts that go with it, and Maekawa's own variations that ask the members in an order. " +
			"Each is explored over every set of nodes of small systems: whether a state is stuck, whether two nodes are inside, " +
			"and the most messages that any run charges to one request (the longest path). lockouts.csv has who can be overtaken for ever where nodes ask again and again, " +
			"as far as mutex/lockout decides it. Delays are those of a node alone, and from an exit to the next entry where all nodes always wish, in message times.",
		Default: small,
		Full:    &large,
		Declare: declareFixes,
	})
}

// fix is an algorithm, a reading of an algorithm, or an algorithm with a part left out.
type fix struct {
	reading
	Flaw  mutex.Flaw `csv:"flaw" doc:"the part that is left out of the mended algorithm"`
	Words string     `csv:"fix" doc:"what is done"`
	Main  bool
}

// fixes returns the fixes in the order of tables and plots.
func fixes() []fix {
	literally := func(k mutex.Knowledge, l mutex.Lateness, words string) fix {
		return fix{reading: reading{literal, k, l}, Words: words, Main: k == mutex.KnowsOutstanding && l == mutex.LateCurrent}
	}
	part := func(f mutex.Flaw, words string) fix {
		return fix{reading: reading{Algorithm: mended}, Flaw: f, Words: words}
	}
	return []fix{
		literally(mutex.KnowsOutstanding, mutex.LateCurrent, "as printed"),
		literally(mutex.KnowsEver, mutex.LateCurrent, "any FAILED counts"),
		literally(mutex.KnowsOutstanding, mutex.LateIgnored, "late INQUIREs ignored"),
		literally(mutex.KnowsEver, mutex.LateIgnored, "any FAILED counts, late INQUIREs ignored"),
		part(mutex.Flawless, "mended"),
		part(mutex.FailsForHolderOnly, "mended, FAILED for the holder alone"),
		part(mutex.ClearsAnyFailed, "mended, any LOCKED ends a FAILED"),
		part(mutex.TakesLateInquire, "mended, late INQUIREs taken"),
		part(mutex.TakesLateRelinquish, "mended, late INQUIREs answered, late RELINQUISHs taken"),
		{reading: reading{Algorithm: "maekawa-sequential"}, Words: "one by one, in order", Main: true},
		{reading: reading{Algorithm: "maekawa-circulating"}, Words: "passed on, in order", Main: true},
	}
}

// fix returns the index of the fix that the configuration explores.
func (c configuration) fix() int {
	return slices.IndexFunc(fixes(), func(f fix) bool { return f.reading == c.reading() && f.Flaw == c.Flaw })
}

// points lists the configurations to explore.
func (p fixesParameters) points(ctx context.Context, over []deadlockSystem, keep func(fix) bool) (list []configuration) {
	for _, f := range fixes() {
		if !keep(f) {
			continue
		}
		for _, of := range over {
			b := experiments.Must(construct.Build(ctx, of.System))
			for _, size := range of.Sizes {
				for _, who := range subsets(b.N(), size.From, size.To) {
					list = append(list, configuration{
						Algorithm: f.Algorithm, Knows: f.Knows, Late: f.Late, Flaw: f.Flaw, System: of.System, Who: who, Entries: size.Entries,
					})
				}
			}
		}
	}
	return list
}

// fixRow is a configuration of a fix with its results.
type fixRow struct {
	explored
	K       int    // size of the largest quorum of the processes that wish
	Costly  uint64 // most messages of a request
	Endless bool   // there is no greatest number
}

// worst explores a configuration and its costs.
func worst(ctx context.Context, c configuration) (fixRow, error) {
	r := experiments.Must(exploreAll(ctx, c))
	e, found, err := c.costs(ctx)
	row := fixRow{explored: r, Costly: found.Most, Endless: found.Cycle > 0}
	for _, x := range e.Requesters {
		row.K = max(row.K, len(e.Setup.Quorums[x.Choices[0].Quorum]))
	}
	return row, err
}

// lockoutRow holds the verdict on runs without end.
type lockoutRow struct {
	configuration
	Verdict lockout.Verdict
	Reason  string
	Limit   bool // of states
	Stem    int
	Cycle   int
	Stuck   bool `csv:"stuck" doc:"a stuck state was found"`
}

// reason returns the reason why the verdict is unknown.
func (r lockoutRow) reason() string {
	if r.Verdict == lockout.Unknown && r.Limit {
		return "limit of states"
	}
	return r.Reason
}

// verdict returns the word of the verdict, "" for an unknown one.
func (r lockoutRow) verdict() string {
	if r.Verdict == lockout.Unknown {
		return ""
	}
	return r.Verdict.String()
}

// judgeLockout looks for a process that is overtaken for ever.
func judgeLockout(ctx context.Context, c configuration, limit uint64) (lockoutRow, error) {
	e := experiments.Must(c.explorable(ctx))
	l := experiments.Must(lockout.Judge(ctx, e, lockout.Options{MostStates: limit}))
	return lockoutRow{configuration: c, Verdict: l.Verdict, Reason: l.Reason, Limit: l.Stopped == explore.StateLimit, Stem: len(l.Stem), Cycle: len(l.Cycle), Stuck: l.Stuck != nil}, nil
}

// fixGroup is a fix with all its results.
type fixGroup struct {
	fix
	rows     []fixRow
	Stuck    int     `csv:"stuck,configurations" doc:"with a stuck state"`
	Broken   int     `csv:"broken,configurations" doc:"with a state that has two nodes inside"`
	States   uint64  `csv:"states,states" doc:"reachable, in all of them"`
	Alone    float64 `csv:"alone,message times" doc:"from wish to entry of a node alone, K = 3"`
	Handover float64 `csv:"handover,message times" doc:"mean, from an exit to the next entry where all nodes always wish, K = 3; empty: a run stands still or breaks the rule"`
	Delays   bool
	Free     int `csv:"free,configurations" doc:"of lockouts.csv in which nobody is locked out"`
	Endless  int // of the runs without end: configurations that lock nobody out, and all
}

func declareFixes(out *experiments.Output, p fixesParameters) {
	points := p.points(out.Context(), p.Over, func(fix) bool { return true })
	more := p.points(out.Context(), p.Widest, func(f fix) bool { return f.Main || f.Words == "mended" })
	rows := experiments.Compute(out, "configurations", append(points, more...), worst)
	points = p.points(out.Context(), p.Endless, func(f fix) bool { return f.Flaw == mutex.Flawless })
	endless := experiments.Compute(out, "lockouts", points, func(ctx context.Context, c configuration) (lockoutRow, error) { return judgeLockout(ctx, c, p.Limit) })
	delays := experiments.Compute(out, "delays", experiments.Numbers(0, len(fixes())-1), func(ctx context.Context, i int) ([]float64, error) {
		return delaysOf(ctx, out.Env, fixes()[i], p.Loaded)
	})
	if out.Err() != nil {
		return
	}
	groups := fixGroups(rows, endless, delays)
	experiments.Table(out, "fixes", groups,
		"fix", "algorithm", "flaw",
		experiments.Ints("configurations", "", "systems and sets of nodes", func(g fixGroup) int { return len(g.rows) }),
		"states", "stuck", "broken",
		experiments.Ints("worst", "messages", "most of any request, where K = 3", fixGroup.worst),
		experiments.If(func(g fixGroup) bool { return g.Endless > 0 }, "free"),
		"alone",
		experiments.If(func(g fixGroup) bool { return g.Delays }, "handover"))
	experiments.Table(out, "lockouts", endless,
		experiments.Texts("fix", "", "as in fixes.csv", func(r lockoutRow) string { return fixes()[r.fix()].Words }),
		experiments.Texts("system", "", "spec", func(r lockoutRow) string { return r.System }),
		experiments.Texts("who", "", "nodes that ask again and again", lockoutRow.who),
		experiments.Texts("verdict", "", "free: no fair run locks a node out; empty: not decided", lockoutRow.verdict),
		experiments.Texts("reason", "", "why it is not decided", lockoutRow.reason),
		"stuck")
	meeting := experiments.Table(out, "worst", meetings(rows, gridOfFour),
		experiments.Texts("fix", "", "as in fixes.csv", func(m meeting) string { return m.fix.Words }),
		"requests", "worst",
		experiments.Ints("sent", "messages", "K-1 times as many are the unit of Maekawa's bounds", func(m meeting) int { return m.K - 1 }))
	var layers []experiments.Layer
	for _, f := range fixes() {
		if f.Main || f.Words == "mended" {
			layers = append(layers, meeting.Line(f.Words, "requests", "worst", experiments.Is("fix", f.Words)))
		}
	}
	layers = append(layers,
		meeting.Curve("5(K-1), the printed worst case", 1, 4, func(float64) float64 { return 10 }),
		meeting.Curve("6(K-1)", 1, 4, func(float64) float64 { return 12 }))
	out.Plot("worst", "The costliest request of any run over the 2 × 2 grid", plot.Linear("nodes that ask once each", "nodes"),
		plot.Linear("messages of the costliest request", "messages"), layers...)
	claimFixes(out, p, rows, endless)
	foundFixes(out, groups)
}

const gridOfFour = "grid:n=4"

// meeting holds the cost of a request if a given number of requests meet.
type meeting struct {
	fix   fix
	Nodes int `csv:"requests,requests" doc:"that meet over the 2 × 2 grid, one of each node"`
	K     int
	Most  uint64 `csv:"worst,messages" doc:"most of any request in any run"`
}

// meetings returns the costs over a system, with one request of each node.
func meetings(rows []fixRow, system string) (list []meeting) {
	for _, r := range rows {
		if r.System != system || r.Entries != 1 {
			continue
		}
		f := fixes()[r.fix()]
		m := like(&list, func(m meeting) bool { return m.fix == f && m.Nodes == len(r.Who) }, meeting{fix: f, Nodes: len(r.Who)})
		m.K, m.Most = max(m.K, r.K), max(m.Most, r.Costly)
	}
	slices.SortStableFunc(list, func(a, b meeting) int { return slices.Index(fixes(), a.fix) - slices.Index(fixes(), b.fix) })
	return list
}

// worst returns the greatest number of messages of a request with a quorum of three nodes.
func (g fixGroup) worst() (most int) {
	for _, r := range g.rows {
		if r.K == 3 {
			most = max(most, int(r.Costly))
		}
	}
	return most
}

func fixGroups(rows []fixRow, endless []lockoutRow, delays [][]float64) []fixGroup {
	list := make([]fixGroup, len(fixes()))
	for i, f := range fixes() {
		g := &list[i]
		g.fix = f
		if i < len(delays) {
			g.Alone = delays[i][0]
			if g.Delays = len(delays[i]) > 1; g.Delays {
				g.Handover = delays[i][1]
			}
		}
	}
	for _, r := range rows {
		g := &list[r.fix()]
		g.rows = append(g.rows, r)
		g.States += r.States
		if r.Stuck > 0 {
			g.Stuck++
		}
		if r.Violations > 0 {
			g.Broken++
		}
	}
	for _, r := range endless {
		g := &list[r.fix()]
		g.Endless++
		if r.Verdict == lockout.Free {
			g.Free++
		}
	}
	return list
}

// delaysOf returns the delay of a node alone, the greatest delay, and the delay of a handover,
// unless a run comes to a standstill or breaks the rule.
func delaysOf(ctx context.Context, env experiments.Env, f fix, spec string) ([]float64, error) {
	b := experiments.Must(construct.Build(ctx, spec))
	run := experiments.Must(sim.ConfigFor(ctx, b.Structure, mutex.Find(f.Algorithm), mutex.Options{Knows: f.Knows, Late: f.Late, Flaw: f.Flaw}, sim.Site))
	one := sim.Always(1)
	run.Latency, run.Critical, run.Think, run.Seed = one, one, one, env.Seed
	who, alone := run.Requesters, 0.0
	for _, r := range who {
		run.Requesters, run.Entries = []sim.Requester{r}, 1
		found := experiments.Must(sim.Run(ctx, run))
		alone = max(alone, found.Waiting.Max())
	}
	run.Requesters, run.Entries, run.Latency, run.StopAtViolation = who, 3000, sim.Exp(1), true
	run.Think = sim.Exp(3)
	found, err := sim.Run(ctx, run)
	if err != nil || found.Violations > 0 || len(found.Stuck) > 0 {
		return []float64{alone}, err
	}
	return []float64{alone, found.SyncDelay.Mean()}, nil
}

// claimFixes judges the claims that the longest paths decide.
func claimFixes(out *experiments.Output, p fixesParameters, rows []fixRow, endless []lockoutRow) {
	all := fixes()
	of := func(keep func(fix) bool) (string, []fixRow) {
		kept := experiments.Keep(rows, func(r fixRow) bool { return keep(all[r.fix()]) })
		var systems []string
		for _, r := range kept {
			if !slices.Contains(systems, r.System) {
				systems = append(systems, r.System)
			}
		}
		return fmt.Sprintf("all runs of %d configurations, %d states, over %s", len(kept), states(kept, func(r fixRow) uint64 { return r.States }), strings.Join(systems, "; ")), kept
	}
	word := func(r fixRow) string {
		return fmt.Sprintf("%v: %d messages of one request, K-1 = %d", r.configuration, r.Costly, r.K-1)
	}
	over, printed := of(func(f fix) bool { return f.Main && f.Algorithm == literal })
	within := func(n int) func(fixRow) (bool, string) {
		return func(r fixRow) (bool, string) { return int(r.Costly) <= n*(r.K-1) && !r.Endless, word(r) }
	}
	out.ClaimAgain("maekawa-worst-messages", "maekawa-worst-messages-exhausted", maekawaPaper, "section 8.2, every run", "In the worst case a mutual exclusion requires 5(K-1) messages.",
		experiments.HoldsUnderReading("6(K-1), with the LOCKED by which a lock returns to the node that relinquished it",
			experiments.ForAll(over, printed, within(5)), experiments.ForAll(over, printed, within(6))))
	over, ordered := of(func(f fix) bool { return f.Algorithm == "maekawa-sequential" || f.Algorithm == "maekawa-circulating" })
	out.Claim("ours-maekawa-ordered-exhausted", ours, "Maekawa 1985, section 10", "Where members are asked in an order, one after the other, no state is stuck and no two nodes are inside.",
		experiments.ForAll(over, ordered, func(r fixRow) (bool, string) { return r.Stuck+r.Violations == 0, word(r) }))
	over, mend := of(func(f fix) bool { return f.Words == "mended" })
	out.Claim("ours-maekawa-fixed-worst", ours, "after Maekawa 1985 and Sanders 1987", "A request of the mended algorithm costs at most 6(K-1) messages, and is never stuck.",
		experiments.ForAll(over, mend, func(r fixRow) (bool, string) {
			ok, why := within(6)(r)
			return ok && r.Stuck+r.Violations == 0, why
		}))
	over, ever := of(func(f fix) bool {
		return f.Algorithm == literal && f.Knows == mutex.KnowsEver && f.Late == mutex.LateIgnored
	})
	out.Claim("ours-maekawa-ever-failed", ours, "Maekawa 1985, section 4 (3), by the letter", "If any FAILED that came for a request tells a node that it will not succeed, deadlock is not possible.",
		experiments.ForAll(over, ever, func(r fixRow) (bool, string) { return r.Stuck == 0, r.shown(r.failure(explore.Deadlock)) }))
	literally := experiments.Keep(endless, func(r lockoutRow) bool { return r.Algorithm == literal })
	out.Claim("maekawa-starvation-exhausted", maekawaPaper, "section 6.3, runs without end", "Unless there is a deadlock, every node that asks succeeds in a finite time.", withoutEnd(literally))
	others := experiments.Keep(endless, func(r lockoutRow) bool { return r.Algorithm != literal })
	out.Claim("ours-fixes-lockout", ours, "after Maekawa 1985, section 6.3", "Neither the mended algorithm nor those that ask in an order lock anybody out.", withoutEnd(others))
}

// withoutEnd judges, on the rows that could be decided, that nobody is locked out.
func withoutEnd(rows []lockoutRow) experiments.Judgement {
	known := experiments.Keep(rows, func(r lockoutRow) bool { return r.Verdict != lockout.Unknown })
	over := fmt.Sprintf("all fair runs without end of %d configurations", len(known))
	if n := len(rows) - len(known); n > 0 {
		over += fmt.Sprintf("; %d more were cut off", n)
	}
	return experiments.ForAll(over, known, func(r lockoutRow) (bool, string) {
		return r.Verdict == lockout.Free, fmt.Sprintf("%v: %v, after %d steps a cycle of %d", r.configuration, r.Verdict, r.Stem, r.Cycle)
	})
}

func foundFixes(out *experiments.Output, groups []fixGroup) {
	var sound []string
	for _, g := range groups {
		if g.Stuck+g.Broken == 0 {
			sound = append(sound, fmt.Sprintf("%s (%d messages at worst for K = 3)", g.Words, g.worst()))
		}
	}
	out.Found("worst", "Of %d ways to read or to mend Maekawa's algorithm %d are never stuck and never break the rule. In every state explored that is so of these: %s.", len(groups), len(sound), strings.Join(sound, "; "))
}

package exhaustion

import (
	"slices"
	"testing"

	"coterie/experiments"
	"coterie/experiments/studytest"
	"coterie/internal/check/assert"
	"coterie/mutex"
	"coterie/mutex/explore"
	"coterie/mutex/lockout"
	"coterie/mutex/trace"
)

func TestFixesSmall(t *testing.T) {
	assert.Slow(t, "over a second of CPU")
	p := fixesParameters{
		Over: []deadlockSystem{
			{gridOfFour, []deadlockSize{{1, 1, 1}, {3, 3, 1}}}, {"{1,3},{2,3},{3}", []deadlockSize{{2, 2, 2}}},
		},
		Endless: []deadlockSystem{{"majority:n=3", []deadlockSize{{2, 2, 1}}}},
		Limit:   5000, Loaded: "fpp:order=2",
	}
	studytest.Small(t, declareFixes, p, nil)
}

func TestFixesClaimsRefuse(t *testing.T) {
	run := []failure{{explore.Deadlock, 0, []trace.Choice{{}}, "x"}}
	index := func(keep func(fix) bool) configuration {
		f := fixes()[slices.IndexFunc(fixes(), keep)]
		return configuration{Algorithm: f.Algorithm, Knows: f.Knows, Late: f.Late, Flaw: f.Flaw}
	}
	first := index(func(fix) bool { return true })
	mend := index(func(f fix) bool { return f.Words == "mended" })
	ever := index(func(f fix) bool { return f.Knows == mutex.KnowsEver && f.Late == mutex.LateIgnored })
	ordered := index(func(f fix) bool { return f.Algorithm == "maekawa-sequential" })
	for id, of := range map[string]struct {
		row     fixRow
		endless lockoutRow
	}{
		"maekawa-worst-messages-exhausted": {row: fixRow{explored: explored{configuration: first}, K: 3, Costly: 13}},
		"ours-maekawa-fixed-worst":         {row: fixRow{explored: explored{configuration: mend}, K: 3, Costly: 13}},
		"ours-maekawa-ordered-exhausted":   {row: fixRow{explored: explored{configuration: ordered, Stuck: 1, Failures: run}}},
		"ours-maekawa-ever-failed":         {row: fixRow{explored: explored{configuration: ever, Stuck: 1, Failures: run}}},
		"maekawa-starvation-exhausted":     {endless: lockoutRow{configuration: first, Verdict: lockout.Found}},
		"ours-fixes-lockout":               {endless: lockoutRow{configuration: mend, Verdict: lockout.Blocked}},
	} {
		if of.row.Algorithm == "" {
			of.row.configuration = first
		}
		studytest.WantFails(t, id, func(out *experiments.Output) {
			claimFixes(out, fixesParameters{}, []fixRow{of.row}, []lockoutRow{of.endless})
		})
	}
}

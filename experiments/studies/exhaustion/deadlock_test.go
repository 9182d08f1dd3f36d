package exhaustion

import (
	"slices"
	"testing"

	"coterie/experiments"
	"coterie/experiments/studytest"
	"coterie/internal/check/assert"
	"coterie/internal/machine/memory"
	"coterie/mutex/explore"
	"coterie/mutex/trace"
	"coterie/quorum"
)

func TestDeadlockSmall(t *testing.T) {
	assert.Slow(t, "over a second of CPU")
	p := deadlockParameters{
		Three:   []deadlockSize{{3, 3, 1}},
		Over:    []deadlockSystem{{"grid:n=4", []deadlockSize{{2, 2, 1}, {3, 3, 1}}}, {"{1,3},{2,3},{3}", []deadlockSize{{2, 2, 2}}}, {fano, []deadlockSize{{2, 2, 2}}}},
		Reduced: []deadlockSystem{{fano, []deadlockSize{{2, 3, 1}}}, {gridOfFour, []deadlockSize{{3, 3, 1}}}},
		Loaded:  []string{"grid:n=4"}, Think: []float64{30, 10}, Runs: 5, Most: 500,
	}
	studytest.Small(t, declareDeadlock, p, verifyCertificate[deadlockParameters])
}

// TestDeadlockClaimsRefuse gives the judges rows with one error each.
func TestDeadlockClaimsRefuse(t *testing.T) {
	run := func(sort explore.Sort) []failure { return []failure{{sort, 0, []trace.Choice{{}}, "x"}} }
	two := []quorum.Node{0, 1}
	of := func(algorithm string, stuck, broken uint64) explored {
		f := run(explore.Deadlock)
		if broken > 0 {
			f = run(explore.Exclusion)
		}
		return explored{Class: fano, configuration: configuration{Algorithm: algorithm, System: fano, Who: two, Entries: 1}, Stuck: stuck, Violations: broken, Failures: f}
	}
	for id, row := range map[string]explored{
		"maekawa-deadlock-exhausted":   of(literal, 1, 0),
		"maekawa-exclusion-once":       of(literal, 0, 1),
		"maekawa-exclusion-exhausted":  of(literal, 0, 1),
		"ours-maekawa-fixed-exhausted": of(mended, 0, 1),
		"ours-maekawa-two-requests":    of(literal, 1, 0),
	} {
		studytest.WantFails(t, id, func(out *experiments.Output) { claimDeadlock(out, []explored{row}) })
	}
	for id, row := range map[string]reducedRow{
		"maekawa-deadlock-reduced":   {of(literal, 1, 0).configuration, 1, 1, false},
		"maekawa-exclusion-reduced":  {of(literal, 0, 1).configuration, 1, 0, true},
		"ours-maekawa-fixed-reduced": {of(mended, 1, 0).configuration, 1, 1, false},
		"ours-maekawa-fano-three":    {of(literal, 1, 0).configuration, 1, 1, false},
	} {
		studytest.WantFails(t, id, func(out *experiments.Output) { claimReduced(out, []reducedRow{row}) })
	}
}

// TestCertificateRefuses: a kept run is refused if a step is left out or the named failure is
// changed.
func TestCertificateRefuses(t *testing.T) {
	c := configuration{Algorithm: literal, System: "{1,2,3},{2,3},{3}", Who: subsets(3, 3, 3)[0], Entries: 1}
	r := assert.Got(exploreAll(t.Context(), c))(t)
	kept := certify(t.Context(), c, r.failure(explore.Deadlock))
	good := assert.Got(experiments.PrettyJSON(kept))(t)
	studytest.Damaged(t, func(data []byte) error { return verifyRun(t.Context(), data) }, good, map[string]func(*certificate){
		"another algorithm": func(c *certificate) { c.Algorithm = mended },
		"another failure":   func(c *certificate) { c.Shows = "violation" },
		"no such invariant": func(c *certificate) { c.Shows = "I4" },
		"a step left out":   func(c *certificate) { c.Trace = slices.Delete(slices.Clone(c.Trace), len(c.Trace)-2, len(c.Trace)-1) },
		"another story":     func(c *certificate) { c.Told = append([]string{"x"}, c.Told[1:]...) },
		"another length":    func(c *certificate) { c.Steps++ },
		"a wish still open": func(c *certificate) { c.Entries = 2 },
	})
}

// TestReducedAgrees: the reduction on one set of each class finds the failures in the complete
// graphs of all sets.
func TestReducedAgrees(t *testing.T) {
	p := deadlockParameters{Reduced: []deadlockSystem{{gridOfFour, []deadlockSize{{2, 3, 1}}}}}
	points := assert.Got(p.reducedPoints(t.Context(), nil))(t)
	var rows []reducedRow
	for _, at := range points {
		r := assert.Got(reduced(t.Context(), at))(t)
		rows = append(rows, r)
	}
	for _, g := range reducedGroups(rows) {
		sets, stuck, states := 0, 0, uint64(0)
		for _, who := range subsets(4, len(g.first.Who), len(g.first.Who)) {
			r := assert.Got(exploreAll(t.Context(), configuration{Algorithm: g.first.Algorithm, System: gridOfFour, Who: who, Entries: 1}))(t)
			sets++
			states += r.Stuck
			if r.Stuck > 0 {
				stuck++
			}
		}
		if g.Sets != sets || g.Stuck != stuck || g.StuckStates != states {
			t.Errorf("%s, %d nodes: %d of %d sets with %d stuck states; the whole graphs have %d of %d with %d", g.first.Algorithm, len(g.first.Who), g.Stuck, g.Sets, g.StuckStates, stuck, sets, states)
		}
	}
}

// TestReducedIsWhole: a set whose states do not fit into memory is an error, never a row.
func TestReducedIsWhole(t *testing.T) {
	p := deadlockParameters{Reduced: []deadlockSystem{{gridOfFour, []deadlockSize{{3, 3, 1}}}}}
	points := assert.Got(p.reducedPoints(t.Context(), nil))(t)
	if r, err := reduced(memory.With(t.Context(), 1000), points[0]); err == nil {
		t.Errorf("a row of what was not explored: %+v", r)
	}
}

package coteries

import (
	"testing"

	"coterie/experiments"
	"coterie/experiments/papers"
	"coterie/experiments/studytest"
	"coterie/internal/check/assert"
)

func TestAtlasOfEightSmall(t *testing.T) {
	p := eightParameters{From: 1, To: 7, Width: 5}
	studytest.Small(t, declareEight, p, nil)

	// The figures are those of the study atlas, which measures class by class with other code.
	rows := sample(t, 5)
	loads := map[string]int{}
	for _, r := range rows {
		loads[r.load().RatString()]++
	}
	seen := map[string]int{}
	open := listings(t.Context())
	pieces := eightParameters{From: 1, To: 5, Width: 3}.stretches(open)
	for i, p := range pieces {
		pieces[i] = assert.Got(p.measured(t.Context(), assert.Got(open[p.N]())(t)))(t)
	}
	for _, b := range added(experiments.Flat(pieces, func(p piece) []bin { return p.Loads })) {
		seen[b.load().RatString()] += b.Classes
	}
	assert.Equal(t, len(seen), len(loads), "loads %v, want %v", seen, loads)
	for load, classes := range loads {
		assert.Equal(t, seen[load], classes, "classes of load %s", load)
	}

	// A missing or wrongly counted piece stops the study.
	q := eightParameters{From: 1, To: 5}
	assert.Got(summed(t.Context(), q, 1, pieces))(t)
	assert.Refused(summed(t.Context(), q, 1, pieces[1:]))(t, "measured", "without a piece")
}

// TestAtlasOfEightJudges: wrong rows fail.
func TestAtlasOfEightJudges(t *testing.T) {
	env := experiments.Env{Papers: papers.Files()}
	of := func(n, voted int) []piece {
		return []piece{{N: n, Voted: voted, Lightest: [2]int{3, 7}}}
	}
	assert.Equal(t, votesCounted(env, "all", of(8, 2470)).Verdict(), experiments.HoldsOn, "2470 classes with votes on 8 nodes")
	assert.Equal(t, votesCounted(env, "all", of(8, 2469)).Verdict(), experiments.Fails, "2469 classes with votes on 8 nodes")
	p := eightParameters{From: 7, To: 7}
	for voted, want := range []experiments.Verdict{experiments.HoldsOn, experiments.Fails} {
		assert.Equal(t, lightest(p, of(7, 1), []bin{{N: 7, Load: [2]int{3, 7}, Classes: 2, Voted: voted}}).Verdict(), want, "%d of the lightest with votes", voted)
	}
}

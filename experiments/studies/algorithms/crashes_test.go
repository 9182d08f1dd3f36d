package algorithms

import (
	"strings"
	"testing"

	"coterie/experiments"
	"coterie/experiments/studytest"
	"coterie/internal/check/assert"
)

func TestCrashesSmall(t *testing.T) {
	folder := studytest.Small(t, declareCrashes, crashParameters{
		Systems: []crashSystem{{"fpp:order=2", false}, {"grid:n=4", false}, {"grid:n=4", true}}, Chances: []string{"3/10", "1/2"},
		Runs: 60, Wishes: 3, Removals: 10, Surfaces: []surface{{2, 2}, {3, 2}}, Seconds: 3,
	}, nil)
	if got := strings.Join(studytest.Lines(t, folder, "losses.csv")[1:], "\n"); got != `"surficial:n=4,m=2",2,2,4,4,0,6,6,"{1,2}"`+"\n"+`"surficial:n=12,m=3",3,2,12,12,0,66,42,"{1,2}"` {
		t.Errorf("losses:\n%s", got)
	}
}

func TestCrashesClaimsRefuse(t *testing.T) {
	good := crashRow{Low: 0.4, High: 0.6, Available: 0.5}
	whole := lossRow{Blocks: 1}
	for _, c := range []struct {
		id   string
		row  func(*crashRow)
		lost func(*lossRow)
	}{
		{"joung-unhit-quorum", func(r *crashRow) { r.Wrong = 1 }, nil},
		{"joung-unhit-quorum", func(r *crashRow) { r.Split = 1 }, nil},
		{"served-is-availability", func(r *crashRow) { r.Available = 0.7 }, nil},
		{"served-is-availability", func(r *crashRow) { r.Available = 0.3 }, nil},
		{"joung-surficial-faults-run", nil, func(r *lossRow) { r.Unserved = 1 }},
		{"joung-surficial-faults-run", nil, func(r *lossRow) { r.Blocks = 0 }},
	} {
		row, lost := good, whole
		if c.row != nil {
			c.row(&row)
		} else {
			c.lost(&lost)
		}
		for _, claim := range experiments.ClaimsOf(func(out *experiments.Output) {
			claimCrashes(out, crashParameters{}, []crashRow{row}, []lossRow{lost})
		}) {
			assert.Equal(t, claim.Judgement.Verdict() == experiments.Fails, (claim.ID == c.id), "%s spoilt: %s is %v", c.id, claim.ID, claim.Judgement.Verdict())
		}
	}
}

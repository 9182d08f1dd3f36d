package algorithms

import (
	"strings"
	"testing"

	"coterie/experiments"
	"coterie/experiments/studytest"
)

func TestTradeoffSmall(t *testing.T) {
	if testing.Short() {
		t.Skip("its pictures take half a minute under the race detector")
	}
	folder := studytest.Declare(t, declareTradeoff, tradeoffParameters{
		Groups: 2, Priced: []string{"surficial:k=2,m=2"}, Growing: []string{"surficial:k=2,m=2", "affine:order=3,m=2"}, Wider: []string{"affine:order=3,m=3"},
		Critical: 2, Entries: 40, Strong: []int{0, 8}, Locks: []int{1, 2, 3}, Members: []int{6},
		Against: []string{"lift:m=2,of=(fpp:order=2)", "affine:order=3,m=2"}, Seeds: 2,
	}, nil)
	studytest.WantPictures(t, folder, "concurrency", "messages", "waiting", "attacks", "price")
	verdicts, err := experiments.ReadVerdicts(folder)
	if err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]experiments.Verdict{
		"joung-maekawa-m-exclusion": experiments.HoldsOn, "joung-maekawa-m-invariants": experiments.HoldsOn, "joung-maekawa-m-lockout": experiments.HoldsOn,
		"joung-maekawa-m-messages": experiments.Fails, "joung-maekawa-messages": experiments.Proved, "ours-maekawa-m-messages": experiments.Proved,
		"joung-subgroup-messages": experiments.HoldsUnder, "joung-maekawa-s-messages": experiments.HoldsUnder, "joung-maekawa-s-invariants": experiments.HoldsUnder,
		"joung-overtaking": experiments.HoldsUnder, "joung-maekawa-m-delay": experiments.HoldsOn, "joung-fixed-order": experiments.HoldsOn,
		"joung-maekawa-s-delay": experiments.HoldsOn, "joung-all-inside": experiments.HoldsOn, "joung-degree-inside": experiments.HoldsOn,
		"joung-surficial-inside": experiments.HoldsOn, "joung-unbounded-concurrency": experiments.HoldsOn, "joung-maekawa-m-fifo": experiments.HoldsOn,
		"joung-case-1-ordinary": experiments.Proved, "joung-case-1-group": experiments.Proved, "joung-case-2-group": experiments.Proved,
		"joung-case-2-plane": experiments.Proved, "joung-case-2-affine": experiments.Proved,
	} {
		if verdicts[id] != want.String() {
			t.Errorf("%s: %v, want %v", id, verdicts[id], want)
		}
	}
	reading := `"in the mean over the entries of a run, whatever message each is charged"`
	if claims := strings.Join(studytest.Lines(t, folder, "claims.csv"), "\n"); !strings.Contains(claims, reading) {
		t.Errorf("the row of Theorem 4.5 names no reading:\n%s", claims)
	}
}

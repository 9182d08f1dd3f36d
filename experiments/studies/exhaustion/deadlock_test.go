package exhaustion

import (
	"testing"

	"coterie/experiments/studytest"
)

func TestDeadlockSmall(t *testing.T) {
	if testing.Short() {
		t.Skip("its pictures take long under the race detector")
	}
	p := deadlockParameters{
		Three:  []deadlockSize{{3, 3, 1}},
		Over:   []deadlockSystem{{"grid:n=4", []deadlockSize{{2, 2, 1}, {3, 3, 1}}}, {"{1,3},{2,3},{3}", []deadlockSize{{2, 2, 2}}}},
		Loaded: []string{"grid:n=4"}, Think: []float64{30, 10}, Runs: 5, Most: 500,
	}
	folder := studytest.Declare(t, declareDeadlock, p, verifyCertificate[deadlockParameters])
	studytest.WantPictures(t, folder, "deadlock-of-three", "deadlock-grid", "two-inside", "standstill")
	studytest.WantVerdicts(t, folder, map[string]string{
		"maekawa-deadlock-exhausted": "fails", "maekawa-exclusion-once": "holds on", "maekawa-exclusion-exhausted": "holds under",
		"ours-maekawa-fixed-exhausted": "holds on", "ours-maekawa-two-requests": "holds on",
	})
}

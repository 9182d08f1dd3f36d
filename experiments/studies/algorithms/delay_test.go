package algorithms

import (
	"testing"

	"coterie/experiments"
	"coterie/experiments/studytest"
)

func TestDelaySmall(t *testing.T) {
	if testing.Short() {
		t.Skip("its pictures take half a minute under the race detector")
	}
	folder := studytest.Declare(t, declareDelay, delayParameters{
		Rivals: []string{maekawas, unanimous, token}, Curve: 2, Offered: []float64{0.01, 1}, Orders: []int{2, 3}, Long: 10, Entries: 50, Replications: 2,
	}, nil)
	studytest.WantPictures(t, folder, "waiting", "throughput", "sync-delay-load", "sync-delay", "busiest")
	if got := len(studytest.Lines(t, folder, "loads.csv")); got != 17 {
		t.Errorf("loads.csv has %d lines, want 17", got)
	}
	studytest.WantVerdicts(t, folder, map[string]string{
		"maekawa-delay": "holds on", "maekawa-delay-ricart-agrawala": "holds on", "maekawa-delay-minimum": "holds under",
	})
}

// TestDelayClaimsRefuse gives the judges rows in which one thing each is wrong.
func TestDelayClaimsRefuse(t *testing.T) {
	for id, r := range map[string]lonelyRow{
		"maekawa-delay":                 {rival: rival{maekawas, "fpp:order=2"}, Least: 2, Most: 3, Asked: 2},
		"maekawa-delay-ricart-agrawala": {rival: rival{unanimous, "fpp:order=2"}, Least: 1, Most: 2, Asked: 1},
		"maekawa-delay-minimum":         {rival: rival{token, "fpp:order=2"}, Least: 0, Most: 2, Asked: 1},
	} {
		for _, claim := range experiments.ClaimsOf(func(out *experiments.Output) {
			claimDelay(out, delayParameters{}, []lonelyRow{r})
		}) {
			if claim.ID == id && claim.Judgement.Verdict() != experiments.Fails {
				t.Errorf("%s %v", id, claim.Judgement.Verdict())
			}
		}
	}
}

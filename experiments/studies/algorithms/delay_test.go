package algorithms

import (
	"testing"

	"coterie/experiments"
	"coterie/experiments/studytest"
	"coterie/internal/check/assert"
)

func TestDelaySmall(t *testing.T) {
	assert.Long(t, "its pictures take half a minute under the race detector")
	studytest.Small(t, declareDelay, delayParameters{
		Rivals: []string{maekawas, unanimous, token}, Curve: 2, Offered: []float64{0.01, 1}, Orders: []int{2, 3}, Long: 10, Entries: 50, Replications: 2,
	}, nil)
}

// TestDelayClaimsRefuse gives the judges rows with one error each.
func TestDelayClaimsRefuse(t *testing.T) {
	for id, r := range map[string]lonelyRow{
		"maekawa-delay":                 {rival: rival{maekawas, "fpp:order=2"}, Least: 2, Most: 3, Asked: 2},
		"maekawa-delay-ricart-agrawala": {rival: rival{unanimous, "fpp:order=2"}, Least: 1, Most: 2, Asked: 1},
		"maekawa-delay-minimum":         {rival: rival{token, "fpp:order=2"}, Least: 0, Most: 2, Asked: 1},
	} {
		studytest.WantFails(t, id, func(out *experiments.Output) { claimDelay(out, delayParameters{}, []lonelyRow{r}) })
	}
}

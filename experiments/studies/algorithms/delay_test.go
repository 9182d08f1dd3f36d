package algorithms

import (
	"testing"

	"coterie/experiments/studytest"
)

func TestDelaySmall(t *testing.T) {
	folder := studytest.Declare(t, declareDelay, delayParameters{
		Rivals: []string{"maekawa-fixed"}, Curve: 2, Offered: []float64{0.01, 1}, Orders: []int{2, 3}, Long: 10, Entries: 50, Replications: 2,
	}, nil)
	studytest.WantPictures(t, folder, "waiting", "sync-delay", "busiest")
	if got := len(studytest.Lines(t, folder, "loads.csv")); got != 9 {
		t.Errorf("loads.csv has %d lines, want 9", got)
	}
}

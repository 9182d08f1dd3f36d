package algorithms

import (
	"testing"

	"coterie/experiments/studytest"
)

func TestDelaySmall(t *testing.T) {
	folder := studytest.Declare(t, declareDelay, delayParameters{Systems: []string{"fpp:order=2"}, Think: []float64{100, 1}, Entries: 50}, nil)
	studytest.WantPictures(t, folder, "throughput")
	if got := len(studytest.Lines(t, folder, "delay.csv")); got != 3 {
		t.Errorf("delay.csv has %d lines, want 3", got)
	}
}

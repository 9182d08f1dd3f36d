package studies

import (
	"context"
	"errors"
	"testing"

	"coterie/experiments"
)

// TestInterruptedStudies: no study stumbles over the empty lists that an interrupted stage leaves.
func TestInterruptedStudies(t *testing.T) {
	results := t.TempDir()
	for _, s := range All() {
		ctx, cancel := context.WithCancel(t.Context())
		_, err := experiments.Run(ctx, experiments.Options{
			Studies: []experiments.Study{s}, Results: results,
			Version: "test", Jobs: 1, Progress: func(string, int, int) { cancel() },
		})
		var interrupted *experiments.InterruptedError
		if err != nil && !errors.As(err, &interrupted) && s.Name() != "claims" {
			t.Errorf("%s: %v", s.Name(), err)
		}
		cancel()
	}
}

package studies

import (
	"context"
	"errors"
	"slices"
	"testing"

	"coterie/experiments"
	"coterie/internal/check/assert"
)

// TestInterruptedStudies: no study stumbles over the empty lists that an interrupted stage leaves,
// and fields of the rows declare all columns that the tables name.
func TestInterruptedStudies(t *testing.T) {
	assert.Slow(t, "over a second of CPU")
	results := t.TempDir()
	for _, s := range All() {
		ctx, cancel := context.WithCancel(t.Context())
		_, err := experiments.Run(ctx, experiments.Options{
			Studies: []experiments.Study{s}, Results: results,
			Version: "test", Jobs: 1, Progress: func(string, int, int) { cancel() },
		})
		var interrupted *experiments.StudyError
		if err != nil && (!errors.As(err, &interrupted) || interrupted.End != experiments.StudyInterrupted) && s.Name() != "claims" {
			t.Errorf("%s: %v", s.Name(), err)
		}
		cancel()
	}
}

// TestStudiesAreFiled: the report page knows where each study belongs, and each of the seven
// findings of its story has a study.
func TestStudiesAreFiled(t *testing.T) {
	var places []int
	for _, s := range All() {
		paper, short, place := s.Place()
		if paper == "" || short == "" || len([]rune(short)) > 28 {
			t.Errorf("%s is filed under %q as %q", s.Name(), paper, short)
		}
		if place > 0 {
			places = append(places, place)
		}
	}
	slices.Sort(places)
	assert.Slice(t, places, []int{1, 2, 3, 4, 5, 6, 7, 8, 9}, "findings in the places")
}

package explore

import (
	"testing"

	"coterie/internal/check/assert"
)

// TestProgressNeverFalls: a display of progress begins again when a number falls, so the reports of
// several workers must not come out of order.
func TestProgressNeverFalls(t *testing.T) {
	t.Parallel()
	assert.Long(t, "a quarter of a million states")
	last, told := 0, 0
	progress := func(_ string, done, _ int) {
		if done < last {
			t.Errorf("%d states after %d", done, last)
		}
		last = done
		told++
	}
	r, err := Run(t.Context(), configOf(t, "fpp:order=2", "maekawa-fixed", 0, 1, 2, 3), Options{Jobs: 8, Progress: progress})
	if err != nil || told == 0 || uint64(last) != r.States {
		t.Errorf("%d of %d states told in the end: %v", last, r.States, err)
	}
}

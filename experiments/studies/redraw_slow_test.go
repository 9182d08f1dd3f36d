//go:build slow

package studies

import (
	"context"
	"os"
	"testing"

	"coterie/experiments"
	"coterie/internal/check/assert"
)

// This program draws the committed plots from the committed tables, in default and full parts:
// nothing in a plot comes from elsewhere.
func TestSlowPlotsAreThoseOfTheirTables(t *testing.T) {
	results := t.TempDir()
	assert.OK(t, os.CopyFS(results, os.DirFS("../../results")))
	done := assert.Got(experiments.Redraw(context.Background(), experiments.Options{Studies: All(), Results: results}))(t)
	for _, d := range done {
		for _, f := range d.Files {
			t.Errorf("%s (full: %v): %s is drawn otherwise now: draw it again", d.Study, d.Full, f)
		}
	}
}

//go:build slow

package studies

import (
	"context"
	"os"
	"testing"

	"coterie/experiments"
)

// The plots that are committed are those that this program draws of the committed tables, in
// default and full parts: nothing in a plot comes from elsewhere.
func TestSlowPlotsAreThoseOfTheirTables(t *testing.T) {
	results := t.TempDir()
	if err := os.CopyFS(results, os.DirFS("../../results")); err != nil {
		t.Fatal(err)
	}
	done, err := experiments.Redraw(context.Background(), experiments.Options{Studies: All(), Results: results})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range done {
		for _, f := range d.Files {
			t.Errorf("%s (full: %v): %s is drawn otherwise now: draw it again", d.Study, d.Full, f)
		}
	}
}

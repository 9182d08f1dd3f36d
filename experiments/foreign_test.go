package experiments

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"coterie/internal/check/assert"
	"coterie/quorum"
)

// TestForeignFilesAreNotReplaced: a file that no run wrote stops a run before it computes anything.
func TestForeignFilesAreNotReplaced(t *testing.T) {
	study := NewStudy(Spec[fakeParams]{
		Name: "small", Title: "small", Doc: "small", Default: fakeParams{To: 6}, Full: &fakeParams{To: 12},
		Declare: func(out *Output, p fakeParams) {
			Table(out, "numbers", Numbers(p.From, p.To), Ints("n", "", "number", func(n int) int { return n }))
		},
	})
	for _, full := range []bool{false, true} {
		opts := Options{Studies: []Study{study}, Results: t.TempDir(), Version: "test", Full: full}
		folder := foldersOf(opts.Results, "small", full).target
		mine := filepath.Join(folder, "notes.txt")
		assert.OK(t, os.MkdirAll(folder, 0o777))
		assert.OK(t, os.WriteFile(mine, []byte("mine"), 0o666))
		for range 2 { // without a manifest, and then with one
			var foreign *quorum.InputError
			if _, err := Run(t.Context(), opts); !errors.As(err, &foreign) || err.Error() != mine+" was not written by a run, and the run would replace its folder" || foreign.Hint() == "" {
				t.Fatalf("full=%v: %v", full, err)
			}
			if text, err := os.ReadFile(mine); err != nil || string(text) != "mine" {
				t.Fatalf("full=%v: %q, %v", full, text, err)
			}
			assert.OK(t, os.Rename(mine, mine+".away"))
			assert.OK(t, os.Rename(mine+".away", filepath.Join(opts.Results, "notes.txt")))
			assert.Got(Run(t.Context(), opts))(t, "full=%v", full)
			assert.Got(Run(t.Context(), opts))(t, "full=%v, its own files", full)
			assert.OK(t, os.Rename(filepath.Join(opts.Results, "notes.txt"), mine))
		}
	}
}

package experiments

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// TestForeignFilesAreNotReplaced: what no run wrote stops a run before it computes anything.
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
		if err := os.MkdirAll(folder, 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(mine, []byte("mine"), 0o666); err != nil {
			t.Fatal(err)
		}
		for range 2 { // without a manifest, and then with one
			var foreign *ForeignFileError
			if _, err := Run(t.Context(), opts); !errors.As(err, &foreign) || foreign.Path != mine || foreign.Hint() == "" {
				t.Fatalf("full=%v: %v", full, err)
			}
			if text, err := os.ReadFile(mine); err != nil || string(text) != "mine" {
				t.Fatalf("full=%v: %q, %v", full, text, err)
			}
			if err := os.Rename(mine, mine+".away"); err != nil {
				t.Fatal(err)
			}
			if err := os.Rename(mine+".away", filepath.Join(opts.Results, "notes.txt")); err != nil {
				t.Fatal(err)
			}
			if _, err := Run(t.Context(), opts); err != nil {
				t.Fatalf("full=%v: %v", full, err)
			}
			if _, err := Run(t.Context(), opts); err != nil {
				t.Fatalf("full=%v, its own files: %v", full, err)
			}
			if err := os.Rename(filepath.Join(opts.Results, "notes.txt"), mine); err != nil {
				t.Fatal(err)
			}
		}
	}
}

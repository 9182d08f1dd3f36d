package studytest

import (
	"context"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coterie/experiments"
)

// Declare runs a study with parameters of the test's own and returns its files.
func Declare[P any](t *testing.T, declare func(*experiments.Output, P), p P, verify func(context.Context, P, string, []byte) error) string {
	t.Helper()
	study := experiments.NewStudy(experiments.Spec[P]{Name: "small", Title: "small", Doc: "small", Default: p, Declare: declare, Verify: verify})
	folder := t.TempDir()
	_, err := experiments.Run(t.Context(), experiments.Options{
		Studies: []experiments.Study{study}, Results: folder, Version: "test", Jobs: 2,
	})
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(folder, "small")
}

// Lines returns the lines of a file that the study wrote.
func Lines(t *testing.T, folder, file string) []string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(folder, file))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(data)), "\n")
}

// WantVerdicts compares the verdicts of all claims.
func WantVerdicts(t *testing.T, folder string, want map[string]string) {
	t.Helper()
	got, err := experiments.ReadVerdicts(folder)
	if err != nil {
		t.Fatal(err)
	}
	for id, verdict := range want {
		if got[id] != verdict {
			t.Errorf("claim %s: %q, want %q", id, got[id], verdict)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d claims, want %d", len(got), len(want))
	}
}

// WantPictures looks for the two files of each picture: they are what their names say.
func WantPictures(t *testing.T, folder string, stems ...string) {
	t.Helper()
	for _, stem := range stems {
		f, err := os.Open(filepath.Join(folder, stem+".png"))
		if err != nil {
			t.Error(err)
			continue
		}
		if _, err := png.Decode(f); err != nil {
			t.Errorf("%s: %v", stem, err)
		}
		f.Close()
		if text := strings.Join(Lines(t, folder, stem+".svg"), ""); !strings.Contains(text, "<svg") || !strings.Contains(text, "<title>") {
			t.Errorf("%s.svg is none", stem)
		}
	}
}

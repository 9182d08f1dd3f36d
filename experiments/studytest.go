package experiments

import (
	"context"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// runSmall runs a study with parameters of the test's own and returns its files.
func declareSmall[P any](t *testing.T, declare func(*Output, P), p P, verify func(context.Context, P, string, []byte) error) string {
	t.Helper()
	return runSmall(t, func(_ context.Context, _ Env, p P, out *Output) error {
		declare(out, p)
		return out.Err()
	}, p, verify)
}

func runSmall[P any](t *testing.T, run func(context.Context, Env, P, *Output) error, p P, verify func(context.Context, P, string, []byte) error) string {
	t.Helper()
	study := NewStudy(Spec[P]{Name: "small", Title: "small", Doc: "small", Default: p, Run: run, Verify: verify})
	folder := t.TempDir()
	_, err := Run(t.Context(), Options{
		Studies: []Study{study}, Results: folder, Papers: os.DirFS("../testdata/papers"), Version: "test", Jobs: 2,
	})
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(folder, "small")
}

func readSmall(t *testing.T, folder, file string) []string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(folder, file))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(data)), "\n")
}

func wantVerdicts(t *testing.T, folder string, want map[string]string) {
	t.Helper()
	got, err := ReadVerdicts(folder)
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

// wantPictures looks for the two files of each picture: they are what their names say.
func wantPictures(t *testing.T, folder string, stems ...string) {
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
		if text := strings.Join(readSmall(t, folder, stem+".svg"), ""); !strings.Contains(text, "<svg") || !strings.Contains(text, "<title>") {
			t.Errorf("%s.svg is none", stem)
		}
	}
}

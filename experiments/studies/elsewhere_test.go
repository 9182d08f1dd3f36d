package studies

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"coterie/experiments"
	"coterie/internal/check/assert"
	"coterie/internal/check/worktest"
	"coterie/internal/machine/work"
)

// files reads all files below a folder, by their paths in it.
func files(t *testing.T, folder string) map[string]string {
	t.Helper()
	found := map[string]string{}
	assert.OK(t, filepath.WalkDir(folder, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		found[path[len(folder):]] = string(data)
		return err
	}))
	return found
}

// sameElsewhere runs studies here, and with all rows computed from the bytes of their jobs alone,
// and compares the results folders by bytes.
func sameElsewhere(t *testing.T, names []string, full bool) (jobs []work.Job) {
	t.Helper()
	opts := experiments.Options{Studies: All(), Names: names, Full: full, Seed: 3, Version: "test", Jobs: 2, Results: t.TempDir()}
	assert.Got(experiments.Run(t.Context(), opts))(t)
	here := files(t, opts.Results)
	elsewhere := &worktest.Elsewhere{Kinds: []work.Kind{experiments.Work(opts.Studies)}, Seed: 5}
	opts.Runner, opts.Results = elsewhere, t.TempDir()
	assert.Got(experiments.Run(t.Context(), opts))(t)
	there := files(t, opts.Results)
	for _, file := range slices.Sorted(maps.Keys(here)) {
		assert.Equal(t, there[file], here[file], "%s is another one where its rows are computed elsewhere", file)
	}
	assert.Equal(t, len(there), len(here), "%d files, and: where their rows are computed elsewhere", len(here))
	return elsewhere.Jobs
}

// TestStudiesElsewhere: a study of one stage and one of several, the quickest ones.
func TestStudiesElsewhere(t *testing.T) {
	assert.Slow(t, "studies at their default sizes")
	jobs := sameElsewhere(t, []string{"maekawa-tables", "fleet-case"}, false)
	assert.Equal(t, len(jobs), 4, "stages")
}

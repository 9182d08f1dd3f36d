package main

import (
	"flag"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"coterie/internal/check/assert"
)

var update = flag.Bool("update", false, "rewrite the expected output in scripts, in the README and in the tour")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"coterie": main})
}

// shortScripts take under half a second of CPU each. The short run has only these, and so has the
// run under the race detector: the packages that start goroutines run there themselves.
var shortScripts = []string{"answers", "build", "enter", "exercises", "explore_flaws", "families", "memory", "search_cover", "sharing", "simulate_protocol_p", "words", "writing"}

// TestScript compares the command line with the transcripts in testdata/script. Lines that begin
// with [slow] are of commands that take long: they run with -tags slow.
func TestScript(t *testing.T) {
	files := scripts(t, "testdata/script")
	if testing.Short() && !*update {
		files = nil
		for _, name := range shortScripts {
			files = append(files, "testdata/script/"+name+".txtar")
		}
	}
	runScripts(t, files)
}

// scripts lists the transcripts of a folder.
func scripts(t *testing.T, folder string) []string {
	return assert.Got(filepath.Glob(filepath.Join(folder, "*.txtar")))(t)
}

func runScripts(t *testing.T, files []string) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Files:               files,
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Condition: func(name string) (bool, error) {
			if name == "slow" {
				return assert.WithSlow, nil
			}
			return false, fmt.Errorf("no condition %q", name)
		},
	})
}

// exits returns a judge of a run: it ends with this status, and standard error has every part. A
// run with another end ends the test.
func exits(t testing.TB, want int, parts ...string) func(status int, errs string) {
	return func(status int, errs string) {
		t.Helper()
		for _, part := range parts {
			assert.Contains(t, errs, part)
		}
		assert.MustEqual(t, status, want, "status: %s", errs)
	}
}

// noRaces skips a test of words and numbers in the short run under the race detector. It would take
// minutes there, and the race detector runs on the packages themselves.
func noRaces(t *testing.T) {
	t.Helper()
	assert.Long(t, "it is about words and numbers")
}

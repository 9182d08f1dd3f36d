package main

import (
	"flag"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"coterie/internal/check/assert"
)

var update = flag.Bool("update", false, "rewrite the expected output in scripts, in the README and in the tour")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"coterie": main})
}

// TestScript compares the command line with the transcripts in testdata/script. Commands that take
// seconds are in testdata/slow, for TestSlowScript.
func TestScript(t *testing.T) { runScripts(t, "testdata/script") }

func runScripts(t *testing.T, folder string) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir:                 folder,
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
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

package main

import (
	"flag"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite the expected output in scripts, in the README and in the tour")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"coterie": main})
}

// TestScript compares the command line with transcripts: each file of
// testdata/script is one. Commands that take seconds are in testdata/slow, for TestSlowScript.
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

// noRaces leaves out of the run for races, which is short, what is about words and numbers: under
// the race detector it takes minutes, and the packages are run under it themselves.
func noRaces(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("it is about words and numbers")
	}
}

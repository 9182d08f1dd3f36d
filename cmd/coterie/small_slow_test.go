//go:build slow && unix

package main

import (
	"errors"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/command"
)

// TestSlowSmallBuild: the build with -tags small has no libraries of clusters and of Parquet, like
// the build for a browser. It computes, and its errors name the features that it lacks.
func TestSlowSmallBuild(t *testing.T) {
	run := func(args ...string) string {
		cmd := exec.CommandContext(t.Context(), args[0], args[1:]...)
		var exit *exec.ExitError
		out, err := cmd.CombinedOutput()
		if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != command.ExitUsage) {
			t.Fatalf("%q: %v: %s", args, err, out)
		}
		return string(out)
	}
	for _, line := range []string{"go list -deps -tags small .", "env GOOS=js GOARCH=wasm go list -deps ."} {
		list := run(strings.Fields(line)...)
		assert.Contains(t, list, "coterie/experiments/studies\n", line)
		for _, library := range []string{"nats", "parquet-go"} {
			if strings.Contains(list, library) {
				t.Errorf("%s: %s is linked", line, library)
			}
		}
	}
	program := filepath.Join(t.TempDir(), "coterie")
	assert.Equal(t, run("go", "build", "-tags", "small", "-ldflags", "-s -w", "-o", program, "."), "", "go build")
	for line, want := range assert.Pairs(
		"measure fpp:order=2 --only load --format csv", "",
		"cluster serve --dir jobs", "error: this build of coterie works alone: ",
		"cluster --help", "error: this build of coterie works alone: ",
		"search maekawa --n 7 --at nats://127.0.0.1", "error: this build of coterie works alone: ",
		"measure fpp:order=2 -o figures.parquet", "error: --format parquet: this build of coterie has no Parquet\n",
		"enumerate --n 4 --format parquet -o rows", "error: --format parquet: this build of coterie has no Parquet\n",
	) {
		out := run(append([]string{program}, strings.Fields(line)...)...)
		if refused := strings.HasPrefix(out, "error: "); !strings.HasPrefix(out, want) || refused != (want != "") || refused != strings.Contains(out, "\nhint: ") {
			t.Errorf("%s: %s", line, out)
		}
	}
}

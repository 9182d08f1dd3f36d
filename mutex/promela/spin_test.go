package promela_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/mutex/explore"
	"coterie/mutex/promela"
)

// spin makes the program that visits all states of a configuration.
func spin(t testing.TB, c explore.Config, define []string, flags ...string) (pan string) {
	t.Helper()
	var text strings.Builder
	assert.OK(t, promela.Write(&text, c))
	return compile(t, text.String(), define, flags...)
}

func compile(t testing.TB, text string, define []string, flags ...string) (pan string) {
	t.Helper()
	for _, tool := range []string{"spin", "gcc"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not installed, so nothing is compared with spin", tool)
		}
	}
	dir := t.TempDir()
	assert.OK(t, os.WriteFile(filepath.Join(dir, "model.pml"), []byte(text), 0o666))
	run(t, dir, "spin", append(define, "-a", "model.pml")...)
	run(t, dir, "gcc", append(slices.Clone(flags), "-w", "-o", "pan", "pan.c")...)
	return filepath.Join(dir, "pan")
}

func run(t testing.TB, dir, name string, args ...string) string {
	t.Helper()
	command := exec.CommandContext(t.Context(), name, args...)
	command.Dir = dir
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}

// counted holds the numbers that pan prints.
type counted struct{ states, errors uint64 }

var (
	errorsOf = regexp.MustCompile(`errors: (\d+)`)
	statesOf = regexp.MustCompile(`(?m)^\s*(\d+) states, stored`)
)

func counts(t testing.TB, pan string, args ...string) counted {
	t.Helper()
	out := run(t, filepath.Dir(pan), pan, append(args, small...)...)
	if strings.Contains(out, "max search depth too small") || strings.Contains(out, "block in d_step") {
		t.Fatal(out)
	}
	return parse(t, out)
}

func parse(t testing.TB, out string) counted {
	t.Helper()
	number := func(e *regexp.Regexp) uint64 {
		found := e.FindStringSubmatch(out)
		if found == nil {
			t.Fatalf("no %v in what pan says:\n%s", e, out)
		}
		return assert.Got(strconv.ParseUint(found[1], 10, 64))(t)
	}
	return counted{number(statesOf), number(errorsOf)}
}

// small is room for 100,000 steps and a small table, which grows slow and not wrong.
var small = []string{"-m100000", "-w18"}

// agree compares spin with the explorer: the number of states, that of stuck states, and whether
// the rule can be broken.
func agree(ctx context.Context, t *testing.T, c explore.Config) explore.Result {
	t.Helper()
	pan := spin(t, c, nil, quick...)
	r := assert.Got(explore.Run(ctx, c, explore.Options{}))(t)
	if !r.Complete {
		t.Fatalf("the explorer ended early: %v", r.Stopped)
	}
	if got := counts(t, pan, "-A", "-c0"); got != (counted{r.States, r.Stuck}) {
		t.Errorf("spin stores %d states, %d of them stuck; the explorer has %d and %d", got.states, got.errors, r.States, r.Stuck)
	}
	if got := counts(t, pan, "-E"); (got.errors > 0) != (r.Violations > 0) {
		t.Errorf("spin finds the rule broken: %v; the explorer: %v", got.errors > 0, r.Violations > 0)
	}
	return r
}

// quick are the flags of the compiler: a small model spends more time in the compiler than in its
// states.
var quick = func() []string {
	flags := promela.Flags()
	flags[0] = "-O0"
	return flags
}()

// TestSpin: a configuration of each of four algorithms, among them one with stuck states, one that
// breaks its rule, one with channels that keep no order, and one with several quorums to choose
// from.
func TestSpin(t *testing.T) {
	assert.Long(t, "compiles C programs")
	all := structures(t)
	var compared, stuck, broken bool
	for _, seed := range []uint64{64, 84, 14, 87} {
		name, c := randomConfig(t, all, seed)
		t.Run(name, func(t *testing.T) {
			r := agree(t.Context(), t, c)
			compared, stuck, broken = true, stuck || r.Stuck > 0, broken || r.Violations > 0
			t.Logf("%d states, %d stuck, %d violations", r.States, r.Stuck, r.Violations)
		})
	}
	if compared && !t.Failed() && !(stuck && broken) {
		t.Error("no configuration is stuck, or none breaks its rule, so this tests little")
	}
}

package experiments

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"coterie/internal/check/assert"
	"coterie/quorum"
)

// childRun is a run in a process of its own: this test binary, which finds it in its environment.
type childRun struct {
	Results string
	Names   []string
	To      int           // how many squares
	Row     time.Duration // how long each takes
	Seed    uint64
	Resume  bool
	Check   bool // instead of a run
	Largest int64
}

const childVariable = "COTERIE_EXPERIMENTS_CHILD"

func TestMain(m *testing.M) {
	text := os.Getenv(childVariable)
	if text == "" {
		os.Exit(m.Run())
	}
	var c childRun
	if err := StrictJSON([]byte(text), &c); err != nil {
		panic(err)
	}
	os.Exit(c.run())
}

// childStudies are the studies that a child can run. The certificate of the fake depends on how
// often it was searched for, which is once in each process.
var childStudies = []string{"alpha", "beta", "gamma", "delta"}

func (c childRun) options() Options {
	var fakes []*fake
	for _, name := range childStudies {
		f := newFake(name)
		f.defaults.To = c.To
		if c.Row > 0 {
			f.onRow = func(ctx context.Context, _ int) error {
				select {
				case <-ctx.Done():
					return ctx.Err()
				case <-time.After(c.Row):
					return nil
				}
			}
		}
		fakes = append(fakes, f)
	}
	opts := options(c.Results, fakes...)
	opts.Names, opts.Resume, opts.Seed, opts.Doing = c.Names, c.Resume, c.Seed, "a child"
	return opts
}

// run ends with the exit status of the command line: 2 if the folder or the disk refuses, 3 for an
// interruption, 4 for a failure that should not happen.
func (c childRun) run() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	limitFiles(c.Largest)
	var err error
	if c.Check {
		var report CheckReport
		if report, err = Check(ctx, c.options()); err == nil && !report.OK() {
			fmt.Fprintln(os.Stderr, report.Differences)
			return 1
		}
	} else {
		_, err = Run(ctx, c.options())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	var study *StudyError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &study) && study.End == StudyInterrupted:
		return 3
	case errors.As(err, &study):
		return 4
	}
	return 2
}

// command starts the child, by a wrapper if there is one.
func (c childRun) command(t testing.TB, wrapper ...string) *exec.Cmd {
	t.Helper()
	program := assert.Got(os.Executable())(t)
	text := assert.Got(json.Marshal(c))(t)
	args := append(wrapper, program)
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Env = append(os.Environ(), childVariable+"="+string(text))
	return cmd
}

// status waits for a child and returns its exit status, -1 if a signal ended it, and its standard
// error output.
func status(cmd *exec.Cmd) (int, string) {
	var errs bytes.Buffer
	cmd.Stderr = &errs
	err := cmd.Run()
	if err != nil && cmd.ProcessState == nil {
		return -2, err.Error()
	}
	return cmd.ProcessState.ExitCode(), errs.String()
}

// manyAtOnce starts runs of different studies in one folder at once, several times.
func manyAtOnce(t *testing.T, trials int) {
	refused := 0
	for trial := range trials {
		results := t.TempDir()
		statuses, errs := make([]int, len(childStudies)), make([]string, len(childStudies))
		var all sync.WaitGroup
		for i, name := range childStudies {
			all.Go(func() {
				statuses[i], errs[i] = status(childRun{Results: results, Names: []string{name}, To: 3, Seed: 11, Row: time.Millisecond}.command(t))
			})
		}
		all.Wait()
		m := assert.Got(loadManifest(results))(t)
		for i, name := range childStudies {
			switch {
			case statuses[i] == 0 && m.part(name, false) == nil:
				t.Errorf("trial %d: %s is done and not in the manifest", trial, name)
			case statuses[i] == 2 && strings.Contains(errs[i], " is in use by process ") && strings.Contains(errs[i], ", a child, since "):
				refused++
			case statuses[i] == 2 && strings.Contains(errs[i], " is in use by another process"):
				refused++ // it had the lock but had not reported it yet
			case statuses[i] != 0:
				t.Errorf("trial %d: %s: status %d: %s", trial, name, statuses[i], errs[i])
			}
		}
		if got, text := status(childRun{Results: results, Names: done(m), To: 3, Check: true}.command(t)); got != 0 {
			t.Errorf("trial %d: check: status %d: %s", trial, got, text)
		}
		if left, err := os.ReadDir(filepath.Join(results, partialName)); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("trial %d: %v is left, %v", trial, left, err)
		}
	}
	if refused == 0 && trials > 1 {
		t.Error("no run met another one")
	}
}

// done lists the studies that a manifest has.
func done(m manifest) (names []string) {
	for _, name := range childStudies {
		if m.part(name, false) != nil {
			names = append(names, name)
		}
	}
	return names
}

// If several runs start in one folder, those that succeed have their entries in the manifest, and
// the others name the run in their way.
func TestRunsAtOnce(t *testing.T) { manyAtOnce(t, 4) }

// A check is refused while a run is at work, and a run while a check is; checks go together. A lock
// whose process was killed does not count.
func TestLockOfTheFolder(t *testing.T) {
	results := t.TempDir()
	mustRun(t, options(results, newFake("alpha")))
	opts := options(results, newFake("alpha"))
	opts.Doing = "coterie experiment run alpha"
	inside := 0
	opts.Studies[0] = studyOf("alpha", "Alpha", "Looks around.", func(out *Output) {
		inside++
		for name, do := range map[string]func() error{
			"run":    func() error { _, err := Run(t.Context(), opts); return err },
			"check":  func() error { _, err := Check(t.Context(), opts); return err },
			"redraw": func() error { _, err := Redraw(t.Context(), opts); return err },
		} {
			if name == "check" && out.checking {
				continue // checks go together
			}
			want := fmt.Sprintf("%s is in use by process %d, coterie experiment run alpha, since 2", results, os.Getpid())
			var in *quorum.InputError
			if err := do(); !errors.As(err, &in) || in.Hint() != "wait until it has ended, or give another folder" || !strings.HasPrefix(err.Error(), want) {
				t.Errorf("%s: %v, want %q", name, err, want)
			}
		}
		Table(out, "n", []int(nil), Ints("n", "", "a number", func(n int) int { return n }))
	})
	opts.Names = []string{"alpha"}
	mustRun(t, opts)
	if _, err := Check(t.Context(), opts); err != nil || inside != 2 {
		t.Errorf("%v, %d studies ran", err, inside)
	}
	if ok, _ := exists(filepath.Join(results, partialName)); ok {
		t.Error("a check leaves something")
	}

	slow := childRun{Results: results, Names: []string{"beta"}, To: 1000, Row: time.Second}.command(t)
	assert.OK(t, slow.Start())
	lock := filepath.Join(results, partialName, lockName)
	for begin := time.Now(); time.Since(begin) < time.Minute; time.Sleep(5 * time.Millisecond) {
		if data, _ := os.ReadFile(lock); len(data) > 0 {
			break
		}
	}
	assert.Refused(Check(t.Context(), opts))(t, fmt.Sprintf(" is in use by process %d, a child", slow.Process.Pid), "check beside another process")
	slow.Process.Kill()
	slow.Wait()
	if _, err := Run(t.Context(), opts); err != nil {
		t.Error(err)
	}
}

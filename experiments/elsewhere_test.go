package experiments

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/check/worktest"
	"coterie/internal/machine/work"
)

// ladder is a study whose second and third stage follow from the rows before them, with everything
// between its stages that a worker must leave alone.
type ladder struct {
	rungs   [3]atomic.Int64 // rows that were computed of each stage
	asides  atomic.Int64    // certificates verified, pictures drawn
	ends    atomic.Int64    // declarations that came to their end
	onRow   func(ctx context.Context, n int) error
	fails   error // the error between the second and the third stage
	panics  bool  // there, too
	reading bool  // a file of another study before the third stage
}

func (l *ladder) study() Study {
	return NewStudy(Spec[fakeParams]{
		Name: "ladder", Title: "Ladder", Doc: "Rows that follow from rows.", Default: fakeParams{From: 1, To: 12}, Full: &fakeParams{From: 1, To: 250},
		Declare: l.declare,
		Verify: func(context.Context, fakeParams, string, []byte) error {
			l.asides.Add(1)
			return nil
		},
	})
}

func (l *ladder) declare(out *Output, p fakeParams) {
	step := func(rung int) func(context.Context, int) (int, error) {
		return func(ctx context.Context, n int) (int, error) {
			l.rungs[rung].Add(1)
			if l.onRow != nil {
				if err := l.onRow(ctx, n); err != nil {
					return 0, err
				}
			}
			return n + int(out.Rand(fmt.Sprint(rung), fmt.Sprint(n)).Uint64N(50)), nil
		}
	}
	emit := func(name string, rows []int) {
		t := Table(out, name, rows, Ints("value", "nodes", "a number", func(n int) int { return n }))
		if name == "second" { // pictures take long
			out.Draw(name, func() (Picture, error) {
				l.asides.Add(1)
				return dot{}, nil
			}, t)
			out.Found(name, "There are %d of %s.", len(rows), name)
		}
		out.Certificate(name+".json", rows)
		out.Claim("ladder-"+name, "Nobody 1900", "Lemma", "Numbers are positive.",
			ForAll("all", rows, func(n int) (bool, string) { return n > 0, fmt.Sprint(n) }))
	}
	first := Compute(out, "first", Numbers(p.From, p.To), step(0))
	emit("first", first)
	second := Compute(out, "second", first, step(1))
	emit("second", second)
	if l.panics {
		panic("a ladder breaks")
	}
	out.Fail(l.fails)
	if l.reading {
		_, _, err := out.read("other", false, "other.csv")
		out.Fail(err)
	}
	third := Compute(out, "third", Keep(second, func(n int) bool { return n%2 == 0 }), step(2))
	emit("third", third)
	Compute(out, "none", []int(nil), step(0))
	l.ends.Add(1)
}

// options returns the options of a run of the ladder and of the claims gathered from it.
func (l *ladder) options(t *testing.T) Options {
	studies := []Study{l.study()}
	return Options{
		Studies: append(studies, ClaimsStudy(studies)), Results: t.TempDir(), Version: "test", Build: "build", Jobs: 2, Seed: 11,
	}
}

// others returns a runner whose workers have the ladder, too.
func (l *ladder) others() *worktest.Elsewhere {
	return &worktest.Elsewhere{Kinds: []work.Kind{Work([]Study{newFake("fake").study(), l.study()})}, Seed: 7}
}

// TestRowsElsewhere: rows computed from the bytes of their jobs alone make the same results folder,
// and workers do nothing but rows.
func TestRowsElsewhere(t *testing.T) {
	for _, full := range []bool{false, true} {
		var here, there, workers ladder
		opts := here.options(t)
		opts.Full = full
		mustRun(t, opts)
		want := snapshot(t, opts.Results)
		opts, runner := there.options(t), workers.others()
		opts.Full, opts.Runner = full, runner
		mustRun(t, opts)
		if got := snapshot(t, opts.Results); !maps.Equal(got, want) || len(want) < 10 {
			t.Errorf("full %v: the folder of %d files is another one", full, len(want))
		}
		assert.MustEqual(t, len(runner.Jobs), 3, "full %v: jobs", full)
		for i, job := range runner.Jobs {
			sample := max(1, job.Parts/100)
			if job.Trust.Sample != sample || int(there.rungs[i].Load()) != sample || int(workers.rungs[i].Load()) < job.Parts {
				t.Errorf("full %v: of %d rows %d were computed here, a sample of %d", full, job.Parts, there.rungs[i].Load(), job.Trust.Sample)
			}
		}
		if workers.asides.Load() != 0 || workers.ends.Load() != 0 {
			t.Errorf("full %v: workers drew or verified %d times, and ended %d studies", full, workers.asides.Load(), workers.ends.Load())
		}
		for _, job := range runner.Jobs {
			if words := job.Trust.Words(); !strings.HasPrefix(words, "every row by its form, ") || !strings.HasSuffix(words, "computed again here") {
				t.Errorf("full %v: trusted by %s", full, words)
			}
		}
	}
}

// TestSampleIsBounded: however many rows a stage has, few are computed again.
func TestSampleIsBounded(t *testing.T) {
	for rows, want := range map[int]int{1: 1, 99: 1, 100: 1, 250: 2, 799: 7, 800: 8, 100000: 8} {
		s := testExecution("", false)
		s.runner = work.Here{}
		job, err := Env{execution: s}.job("stage", make([]json.RawMessage, rows))
		if err != nil || job.Trust.Sample != want {
			t.Errorf("%d rows: a sample of %d, want %d", rows, job.Trust.Sample, want)
		}
	}
}

// TestOpeningRefuses: a job that is not a stage of these studies is a clear error.
func TestOpeningRefuses(t *testing.T) {
	var l ladder
	opts, runner := l.options(t), l.others()
	opts.Runner = runner
	mustRun(t, opts)
	second, third := runner.Jobs[1], runner.Jobs[2]
	change := func(job work.Job, old, new string) []byte {
		assert.MustTrue(t, strings.Contains(string(job.Params), old), "no %s in %s", old, job.Params)
		return []byte(strings.Replace(string(job.Params), old, new, 1))
	}
	for _, c := range []struct {
		name   string
		params []byte
		study  *ladder
		host   work.Host
		want   string
	}{
		{"no JSON", []byte("{"), &ladder{}, work.Host{}, "no stage of a study"},
		{"other keys", []byte(`{"command":"rm"}`), &ladder{}, work.Host{}, "no stage of a study"},
		{"study", change(second, `"ladder"`, `"stairs"`), &ladder{}, work.Host{}, `no study named "stairs"`},
		{"part", change(second, `"default"`, `"half"`), &ladder{}, work.Host{}, `no part "half"`},
		{"parameters", change(second, `"to":12`, `"to":13`), &ladder{}, work.Host{}, `are {"from":1,"to":12} here, and {"from":1,"to":13}`},
		{"stage", change(second, `"second"`, `"fourth"`), &ladder{}, work.Host{}, `no stage "fourth"`},
		{"seed", change(second, `"seed":11`, `"seed":12`), &ladder{}, work.Host{}, "of other parameters than the 12"},
		{"earlier", second.Params, &ladder{}, work.Host{Earlier: nobody{}}, "nobody has it"},
		{"failure", third.Params, &ladder{fails: errors.New("it broke")}, work.Host{}, "it broke"},
		{"panic", third.Params, &ladder{panics: true}, work.Host{}, "study ladder panics: a ladder breaks"},
		{"file", third.Params, &ladder{reading: true}, work.Host{}, "no results folder"},
	} {
		task, err := Work([]Study{c.study.study()}).Open(t.Context(), c.params, c.host)
		if err == nil || task != nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	why := errors.New("enough")
	stuck := &ladder{onRow: func(ctx context.Context, _ int) error {
		cancel(why)
		<-ctx.Done()
		return nil
	}}
	if _, err := Work([]Study{stuck.study()}).Open(ctx, second.Params, work.Host{}); !errors.Is(err, why) {
		t.Errorf("opened while the context ended: %v", err)
	}
}

// nobody is a runner that fails.
type nobody struct{}

func (nobody) Run(context.Context, work.Job, work.Task, func(int, []byte) error) (work.Report, error) {
	return work.Report{}, errNobody
}

var errNobody = errors.New("nobody has it")

// TestRowsFailElsewhere: a row that fails on another machine is named, and a runner that fails is
// no fault of the study.
func TestRowsFailElsewhere(t *testing.T) {
	var here ladder
	workers := ladder{onRow: func(_ context.Context, n int) error {
		if n == 7 {
			return errors.New("seven")
		}
		return nil
	}}
	opts := here.options(t)
	opts.Runner = workers.others()
	_, err := Run(t.Context(), opts)
	var study *StudyError
	if !errors.As(err, &study) || study.End == RowsLost || !strings.Contains(err.Error(), "first: row 7, 7: seven") {
		t.Errorf("a row fails: %v", err)
	}
	opts = here.options(t)
	opts.Runner = nobody{}
	_, err = Run(t.Context(), opts)
	if !errors.As(err, &study) || study.End != RowsLost || !errors.Is(err, errNobody) || !strings.Contains(err.Error(), "study ladder (default): first:") {
		t.Errorf("a runner fails: %v", err)
	}
}

// odd is a runner that returns the given results.
type odd struct{ results []string }

func (o odd) Run(ctx context.Context, job work.Job, _ work.Task, take func(int, []byte) error) (work.Report, error) {
	for i, result := range o.results {
		at := i % job.Parts
		if err := job.Trust.Check(ctx, at, []byte(result)); err != nil {
			return work.Report{}, err
		}
		if err := take(at, []byte(result)); err != nil {
			return work.Report{}, err
		}
	}
	return work.Report{}, nil
}

// TestRowsAreAllThere: missing rows, repeated rows and results that are no rows are refused.
func TestRowsAreAllThere(t *testing.T) {
	for _, c := range []struct {
		results []string
		want    string
	}{
		{[]string{"1", "2", "3"}, ""},
		{[]string{"1", "2"}, "row 3 of 3 is not there"},
		{[]string{"1", "2", "3", "1"}, "part 1 of 3 came twice"},
		{[]string{"1", `"two"`, "3"}, "cannot unmarshal"},
		{[]string{"1", "2 3", "3"}, "invalid character"},
	} {
		env := Env{execution: testExecution(t.TempDir(), false)}
		env.execution.runner = odd{c.results}
		rows, err := Rows(t.Context(), env, "rows", []int{4, 5, 6}, func(context.Context, int) (int, error) { return 0, nil })
		if c.want == "" && (err != nil || !slices.Equal(rows, []int{1, 2, 3})) || c.want != "" && (err == nil || rows != nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%q: %v, %v, want %q", c.results, rows, err, c.want)
		}
	}
}

// TestResumeElsewhere: rows from elsewhere are kept as they come; a resumed run hands out the rest,
// and later stages find the resumed rows.
func TestResumeElsewhere(t *testing.T) {
	var whole ladder
	opts := whole.options(t)
	mustRun(t, opts)
	want := snapshot(t, opts.Results)

	var here ladder
	opts = here.options(t)
	// A first run of this machine is interrupted in its second stage.
	ctx, cancel := context.WithCancel(t.Context())
	opts.Jobs = 1
	here.onRow = func(context.Context, int) error {
		if here.rungs[1].Load() == 5 {
			cancel()
		}
		return nil
	}
	var interrupted *StudyError
	if _, err := Run(ctx, opts); !errors.As(err, &interrupted) || interrupted.End != StudyInterrupted || interrupted.Rows != 12+4 {
		t.Fatal(err)
	}
	// A second one, over a cluster, in the third: it took up the rows of two stages.
	here.onRow = nil
	ctx, cancel = context.WithCancel(t.Context())
	var workers ladder
	runner := workers.others()
	opts.Resume, opts.Runner = true, runner
	opts.Progress = func(stage string, done, _ int) {
		if stage == "rows of third" && done == 2 {
			cancel()
		}
	}
	if _, err := Run(ctx, opts); !errors.As(err, &interrupted) || interrupted.End != StudyInterrupted || interrupted.Rows != 12+12+2 {
		t.Fatalf("%v: %+v", err, interrupted)
	}
	if first, second := workers.rungs[0].Load(), workers.rungs[1].Load(); first != 0 || second < 8 || second > 16 {
		t.Errorf("%d and %d rows were computed elsewhere that were there", first, second)
	}
	// A third one, here, computes only the rest.
	before := here.rungs[2].Load()
	opts.Runner, opts.Progress = nil, nil
	report := mustRun(t, opts)
	assert.Map(t, snapshot(t, opts.Results), want, "the folder is another one than that of a whole run")
	if rest := int(here.rungs[2].Load() - before); rest != report.Done[0].Rows-12-12-2 || report.Done[0].Resumed != 26 {
		t.Errorf("%d rows were computed after %d were taken up, of %d", rest, report.Done[0].Resumed, report.Done[0].Rows)
	}
}

// meeting is a runner whose first jobs wait until a given number of jobs are there.
type meeting struct {
	*worktest.Elsewhere
	wanted  int64
	there   atomic.Int64
	all     chan struct{}
	refuses string // the study whose job is refused
	enough  func() // called when the greatest number is at work at once
}

func (m *meeting) Run(ctx context.Context, job work.Job, task work.Task, take func(int, []byte) error) (work.Report, error) {
	there := m.there.Add(1)
	if there == m.wanted {
		close(m.all)
	}
	if there == studiesAhead && m.enough != nil {
		m.enough()
	}
	select {
	case <-m.all:
	case <-ctx.Done():
		return work.Report{}, ctx.Err()
	}
	if m.refuses != "" && strings.Contains(job.Title, m.refuses) {
		return work.Report{}, errNobody
	}
	return m.Elsewhere.Run(ctx, job, task, take)
}

// TestStudiesAhead: over a cluster the rows of several studies are requested at once. Their inputs,
// their order and their messages are the same as here.
func TestStudiesAhead(t *testing.T) {
	var fakes []*fake
	for _, name := range []string{"alpha", "beta", "gamma", "delta", "epsilon", "zeta"} {
		fakes = append(fakes, newFake(name))
	}
	opts := options(t.TempDir(), fakes...)
	mustRun(t, opts)
	want := snapshot(t, opts.Results)

	for _, f := range fakes {
		f.searched = 0
	}
	far := options(t.TempDir(), fakes...)
	runner := &meeting{Elsewhere: &worktest.Elsewhere{Kinds: []work.Kind{Work(far.Studies)}}, wanted: studiesAhead, all: make(chan struct{})}
	told := 0
	var stages []string // unguarded: the race detector watches the promise of Progress
	far.Runner, far.Progress = runner, func(stage string, done, total int) {
		if done == total {
			stages = append(stages, stage)
		}
		told++
	}
	report := mustRun(t, far)
	assert.Map(t, snapshot(t, far.Results), want, "the folder is another one")
	var order []string
	for _, done := range report.Done {
		order = append(order, done.Study)
	}
	if !slices.Equal(order, []string{"alpha", "beta", "gamma", "delta", "epsilon", "zeta", "claims"}) || len(stages) > 6 || told == 0 {
		t.Errorf("in the order %q, and %q were told", order, stages)
	}

	// A study that cannot be computed ends those ahead, and those before it are complete.
	far = options(t.TempDir(), fakes...)
	runner = &meeting{Elsewhere: runner.Elsewhere, wanted: studiesAhead, all: make(chan struct{}), refuses: "gamma"}
	far.Runner = runner
	report, err := Run(t.Context(), far)
	if !errors.Is(err, errNobody) || len(report.Done) != 2 {
		t.Errorf("%d studies, %v", len(report.Done), err)
	}

	// Ctrl-C ends all of them.
	far = options(t.TempDir(), fakes...)
	ctx, cancel := context.WithCancel(t.Context())
	far.Runner = &meeting{Elsewhere: runner.Elsewhere, wanted: 100, all: make(chan struct{}), enough: cancel}
	var interrupted *StudyError
	if _, err := Run(ctx, far); !errors.As(err, &interrupted) || interrupted.End != StudyInterrupted || interrupted.Study != "alpha" {
		t.Error(err)
	}
}

// TestProgressFromTheFirstRow: a study that begins in its turn reports its progress from the first
// row on. A study that is ahead of its turn reports none.
func TestProgressFromTheFirstRow(t *testing.T) {
	for _, now := range []bool{true, false} {
		var l, workers ladder
		opts := l.options(t).withDefaults()
		opts.Runner = workers.others()
		var told []string
		opts.Progress = func(stage string, done, _ int) { told = append(told, fmt.Sprint(stage, " ", done)) }
		c := assert.Got(begin(t.Context(), opts, opts.Studies[0], newOutputs(opts.Results), now))(t)
		<-c.over
		assert.OK(t, c.err)
		if now && (len(told) < 26 || told[0] != "rows of first 0" || told[1] != "rows of first 1") || !now && told != nil {
			t.Errorf("its turn: %t: told %q", now, told)
		}
	}
}

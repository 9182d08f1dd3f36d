package experiments

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/words/table"
)

func TestRowsKeepOrder(t *testing.T) {
	var params []int
	for i := range 200 {
		params = append(params, (i*37)%200)
	}
	for _, jobs := range []int{0, 1, 4} {
		// Without order in the completion, order in the result must come from Rows.
		rows := assert.Got(Rows(t.Context(), Env{Jobs: jobs}, "squares", params, func(_ context.Context, p int) (int, error) { return p * p, nil }))(t)
		for i, p := range params {
			assert.MustEqual(t, rows[i], p*p, "jobs %d: row %d", jobs, i)
		}
	}
}

func TestRowsUseJobs(t *testing.T) {
	for _, jobs := range []int{1, 3} {
		var running, most atomic.Int32
		release := make(chan struct{})
		var once sync.Once
		_, err := Rows(t.Context(), Env{Jobs: jobs}, "wait", make([]int, 12), func(ctx context.Context, _ int) (int, error) {
			now := running.Add(1)
			defer running.Add(-1)
			for old := most.Load(); now > old && !most.CompareAndSwap(old, now); old = most.Load() {
			}
			if int(now) == jobs {
				once.Do(func() { close(release) })
			}
			<-release // opens only when as many rows run as there are jobs
			return 0, nil
		})
		if err != nil || int(most.Load()) != jobs {
			t.Errorf("jobs %d: %d rows at once (%v)", jobs, most.Load(), err)
		}
	}
}

func TestRowsReportTheRow(t *testing.T) {
	broken := errors.New("broken")
	_, err := Rows(t.Context(), Env{Jobs: 4}, "squares", []int{5, 6, 7, 8}, func(ctx context.Context, p int) (int, error) {
		if p == 7 {
			return 0, broken
		}
		return p, nil
	})
	if !errors.Is(err, broken) || !strings.HasPrefix(err.Error(), "squares: row 3, 7: ") {
		t.Errorf("got %v", err)
	}
}

func TestRowsStopAfterAnError(t *testing.T) {
	var started atomic.Int32
	_, err := Rows(t.Context(), Env{Jobs: 1}, "squares", make([]int, 100), func(context.Context, int) (int, error) {
		started.Add(1)
		return 0, errors.New("broken")
	})
	if err == nil || started.Load() != 1 {
		t.Errorf("%d rows were started, error %v", started.Load(), err)
	}
}

func TestRowsPassThroughJSON(t *testing.T) {
	type row struct {
		Kept   int
		hidden int
	}
	rows, err := Rows(t.Context(), Env{}, "rows", []int{1}, func(context.Context, int) (row, error) { return row{Kept: 1, hidden: 2}, nil })
	if err != nil || rows[0] != (row{Kept: 1}) {
		t.Errorf("got %+v, %v: what JSON does not carry must not survive", rows, err)
	}
	_, err = Rows(t.Context(), Env{}, "rows", []int{1}, func(context.Context, int) (func(), error) { return func() {}, nil })
	assert.Fails(t, err, "", "a row without JSON was accepted")
	_, err = Rows(t.Context(), Env{}, "rows", []func(){nil}, func(context.Context, func()) (int, error) { return 0, nil })
	assert.Fails(t, err, "", "a parameter without JSON was accepted")
}

// A row that returns after the context ended may hold a value that the clock decided.
func TestRowsRefuseLateRows(t *testing.T) {
	cause := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	dir := t.TempDir()
	env := Env{execution: testExecution(dir, false), Jobs: 1}
	_, err := Rows(ctx, env, "late", []int{1, 2, 3}, func(_ context.Context, p int) (int, error) {
		if p == 2 {
			cancel(cause)
		}
		return p, nil
	})
	if !errors.Is(err, context.Canceled) || !errors.Is(err, cause) {
		t.Errorf("got %v", err)
	}
	if n := countKept(dir); n != 1 || env.execution.finished != 1 {
		t.Errorf("%d rows kept, %d counted, want the one before the cancellation", n, env.execution.finished)
	}
}

func TestRowsPanicOnStageNames(t *testing.T) {
	compute := func(env Env, stage string) func() {
		return func() {
			Rows(t.Context(), env, stage, []int{1}, func(context.Context, int) (int, error) { return 0, nil })
		}
	}
	for _, stage := range []string{"", "Upper", "a/b", "-a", "1a", "a--b"} {
		assert.True(t, panics(compute(Env{}, stage)), "stage %q was accepted", stage)
	}
	env := Env{execution: testExecution("", false)}
	compute(env, "twice")()
	assert.True(t, panics(compute(env, "twice")), "a stage name was used twice")
}

// testExecution returns the execution of a study with rows kept in dir.
func testExecution(dir string, resume bool) *execution {
	s := newExecution(newFake("fake").study(), false, 11)
	s.header.Version, s.header.Build = "test", "build"
	s.rowsDir, s.resume = dir, resume
	return s
}

// resumed resumes a computation from a folder of kept rows and returns the parameters that had to
// be computed.
func resumed(t *testing.T, s *execution, params []int, logf func(string, ...any)) (computed []int) {
	t.Helper()
	rows := assert.Got(Rows(t.Context(), Env{execution: s, Jobs: 1, logf: logf}, "rows", params, func(_ context.Context, p int) (fakeRow, error) {
		computed = append(computed, p)
		return fakeRow{N: p, Cells: []table.Cell{table.Int(p), table.Text("x"), table.Empty()}}, nil
	}))(t)
	for i, p := range params {
		if rows[i].N != p || !slices.Equal(rows[i].Cells, []table.Cell{table.Int(p), table.Text("x"), table.Empty()}) {
			t.Fatalf("row %d is %+v", i, rows[i])
		}
	}
	return computed
}

func TestResumeTakesRowsThatFit(t *testing.T) {
	params := []int{3, 4, 5, 6}
	for _, c := range []struct {
		name   string
		damage func(t *testing.T, file string)
		alter  func(s *execution)
		params []int
		want   []int  // computed again
		note   string // in the log
	}{
		{name: "all", want: nil, note: "4 of 4 rows taken up"},
		{name: "a parameter more", params: []int{3, 4, 5, 6, 7}, want: []int{7}},
		{name: "a parameter changed", params: []int{3, 4, 9, 6}, want: []int{9}},
		{name: "a parameter less", params: []int{3, 4}, want: nil},
		{name: "last line torn", damage: func(t *testing.T, file string) { cut(t, file, 3) }, want: []int{6}},
		{name: "newline missing", damage: func(t *testing.T, file string) { cut(t, file, 1) }, want: []int{6}},
		{name: "file empty", damage: func(t *testing.T, file string) { os.Truncate(file, 0) }, want: params, note: "header"},
		{name: "garbage inside", damage: func(t *testing.T, file string) { replace(t, file, `{"i":2`, `{"j":2`) }, want: []int{5, 6}},
		{name: "row of another type", damage: func(t *testing.T, file string) { replace(t, file, `"N":4`, `"N":"four"`) }, want: []int{4}},
		{name: "version", alter: func(s *execution) { s.header.Version = "next" }, want: params, note: `computed by version "test", this is "next"`},
		{name: "build", alter: func(s *execution) { s.header.Build = "other" }, want: params, note: "another build"},
		{name: "seed", alter: func(s *execution) { s.header.Seed = 12 }, want: params, note: "seed was 11, now 12"},
		{name: "parameters", alter: func(s *execution) { s.header.Parameters = []byte(`{"from":2,"to":8}`) }, want: params, note: `{"from":1,"to":8}, now {"from":2,"to":8}`},
		{name: "part", alter: func(s *execution) { s.header.Part = "full" }, want: params, note: "default part of fake"},
		{name: "format", alter: func(s *execution) { s.header.Format = "coterie-rows/2" }, want: params, note: "format"},
		{name: "no resume", alter: func(s *execution) { s.resume = false }, want: params},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			assert.MustSlice(t, resumed(t, testExecution(dir, false), params, nil), params, "a first run computed")
			if c.damage != nil {
				c.damage(t, filepath.Join(dir, "rows.jsonl"))
			}
			if c.params == nil {
				c.params = params
			}
			s := testExecution(dir, true)
			if c.alter != nil {
				c.alter(s)
			}
			var log strings.Builder
			logf := func(format string, args ...any) { fmt.Fprintf(&log, format+"\n", args...) }
			assert.Slice(t, resumed(t, s, c.params, logf), c.want, "computed")
			assert.Contains(t, log.String(), c.note)
			if s.finished != len(c.params) || s.resumed != len(c.params)-len(c.want) {
				t.Errorf("counted %d rows, %d resumed", s.finished, s.resumed)
			}
			// Whatever happened, the file is whole again.
			again := testExecution(dir, true)
			again.header = s.header
			if got := resumed(t, again, c.params, nil); len(got) != 0 {
				t.Errorf("a further resume computed %v", got)
			}
		})
	}
}

// Rows of another seed must not come back once the first rows of the new one were written over
// them.
func TestDiscardedRowsStayDiscarded(t *testing.T) {
	dir, params := t.TempDir(), []int{3, 4, 5, 6}
	resumed(t, testExecution(dir, false), params, nil)
	reseeded := func() *execution {
		s := testExecution(dir, true)
		s.header.Seed = 12
		return s
	}
	ctx, cancel := context.WithCancel(t.Context())
	_, err := Rows(ctx, Env{execution: reseeded(), Jobs: 1}, "rows", params, func(_ context.Context, p int) (fakeRow, error) {
		if p == 4 {
			cancel()
		}
		return fakeRow{N: p, Cells: []table.Cell{table.Int(p), table.Text("x"), table.Empty()}}, nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	assert.Slice(t, resumed(t, reseeded(), params, nil), []int{4, 5, 6}, "computed")
}

func cut(t *testing.T, file string, bytes int64) {
	info, err := os.Stat(file)
	if err == nil {
		err = os.Truncate(file, info.Size()-bytes)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func replace(t *testing.T, file, old, new string) {
	t.Helper()
	data := assert.Got(os.ReadFile(file))(t)
	assert.MustTrue(t, strings.Contains(string(data), old), "no %s in %s", old, data)
	assert.OK(t, os.WriteFile(file, []byte(strings.Replace(string(data), old, new, 1)), 0o666))
}

func TestProgress(t *testing.T) {
	var told []string // unguarded: the race detector watches the promise of Progress
	env := Env{Jobs: 4, Progress: func(stage string, done, total int) {
		told = append(told, fmt.Sprintf("%s %d/%d", stage, done, total))
	}}
	params := make([]int, 50)
	_, err := Rows(t.Context(), env, "fifty", params, func(context.Context, int) (int, error) { return 1, nil })
	if err != nil {
		t.Fatal(err)
	}
	if len(told) != 51 || told[0] != "rows of fifty 0/50" || told[50] != "rows of fifty 50/50" {
		t.Errorf("%q", told)
	}
	told, env.Jobs = nil, 1
	_, err = Rows(t.Context(), env, "broken", params, func(context.Context, int) (int, error) { return 0, errors.New("broken") })
	if err == nil || len(told) != 1 {
		t.Errorf("%v, %q", err, told)
	}
}

func TestRand(t *testing.T) {
	env := Env{Seed: 1}
	stream := func(e Env, labels ...string) [4]uint64 {
		r := e.Rand(labels...)
		return [4]uint64{r.Uint64(), r.Uint64(), r.Uint64(), r.Uint64()}
	}
	assert.Equal(t, stream(env, "a", "1"), stream(env, "a", "1"), "equal labels give different streams")
	seen := map[[4]uint64]string{}
	for name, s := range map[string][4]uint64{
		"a 1": stream(env, "a", "1"), "a1": stream(env, "a1"), "a 2": stream(env, "a", "2"), "1 a": stream(env, "1", "a"), "none": stream(env),
		"empty": stream(env, ""), "seed 2": stream(Env{Seed: 2}, "a", "1"), "seed 11": stream(Env{Seed: 11}), "quote": stream(env, `a""1`),
	} {
		if other, taken := seen[s]; taken {
			t.Errorf("%s and %s give the same stream", name, other)
		}
		seen[s] = name
	}
	// The seeds in manifests stand for this stream: it must not change with the program.
	if got, want := env.Rand("cover", "13").Uint64(), uint64(13205596767467035212); got != want {
		t.Errorf("the stream changed: %d, was %d", got, want)
	}
}

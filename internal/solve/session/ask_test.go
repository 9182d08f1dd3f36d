package session

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
	"coterie/internal/solve/sat"
	"coterie/quorum"
	"coterie/search"
)

// askFake is the command of a solver, this test program, that writes text and ends with
// status; before that it may "sleep", or "prove": write the file of its last argument.
func askFake(text string, status int, habit string) []string {
	return []string{os.Args[0], "-test.run=^TestAskFakeSolver$", "--", text, fmt.Sprint(status), habit}
}

// TestAskFakeSolver is no test, but the solver.
func TestAskFakeSolver(t *testing.T) {
	i := slices.Index(os.Args, "--")
	if i < 0 || len(os.Args) < i+4 {
		t.Skip("not called as a solver")
	}
	status := 0
	if _, err := fmt.Sscan(os.Args[i+2], &status); err != nil {
		os.Exit(1)
	}
	last := os.Args[len(os.Args)-1]
	switch os.Args[i+3] {
	case "sleep":
		time.Sleep(time.Minute)
	case "prove":
		if os.WriteFile(last, []byte("0\n"), 0o666) != nil {
			os.Exit(1)
		}
	}
	fmt.Print(os.Args[i+1])
	os.Exit(status)
}

// askPigeons says that n+1 pigeons have n holes, a hole each, if literal when holds.
func askPigeons(c *sat.CNF, n, when int) {
	at := make([][]int, n+1)
	for p := range at {
		for range n {
			at[p] = append(at[p], c.NewVar())
		}
		c.AddClause(append([]int{-when}, at[p]...)...)
	}
	for h := range n {
		for p := range at {
			for q := range p {
				c.AddClause(-at[p][h], -at[q][h])
			}
		}
	}
}

// askQuiet waits until there are no more goroutines than before.
func askQuiet(t *testing.T, before int) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); runtime.NumGoroutine() > before; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d goroutines, %d before", runtime.NumGoroutine(), before)
		}
	}
}

// TestAskIsTheSameForAllJobs compares answers with a search without cases.
func TestAskIsTheSameForAllJobs(t *testing.T) {
	before := runtime.NumGoroutine()
	r := rand.New(rand.NewPCG(1, 2))
	count := map[sat.Verdict]int{}
	for range 60 {
		c := &sat.CNF{}
		vars := 4 + r.IntN(8)
		c.Grow(vars)
		for range vars + r.IntN(9*vars) {
			c.AddClause((1+r.IntN(vars))*(1-2*r.IntN(2)), (1+r.IntN(vars))*(1-2*r.IntN(2)), (1+r.IntN(vars))*(1-2*r.IntN(2)))
		}
		var cases [][]int
		for x := range 1 << 3 {
			cases = append(cases, []int{1 - 2*(x&1), 2 - 4*(x>>1&1), 3 - 6*(x>>2&1)})
		}
		want, err := New(t.Context(), search.Options{}, &search.Result{}).Ask(t.Context(), Question{CNF: c})
		if err != nil || want.By != "gini" {
			t.Fatal(want, err)
		}
		count[want.Verdict]++
		var model []bool
		for _, jobs := range []int{1, 2, 3, 20} {
			inside, calls := false, 0
			s := New(t.Context(), search.Options{Jobs: jobs, Seed: 7, Progress: func(stage string, _, _ int) {
				if inside || strings.Contains(stage, "conflicts") || !strings.HasPrefix(stage, "small") && stage != "cases refuted: small" {
					t.Errorf("two at a time, or %q", stage)
				}
				inside = true
				runtime.Gosched()
				calls++
				inside = false
			}}, &search.Result{})
			got, err := s.Ask(t.Context(), Question{Words: "small", CNF: c, Cases: cases})
			if err != nil || got.Verdict != want.Verdict || (got.Verdict == sat.Sat) != (got.Model != nil) {
				t.Fatalf("%d jobs: %+v, %v; want %v", jobs, got, err, want.Verdict)
			}
			if got.Model != nil && (c.Violated(got.Model) >= 0) {
				t.Fatal("a model that is none")
			}
			if model == nil {
				model = got.Model
			}
			assert.MustSlice(t, got.Model, model, "%d jobs: another model than one job finds", jobs)
			if calls == 0 {
				t.Error("no progress was told")
			}
		}
	}
	if count[sat.Sat] < 10 || count[sat.Unsat] < 10 {
		t.Errorf("too few of a kind: %v", count)
	}
	askQuiet(t, before)
}

// TestAskEndsWithTheFirstModel: a case would take hours, one before it has a model.
func TestAskEndsWithTheFirstModel(t *testing.T) {
	before := runtime.NumGoroutine()
	c := &sat.CNF{}
	hard := c.NewVar()
	askPigeons(c, 12, hard)
	a, err := New(t.Context(), search.Options{Jobs: 2}, &search.Result{}).Ask(t.Context(), Question{CNF: c, Cases: [][]int{{-hard}, {hard}}})
	if a.Verdict != sat.Sat || err != nil || a.Model[hard] {
		t.Errorf("%+v, %v", a.Verdict, err)
	}
	askQuiet(t, before)
}

// TestAskEndsWithTheClauses: a refutation of the clauses alone ends the work on all cases.
func TestAskEndsWithTheClauses(t *testing.T) {
	r := refutation{told: func(int) {}, decided: func() {}}
	if !r.refute([]int{1}) || !r.refuted([]int{3, 1}) || r.refuted([]int{2, 3}) || r.done != 1 {
		t.Errorf("%d done, cores %v", r.done, r.cores)
	}
	if r.refute(nil) || !r.alone {
		t.Error("the clauses are refuted, and cases are left")
	}
	c := &sat.CNF{}
	c.AddClause(1)
	c.AddClause(-1)
	c.Grow(3)
	a, err := New(t.Context(), search.Options{Jobs: 1}, &search.Result{}).Ask(t.Context(), Question{CNF: c, Cases: [][]int{{2}, {3}, {-3}}})
	if a.Verdict != sat.Unsat || err != nil {
		t.Errorf("%v, %v", a, err)
	}
}

func TestAskIsCancelled(t *testing.T) {
	before := runtime.NumGoroutine()
	for _, jobs := range []int{1, 2, 4} {
		c := &sat.CNF{}
		always := c.NewVar()
		c.AddClause(always)
		askPigeons(c, 12, always)
		var cases [][]int
		for v := range 12 {
			cases = append(cases, []int{v + 2})
		}
		for _, list := range [][][]int{nil, cases} {
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
			start := reach.CPU()
			s := New(t.Context(), search.Options{Jobs: jobs}, &search.Result{})
			a, err := s.Ask(ctx, Question{Words: "pigeons", CNF: c, Cases: list})
			if a.Verdict != sat.Unknown || a.By != "gini" || err != nil {
				t.Errorf("%d jobs: %+v, %v", jobs, a, err)
			}
			if took := reach.CPU() - start; took > 2*time.Second { // some ms on an idle machine
				t.Errorf("%d jobs: ended after %v", jobs, took)
			}
			cancel()
		}
	}
	askQuiet(t, before)
}

func TestAskExternal(t *testing.T) {
	c := &sat.CNF{}
	c.AddClause(1)
	c.AddClause(-1, 2)
	refuted := &sat.CNF{}
	refuted.AddClause()
	q := Question{Words: "one", CNF: c, Cases: [][]int{{-1}}} // the case, a wrong one, is not told

	var told []string
	s := New(t.Context(), search.Options{
		Solver:   askFake("c conflicts: 12\ns SATISFIABLE\nv 1 2 0\n", 10, "-"),
		Progress: func(stage string, _, _ int) { told = append(told, stage) },
		Say:      func(line string) { told = append(told, line) },
	}, &search.Result{Objective: "K"})
	s.Raise(2, "counting")
	s.Raise(3, "counting")
	s.Remark("nobody knows")
	a, err := s.Ask(t.Context(), q)
	s.Tell()
	s.Reduce(4, "a cover")
	s.Reduce(5, "no better")
	if a.Verdict != sat.Sat || err != nil || !slices.Equal(a.Model, []bool{false, true, true}) || a.By != filepath.Base(os.Args[0]) {
		t.Errorf("%+v, %v", a, err)
	}
	assert.Slice(t, told, []string{"K >= 3: counting", "nobody knows", "one (at least 3)", "conflicts: one (at least 3)", "K <= 4: a cover"}, "told")
	a, err = New(t.Context(), search.Options{Solver: askFake("s UNSATISFIABLE\n", 20, "-")}, &search.Result{}).Ask(t.Context(), Question{CNF: refuted})
	if a.Verdict != sat.Unsat || err != nil {
		t.Errorf("%+v, %v", a, err)
	}

	s = New(t.Context(), search.Options{Solver: askFake("s UNKNOWN\n", 0, "-")}, &search.Result{})
	a, err = s.Ask(t.Context(), q)
	if a.Verdict != sat.Unknown || err != nil || s.Close() != nil || s.StoppedBy != "the solver gave no answer" {
		t.Errorf("%+v, %v, stopped by %q", a, err, s.StoppedBy)
	}

	for _, bad := range []struct {
		command []string
		fault   sat.SolverFault
	}{
		{askFake("s SATISFIABLE\nv 1 -2 0\n", 10, "-"), sat.Lied},
		{askFake("out of memory\n", 1, "-"), sat.Crashed},
		{[]string{filepath.Join(t.TempDir(), "none")}, sat.Missing},
	} {
		s := New(t.Context(), search.Options{Solver: bad.command}, &search.Result{})
		if a, err := s.Ask(t.Context(), q); a.Verdict != sat.Unknown || sat.FaultOf(err) != bad.fault {
			t.Errorf("%+v, %v; want %v", a, err, bad.fault)
		}
	}

	ctx, cancel := context.WithTimeoutCause(t.Context(), 50*time.Millisecond, errors.New("enough"))
	defer cancel()
	s = New(t.Context(), search.Options{Solver: askFake("", 0, "sleep")}, &search.Result{})
	a, err = s.Ask(ctx, q)
	if a.Verdict != sat.Unknown || err != nil || s.stopped != "" { // which says that the sleep was over
		t.Errorf("%+v, %v, stopped by %q", a, err, s.stopped)
	}
}

// askKeeper keeps nothing, and has the proof written to a given file.
type askKeeper struct{ proof string }

func (k askKeeper) Ask(_ context.Context, q Question, solve func(string) (Answer, error)) (Answer, *search.Proof, error) {
	a, err := solve(k.proof)
	return a, &search.Proof{Question: q.Words, Theorems: q.Theorems.Files()}, err
}

// TestAskKeeper: a result has the proofs of the refuted questions, in order, and a question without
// theorems is a bug.
func TestAskKeeper(t *testing.T) {
	proof := filepath.Join(t.TempDir(), "proof")
	refuted, found := &sat.CNF{}, &sat.CNF{}
	refuted.AddClause()
	found.AddClause(1)
	by := Theorems{"mols"}
	s := New(WithKeeper(t.Context(), askKeeper{proof}), search.Options{Solver: askFake("s UNSATISFIABLE\n", 20, "prove")}, &search.Result{})
	if a, err := s.Ask(t.Context(), Question{Words: "K = 3", CNF: refuted, Theorems: by}); a.Verdict != sat.Unsat || err != nil {
		t.Fatal(a, err)
	}
	if text, err := os.ReadFile(proof); string(text) != "0\n" || err != nil {
		t.Errorf("the proof is %q, %v", text, err)
	}
	s.Options.Solver = askFake("s SATISFIABLE\nv 1 0\n", 10, "prove")
	if a, err := s.Ask(t.Context(), Question{Words: "K = 4", CNF: found, Theorems: by}); a.Verdict != sat.Sat || err != nil {
		t.Fatal(a, err)
	}
	s.Options.Solver = askFake("", 0, "prove")
	if a, err := s.Ask(t.Context(), Question{Words: "K = 5", CNF: found, Theorems: by}); a.Verdict != sat.Unknown || err != nil {
		t.Fatal(a, err)
	}
	r, err := s.End("")
	if err != nil || len(r.Proofs) != 1 || r.Proofs[0].Question != "K = 3" || !slices.Equal(r.Proofs[0].Theorems, []string{"docs/theorems/mols.md"}) ||
		r.Refuted != 1 || r.AskedRefuted || r.Asked != "K = 5" || r.StoppedBy != noAnswer {
		t.Errorf("%+v, %v", r, err)
	}
	var input *quorum.InputError
	s = New(WithKeeper(t.Context(), askKeeper{proof}), search.Options{}, &search.Result{})
	if a, err := s.Ask(t.Context(), Question{CNF: found, Theorems: by}); a.Verdict != sat.Unknown || !errors.As(err, &input) {
		t.Errorf("a proof by the built-in solver: %v, %v", a, err)
	}
	assert.As[*quorum.InternalError](s.Ask(t.Context(), Question{CNF: found}))(t, "a question without a theorem")
}

// BenchmarkAskCases measures the gain from two workers if a question has cases: pigeons, by the
// hole of one of them.
func BenchmarkAskCases(b *testing.B) {
	c := &sat.CNF{}
	always := c.NewVar()
	c.AddClause(always)
	const holes = 8
	askPigeons(c, holes, always)
	var cases [][]int
	for h := range holes {
		cases = append(cases, []int{always + 1 + h})
	}
	took := func(jobs int) time.Duration {
		start := time.Now()
		a, err := New(b.Context(), search.Options{Jobs: jobs}, &search.Result{}).Ask(b.Context(), Question{CNF: c, Cases: cases})
		if a.Verdict != sat.Unsat || err != nil {
			b.Fatal(a, err)
		}
		return time.Since(start)
	}
	var one, two time.Duration
	for b.Loop() {
		one += took(1)
		two += took(2)
	}
	b.ReportMetric(float64(one)/float64(two), "times-faster")
}

package sat

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
)

// satisfies reports whether assignment x (bit v-1 is variable v) satisfies the literals.
func satisfies(x int, lits []int) bool {
	for _, l := range lits {
		if l > 0 && x>>(l-1)&1 == 0 || l < 0 && x>>(-l-1)&1 == 1 {
			return false
		}
	}
	return true
}

// ask compares one answer with all assignments.
func ask(t *testing.T, s *Solver, assumptions []int) Verdict {
	t.Helper()
	got := assert.Got(s.Solve(t.Context(), assumptions...))(t)
	models := naiveModels(s.CNF())
	want := Unsat
	if slices.ContainsFunc(models, func(x int) bool { return satisfies(x, assumptions) }) {
		want = Sat
	}
	assert.MustEqual(t, got, want)
	if got == Sat {
		x := 0
		for v, value := range s.Model() {
			if v > 0 && value {
				x |= 1 << (v - 1)
			}
			if v > 0 && s.Value(-v) == value {
				t.Fatal("a literal and its negation have the same value")
			}
		}
		if !satisfies(x, assumptions) || !slices.Contains(models, x) {
			t.Fatalf("model %b is none under %v", x, assumptions)
		}
		return got
	}
	for _, a := range s.Failed() {
		if !slices.Contains(assumptions, a) {
			t.Fatalf("failed %v is no part of %v", s.Failed(), assumptions)
		}
	}
	if slices.ContainsFunc(models, func(x int) bool { return satisfies(x, s.Failed()) }) {
		t.Fatalf("failed %v of %v can hold together", s.Failed(), assumptions)
	}
	return got
}

func TestSolveAgainstBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 0))
	count := map[Verdict]int{}
	blamed := 0
	for round := range 1500 {
		vars := 1 + r.IntN(8)
		s := NewSolver(randomCNF(r, vars, r.IntN(3*vars)), Options{Seed: uint64(round % 3)})
		for range 12 {
			var assumptions []int
			for range r.IntN(4) {
				assumptions = append(assumptions, (1+r.IntN(vars+1))*(1-2*r.IntN(2)))
			}
			verdict := ask(t, s, assumptions)
			count[verdict]++
			if verdict == Unsat && len(s.Failed()) > 0 {
				blamed++
			}
			for range r.IntN(3) {
				s.AddClause(randomClause(r, vars)...)
			}
		}
	}
	if count[Sat] < 1000 || count[Unsat] < 1000 || blamed < 500 {
		t.Errorf("too few of a kind: %v, %d with blamed assumptions", count, blamed)
	}
}

// TestLatch is the way in which gini 1.0.1 ends the process.
func TestLatch(t *testing.T) {
	s := NewSolver(nil, Options{})
	for _, clause := range [][]int{{1, 2}, {1, -2}, {-1, 2}, {-1, -2}} {
		s.AddClause(clause...)
	}
	for i := range 5 {
		if verdict := ask(t, s, nil); verdict != Unsat || len(s.Failed()) > 0 {
			t.Fatalf("question %d: %v, failed %v", i, verdict, s.Failed())
		}
		s.AddClause(3, -1)
		s.AddClause(1 + i)
	}
	if verdict := ask(t, s, []int{2, 5}); verdict != Unsat || len(s.Failed()) > 0 {
		t.Fatalf("%v, failed %v", verdict, s.Failed())
	}
}

// TestContradictionAfterAssumptions: gini resumes from the conflict of the assumptions,
// from which it would learn a literal that contradicts the other clauses.
func TestContradictionAfterAssumptions(t *testing.T) {
	for _, again := range [][]int{nil, {-1}, {1}, {3}} {
		s := NewSolver(nil, Options{})
		for _, clause := range [][]int{{1, 2}, {1, -2}, {-1, 3}, {-1, -3}} {
			s.AddClause(clause...)
		}
		ask(t, s, []int{-1})
		for range 3 {
			ask(t, s, again)
		}
		s.AddClause(4)
		ask(t, s, again)
	}
}

func TestPigeonhole(t *testing.T) {
	for holes := 1; holes <= 6; holes++ {
		for seed := range uint64(3) {
			s := NewSolver(pigeonhole(holes), Options{Seed: seed})
			assert.Equal(t, assert.Got(s.Solve(t.Context()))(t), Unsat, "%d holes, seed %d", holes, seed)
		}
	}
}

func TestSeedsGiveOtherModels(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 0))
	c := &CNF{}
	for range 60 { // over 30 variables: easily satisfied, in many ways
		c.AddClause((1+r.IntN(30))*(1-2*r.IntN(2)), (1+r.IntN(30))*(1-2*r.IntN(2)), (1+r.IntN(30))*(1-2*r.IntN(2)))
	}
	model := func(seed uint64) string {
		s := NewSolver(c, Options{Seed: seed})
		assert.MustEqual(t, assert.Got(s.Solve(t.Context()))(t), Sat)
		return fmt.Sprint(s.Model())
	}
	different := map[string]bool{}
	for seed := range uint64(5) {
		m := model(seed)
		assert.Equal(t, m, model(seed), "seed %d gives two models", seed)
		different[m] = true
	}
	if len(different) < 2 {
		t.Error("all seeds give the same model")
	}
}

// TestCancel stops a search that would take hours.
func TestCancel(t *testing.T) {
	why := errors.New("enough")
	before := runtime.NumGoroutine()
	s := NewSolver(pigeonhole(11), Options{})
	for _, assumptions := range [][]int{nil, {1}} {
		ctx, cancel := context.WithCancelCause(t.Context())
		time.AfterFunc(50*time.Millisecond, func() { cancel(why) })
		start := reach.CPU()
		verdict, err := s.Solve(ctx, assumptions...)
		if verdict != Unknown || !errors.Is(err, why) {
			t.Fatalf("%v, %v", verdict, err)
		}
		// A second is for loaded machines; an idle one takes some milliseconds.
		if took := reach.CPU() - start; took > 50*time.Millisecond+time.Second {
			t.Errorf("stopped after %v", took)
		}
		if verdict, err := s.Solve(ctx); verdict != Unknown || !errors.Is(err, why) {
			t.Fatalf("with an ended context: %v, %v", verdict, err)
		}
	}
	// The solver is still good: the pigeons 1..11 fit.
	for h := range 11 {
		s.AddClause(-(11*11 + h + 1), 200)
	}
	s.AddClause(1, -1)
	relaxed := NewSolver(nil, Options{})
	relaxed.AddClause(1)
	assert.Equal(t, assert.Got(relaxed.Solve(t.Context()))(t), Sat)
	if verdict, err := s.Solve(t.Context(), 1, 2, 13, -1); verdict != Unsat || err != nil {
		t.Error(verdict, err)
	} else if len(s.Failed()) == 0 {
		t.Error("no assumption is blamed, but the pigeonhole was not decided")
	}
	for deadline := time.Now().Add(time.Minute); runtime.NumGoroutine() > before; {
		if time.Now().After(deadline) {
			t.Fatalf("%d goroutines, %d before", runtime.NumGoroutine(), before)
		}
		time.Sleep(time.Millisecond)
	}
}

// TestStopThatTakesLonger: the next question waits for the search that was left behind.
func TestStopThatTakesLonger(t *testing.T) {
	for _, result := range []int{0, 1, -1} {
		s := NewSolver(nil, Options{})
		s.AddClause(1, 2)
		s.AddClause(-1)
		ask(t, s, []int{-2})
		s.running = make(chan int, 1)
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Millisecond)
		if verdict, err := s.Solve(ctx); verdict != Unknown || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%v, %v", verdict, err)
		}
		cancel()
		s.running <- result
		assert.Equal(t, ask(t, s, []int{2}), Sat, "after a late %d", result)
	}
}

func TestWrongModelIsRefused(t *testing.T) {
	s := NewSolver(nil, Options{})
	s.AddClause(1, 2)
	assert.Got(s.Solve(t.Context()))(t)
	s.cnf.AddClause(-1, -2) // behind gini's back
	s.cnf.AddClause(-1, 2)
	s.cnf.AddClause(1, -2)
	verdict, err := s.accept(nil)
	if verdict != Unknown || FaultOf(err) != WrongModel || !regexp.MustCompile(`satisfy clause [12] `).MatchString(err.Error()) {
		t.Errorf("%v, %v", verdict, err)
	}
	s = NewSolver(nil, Options{})
	s.AddClause(1)
	assert.Got(s.Solve(t.Context()))(t)
	if verdict, err := s.accept([]int{-1}); verdict != Unknown || FaultOf(err) != WrongModel || !strings.HasSuffix(err.Error(), "contradicts assumption -1") {
		t.Errorf("%v, %v", verdict, err)
	}
}

func TestModels(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 0))
	total := 0
	for range 200 {
		c := randomCNF(r, 1+r.IntN(6), r.IntN(9))
		want := naiveModels(c)
		var got []int
		for model := range assert.Each(t, c.Models(t.Context(), 1<<6)) {
			x := 0
			for i, value := range model {
				if value {
					x |= 1 << i
				}
			}
			got = append(got, x)
		}
		slices.Sort(got)
		assert.MustSlice(t, got, want, "models")
		total += len(got)
	}
	if total < 500 {
		t.Errorf("only %d models", total)
	}
}

func TestModelsLimitsAndProjection(t *testing.T) {
	c := &CNF{}
	c.AddClause(1, 2, 3)
	count := func(ctx context.Context, limit int, vars ...int) (int, error) {
		n := 0
		for _, err := range c.Models(ctx, limit, vars...) {
			if err != nil {
				return n, err
			}
			n++
		}
		return n, nil
	}
	assert.Equal(t, assert.Got(count(t.Context(), 7))(t), 7)
	if n, err := count(t.Context(), 6); n != 6 || err == nil || err.Error() != "more than 6 models" {
		t.Errorf("%d models, %v", n, err)
	}
	assert.Equal(t, assert.Got(count(t.Context(), 9, 3, 1))(t), 4)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if n, err := count(ctx, 9); n != 0 || !errors.Is(err, context.Canceled) {
		t.Errorf("%d models, %v", n, err)
	}
}

func BenchmarkPigeonhole(b *testing.B) {
	for _, holes := range []int{6, 8} {
		b.Run(fmt.Sprintf("holes=%d", holes), func(b *testing.B) {
			for b.Loop() {
				if v, err := NewSolver(pigeonhole(holes), Options{}).Solve(b.Context()); v != Unsat {
					b.Fatal(v, err)
				}
			}
		})
	}
}

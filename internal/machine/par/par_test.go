package par_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"coterie/internal/check/assert"
	"coterie/internal/machine/par"
)

var errMine = errors.New("mine")

// TestJobs: there are never many more workers than cores.
func TestJobs(t *testing.T) {
	cores := runtime.GOMAXPROCS(0)
	for _, c := range [][2]int{{0, cores}, {-3, cores}, {1, 1}, {2, 2}, {2_000_000_000, 8 * cores}, {math.MaxInt, 8 * cores}} {
		assert.Equal(t, par.Jobs(c[0]), c[1], "%d asked for", c[0])
	}
	sum := 0
	for i, err := range par.Ordered(t.Context(), math.MaxInt, 100, func(i int) int { return i }) {
		if sum += i; err != nil {
			t.Fatal(err)
		}
	}
	assert.Equal(t, sum, 99*100/2, "100 results sum up to")
	assert.Equal(t, assert.Got(par.First(t.Context(), math.MaxInt, 100, func(_ context.Context, _, i int) (bool, error) { return i == 71, nil }))(t), 71, "the first")
}

func TestForDoesEverythingOnce(t *testing.T) {
	for _, jobs := range []int{0, 1, 3, 100} {
		for _, n := range []int{0, 1, 50} {
			done := make([]atomic.Int32, n)
			busy := make([]atomic.Int32, 100)
			assert.OK(t, par.For(t.Context(), jobs, n, func(_ context.Context, worker, i int) error {
				assert.Equal(t, busy[worker].Add(1), 1, "worker %d does two things at a time", worker)
				runtime.Gosched()
				busy[worker].Add(-1)
				done[i].Add(1)
				return nil
			}))
			for i := range done {
				assert.Equal(t, done[i].Load(), 1, "jobs %d: %d was done: times", jobs, i)
			}
		}
	}
}

func TestForErrors(t *testing.T) {
	begun := atomic.Int32{}
	err := par.For(t.Context(), 2, 1000, func(ctx context.Context, _, i int) error {
		begun.Add(1)
		if i == 3 {
			return errMine
		}
		if i > 3 {
			<-ctx.Done()
		}
		return nil
	})
	if err != errMine || begun.Load() > 6 {
		t.Errorf("%v after %d of 1000", err, begun.Load())
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	err = par.For(ctx, 2, 1000, func(ctx context.Context, _, i int) error {
		if i == 5 {
			cancel(errMine)
		}
		return ctx.Err()
	})
	assert.Equal(t, err, errMine)
	assert.NoError(t, par.For(ctx, 2, 0, nil), "nothing to do")
}

// TestLeaveBehind: a result that comes within the grace is returned, a later one is left behind,
// and a panic reaches the caller.
func TestLeaveBehind(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, c := range []struct {
			takes time.Duration
			want  int
			err   error
		}{{500 * time.Millisecond, 7, nil}, {1100 * time.Millisecond, 7, nil}, {2 * time.Second, 0, errMine}} {
			ctx, cancel := context.WithTimeoutCause(t.Context(), time.Second, errMine)
			got, err := par.LeaveBehind(ctx, 200*time.Millisecond, func() (int, error) {
				time.Sleep(c.takes)
				return 7, nil
			})
			if got != c.want || !errors.Is(err, c.err) {
				t.Errorf("%v: %d, %v", c.takes, got, err)
			}
			cancel()
		}
		time.Sleep(3 * time.Second) // the call that was left behind ends
		defer func() {
			assert.Equal(t, recover(), any(errMine))
		}()
		_, _ = par.LeaveBehind(t.Context(), time.Second, func() (int, error) { panic(errMine) })
	})
}

// TestFirst compares First with a loop, under any schedule: successes, failures, and calls that
// only end with their context.
func TestFirst(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		n := r.IntN(20)
		outcome := make([]int, n) // 0 nothing, 1 success, 2 failure
		for i := range outcome {
			outcome[i] = max(0, r.IntN(12)-9)
		}
		want := slices.IndexFunc(outcome, func(o int) bool { return o > 0 })
		if want < 0 {
			want = n
		}
		for jobs := 1; jobs <= 4; jobs++ {
			got, err := par.First(t.Context(), jobs, n, func(ctx context.Context, _, i int) (bool, error) {
				for range (i * 7) % 5 {
					runtime.Gosched()
				}
				if i > want && i%2 == 0 {
					<-ctx.Done() // this must end, because an earlier call decides
				}
				if i < want && ctx.Err() != nil {
					t.Error("an earlier one was stopped")
				}
				if outcome[i] == 2 {
					return false, errMine
				}
				return outcome[i] == 1, nil
			})
			if got != want || (err != nil) != (want < n && outcome[want] == 2) {
				t.Fatalf("jobs %d, outcomes %v: %d, %v; want %d", jobs, outcome, got, err, want)
			}
		}
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	_, err := par.First(ctx, 2, 2, func(ctx context.Context, _, i int) (bool, error) {
		cancel(errMine)
		<-ctx.Done()
		return false, nil
	})
	assert.Equal(t, err, errMine)
}

// TestOrdered: results come in order, even if later ones are done first; the workers never run far
// ahead, and end with the context.
func TestOrdered(t *testing.T) {
	enough := errors.New("enough")
	for _, jobs := range []int{1, 2, 5} {
		for _, end := range []int{-1, 0, 57, 100} {
			ctx, cancel := context.WithCancelCause(t.Context())
			next := 0
			var begun atomic.Int64
			var last error
			for got, err := range par.Ordered(ctx, jobs, 100, func(i int) int {
				begun.Add(1)
				if i%7 == 0 {
					time.Sleep(time.Millisecond)
				}
				return i * i
			}) {
				if last = err; err != nil {
					break
				}
				assert.MustEqual(t, got, next*next, "result %d", next)
				if ahead := int(begun.Load()) - next; ahead > 1+8*jobs {
					t.Fatalf("%d jobs are %d results ahead", jobs, ahead)
				}
				if next++; next == end {
					cancel(enough)
				}
			}
			cancel(nil)
			switch {
			case end == 57 && (last != enough || next != end):
				t.Errorf("%d jobs: %v after %d of %d results", jobs, last, next, end)
			case end != 57 && (last != nil || next != 100):
				t.Errorf("%d jobs: %v after %d results", jobs, last, next)
			}
		}
	}
}

// TestOrderedEnds: after a loop that was left, or whose context ended, no goroutine remains.
// Otherwise the bubble would not end.
func TestOrderedEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancelCause(t.Context())
		defer cancel(nil)
		for got := range par.Ordered(ctx, 3, 1000, func(i int) int { return i }) {
			if got == 20 {
				break
			}
		}
		seen := []error{}
		for got, err := range par.Ordered(ctx, 3, 1000, func(i int) int { return i }) {
			if got == 10 {
				cancel(errMine)
			}
			if err != nil {
				seen = append(seen, err)
			}
		}
		assert.Slice(t, seen, []error{errMine})
	})
}

func TestPoll(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	defer cancel(nil)
	poll := par.NewPoll(ctx)
	for range 1000 {
		assert.OK(t, poll.Err())
	}
	cancel(errMine)
	steps := 0
	for poll.Err() == nil {
		steps++
	}
	if steps > 256 {
		t.Errorf("seen after %d steps", steps)
	}
	assert.Equal(t, poll.Err(), errMine, "again")
	if ended := par.NewPoll(ctx); ended.Err() != errMine {
		t.Error("the first step does not look")
	}
}

func TestProgress(t *testing.T) {
	par.Progress(nil).Count("nobody", 3)(1)
	var told []int
	add := par.Progress(func(stage string, done, total int) {
		if stage != "rows" || total != 50 {
			t.Errorf("%s of %d", stage, total)
		}
		told = append(told, done)
	}).Count("rows", 50)
	assert.OK(t, par.For(t.Context(), 4, 50, func(context.Context, int, int) error { add(1); return nil }))
	for i, done := range told {
		assert.MustEqual(t, i, done, "told %v", told)
	}
	assert.Equal(t, len(told), 51, "told: times")
}

// TestOrderedOfAnEndedContext: Ordered does not wait for a worker that has ended.
func TestOrderedOfAnEndedContext(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	for range 50 {
		for _, err := range par.Ordered(ctx, 1, 3, func(i int) int { return i }) {
			assert.Is(t, err, context.Canceled)
		}
	}
}

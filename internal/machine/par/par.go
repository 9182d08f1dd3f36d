package par

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
)

// jobsPerCore bounds the workers, since each may have tables of its own and more of them are not
// faster. It is above 1 for the sake of tests that want workers to meet.
const jobsPerCore = 8

// Jobs returns the number of workers for an option. A value below 1 means one worker for each core,
// and there are never more than eight for each core.
func Jobs(jobs int) int {
	cores := runtime.GOMAXPROCS(0)
	if jobs < 1 {
		return cores
	}
	return min(jobs, jobsPerCore*cores)
}

// For calls do for i = 0..n-1, started in this order, on the given number of workers (see [Jobs]).
// Workers are numbered from 0, and each makes one call at a time, so the state of a worker needs no
// lock. For returns the first error, which ends the context of the other calls.
func For(ctx context.Context, jobs, n int, do func(ctx context.Context, worker, i int) error) error {
	group, inner := errgroup.WithContext(ctx)
	var next atomic.Int64
	for worker := range min(Jobs(jobs), n) {
		group.Go(func() error {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				if inner.Err() != nil {
					return context.Cause(inner)
				}
				if err := do(inner, worker, i); err != nil {
					return err
				}
			}
			return nil
		})
	}
	err := group.Wait()
	if cause := context.Cause(ctx); cause != nil && err != nil {
		return cause
	}
	return err
}

// First calls try for i = 0..n-1, as [For] does, and returns the least i for which try is true, or
// n if there is none. The result does not depend on jobs: a success ends the context of later
// calls, while earlier ones go on. An error counts as a success, and is returned if no earlier call
// succeeded or failed. If ctx ended, an i < n has succeeded or failed, but it may not be the least.
func First(ctx context.Context, jobs, n int, try func(ctx context.Context, worker, i int) (bool, error)) (int, error) {
	var mu sync.Mutex
	first, failed := n, error(nil)
	running := make([]int, min(Jobs(jobs), n)) // the call of each worker
	cancels := make([]context.CancelFunc, len(running))
	err := For(ctx, jobs, n, func(all context.Context, worker, i int) error {
		mu.Lock()
		if i > first {
			mu.Unlock()
			return nil
		}
		ctx, cancel := context.WithCancel(all)
		defer cancel()
		running[worker], cancels[worker] = i, cancel
		mu.Unlock()
		found, err := try(ctx, worker, i)
		if !found && err == nil {
			err = context.Cause(all)
		}
		mu.Lock()
		defer mu.Unlock()
		if (found || err != nil) && i < first {
			first, failed = i, err
			for w, other := range running {
				if other > i {
					cancels[w]()
				}
			}
		}
		return nil
	})
	if err == nil {
		err = failed
	}
	return first, err
}

// Ordered yields work(0), work(1), ..., work(n-1), computed by the given number of workers. At most
// eight results for each worker wait to be yielded. If ctx ends, the last pair yielded has its
// cause.
func Ordered[T any](ctx context.Context, jobs, n int, work func(i int) T) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		ctx, cancel := context.WithCancel(ctx)
		jobs := min(Jobs(jobs), n)
		slots := make([]chan T, 8*jobs) // the result of i goes to slot i%len(slots)
		free := make(chan struct{}, len(slots))
		for i := range slots {
			slots[i] = make(chan T, 1)
			free <- struct{}{}
		}
		var next atomic.Int64
		var workers sync.WaitGroup
		defer workers.Wait()
		defer cancel()
		for range jobs {
			workers.Go(func() {
				for {
					select {
					case <-free: // received before i is taken, so that no i overtakes another one in its slot
					case <-ctx.Done():
						return
					}
					i := int(next.Add(1)) - 1
					if i >= n || ctx.Err() != nil {
						return
					}
					slots[i%len(slots)] <- work(i)
				}
			})
		}
		for i := range n {
			var result T
			err := context.Cause(ctx)
			if err == nil {
				select {
				case result = <-slots[i%len(slots)]:
				case <-ctx.Done():
					err = context.Cause(ctx)
				}
			}
			if err == nil { // on an error no slot was emptied, and perhaps no worker is left to fill one
				free <- struct{}{}
			}
			if !yield(result, err) || err != nil {
				return
			}
		}
	}
}

// pollSteps is the number of steps between two checks. It suits steps of some microseconds.
const pollSteps = 256

// wordsPerStep is how many words of [Poll.Work] count as one step.
const wordsPerStep = 1 << 10

// Poll tells an inner loop whether its context has ended, at the cost of a counter. [NewPoll] makes
// one; each goroutine needs its own.
type Poll struct {
	ctx  context.Context
	left int
}

// NewPoll returns a Poll that checks ctx at the first step, and then once in 256 steps.
func NewPoll(ctx context.Context) Poll { return Poll{ctx: ctx} }

// Err counts a step. It returns the cause of the context after a check has found that it ended.
func (p *Poll) Err() error {
	if p.left--; p.left >= 0 {
		return nil
	}
	return p.look()
}

// Work counts a step whose length depends on the input, such as a pass over a set of so many words.
// It counts as one step, and one more for every 1024 words. If that exceeds the steps between two
// checks, Work checks the context.
func (p *Poll) Work(words int) error {
	if p.left -= min(words, pollSteps*wordsPerStep) / wordsPerStep; p.left >= 0 {
		return p.Err()
	}
	return p.look()
}

func (p *Poll) look() error {
	if p.ctx.Err() != nil {
		return context.Cause(p.ctx) // left stays below 0, so every later step returns this too
	}
	p.left = pollSteps - 1
	return nil
}

// Until yields the pairs of all until ctx has ended. Afterwards the caller must check ctx. The
// lengths of the lists count as work (see [Poll.Work]).
func Until[K, E any](ctx context.Context, all iter.Seq2[K, []E]) iter.Seq2[K, []E] {
	return func(yield func(K, []E) bool) {
		poll := NewPoll(ctx)
		for k, list := range all {
			if poll.Work(len(list)) != nil || !yield(k, list) {
				return
			}
		}
	}
}

// Progress receives the current stage and how many of its steps are done. If total is 0, the number
// of steps is unknown. If steps are counted, the stage begins with their name, so that it can be
// read after the number: "cases refuted", as in "29 of 812 cases refuted". If done and total are 0,
// the stage describes the current work. Calls come from one goroutine at a time. A nil Progress
// does nothing. Other packages spell the type out in their options.
type Progress func(stage string, done, total int)

// Tell calls p, unless it is nil.
func (p Progress) Tell(stage string, done, total int) {
	if p != nil {
		p(stage, done, total)
	}
}

// Words describes how far a stage is: "29 of 812 cases refuted", "4096 coteries listed", or only
// the stage if nothing is counted.
func Words(stage string, done, total int) string {
	switch {
	case total > 0:
		return fmt.Sprintf("%d of %d %s", done, total, stage)
	case done > 0:
		return fmt.Sprintf("%d %s", done, stage)
	}
	return stage
}

// Count reports the start of a stage. Workers call add with the number of steps that they have
// done.
func (p Progress) Count(stage string, total int) (add func(steps int)) {
	var mu sync.Mutex
	done := 0
	p.Tell(stage, 0, total)
	return func(steps int) {
		mu.Lock()
		defer mu.Unlock()
		done += steps
		p.Tell(stage, done, total)
	}
}

// Start runs find in a goroutine of its own. The channel is closed when find has ended; got waits
// for that and returns the result. A panic of find becomes a panic of got.
func Start[T any](find func() (T, error)) (ended <-chan struct{}, got func() (T, error)) {
	var value T
	var err error
	var panicked any
	done := make(chan struct{})
	go func() {
		defer func() {
			panicked = recover()
			close(done)
		}()
		value, err = find()
	}()
	return done, func() (T, error) {
		<-done
		if panicked != nil {
			panic(panicked)
		}
		return value, err
	}
}

// LeaveBehind returns the result of find. If find still runs when grace has passed since the end of
// ctx, LeaveBehind returns the cause of ctx and leaves find running: it may wait for a named pipe,
// or be in a long step. A panic of find becomes a panic of the caller.
func LeaveBehind[T any](ctx context.Context, grace time.Duration, find func() (T, error)) (T, error) {
	return LeaveBehindAnd(ctx, grace, find, func(T) {})
}

// LeaveBehindAnd is [LeaveBehind] for a value that has to be released: if find was left behind and
// succeeds later, drop receives its value.
func LeaveBehindAnd[T any](ctx context.Context, grace time.Duration, find func() (T, error), drop func(T)) (T, error) {
	ended, got := Start(find)
	select {
	case <-ended:
		return got()
	case <-ctx.Done():
	}
	select {
	case <-ended:
		return got()
	case <-time.After(grace):
	}
	go func() {
		defer func() { _ = recover() }() // nobody is left to hear of a panic of find
		if value, err := got(); err == nil {
			drop(value)
		}
	}()
	var none T
	return none, context.Cause(ctx)
}

// LastMoment returns a context for the last work of a run: ctx itself, or half a second if ctx has
// ended.
func LastMoment(ctx context.Context) (context.Context, context.CancelFunc) {
	if ctx.Err() == nil {
		return ctx, func() {}
	}
	return context.WithTimeout(context.WithoutCancel(ctx), 500*time.Millisecond)
}

// ErrStopped is the error of work that was stopped before its end.
var ErrStopped = errors.New("stopped")

// Stopped returns an [ErrStopped] that wraps the cause, too.
func Stopped(cause error) error { return fmt.Errorf("%w: %w", ErrStopped, cause) }

// Ended returns nil while ctx lasts, and then an [ErrStopped] with its cause.
func Ended(ctx context.Context) error {
	if ctx.Err() == nil {
		return nil
	}
	return Stopped(context.Cause(ctx))
}

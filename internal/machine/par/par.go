package par

import (
	"context"
	"fmt"
	"iter"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
)

// jobsPerCore bounds the workers, each of which may have tables of its own: more of them do nothing
// sooner. It leaves room for tests that want to see workers meet.
const jobsPerCore = 8

// Jobs returns the number of workers that an option asks for: below 1, one for each core, and at
// most eight for each, however many are asked for.
func Jobs(jobs int) int {
	cores := runtime.GOMAXPROCS(0)
	if jobs < 1 {
		return cores
	}
	return min(jobs, jobsPerCore*cores)
}

// For calls do for i = 0..n-1, begun in this order, on so many workers (see [Jobs]). Workers are
// numbered from 0, and each does one thing at a time, so that what belongs to a worker needs no
// lock. The first error ends the context of the others, and is returned.
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

// First calls try for i = 0..n-1, as [For] does, and returns the first i, in this order, for which
// it is true; n if there is none. It does not depend on jobs: a success ends the context of what
// comes later, and what comes earlier goes on. An error counts as a success does: it is returned if
// nothing before it succeeded or failed. Where ctx ended, an i < n has succeeded or failed, but may
// not be the first.
func First(ctx context.Context, jobs, n int, try func(ctx context.Context, worker, i int) (bool, error)) (int, error) {
	type running struct {
		i      int
		cancel context.CancelFunc
	}
	var mu sync.Mutex
	first, failed := n, error(nil)
	workers := make([]running, min(Jobs(jobs), n))
	err := For(ctx, jobs, n, func(all context.Context, worker, i int) error {
		mu.Lock()
		if i > first {
			mu.Unlock()
			return nil
		}
		ctx, cancel := context.WithCancel(all)
		defer cancel()
		workers[worker] = running{i, cancel}
		mu.Unlock()
		found, err := try(ctx, worker, i)
		if !found && err == nil {
			err = context.Cause(all)
		}
		mu.Lock()
		defer mu.Unlock()
		if (found || err != nil) && i < first {
			first, failed = i, err
			for _, w := range workers {
				if w.i > i {
					w.cancel()
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

// Ordered yields work(0), work(1), ..., work(n-1), found by so many workers. At most eight results
// for each worker wait to be taken. When ctx ends, its cause is the last thing yielded.
func Ordered[T any](ctx context.Context, jobs, n int, work func(i int) T) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		ctx, cancel := context.WithCancel(ctx)
		jobs := min(Jobs(jobs), n)
		slots := make([]chan T, 8*jobs) // i hands its result over in slot i%len(slots)
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
					case <-free: // before i is taken: so no i overtakes another one in its slot
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
			if err == nil { // else no slot was emptied: there may be no room, and no worker left
				free <- struct{}{}
			}
			if !yield(result, err) || err != nil {
				return
			}
		}
	}
}

// pollSteps is how many steps pass between two looks: few enough for steps of some microseconds.
const pollSteps = 256

// wordsPerStep is how many words gone over [Poll.Work] takes for one step.
const wordsPerStep = 1 << 10

// Poll tells an inner loop whether its context ended, at the cost of a counter. Make one with
// [NewPoll], one for each goroutine.
type Poll struct {
	ctx  context.Context
	left int
}

// NewPoll returns a Poll that looks at ctx at the first step, and once in 256 from then on.
func NewPoll(ctx context.Context) Poll { return Poll{ctx: ctx} }

// Err counts a step, and returns the cause once ctx has been seen to have ended.
func (p *Poll) Err() error {
	if p.left--; p.left >= 0 {
		return nil
	}
	return p.look()
}

// Work counts a step that goes over so many words, which takes as long as that many 1024ths of a
// step and one: for a step whose length depends on the input, such as a set. Where that is longer
// than what passes between two looks, it looks.
func (p *Poll) Work(words int) error {
	if p.left -= min(words, pollSteps*wordsPerStep) / wordsPerStep; p.left >= 0 {
		return p.Err()
	}
	return p.look()
}

func (p *Poll) look() error {
	if p.ctx.Err() != nil {
		return context.Cause(p.ctx) // left stays below 0: every later step says the same
	}
	p.left = pollSteps - 1
	return nil
}

// Until yields what all does, lists, until ctx is seen to have ended; who uses it asks ctx
// afterwards.
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

// Progress is told what is being done, and how many steps of it are done: of total, or of a number
// that is not known if total is 0. Where steps are counted the stage begins with what they are, so
// that it can be read after their number: "cases refuted", as in "29 of 812 cases refuted". Where
// done and total are 0 it says what is being done. It is called from one goroutine at a time. The
// nil Progress tells nobody. The packages spell its type out in their options.
type Progress func(stage string, done, total int)

// Tell tells how far the stage is.
func (p Progress) Tell(stage string, done, total int) {
	if p != nil {
		p(stage, done, total)
	}
}

// Count tells that the stage begins. Workers call what it returns for every so many steps done.
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

// LeaveBehind returns what find does, or the cause of ctx where find goes on for longer than grace
// after that has ended: it may wait for a pipe that somebody named as a file, or be in a long step.
// A panic of find is one of the caller.
func LeaveBehind[T any](ctx context.Context, grace time.Duration, find func() (T, error)) (T, error) {
	type result struct {
		value T
		err   error
		panic any
	}
	done := make(chan result, 1)
	go func() {
		var r result
		defer func() {
			r.panic = recover()
			done <- r
		}()
		r.value, r.err = find()
	}()
	var stopped <-chan time.Time
	ended := ctx.Done()
	for {
		select {
		case r := <-done:
			if r.panic != nil {
				panic(r.panic)
			}
			return r.value, r.err
		case <-ended:
			ended, stopped = nil, time.After(grace)
		case <-stopped:
			var none T
			return none, context.Cause(ctx)
		}
	}
}

// LastMoment is a context for what is told at the end: half a second where ctx has ended.
func LastMoment(ctx context.Context) (context.Context, context.CancelFunc) {
	if ctx.Err() == nil {
		return ctx, func() {}
	}
	return context.WithTimeout(context.WithoutCancel(ctx), 500*time.Millisecond)
}

// Ended returns the error of a ctx that has ended, "stopped: " and its cause; nil before.
func Ended(ctx context.Context) error {
	if ctx.Err() == nil {
		return nil
	}
	return fmt.Errorf("stopped: %w", context.Cause(ctx))
}

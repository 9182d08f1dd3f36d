package cluster

import (
	"context"
	"fmt"
	"io"
	"sync"
	"time"

	"coterie/internal/machine/work"
)

// opened is a job that this worker computes parts for. It is opened once, and stays open as long as
// the job has parts.
type opened struct {
	ctx   context.Context
	stop  context.CancelCauseFunc
	ready chan struct{} // closed when the fields below are set

	mu     sync.Mutex
	task   work.Task
	err    error     // why it could not be opened
	until  time.Time // when to try again
	told   bool      // whether the failure was reported
	wanted int       // parts before this one are wanted
	used   time.Time
}

// verdict is the worker's decision on a part of a job.
type verdict int

const (
	compute   verdict = iota
	notWanted         // the job or the part is over
	notOpened         // the job cannot be opened here, which was not reported yet
	broken            // the job cannot be opened here
)

func (o *opened) verdict(i int) (verdict, time.Duration) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.used = time.Now()
	switch {
	case i >= o.wanted:
		return notWanted, 0
	case o.err == nil:
		return compute, 0
	case !o.told:
		o.told = true
		return notOpened, 0
	}
	return broken, max(time.Until(o.until), 100*time.Millisecond)
}

// pauseOfJob is how long a worker leaves a job alone after it failed to open it.
const pauseOfJob = 5 * time.Second

// jobOf returns the job of a part, and opens it if necessary.
func (w *worker) jobOf(ctx context.Context, job string) *opened {
	w.mu.Lock()
	o := w.opened[job]
	if o != nil && o.tryAgain() {
		o = nil
	}
	if o == nil {
		o = &opened{ready: make(chan struct{})}
		o.ctx, o.stop = context.WithCancelCause(ctx)
		w.opened[job] = o
		w.background.Go(func() {
			defer close(o.ready)
			w.openJob(o, job)
		})
	}
	w.mu.Unlock()
	<-o.ready // opening a job ends with ctx
	return o
}

func (o *opened) tryAgain() bool {
	select {
	case <-o.ready:
	default:
		return false
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err != nil && time.Now().After(o.until)
}

// openJob looks up the kind of a job and opens the job.
func (w *worker) openJob(o *opened, job string) {
	r, _, err := w.store.record(o.ctx, job)
	if gone(err) || err == nil && r.State != Open {
		return // none of its parts is wanted
	}
	var task work.Task
	if err == nil {
		task, err = w.openKind(o.ctx, r)
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.task, o.wanted, o.used = task, r.End, time.Now()
	if err != nil {
		o.err, o.until, o.wanted = err, time.Now().Add(pauseOfJob), max(r.End, 1)
		o.told = o.ctx.Err() != nil
	}
}

func (w *worker) openKind(ctx context.Context, r record) (task work.Task, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	for _, k := range w.opts.Kinds {
		if k.Name != r.Kind {
			continue
		}
		params, err := w.params(ctx, r)
		if err != nil {
			return nil, err
		}
		return k.Open(ctx, params, work.Host{Jobs: w.cores, Solver: w.opts.Solver, Earlier: &earlier{w.store}})
	}
	return nil, fmt.Errorf("this worker knows no jobs of the kind %q", r.Kind)
}

// refresh checks whether a job is still wanted, and which of its parts are.
func (w *worker) refresh(ctx context.Context, job string, o *opened) {
	select {
	case <-o.ready:
	default:
		return
	}
	r, _, err := w.store.record(ctx, job)
	if err != nil && !gone(err) {
		return
	}
	over := err != nil || r.State != Open
	void := o.task == nil && o.err == nil // it was over before it was opened
	o.mu.Lock()
	wanted := r.End
	if over {
		wanted = 0
	}
	if !void {
		o.wanted = wanted
	}
	idle := time.Since(o.used) > 10*time.Minute
	o.mu.Unlock()
	w.mu.Lock()
	busy := false
	for h := range w.held {
		if h.job != job {
			continue
		}
		busy = true
		if h.i >= wanted && h.end != nil {
			h.end(errEnough)
		}
	}
	remove := w.opened[job] == o && (over || void || idle && !busy)
	if remove {
		delete(w.opened, job)
	}
	w.mu.Unlock()
	if over || remove {
		o.stop(errEnough)
	}
	if remove {
		w.background.Go(func() { w.closeJob(o) })
	}
}

// closeJob waits until no part of a removed task is being computed, and then closes the task.
func (w *worker) closeJob(o *opened) {
	for {
		w.mu.Lock()
		busy := false
		for h := range w.held {
			busy = busy || h.begun && h.opened == o // the job may have been opened again
		}
		w.mu.Unlock()
		if !busy {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	o.close()
}

func (o *opened) close() {
	<-o.ready
	o.stop(errEnough)
	if closer, ok := o.task.(io.Closer); ok {
		_ = closer.Close()
	}
}

// closeAll closes all open tasks when the worker ends.
func (w *worker) closeAll() {
	for _, o := range w.opened {
		o.close()
	}
}

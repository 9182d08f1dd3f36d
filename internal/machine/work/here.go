package work

import (
	"context"
	"errors"
	"sync"

	"coterie/internal/machine/par"
)

// Here runs jobs on the cores of this machine, with the given number of workers (see [par.Jobs]).
// It starts the parts in their order.
type Here struct{ Jobs int }

// On returns r or, if r is nil, the runner of this machine.
func On(r Runner, jobs int) Runner {
	if r == nil {
		return Here{jobs}
	}
	return r
}

// errEnough ends the remaining parts of a job after one that ends it.
var errEnough = errors.New("work: no later part is wanted")

// Run implements [Runner].
func (h Here) Run(ctx context.Context, job Job, task Task, take func(i int, result []byte) error) (Report, error) {
	r := &running{job: job, task: task, take: take}
	if job.InOrder {
		return r.inOrder(ctx, h.Jobs)
	}
	return r.asTheyCome(ctx, h.Jobs)
}

// running is the state of one run.
type running struct {
	job    Job
	task   Task
	take   func(i int, result []byte) error
	mu     sync.Mutex // held while take is called
	report Report
}

// find returns the result of a part. The result known reports whether an earlier run had kept it.
func (r *running) find(ctx context.Context, i, worker int) (result []byte, known bool, err error) {
	if r.job.Known != nil {
		if result := r.job.Known(i); result != nil {
			return result, true, nil
		}
	}
	result, err = r.task.Do(ctx, r.job.Part(i, worker))
	switch {
	case ctx.Err() != nil:
		return nil, false, context.Cause(ctx)
	case err != nil:
		return nil, false, &PartError{i, err}
	}
	return result, false, nil
}

// hand passes a result to take. The caller holds the lock, or is the only goroutine.
func (r *running) hand(i int, result []byte, known bool) error {
	if err := r.take(i, result); err != nil {
		return err
	}
	r.report.Parts++
	if known {
		r.report.Known++
	}
	return nil
}

func (r *running) ends(i int, result []byte) bool {
	return r.job.Ends != nil && r.job.Ends(i, result)
}

// asTheyCome takes results as they are ready. A part that ends the job stops only the parts after
// it.
func (r *running) asTheyCome(ctx context.Context, jobs int) (Report, error) {
	var failed error // the first error of take, for any part
	_, err := par.First(ctx, jobs, r.job.Parts, func(ctx context.Context, worker, i int) (bool, error) {
		result, known, err := r.find(ctx, i, worker)
		if err != nil {
			return false, err
		}
		r.mu.Lock()
		defer r.mu.Unlock()
		if failed != nil {
			return false, failed
		}
		if failed = r.hand(i, result, known); failed != nil {
			return false, failed
		}
		return r.ends(i, result), nil
	})
	if cause := context.Cause(ctx); cause != nil && err != nil {
		err = cause
	}
	if err == nil {
		err = failed
	}
	return r.report, err
}

// inOrder takes results in the order of the parts.
func (r *running) inOrder(ctx context.Context, jobs int) (Report, error) {
	type found struct {
		result []byte
		known  bool
		err    error
	}
	inner, end := context.WithCancelCause(ctx)
	defer end(nil)
	workers := make(chan int, par.Jobs(jobs)) // the numbers of the idle workers
	for w := range cap(workers) {
		workers <- w
	}
	i := 0
	for got, err := range par.Ordered(inner, jobs, r.job.Parts, func(i int) (f found) {
		w := <-workers
		defer func() { workers <- w }()
		f.result, f.known, f.err = r.find(inner, i, w)
		return f
	}) {
		if err == nil {
			err = got.err
		}
		if err == nil {
			err = r.hand(i, got.result, got.known)
		}
		if err != nil {
			end(err)
			return r.report, err
		}
		if r.ends(i, got.result) {
			end(errEnough)
			return r.report, nil
		}
		i++
	}
	return r.report, nil
}

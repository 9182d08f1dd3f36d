package worktest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"sync"

	"coterie/internal/machine/work"
)

// Elsewhere is a runner that computes every part outside the sample with tasks that it opens from
// the kind and the params of a job, as a worker on another machine does. It does one run at a time;
// other runs wait.
//
// It begins the parts in a shuffled order, each on any of its workers, and a tenth of them on two
// workers, whose bytes must agree. Results go through Trust.Check, which must refuse rubbish. A
// sample is computed by the caller's own task, and must give the same bytes. Parts after one that
// ends the job may be computed before it and returned, as happens if many machines work at once. A
// run that breaks the contract of package work is an error. Host.Earlier, if it is nil, gets the
// results of completed jobs.
type Elsewhere struct {
	Kinds   []work.Kind // nil: the registered kinds
	Seed    uint64      // another seed is another order
	Workers int         // machines; below 1, three
	Host    work.Host   // of each; Jobs below 1 is 1
	Doubts  bool        // some of the known parts are computed, and have to be the same bytes
	// Jobs holds the jobs that were run, in order.
	Jobs []work.Job

	running sync.Mutex
	done    map[string][][]byte // the results of jobs that were run to their ends, by key
}

// earlier answers jobs from the results of earlier runs.
type earlier struct{ *Elsewhere }

// Run implements [work.Runner].
func (e earlier) Run(_ context.Context, job work.Job, _ work.Task, take func(i int, result []byte) error) (report work.Report, err error) {
	results, there := e.done[job.Key()]
	if !there {
		return report, fmt.Errorf("worktest: no such job was run: %s, %s", job.Kind, job.Params)
	}
	for i, result := range results {
		if err := take(i, bytes.Clone(result)); err != nil {
			return report, err
		}
		report.Parts++
		report.Known++
	}
	return report, nil
}

// Run implements [work.Runner].
func (e *Elsewhere) Run(ctx context.Context, job work.Job, task work.Task, take func(i int, result []byte) error) (report work.Report, err error) {
	e.running.Lock()
	defer e.running.Unlock()
	e.Jobs = append(e.Jobs, job)
	if e.Kinds == nil {
		e.Kinds = work.Kinds()
	}
	at := slices.IndexFunc(e.Kinds, func(k work.Kind) bool { return k.Name == job.Kind })
	if at < 0 {
		return work.Report{}, fmt.Errorf("worktest: there is no kind %q", job.Kind)
	}
	r := &run{job: job, random: rand.New(rand.NewPCG(e.Seed, uint64(len(e.Jobs)))), doubts: e.Doubts}
	inner, end := context.WithCancel(ctx)
	defer end()
	defer func() {
		for _, opened := range r.tasks {
			if closer, ok := opened.(io.Closer); ok {
				err = errors.Join(err, closer.Close())
			}
		}
	}()
	host := e.Host
	host.Jobs = max(1, host.Jobs)
	if host.Earlier == nil {
		host.Earlier = earlier{e}
	}
	for range max(e.Workers, 0) + 3*b2i(e.Workers < 1) {
		opened, err := e.Kinds[at].Open(inner, bytes.Clone(job.Params), host)
		if err != nil {
			return work.Report{}, fmt.Errorf("worktest: the job is not opened: %w", err)
		}
		r.tasks = append(r.tasks, opened)
	}
	results, err := r.compute(ctx)
	if err != nil {
		return work.Report{}, err
	}
	if err := r.judge(ctx, task, results); err != nil {
		return work.Report{}, err
	}
	report, err = r.hand(ctx, results, take)
	if err == nil && report.Parts == job.Parts {
		e.keep(job, results)
	}
	return report, err
}

// keep keeps the results of a job for the jobs that follow from it.
func (e *Elsewhere) keep(job work.Job, results []result) {
	if e.done == nil {
		e.done = map[string][][]byte{}
	}
	list := make([][]byte, len(results))
	for i, x := range results {
		list[i] = x.bytes
	}
	e.done[job.Key()] = list
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// run is one run.
type run struct {
	job    work.Job
	random *rand.Rand
	tasks  []work.Task
	doubts bool
}

// result is the result of one part.
type result struct {
	bytes []byte
	there bool
	known bool
}

// compute finds the results of all parts up to the lowest one that ends the job, and of some parts
// after it.
func (r *run) compute(ctx context.Context) ([]result, error) {
	results := make([]result, r.job.Parts)
	lowest := r.job.Parts // of the parts that end the job
	for _, i := range r.random.Perm(r.job.Parts) {
		if i > lowest {
			continue
		}
		x, err := r.find(ctx, i)
		if err != nil {
			return nil, err
		}
		results[i] = x
		if r.job.Ends != nil && r.job.Ends(i, x.bytes) {
			lowest = i
		}
	}
	return results, nil
}

// find returns the result of one part.
func (r *run) find(ctx context.Context, i int) (result, error) {
	if r.job.Known != nil {
		if known := r.job.Known(i); known != nil {
			return result{known, true, true}, r.isKnown(ctx, i, known)
		}
	}
	first := r.random.IntN(len(r.tasks))
	got, err := r.do(ctx, r.tasks[first], i)
	if err != nil || r.random.IntN(10) > 0 {
		return result{got, true, false}, err
	}
	again, err := r.do(ctx, r.tasks[(first+1)%len(r.tasks)], i)
	if err == nil && !bytes.Equal(got, again) {
		err = work.Failed(i, fmt.Errorf("worktest: two machines find %s and %s", brief(got), brief(again)))
	}
	return result{got, true, false}, err
}

// isKnown checks some of the known results: they must equal the computed results of their parts.
func (r *run) isKnown(ctx context.Context, i int, known []byte) error {
	if !r.doubts || r.random.IntN(4) > 0 {
		return nil
	}
	got, err := r.do(ctx, r.tasks[0], i)
	if err == nil && !bytes.Equal(got, known) {
		err = work.Failed(i, fmt.Errorf("worktest: %s is known, and the result is %s", brief(known), brief(got)))
	}
	return err
}

// do computes a part. The task gets a copy of its input.
func (r *run) do(ctx context.Context, task work.Task, i int) ([]byte, error) {
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	part := r.job.Part(i, 0)
	part.Input = bytes.Clone(part.Input)
	got, err := task.Do(ctx, part)
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case err != nil:
		return nil, work.Failed(i, err)
	}
	return bytes.Clone(got), nil
}

// judge judges the results by the Trust of the job.
func (r *run) judge(ctx context.Context, task work.Task, results []result) error {
	// A kept result that is invalid would end every run of the job.
	if check := r.job.Trust.Check; len(results) > 0 && (check == nil || check(ctx, 0, []byte("\xffno result")) == nil) {
		return errors.New("worktest: Trust.Check of the job lets pass what is no result")
	}
	sampled := 0
	for _, i := range r.random.Perm(len(results)) {
		x := results[i]
		if !x.there || x.known {
			continue
		}
		if err := r.job.Trust.Check(ctx, i, x.bytes); err != nil {
			return work.Failed(i, fmt.Errorf("worktest: the result is not trusted: %w", err))
		}
		if sampled++; sampled > r.job.Trust.Sample {
			continue
		}
		here, err := r.do(ctx, task, i)
		if err != nil {
			return err
		}
		if !bytes.Equal(here, x.bytes) {
			return work.Failed(i, fmt.Errorf("worktest: %s here is %s elsewhere", brief(here), brief(x.bytes)))
		}
	}
	return nil
}

// hand passes the results to take, in order or shuffled.
func (r *run) hand(ctx context.Context, results []result, take func(i int, result []byte) error) (work.Report, error) {
	report := work.Report{Trusted: r.job.Trust.Words()}
	order := make([]int, len(results))
	for i := range order {
		order[i] = i
	}
	if !r.job.InOrder {
		order = r.random.Perm(len(results))
	}
	for _, i := range order {
		if !results[i].there {
			continue
		}
		if ctx.Err() != nil {
			return report, context.Cause(ctx)
		}
		if err := take(i, results[i].bytes); err != nil {
			return report, err
		}
		report.Parts++
		report.Known += b2i(results[i].known)
		if r.job.InOrder && r.job.Ends != nil && r.job.Ends(i, results[i].bytes) {
			break
		}
	}
	if computed := report.Parts - report.Known; computed > 0 {
		report.Workers = []work.Share{{Worker: "elsewhere", Parts: computed}}
	}
	return report, nil
}

func brief(b []byte) string {
	if len(b) > 60 {
		return fmt.Sprintf("%d bytes, %.60q...", len(b), b)
	}
	return fmt.Sprintf("%q", b)
}

// Kind returns the registered kind of jobs with this name.
func Kind(name string) work.Kind {
	list := work.Kinds()
	return list[slices.IndexFunc(list, func(k work.Kind) bool { return k.Name == name })]
}

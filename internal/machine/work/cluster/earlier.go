package cluster

import (
	"context"
	"fmt"

	"coterie/internal/machine/work"
)

// earlier returns the results of earlier jobs to the tasks of a worker.
type earlier struct{ s *store }

// Run implements [work.Runner]. It takes results in the order of the parts, up to the first one
// that ends the job. If one is missing, there is an error.
func (e *earlier) Run(ctx context.Context, job work.Job, _ work.Task, take func(i int, result []byte) error) (work.Report, error) {
	type found struct {
		got result
		err error
	}
	key := job.Key()
	var report work.Report
	inner, end := context.WithCancel(ctx)
	defer end()
	ahead := make(chan chan found, 8) // this many results are fetched in advance
	go func() {
		defer close(ahead)
		for i := range job.Parts {
			one := make(chan found, 1)
			select {
			case ahead <- one:
			case <-inner.Done():
				return
			}
			go func() {
				got, err := e.s.result(inner, key, i)
				if err == nil {
					err = e.s.load(inner, &got)
				}
				one <- found{got, err}
			}()
		}
	}()
	i := 0
	for one := range ahead {
		f := <-one
		if ctx.Err() != nil {
			return report, context.Cause(ctx)
		}
		if gone(f.err) {
			return report, fmt.Errorf("part %d of the earlier job %s (%s) has no result at the server", i+1, key, job.Title)
		}
		if f.err != nil {
			return report, f.err
		}
		if err := take(i, f.got.bytes); err != nil {
			return report, err
		}
		report.Parts++
		report.Known++
		if job.Ends != nil && job.Ends(i, f.got.bytes) {
			return report, nil
		}
		i++
	}
	if ctx.Err() != nil {
		return report, context.Cause(ctx)
	}
	return report, nil
}

package cluster

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"slices"

	"coterie/internal/machine/work"
)

// tell prints a note for the user.
func tell(format string, args ...any) { fmt.Printf("note: "+format+"\n", args...) }

// memory returns the memory that the process has ever asked from the system.
func memory() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.Sys
}

// work is a worker, until it is killed, refused or turned away.
func (r role) work(ctx context.Context, c *Cluster) error {
	return c.Work(ctx, WorkOptions{
		Name: r.Name, Jobs: r.Jobs, Kinds: []work.Kind{r.kind()}, Lease: r.Lease,
		Notef: tell,
	})
}

// coordinate asks for the job, and leaves its outcome in the order of the parts.
func (r role) coordinate(ctx context.Context, c *Cluster) error {
	job := r.Job.work()
	job.InOrder = r.InOrder
	job.Trust.Sample = r.Sample
	if r.Check {
		job.Trust.Check = r.Job.judge
	}
	results := make([][]byte, job.Parts)
	next := 0
	runner := c.Runner(RunnerOptions{Jobs: 1, Notef: tell, Nobody: r.Nobody})
	report, err := runner.Run(ctx, job, r.task(r.Job), func(i int, result []byte) error {
		if results[i] != nil || r.InOrder && i != next {
			return fmt.Errorf("part %d was handed over, and part %d is next", i, next)
		}
		next++
		results[i] = append([]byte{}, result...)
		return nil
	})
	if err != nil {
		return err
	}
	text, err := json.Marshal(outcome{report, slices.Concat(results...), memory()})
	if err != nil {
		return err
	}
	if err := os.WriteFile(r.Out+".new", text, 0o666); err != nil {
		return err
	}
	return os.Rename(r.Out+".new", r.Out)
}

package sim

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"coterie/internal/machine/par"
	"coterie/internal/machine/work"
	"coterie/mutex"
)

// replicationKind is the kind of job for replications. Its params are the configuration, a part is
// some streams in a row, and its result is theirs.
const replicationKind = "replication"

func init() {
	work.Register(work.Kind{Name: replicationKind, Open: func(_ context.Context, params []byte, _ work.Host) (work.Task, error) {
		return openReplications(params)
	}})
}

// replications are runs of one configuration, in parts. Its JSON is the params of a job.
type replications struct {
	Config       Config
	Replications int
	Width        int // the number of replications in each part except the last
}

// partWishes is how many wishes a part has room for that others compute: runs of fewer go together,
// as to hand one over takes as long as some thousand wishes.
const (
	partWishes = 20_000
	fewParts   = 64
)

// newReplications chooses the width of the parts.
func newReplications(c Config, n int) *replications {
	wishes := min(c.Entries+c.Warmup, partWishes)
	return &replications{c, n, max(1, min(partWishes/wishes, n/fewParts))}
}

func (r *replications) parts() int { return (r.Replications + r.Width - 1) / r.Width }

// openReplications reads params. Its result has passed the checks of Replicate.
func openReplications(params []byte) (*replications, error) {
	r := &replications{}
	if err := json.Unmarshal(params, r); err != nil {
		return nil, fmt.Errorf("the configuration of a simulation: %w", err)
	}
	c := &r.Config
	switch {
	case c.Algorithm == nil || c.Setup == nil:
		return nil, errors.New("a simulation of nothing")
	case r.Replications < 1 || r.Width < 1:
		return nil, fmt.Errorf("%d replications, %d in each part", r.Replications, r.Width)
	}
	for _, check := range []func() error{c.Setup.Check, c.Check, c.checkRequesters} {
		if err := check(); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// checkRequesters returns a *quorum.InputError where a requester that was read names a place that
// is not there. Those that are made in this program name none.
func (c *Config) checkRequesters() error {
	for k, r := range c.Requesters {
		bad := r.Process < 0 || int(r.Process) >= c.Setup.Processes || len(r.Menus) != len(r.Groups) || len(r.Groups) == 0
		for _, g := range r.Groups {
			bad = bad || g < 0
		}
		for _, menu := range r.Menus {
			bad = bad || menu.Cumulative != nil && len(menu.Cumulative) != len(menu.Quorums) || len(menu.Quorums) == 0 && !c.Algorithm.NoQuorums
			for _, q := range menu.Quorums {
				bad = bad || q < 0 || int(q) >= len(c.Setup.Quorums)
			}
		}
		if bad {
			return mutex.Unfit("requester %d is none of the system", k)
		}
	}
	return nil
}

// run runs replication i, from 0.
func (r *replications) run(ctx context.Context, i int) (Result, error) {
	one := r.Config
	one.Stream += uint64(i)
	if i > 0 {
		one.Trace, one.After = nil, nil
	}
	return Run(ctx, one)
}

// Do runs the replications of a part, and returns their results one after the other.
func (r *replications) Do(ctx context.Context, part work.Part) ([]byte, error) {
	if part.Index < 0 || part.Index >= r.parts() {
		return nil, fmt.Errorf("%d parts have no part %d", r.parts(), part.Index+1)
	}
	var w wire
	for i := part.Index * r.Width; i < min(r.Replications, (part.Index+1)*r.Width); i++ {
		result, err := r.run(ctx, i)
		if err != nil {
			return nil, err
		}
		w.result(&result)
	}
	return w.bytes, nil
}

// read calls take with the replications of part i.
func (r *replications) read(i int, data []byte, take func(Result)) error {
	w := wire{reads: true, bytes: data}
	for n := min(r.Replications, (i+1)*r.Width) - i*r.Width; n > 0; n-- {
		var result Result
		if w.result(&result); w.bad || n == 1 && len(w.bytes) > 0 {
			return errResult
		}
		if err := result.check(&r.Config); err != nil {
			return err
		}
		take(result)
	}
	return nil
}

// replicate calls take with n results of c in their order. Where ctx ends before the first of them
// does, and that is run here, cut is called with its beginning.
func replicate(ctx context.Context, c Config, n int, o Options, take, cut func(Result)) error {
	runner := work.RunnerOf(ctx)
	if runner == nil {
		return replicateHere(ctx, c, n, o.Jobs, take, cut)
	}
	if c.Trace != nil || c.After != nil {
		if err := replicateHere(ctx, c, 1, 1, take, cut); err != nil || n == 1 {
			return err
		}
		c.Trace, c.After = nil, nil
		c.Stream++
		n--
	}
	r := newReplications(c, n)
	params, err := json.Marshal(r)
	if err != nil {
		return err
	}
	trust := work.Sampled(r.parts())
	trust.Checked = "every replication by its form"
	trust.Check = func(_ context.Context, i int, data []byte) error { return r.read(i, data, func(Result) {}) }
	job := work.Job{
		Kind: replicationKind, Title: fmt.Sprintf("%d replications of %s over %s", n, c.Algorithm.Name, c.Setup.Name),
		Params: params, Parts: r.parts(), InOrder: true, Trust: trust,
	}
	_, err = runner.Run(ctx, job, r, func(i int, data []byte) error { return r.read(i, data, take) })
	return err
}

// replicateHere is replicate on this machine, where results need not become bytes.
func replicateHere(ctx context.Context, c Config, n, jobs int, take, cut func(Result)) error {
	r := &replications{c, n, 1}
	inner, end := context.WithCancel(ctx)
	defer end()
	var failed error
	var first *Result // if it was cut off
	taken := 0
	for run, err := range par.Ordered(inner, jobs, n, func(i int) func() (Result, error) {
		result, err := r.run(inner, i)
		if i == 0 && err != nil {
			first = &result
		}
		return func() (Result, error) { return result, err }
	}) {
		var result Result
		if err == nil {
			result, err = run()
		}
		if err != nil {
			failed = err
			end()
			break
		}
		taken++
		take(result)
	}
	if taken == 0 && ctx.Err() != nil && first != nil {
		cut(*first)
	}
	return failed
}

package judge

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"coterie/internal/machine/par"
	"coterie/internal/machine/work"
	"coterie/mutex/explore"
	"coterie/quorum"
)

// requestersKind is the kind of job for sets of requesters. Its params are the configuration and
// the options, a part is one set, its input the processes of the set, and its result the report.
const requestersKind = "requesters"

// SetOptions are the options of Each.
type SetOptions struct {
	Options
	// Endless judges each set by [Endless] instead of [Of].
	Endless bool
}

// Each judges a configuration for sets of its requesters, in their order. Set i has the same graph
// as set of[i] (see [explore.Classes]). Each graph is judged once, and with FirstFailure none after
// the first one in which something fails. The reports do not depend on the machine that makes them.
// If ctx ends, the earlier judgements are kept, and the last report is about a set that was cut
// short. The reports cover the first covered sets, with their images. The error is that of the
// configuration, or that of the runner.
func Each(ctx context.Context, c explore.Config, sets [][]explore.Requester, of []int, o SetOptions) (list []Report, covered int, err error) {
	e := &each{config: c, options: o, sets: sets, there: map[int]Report{}}
	like := map[int]int{}
	for i, j := range of {
		if i == j {
			e.first = append(e.first, i)
		}
		like[j]++
	}
	add := func(r Report) {
		r.StandsFor = like[e.first[len(list)]]
		list = append(list, r)
	}
	failed := func() bool { return o.FirstFailure && len(list) > 0 && list[len(list)-1].Fails() }
	err = e.run(ctx, func(r Report) error {
		if add(r); failed() {
			return errFailed
		}
		return nil
	})
	if failed() {
		return list, e.first[len(list)-1] + 1, nil
	}
	if part := (*work.PartError)(nil); work.RunnerOf(ctx) == nil && errors.As(err, &part) {
		err = part.Err
	}
	if err != nil && ctx.Err() == nil {
		return nil, 0, err
	}
	// A set is cut short, or was complete when ctx ended. Then the next one is cut short at its
	// beginning, so that the report about all sets shows that there are others.
	for len(list) < len(e.first) {
		r, there := e.take(len(list))
		if !there && len(list) > 0 && !list[len(list)-1].Complete {
			return list, e.first[len(list)], nil
		}
		if !there {
			if r, err = e.judge(ctx, len(list), o.Jobs); err != nil {
				return nil, 0, err
			}
		}
		add(r)
	}
	return list, len(sets), nil
}

// errFailed ends the sets at the first one in which something fails.
var errFailed = errors.New("something fails")

// each holds the sets under way.
type each struct {
	config  explore.Config
	options SetOptions
	sets    [][]explore.Requester
	first   []int // the sets that are judged

	mu    sync.Mutex
	there map[int]Report // reports made here and not yet taken, by their places in first
}

func (e *each) take(k int) (Report, bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	r, there := e.there[k]
	delete(e.there, k)
	return r, there
}

// run calls add with the reports in their order.
func (e *each) run(ctx context.Context, add func(Report) error) error {
	runner := work.RunnerOf(ctx)
	if runner == nil {
		job := work.Job{Kind: requestersKind, Parts: len(e.first), InOrder: true}
		// Reports that are made here need not become bytes, and one that is cut short is kept.
		_, err := work.Here{Jobs: 1}.Run(ctx, job, work.TaskFunc(func(ctx context.Context, part work.Part) ([]byte, error) {
			r, err := e.judge(ctx, part.Index, e.options.Jobs)
			if err != nil {
				return nil, err
			}
			e.mu.Lock()
			defer e.mu.Unlock()
			e.there[part.Index] = r
			return nil, nil
		}), func(k int, _ []byte) error {
			r, _ := e.take(k)
			return add(r)
		})
		return err
	}
	job, task, err := e.job()
	if err != nil {
		return err
	}
	told := par.Progress(e.options.Progress).Count("sets of requesters explored", len(e.first))
	_, err = runner.Run(ctx, job, task, func(k int, result []byte) error {
		r, err := e.read(k, result)
		if err != nil {
			return err
		}
		told(1)
		return add(r)
	})
	return err
}

// read reads the report of the set in place k.
func (e *each) read(k int, result []byte) (Report, error) {
	c := e.config
	c.Requesters = e.sets[e.first[k]]
	return decodeReport(result, &c)
}

// judge judges the set in place k.
func (e *each) judge(ctx context.Context, k, jobs int) (Report, error) {
	c, o := e.config, e.options
	i := e.first[k]
	c.Requesters, o.Jobs = e.sets[i], jobs
	if told := o.Progress; told != nil && len(e.sets) > 1 {
		o.Progress = func(stage string, done, total int) {
			told(fmt.Sprintf("%s, set %v of %d", stage, quorum.Index(i), len(e.sets)), done, total)
		}
	}
	return o.judge(ctx, c)
}

func (o *SetOptions) judge(ctx context.Context, c explore.Config) (Report, error) {
	if o.Endless {
		return Endless(ctx, c, o.Options)
	}
	return Of(ctx, c, o.Options)
}

func init() {
	work.Register(work.Kind{Name: requestersKind, Open: func(_ context.Context, params []byte, _ work.Host) (work.Task, error) {
		return openSets(params)
	}})
}

// job returns the job, and the task that makes its parts here.
func (e *each) job() (work.Job, work.Task, error) {
	o := &e.options
	params, err := json.Marshal(sets{e.config, *o})
	if err != nil {
		return work.Job{}, nil, err
	}
	task, err := openSets(params)
	if err != nil {
		return work.Job{}, nil, err
	}
	task.Options.Jobs = o.Jobs
	trust := work.Sampled(len(e.first))
	trust.Checked = "every report by its form"
	trust.Check = func(_ context.Context, k int, result []byte) error {
		_, err := e.read(k, result)
		return err
	}
	return work.Job{
		Kind: requestersKind, Title: fmt.Sprintf("%s over %s, by %d sets of requesters", e.config.Algorithm.Name, e.config.Setup.Name, len(e.sets)),
		Params: params, Parts: len(e.first), InOrder: true, Trust: trust,
		Input: func(k int) []byte {
			var processes []int32
			for _, r := range e.sets[e.first[k]] {
				processes = append(processes, r.Process)
			}
			input, err := json.Marshal(processes)
			if err != nil {
				panic(err) // numbers
			}
			return input
		},
	}, task, nil
}

// sets makes the reports of a job. Its JSON is the params of the job.
type sets struct {
	Config  explore.Config
	Options SetOptions
}

func openSets(params []byte) (*sets, error) {
	s := &sets{}
	if err := json.Unmarshal(params, s); err != nil {
		return nil, fmt.Errorf("the configuration of an exploration: %w", err)
	}
	if s.Config.Algorithm == nil || s.Config.Setup == nil || s.Config.Reduction > explore.PartialOrder {
		return nil, errors.New("an exploration of nothing")
	}
	if err := s.Config.Setup.Check(); err != nil {
		return nil, err
	}
	s.Options.Jobs = 1
	return s, s.Config.Check()
}

// Do judges one set. A judgement that was cut off by the memory of the machine is no result:
// another machine would have gone further.
func (s *sets) Do(ctx context.Context, part work.Part) ([]byte, error) {
	var processes []int32
	if err := json.Unmarshal(part.Input, &processes); err != nil {
		return nil, fmt.Errorf("a set of requesters: %w", err)
	}
	c := s.Config
	c.Requesters = nil
	for _, p := range processes {
		for _, r := range s.Config.Requesters {
			if r.Process == p {
				c.Requesters = append(c.Requesters, r)
			}
		}
	}
	if len(c.Requesters) != len(processes) {
		return nil, fmt.Errorf("processes %v are not all requesters", processes)
	}
	r, err := s.Options.judge(ctx, c)
	switch {
	case err != nil:
		return nil, err
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case r.memory:
		return nil, fmt.Errorf("the memory of this machine ended at %d states, and another one may have more: a limit of states is the same on all", r.States)
	}
	return r.encode()
}

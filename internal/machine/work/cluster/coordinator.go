package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"coterie/internal/machine/par"
	"coterie/internal/machine/work"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Runner returns a coordinator, whose jobs the workers compute. In addition to the errors of a
// [work.Runner], a run returns an [Error] of the reason [PartsParked], [CannotOpen], [JobCancelled]
// or [NoRoom]. If parts were parked, all others have their results at the server.
func (c *Cluster) Runner(opts RunnerOptions) work.Runner {
	if opts.Nobody <= 0 {
		opts.Nobody = 10 * time.Second
	}
	if opts.Notef == nil {
		opts.Notef = func(string, ...any) {}
	}
	return &coordinator{c, opts}
}

type coordinator struct {
	c    *Cluster
	opts RunnerOptions
}

// Run implements [work.Runner].
func (c *coordinator) Run(ctx context.Context, job work.Job, task work.Task, take func(i int, result []byte) error) (work.Report, error) {
	if job.Parts == 0 {
		return work.Report{}, nil
	}
	s, err := c.c.open(ctx)
	if err != nil {
		return work.Report{}, err
	}
	inner, end := context.WithCancelCause(ctx)
	r := &run{
		store: s, opts: c.opts, job: job, key: job.Key(), task: task, take: take,
		events: make(chan func() error, 64), fatal: make(chan error, 1), toJudge: make(chan judgement),
		state: make([]state, job.Parts), seq: make([]uint64, job.Parts), owner: make([]int32, job.Parts),
		numbers: map[string]int32{}, refusedNow: map[string]bool{}, end: job.Parts, open: job.Parts, left: job.Parts, before: math.MaxUint64,
		early: map[int][]byte{}, parked: map[int]failure{},
	}
	r.limit.Store(int64(job.Parts))
	r.executable, _ = mine()
	err = r.loop(inner)
	end(err)
	r.background.Wait()
	if err != nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	r.close(ctx, err)
	return r.finalReport(), err
}

// state is the state of a part in its coordinator.
type state uint8

const (
	missing state = iota // no result is known
	judging              // a result is being judged
	good                 // a result can be taken
	taken
)

// run is one run of a coordinator. All fields except the last ones belong to the goroutine of loop;
// other goroutines send it functions.
type run struct {
	*store
	opts       RunnerOptions
	job        work.Job
	key        string
	executable string
	task       work.Task
	take       func(i int, result []byte) error

	state   []state
	seq     []uint64 // number of the current result
	owner   []int32  // worker of the current result, an index of workers
	workers []string
	took    []int // parts taken, by worker
	numbers map[string]int32

	end    int             // parts from this one on are not wanted
	open   int             // parts before end that are missing or being judged, without the parked ones
	left   int             // parts before end that were not taken
	before uint64          // the last result that existed when the run began
	next   int             // in order: the next part to take
	parked map[int]failure // the last failures of the parked ones among the missing parts
	early  map[int][]byte  // in order: good results, as long as they take little memory
	waits  int             // bytes in early

	sample      map[int]bool // parts of the sample that are not judged yet
	judgeable   []judgement  // results that wait to be judged
	replays     bool         // the results that waited for the sample can be taken
	refusedNow  map[string]bool
	refusals    []work.Refused
	report      work.Report
	announced   bool      // the server has the job
	published   bool      // all parts without a result were handed out
	heard       time.Time // when the last result arrived
	asked       time.Time // when the parts at the server were last counted
	patience    time.Duration
	nobody      bool      // a note says that nobody works, or will after a check
	present     time.Time // when a worker was last known to be there
	cannotOpen  int       // how many workers reported that they cannot open the job
	fromWorkers bool      // a worker has returned a result in this run

	limit      atomic.Int64 // the value of end, for all goroutines
	right      sync.Map     // hashes of results that were computed again, by part
	events     chan func() error
	fatal      chan error
	toJudge    chan judgement
	background sync.WaitGroup
}

// do runs f in a goroutine of the run. An error of f ends the run.
func (r *run) do(ctx context.Context, f func() error) {
	r.background.Go(func() {
		if err := f(); err != nil && ctx.Err() == nil {
			select {
			case r.fatal <- err:
			default:
			}
		}
	})
}

// send passes f to loop, which calls it.
func (r *run) send(ctx context.Context, f func() error) error {
	select {
	case r.events <- f:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// loop starts the goroutines of the run, and calls their functions until the run is over.
func (r *run) loop(ctx context.Context) error {
	joined, err := r.announce(ctx, r.key, r.job)
	if err != nil {
		return err
	}
	r.announced = true
	list, err := r.store.refusals(ctx)
	if err != nil {
		return err
	}
	for _, refusal := range list {
		r.refusedNow[refusal.Worker] = true
	}
	if !joined {
		if err := r.forgetFailures(ctx, r.key); err != nil {
			return err
		}
	}
	r.chooseSample()
	r.heard, r.asked, r.present = time.Now(), time.Now(), time.Now()
	if err := r.listen(ctx, &r.background, func(m *nats.Msg) { r.note(ctx, m) }); err != nil {
		return err
	}
	r.judges(ctx)
	r.do(ctx, func() error { return r.follow(ctx) })
	r.do(ctx, func() error { return r.followFailures(ctx) })
	r.do(ctx, func() error { _ = r.sweep(ctx); return nil })
	ticks := time.NewTicker(time.Second)
	defer ticks.Stop()
	for !r.over() {
		var err error
		var first judgement
		var toJudge chan judgement
		if len(r.judgeable) > 0 {
			first, toJudge = r.judgeable[0], r.toJudge
		}
		select {
		case f := <-r.events:
			err = f()
		case toJudge <- first:
			r.judgeable = r.judgeable[1:]
		case err = <-r.fatal:
		case <-ticks.C:
			r.tick(ctx)
		case <-ctx.Done():
			err = context.Cause(ctx)
		}
		if err != nil {
			return err
		}
		if r.replays {
			r.replays = false
			r.replay(ctx)
		}
	}
	if len(r.parked) > 0 {
		return r.parkedError()
	}
	return nil
}

// over reports whether no wanted part can still be taken.
func (r *run) over() bool {
	if r.open > 0 || len(r.sample) > 0 {
		return false
	}
	if r.job.InOrder {
		_, stuck := r.parked[r.next]
		return r.next >= r.end || stuck
	}
	return r.left == len(r.parked)
}

// follow sends the results in the bucket to loop, both existing and new ones.
func (r *run) follow(ctx context.Context) error {
	stream, subject := "KV_"+resultsBucket, "$KV."+resultsBucket+"."+r.key+".*"
	return r.tail(ctx, stream, subject,
		func() error { return r.send(ctx, func() error { return r.handOut(ctx) }) },
		func(m jetstream.Msg, seq uint64) error {
			i := lastNumber(m.Subject())
			got, err := parseResult(m.Data())
			if i < 0 || i >= r.job.Parts {
				return nil // values of other programs are ignored
			}
			got.seq = seq
			if err != nil {
				return r.send(ctx, func() error { r.discard(ctx, i, got); return nil })
			}
			return r.send(ctx, func() error { return r.arrived(ctx, i, got) })
		})
}

// followFailures sends the failures that workers report to loop.
func (r *run) followFailures(ctx context.Context) error {
	stream, subject := "KV_"+failuresBucket, "$KV."+failuresBucket+"."+r.key+".>"
	return r.tail(ctx, stream, subject, func() error { return nil }, func(m jetstream.Msg, _ uint64) error {
		var n, i int
		var f failure
		if _, err := fmt.Sscanf(m.Subject(), "$KV."+failuresBucket+"."+r.key+".%d.%d", &n, &i); err != nil || i < 0 || i >= r.job.Parts || json.Unmarshal(m.Data(), &f) != nil {
			return nil
		}
		return r.send(ctx, func() error { return r.failed(i, n, f) })
	})
}

// failed counts a failure of a part.
func (r *run) failed(i, n int, f failure) error {
	if f.Open {
		if r.cannotOpen++; r.cannotOpen >= attempts && !r.fromWorkers {
			return trouble(CannotOpen, nil, "no worker can compute job %s; worker %s: %s", r.key, f.Worker, f.Why)
		}
	}
	if r.state[i] != missing || i >= r.end {
		return nil
	}
	r.opts.Notef("part %d failed on worker %s: %s", i+1, f.Worker, f.Why)
	if _, there := r.parked[i]; n == attempts-1 && !there {
		r.parked[i] = f
		r.open--
		r.decided(i)
	}
	return nil
}

// parkedError names the first three parked parts.
func (r *run) parkedError() error {
	var words []string
	var errs []error
	for _, i := range slices.Sorted(maps.Keys(r.parked)) {
		f := r.parked[i]
		errs = append(errs, work.Failed(i, errors.New(f.Why)))
		if len(words) < 3 {
			words = append(words, fmt.Sprintf("part %d failed three times, last on worker %s: %s", i+1, f.Worker, f.Why))
		}
	}
	if more := len(errs) - len(words); more > 0 {
		words = append(words, fmt.Sprintf("and %d more", more))
	}
	return trouble(PartsParked, errors.Join(errs...), "%s", strings.Join(words, "; "))
}

// note handles the notes of other clients.
func (r *run) note(ctx context.Context, m *nats.Msg) {
	switch m.Subject {
	case "coterie.note.job." + r.key:
		r.do(ctx, func() error { return r.look(ctx) })
	case "coterie.note.room." + r.key:
		worker := string(m.Data)
		r.do(ctx, func() error {
			return full(fmt.Errorf("worker %s waits with a result", worker))
		})
	case "coterie.note.refused":
		worker := string(m.Data)
		r.do(ctx, func() error {
			return r.send(ctx, func() error { return r.distrust(ctx, worker) })
		})
	}
}

// look reads the record of the job, which may have been cancelled.
func (r *run) look(ctx context.Context) error {
	now, _, err := r.store.record(ctx, r.key)
	if gone(err) || err == nil && now.State == Cancelled {
		return trouble(JobCancelled, nil, "job %s was cancelled", r.key)
	}
	return err
}

// gone reports whether an error says that the server does not have the object.
func gone(err error) bool {
	return errors.Is(err, jetstream.ErrKeyNotFound) || errors.Is(err, jetstream.ErrKeyDeleted) || errors.Is(err, jetstream.ErrMsgNotFound)
}

// close marks the end of a run at the server, or tells the user what will become of the job.
func (r *run) close(ctx context.Context, err error) {
	if is(err, PartsParked) {
		short, end := context.WithTimeout(context.WithoutCancel(ctx), patience)
		defer end()
		_ = r.change(short, r.key, func(now *record) bool { now.Stopped = true; return true })
		return
	}
	if err != nil {
		if r.announced && ctx.Err() != nil && !is(err, JobCancelled) {
			done := 0
			for i := range r.end {
				if r.state[i] != missing {
					done++
				}
			}
			r.opts.Notef("job %s stays at %s with %d of %d parts done; asked again, here or elsewhere, it goes on from there", r.key, r.where, done, r.end)
		}
		return
	}
	// The result of the run does not depend on whether this succeeds.
	short, end := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer end()
	err = r.change(short, r.key, func(now *record) bool {
		now.State, now.End = Done, min(now.End, r.end)
		return true
	})
	if err == nil {
		_ = r.remove(short, r.key, r.executable, false)
	}
}

// finalReport returns the report of the run.
func (r *run) finalReport() work.Report {
	report := r.report
	for w, parts := range r.took {
		if r.workers[w] != "" && parts > 0 {
			report.Workers = append(report.Workers, work.Share{Worker: r.workers[w], Parts: parts})
		}
	}
	slices.SortFunc(report.Workers, func(a, b work.Share) int { return strings.Compare(a.Worker, b.Worker) })
	if len(report.Workers) > 0 {
		report.Trusted = r.job.Trust.Words()
	}
	report.Refused = r.refusals
	return report
}

// cores returns the number of goroutines that compute here.
func (r *run) cores() int { return par.Jobs(r.opts.Jobs) }

//go:build !js

package cluster

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"coterie/internal/machine/par"
	"coterie/internal/machine/work"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// worker computes parts.
type worker struct {
	*store
	opts                 WorkOptions
	name, id             string
	executable, platform string
	cores                int
	consumer             jetstream.Consumer
	lease                time.Duration
	since                time.Time
	revision             uint64        // of its entry among the workers
	queue                chan *held    // in the order in which they came
	freed                chan struct{} // tells that a part was let go
	end                  context.CancelCauseFunc
	background           sync.WaitGroup

	mu      sync.Mutex
	held    map[*held]bool
	opened  map[string]*opened
	done    int           // parts computed
	took    time.Duration // for a part, on average of late
	busy    time.Time     // when a part was held last
	strange map[string]bool
	full    time.Time // when it was said last that there is no room

	dropped   []*held // as the connection broke
	droppedAt time.Time
}

// Work computes parts until ctx ends, and returns its cause then; nil when it was idle for as long
// as the options say. It ends earlier with a *[NameTakenError], a *[BadNameError], a
// *[TurnedAwayError] or a *[RefusedError]. A connection that breaks it waits for.
func (c *Cluster) Work(ctx context.Context, opts WorkOptions) error {
	name, err := nameOf(opts.Name)
	if err != nil {
		return err
	}
	if opts.Notef == nil {
		opts.Notef = func(string, ...any) {}
	}
	s, err := c.open(ctx)
	if err != nil {
		return err
	}
	w := &worker{
		store: s, opts: opts, name: name, id: rand.Text(), cores: par.Jobs(opts.Jobs), since: time.Now().UTC(),
		freed: make(chan struct{}, 1), held: map[*held]bool{}, opened: map[string]*opened{}, strange: map[string]bool{}, busy: time.Now(),
	}
	w.executable, w.platform = mine()
	if opts.executable != "" {
		w.executable = opts.executable
	}
	w.queue = make(chan *held, max(mostHeld, w.cores))
	if refusal, there, err := s.refusal(ctx, name); err != nil || there {
		if err == nil {
			err = &RefusedError{refusal}
		}
		return err
	}
	if err := w.turnedAway(ctx); err != nil {
		return err
	}
	if err := w.claim(ctx); err != nil {
		return err
	}
	defer w.release(ctx)
	if err := w.consume(ctx); err != nil {
		return err
	}
	inner, end := context.WithCancelCause(ctx)
	w.end = end
	defer s.breaks.on(w.drop)()
	if err := s.listen(inner, &w.background, func(m *nats.Msg) { w.note(inner, m) }); err != nil {
		end(err)
		return err
	}
	opts.Notef("worker %s computes for %s, %d at once", name, s.where, w.cores)
	w.background.Go(func() { w.beat(inner) })
	w.background.Go(func() {
		w.strangers(inner) // that came between the first look and the first note
		w.attend(inner)
	})
	for number := range w.cores {
		w.background.Go(func() { w.core(inner, number) })
	}
	err = w.loop(inner)
	end(err)
	w.background.Wait()
	for h := range w.held {
		h.later(0)
	}
	w.closeAll()
	if s.nc.IsConnected() {
		_ = s.nc.FlushTimeout(time.Second) // what was given back
	}
	if errors.Is(err, errEnough) {
		return nil
	}
	return err
}

// turnedAway compares the program with those of the open jobs.
func (w *worker) turnedAway(ctx context.Context) error {
	var turned *TurnedAwayError
	mine := false
	err := w.records(ctx, func(job string, r record) {
		switch {
		case r.State != Open:
		case r.Executable == w.executable && r.Platform == w.platform:
			mine = true
		default:
			turned = &TurnedAwayError{Job: job, Title: r.Title, Executable: r.Executable, Platform: r.Platform, own: w.executable}
		}
	})
	if err == nil && turned != nil && !mine {
		return turned
	}
	return err
}

// strangers looks for jobs that came up, are not for this program, and were not told of.
func (w *worker) strangers(ctx context.Context) {
	var list []string
	_ = w.records(ctx, func(job string, r record) {
		if r.State == Open && (r.Executable != w.executable || r.Platform != w.platform) {
			list = append(list, job)
		}
	})
	for _, job := range list {
		w.newJob(ctx, job)
	}
}

// newJob says, once, that a job which came up is not for this program.
func (w *worker) newJob(ctx context.Context, job string) {
	r, _, err := w.store.record(ctx, job)
	if err != nil || r.State != Open || r.Executable == w.executable && r.Platform == w.platform {
		return
	}
	w.mu.Lock()
	said := w.strange[job]
	w.strange[job] = true
	w.mu.Unlock()
	if !said {
		w.opts.Notef("%v; waiting for jobs of this program", &TurnedAwayError{Job: job, Title: r.Title, Executable: r.Executable, Platform: r.Platform, own: w.executable})
	}
}

// firstLease is how long a part waits for a silent worker where nobody has said anything else.
const firstLease = 30 * time.Second

// consume makes the consumer of the executable, which all its workers share.
func (w *worker) consume(ctx context.Context) error {
	config := jetstream.ConsumerConfig{
		Durable: "work-" + tag(w.executable), FilterSubject: "coterie.part." + tag(w.executable) + ".>",
		AckPolicy: jetstream.AckExplicitPolicy, AckWait: firstLease, MaxDeliver: -1, MaxAckPending: -1, MaxWaiting: 1 << 14,
	}
	err := w.retry(ctx, func(ctx context.Context) error {
		old, err := w.js.Consumer(ctx, partsStream, config.Durable)
		switch {
		case err == nil && (w.opts.Lease <= 0 || old.CachedInfo().Config.AckWait == w.opts.Lease):
			w.consumer = old
			return nil
		case err == nil || errors.Is(err, jetstream.ErrConsumerNotFound):
		default:
			return err
		}
		if w.opts.Lease > 0 {
			config.AckWait = w.opts.Lease
		}
		w.consumer, err = w.js.CreateOrUpdateConsumer(ctx, partsStream, config)
		return err
	})
	if err == nil {
		w.lease = w.consumer.CachedInfo().Config.AckWait
	}
	return err
}

// note heeds what others tell.
func (w *worker) note(ctx context.Context, m *nats.Msg) {
	if m.Subject == "coterie.note.refused" && string(m.Data) == w.name {
		w.background.Go(func() { w.checkRefused(ctx) })
	}
	if job, found := strings.CutPrefix(m.Subject, "coterie.note.job."); found {
		w.background.Go(func() {
			w.mu.Lock()
			o := w.opened[job]
			w.mu.Unlock()
			if o != nil {
				w.refresh(ctx, job, o)
			} else {
				w.newJob(ctx, job)
			}
		})
	}
}

// checkRefused ends a worker that was caught.
func (w *worker) checkRefused(ctx context.Context) {
	if refusal, there, err := w.refusal(ctx, w.name); err == nil && there {
		w.end(&RefusedError{refusal})
	}
}

// prepare finds out whether a part is to be computed, while others are: then its fields are set.
func (w *worker) prepare(ctx context.Context, h *held) {
	defer close(h.ready)
	o := w.jobOf(ctx, h.job)
	verdict, until := o.verdict(h.i)
	if verdict == notWanted {
		w.refresh(ctx, h.job, o) // it may have been opened again
		o = w.jobOf(ctx, h.job)
		verdict, until = o.verdict(h.i)
	}
	switch verdict {
	case notWanted:
		h.ack()
		return
	case broken:
		h.later(until)
		return
	case notOpened:
		w.report(ctx, h, failure{Worker: w.name, Why: o.err.Error(), Open: true})
		return
	}
	if _, err := w.result(ctx, h.job, h.i); err == nil {
		h.ack() // somebody was faster
		return
	}
	input, err := w.input(ctx, h.msg)
	if errors.Is(err, jetstream.ErrObjectNotFound) {
		// To give it back at once would hand it round without an end.
		w.report(ctx, h, failure{Worker: w.name, Why: "what the part works on is missing at the server"})
		return
	}
	if err != nil {
		w.leave(ctx, h, o)
		return
	}
	h.opened, h.input = o, input
}

// core computes the parts that this worker has, one at a time, in the order in which they came.
// Their results are stored meanwhile.
func (w *worker) core(ctx context.Context, number int) {
	for {
		var h *held
		select {
		case h = <-w.queue:
		case <-ctx.Done():
			return
		}
		<-h.ready
		if h.opened == nil || !w.compute(ctx, h, number) {
			w.free(h)
		}
	}
}

// compute does one part, and says whether its result is being stored: then the part is still held.
func (w *worker) compute(ctx context.Context, h *held, number int) bool {
	o := h.opened
	part, end := context.WithCancelCause(o.ctx)
	if !w.begin(h, end) {
		end(nil)
		return false
	}
	if verdict, _ := o.verdict(h.i); verdict == notWanted {
		end(nil)
		h.ack()
		return false
	}
	begun := time.Now()
	got, err := doPart(part, o.task, work.Part{Index: h.i, Input: h.input, Worker: number})
	w.computed(time.Since(begun))
	w.background.Go(func() {
		defer w.free(h)
		defer end(nil)
		switch {
		case part.Err() != nil:
			w.leave(ctx, h, o)
		case err != nil:
			w.report(ctx, h, failure{Worker: w.name, Why: err.Error()})
		case w.keep(part, h, got):
			h.ack()
		default:
			w.leave(ctx, h, o)
		}
	})
	return true
}

// doPart computes; a panic of the task is a failure.
func doPart(ctx context.Context, task work.Task, part work.Part) (result []byte, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	return task.Do(ctx, part)
}

// input returns what a part has beside its number.
func (w *worker) input(ctx context.Context, m jetstream.Msg) ([]byte, error) {
	if name := m.Headers().Get(objectHeader); name != "" {
		return w.object(ctx, name)
	}
	return m.Data(), nil
}

// keep stores a result. While the server has no room, it waits with it.
func (w *worker) keep(ctx context.Context, h *held, got []byte) bool {
	wait := 100 * time.Millisecond
	for {
		err := w.putResult(ctx, h.job, h.i, w.name, got)
		switch {
		case err == nil || errors.Is(err, errThere):
			return true
		case ctx.Err() != nil:
			return false
		case noRoom(err):
			w.noteRoom(h.job, w.name)
			w.mu.Lock()
			say := time.Since(w.full) > time.Minute
			w.full = time.Now()
			w.mu.Unlock()
			if say {
				w.opts.Notef("the server has no room; the results wait here")
			}
		default:
			w.opts.Notef("a result cannot be stored: %v", err)
		}
		if !pause(ctx, wait) {
			return false
		}
		wait = min(2*wait, 3*time.Second)
	}
}

// report tells that a part failed, and gives it back, unless it is parked now.
func (w *worker) report(ctx context.Context, h *held, f failure) {
	w.opts.Notef("part %d of job %s failed: %s", h.i+1, h.job, firstLine(f.Why))
	wait := time.Second / 5
	if f.Open {
		wait = time.Second // another worker may be able to
	}
	parked, err := w.reportFailure(ctx, h.job, h.i, f)
	if err == nil && parked {
		h.ack()
		return
	}
	h.later(wait)
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// leave lets go of a part that was not finished: for good, if it is not wanted any more.
func (w *worker) leave(ctx context.Context, h *held, o *opened) {
	if verdict, _ := o.verdict(h.i); verdict == notWanted && ctx.Err() == nil {
		h.ack()
		return
	}
	if ctx.Err() != nil {
		h.later(time.Second) // earlier it would come to this worker
		return
	}
	h.later(0)
}

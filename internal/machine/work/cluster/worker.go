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

// worker fetches and computes parts.
type worker struct {
	*store
	opts                 WorkOptions
	name, id             string
	executable, platform string
	cores                int
	consumer             jetstream.Consumer
	lease                time.Duration
	since                time.Time
	revision             uint64        // of its entry in the bucket of workers
	queue                chan *held    // in order of arrival
	freed                chan struct{} // signals that a part was released
	end                  context.CancelCauseFunc
	background           sync.WaitGroup

	mu      sync.Mutex
	held    map[*held]bool
	opened  map[string]*opened
	done    int           // parts computed
	took    time.Duration // recent average for a part
	busy    time.Time     // when a part was last held
	strange map[string]bool
	full    time.Time // when a note last said that there is no room

	dropped   []*held // when the connection broke
	droppedAt time.Time
}

// Work computes parts until ctx ends, and then returns its cause. It returns nil if the worker was
// idle for as long as the options allow. It ends earlier with an [Error] of the reason [Taken],
// [BadName], [TurnedAway] or [Refused]. If the connection breaks, it waits until it is back.
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
	if err := s.refusedError(ctx, name); err != nil {
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
		w.strangers(inner) // jobs that came up between turnedAway and the first note
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
		_ = s.nc.FlushTimeout(time.Second) // so that the server gets the parts given back
	}
	if errors.Is(err, errEnough) {
		return nil
	}
	return err
}

// turnedAway returns an error if no open job is for this program.
func (w *worker) turnedAway(ctx context.Context) error {
	var turned error
	mine := false
	err := w.records(ctx, func(job string, r record) {
		switch {
		case r.State != Open:
		case r.Executable == w.executable && r.Platform == w.platform:
			mine = true
		default:
			turned = w.notMine(job, r)
		}
	})
	if err == nil && !mine {
		return turned
	}
	return err
}

// notMine says that a job belongs to another executable or platform.
func (w *worker) notMine(job string, r record) error {
	return trouble(TurnedAway, nil, "turned away: job %s (%s) is of executable %s on %s; this is %s on %s",
		job, r.Title, short(r.Executable), r.Platform, short(w.executable), work.Platform())
}

// strangers looks for open jobs that are not for this program and that no note announced.
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

// newJob prints a note, once, about a new job that is not for this program.
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
		w.opts.Notef("%v; waiting for jobs of this program", w.notMine(job, r))
	}
}

// firstLease is the lease of a part if no worker has set another one.
const firstLease = 30 * time.Second

// consume creates the consumer of the executable, which all its workers share.
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

// note handles the notes of other clients.
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

// checkRefused ends the worker if the server refuses it.
func (w *worker) checkRefused(ctx context.Context) {
	if err := w.refusedError(ctx, w.name); is(err, Refused) {
		w.end(err)
	}
}

// prepare decides whether a part is to be computed, while other parts are being computed. It then
// sets the part's fields.
func (w *worker) prepare(ctx context.Context, h *held) {
	defer close(h.ready)
	o := w.jobOf(ctx, h.job)
	verdict, until := o.verdict(h.i)
	if verdict == notWanted {
		w.refresh(ctx, h.job, o) // the job may have been opened again
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
		h.ack() // another worker was faster
		return
	}
	input, err := w.input(ctx, h.msg)
	if errors.Is(err, jetstream.ErrObjectNotFound) {
		// If the part were simply given back, it would go round without end.
		w.report(ctx, h, failure{Worker: w.name, Why: "what the part works on is missing at the server"})
		return
	}
	if err != nil {
		w.leave(ctx, h, o)
		return
	}
	h.opened, h.input = o, input
}

// core computes the parts that the worker holds, one at a time and in order of arrival. Results are
// stored in the background.
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

// compute computes one part. It returns whether the result is being stored, in which case the part
// is still held.
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

// doPart computes a part. A panic of the task counts as a failure.
func doPart(ctx context.Context, task work.Task, part work.Part) (result []byte, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	return task.Do(ctx, part)
}

// input returns the input of a part.
func (w *worker) input(ctx context.Context, m jetstream.Msg) ([]byte, error) {
	if name := m.Headers().Get(objectHeader); name != "" {
		return w.object(ctx, name)
	}
	return m.Data(), nil
}

// keep stores a result. While the server has no room, it waits and tries again.
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

// report records a failure of a part, and gives the part back unless it is parked now.
func (w *worker) report(ctx context.Context, h *held, f failure) {
	w.opts.Notef("part %d of job %s failed: %s", h.i+1, h.job, firstLine(f.Why))
	wait := time.Second / 5
	if f.Open {
		wait = time.Second // another worker may be able to compute it
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

// leave releases an unfinished part. If the part is no longer wanted, it is acknowledged.
func (w *worker) leave(ctx context.Context, h *held, o *opened) {
	if verdict, _ := o.verdict(h.i); verdict == notWanted && ctx.Err() == nil {
		h.ack()
		return
	}
	if ctx.Err() != nil {
		h.later(time.Second) // sooner it would come back to this worker
		return
	}
	h.later(0)
}

package cluster

import (
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// held is a part whose lease this worker has.
type held struct {
	msg   jetstream.Msg
	job   string
	i     int
	since time.Time
	once  sync.Once

	// After ready is closed, opened is the job, or nil if there is nothing to compute, and the
	// input of the part is set.
	ready  chan struct{}
	opened *opened
	input  []byte

	given bool // guarded by the worker's lock: it was given back before it was begun
	begun bool // guarded by the worker's lock
	end   context.CancelCauseFunc
}

// ack tells the server that the part is done. If this message is lost, the next worker that gets
// the part finds its result.
func (h *held) ack() { h.once.Do(func() { _ = h.msg.Ack() }) }

// later gives the part back. The server hands it out again after a while.
func (h *held) later(after time.Duration) {
	h.once.Do(func() {
		if after <= 0 {
			_ = h.msg.Nak()
			return
		}
		_ = h.msg.NakWithDelay(after)
	})
}

// The most parts that a worker holds at once, and the most work in those that it has not begun.
const (
	mostHeld = 256
	ahead    = 100 * time.Millisecond
)

// wanted returns how many parts the worker can take on now: as many as it computes at once or, if
// parts are short, as many as it computes in a tenth of a second.
func (w *worker) wanted() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	limit := w.cores
	if w.done >= w.cores {
		limit = min(max(limit, int(float64(w.cores)*float64(ahead)/float64(w.took+time.Microsecond))), max(mostHeld, w.cores))
	}
	for h := range w.held {
		if h.begun && time.Since(h.since) > ahead {
			limit = w.cores // parts have become long
		}
	}
	return limit - len(w.held)
}

// computed records how long a part took.
func (w *worker) computed(took time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.done++; w.done == 1 || took > w.took {
		w.took = took
	} else {
		w.took += (took - w.took) / 16
	}
}

// begin marks a part as begun. It returns false if the part was given back.
func (w *worker) begin(h *held, end context.CancelCauseFunc) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if h.given {
		return false
	}
	h.begun, h.end, h.since = true, end, time.Now()
	return true
}

// loop fetches parts until ctx ends.
func (w *worker) loop(ctx context.Context) error {
	for {
		n := w.wanted()
		if n <= 0 {
			select {
			case <-w.freed:
			case <-ctx.Done():
				return context.Cause(ctx)
			}
			continue
		}
		err := w.fetch(ctx, n)
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case w.breaks.ended() != nil:
			return w.breaks.ended()
		case errors.Is(err, jetstream.ErrConsumerNotFound), errors.Is(err, jetstream.ErrConsumerDeleted), errors.Is(err, nats.ErrNoResponders):
			if err := w.consume(ctx); err != nil {
				return err
			}
			pause(ctx, 100*time.Millisecond)
		case err != nil:
			pause(ctx, 100*time.Millisecond)
		}
		w.mu.Lock()
		if len(w.held) > 0 {
			w.busy = time.Now()
		}
		idle := time.Since(w.busy)
		w.mu.Unlock()
		if w.opts.Idle > 0 && idle >= w.opts.Idle {
			return errEnough
		}
	}
}

// fetch requests n parts once, and prepares those that come.
func (w *worker) fetch(ctx context.Context, n int) error {
	// Cancelling a request could leave parts on their way, with leases that no worker keeps.
	short, end := w.breaks.until(context.WithoutCancel(ctx), w.attention())
	defer end()
	batch, err := w.consumer.Fetch(n, jetstream.FetchContext(short))
	if err != nil {
		return err
	}
	for m := range batch.Messages() {
		if ctx.Err() != nil {
			_ = m.NakWithDelay(time.Second) // without a delay it would come back to this worker
			continue
		}
		words := strings.Split(m.Subject(), ".")
		i := lastNumber(m.Subject())
		if len(words) != 5 || i < 0 {
			_ = m.Term()
			continue
		}
		h := &held{msg: m, job: words[3], i: i, since: time.Now(), ready: make(chan struct{})}
		w.mu.Lock()
		w.held[h] = true
		w.busy = time.Now()
		w.mu.Unlock()
		w.background.Go(func() { w.prepare(ctx, h) })
		w.queue <- h // the queue has room for all held parts
	}
	if err := batch.Error(); err != nil && !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, nats.ErrTimeout) {
		return err
	}
	return nil
}

// free releases a part.
func (w *worker) free(h *held) {
	w.mu.Lock()
	delete(w.held, h)
	w.mu.Unlock()
	select {
	case w.freed <- struct{}{}:
	default:
	}
}

// attention is how long one request for parts waits. A worker that ends waits as long.
func (w *worker) attention() time.Duration {
	const most = 800 * time.Millisecond
	if w.opts.Idle > 0 {
		return min(most, max(w.opts.Idle/2, 20*time.Millisecond))
	}
	return most
}

// beat renews the leases of the held parts, and gives back the parts that wait too long for a core,
// because another worker may have one.
func (w *worker) beat(ctx context.Context) {
	ticks := time.NewTicker(min(max(w.lease/4, 10*time.Millisecond), 5*time.Second))
	defer ticks.Stop()
	for {
		select {
		case <-ticks.C:
		case <-ctx.Done():
			return
		}
		if !w.nc.IsConnected() {
			continue // a message sent now would arrive late, when another worker has the lease
		}
		keep, back := w.leases(time.Now())
		for _, h := range keep {
			_ = h.msg.InProgress()
		}
		for _, h := range back {
			h.later(0)
		}
	}
}

// leases returns the parts whose leases are to be renewed, and those to give back: parts that have
// waited for a second, and parts that were dropped so recently that their leases are still ours.
// The parts to give back will not be begun.
func (w *worker) leases(now time.Time) (keep, back []*held) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if now.Sub(w.droppedAt) < w.lease/2 {
		back = w.dropped
	}
	w.dropped = nil
	for h := range w.held {
		switch {
		case h.given:
		case !h.begun && now.Sub(h.since) > time.Second:
			h.given = true
			back = append(back, h)
		default:
			keep = append(keep, h)
		}
	}
	return keep, back
}

// drop releases the parts that were not begun when the connection broke. Their leases may end, or
// the server may have forgotten them, and then another worker computes them. If the connection is
// back before that, they are given back.
func (w *worker) drop() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for h := range w.held {
		if !h.begun && !h.given {
			h.given = true
			w.dropped = append(w.dropped, h)
		}
	}
	w.droppedAt = time.Now()
}

// attend tells the server regularly that the worker is present, and checks whether its jobs are
// still wanted.
func (w *worker) attend(ctx context.Context) {
	// A job may have come up before the worker received notes.
	_ = w.records(ctx, func(job string, r record) {
		if r.State == Open {
			w.newJob(ctx, job)
		}
	})
	ticks := time.NewTicker(presence / 3)
	defer ticks.Stop()
	for {
		select {
		case <-ticks.C:
		case <-ctx.Done():
			return
		}
		if err := w.renew(ctx); is(err, Taken) {
			w.end(err)
			return
		}
		w.checkRefused(ctx)
		w.mu.Lock()
		list := map[string]*opened{}
		for job, o := range w.opened {
			list[job] = o
		}
		idle := len(w.held) == 0
		w.mu.Unlock()
		if idle {
			w.strangers(ctx)
		}
		for job, o := range list {
			w.refresh(ctx, job, o)
		}
	}
}

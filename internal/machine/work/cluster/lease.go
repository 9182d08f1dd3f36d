//go:build !js

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

// held is a part that this worker has the lease of.
type held struct {
	msg   jetstream.Msg
	job   string
	i     int
	since time.Time
	once  sync.Once

	// Once ready is closed: the job, nil where there is nothing to compute, and what the part has
	// beside its number.
	ready  chan struct{}
	opened *opened
	input  []byte

	given bool // with the lock of the worker: it was given back before it was begun
	begun bool // with the lock of the worker
	end   context.CancelCauseFunc
}

// ack says that nobody needs to compute the part any more. If that is lost, whoever gets the part
// next finds its result.
func (h *held) ack() { h.once.Do(func() { _ = h.msg.Ack() }) }

// later gives the part back; it is handed out again after a while.
func (h *held) later(after time.Duration) {
	h.once.Do(func() {
		if after <= 0 {
			_ = h.msg.Nak()
			return
		}
		_ = h.msg.NakWithDelay(after)
	})
}

// most parts that a worker has at once, and how much work those are that it has not begun.
const (
	mostHeld = 256
	ahead    = 100 * time.Millisecond
)

// wanted is how many parts the worker can take on now: as many as it computes at once, and, where
// parts are short, as many as it does in a tenth of a second.
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

// computed takes note of how long a part took.
func (w *worker) computed(took time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.done++; w.done == 1 || took > w.took {
		w.took = took
	} else {
		w.took += (took - w.took) / 16
	}
}

// begin says that a part is computed from now on; false: it was given back.
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

// fetch asks for n parts once, and begins those that come.
func (w *worker) fetch(ctx context.Context, n int) error {
	// A request that were called off could leave parts on their way, whose leases nobody has.
	short, end := w.breaks.until(context.WithoutCancel(ctx), w.attention())
	defer end()
	batch, err := w.consumer.Fetch(n, jetstream.FetchContext(short))
	if err != nil {
		return err
	}
	for m := range batch.Messages() {
		if ctx.Err() != nil {
			_ = m.NakWithDelay(time.Second) // at once would be to this worker
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
		w.queue <- h // as many as are held have room
	}
	if err := batch.Error(); err != nil && !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, nats.ErrTimeout) {
		return err
	}
	return nil
}

// free lets go of a part.
func (w *worker) free(h *held) {
	w.mu.Lock()
	delete(w.held, h)
	w.mu.Unlock()
	select {
	case w.freed <- struct{}{}:
	default:
	}
}

// attention is how long one request for parts waits, and with it a worker that ends.
func (w *worker) attention() time.Duration {
	const most = 800 * time.Millisecond
	if w.opts.Idle > 0 {
		return min(most, max(w.opts.Idle/2, 20*time.Millisecond))
	}
	return most
}

// beat keeps the leases of what is held, and gives back what waits too long for a core: another
// worker may have one.
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
			continue // what is said now would be heard late, when another has the lease
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

// leases returns the parts whose leases are to be kept, and those to give back, which are not begun
// from then on: what has waited for a second, and what was dropped so lately that it still is ours.
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

// drop lets go of the parts that were not begun, as the connection broke: their leases may end, or
// the server may have forgotten them, and then another worker computes them. They are given back
// if the connection is there again before that.
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

// attend tells the server now and then that the worker is there, and looks whether its jobs still
// are.
func (w *worker) attend(ctx context.Context) {
	// A job that came up before the notes were heard.
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
		err := w.renew(ctx)
		var taken *NameTakenError
		if errors.As(err, &taken) {
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

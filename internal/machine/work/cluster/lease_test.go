package cluster

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"coterie/internal/check/assert"
	"coterie/internal/machine/work"
)

// TestLeases: a worker keeps the leases of the parts that it computes and of those that wait for
// less than a second. It gives back parts that wait longer, and never begins them.
func TestLeases(t *testing.T) {
	now := time.Now()
	began := &held{i: 1, begun: true, since: now.Add(-time.Hour)}
	fresh := &held{i: 2, since: now.Add(-900 * time.Millisecond)}
	stale := &held{i: 3, since: now.Add(-1100 * time.Millisecond)}
	w := &worker{lease: time.Minute, held: map[*held]bool{began: true, fresh: true, stale: true}}
	keep, back := w.leases(now)
	if len(keep) != 2 || len(back) != 1 || back[0] != stale {
		t.Errorf("kept %d, gave back %d", len(keep), len(back))
	}
	if w.begin(stale, nil) {
		t.Error("a part that was given back is begun")
	}
	if keep, back = w.leases(now); len(keep) != 2 || len(back) != 0 {
		t.Errorf("then kept %d, gave back %d", len(keep), len(back))
	}
	assert.True(t, w.begin(fresh, nil), "a part that waits is not begun")
}

// TestDropped: when the connection breaks, a worker drops the parts that it has not begun. It gives
// them back if the connection is there again within half a lease; later another worker may have
// them.
func TestDropped(t *testing.T) {
	for _, c := range []struct {
		away time.Duration
		back int
	}{{20 * time.Second, 1}, {40 * time.Second, 0}} {
		began, waits := &held{i: 1, begun: true}, &held{i: 2, since: time.Now()}
		w := &worker{lease: time.Minute, held: map[*held]bool{began: true, waits: true}}
		w.drop()
		if w.begin(waits, nil) {
			t.Error("a part that was dropped is begun")
		}
		keep, back := w.leases(w.droppedAt.Add(c.away))
		if len(keep) != 1 || keep[0] != began || len(back) != c.back {
			t.Errorf("after %v: kept %d, gave back %d", c.away, len(keep), len(back))
		}
		if _, back = w.leases(w.droppedAt.Add(c.away)); len(back) != 0 {
			t.Errorf("after %v: %d given back twice", c.away, len(back))
		}
	}
}

// TestPartedWorker: a worker that is cut off ends the part that it computes, and begins none of
// those that it has besides until it is connected again.
func TestPartedWorker(t *testing.T) {
	t.Parallel()
	ctx, s := bounded(t), serving(t, ServeOptions{})
	far := newProxy(t, s.URL())
	c := assert.Got(Connect(ctx, Access{URL: far.url()}))(t)
	defer c.Close()
	var begun atomic.Int64
	blocked, gate := make(chan bool, 1), make(chan bool)
	const quick = 40 // parts that take no time, so that the worker has many at once
	kind := squares(func(ctx context.Context, _ work.Part) error {
		if begun.Add(1) == quick {
			blocked <- true
			<-gate
		}
		return nil
	})
	working(t, c, WorkOptions{Jobs: 1, Lease: time.Second, Kinds: []work.Kind{kind}})
	job, done := squaresJob("parted", 200), make(chan bool)
	go func() {
		defer close(done)
		checkRun(ctx, t, joined(t, s), RunnerOptions{}, job)
	}()
	<-blocked
	broken := make(chan bool, 100)
	defer c.breaks.on(func() { broken <- true })()
	far.part()
	<-broken
	time.Sleep(time.Second) // those that wait for the break are told one after the other
	close(gate)
	time.Sleep(200 * time.Millisecond) // it would begin the others in no time
	if n := begun.Load(); n != quick {
		t.Errorf("%d parts were begun by a worker that is cut off", n-quick)
	}
	far.join()
	<-done
}

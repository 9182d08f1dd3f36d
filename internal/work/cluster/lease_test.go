//go:build !js

package cluster

import (
	"testing"
	"time"
)

// TestLeases: a worker keeps the leases of what it computes and of what waits for less than a
// second; it gives back what waits longer, and never begins that.
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
	if !w.begin(fresh, nil) {
		t.Error("a part that waits is not begun")
	}
}

// TestDropped: when the connection breaks, a worker lets go of what it has not begun. It gives that
// back if the connection is there again within half a lease; later another may have it.
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

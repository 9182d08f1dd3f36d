package sim

import (
	"testing"

	"coterie/internal/check/assert"
	"coterie/mutex"
)

// TestWhatARunKeepsIsFlat: what is kept of messages does not grow with the length of a run.
func TestWhatARunKeepsIsFlat(t *testing.T) {
	assert.Long(t, "half a second of CPU")
	for _, algorithm := range []string{"maekawa-fixed", "ricart-agrawala", "suzuki-kasami"} {
		for _, schedule := range []Schedule{Random, LIFO, Starve} {
			for _, noFIFO := range []bool{false, true} {
				var most [2]int
				for i, entries := range []int{500, 5_000} {
					c := closed(t, "grid:n=16", algorithm, entries)
					c.Schedule, c.NoFIFO = schedule, noFIFO
					var e *engine
					c.Trace = func(Event) {
						n := &e.net
						most[i] = max(most[i], len(n.stack)+len(n.order)+len(n.held)+len(n.slots)+len(e.queue))
					}
					e = newEngine(c)
					if r, err := e.run(t.Context()); err != nil || r.Entries != entries {
						t.Fatal(err, r.Entries)
					}
				}
				if most[1] > 2*most[0] {
					t.Errorf("%s, schedule %d, FIFO %v: %d, and in a run ten times as long %d", algorithm, schedule, !noFIFO, most[0], most[1])
				}
			}
		}
	}
}

// TestChannelsAreForgotten: the map of channels gives the moments that the table gives, and keeps
// those in use.
func TestChannelsAreForgotten(t *testing.T) {
	table := newChannels(tabled)
	used := channels{actors: tabled, used: map[uint64]Time{}, sweep: 10}
	for i := range 200_000 {
		now := Time(i)
		m := mutex.Message{From: int32(i * 7919 % 1999), To: int32(i * 104729 % 1301)}
		at := now + Time(i*31%97)
		if a, b := table.after(&m, now, at), used.after(&m, now, at); a != b {
			t.Fatalf("message %d: %d and %d", i, a, b)
		}
	}
	if len(used.used) > leastSweep+1 {
		t.Errorf("%d channels are kept", len(used.used))
	}
}

package algorithms

import (
	"slices"

	"coterie/mutex/sim"
)

// watch is what is seen of a run from its trace, from the entry after the warm-up on.
type watch struct {
	warm    int // entries that do not count, before those that do
	count   int // entries that do
	entries int // all
	from    sim.Time
	until   sim.Time

	wished map[int32]sim.Time // by process that waits
	waits  sim.Time           // in all

	left      sim.Time // the last exit
	contended bool     // somebody waited then
	handover  sim.Time // in all
	handovers int

	handled []uint64 // by actor: messages sent and received
}

func newWatch(actors, warm, count int) *watch {
	return &watch{warm: warm, count: count, wished: map[int32]sim.Time{}, handled: make([]uint64, actors)}
}

// see takes an event.
func (w *watch) see(e sim.Event) {
	measured := w.entries >= w.warm && w.entries < w.warm+w.count
	switch e.What {
	case sim.Wishes:
		w.wished[e.Process] = e.At
	case sim.Sends:
		if measured {
			w.handled[e.Message.From]++
		}
	case sim.Arrives:
		if measured {
			w.handled[e.Message.To]++
		}
	case sim.Enters:
		if measured {
			w.until = e.At
			w.waits += e.At - w.wished[e.Process]
			if w.contended {
				w.handover += e.At - w.left
				w.handovers++
			}
		}
		w.entries++
		if w.entries == w.warm {
			w.from = e.At
		}
		w.contended = false
		delete(w.wished, e.Process)
	case sim.Exits:
		w.left, w.contended = e.At, len(w.wished) > 0
	}
}

// waiting is the mean time from wish to entry.
func (w *watch) waiting() float64 { return w.waits.Units() / float64(w.count) }

// delay is the mean time from an exit at which somebody waits to the next entry, 0 where there was
// none.
func (w *watch) delay() float64 { return w.handover.Units() / float64(max(1, w.handovers)) }

// throughput is entries in a unit of time.
func (w *watch) throughput() float64 { return float64(w.count) / (w.until - w.from).Units() }

// messages is messages per entry.
func (w *watch) messages() float64 {
	sum := uint64(0)
	for _, n := range w.handled {
		sum += n
	}
	return float64(sum) / 2 / float64(w.count)
}

// busiest is how many messages the busiest actor sends and receives for an entry.
func (w *watch) busiest() float64 { return float64(slices.Max(w.handled)) / float64(w.count) }

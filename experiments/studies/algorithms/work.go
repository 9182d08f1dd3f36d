package algorithms

import (
	"slices"

	"coterie/mutex/sim"
)

// work counts what each actor handles: the messages that it sends and receives, between two entries
// of a run.
type work struct {
	from, to int // entries
	entries  int
	handled  []uint64 // by actor
}

// see takes an event.
func (w *work) see(e sim.Event) {
	counts := w.entries >= w.from && w.entries < w.to
	switch e.What {
	case sim.Sends:
		if counts {
			w.handled[e.Message.From]++
		}
	case sim.Arrives:
		if counts {
			w.handled[e.Message.To]++
		}
	case sim.Enters:
		w.entries++
	}
}

// busiest is how many messages the busiest actor handles for an entry.
func (w *work) busiest() float64 { return float64(slices.Max(w.handled)) / float64(w.to-w.from) }

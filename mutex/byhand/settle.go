package byhand

import (
	"slices"

	"coterie/mutex"
)

// Settle lets messages arrive, the oldest first, until none is under way but those that hold keeps
// back and those behind them in their channels. Hold is asked again after every step; nil keeps
// back nothing.
func (r *Run) Settle(hold func(mutex.Message) bool) {
	for i := 0; i < len(r.Under); {
		m := r.Under[i]
		behind := !r.NoFIFO && slices.ContainsFunc(r.Under[:i], func(o mutex.Message) bool { return o.From == m.From && o.To == m.To })
		if behind || hold != nil && hold(m) {
			i++
			continue
		}
		r.Deliver(i)
		i = 0
	}
}

// Broken returns which invariant of the algorithm does not hold now, and why; "" if all hold.
func (r *Run) Broken() string {
	for _, i := range r.System.Algorithm.Invariants {
		if why := i.Broken(r.System); why != "" {
			return i.Name + ": " + why
		}
	}
	return ""
}

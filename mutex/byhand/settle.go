package byhand

import "coterie/mutex"

// Settle lets messages arrive, the oldest first, until none is under way but those that hold keeps
// back and those behind them in their channels. Hold is asked again after every step; nil keeps
// back nothing.
func (r *Run) Settle(hold func(mutex.Message) bool) {
	for i := 0; i < len(r.Under); {
		if !r.MayArrive(i) || hold != nil && hold(r.Under[i]) {
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

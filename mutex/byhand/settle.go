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

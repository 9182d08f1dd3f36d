package byhand

import "coterie/mutex"

// Settle lets messages arrive, the oldest first, until the only ones under way are those that hold
// keeps back and those behind them in their channels. It calls hold again after every step; a nil
// hold keeps back nothing.
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

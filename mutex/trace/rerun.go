package trace

import (
	"context"
	"errors"

	"coterie/mutex/sim"
)

// MaxShrink is the greatest number of arrivals, wishes and exits before the failure of a run that
// can be shrunk.
const MaxShrink = 1_000_000

// ErrLong is returned for a run that is too long to shrink.
var ErrLong = errors.New("trace: the run is too long to shrink")

// ShrinkRun does the run again up to its first violation, or to its end where processes are stuck,
// and makes the schedule that led there as short as it can, by delta debugging. It returns nil if
// nothing fails. The error is [ErrLong], that of sim.Run, or the cause of ctx.
func ShrinkRun(ctx context.Context, c sim.Config) (*Shrunk, error) {
	var schedule Schedule
	ctx2, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	c.After, c.StopAtViolation = nil, true
	c.Trace = Record(&c, func(e Event) {
		if schedule.Event(e); len(schedule.Choices) > MaxShrink {
			stop(ErrLong)
		}
	})
	r, err := sim.Run(ctx2, c)
	if len(schedule.Choices) > MaxShrink {
		return nil, ErrLong
	}
	if err != nil {
		return nil, err
	}
	if r.Violations == 0 && len(r.Stuck) == 0 {
		return nil, nil
	}
	return shrink(ctx, c.Algorithm, c.Setup, !c.NoFIFO, schedule.Choices, r.Violations == 0)
}

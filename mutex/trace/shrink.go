package trace

import (
	"context"
	"slices"

	"coterie/mutex"
)

// Shrunk is a short schedule that still shows the failure of a run, with its trace.
type Shrunk struct {
	*Trace
	System *mutex.System // as it stands at the end
	Steps  int
	// Least reports that no single step can be left out. If it is false, the work was cut off
	// before.
	Least bool
}

// maxWork is the greatest number of choices that all tries of one shrinking may perform together.
const maxWork = 30_000_000

// maxPairs is the greatest length of a schedule for tries whose number grows with the square of its
// length.
const maxPairs = 64

// shrink makes a schedule shorter as long as the rest still shows that the rule is broken or, if
// stuck, that nothing is left to happen and somebody waits. It does so by delta debugging (Zeller
// and Hildebrandt, IEEE Trans. Softw. Eng. 28, 2002), first of whole wishes, then of single
// choices; in a short one also by leaving out any two, and by letting one happen at another time.
// Choices that become impossible are left out, too. To show a deadlock, all messages under way are
// delivered at the end. Equal arguments give equal results.
//
// It returns nil if the schedule does not show it. The error is the cause of ctx.
func shrink(ctx context.Context, a *mutex.Algorithm, s *mutex.Setup, fifo bool, schedule []Choice, stuck bool) (*Shrunk, error) {
	h := &shrinker{ctx: ctx, algorithm: a, setup: s, fifo: fifo, stuck: stuck}
	best, ok := h.try(schedule)
	if !ok {
		return nil, context.Cause(ctx)
	}
	h.best = best
	least := false
	for again := true; again && h.goes(); {
		again = h.pass(func(c Choice) bool { return c.What == Wish })
		again = h.pass(func(Choice) bool { return true }) || again
		least = !again && h.goes()
		again = again || len(h.best) <= maxPairs && (h.pairs() || h.moves())
		least = least && !again
	}
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	p := h.play(h.best, true)
	return &Shrunk{Trace: p.Trace(), System: p.System, Steps: len(p.Done), Least: least}, nil
}

type shrinker struct {
	ctx       context.Context
	algorithm *mutex.Algorithm
	setup     *mutex.Setup
	fifo      bool
	stuck     bool // the schedule has to show this instead of a broken rule
	best      []Choice
	work      int
}

func (h *shrinker) goes() bool { return h.work < maxWork && h.ctx.Err() == nil }

// play performs a schedule until the rule is broken or it ends.
func (h *shrinker) play(schedule []Choice, events bool) *Player {
	p := NewPlayer(h.algorithm, h.setup, h.fifo, events)
	for _, c := range schedule {
		if p.Violations > 0 {
			break
		}
		p.Do(c)
	}
	if h.stuck {
		p.Finish(2*len(schedule) + 1000)
	}
	h.work += len(p.Done) + h.setup.Processes
	return p
}

// try returns the part of a schedule that could be performed, and whether it shows the failure.
func (h *shrinker) try(schedule []Choice) ([]Choice, bool) {
	p := h.play(schedule, false)
	if !h.stuck {
		return p.Done, p.Violations > 0
	}
	return p.Done, len(p.Under) == 0 && len(p.Inside) == 0 && len(p.Waiting()) > 0
}

// pass leaves out the choices of a sort, half of them at first, at last one by one, and reports
// whether that made the schedule shorter.
func (h *shrinker) pass(sort func(Choice) bool) bool {
	shorter := false
	count := func() (n int) {
		for _, c := range h.best {
			if sort(c) {
				n++
			}
		}
		return n
	}
	for size := (count() + 1) / 2; size > 0; size /= 2 {
		for from := 0; from < count() && h.goes(); {
			var rest []Choice
			i := 0
			for _, c := range h.best {
				if !sort(c) {
					rest = append(rest, c)
					continue
				}
				if i < from || i >= from+size {
					rest = append(rest, c)
				}
				i++
			}
			if done, ok := h.try(rest); ok && h.less(done) {
				h.best, shorter = done, true
			} else {
				from += size
			}
		}
	}
	return shorter
}

// pairs leaves out any two choices, and reports whether that made the schedule shorter.
func (h *shrinker) pairs() bool {
	for i := range h.best {
		for j := i + 1; j < len(h.best) && h.goes(); j++ {
			rest := slices.Concat(h.best[:i], h.best[i+1:j], h.best[j+1:])
			if done, ok := h.try(rest); ok && h.less(done) {
				h.best = done
				return true
			}
		}
	}
	return false
}

// moves lets any choice happen earlier or later, and reports whether that made the schedule
// shorter.
func (h *shrinker) moves() bool {
	for i, c := range h.best {
		rest := slices.Concat(h.best[:i], h.best[i+1:])
		for j := 0; j <= len(rest) && h.goes(); j++ {
			if done, ok := h.try(slices.Insert(slices.Clone(rest), j, c)); ok && h.less(done) {
				h.best = done
				return true
			}
		}
	}
	return false
}

// less compares schedules by their wishes first, then by their lengths.
func (h *shrinker) less(done []Choice) bool {
	a, b := wishes(done), wishes(h.best)
	return a < b || a == b && len(done) < len(h.best)
}

func wishes(schedule []Choice) (n int) {
	for _, c := range schedule {
		if c.What == Wish {
			n++
		}
	}
	return n
}

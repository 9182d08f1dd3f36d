package propose

import (
	"math"
	"math/rand/v2"

	"coterie/fleet"
	"coterie/internal/solve/sets"
)

// candidate is a system that was found, with a strategy.
type candidate struct {
	f sets.Table
	outcome
	// available is the lesser of the availabilities of reads and of writes.
	available float64
}

// merit is what is minimised: the goal, limits that are broken, and availability among equals.
func (s *space) merit(c candidate) float64 {
	value, excess := c.value, c.excess
	if s.goal == fleet.Availability {
		value *= 1e-6
	}
	down := 1 - c.available
	if s.least > 0 && down > 1-s.least+1e-12 {
		excess += math.Min(10, down/math.Max(1-s.least, 1e-15)-1) + 1e-3
	}
	if s.goal == fleet.Availability {
		value += down
	}
	return value + float64(penalty*excess)
}

// mostAvailable returns a function between low and high whose reads and writes are both available:
// S is a quorum's union where its nodes being the live ones is likelier than its being the dead
// ones, and the weight of that comparison is found by bisection. It need not be the best one.
func (s *space) mostAvailable(low, high sets.Table) (f sets.Table, least float64) {
	last := len(s.alive) - 1
	from, to := -20.0, 20.0
	for range 9 {
		g := low.Clone()
		weight := (from + to) / 2
		factor := math.Exp(weight)
		for set, p := range s.alive {
			if high.Has(set) && factor*p > s.alive[last-set] {
				g.Add(set)
			}
		}
		g.CloseUp()
		ofReads, ofWrites := s.available(g)
		if m := math.Min(ofReads, ofWrites); f.Bits == nil || m > least {
			f, least = g, m
		}
		if ofReads > ofWrites {
			to = weight
		} else {
			from = weight
		}
	}
	return f, least
}

// span returns the interval of functions that allow a strategy.
func (s *space) span(strategy []used) (low, high sets.Table) {
	var ask1, ask2 []uint64
	for _, u := range strategy {
		if s.groups[u.group].op == reads {
			ask1 = s.needed(ask1, u.column)
		} else {
			ask2 = s.needed(ask2, u.column)
		}
	}
	low, high = s.low.Clone(), s.high.Clone()
	ask(low, ask1)
	spare(high, ask2, s.all)
	return low, high
}

// whole makes a candidate of a strategy whose reads meet its writes.
func (s *space) whole(o outcome) candidate {
	low, high := s.span(o.strategy)
	c := candidate{outcome: o}
	if s.ties != nil {
		sets.NarrowSelfDual(low, high)
		c.f, c.available = s.tied(low)
		return c
	}
	if s.meeting {
		sets.NarrowMeeting(low, high)
	}
	if c.f, c.available = s.mostAvailable(low, high); s.meeting {
		c.f = c.f.Meeting()
		c.available = math.Min(s.available(c.f))
	}
	return c
}

// takeTurns improves a strategy by turns: the writes that its reads allow, and the reads that the
// writes allow. The figure never gets worse.
func (w *worker) takeTurns(c candidate) candidate {
	const turns = 12
	if w.ties != nil {
		return w.takeTurnsSame(c)
	}
	best, current := c, c.outcome
	for range turns {
		before := current.rank()
		low, high := w.span(current.strategy)
		if w.meeting { // of the writes that these reads allow, some that meet the writes there are
			sets.NarrowMeeting(low, high)
			low = low.Meeting()
		}
		if o, ok := w.interval(low, low); ok && o.rank() < current.rank() {
			current = o
		}
		_, high = w.span(current.strategy)
		if o, ok := w.interval(high, high); ok && o.rank() < current.rank() {
			current = o
		}
		if current.rank() > before-float64(1e-7*(1+math.Abs(before))) {
			break
		}
		if next := w.whole(current); w.merit(next) < w.merit(best) {
			best = next
		}
	}
	return best
}

// chance is what a dive leaves to it.
type chance struct {
	rng *rand.Rand
	// noise is how much worse than the other a side may look and still be taken.
	noise float64
	// refuse is how often neither side is taken, but one of the sets refused: only so come sets up
	// that are greater than what the program asks by itself.
	refuse float64
}

// dive goes from an interval of functions to one strategy: where a read that it asks misses a
// write, one of them is decided for, by what the programs of both sides say, and some chance. ok is
// false where it does not get below the limit.
func (w *worker) dive(low, high sets.Table, limit float64, by chance) (candidate, bool) {
	if w.ties != nil {
		return w.diveSame(low, high, limit, by)
	}
	low, high = low.Clone(), high.Clone()
	if w.meeting && !sets.NarrowMeeting(low, high) {
		return candidate{}, false
	}
	o, ok := w.interval(low, high)
	rng, noise := by.rng, by.noise
	for turn := 0; ok && o.rank() < limit && turn < deepest; turn++ {
		pair, found := w.conflict(o, noise, rng)
		if !found {
			c := w.whole(o)
			return c, w.merit(c) < limit
		}
		if by.refuse > 0 && rng.Float64() < by.refuse {
			if d := pair[rng.IntN(2)]; d.op == reads {
				if !low.Has(int(d.set)) {
					spare(high, []uint64{w.all &^ d.set}, w.all) // f(read) = 0
				}
			} else if high.Has(int(w.all &^ d.set)) {
				ask(low, []uint64{w.all &^ d.set}) // f*(write) = 0
			}
			if next, fine := w.side(low, high); fine {
				o = next
				continue
			}
			return candidate{}, false
		}
		take := func(d demand) (l, h sets.Table, o outcome, ok bool) {
			if l, h = low.Clone(), high.Clone(); d.op == reads {
				ask(l, []uint64{d.set})
			} else {
				spare(h, []uint64{d.set}, w.all)
			}
			o, ok = w.side(l, h)
			return l, h, o, ok
		}
		l1, h1, one, ok1 := take(pair[0])
		l2, h2, two, ok2 := take(pair[1])
		switch {
		case !ok1 && !ok2:
			return candidate{}, false
		case !ok2 || ok1 && one.rank()*(1+float64(noise*rng.Float64())) < two.rank()*(1+float64(noise*rng.Float64())):
			low, high, o = l1, h1, one
		default:
			low, high, o = l2, h2, two
		}
	}
	return candidate{}, false
}

// demand is a set that a strategy needs as a quorum of an operation.
type demand struct {
	op  int
	set uint64
}

// deepest is how many decisions a dive takes at most.
const deepest = 100

// side judges one side of a branch, where it may be available enough.
func (w *worker) side(low, high sets.Table) (outcome, bool) {
	if w.meeting && !sets.NarrowMeeting(low, high) {
		return outcome{}, false
	}
	if w.least > 0 {
		if _, least := w.mostAvailable(low, high); 1-least > 1-w.least+1e-12 {
			return outcome{}, false
		}
	}
	return w.interval(low, high)
}

// conflict returns a read and a write that a strategy needs and that miss each other, or two such
// writes where writes have to meet: the pair that is asked most often, give or take some chance.
func (w *worker) conflict(o outcome, noise float64, rng *rand.Rand) (pair [2]demand, found bool) {
	most := 0.0
	var buffer, other []uint64
	for _, u := range o.strategy {
		op := w.groups[u.group].op
		if op != reads && !w.meeting {
			continue
		}
		buffer = w.needed(buffer[:0], u.column)
		for _, t := range o.strategy {
			if w.groups[t.group].op != writes {
				continue
			}
			other = w.needed(other[:0], t.column)
			score := u.p * t.p * (1 + float64(2*noise*rng.Float64()))
			for _, a := range buffer {
				for _, b := range other {
					if a&b == 0 && score > most {
						most, pair, found = score, [2]demand{{op, a}, {writes, b}}, true
					}
				}
			}
		}
	}
	return pair, found
}

// loosen keeps some of what a strategy asks, and looks for something better around it.
func (w *worker) loosen(c candidate, rng *rand.Rand) (candidate, bool) {
	keep := [2]float64{rng.Float64(), rng.Float64()}
	var kept [2][]uint64
	for _, u := range c.strategy {
		op := w.groups[u.group].op
		if rng.Float64() < keep[op] {
			kept[op] = w.needed(kept[op], u.column)
		}
	}
	low, high := w.low.Clone(), w.high.Clone()
	ask(low, kept[reads])
	spare(high, kept[writes], w.all)
	found, ok := w.dive(low, high, float64(w.merit(c)*(1+1e-3))+1e-9, chance{rng, 0.02, max(0, rng.Float64()-0.4)})
	if !ok {
		return c, false
	}
	return w.takeTurns(found), true
}

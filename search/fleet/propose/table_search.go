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

// merit is the objective to minimise: the goal, limits that are broken, and availability among
// equals.
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

// narrow leaves of an interval what functions leave that are self-dual, or whose writes meet, where
// that is asked for; false where there is none.
func (s *space) narrow(low, high sets.Table) bool {
	switch {
	case s.ties != nil:
		return sets.NarrowSelfDual(low, high)
	case s.meeting:
		return sets.NarrowMeeting(low, high)
	}
	return true
}

// whole makes a candidate of a strategy whose reads meet its writes.
func (s *space) whole(o outcome) candidate {
	low, high := s.span(o.strategy)
	s.narrow(low, high)
	c := candidate{outcome: o}
	if s.ties != nil {
		c.f, c.available = s.tied(low)
		return c
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

// chance is the randomness of a dive.
type chance struct {
	rng *rand.Rand
	// noise is how much worse than the other a side may look and still be taken.
	noise float64
	// refuse is how often neither side is taken, but one of the sets refused: only so come sets up
	// that are greater than what the program asks by itself.
	refuse float64
}

// spread returns a number about 1, as far from it as the noise allows.
func (by chance) spread(times float64) float64 { return 1 + float64(times*by.noise*by.rng.Float64()) }

// side is an interval of functions, with the best strategy that it leaves.
type side struct {
	low, high sets.Table
	outcome
	ok bool
}

// dive goes from an interval of functions to one strategy: where two sets that it asks miss each
// other though they have to meet, one of them is decided for, by what the programs of both sides
// say, and some chance. ok is false where it does not get below the limit.
func (w *worker) dive(low, high sets.Table, limit float64, by chance) (candidate, bool) {
	at := side{low: low.Clone(), high: high.Clone()}
	w.look(&at)
	for turn := 0; at.ok && at.rank() < limit && turn < deepest; turn++ {
		pair, found := w.miss(at.outcome, by)
		if !found {
			c := w.whole(at.outcome)
			return c, w.merit(c) < limit
		}
		if by.refuse > 0 && by.rng.Float64() < by.refuse {
			at = w.decided(at, pair[by.rng.IntN(2)], true)
			continue
		}
		one, two := w.decided(at, pair[0], false), w.decided(at, pair[1], false)
		at = two
		if one.ok && (!two.ok || one.rank()*by.spread(1) < two.rank()*by.spread(1)) {
			at = one
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

// decided returns what is left of an interval with a set as a quorum, or with it refused: a write
// contains a quorum where the reads do not hold on the nodes beside it.
func (w *worker) decided(from side, d demand, refuse bool) side {
	to := side{low: from.low.Clone(), high: from.high.Clone()}
	switch outside := w.all &^ d.set; {
	case d.op == reads && !refuse:
		ask(to.low, []uint64{d.set})
	case d.op == reads:
		spare(to.high, []uint64{outside}, w.all)
	case !refuse:
		spare(to.high, []uint64{d.set}, w.all)
	default:
		ask(to.low, []uint64{outside})
	}
	w.look(&to)
	return to
}

// look finds the best strategy of an interval, where a function of it may be available enough.
func (w *worker) look(at *side) {
	if !w.narrow(at.low, at.high) || !at.low.SubsetOf(at.high.Bits) {
		return
	}
	if w.least > 0 {
		least, room := 0.0, 1.0
		if w.ties != nil {
			_, least = w.tied(at.low)
			room = 2 // the ties are no bound
		} else {
			_, least = w.mostAvailable(at.low, at.high)
		}
		if 1-least > room*(1-w.least)+1e-12 {
			return
		}
	}
	at.outcome, at.ok = w.interval(at.low, at.high)
}

// miss returns two sets that a strategy needs, that have to meet and do not: the pair that is asked
// most often, give or take some chance. Reads have to meet writes, writes each other where that is
// required, and all sets where reads and writes have the same quorums.
func (w *worker) miss(o outcome, by chance) (pair [2]demand, found bool) {
	most := 0.0
	var buffer, other []uint64
	for i, u := range o.strategy {
		op := w.groups[u.group].op
		buffer = w.needed(buffer[:0], u.column)
		for k, t := range o.strategy {
			to := w.groups[t.group].op
			if w.ties == nil && (to != writes || op != reads && !w.meeting) || op == to && k > i {
				continue
			}
			other = w.needed(other[:0], t.column)
			score := u.p * t.p * by.spread(2)
			for _, a := range buffer {
				for _, b := range other {
					if a&b == 0 && score > most {
						most, pair, found = score, [2]demand{{op, a}, {to, b}}, true
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

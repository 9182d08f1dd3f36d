package measure

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"strings"

	"coterie/bounds"
	"coterie/quorum"
)

// found is what is known of one family, for the figures that build on others.
type found struct {
	load         *Load
	live         *LiveSets
	transversals int // no transversal has fewer nodes; 0 where that was not asked for
}

// keysOf are the keys of the figures of a family that are asked for as one.
var keysOf = map[Figure][]string{
	LoadFigure:         {"load", "capacity", "strategy", "node_weights"},
	ResilienceFigure:   {"resilience", "smallest_transversal", "resilience_proof"},
	AvailabilityFigure: {"live_sets", "availability"},
	DegreeFigure:       {"degree", "disjoint_quorums", "degree_proof"},
}

// cutShort fills the report of a cartel that the context ended before: the notes of all of them are
// the same, as there may be many.
func (m *measurer) cutShort(c *CartelReport, f quorum.Family) {
	if m.cut == nil {
		reason := ended(m.ctx).Error()
		notes := newNotes()
		notes.open(reason, "min_responsibility", "max_responsibility")
		for figure, keys := range keysOf {
			if m.wants(figure) {
				notes.open(reason, keys...)
			} else {
				notes.open(NotAsked, keys...)
			}
		}
		if m.wants(AvailabilityFigure) && m.opts.NodeCrash != nil {
			notes.open(reason, "node_availability")
		}
		m.cut = &notes
	}
	low, high := f.Sizes()
	c.Notes = *m.cut
	c.Sizes = quorum.Sizes{Quorums: big.NewInt(int64(f.Len())), MinQuorum: &low, MaxQuorum: &high}
}

// mostCutShort is how many cartels are told of that nothing was found of.
const mostCutShort = 100

// leaveOut leaves the cartels from the i-th on out of the report, if they are many.
func (m *measurer) leaveOut(r *Report, i int) bool {
	if len(r.Cartels)-i <= mostCutShort {
		return false
	}
	r.open(fmt.Sprintf("%v; %d of %d cartels were gone through", ended(m.ctx), i, len(r.Cartels)), "cartels")
	r.Cartels = r.Cartels[:i]
	return true
}

// familyFigures fills the figures of one family; meets says that its quorums are known to meet.
func (m *measurer) familyFigures(name string, c quorum.Cartel, meets bool, dst *FamilyFigures, notes Notes) found {
	var known found
	known.load = m.load(name, c, dst, notes)
	known.live = m.live(name, c, dst, notes)
	known.transversals = m.resilience(name, c, known, dst, notes)
	m.availability(name, c, known, meets, dst, notes)
	return known
}

// maxWeightedNodes bounds the nodes for which a load is found: its proof has a weight for each.
const maxWeightedNodes = 100_000

var tooManyToWeigh = fmt.Sprintf("more than %d nodes to weigh", maxWeightedNodes)

func (m *measurer) load(name string, c quorum.Cartel, dst *FamilyFigures, notes Notes) *Load {
	if !m.wants(LoadFigure) {
		notes.open(NotAsked, keysOf[LoadFigure]...)
		return nil
	}
	if _, listed := c.List(); listed && c.N() > maxWeightedNodes {
		notes.open(tooManyToWeigh, keysOf[LoadFigure]...)
		return nil
	}
	m.stage("load of %s", name)
	l, err := FindLoad(m.ctx, c, LoadOptions{})
	if err != nil {
		notes.open(m.because(err), keysOf[LoadFigure]...)
		return nil
	}
	dst.setLoad(l)
	notes.Methods["load"] = l.Method
	return &l
}

func (f *FamilyFigures) setLoad(l Load) {
	capacity := bounds.NewFraction(new(big.Rat).Inv(l.Value.Rat()))
	f.Load, f.Capacity = &l.Value, &capacity
	f.Strategy, f.NodeWeights = entries(l.Strategy), l.NodeWeights
}

func entries(strategy []Chosen) []ChosenEntry {
	list := make([]ChosenEntry, len(strategy))
	for i, c := range strategy {
		list[i] = ChosenEntry{c}
	}
	return list
}

// because is the reason that an error gives. One whose cause is the end of the context says
// "stopped: ", whichever package it comes from: Stopped looks for that.
func (m *measurer) because(err error) string {
	cause := context.Cause(m.ctx)
	if cause != nil && errors.Is(err, cause) && !strings.Contains(err.Error(), "stopped: ") {
		return ended(m.ctx).Error()
	}
	return err.Error()
}

// open notes why figures are null.
func (n Notes) open(reason string, keys ...string) {
	for _, key := range keys {
		n.Reasons[key] = reason
	}
}

// searchNodes bounds the search for a smallest transversal, to some ten seconds.
const searchNodes = 1_000_000

// resilience returns the least size that a transversal can have.
func (m *measurer) resilience(name string, c quorum.Cartel, known found, dst *FamilyFigures, notes Notes) int {
	keys := keysOf[ResilienceFigure]
	if !m.wants(ResilienceFigure) {
		notes.open(NotAsked, keys...)
		return 0
	}
	m.stage("smallest transversal of %s", name)
	opts := TransversalOptions{Jobs: m.opts.Jobs, Load: known.load, MaxNodes: searchNodes}
	if known.live != nil {
		opts.MaxNodes = searchNodes / 10 // the counts know the size; the search is for a set of it
	}
	t, err := SmallestTransversal(m.ctx, c, opts)
	if err != nil && t.Size == 0 {
		notes.open(m.because(err), keys...)
		return 0
	}
	if known.live != nil {
		t.countedBy(*known.live)
	}
	dst.setTransversal(t, err, notes)
	return t.Lower
}

// countedBy takes the size of a smallest transversal, which the counts know, for the lower bound
// where that is less. It panics where counts and search contradict each other.
func (t *Transversal) countedBy(l LiveSets) {
	least := l.smallestTransversal()
	switch {
	case least < t.Lower || least > t.Size:
		panic(fmt.Sprintf("measure: the smallest transversal has %d nodes by %q, and %d to %d by %q", least, l.Method, t.Lower, t.Size, t.LowerBy))
	case least > t.Lower:
		t.Lower, t.LowerBy, t.Packing = least, "live sets", nil
	}
}

// smallestTransversal returns the least size of a transversal. A set meets every quorum iff its
// complement is not live: of the sets of t nodes, C(n,t) - (live sets of n-t nodes) are
// transversals.
func (l LiveSets) smallestTransversal() int {
	n := l.N()
	for t := 0; t <= n; t++ {
		if l.Counts[n-t].Cmp(new(big.Int).Binomial(int64(n), int64(t))) < 0 {
			return t
		}
	}
	panic("measure: every node set is live")
}

// setTransversal enters a transversal; where it is not proved to be a smallest one, the resilience
// stays open.
func (f *FamilyFigures) setTransversal(t Transversal, err error, notes Notes) {
	f.ResilienceProof = &ResilienceProof{AtLeast: t.Lower, By: t.LowerBy, Packing: t.Packing, AtMost: t.Size}
	if !t.Exact() {
		notes.open(fmt.Sprintf("%v; it is %d to %d", errors.Unwrap(err), t.Lower-1, t.Size-1), "resilience", "smallest_transversal")
		return
	}
	resilience := t.Size - 1
	f.Resilience, f.SmallestTransversal = &resilience, &t.Set
	notes.Methods["resilience"] = t.LowerBy
}

func (m *measurer) live(name string, c quorum.Cartel, dst *FamilyFigures, notes Notes) *LiveSets {
	if !m.wants(AvailabilityFigure) {
		notes.open(NotAsked, keysOf[AvailabilityFigure]...)
		return nil
	}
	m.stage("live sets of %s", name)
	l, err := CountLive(m.ctx, c, LiveOptions{MaxStates: m.opts.MaxStates})
	if err != nil {
		notes.open(m.because(err), "live_sets")
		return nil
	}
	for _, c := range l.Counts {
		dst.LiveSets = append(dst.LiveSets, Count{c})
	}
	notes.Methods["live_sets"] = l.Method
	return &l
}

func (m *measurer) availability(name string, c quorum.Cartel, known found, meets bool, dst *FamilyFigures, notes Notes) {
	if !m.wants(AvailabilityFigure) {
		return
	}
	f, listed := c.List()
	if known.live == nil && !listed {
		notes.open(notes.Reasons["live_sets"], "availability")
	} else if !m.crashes(name, f, c.N(), known, meets, dst, notes) {
		return
	}
	if m.opts.NodeCrash == nil {
		return
	}
	if n := c.N(); listed && n > MaxLiveNodes {
		notes.open(fmt.Sprintf("live sets are counted for at most %d nodes, not %d", MaxLiveNodes, n), "node_availability")
		return
	} else if n > maxNodeCrashes {
		notes.open(fmt.Sprintf("more than %d nodes with a probability each", maxNodeCrashes), "node_availability")
		return
	}
	m.stage("availability of %s with the crash probability of each node", name)
	value, err := AvailabilityAt(m.ctx, c, bounds.Rats(m.opts.NodeCrash), LiveOptions{MaxStates: m.opts.MaxStates})
	if err != nil {
		notes.open(m.because(err), "node_availability")
		return
	}
	dst.setNodeAvailability(m.opts.NodeCrash, value)
}

// crashes enters the availability at each crash probability, from the counts or by sampling f; it
// reports whether it got to the end.
func (m *measurer) crashes(name string, f quorum.Family, n int, known found, meets bool, dst *FamilyFigures, notes Notes) bool {
	var failures []FailureInterval // where they are sampled
	for i, p := range m.opts.Crash {
		a := CrashAvailability{P: p}
		switch {
		case known.live != nil && known.live.N() <= MaxLiveNodes: // some hundredths of a second
			a.exact(*known.live)
		case m.ctx.Err() != nil:
			notes.open(ended(m.ctx).Error(), "availability")
			return false
		case known.live != nil:
			a.exact(*known.live)
		default:
			if i == 0 {
				failures = m.failures(name, f)
			}
			m.stage("availability of %s at p = %v, by sampling", name, p)
			if err := m.estimate(f, &a, known.transversals); err != nil {
				notes.open(m.because(err), "availability")
				return false
			}
			if failures != nil {
				a.narrow(failures[i])
			}
			notes.Reasons["availability"] = "an estimate: " + notes.Reasons["live_sets"]
		}
		if meets {
			a.floor(n)
		}
		dst.Availability = append(dst.Availability, a)
	}
	return true
}

// maxNodeCrashes bounds the nodes whose probabilities are multiplied, each its own.
const maxNodeCrashes = 1_000_000

func (f *FamilyFigures) setNodeAvailability(p []bounds.Fraction, value *big.Rat) {
	up, _ := value.Float64()
	down, _ := new(big.Rat).Sub(big.NewRat(1, 1), value).Float64()
	f.NodeAvailability = &NodeAvailability{P: p, Value: up, Failure: down}
}

// exact enters the availability that the counts give, each number rounded once.
func (a *CrashAvailability) exact(l LiveSets) {
	p := a.P.Rat()
	a.failure = l.Failure(p)
	a.Failure, _ = a.failure.Float64()
	a.Value, _ = new(big.Rat).Sub(big.NewRat(1, 1), a.failure).Float64()
}

// maxFloorWork bounds the bits gone over for a failure floor, to some tenths of a second: for p =
// 1/1000 that is enough for 14,000 nodes.
const maxFloorWork = 1 << 31

// inReach reports whether a sum over the numbers of crashes of n nodes takes no longer than that.
func inReach(n int, p bounds.Fraction) bool {
	return float64(n)*float64(n)*float64(p.Rat().Denom().BitLen()) <= maxFloorWork
}

// floor enters the least failure probability of any quorum system of n nodes, unless that takes too
// long.
func (a *CrashAvailability) floor(n int) {
	if !inReach(n, a.P) {
		return
	}
	a.least = bounds.FailureFloor(n, a.P.Rat())
	least, _ := a.least.Float64()
	a.Floor = &least
}

// failures finds intervals of the failure probability at each crash probability by counting
// transversals; nil where that cannot be done.
func (m *measurer) failures(name string, f quorum.Family) []FailureInterval {
	if m.opts.CountWork < 0 {
		return nil
	}
	m.stage("transversals of %s, by size", name)
	list, err := FindFailures(m.ctx, f, bounds.Rats(m.opts.Crash), FailureOptions{
		Samples: m.opts.Samples, Seed: m.opts.Seed, Jobs: m.opts.Jobs, MaxWork: m.opts.CountWork,
	})
	if err != nil {
		return nil // the plain estimate stands without them
	}
	return list
}

// narrow takes an interval for what is known of the failure probability, as far as it says more.
func (a *CrashAvailability) narrow(i FailureInterval) {
	if a.Interval == nil {
		a.Interval = &i
		return
	}
	proved := a.proved
	if a.proved.Low == nil {
		proved = AvailabilityInterval{Low: new(big.Rat), High: big.NewRat(1, 1)}
	}
	i = i.within(proved)
	a.Interval = &i
	if i.proved[0] == nil {
		return
	}
	low, high := opposite(i.proved[1]), opposite(i.proved[0])
	if low.Cmp(proved.Low) > 0 {
		proved.Low = low
	}
	if high.Cmp(proved.High) < 0 {
		proved.High = high
	}
	a.prove(proved)
}

// prove enters what is proved of the availability.
func (a *CrashAvailability) prove(i AvailabilityInterval) {
	a.proved = i
	low, high := outward(i)
	a.AtLeast, a.AtMost = &low, &high
}

// estimate samples the availability, and enters what is proved of the failure beside it, where
// every transversal has at least so many nodes. Samples drawn before the context ended count.
func (m *measurer) estimate(f quorum.Family, a *CrashAvailability, transversals int) error {
	e, err := EstimateAvailability(m.ctx, f, []float64{a.P.Float64()}, EstimateOptions{Samples: m.opts.Samples, Seed: m.opts.Seed, Jobs: m.opts.Jobs})
	if err != nil && e.Samples == 0 {
		return err
	}
	a.Estimate, a.Value, a.Failure = &e, e.Value, 1-e.Value
	interval, err := AvailabilityBounds(m.ctx, f, a.P.Rat())
	if err != nil { // stopped: nothing is proved yet
		interval = AvailabilityInterval{Low: new(big.Rat), High: big.NewRat(1, 1)}
	}
	if transversals > 0 && inReach(f.N(), a.P) {
		// Fewer crashes than that leave a quorum.
		if low := new(big.Rat).Sub(big.NewRat(1, 1), bounds.FailureCeiling(f.N(), transversals-1, a.P.Rat())); low.Cmp(interval.Low) > 0 {
			interval.Low = low
		}
	}
	if err == nil || interval.Low.Sign() > 0 {
		a.prove(interval)
	}
	a.Interval = sampledInterval(e, interval)
	return nil
}

// sampledInterval joins an estimate of the availability with what is proved of it.
func sampledInterval(e Estimate, proved AvailabilityInterval) *FailureInterval {
	low, high := opposite(proved.High), opposite(proved.Low)
	i := newFailureInterval(
		inside(opposite(new(big.Rat).SetFloat64(e.Value)), low, high),
		inside(opposite(new(big.Rat).SetFloat64(e.High)), low, high),
		inside(opposite(new(big.Rat).SetFloat64(e.Low)), low, high))
	i.Confidence, i.Samples, i.Hits, i.Seed, i.By = e.Confidence, e.Samples, e.Samples-e.Live, e.Seed, "sampling"
	return &i
}

// inside returns x, or the end of low..high that is nearest to it.
func inside(x, low, high *big.Rat) *big.Rat {
	switch {
	case x.Cmp(low) < 0:
		return low
	case x.Cmp(high) > 0:
		return high
	}
	return x
}

// outward returns the failure probability that an interval leaves, with its ends rounded to the
// outside.
func outward(i AvailabilityInterval) (low, high float64) {
	one := big.NewRat(1, 1)
	low, exact := new(big.Rat).Sub(one, i.High).Float64()
	if !exact {
		low = math.Nextafter(low, math.Inf(-1))
	}
	high, exact = new(big.Rat).Sub(one, i.Low).Float64()
	if !exact {
		high = math.Nextafter(high, math.Inf(1))
	}
	return max(low, 0), min(high, 1)
}

package measure

import (
	"fmt"
	"math"
	"math/big"

	"coterie/bounds"
	"coterie/internal/solve/given"
	"coterie/quorum"
)

// live counts the live sets, from which the availability follows.
func (m *measurer) live(p *part) error {
	l, err := CountLive(m.ctx, p.cartel, LiveOptions{MaxStates: m.opts.MaxStates})
	if err != nil {
		return err
	}
	p.live, p.LiveSets = &l, countsOf(l)
	p.Methods["live_sets"] = l.Method
	return nil
}

func countsOf(l LiveSets) []Count {
	var list []Count
	for _, c := range l.Counts {
		list = append(list, Count{c})
	}
	return list
}

// availability enters the availability at each crash probability: from the counts, or by sampling
// the list.
func (m *measurer) availability(p *part) error {
	f, listed := p.cartel.List()
	if p.live == nil && !listed {
		p.open(p.Reasons["live_sets"], "availability")
		return nil
	}
	var failures []FailureInterval // where they are sampled
	for i, crash := range m.opts.Crash {
		a := CrashAvailability{P: crash}
		switch {
		case p.live != nil && p.live.N() <= MaxLiveNodes: // some hundredths of a second
			a.exact(*p.live)
		case m.ctx.Err() != nil:
			return given.Ended(m.ctx)
		case p.live != nil:
			a.exact(*p.live)
		default:
			if i == 0 {
				failures = m.failures(p.name, f)
			}
			m.stage("availability of %s at p = %v, by sampling", p.name, crash)
			if err := m.estimate(f, &a, p.transversals); err != nil {
				return err
			}
			if failures != nil {
				a.narrow(failures[i])
			}
			p.open(Reason{Estimated, "an estimate: " + p.Reasons["live_sets"].Text}, "availability")
		}
		if p.meets {
			a.floor(p.cartel.N())
		}
		p.Availability = append(p.Availability, a)
	}
	return nil
}

// maxNodeCrashes bounds the nodes whose probabilities are multiplied, each its own.
const maxNodeCrashes = 1_000_000

// eachNodeCrashes reports whether nodes have a crash probability each.
func (m *measurer) eachNodeCrashes(*part) bool {
	return m.opts.NodeCrash != nil && m.wants(AvailabilityFigure)
}

func (m *measurer) nodeAvailability(p *part) error {
	if _, listed := p.cartel.List(); listed && p.cartel.N() > MaxLiveNodes {
		return fmt.Errorf("live sets are counted for at most %d nodes, not %d", MaxLiveNodes, p.cartel.N())
	} else if p.cartel.N() > maxNodeCrashes {
		return fmt.Errorf("more than %d nodes with a probability each", maxNodeCrashes)
	}
	m.stage("availability of %s with the crash probability of each node", p.name)
	value, err := AvailabilityAt(m.ctx, p.cartel, bounds.Rats(m.opts.NodeCrash), LiveOptions{MaxStates: m.opts.MaxStates})
	if err != nil {
		return err
	}
	up, _ := value.Float64()
	down, _ := opposite(value).Float64()
	p.NodeAvailability = &NodeAvailability{P: m.opts.NodeCrash, Value: up, Failure: down}
	return nil
}

// exact enters the availability that the counts give, each number rounded once.
func (a *CrashAvailability) exact(l LiveSets) {
	a.failure = l.Failure(a.P.Rat())
	a.Failure, _ = a.failure.Float64()
	a.Value, _ = opposite(a.failure).Float64()
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

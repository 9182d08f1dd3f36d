package measure

import (
	"fmt"
	"math/big"

	"coterie/bounds"
	"coterie/internal/solve/given"
	"coterie/measure/availability"
	"coterie/quorum"
)

// live counts the live sets, from which the availability follows.
func (m *measurer) live(p *part) error {
	l, err := availability.CountLive(m.ctx, p.cartel, availability.LiveOptions{MaxStates: m.opts.MaxStates, Jobs: m.opts.Jobs})
	if err != nil {
		return err
	}
	p.live, p.LiveSets = &l, countsOf(l)
	p.Methods["live_sets"] = l.Method
	return nil
}

func countsOf(l availability.LiveSets) []Count {
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
	var failures []availability.FailureInterval // where they are sampled
	sampling := availability.SampleOptions{Samples: m.opts.Samples, Seed: m.opts.Seed, Jobs: m.opts.Jobs}
	for i, crash := range m.opts.Crash {
		var a availability.Point
		switch {
		case p.live != nil && (m.ctx.Err() == nil || p.live.N() <= availability.MaxLiveNodes): // some hundredths of a second
			a = p.live.At(crash)
		case m.ctx.Err() != nil:
			return given.Ended(m.ctx)
		case p.closedAvailability(m, crash, &a):
		case !listed:
			p.open(p.Reasons["live_sets"], "availability")
			p.Availability = nil
			return nil
		default:
			if failures == nil {
				failures = m.failures(p.name, f)
			}
			m.stage("availability of %s at p = %v, by sampling", p.name, crash)
			var err error
			if a, err = availability.Estimated(m.ctx, f, crash, p.transversals, sampling); err != nil {
				return err
			}
			if failures != nil {
				a.Narrow(failures[i])
			}
			p.open(Reason{Estimated, "an estimate: " + p.Reasons["live_sets"].Text}, "availability")
		}
		if p.meets {
			a.SetFloor(p.cartel.N())
		}
		p.Availability = append(p.Availability, a)
	}
	return nil
}

// closedAvailability enters the availability at one crash probability in a, if a closed form has
// it.
func (p *part) closedAvailability(m *measurer, crash bounds.Fraction, a *availability.Point) (ok bool) {
	m.stage("availability of %s at p = %v", p.name, crash)
	if *a, ok = availability.Closed(m.ctx, p.cartel, crash); ok {
		p.Methods["availability"] = "closed form at each p"
	}
	return ok
}

// maxNodeCrashes bounds the nodes that may each have a probability of their own.
const maxNodeCrashes = 1_000_000

// eachNodeCrashes reports whether nodes have a crash probability each.
func (m *measurer) eachNodeCrashes(*part) bool {
	return m.opts.NodeCrash != nil && m.wants(AvailabilityFigure)
}

func (m *measurer) nodeAvailability(p *part) error {
	if p.cartel.N() > maxNodeCrashes {
		return fmt.Errorf("more than %d nodes with a probability each", maxNodeCrashes)
	}
	m.stage("availability of %s with the crash probability of each node", p.name)
	value, err := availability.At(m.ctx, p.cartel, bounds.Rats(m.opts.NodeCrash), availability.LiveOptions{MaxStates: m.opts.MaxStates})
	if err != nil {
		return err
	}
	up, _ := value.Float64()
	down, _ := new(big.Rat).Sub(big.NewRat(1, 1), value).Float64()
	p.NodeAvailability = &NodeAvailability{P: m.opts.NodeCrash, Value: up, Failure: down}
	return nil
}

// liarsAsked reports whether the availability beside liars is asked for.
func (m *measurer) liarsAsked(*part) bool { return m.opts.Liars > 0 && m.wants(AvailabilityFigure) }

func (m *measurer) besideLiars(p *part) (err error) {
	m.stage("the worst places of liars in %s", p.name)
	p.BesideLiars, err = availability.FindBeside(m.ctx, p.cartel, m.opts.Liars, m.opts.Crash, availability.LiveOptions{MaxStates: m.opts.MaxStates})
	return err
}

// failures finds intervals of the failure probability at each crash probability by counting
// transversals; nil where the count fails.
func (m *measurer) failures(name string, f quorum.Family) []availability.FailureInterval {
	if m.opts.CountWork < 0 {
		return nil
	}
	m.stage("transversals of %s, by size", name)
	list, err := availability.FindFailures(m.ctx, f, bounds.Rats(m.opts.Crash), availability.FailureOptions{
		Samples: m.opts.Samples, Seed: m.opts.Seed, Jobs: m.opts.Jobs, MaxWork: m.opts.CountWork,
	})
	if err != nil {
		return nil // the plain estimate stands without them
	}
	return list
}

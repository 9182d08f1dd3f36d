package measure

import (
	"cmp"
	"fmt"

	"coterie/measure/availability"
	"coterie/quorum"
)

// Concurrency is the availability of a k-coterie to several processes at once.
type Concurrency struct {
	Entries      int                  `json:"entries"` // r: the number of disjoint quorums that live
	LiveSets     []Count              `json:"live_sets"`
	Availability []availability.Point `json:"availability"`
	Method       string               `json:"method,omitempty"`
	Reason       string               `json:"reason,omitempty"` // why they are null, or estimates
}

// severalEnter reports whether several processes may be in at once: in k-coteries with k > 1.
func severalEnter(m *measurer, p *part) bool {
	return p.whole.K > 1 && m.wants(AvailabilityFigure)
}

// concurrency enters, for a k-coterie, how likely r = 2..k disjoint quorums live, up to the first
// r for which there are none, and no more than mostEntries of them.
func (m *measurer) concurrency(p *part) error {
	f, listed := p.cartel.List()
	for r := 2; r <= min(p.whole.K, mostEntries) && m.ctx.Err() == nil; r++ {
		c := Concurrency{Entries: r}
		var l availability.LiveSets
		var err error
		if !p.meets {
			m.stage("sets with %d disjoint quorums", r)
			l, err = availability.CountConcurrent(m.ctx, m.system, r, availability.LiveOptions{MaxStates: m.opts.MaxStates})
		}
		none := err == nil && l.Counts == nil
		switch {
		case none:
			c.Reason = fmt.Sprintf("there are no %d disjoint quorums", r)
		case err != nil:
			c.Reason = err.Error()
			if listed && m.ctx.Err() == nil {
				m.sampleConcurrency(&c, f)
			}
		default:
			c.LiveSets, c.Method = countsOf(l), l.Method
			for _, crash := range m.opts.Crash {
				c.Availability = append(c.Availability, l.At(crash))
			}
		}
		p.whole.Concurrency = append(p.whole.Concurrency, c)
		if none {
			return nil
		}
	}
	if p.whole.K > mostEntries {
		p.open(Reason{Limited, fmt.Sprintf("found for up to %d entries at once", mostEntries)}, "concurrency")
	}
	return nil
}

// mostEntries bounds the rows of the concurrency.
const mostEntries = 64

// concurrentSamples is the number of samples of an estimate, each of which needs a search for
// disjoint quorums.
const concurrentSamples = 10_000

// sampleConcurrency enters estimates, if the search for disjoint quorums in samples is short.
func (m *measurer) sampleConcurrency(c *Concurrency, f quorum.Family) {
	for _, crash := range m.opts.Crash {
		m.stage("%d disjoint quorums at p = %v, by sampling", c.Entries, crash)
		a, err := availability.EstimateConcurrent(m.ctx, f, c.Entries, crash, availability.SampleOptions{
			Samples: cmp.Or(m.opts.Samples, concurrentSamples), Seed: m.opts.Seed, Jobs: m.opts.Jobs})
		if err != nil {
			c.Availability = nil
			c.Reason += "; " + err.Error()
			return
		}
		c.Availability = append(c.Availability, a)
	}
	c.Reason = "an estimate: " + c.Reason
}

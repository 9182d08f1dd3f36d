package measure

import (
	"fmt"

	"coterie/measure/availability"
)

// Concurrency is the availability of a k-coterie to several processes at once.
type Concurrency struct {
	Entries      int                  `json:"entries"` // r: the number of disjoint quorums that live
	LiveSets     []Count              `json:"live_sets"`
	Availability []availability.Point `json:"availability"`
	Reason       string               `json:"reason,omitempty"` // why they are null
}

// severalEnter reports whether several processes may be in at once: in listed k-coteries.
func severalEnter(m *measurer, p *part) bool {
	return p.whole.K > 1 && m.wants(AvailabilityFigure)
}

// concurrency enters, for a k-coterie, how likely r = 2..k disjoint quorums live, up to the first
// r for which there are none.
func (m *measurer) concurrency(p *part) error {
	for r := 2; r <= p.whole.K; r++ {
		c := Concurrency{Entries: r}
		var l availability.LiveSets
		var err error
		if !p.meets {
			m.stage("sets with %d disjoint quorums", r)
			l, err = availability.CountDisjoint(m.ctx, p.cartel, r, availability.LiveOptions{MaxStates: m.opts.MaxStates})
		}
		none := err == nil && l.Counts == nil
		switch {
		case none:
			c.Reason = fmt.Sprintf("there are no %d disjoint quorums", r)
		case err != nil:
			c.Reason = err.Error()
		default:
			c.LiveSets = countsOf(l)
			for _, crash := range m.opts.Crash {
				c.Availability = append(c.Availability, l.At(crash))
			}
		}
		p.whole.Concurrency = append(p.whole.Concurrency, c)
		if none {
			break
		}
	}
	return nil
}

package measure

import (
	"context"

	"coterie/measure/availability"
	"coterie/quorum"
)

// factStates bounds the diagram of live sets that are counted for the sake of other figures, to
// some tenths of a second.
const factStates = 1 << 16

// CheapLive counts live sets where that takes little time, for figures that follow from the counts;
// false where it takes more.
func CheapLive(ctx context.Context, q quorum.Quorums) (l availability.LiveSets, ok bool) {
	l, err := availability.CountLive(ctx, q, availability.LiveOptions{MaxStates: factStates})
	return l, err == nil
}

// facts counts the live sets of a part, unless they have been counted or asked for.
func (m *measurer) facts(p *part) {
	if p.live != nil || m.wants(AvailabilityFigure) {
		return
	}
	if l, ok := CheapLive(m.ctx, p.cartel); ok {
		p.live = &l
	}
}

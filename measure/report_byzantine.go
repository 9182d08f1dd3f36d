package measure

import (
	"coterie/measure/liars"
	"coterie/measure/transversals"
	"coterie/quorum"
)

// noLiars is why other structures have no such figures.
var noLiars = Reason{Settled, "liars are asked about in quorum systems, and in group systems of two cartels or more"}

// byzantine enters the least intersection, and how many nodes may lie.
func (m *measurer) byzantine(p *part) error {
	if p.whole.Kind != quorum.KindSystem && (p.whole.Kind != quorum.KindGroupSystem || len(m.cartels) < 2) {
		p.open(noLiars, "min_intersection", "byzantine")
		return nil
	}
	s, err := liars.Find(m.ctx, m.cartels, m.opts.Jobs)
	if err != nil {
		return err
	}
	r := p.whole
	r.MinIntersection, r.MinIntersectionWitness = &s.Least, &s.Pair
	least := r.N
	for i, cartel := range m.cartels {
		known := (*int)(nil)
		if r.FamilyFigures != nil {
			known = r.Resilience
		} else if i < len(r.Cartels) {
			known = r.Cartels[i].Resilience
		}
		if known == nil {
			t, err := transversals.Smallest(m.ctx, cartel, transversals.Options{Jobs: m.opts.Jobs, MaxNodes: searchNodes})
			if !t.Exact() || t.Size == 0 {
				p.open(m.because(err), "byzantine")
				return nil
			}
			known = new(t.Size - 1)
		}
		least = min(least, *known)
	}
	g := s.Greatest(least)
	if r.Byzantine = &g; s.Open != nil {
		p.open(m.because(s.Open), "byzantine.opaque")
	}
	return nil
}

// provedByzantine enters the least intersection from a theorem, and from it how many nodes may lie.
func provedByzantine(p quorum.Proved, r *Report) []string {
	pair := p.Sharing
	if r.MinIntersection != nil || pair[0].Empty() || r.FamilyFigures == nil {
		return nil
	}
	shared := liars.Shared{Least: pair[0].Intersect(pair[1]).Len(), Pair: quorum.Witness{Sets: pair[:]}}
	r.MinIntersection, r.MinIntersectionWitness = &shared.Least, &shared.Pair
	if shared.Slack = 2*shared.Least - pair[1].Len(); shared.Slack >= 0 || p.Transversal.Empty() {
		return []string{"min_intersection"} // another pair may allow fewer liars than this one
	}
	g := shared.Greatest(p.Transversal.Len() - 1)
	r.Byzantine = &g
	return []string{"min_intersection", "byzantine"}
}

package measure

import (
	"coterie/bounds"
	"coterie/quorum"
)

// construction names the theorem of a family as a method.
func construction(p quorum.Proved) string { return "construction: " + p.Source }

// proved fills the figures of an ordinary system that the theorems of its family know, where
// nothing else found them; of a load there is no strategy to show then.
func (m *measurer) proved(r *Report) {
	p, by := m.subject.Proved, construction(m.subject.Proved)
	enter := func(key string) {
		r.Methods[key] = by
		delete(r.Reasons, key)
	}
	if r.Intersecting == quorum.Unknown && p.Meet == quorum.Holds {
		r.Intersecting = p.Meet
		enter("intersecting")
	}
	if m.wants(ResilienceFigure) && r.Resilience == nil && !p.Transversal.Empty() {
		size := p.Transversal.Len()
		resilience := size - 1
		r.Resilience, r.SmallestTransversal = &resilience, &p.Transversal
		r.ResilienceProof = &ResilienceProof{AtLeast: size, By: "by " + by, AtMost: size}
		enter("resilience")
		delete(r.Reasons, "smallest_transversal")
		delete(r.Reasons, "resilience_proof")
	}
	if m.wants(LoadFigure) && r.Load == nil && p.Load != nil {
		load := bounds.NewFraction(p.Load)
		capacity := bounds.NewFraction(load.Rat().Inv(load.Rat()))
		r.Load, r.Capacity = &load, &capacity
		enter("load")
		delete(r.Reasons, "capacity")
	}
	if m.wants(DominationFigure) && r.Nondominated == quorum.Unknown && p.Nondominated != quorum.Unknown {
		r.Nondominated = p.Nondominated
		if p.Nondominated == quorum.Fails {
			r.DominationWitness = &DominatingWitness{Nodes: p.Dominating}
		}
		enter("nondominated")
	}
}

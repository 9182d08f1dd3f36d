package measure

import (
	"math/big"

	"coterie/bounds"
	"coterie/quorum"
)

// unlisted fills the figures of a family whose quorums are too many to list, by closed forms where it has a
// formula that they cover.
func (m *measurer) unlisted(p part, sizes *Sizes, dst *FamilyFigures, notes Notes) *FormulaFigures {
	unknown := func(reason string) {
		given := m.subject.Sizes
		if m.subject.Kind == quorum.KindGroupSystem {
			given = Sizes{} // those are of all cartels together
		}
		*sizes = given
		notes.sizes(given, reason)
		for figure, keys := range map[Figure][]string{
			LoadFigure:         {"load", "capacity", "strategy", "node_weights"},
			ResilienceFigure:   {"resilience", "smallest_transversal", "resilience_proof"},
			AvailabilityFigure: {"live_sets", "availability"},
		} {
			if m.wants(figure) {
				notes.open(reason, keys...)
			} else {
				notes.open(NotAsked, keys...)
			}
		}
		if m.wants(AvailabilityFigure) && m.opts.NodeCrash != nil {
			notes.open(reason, "node_availability")
		}
	}
	if p.formula == nil {
		unknown(m.subject.Unlisted)
		return nil
	}
	m.stage("closed forms of %s", m.subject.Name)
	f, err := MeasureFormula(m.ctx, *p.formula, FormulaOptions{})
	if err != nil {
		unknown(m.subject.Unlisted + "; " + err.Error())
		return nil
	}
	m.formulaSizes(f, sizes, notes)
	m.formulaFigures(f, dst, notes)
	if m.wants(AvailabilityFigure) && m.opts.NodeCrash != nil {
		m.formulaNodeCrash(*p.formula, dst, notes)
	}
	return f
}

// sizes notes of each size how it is known, or why it is not.
func (n Notes) sizes(s Sizes, reason string) {
	for key, known := range map[string]bool{
		"quorums": s.Quorums != nil, "min_quorum": s.MinQuorum != nil, "max_quorum": s.MaxQuorum != nil,
		"min_responsibility": s.MinResponsibility != nil, "max_responsibility": s.MaxResponsibility != nil,
	} {
		if known {
			n.Methods[key] = "closed form of the family"
			delete(n.Reasons, key)
		} else {
			n.open(reason, key)
		}
	}
}

func (m *measurer) formulaSizes(f *FormulaFigures, dst *Sizes, notes Notes) {
	if f.Quorums == nil {
		notes.open(f.Reasons.Quorums, "quorums", "min_quorum", "max_quorum", "min_responsibility", "max_responsibility")
		return
	}
	*dst = Sizes{f.Quorums, &f.MinQuorum, &f.MaxQuorum, f.MinResponsibility, f.MaxResponsibility}
	notes.Methods["quorums"] = formulaMethod
}

func (m *measurer) formulaFigures(f *FormulaFigures, dst *FamilyFigures, notes Notes) {
	switch keys := []string{"load", "capacity", "strategy", "node_weights"}; {
	case !m.wants(LoadFigure):
		notes.open(NotAsked, keys...)
	case f.Load == nil:
		notes.open(f.Reasons.Load, keys...)
	default:
		dst.setLoad(*f.Load)
		notes.Methods["load"] = f.Load.Method
	}
	switch keys := []string{"resilience", "smallest_transversal", "resilience_proof"}; {
	case !m.wants(ResilienceFigure):
		notes.open(NotAsked, keys...)
	case f.Transversal == nil:
		notes.open(f.Reasons.Transversal, keys...)
	default:
		dst.setTransversal(*f.Transversal, notes)
	}
	switch {
	case !m.wants(AvailabilityFigure):
		notes.open(NotAsked, "live_sets", "availability")
	case f.Live == nil:
		notes.open(f.Reasons.Live, "live_sets", "availability")
	default:
		for _, c := range f.Live.Counts {
			dst.LiveSets = append(dst.LiveSets, Count{c})
		}
		notes.Methods["live_sets"] = f.Live.Method
		for _, p := range m.opts.Crash {
			a := CrashAvailability{P: p}
			a.exact(*f.Live)
			if f.Intersecting == quorum.Holds {
				a.floor(f.N)
			}
			dst.Availability = append(dst.Availability, a)
		}
	}
}

func (m *measurer) formulaNodeCrash(f quorum.Formula, dst *FamilyFigures, notes Notes) {
	value, err := FormulaAvailability(m.ctx, f, bounds.Rats(m.opts.NodeCrash))
	if err != nil {
		notes.open(err.Error(), "node_availability")
		return
	}
	dst.setNodeAvailability(m.opts.NodeCrash, value)
}

// unlistedOrdinary fills the report of an ordinary system whose quorums are too many to list.
func (m *measurer) unlistedOrdinary(r *Report, p part) {
	f := m.unlisted(p, &r.Sizes, r.FamilyFigures, r.Notes)
	switch {
	case !m.wants(DominationFigure):
		r.open(NotAsked, "nondominated")
	case f == nil:
		r.open(m.subject.Unlisted, "nondominated")
	default:
		r.setDomination(f.Domination)
	}
	if f != nil {
		r.Intersecting = f.Intersecting
	}
	if r.Intersecting == quorum.Unknown {
		r.open(m.subject.Unlisted, "intersecting")
	}
	if f == nil || f.MinQuorum == 0 {
		return
	}
	list := bounds.ListFacts{Intersecting: f.Intersecting == quorum.Holds, Smallest: f.MinQuorum, Largest: f.MaxQuorum}
	if f.MinResponsibility.Cmp(f.MaxResponsibility) == 0 {
		entries := new(big.Int).Mul(f.MinResponsibility, big.NewInt(int64(f.N)))
		list.EqualResponsibility, list.Mean = true, bounds.NewFraction(new(big.Rat).SetFrac(entries, f.Quorums))
	}
	facts := bounds.Facts{N: r.N, Load: r.Load, Resilience: r.Resilience, Failures: r.FamilyFigures.failures(), Family: list}
	r.Limits = Compare(facts.Limits())
}

// unlistedGroups fills the report of a group system whose quorums are too many to list.
func (m *measurer) unlistedGroups(r *Report, list []part) {
	const oneByOne = "the cartels are measured one by one, by closed forms"
	r.open(m.subject.Unlisted+"; "+oneByOne, "min_responsibility", "max_responsibility", "mix_load", "mix_strategies", "mix_node_weights")
	for i, p := range list {
		c := &r.Cartels[i]
		c.Notes = newNotes()
		f := m.unlisted(p, &c.Sizes, &c.FamilyFigures, c.Notes)
		switch keys := []string{"degree", "disjoint_quorums", "degree_proof"}; {
		case !m.wants(DegreeFigure):
			c.open(NotAsked, keys...)
		case f == nil:
			c.open(m.subject.Unlisted, keys...)
		case f.Degree == 0:
			c.open(f.Reasons.Degree, keys...)
		default:
			degree := f.Degree
			c.Degree, c.DisjointSets = &degree, f.Disjoint
			c.DegreeProof = &DegreeProof{AtMost: degree, By: formulaMethod}
			c.Methods["degree"] = formulaMethod
		}
	}
	m.systemDegree(r)
	if !m.unlistedSizes(r) {
		r.open(m.subject.Unlisted, "intersecting", "nondominated")
		r.Sizes = m.subject.Sizes
		r.Notes.sizes(r.Sizes, m.subject.Unlisted)
		return
	}
	crossing := m.dominationByFormulas(r, list)
	m.compareGroups(r, crossing, 0)
}

// unlistedSizes sums up what is known of the cartels; it reports whether that is all.
func (m *measurer) unlistedSizes(r *Report) bool {
	total := new(big.Int)
	var least, greatest int
	for i := range r.Cartels {
		c := &r.Cartels[i]
		if c.Quorums == nil {
			return false
		}
		total.Add(total, c.Quorums)
		if i == 0 {
			least = *c.MinQuorum
		}
		least, greatest = min(least, *c.MinQuorum), max(greatest, *c.MaxQuorum)
	}
	r.Quorums, r.MinQuorum, r.MaxQuorum = total, &least, &greatest
	r.Methods["quorums"] = formulaMethod
	return true
}

// dominationByFormulas judges a group system whose cartels are known by formulas, and reports whether quorums of
// different cartels meet.
func (m *measurer) dominationByFormulas(r *Report, list []part) (crossing bool) {
	var formulas []quorum.Formula
	for _, p := range list {
		formulas = append(formulas, *p.formula)
	}
	d, cross, _ := FormulaDomination(formulas[0])
	if len(formulas) > 1 {
		d, cross, _ = FormulaGroupDomination(formulas)
	}
	if r.Intersecting = cross; cross == quorum.Unknown {
		r.open(m.subject.Unlisted, "intersecting")
	}
	if m.wants(DominationFigure) {
		r.setDomination(d)
	} else {
		r.open(NotAsked, "nondominated")
	}
	return cross == quorum.Holds
}

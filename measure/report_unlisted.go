package measure

import (
	"context"
	"errors"
	"math/big"
	"slices"

	"coterie/bounds"
	"coterie/internal/solve/readonce"
	"coterie/quorum"
)

// closed is what the closed forms of a family whose quorums are not listed say of domination.
type closed struct {
	Domination
	err   error
	meets quorum.Truth // whether its quorums do
}

func closedForms[Q quorum.Quorums](ctx context.Context, cartels []Q) closed {
	c := closed{meets: quorum.Holds}
	c.Domination, c.err = JudgeDomination(ctx, cartels, DominationOptions{})
	var input *InputError
	switch {
	case errors.As(c.err, &input):
		c.meets = quorum.Fails
	case c.err != nil:
		c.meets = quorum.Unknown
	}
	return c
}

// unlisted fills the figures of a family whose quorums are too many to list, by closed forms where
// it has a formula that they cover; nil where it has none.
func (m *measurer) unlisted(c quorum.Cartel, sizes *quorum.Sizes, dst *FamilyFigures, notes Notes) *closed {
	f, known := c.Formula()
	reason := m.subject.Unlisted
	if known {
		if err := readonce.Check(f); err != nil {
			known, reason = false, reason+"; "+m.because(err)
		}
	}
	if known {
		if s, err := sizesOfFormula(m.ctx, f); err == nil {
			*sizes = s
			notes.Methods["quorums"] = readonce.Method
		} else {
			notes.open(m.because(err), "quorums", "min_quorum", "max_quorum", "min_responsibility", "max_responsibility")
		}
		d := closedForms(m.ctx, []quorum.Cartel{c})
		m.familyFigures(m.subject.Name, c, d.meets == quorum.Holds, dst, notes)
		return &d
	}
	if m.subject.Kind != quorum.KindGroupSystem { // else those known are of all cartels together
		*sizes = m.subject.Sizes
	}
	notes.sizes(*sizes, reason)
	for _, figure := range []Figure{LoadFigure, ResilienceFigure, AvailabilityFigure} {
		keys := keysOf[figure]
		if m.wants(figure) {
			notes.open(reason, keys...)
		} else {
			notes.open(NotAsked, keys...)
		}
	}
	if m.wants(AvailabilityFigure) && m.opts.NodeCrash != nil {
		notes.open(reason, "node_availability")
	}
	return nil
}

// sizesOfFormula counts the quorums of a read-once formula; the errors are those of Formula.Shape.
func sizesOfFormula(ctx context.Context, f quorum.Formula) (quorum.Sizes, error) {
	s, err := f.Shape(ctx)
	if err != nil {
		return quorum.Sizes{}, err
	}
	byValue := func(a, b *big.Int) int { return a.Cmp(b) }
	return quorum.Sizes{
		Quorums: s.Quorums, MinQuorum: &s.MinQuorum, MaxQuorum: &s.MaxQuorum,
		MinResponsibility: slices.MinFunc(s.Responsibilities, byValue), MaxResponsibility: slices.MaxFunc(s.Responsibilities, byValue),
	}, nil
}

// sizes notes of each size how it is known, or why it is not.
func (n Notes) sizes(s quorum.Sizes, reason string) {
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

// unlistedOrdinary fills the report of an ordinary system whose quorums are too many to list.
func (m *measurer) unlistedOrdinary(r *Report) {
	d := m.unlisted(m.cartels[0], &r.Sizes, r.FamilyFigures, r.Notes)
	switch {
	case !m.wants(DominationFigure):
		r.open(NotAsked, "nondominated")
	case d == nil:
		r.open(m.subject.Unlisted, "nondominated")
	default:
		r.setDomination(d.Domination, d.err)
	}
	if d != nil {
		r.Intersecting = d.meets
	}
	switch r.Intersecting {
	case quorum.Unknown:
		r.open(m.subject.Unlisted, "intersecting")
	case quorum.Fails:
		r.open(d.err.Error(), "intersecting")
	}
	m.proved(r)
	if d == nil || r.MinQuorum == nil {
		return
	}
	list := bounds.ListFacts{Intersecting: r.Intersecting == quorum.Holds, Smallest: *r.MinQuorum, Largest: *r.MaxQuorum}
	if r.Quorums.IsInt64() { // and so is no more than that what they are in
		list.Quorums, list.MaxResponsibility = int(r.Quorums.Int64()), int(r.MaxResponsibility.Int64())
	}
	if r.MinResponsibility.Cmp(r.MaxResponsibility) == 0 {
		entries := new(big.Int).Mul(r.MinResponsibility, big.NewInt(int64(r.N)))
		list.EqualResponsibility, list.Mean = true, bounds.NewFraction(new(big.Rat).SetFrac(entries, r.Quorums))
	}
	facts := bounds.Facts{N: r.N, Load: r.Load, Resilience: r.Resilience, Failures: r.FamilyFigures.failures(), Family: list}
	r.Limits = Compare(facts.Limits())
}

// unlistedGroups fills the report of a group system whose quorums are too many to list.
func (m *measurer) unlistedGroups(r *Report) {
	const oneByOne = "the cartels are measured one by one, by closed forms"
	r.open(m.subject.Unlisted+"; "+oneByOne, "min_responsibility", "max_responsibility", "mix_load", "mix_strategies", "mix_node_weights")
	for i, p := range m.cartels {
		c := &r.Cartels[i]
		c.Notes = newNotes()
		d := m.unlisted(p, &c.Sizes, &c.FamilyFigures, c.Notes)
		if d != nil || !m.wants(DegreeFigure) {
			m.cartelDegree(m.subject.Name, p, c)
		} else {
			c.open(m.subject.Unlisted, "degree", "disjoint_quorums", "degree_proof")
		}
	}
	m.systemDegree(r)
	if !m.unlistedSizes(r) {
		r.open(m.subject.Unlisted, "intersecting", "nondominated")
		if m.subject.Proved.Meet == quorum.Holds {
			r.Intersecting = quorum.Holds
			r.Methods["intersecting"] = construction(m.subject.Proved)
			delete(r.Reasons, "intersecting")
		}
		r.Sizes = m.subject.Sizes
		r.Notes.sizes(r.Sizes, m.subject.Unlisted)
		return
	}
	d := closedForms(m.ctx, m.cartels)
	switch r.Intersecting = d.meets; d.meets {
	case quorum.Unknown:
		r.open(m.subject.Unlisted, "intersecting")
	case quorum.Fails:
		r.open(d.err.Error(), "intersecting")
	}
	if m.wants(DominationFigure) {
		r.setDomination(d.Domination, d.err)
	} else {
		r.open(NotAsked, "nondominated")
	}
	m.compareGroups(r, d.meets == quorum.Holds, 0)
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
	r.Methods["quorums"] = readonce.Method
	return true
}

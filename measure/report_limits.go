package measure

import (
	"context"
	"math/big"
	"slices"

	"coterie/bounds"
	"coterie/internal/solve/given"
	"coterie/quorum"
)

// ordinaryLimits lists the closed-form limits of an ordinary system, or of the family of a
// k-coterie. If the quorums are not listed, closed forms must have their sizes.
func (m *measurer) ordinaryLimits(p *part) {
	r := p.whole
	facts := bounds.Facts{N: r.N, Figures: p.known(ofFamily)}
	if r.MinIntersection != nil {
		facts.Shared, facts.Opaque = *r.MinIntersection, r.Byzantine != nil && r.Byzantine.Opaque != nil
	}
	f, listed := p.cartel.List()
	if !listed {
		if p.closed.Text == "" && r.MinQuorum != nil || p.live != nil && r.Quorums != nil {
			facts.Family = m.countedFacts(r)
			r.Limits = Compare(facts.Limits())
		}
		return
	}
	incidences := f.Incidences() + incidencesOfFailure*len(r.Availability)
	s, ok := m.system.Structure.(*quorum.System)
	sites := ok && s.HasSites()
	if sites { // the S_i are a list of their own: one quorum may be millions of them
		incidences += r.N * *r.MaxQuorum
	}
	ctx, ok := m.forLimits(r, incidences)
	if !ok {
		return
	}
	facts.Family = Listed(ctx, f)
	facts.Family.Intersecting = p.meets
	if m.isKCoterie {
		facts.Holders = min(r.K, r.N)
	}
	if sites {
		sites := Listed(ctx, s.SiteFamily())
		sites.Intersecting, sites.Inclusion = p.meets, quorum.JudgeInclusion(s).Holds == quorum.Holds
		facts.Sites = &sites
	}
	if ctx.Err() != nil {
		r.open(m.because(given.Ended(ctx)), "limits")
		return
	}
	r.Limits = Compare(facts.Limits())
}

// countedFacts are the facts of quorums that are counted, not listed.
func (m *measurer) countedFacts(r *Report) bounds.ListFacts {
	list := bounds.ListFacts{Intersecting: r.Intersecting == quorum.Holds, Smallest: *r.MinQuorum, Largest: *r.MaxQuorum}
	if r.Quorums.IsInt64() { // and then responsibilities, which are not greater, fit as well
		list.MaxResponsibility = int(r.MaxResponsibility.Int64())
	}
	if r.MinResponsibility.Cmp(r.MaxResponsibility) == 0 {
		entries := new(big.Int).Mul(r.MinResponsibility, big.NewInt(int64(r.N)))
		list.EqualResponsibility, list.Mean = true, bounds.NewFraction(new(big.Rat).SetFrac(entries, r.Quorums))
	}
	return list
}

// mostAfterLimits bounds the incidences that are gone over for limits after the context has ended.
const mostAfterLimits = 10_000_000

// incidencesOfFailure is the cost of the limits of one failure probability, in incidences.
const incidencesOfFailure = 1000

// forLimits returns the context under which limits are found. When the context of Measure ends, the
// figures found so far still get their limits, unless this takes long; then a note says so.
func (m *measurer) forLimits(r *Report, size int) (context.Context, bool) {
	if size <= mostAfterLimits {
		return context.WithoutCancel(m.ctx), true
	}
	if m.ctx.Err() != nil {
		r.open(m.because(given.Ended(m.ctx)), "limits")
		return nil, false
	}
	return m.ctx, true
}

// groupLimits lists the closed-form limits of a group system.
func (m *measurer) groupLimits(whole *part, maxResponsibility int) {
	r := whole.whole
	if reason, cut := r.Reasons["cartels"]; cut { // the limits of a cartel depend on the others
		r.open(reason, "limits")
		return
	}
	facts := bounds.GroupFacts{N: r.N, CrossIntersecting: m.meets.Holds == quorum.Holds, MaxResponsibility: maxResponsibility, Mix: r.Mix, Figures: whole.known(ofGroups)}
	for i := range r.Cartels {
		c := &r.Cartels[i]
		p := part{FamilyFigures: &c.FamilyFigures, report: c}
		facts.Cartels = append(facts.Cartels, bounds.CartelFacts{Smallest: *c.MinQuorum, Figures: p.known(ofFamily, ofCartel)})
	}
	const eachAs = 1_000 // incidences: the limits of a cartel take as long
	const atOnce = 1_000 // limits, between two looks at the context
	ctx, ok := m.forLimits(r, eachAs*len(r.Cartels))
	if !ok {
		return
	}
	var list []Comparison
	for some := range slices.Chunk(facts.Limits(ctx), atOnce) {
		if ctx.Err() != nil {
			break
		}
		list = append(list, Compare(some)...)
	}
	if ctx.Err() != nil {
		r.open(m.because(given.Ended(ctx)), "limits")
		return
	}
	r.Limits = list
}

// failures returns the exact failure probabilities.
func (f *FamilyFigures) failures() []bounds.FailureAt {
	var list []bounds.FailureAt
	for _, a := range f.Availability {
		if failure := a.ExactFailure(); failure != nil {
			list = append(list, bounds.FailureAt{P: a.P, Value: bounds.NewFraction(failure)})
		}
	}
	return list
}

package measure

import (
	"context"
	"slices"

	"coterie/bounds"
	"coterie/quorum"
)

// ordinaryLimits lists the closed-form limits of an ordinary system, or of a k-coterie as the
// family it is.
func (m *measurer) ordinaryLimits(r *Report, f quorum.Family, meets quorum.Judged) {
	ctx, ok := m.forLimits(r, f.Incidences()+incidencesOfFailure*len(r.Availability))
	if !ok {
		return
	}
	facts := bounds.Facts{N: r.N, Family: Listed(ctx, f), Load: r.Load, Resilience: r.Resilience, Failures: r.FamilyFigures.failures()}
	facts.Family.Intersecting = meets.Holds == quorum.Holds
	if s, ok := m.subject.Structure.(*quorum.System); ok && s.HasSites() {
		facts.Sites = &bounds.SiteFacts{ListFacts: Listed(ctx, s.SiteFamily()), Inclusion: quorum.JudgeInclusion(s).Holds == quorum.Holds}
		facts.Sites.Intersecting = facts.Family.Intersecting
	}
	if ctx.Err() == nil {
		r.Limits = Compare(facts.Limits())
	} else {
		r.open(ended(ctx).Error(), "limits")
	}
}

// mostAfterLimits bounds the incidences that are gone over for limits after the context has ended.
const mostAfterLimits = 10_000_000

// incidencesOfFailure is what the limits of one failure probability cost, in incidences.
const incidencesOfFailure = 1000

// forLimits returns the context under which limits are found: whatever figures there are when the
// context ends have their limits beside them, unless that takes long, which is noted.
func (m *measurer) forLimits(r *Report, size int) (context.Context, bool) {
	if size <= mostAfterLimits {
		return context.WithoutCancel(m.ctx), true
	}
	if m.ctx.Err() != nil {
		r.open(ended(m.ctx).Error(), "limits")
		return nil, false
	}
	return m.ctx, true
}

// groupLimits lists the closed-form limits of a group system.
func (m *measurer) groupLimits(r *Report, meets quorum.Judged) {
	most := 0
	if r.MaxResponsibility != nil {
		most = int(r.MaxResponsibility.Int64())
	}
	m.compareGroups(r, meets.Holds == quorum.Holds, most)
}

func (m *measurer) compareGroups(r *Report, crossing bool, maxResponsibility int) {
	if reason, cut := r.Reasons["cartels"]; cut { // the limits of a cartel depend on the others
		r.open(reason, "limits")
		return
	}
	facts := bounds.GroupFacts{N: r.N, CrossIntersecting: crossing, MaxResponsibility: maxResponsibility, Mix: r.Mix, MixLoad: r.MixLoad}
	for i := range r.Cartels {
		c := &r.Cartels[i]
		facts.Cartels = append(facts.Cartels, bounds.CartelFacts{
			Smallest: *c.MinQuorum, Load: c.Load, Resilience: c.Resilience, Degree: c.Degree, Failures: c.failures(),
		})
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
		r.open(ended(ctx).Error(), "limits")
		return
	}
	r.Limits = list
}

// failures returns the exact failure probabilities.
func (f *FamilyFigures) failures() []bounds.FailureAt {
	var list []bounds.FailureAt
	for _, a := range f.Availability {
		if a.failure != nil {
			list = append(list, bounds.FailureAt{P: a.P, Value: bounds.NewFraction(a.failure)})
		}
	}
	return list
}

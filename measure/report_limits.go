package measure

import (
	"coterie/bounds"
	"coterie/quorum"
)

// ordinaryLimits lists the closed-form limits of an ordinary system, or of a k-coterie as the
// family it is.
func (m *measurer) ordinaryLimits(r *Report, f quorum.Family, meets quorum.Judged) {
	facts := bounds.Facts{N: r.N, Family: Listed(f), Load: r.Load, Resilience: r.Resilience, Failures: r.FamilyFigures.failures()}
	facts.Family.Intersecting = meets.Holds == quorum.Holds
	if s, ok := m.subject.Structure.(*quorum.System); ok && s.HasSites() {
		facts.Sites = &bounds.SiteFacts{ListFacts: Listed(s.SiteFamily()), Inclusion: quorum.JudgeInclusion(s).Holds == quorum.Holds}
		facts.Sites.Intersecting = facts.Family.Intersecting
	}
	r.Limits = Compare(facts.Limits())
}

// groupLimits lists the closed-form limits of a group system.
func (m *measurer) groupLimits(r *Report, meets quorum.Judged) {
	m.compareGroups(r, meets.Holds == quorum.Holds, int(r.MaxResponsibility.Int64()))
}

func (m *measurer) compareGroups(r *Report, crossing bool, maxResponsibility int) {
	facts := bounds.GroupFacts{N: r.N, CrossIntersecting: crossing, MaxResponsibility: maxResponsibility, Mix: r.Mix, MixLoad: r.MixLoad}
	for i := range r.Cartels {
		c := &r.Cartels[i]
		facts.Cartels = append(facts.Cartels, bounds.CartelFacts{
			Smallest: *c.MinQuorum, Load: c.Load, Resilience: c.Resilience, Degree: c.Degree, Failures: c.failures(),
		})
	}
	r.Limits = Compare(facts.Limits())
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

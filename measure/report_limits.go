package measure

import (
	"math/big"

	"coterie/bounds"
	"coterie/quorum"
)

// ordinaryLimits lists the closed-form limits of an ordinary system, or of a k-coterie as the family it is.
func (m *measurer) ordinaryLimits(r *Report, f quorum.Family, meets quorum.Verdict) {
	facts := Facts{N: r.N, Family: Listed(f), Load: r.Load, Resilience: r.Resilience, Failures: r.FamilyFigures.failures()}
	facts.Family.Intersecting = meets.Holds == quorum.Holds
	if s, ok := m.subject.Structure.(*quorum.System); ok && s.HasSites() {
		facts.Sites = &SiteFacts{ListFacts: Listed(s.SiteFamily()), Inclusion: quorum.JudgeInclusion(s).Holds == quorum.Holds}
		facts.Sites.Intersecting = facts.Family.Intersecting
	}
	r.Limits = CompareOrdinary(facts)
}

// groupLimits lists the closed-form limits of a group system.
func (m *measurer) groupLimits(r *Report, meets quorum.Verdict) {
	m.compareGroups(r, meets.Holds == quorum.Holds, int(r.MaxResponsibility.Int64()))
}

func (m *measurer) compareGroups(r *Report, crossing bool, maxResponsibility int) {
	facts := GroupFacts{N: r.N, CrossIntersecting: crossing, MaxResponsibility: maxResponsibility, Mix: r.Mix, MixLoad: r.MixLoad}
	for i := range r.Cartels {
		c := &r.Cartels[i]
		facts.Cartels = append(facts.Cartels, CartelFacts{
			Smallest: *c.MinQuorum, Load: c.Load, Resilience: c.Resilience, Degree: c.Degree, Failures: c.failures(),
		})
	}
	r.Limits = CompareGroup(facts)
}

// failures returns the exact failure probabilities.
func (f *FamilyFigures) failures() []FailureAt {
	var list []FailureAt
	for _, a := range f.Availability {
		if a.failure != nil {
			list = append(list, FailureAt{a.P, bounds.NewFraction(a.failure)})
		}
	}
	return list
}

func rats(list []bounds.Fraction) []*big.Rat {
	out := make([]*big.Rat, len(list))
	for i, f := range list {
		out[i] = f.Rat()
	}
	return out
}

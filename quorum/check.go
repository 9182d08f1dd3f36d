package quorum

import (
	"context"
	"fmt"
	"slices"
)

// Check judges every property that the kind of s can have, in the order of
// Kind.Properties, and answers the questions that people ask first, but for domination.
func Check(ctx context.Context, s Structure, opts Options) Checked {
	r := Checked{Kind: s.Kind(), Name: s.Name(), Roles: RolesOf(s), N: s.N()}
	switch s := s.(type) {
	case *System:
		r.Quorums = s.family.Len()
		r.Properties = []Judged{
			JudgeIntersection(ctx, s.family, opts),
			JudgeMinimality(ctx, s.family, opts),
			JudgeInclusion(s),
			JudgeSiteEffort(s),
			JudgeEqualResponsibility(s.SiteResponsibilities()),
			JudgeUniqueness(ctx, s),
		}
	case *GroupSystem:
		for _, c := range s.cartels {
			r.Quorums += c.Len()
		}
		r.Properties = []Judged{
			JudgeCrossIntersection(ctx, s, opts),
			JudgeCartelMinimality(ctx, s, opts),
			JudgeEqualEffort(s.cartels...),
			JudgeEqualResponsibility(s.Responsibilities()),
		}
		if slices.Equal(s.roles, ReadsAndWrites()) {
			v := JudgeWritesMeet(ctx, s.cartels[1], opts)
			if v.Witness != nil {
				v.Witness.Cartels = []Index{1, 1}
			}
			r.Properties = append(r.Properties, v)
		}
	case *KCoterie:
		r.Quorums = s.family.Len()
		r.Properties = []Judged{
			JudgeKIntersection(ctx, s.k, s.family),
			JudgeKNonIntersection(ctx, s.k, s.family),
			JudgeMinimality(ctx, s.family, opts),
			JudgeEqualEffort(s.family),
			JudgeEqualResponsibility(s.family.Responsibilities()),
		}
	case *SharingStructure:
		for _, gf := range s.families {
			r.Quorums += gf.Family.Len()
		}
		r.ForGood = new(JudgeForGood(ctx, s))
		r.Properties = []Judged{JudgeConditionC(ctx, s, opts), r.ForGood.Judged}
	default:
		panic(fmt.Sprintf("quorum: Check: unknown structure %T", s))
	}
	r = r.named(s.Names())
	r.Asked = r.answers()
	return r
}

// answers returns the answers to the questions that people ask, as far as they follow from the
// properties.
func (r Checked) answers() []Judged {
	system := inapplicable(QuorumSystem, fmt.Sprintf("quorums of a %s may miss each other", r.Kind))
	coterie := inapplicable(Coterie, fmt.Sprintf("a %s is not one family of quorums that meet", r.Kind))
	switch r.Kind {
	case KindSystem:
		system, coterie = all(QuorumSystem, r.Properties[0]), all(Coterie, r.Properties[:2]...)
	case KindGroupSystem:
		system = all(QuorumSystem, r.Properties[:2]...)
	}
	writes, ok := r.Judged(WritesMeet)
	if !ok {
		writes = inapplicable(WritesMeet, NoWrites)
	}
	return []Judged{system, coterie, inapplicable(Nondominated, "it is not judged here"), writes}
}

package quorum

import (
	"context"
	"fmt"
)

// Check judges every property that the kind of s can have, in the order of
// Kind.Properties.
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
		r.Properties = []Judged{JudgeConditionC(ctx, s, opts)}
	default:
		panic(fmt.Sprintf("quorum: Check: unknown structure %T", s))
	}
	return r.named(s.Names())
}

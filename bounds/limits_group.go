package bounds

import "fmt"

// maxListedResponsibility is the greatest responsibility R for which Limits lists the degree bound.
// Use DegreeByResponsibility for larger R.
const maxListedResponsibility = 5

func degreeLimits(n, m int) []Limit {
	limits := systemDegree(n, m, "m-group quorum systems, m >= 2")
	if m == 1 {
		return limits
	}
	for r := 2; r <= min(m, maxListedResponsibility); r++ {
		limit := responsibilityDegree(n, m, r)
		limit.Name = fmt.Sprintf("responsibility-%d-degree", r)
		limit.AppliesTo = fmt.Sprintf("m-group quorum systems with non-empty cartels, m >= %d, every responsibility at most %d", r, r)
		limit.Formula = fmt.Sprintf("floor(sqrt(%d*n/(m(m-1)))); 0 means that there is no such system with non-empty cartels", r*(r-1))
		limits = append(limits, limit)
	}
	return append(limits, limit("responsibility-2-groups", Groups, Upper, "group quorum systems with non-empty cartels, every responsibility at most 2",
		"floor((1+sqrt(1+8n))/2)", "bounds.GroupsByResponsibility, after Joung 2003, Lemma 3.3").withInt(GroupsByResponsibility(n, 2)))
}

// groupLimits returns the limits on load, resilience and messages for at least two groups.
func groupLimits(n, m int) []Limit {
	limits := []Limit{
		mixLoad(Load, "m-group quorum systems, m >= 2, every group making 1/m of the entries", "1/sqrt(n)", LoadFromNodes(n)),
		busiestCartelLoad(n),
		weakestCartelResilience(n),
		limit("ra1-messages", Messages, Upper, "Joung's algorithm RA1",
			"2n", "Joung 2003, section 5").withRat(times(2, n)),
		limit("ra2-messages", Messages, Upper, "Joung's algorithm RA2",
			"3n", "Joung 2003, section 5").withRat(times(3, n)),
	}
	if _, exists := SurficialSide(n, m); exists {
		limits = append(limits,
			limit("surficial-messages", Messages, Upper, "Maekawa_M over the surficial system, groups of n processes, one disjoint quorum per subgroup, worst case",
				"3*sqrt(2n(m-1)/m) + 3n(m-1)", "Joung 2003, section 4.2.1, equation (1)").withSurd(SurficialMessages(n, m)),
			limit("surficial-messages-unbounded", Messages, Upper, "Maekawa_M over the surficial system, groups of n processes, locks not limited, worst case",
				"3(n+1)*sqrt(2n(m-1)/m)", "Joung 2003, section 4.2.1, equation (2)").withSurd(SurficialMessagesUnbounded(n, m)),
		)
	}
	return limits
}

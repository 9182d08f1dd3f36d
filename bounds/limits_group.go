package bounds

import "fmt"

// maxListedResponsibility is the greatest responsibility R for which Limits lists the degree
// bound; larger ones are DegreeByResponsibility's.
const maxListedResponsibility = 5

func degreeLimits(n, m int) []Limit {
	if m == 1 {
		return []Limit{Limit{
			Name:      "one-cartel-degree",
			AppliesTo: "1-group quorum systems",
			Quantity:  DegreeQuantity, Direction: Upper,
			Formula: "n",
			Source:  "bounds.Degree",
		}.withInt(Degree(n, m))}
	}
	limits := []Limit{Limit{
		Name:      "joung-degree",
		AppliesTo: "m-group quorum systems, m >= 2",
		Quantity:  DegreeQuantity, Direction: Upper,
		Formula: "floor(sqrt(n))",
		Source:  "Joung 2003, Lemma 3.2",
	}.withInt(Degree(n, m))}
	if side := Degree(n, m); side >= 2 && side*side == n && m >= 3 {
		limits = append(limits, Limit{
			Name:      "net-degree",
			AppliesTo: "m-group quorum systems of n = s^2 nodes, m >= 3",
			Quantity:  DegreeQuantity, Direction: Upper,
			Formula: "s, or s-1 if m-2 orthogonal Latin squares of side s are excluded",
			Source:  "bounds.NetDegree, with N(s) bounded by " + MOLS(side).UpperBy,
		}.withInt(NetDegree(n, m)))
	}
	for responsibility := 2; responsibility <= min(m, maxListedResponsibility); responsibility++ {
		limit := Limit{
			Name:      fmt.Sprintf("responsibility-%d-degree", responsibility),
			AppliesTo: fmt.Sprintf("m-group quorum systems with non-empty cartels, m >= %d, every responsibility at most %d", responsibility, responsibility),
			Quantity:  DegreeQuantity, Direction: Upper,
			Formula: fmt.Sprintf("floor(sqrt(%d*n/(m(m-1)))); 0 means that there is no such system with non-empty cartels", responsibility*(responsibility-1)),
			Source:  "bounds.DegreeRadicand, after Joung 2003, Lemma 3.3",
		}
		if responsibility == 2 {
			limit.Source = "Joung 2003, Lemma 3.3"
		}
		limits = append(limits, limit.withInt(DegreeByResponsibility(n, m, responsibility)))
	}
	return append(limits, Limit{
		Name:      "responsibility-2-groups",
		AppliesTo: "group quorum systems with non-empty cartels, every responsibility at most 2",
		Quantity:  Groups, Direction: Upper,
		Formula: "floor((1+sqrt(1+8n))/2)",
		Source:  "bounds.GroupsByResponsibility, after Joung 2003, Lemma 3.3",
	}.withInt(GroupsByResponsibility(n, 2)))
}

// groupLimits are the limits on load, resilience and messages with at least two groups.
func groupLimits(n, m int) []Limit {
	limits := []Limit{
		Limit{
			Name:      "mix-load",
			AppliesTo: "m-group quorum systems, m >= 2, every group making 1/m of the entries",
			Quantity:  Load, Direction: Lower,
			Formula: "1/sqrt(n)",
			Source:  "bounds.MixLoad",
		}.withSurd(LoadFromNodes(n)),
		Limit{
			Name:      "busiest-cartel-load",
			AppliesTo: "the greatest load among the cartels of an m-group quorum system, m >= 2",
			Quantity:  Load, Direction: Lower,
			Formula: "1/sqrt(n)",
			Source:  "bounds.LoadProduct",
		}.withSurd(LoadFromNodes(n)),
		Limit{
			Name:      "weakest-cartel-resilience",
			AppliesTo: "the least resilience among the cartels of an m-group quorum system, m >= 2",
			Quantity:  Resilience, Direction: Upper,
			Formula: "floor((n-1)/2)",
			Source:  "bounds.ResilienceSum",
		}.withInt(ResilienceFromNodes(n)),
		Limit{
			Name:      "ra1-messages",
			AppliesTo: "Joung's algorithm RA1",
			Quantity:  Messages, Direction: Upper,
			Formula: "2n",
			Source:  "Joung 2003, section 5",
		}.withRat(times(2, n)),
		Limit{
			Name:      "ra2-messages",
			AppliesTo: "Joung's algorithm RA2",
			Quantity:  Messages, Direction: Upper,
			Formula: "3n",
			Source:  "Joung 2003, section 5",
		}.withRat(times(3, n)),
	}
	if _, exists := SurficialSide(n, m); exists {
		limits = append(limits,
			Limit{
				Name:      "surficial-messages",
				AppliesTo: "Maekawa_M over the surficial system, groups of n processes, one disjoint quorum per subgroup, worst case",
				Quantity:  Messages, Direction: Upper,
				Formula: "3*sqrt(2n(m-1)/m) + 3n(m-1)",
				Source:  "Joung 2003, section 4.2.1, equation (1)",
			}.withSurd(SurficialMessages(n, m)),
			Limit{
				Name:      "surficial-messages-unbounded",
				AppliesTo: "Maekawa_M over the surficial system, groups of n processes, locks not limited, worst case",
				Quantity:  Messages, Direction: Upper,
				Formula: "3(n+1)*sqrt(2n(m-1)/m)",
				Source:  "Joung 2003, section 4.2.1, equation (2)",
			}.withSurd(SurficialMessagesUnbounded(n, m)),
		)
	}
	return limits
}

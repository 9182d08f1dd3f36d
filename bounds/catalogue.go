package bounds

import "fmt"

// This file holds, once each, the limits that apply in two ways, by the numbers of nodes and groups
// alone ([Limits]) and by the facts of a system ([Facts.Limits], [GroupFacts.Limits]), and the
// limits of both kinds of systems. The caller words a hypothesis that says which property was
// verified.

const (
	everyTwoMeet = "quorum systems (every two quorums meet)"
	anyFamily    = "any family of quorums"
	oneGroup     = "1-group quorum systems"
	maekawaSites = "site assignments with (a), every |S_i| and every responsibility at most K; so all with (a), (c), (d)"
)

func maekawaSize(n int, hypothesis string) Limit {
	return limit("maekawa-size", QuorumSize, Lower, hypothesis,
		"least K with K(K-1)+1 >= n", "Maekawa 1985, section 3").withInt(MaekawaSize(n))
}

func planeSize(n int, hypothesis, formula string) Limit {
	return limit("plane-size", QuorumSize, Lower, hypothesis,
		formula, "bounds.PlaneSize").withInt(PlaneSize(n))
}

func meanSize(n int, hypothesis string) Limit {
	return limit("equal-responsibility-size", MeanSize, Lower, hypothesis,
		"(1+sqrt(4n-3))/2", "bounds.MeanSizeFloor").withSurd(MeanSizeFloor(n))
}

func inclusionSize(n int, hypothesis string) Limit {
	return limit("inclusion-size", QuorumSize, Lower, hypothesis,
		"min(n, 2)", "bounds.InclusionSize").withInt(InclusionSize(n))
}

func naorWoolLoad(n int) Limit {
	return limit("naor-wool-load", Load, Lower, everyTwoMeet,
		"1/sqrt(n)", "Naor and Wool 1998").withSurd(LoadFromNodes(n))
}

func planeLoad(n int) Limit {
	return limit("plane-load", Load, Lower, everyTwoMeet,
		"(1+sqrt(4n-3))/(2n)", "bounds.PlaneLoad").withSurd(PlaneLoad(n))
}

func majorityResilience(n int) Limit {
	return limit("majority-resilience", Resilience, Upper, everyTwoMeet,
		"floor((n-1)/2)", "bounds.ResilienceFromNodes").withInt(ResilienceFromNodes(n))
}

// systemDegree lists the limits on the degree that follow from n and m alone.
func systemDegree(n, m int, hypothesis string) []Limit {
	if m == 1 {
		return []Limit{limit("one-cartel-degree", DegreeQuantity, Upper, oneGroup,
			"n", "bounds.Degree").withInt(Degree(n, m))}
	}
	limits := []Limit{limit("joung-degree", DegreeQuantity, Upper, hypothesis,
		"floor(sqrt(n))", "Joung 2003, Lemma 3.2").withInt(Degree(n, m))}
	if side := Degree(n, m); side >= 2 && side*side == n && m >= 3 {
		limits = append(limits, limit("net-degree", DegreeQuantity, Upper, "m-group quorum systems of n = s^2 nodes, m >= 3",
			"s, or s-1 if m-2 orthogonal Latin squares of side s are excluded", "bounds.NetDegree, with N(s) bounded by "+MOLS(side).UpperBy).withInt(NetDegree(n, m)))
	}
	return limits
}

// responsibilityDegree returns the upper limit on the degree of m cartels if no responsibility is
// above r.
func responsibilityDegree(n, m, r int) Limit {
	source := "bounds.DegreeRadicand, after Joung 2003, Lemma 3.3"
	if r == 2 {
		source = "Joung 2003, Lemma 3.3"
	}
	return limit("responsibility-degree", DegreeQuantity, Upper, fmt.Sprintf("m-group quorum systems, m >= 2, every responsibility at most %d", r),
		"floor(sqrt(n*r(r-1)/(m(m-1)))), r = min(R, m), R the greatest responsibility", source).withInt(DegreeByResponsibility(n, m, r))
}

func busiestCartelLoad(n int) Limit {
	return limit("busiest-cartel-load", Load, Lower, "the greatest load among the cartels of an m-group quorum system, m >= 2",
		"1/sqrt(n)", "bounds.LoadProduct").withSurd(LoadFromNodes(n))
}

func weakestCartelResilience(n int) Limit {
	return limit("weakest-cartel-resilience", Resilience, Upper, "the least resilience among the cartels of an m-group quorum system, m >= 2",
		"floor((n-1)/2)", "bounds.ResilienceSum").withInt(ResilienceFromNodes(n))
}

func mixLoad(quantity Quantity, hypothesis, formula string, value Surd) Limit {
	return limit("mix-load", quantity, Lower, hypothesis,
		formula, "bounds.MixLoad").withSurd(value)
}

package bounds

import "fmt"

// The limits that are asked for in two ways, by the numbers of nodes and groups alone ([Limits])
// and by what is known of a system ([Facts.Limits], [GroupFacts.Limits]), and those that both
// kinds of systems have, stand here, once each. A hypothesis is worded by who asks where it
// says what was verified.

const (
	everyTwoMeet = "quorum systems (every two quorums meet)"
	anyFamily    = "any family of quorums"
	oneGroup     = "1-group quorum systems"
	maekawaSites = "site assignments with (a), every |S_i| and every responsibility at most K; so all with (a), (c), (d)"
)

func maekawaSize(n int, hypothesis string) Limit {
	return Limit{
		Name: "maekawa-size", Quantity: QuorumSize, Direction: Lower, AppliesTo: hypothesis,
		Formula: "least K with K(K-1)+1 >= n", Source: "Maekawa 1985, section 3",
	}.withInt(MaekawaSize(n))
}

func planeSize(n int, hypothesis, formula string) Limit {
	return Limit{
		Name: "plane-size", Quantity: QuorumSize, Direction: Lower, AppliesTo: hypothesis,
		Formula: formula, Source: "bounds.PlaneSize",
	}.withInt(PlaneSize(n))
}

func meanSize(n int, hypothesis string) Limit {
	return Limit{
		Name: "equal-responsibility-size", Quantity: MeanSize, Direction: Lower, AppliesTo: hypothesis,
		Formula: "(1+sqrt(4n-3))/2", Source: "bounds.MeanSizeFloor",
	}.withSurd(MeanSizeFloor(n))
}

func inclusionSize(n int, hypothesis string) Limit {
	return Limit{
		Name: "inclusion-size", Quantity: QuorumSize, Direction: Lower, AppliesTo: hypothesis,
		Formula: "min(n, 2)", Source: "bounds.InclusionSize",
	}.withInt(InclusionSize(n))
}

func naorWoolLoad(n int) Limit {
	return Limit{
		Name: "naor-wool-load", Quantity: Load, Direction: Lower, AppliesTo: everyTwoMeet,
		Formula: "1/sqrt(n)", Source: "Naor and Wool 1998",
	}.withSurd(LoadFromNodes(n))
}

func planeLoad(n int) Limit {
	return Limit{
		Name: "plane-load", Quantity: Load, Direction: Lower, AppliesTo: everyTwoMeet,
		Formula: "(1+sqrt(4n-3))/(2n)", Source: "bounds.PlaneLoad",
	}.withSurd(PlaneLoad(n))
}

func majorityResilience(n int) Limit {
	return Limit{
		Name: "majority-resilience", Quantity: Resilience, Direction: Upper, AppliesTo: everyTwoMeet,
		Formula: "floor((n-1)/2)", Source: "bounds.ResilienceFromNodes",
	}.withInt(ResilienceFromNodes(n))
}

// systemDegree lists what n and m alone say about the degree.
func systemDegree(n, m int, hypothesis string) []Limit {
	if m == 1 {
		return []Limit{Limit{
			Name: "one-cartel-degree", Quantity: DegreeQuantity, Direction: Upper, AppliesTo: oneGroup,
			Formula: "n", Source: "bounds.Degree",
		}.withInt(Degree(n, m))}
	}
	limits := []Limit{Limit{
		Name: "joung-degree", Quantity: DegreeQuantity, Direction: Upper, AppliesTo: hypothesis,
		Formula: "floor(sqrt(n))", Source: "Joung 2003, Lemma 3.2",
	}.withInt(Degree(n, m))}
	if side := Degree(n, m); side >= 2 && side*side == n && m >= 3 {
		limits = append(limits, Limit{
			Name: "net-degree", Quantity: DegreeQuantity, Direction: Upper,
			AppliesTo: "m-group quorum systems of n = s^2 nodes, m >= 3",
			Formula:   "s, or s-1 if m-2 orthogonal Latin squares of side s are excluded",
			Source:    "bounds.NetDegree, with N(s) bounded by " + MOLS(side).UpperBy,
		}.withInt(NetDegree(n, m)))
	}
	return limits
}

// responsibilityDegree is what the degree of m cartels cannot exceed if no responsibility is
// above r.
func responsibilityDegree(n, m, r int) Limit {
	source := "bounds.DegreeRadicand, after Joung 2003, Lemma 3.3"
	if r == 2 {
		source = "Joung 2003, Lemma 3.3"
	}
	return Limit{
		Name: "responsibility-degree", Quantity: DegreeQuantity, Direction: Upper,
		AppliesTo: fmt.Sprintf("m-group quorum systems, m >= 2, every responsibility at most %d", r),
		Formula:   "floor(sqrt(n*r(r-1)/(m(m-1)))), r = min(R, m), R the greatest responsibility",
		Source:    source,
	}.withInt(DegreeByResponsibility(n, m, r))
}

func busiestCartelLoad(n int) Limit {
	return Limit{
		Name: "busiest-cartel-load", Quantity: Load, Direction: Lower,
		AppliesTo: "the greatest load among the cartels of an m-group quorum system, m >= 2",
		Formula:   "1/sqrt(n)", Source: "bounds.LoadProduct",
	}.withSurd(LoadFromNodes(n))
}

func weakestCartelResilience(n int) Limit {
	return Limit{
		Name: "weakest-cartel-resilience", Quantity: Resilience, Direction: Upper,
		AppliesTo: "the least resilience among the cartels of an m-group quorum system, m >= 2",
		Formula:   "floor((n-1)/2)", Source: "bounds.ResilienceSum",
	}.withInt(ResilienceFromNodes(n))
}

func mixLoad(quantity Quantity, hypothesis, formula string, value Surd) Limit {
	return Limit{
		Name: "mix-load", Quantity: quantity, Direction: Lower, AppliesTo: hypothesis,
		Formula: formula, Source: "bounds.MixLoad",
	}.withSurd(value)
}

package bounds

import (
	"context"
	"math/big"
	"slices"
)

// CartelFacts holds the known facts of one cartel.
type CartelFacts struct {
	Smallest int // quorum size
	Figures
}

// GroupFacts holds the known facts of a group quorum system of at least one cartel.
type GroupFacts struct {
	N                 int
	CrossIntersecting bool // quorums of different cartels meet; true only if that was verified
	MaxResponsibility int  // over all cartels together; 0 if it is not known
	Cartels           []CartelFacts
	Mix               []Fraction // the share of each group, sum 1; nil without a mix
	Figures
}

// Limits lists every closed-form limit whose hypothesis was verified according to the facts: for
// each cartel on load, resilience, degree and failure probability, then for the system. It panics
// as [Facts.Limits] does, and if there is no cartel. If ctx ends, it returns the limits found so
// far.
func (facts GroupFacts) Limits(ctx context.Context) []Applied {
	if len(facts.Cartels) == 0 {
		panic("bounds: GroupFacts.Limits: no cartels")
	}
	var a applier
	sizes := make([]int, len(facts.Cartels))
	for i, cartel := range facts.Cartels {
		sizes[i] = cartel.Smallest
	}
	hypothesis := oneGroup
	if len(sizes) > 1 {
		hypothesis = "m-group quorum systems, m >= 2 (quorums of different cartels meet)"
	}
	meets := facts.CrossIntersecting || len(sizes) == 1
	others := leastOthers(sizes)
	for a.cartel = range facts.Cartels {
		if ctx.Err() != nil {
			return a.list
		}
		own := sizes[a.cartel : a.cartel+1]
		if len(sizes) > 1 { // the limits of a cartel depend only on the least size of the others
			own = []int{sizes[a.cartel], others(a.cartel)}
		}
		a.ofCartel(facts, own, meets, hypothesis)
	}
	a.cartel = -1
	if !meets {
		return a.list
	}
	a.ofSystem(facts, hypothesis)
	if facts.Mix == nil {
		return a.list
	}
	shares := Rats(facts.Mix)
	if len(sizes) > 1 {
		a.add(mixLoad(MixedLoad, hypothesis, "sqrt((t/(t-1))*((sum of shares)^2 - sum of squares)/n) over the t heaviest groups",
			MixLoad(facts.N, shares)), facts.MixLoad)
	}
	a.add(limit("mix-size-load", MixedLoad, Lower, hypothesis,
		"max(sum of share_i*c_i/n, (1-share_j)/c_j), c the smallest quorum sizes", "bounds.MixLoadFromSizes").withRat(MixLoadFromSizes(facts.N, sizes, shares)), facts.MixLoad)
	return a.list
}

// leastOthers returns leastOther of two or more sizes, for all of them at once.
func leastOthers(sizes []int) func(i int) int {
	first := 0 // the place of the least
	for j, c := range sizes {
		if c < sizes[first] {
			first = j
		}
	}
	second, _ := leastOther(sizes, first)
	return func(i int) int {
		if i == first {
			return second
		}
		return sizes[first]
	}
}

// ofCartel lists the limits on the figures of one cartel; sizes[0] is its own, and sizes[1] the
// least of the others if there are any.
func (a *applier) ofCartel(facts GroupFacts, sizes []int, meets bool, hypothesis string) {
	n, cartel := facts.N, facts.Cartels[a.cartel]
	resilience, degree := integer(cartel.Resilience), integer(cartel.Degree)
	if meets {
		a.add(limit("cartel-load", Load, Lower, hypothesis,
			"max(c_i/n, 1/c_j for j != i), c the smallest quorum sizes", "bounds.CartelLoad").withRat(CartelLoad(n, sizes, 0)), cartel.Load)
	} else {
		a.spreadLoad(n, cartel.Smallest, cartel.Load)
	}
	a.loadFromResilience(cartel.Load, cartel.Resilience)
	if meets && len(sizes) > 1 {
		a.add(limit("cartel-resilience", Resilience, Upper, hypothesis,
			"min c_j - 1 for j != i, c the smallest quorum sizes", "bounds.CartelResilience").withInt(CartelResilience(sizes, 0)), resilience)
	}
	a.resilienceOfFamily(n, cartel.Smallest, cartel.Load, cartel.Resilience)
	if meets {
		a.add(limit("cartel-degree", DegreeQuantity, Upper, hypothesis,
			"min(floor(n/c_i), c_j for j != i), c the smallest quorum sizes", "bounds.CartelDegree, after Joung 2003, section 3").withInt(CartelDegree(n, sizes, 0)), degree)
	} else {
		a.add(limit("spread-degree", DegreeQuantity, Upper, anyFamily,
			"floor(n/c), c the smallest quorum", "bounds.CartelDegree").withInt(CartelDegree(n, sizes[:1], 0)), degree)
	}
	if cartel.Resilience != nil {
		a.add(limit("resilience-degree", DegreeQuantity, Upper, anyFamily,
			"f+1, f the resilience", "a smallest transversal has f+1 nodes, one in each of the disjoint quorums").withInt(*cartel.Resilience+1), degree)
	}
	for _, f := range cartel.Failures {
		a.failureOfFamily(n, cartel.Smallest, cartel.Resilience, f)
	}
}

// ofSystem lists the limits on the least degree of a cartel, which is the degree of the system,
// and on the figures that two cartels limit for each other.
func (a *applier) ofSystem(facts GroupFacts, hypothesis string) {
	n, m := facts.N, len(facts.Cartels)
	var loads []Fraction
	var resiliences, degrees []int
	for _, cartel := range facts.Cartels {
		if cartel.Load != nil {
			loads = append(loads, *cartel.Load)
		}
		if cartel.Resilience != nil {
			resiliences = append(resiliences, *cartel.Resilience)
		}
		if cartel.Degree != nil {
			degrees = append(degrees, *cartel.Degree)
		}
	}
	var degree, busiest, product, weakest, sum *Fraction
	if len(degrees) == m {
		degree = new(Integer(slices.Min(degrees)))
	}
	for _, l := range systemDegree(n, m, hypothesis) {
		a.add(l, degree)
	}
	if m == 1 {
		return
	}
	if r := facts.MaxResponsibility; r > 0 {
		a.add(responsibilityDegree(n, m, r), degree)
	}
	if len(loads) == m {
		slices.SortFunc(loads, Fraction.Cmp)
		busiest, product = &loads[m-1], new(NewFraction(new(big.Rat).Mul(loads[0].Rat(), loads[1].Rat())))
	}
	if len(resiliences) == m {
		slices.Sort(resiliences)
		weakest, sum = new(Integer(resiliences[0])), new(Integer(resiliences[m-1]+resiliences[m-2]))
	}
	a.add(busiestCartelLoad(n), busiest)
	a.add(limit("load-product", ProductOfLoads, Lower, "the product of the loads of two cartels of an m-group quorum system",
		"1/n", "bounds.LoadProduct").withRat(LoadProduct(n)), product)
	a.add(weakestCartelResilience(n), weakest)
	a.add(limit("resilience-sum", SumOfResiliences, Upper, "the sum of the resiliences of two cartels of an m-group quorum system",
		"n-1", "bounds.ResilienceSum").withInt(ResilienceSum(n)), sum)
	for k, at := range facts.Cartels[0].Failures {
		values := make([]Fraction, 0, m)
		for _, cartel := range facts.Cartels {
			if k < len(cartel.Failures) && cartel.Failures[k].P.Cmp(at.P) == 0 {
				values = append(values, cartel.Failures[k].Value)
			}
		}
		if len(values) < m {
			continue
		}
		slices.SortFunc(values, Fraction.Cmp)
		a.addAt(FailureAt{at.P, NewFraction(new(big.Rat).Add(values[0].Rat(), values[1].Rat()))}, limit("failure-sum", SumOfFailures, Lower, "the sum of the failure probabilities of two cartels of an m-group quorum system",
			"twice the failure floor of n nodes at min(p, 1-p)", "bounds.FailureSum").withRat(FailureSum(n, at.P.Rat())))
	}
}

package measure

import (
	"fmt"
	"math/big"
	"slices"

	"coterie/bounds"
	"coterie/quorum"
)

// CartelFacts is what is known of one cartel. Figures are exact or absent.
type CartelFacts struct {
	Smallest   int // quorum size
	Load       *bounds.Fraction
	Resilience *int
	Degree     *int
	Failures   []FailureAt
}

// GroupFacts is what is known of a group quorum system of at least one cartel. Figures are exact
// or absent.
type GroupFacts struct {
	N                 int
	CrossIntersecting bool // quorums of different cartels meet; true only where that was verified
	MaxResponsibility int  // over all cartels together; 0 where it is not known
	Cartels           []CartelFacts
	Mix               []bounds.Fraction // the share of each group, sum 1; nil without a mix
	MixLoad           *bounds.Fraction  // the load under Mix
}

// CompareGroup lists every closed-form limit whose hypothesis the facts say was verified: for each
// cartel on load, resilience, degree and failure probability, then for the system. It panics as
// CompareOrdinary does, and if there is no cartel.
func CompareGroup(facts GroupFacts) []Comparison {
	if len(facts.Cartels) == 0 {
		panic("measure: CompareGroup: no cartels")
	}
	var c comparer
	sizes := make([]int, len(facts.Cartels))
	for i, cartel := range facts.Cartels {
		sizes[i] = cartel.Smallest
	}
	meets := facts.CrossIntersecting || len(sizes) == 1
	for i := range facts.Cartels {
		c.cartel(facts, sizes, i, meets)
	}
	if !meets {
		return c.list
	}
	c.systemDegree(facts)
	if len(sizes) > 1 {
		c.pairs(facts)
	}
	c.mix(facts, sizes)
	return c.list
}

// acrossMeet names the hypothesis for m cartels.
func acrossMeet(m int) string {
	if m == 1 {
		return "1-group quorum systems"
	}
	return "m-group quorum systems, m >= 2 (quorums of different cartels meet)"
}

// cartel compares the figures of cartel i.
func (c *comparer) cartel(facts GroupFacts, sizes []int, i int, meets bool) {
	n, cartel := facts.N, facts.Cartels[i]
	at := new(quorum.Index)
	*at = quorum.Index(i)
	if meets {
		c.addRat(Comparison{
			Quantity: bounds.Load, Direction: bounds.Lower, Name: "cartel-load", Cartel: at,
			Formula: "max(c_i/n, 1/c_j for j != i), c the smallest quorum sizes", Source: "bounds.CartelLoad", AppliesTo: acrossMeet(len(sizes)),
		}, bounds.CartelLoad(n, sizes, i), cartel.Load)
	} else {
		c.addRat(Comparison{
			Quantity: bounds.Load, Direction: bounds.Lower, Name: "spread-load", Cartel: at,
			Formula: "c/n, c the smallest quorum", Source: "bounds.CartelLoad", AppliesTo: anyFamily,
		}, bounds.CartelLoad(n, sizes[i:i+1], 0), cartel.Load)
	}
	c.loadFromResilience(at, cartel.Load, cartel.Resilience)
	if meets && len(sizes) > 1 {
		c.addInt(Comparison{
			Quantity: bounds.Resilience, Direction: bounds.Upper, Name: "cartel-resilience", Cartel: at,
			Formula: "min c_j - 1 for j != i, c the smallest quorum sizes", Source: "bounds.CartelResilience", AppliesTo: acrossMeet(len(sizes)),
		}, bounds.CartelResilience(sizes, i), asFraction(cartel.Resilience))
	}
	c.resilienceOfFamily(at, n, cartel.Smallest, cartel.Load, cartel.Resilience)
	if meets {
		c.addInt(Comparison{
			Quantity: bounds.DegreeQuantity, Direction: bounds.Upper, Name: "cartel-degree", Cartel: at,
			Formula: "min(floor(n/c_i), c_j for j != i), c the smallest quorum sizes", Source: "bounds.CartelDegree, after Joung 2003, section 3", AppliesTo: acrossMeet(len(sizes)),
		}, bounds.CartelDegree(n, sizes, i), asFraction(cartel.Degree))
	} else {
		c.addInt(Comparison{
			Quantity: bounds.DegreeQuantity, Direction: bounds.Upper, Name: "spread-degree", Cartel: at,
			Formula: "floor(n/c), c the smallest quorum", Source: "bounds.CartelDegree", AppliesTo: anyFamily,
		}, bounds.CartelDegree(n, sizes[i:i+1], 0), asFraction(cartel.Degree))
	}
	if cartel.Resilience != nil {
		// A smallest transversal has a node in each of the disjoint quorums.
		c.addInt(Comparison{
			Quantity: bounds.DegreeQuantity, Direction: bounds.Upper, Name: "resilience-degree", Cartel: at,
			Formula: "f+1, f the resilience", Source: "a smallest transversal has f+1 nodes, one in each of the disjoint quorums", AppliesTo: anyFamily,
		}, *cartel.Resilience+1, asFraction(cartel.Degree))
	}
	for _, f := range cartel.Failures {
		c.failureOfFamily(at, n, cartel.Smallest, cartel.Resilience, f)
	}
}

// systemDegree compares the least degree of a cartel, which is the degree of the system.
func (c *comparer) systemDegree(facts GroupFacts) {
	n, m := facts.N, len(facts.Cartels)
	degree := asFraction(leastFigure(facts.Cartels, func(c CartelFacts) *int { return c.Degree }))
	if m == 1 {
		c.addInt(Comparison{
			Quantity: bounds.DegreeQuantity, Direction: bounds.Upper, Name: "one-cartel-degree",
			Formula: "n", Source: "bounds.Degree", AppliesTo: acrossMeet(m),
		}, bounds.Degree(n, m), degree)
		return
	}
	c.addInt(Comparison{
		Quantity: bounds.DegreeQuantity, Direction: bounds.Upper, Name: "joung-degree",
		Formula: "floor(sqrt(n))", Source: "Joung 2003, Lemma 3.2", AppliesTo: acrossMeet(m),
	}, bounds.Degree(n, m), degree)
	if side := bounds.Degree(n, m); side >= 2 && side*side == n && m >= 3 {
		c.addInt(Comparison{
			Quantity: bounds.DegreeQuantity, Direction: bounds.Upper, Name: "net-degree",
			Formula: "s, or s-1 if m-2 orthogonal Latin squares of side s are excluded", Source: "bounds.NetDegree, with N(s) bounded by " + bounds.MOLS(side).UpperBy,
			AppliesTo: "m-group quorum systems of n = s^2 nodes, m >= 3",
		}, bounds.NetDegree(n, m), degree)
	}
	if r := facts.MaxResponsibility; r > 0 {
		source := "bounds.DegreeRadicand, after Joung 2003, Lemma 3.3"
		if r == 2 {
			source = "Joung 2003, Lemma 3.3"
		}
		c.addInt(Comparison{
			Quantity: bounds.DegreeQuantity, Direction: bounds.Upper, Name: "responsibility-degree",
			Formula: "floor(sqrt(n*r(r-1)/(m(m-1)))), r = min(R, m), R the greatest responsibility", Source: source,
			AppliesTo: fmt.Sprintf("m-group quorum systems, m >= 2, every responsibility at most %d", r),
		}, bounds.DegreeByResponsibility(n, m, r), degree)
	}
}

// pairs compares the figures that cartels limit for each other, of at least two cartels.
func (c *comparer) pairs(facts GroupFacts) {
	n, m := facts.N, len(facts.Cartels)
	var loads []bounds.Fraction
	var resiliences []int
	for _, cartel := range facts.Cartels {
		if cartel.Load != nil {
			loads = append(loads, *cartel.Load)
		}
		if cartel.Resilience != nil {
			resiliences = append(resiliences, *cartel.Resilience)
		}
	}
	var busiest, product, weakest, sum *bounds.Fraction
	if len(loads) == m {
		slices.SortFunc(loads, bounds.Fraction.Cmp)
		both := bounds.NewFraction(new(big.Rat).Mul(loads[0].Rat(), loads[1].Rat()))
		busiest, product = &loads[m-1], &both
	}
	if len(resiliences) == m {
		slices.Sort(resiliences)
		both := resiliences[m-1] + resiliences[m-2]
		weakest, sum = asFraction(&resiliences[0]), asFraction(&both)
	}
	c.add(Comparison{
		Quantity: bounds.Load, Direction: bounds.Lower, Name: "busiest-cartel-load",
		Formula: "1/sqrt(n)", Source: "bounds.LoadProduct", AppliesTo: "the greatest load among the cartels of an m-group quorum system, m >= 2",
	}, bounds.LoadFromNodes(n), busiest)
	c.addRat(Comparison{
		Quantity: LoadProduct, Direction: bounds.Lower, Name: "load-product",
		Formula: "1/n", Source: "bounds.LoadProduct", AppliesTo: "the product of the loads of two cartels of an m-group quorum system",
	}, bounds.LoadProduct(n), product)
	c.addInt(Comparison{
		Quantity: bounds.Resilience, Direction: bounds.Upper, Name: "weakest-cartel-resilience",
		Formula: "floor((n-1)/2)", Source: "bounds.ResilienceSum", AppliesTo: "the least resilience among the cartels of an m-group quorum system, m >= 2",
	}, bounds.ResilienceFromNodes(n), weakest)
	c.addInt(Comparison{
		Quantity: ResilienceSum, Direction: bounds.Upper, Name: "resilience-sum",
		Formula: "n-1", Source: "bounds.ResilienceSum", AppliesTo: "the sum of the resiliences of two cartels of an m-group quorum system",
	}, bounds.ResilienceSum(n), sum)
	for k, at := range facts.Cartels[0].Failures {
		values := make([]bounds.Fraction, 0, m)
		for _, cartel := range facts.Cartels {
			if k < len(cartel.Failures) && cartel.Failures[k].P.Cmp(at.P) == 0 {
				values = append(values, cartel.Failures[k].Value)
			}
		}
		if len(values) < m {
			continue
		}
		slices.SortFunc(values, bounds.Fraction.Cmp)
		both := bounds.NewFraction(new(big.Rat).Add(values[0].Rat(), values[1].Rat()))
		c.addRat(Comparison{
			Quantity: FailureSum, Direction: bounds.Lower, Name: "failure-sum", P: &at.P,
			Formula: "twice the failure floor of n nodes at min(p, 1-p)", Source: "bounds.FailureSum", AppliesTo: "the sum of the failure probabilities of two cartels of an m-group quorum system",
		}, bounds.FailureSum(n, at.P.Rat()), &both)
	}
}

// mix compares the load under the mix of groups.
func (c *comparer) mix(facts GroupFacts, sizes []int) {
	if facts.Mix == nil {
		return
	}
	shares := make([]*big.Rat, len(facts.Mix))
	for i, share := range facts.Mix {
		shares[i] = share.Rat()
	}
	if len(sizes) > 1 {
		c.add(Comparison{
			Quantity: MixedLoad, Direction: bounds.Lower, Name: "mix-load",
			Formula: "sqrt((t/(t-1))*((sum of shares)^2 - sum of squares)/n) over the t heaviest groups", Source: "bounds.MixLoad", AppliesTo: acrossMeet(len(sizes)),
		}, bounds.MixLoad(facts.N, shares), facts.MixLoad)
	}
	c.addRat(Comparison{
		Quantity: MixedLoad, Direction: bounds.Lower, Name: "mix-size-load",
		Formula: "max(sum of share_i*c_i/n, (1-share_j)/c_j), c the smallest quorum sizes", Source: "bounds.MixLoadFromSizes", AppliesTo: acrossMeet(len(sizes)),
	}, bounds.MixLoadFromSizes(facts.N, sizes, shares), facts.MixLoad)
}

// leastFigure returns the least of a figure over all cartels, nil unless it is known for all.
func leastFigure(cartels []CartelFacts, figure func(CartelFacts) *int) *int {
	var best *int
	for _, cartel := range cartels {
		x := figure(cartel)
		if x == nil {
			return nil
		}
		if best == nil || *x < *best {
			best = x
		}
	}
	return best
}

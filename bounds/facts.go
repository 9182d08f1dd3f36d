package bounds

// An Applied limit is a limit on one figure of a system that is known to satisfy its hypothesis.
type Applied struct {
	Limit
	// Cartel is the cartel whose figure is limited, from 0; -1 for a figure of the whole system.
	Cartel int
	// P is the crash probability of a failure probability; nil for other figures.
	P *Fraction
	// Figure is the exact value of the limited figure; nil if it is not known.
	Figure *Fraction
}

// Quantities for which only facts have limits.
const (
	// NodeCount is the number of nodes, limited by sizes and responsibilities.
	NodeCount Quantity = "n"
	// ProductOfLoads is the product of the two least loads among the cartels.
	ProductOfLoads Quantity = "load product"
	// SumOfResiliences is the sum of the two greatest resiliences among the cartels.
	SumOfResiliences Quantity = "resilience sum"
	// MixedLoad is the load of a group system under a mix of groups.
	MixedLoad Quantity = "mix load"
	// SumOfFailures is the sum of the two least failure probabilities among the cartels.
	SumOfFailures Quantity = "failure probability sum"
)

// FailureAt is an exact failure probability: nodes crash with probability P independently, and
// with probability Value no quorum is whole.
type FailureAt struct{ P, Value Fraction }

// ListFacts holds the known facts of a list of quorums.
type ListFacts struct {
	Intersecting        bool     // every two quorums meet; true only if that was verified
	EqualResponsibility bool     // every node is in equally many quorums of the list
	Smallest, Largest   int      // sizes
	Mean                Fraction // of the sizes
	MaxResponsibility   int
	Inclusion           bool // of the list S_1, ..., S_n of a site assignment: i ∈ S_i for all i
}

// Figures are compared with limits: they are the figures of a family of quorums, or of a group
// system as a whole. They are exact or absent.
type Figures struct {
	Load       *Fraction
	Resilience *int
	Failures   []FailureAt
	Degree     *int      // of a cartel
	MixLoad    *Fraction // of a group system, under its mix
}

// Facts holds the known facts of an ordinary system, or of a family that claims to be one.
type Facts struct {
	N      int
	Family ListFacts
	// Holders is the k of a k-coterie whose properties were verified; 0 for another family.
	Holders int
	Sites   *ListFacts // S_1, ..., S_n, repetitions included; nil without a site assignment
	// Shared is how many nodes every two quorums share, a quorum and itself among them; 0 where
	// that is not known. Opaque says that the system is opaque (package measure/liars).
	Shared int
	Opaque bool
	Figures
}

// Limits lists every closed-form limit whose hypothesis was verified according to the facts: first
// sizes, then load, resilience, failure probability. A limit that is computed from a figure needs
// that figure. It panics on facts that are impossible on their own (N < 1, a size outside 1..N).
func (facts Facts) Limits() []Applied {
	a := applier{cartel: -1}
	a.sizes(facts)
	n, list := facts.N, facts.Family
	load, resilience := facts.Load, integer(facts.Resilience)
	if list.Intersecting {
		a.add(naorWoolLoad(n), load)
		a.add(planeLoad(n), load)
		a.add(limit("size-load", Load, Lower, everyTwoMeet,
			"max(1/c, c/n), c the smallest quorum", "Naor and Wool 1998").withRat(LoadFromSize(n, list.Smallest)), load)
		a.add(limit("largest-load", Load, Lower, everyTwoMeet,
			"max((n+r-1)/(n*r), r/(r^2-r+1)), r the largest quorum", "bounds.LoadFromLargest").withRat(LoadFromLargest(n, list.Largest)), load)
	} else {
		a.spreadLoad(n, list.Smallest, load)
	}
	if facts.Shared > 1 {
		a.add(limit("intersection-load", Load, Lower, "quorum systems of which every two quorums share t nodes",
			"max(t/c, c/n), c the smallest quorum", "Malkhi, Reiter and Wool 2000").withRat(LoadFromIntersection(n, list.Smallest, facts.Shared)), load)
	}
	if facts.Opaque {
		a.add(limit("opaque-load", Load, Lower, "opaque systems", "1/2", "Malkhi and Reiter 1998, section 5").withRat(OpaqueLoad()), load)
	}
	a.loadFromResilience(load, facts.Resilience)
	if list.Intersecting {
		a.add(majorityResilience(n), resilience)
		a.add(limit("size-resilience", Resilience, Upper, everyTwoMeet,
			"c-1, c the smallest quorum", "bounds.ResilienceFromSize").withInt(ResilienceFromSize(list.Smallest)), resilience)
	}
	a.resilienceOfFamily(n, list.Smallest, load, facts.Resilience)
	if k := facts.Holders; k > 0 {
		a.add(holderLoad(n, k), load)
		a.add(holderResilience(n, k), resilience)
	}
	for _, f := range facts.Failures {
		if list.Intersecting {
			a.addAt(f, limit("failure-floor", Failure, Lower, everyTwoMeet,
				"p <= 1/2: failure of the majority (n even: one node with two votes); p >= 1/2: p", "Peleg and Wool 1995; Diks et al. 1994; Barbara and Garcia-Molina 1987").withRat(FailureFloor(n, f.P.Rat())))
		}
		a.failureOfFamily(n, list.Smallest, facts.Resilience, f)
	}
	return a.list
}

// sizes lists the limits on sizes and responsibilities: those of the sites if there are any,
// otherwise those of the listed quorums.
func (a *applier) sizes(facts Facts) {
	n, list, what := facts.N, facts.Family, "quorum systems"
	if facts.Sites != nil {
		list, what = *facts.Sites, "site assignments"
	}
	if !list.Intersecting {
		return
	}
	largest := integer(&list.Largest)
	if facts.Sites != nil && list.MaxResponsibility <= list.Largest {
		const hypothesis = "site assignments with (a), no responsibility above the largest |S_i|; so all with (a), (c), (d)"
		a.add(maekawaSize(n, hypothesis), largest)
		a.add(planeSize(n, hypothesis, "K = maekawa-size, and one more where K is excluded by a plane that does not exist, by a determinant that is no square, or by excess graphs of cycles"), largest)
	}
	if facts.Sites != nil && facts.Sites.Inclusion {
		a.add(inclusionSize(n, "site assignments with (a), (b)"), largest)
	}
	if list.EqualResponsibility {
		hypothesis := what + ", every two quorums meeting, in which every node has the same responsibility"
		a.add(limit("equal-responsibility-largest", QuorumSize, Lower, hypothesis,
			"least K with K(K-1)+1 >= n", "bounds.MaekawaSize, bounds.MeanSizeFloor").withInt(MaekawaSize(n)), largest)
		a.add(meanSize(n, hypothesis), &list.Mean)
	}
	if facts.Sites != nil {
		a.add(limit("responsibility-nodes", NodeCount, Upper, "site assignments with (a)",
			"k(d-1)+1, k the smallest |S_i|, d the greatest responsibility", "Maekawa 1985, section 3; bounds.NodesByResponsibility").withInt(NodesByResponsibility(list.Smallest, list.MaxResponsibility)), integer(&n))
	}
}

// applier collects limits on the figures of one cartel, or of the whole system (-1).
type applier struct {
	cartel int
	list   []Applied
}

func (a *applier) add(l Limit, figure *Fraction) {
	a.list = append(a.list, Applied{Limit: l, Cartel: a.cartel, Figure: figure})
}

// addAt adds a limit on the failure probability.
func (a *applier) addAt(f FailureAt, l Limit) {
	a.list = append(a.list, Applied{Limit: l, Cartel: a.cartel, P: &f.P, Figure: &f.Value})
}

// spreadLoad adds the limits on the load of any family.
func (a *applier) spreadLoad(n, smallest int, load *Fraction) {
	a.add(limit("spread-load", Load, Lower, anyFamily,
		"c/n, c the smallest quorum", "bounds.CartelLoad").withRat(CartelLoad(n, []int{smallest}, 0)), load)
}

// loadFromResilience limits the load by the resilience.
func (a *applier) loadFromResilience(load *Fraction, resilience *int) {
	if resilience == nil {
		return
	}
	a.add(limit("resilience-load", Load, Lower, anyFamily,
		"1/(f+1), f the resilience", "bounds.LoadFromResilience").withRat(LoadFromResilience(*resilience)), load)
}

// resilienceOfFamily adds the limits on the resilience of any family.
func (a *applier) resilienceOfFamily(n, smallest int, load *Fraction, resilience *int) {
	a.add(limit("survivors-resilience", Resilience, Upper, anyFamily,
		"n-c, c the smallest quorum", "bounds.ResilienceFromSurvivors").withInt(ResilienceFromSurvivors(n, smallest)), integer(resilience))
	if load != nil {
		a.add(limit("load-resilience", Resilience, Lower, anyFamily,
			"ceil(1/L)-1, L the load", "bounds.ResilienceFromLoad").withInt(ResilienceFromLoad(load.Rat())), integer(resilience))
	}
}

// failureOfFamily adds the limits on the failure probability of any family.
func (a *applier) failureOfFamily(n, smallest int, resilience *int, f FailureAt) {
	a.addAt(f, limit("size-failure", Failure, Lower, anyFamily,
		"probability that fewer than c nodes survive, c the smallest quorum", "bounds.FailureFromSize").withRat(FailureFromSize(n, smallest, f.P.Rat())))
	if resilience == nil {
		return
	}
	a.addAt(f, limit("resilience-failure", Failure, Lower, anyFamily,
		"p^(f+1), f the resilience", "bounds.FailureFromResilience").withRat(FailureFromResilience(*resilience, f.P.Rat())))
	a.addAt(f, limit("resilience-failure-ceiling", Failure, Upper, anyFamily,
		"probability that more than f nodes crash, f the resilience", "bounds.FailureCeiling").withRat(FailureCeiling(n, *resilience, f.P.Rat())))
}

// integer returns the number as a Fraction, or nil.
func integer(x *int) *Fraction {
	if x == nil {
		return nil
	}
	return new(Integer(*x))
}

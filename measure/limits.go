package measure

import (
	"fmt"
	"math/big"

	"coterie/bounds"
	"coterie/quorum"
)

// Comparison is one closed-form limit that applies to a system, beside the exact figure that it
// limits.
type Comparison struct {
	Quantity bounds.Quantity `json:"quantity"`
	// Cartel is the cartel whose figure is limited; nil for a figure of the whole system.
	Cartel *quorum.Index `json:"cartel,omitempty"`
	// P is the crash probability of a failure probability; nil elsewhere.
	P         *bounds.Fraction `json:"p,omitempty"`
	Name      string           `json:"name"`
	Direction bounds.Direction `json:"direction"`
	// Limit is exact: "3/7", or with a square root "1/10 + sqrt(17/100)". Approx is Limit rounded.
	Limit  string  `json:"limit"`
	Approx float64 `json:"approx"`
	// Value is the exact figure; nil where it is not known, and then there is no slack either.
	Value *bounds.Fraction `json:"value,omitempty"`
	// Slack is the exact distance of the figure from the limit, never negative: "1/21", or with a
	// square root "3/5 - sqrt(1/5)". Tight says that it is 0.
	Slack       string  `json:"slack,omitempty"`
	SlackApprox float64 `json:"slack_approx,omitempty"`
	Tight       bool    `json:"tight"`
	Formula     string  `json:"formula"`
	Source      string  `json:"source"`
	AppliesTo   string  `json:"applies_to"` // the hypothesis, which the facts say was verified
}

// Quantities of comparisons beside those of package bounds.
const (
	// NodeCount is the number of nodes, limited by sizes and responsibilities.
	NodeCount bounds.Quantity = "n"
	// LoadProduct is the product of the two least loads among the cartels.
	LoadProduct bounds.Quantity = "load product"
	// ResilienceSum is the sum of the two greatest resiliences among the cartels.
	ResilienceSum bounds.Quantity = "resilience sum"
	// MixedLoad is the load of a group system under a mix of groups.
	MixedLoad bounds.Quantity = "mix load"
	// FailureSum is the sum of the two least failure probabilities among the cartels.
	FailureSum bounds.Quantity = "failure probability sum"
)

// FailureAt is an exact failure probability: nodes crash with probability P independently, and
// with probability Value no quorum is whole.
type FailureAt struct{ P, Value bounds.Fraction }

// ListFacts is what is known of a list of quorums. Listed computes all but Intersecting.
type ListFacts struct {
	Intersecting        bool // every two quorums meet; true only where that was verified
	EqualResponsibility bool // every node is in equally many quorums of the list
	Quorums             int
	Smallest, Largest   int             // sizes
	Mean                bounds.Fraction // of the sizes
	MaxResponsibility   int
}

// Listed returns the facts of the quorums of f, of which there must be at least one (else it
// panics), with Intersecting unset: that is for the caller to judge. Cost: O(n + incidences).
func Listed(f quorum.Family) ListFacts {
	if f.Len() == 0 {
		panic("measure: Listed: no quorums")
	}
	facts := ListFacts{EqualResponsibility: true, Quorums: f.Len(), Mean: bounds.FractionOf(int64(f.Incidences()), int64(f.Len()))}
	facts.Smallest, facts.Largest = f.Sizes()
	responsibilities := f.Responsibilities()
	for _, r := range responsibilities {
		facts.MaxResponsibility = max(facts.MaxResponsibility, r)
		facts.EqualResponsibility = facts.EqualResponsibility && r == responsibilities[0]
	}
	return facts
}

// SiteFacts is what is known of a site assignment: of its list S_1, ..., S_n, repetitions
// included, and whether i ∈ S_i for all i.
type SiteFacts struct {
	ListFacts
	Inclusion bool
}

// Facts is what is known of an ordinary system, or of a family that claims to be one. Figures
// are exact or absent.
type Facts struct {
	N          int
	Family     ListFacts
	Sites      *SiteFacts // nil without a site assignment
	Load       *bounds.Fraction
	Resilience *int
	Failures   []FailureAt
}

// CompareOrdinary lists every closed-form limit whose hypothesis the facts say was verified: first
// sizes, then load, resilience, failure probability. A limit whose figure is not known is listed
// without a slack; only limits that themselves are computed from a figure need it.
//
// It panics where a figure is beyond its limit, because the limits are proved: then a figure or
// a fact is wrong, which is an internal error. It panics also on facts that are impossible on
// their own (N < 1, a size outside 1..N).
func CompareOrdinary(facts Facts) []Comparison {
	var c comparer
	c.sizes(facts)
	n, list := facts.N, facts.Family
	load, resilience := facts.Load, facts.Resilience
	if list.Intersecting {
		c.add(Comparison{
			Quantity: bounds.Load, Direction: bounds.Lower, Name: "naor-wool-load",
			Formula: "1/sqrt(n)", Source: "Naor and Wool 1998", AppliesTo: everyTwoMeet,
		}, bounds.LoadFromNodes(n), load)
		c.add(Comparison{
			Quantity: bounds.Load, Direction: bounds.Lower, Name: "plane-load",
			Formula: "(1+sqrt(4n-3))/(2n)", Source: "bounds.PlaneLoad", AppliesTo: everyTwoMeet,
		}, bounds.PlaneLoad(n), load)
		c.addRat(Comparison{
			Quantity: bounds.Load, Direction: bounds.Lower, Name: "size-load",
			Formula: "max(1/c, c/n), c the smallest quorum", Source: "Naor and Wool 1998", AppliesTo: everyTwoMeet,
		}, bounds.LoadFromSize(n, list.Smallest), load)
		c.addRat(Comparison{
			Quantity: bounds.Load, Direction: bounds.Lower, Name: "largest-load",
			Formula: "(n+r-1)/(n*r), r the largest quorum", Source: "bounds.LoadFromLargest", AppliesTo: everyTwoMeet,
		}, bounds.LoadFromLargest(n, list.Largest), load)
	} else {
		c.addRat(Comparison{
			Quantity: bounds.Load, Direction: bounds.Lower, Name: "spread-load",
			Formula: "c/n, c the smallest quorum", Source: "bounds.CartelLoad", AppliesTo: anyFamily,
		}, bounds.CartelLoad(n, []int{list.Smallest}, 0), load)
	}
	c.loadFromResilience(nil, load, resilience)
	if list.Intersecting {
		c.addInt(Comparison{
			Quantity: bounds.Resilience, Direction: bounds.Upper, Name: "majority-resilience",
			Formula: "floor((n-1)/2)", Source: "bounds.ResilienceFromNodes", AppliesTo: everyTwoMeet,
		}, bounds.ResilienceFromNodes(n), asFraction(resilience))
		c.addInt(Comparison{
			Quantity: bounds.Resilience, Direction: bounds.Upper, Name: "size-resilience",
			Formula: "c-1, c the smallest quorum", Source: "bounds.ResilienceFromSize", AppliesTo: everyTwoMeet,
		}, bounds.ResilienceFromSize(list.Smallest), asFraction(resilience))
	}
	c.resilienceOfFamily(nil, n, list.Smallest, load, resilience)
	for _, f := range facts.Failures {
		if list.Intersecting {
			c.addRat(Comparison{
				Quantity: bounds.Failure, Direction: bounds.Lower, Name: "failure-floor", P: &f.P,
				Formula: "p <= 1/2: failure of the majority (n even: one node with two votes); p >= 1/2: p",
				Source:  "Peleg and Wool 1995; Diks et al. 1994; Barbara and Garcia-Molina 1987", AppliesTo: everyTwoMeet,
			}, bounds.FailureFloor(n, f.P.Rat()), &f.Value)
		}
		c.failureOfFamily(nil, n, list.Smallest, resilience, f)
	}
	return c.list
}

const (
	everyTwoMeet = "quorum systems (every two quorums meet)"
	anyFamily    = "any family of quorums"
)

// sizes compares the sizes and responsibilities of the sites, where there are any, else of the
// listed quorums.
func (c *comparer) sizes(facts Facts) {
	n, list, what := facts.N, facts.Family, "quorum systems"
	if facts.Sites != nil {
		list, what = facts.Sites.ListFacts, "site assignments"
	}
	if !list.Intersecting {
		return
	}
	largest := asFraction(&list.Largest)
	if facts.Sites != nil && list.MaxResponsibility <= list.Largest {
		const hypothesis = "site assignments with (a), no responsibility above the largest |S_i|; so all with (a), (c), (d)"
		c.addInt(Comparison{
			Quantity: bounds.QuorumSize, Direction: bounds.Lower, Name: "maekawa-size",
			Formula: "least K with K(K-1)+1 >= n", Source: "Maekawa 1985, section 3", AppliesTo: hypothesis,
		}, bounds.MaekawaSize(n), largest)
		c.addInt(Comparison{
			Quantity: bounds.QuorumSize, Direction: bounds.Lower, Name: "plane-size",
			Formula: "K = maekawa-size, and one more where K is excluded by a plane that does not exist, or by a determinant that is no square",
			Source:  "bounds.PlaneSize", AppliesTo: hypothesis,
		}, bounds.PlaneSize(n), largest)
	}
	if facts.Sites != nil && facts.Sites.Inclusion {
		c.addInt(Comparison{
			Quantity: bounds.QuorumSize, Direction: bounds.Lower, Name: "inclusion-size",
			Formula: "min(n, 2)", Source: "bounds.InclusionSize", AppliesTo: "site assignments with (a), (b)",
		}, bounds.InclusionSize(n), largest)
	}
	if list.EqualResponsibility {
		c.addInt(Comparison{
			Quantity: bounds.QuorumSize, Direction: bounds.Lower, Name: "equal-responsibility-largest",
			Formula: "least K with K(K-1)+1 >= n", Source: "bounds.MaekawaSize, bounds.MeanSizeFloor",
			AppliesTo: what + ", every two quorums meeting, in which every node has the same responsibility",
		}, bounds.MaekawaSize(n), largest)
		c.add(Comparison{
			Quantity: bounds.MeanSize, Direction: bounds.Lower, Name: "equal-responsibility-size",
			Formula: "(1+sqrt(4n-3))/2", Source: "bounds.MeanSizeFloor",
			AppliesTo: what + ", every two quorums meeting, in which every node has the same responsibility",
		}, bounds.MeanSizeFloor(n), &list.Mean)
	}
	if facts.Sites != nil {
		c.addInt(Comparison{
			Quantity: NodeCount, Direction: bounds.Upper, Name: "responsibility-nodes",
			Formula: "k(d-1)+1, k the smallest |S_i|, d the greatest responsibility",
			Source:  "Maekawa 1985, section 3; bounds.NodesByResponsibility", AppliesTo: "site assignments with (a)",
		}, bounds.NodesByResponsibility(list.Smallest, list.MaxResponsibility), asFraction(&n))
	}
}

// loadFromResilience compares the load with the resilience.
func (c *comparer) loadFromResilience(cartel *quorum.Index, load *bounds.Fraction, resilience *int) {
	if resilience == nil {
		return
	}
	c.addRat(Comparison{
		Quantity: bounds.Load, Direction: bounds.Lower, Name: "resilience-load", Cartel: cartel,
		Formula: "1/(f+1), f the resilience", Source: "bounds.LoadFromResilience", AppliesTo: anyFamily,
	}, bounds.LoadFromResilience(*resilience), load)
}

// resilienceOfFamily compares with what limits the resilience of any family.
func (c *comparer) resilienceOfFamily(cartel *quorum.Index, n, smallest int, load *bounds.Fraction, resilience *int) {
	c.addInt(Comparison{
		Quantity: bounds.Resilience, Direction: bounds.Upper, Name: "survivors-resilience", Cartel: cartel,
		Formula: "n-c, c the smallest quorum", Source: "bounds.ResilienceFromSurvivors", AppliesTo: anyFamily,
	}, bounds.ResilienceFromSurvivors(n, smallest), asFraction(resilience))
	if load != nil {
		c.addInt(Comparison{
			Quantity: bounds.Resilience, Direction: bounds.Lower, Name: "load-resilience", Cartel: cartel,
			Formula: "ceil(1/L)-1, L the load", Source: "bounds.ResilienceFromLoad", AppliesTo: anyFamily,
		}, bounds.ResilienceFromLoad(load.Rat()), asFraction(resilience))
	}
}

// failureOfFamily compares with what limits the failure probability of any family.
func (c *comparer) failureOfFamily(cartel *quorum.Index, n, smallest int, resilience *int, f FailureAt) {
	c.addRat(Comparison{
		Quantity: bounds.Failure, Direction: bounds.Lower, Name: "size-failure", Cartel: cartel, P: &f.P,
		Formula: "probability that fewer than c nodes survive, c the smallest quorum", Source: "bounds.FailureFromSize", AppliesTo: anyFamily,
	}, bounds.FailureFromSize(n, smallest, f.P.Rat()), &f.Value)
	if resilience == nil {
		return
	}
	c.addRat(Comparison{
		Quantity: bounds.Failure, Direction: bounds.Lower, Name: "resilience-failure", Cartel: cartel, P: &f.P,
		Formula: "p^(f+1), f the resilience", Source: "bounds.FailureFromResilience", AppliesTo: anyFamily,
	}, bounds.FailureFromResilience(*resilience, f.P.Rat()), &f.Value)
	c.addRat(Comparison{
		Quantity: bounds.Failure, Direction: bounds.Upper, Name: "resilience-failure-ceiling", Cartel: cartel, P: &f.P,
		Formula: "probability that more than f nodes crash, f the resilience", Source: "bounds.FailureCeiling", AppliesTo: anyFamily,
	}, bounds.FailureCeiling(n, *resilience, f.P.Rat()), &f.Value)
}

// comparer collects comparisons.
type comparer struct{ list []Comparison }

func (c *comparer) addInt(row Comparison, limit int, value *bounds.Fraction) {
	c.addRat(row, new(big.Rat).SetInt64(int64(limit)), value)
}

func (c *comparer) addRat(row Comparison, limit *big.Rat, value *bounds.Fraction) {
	c.add(row, bounds.NewSurd(limit, new(big.Rat)), value)
}

// add completes the row with the limit, the figure and the slack.
func (c *comparer) add(row Comparison, limit bounds.Surd, value *bounds.Fraction) {
	row.Limit, row.Approx = limit.String(), limit.Float64()
	if value != nil {
		figure := value.Rat()
		order := limit.Cmp(figure) // of the limit against the figure
		row.Value = value
		row.Tight = order == 0
		if order > 0 && row.Direction == bounds.Lower || order < 0 && row.Direction == bounds.Upper {
			panic(fmt.Sprintf("measure: internal error: the %s %s is beyond its %s limit %s, %s", row.Quantity, value, row.Direction, row.Limit, row.Name))
		}
		row.Slack, row.SlackApprox = slack(limit, figure, row.Direction)
	}
	c.list = append(c.list, row)
}

// slack returns |figure - limit| exactly, as text, and rounded.
func slack(limit bounds.Surd, figure *big.Rat, direction bounds.Direction) (text string, approx float64) {
	rest := figure.Sub(figure, limit.RationalPart()) // figure - limit = rest - √r
	if limit.IsRational() {
		rest.Abs(rest)
		approx, _ = rest.Float64()
		return rest.RatString(), approx
	}
	const precision = 256
	root := new(big.Float).SetPrec(precision).SetRat(limit.Radicand())
	distance := new(big.Float).SetPrec(precision).SetRat(rest)
	distance.Sub(distance, root.Sqrt(root))
	approx, _ = distance.Abs(distance).Float64()
	surd := "sqrt(" + limit.Radicand().RatString() + ")"
	if direction == bounds.Upper {
		if rest.Neg(rest).Sign() == 0 {
			return surd, approx
		}
		return rest.RatString() + " + " + surd, approx
	}
	return rest.RatString() + " - " + surd, approx
}

// asFraction returns the number as a Fraction, or nil.
func asFraction(x *int) *bounds.Fraction {
	if x == nil {
		return nil
	}
	f := bounds.Integer(*x)
	return &f
}

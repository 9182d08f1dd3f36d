package bounds

import (
	"cmp"
	"fmt"
	"math"
	"math/big"

	"coterie/gf"
)

// MaxNodes is the greatest n, and the greatest m, that Limits takes: 10^12, or half the greatest
// int if that is less.
const MaxNodes = min(1_000_000_000_000, math.MaxInt/2)

// A Direction says on which side of a quantity a limit lies.
type Direction string

const (
	// Lower: no system that meets the hypothesis has less.
	Lower Direction = "lower"
	// Upper: no system that meets the hypothesis has more.
	Upper Direction = "upper"
	// Exact: the value itself.
	Exact Direction = "exact"
)

// A Quantity names the figure that a limit bounds.
type Quantity string

const (
	// QuorumSize is the size K of the largest quorum.
	QuorumSize Quantity = "K"
	// MeanSize is the mean size of the listed quorums.
	MeanSize Quantity = "mean K"
	// Load is the load, and Resilience the resilience, as defined in the package documentation.
	Load       Quantity = "load"
	Resilience Quantity = "resilience"
	// Plane stands for limits on projective planes: the number of their points, or whether they
	// exist.
	Plane Quantity = "plane"
	// Messages are the messages of one entry into the critical section.
	Messages Quantity = "messages"
	// DegreeQuantity is the degree of a group quorum system, Groups the number m of its groups.
	DegreeQuantity Quantity = "degree"
	Groups         Quantity = "groups"
)

// A Limit is one closed-form limit, evaluated.
type Limit struct {
	// Name is the limit's name, lower case with hyphens, unique in a list and the same for every
	// n and m.
	Name string `json:"name"`
	// AppliesTo is the hypothesis, in words.
	AppliesTo string    `json:"applies_to"`
	Quantity  Quantity  `json:"quantity"`
	Direction Direction `json:"direction"`
	// Value is exact: an integer, a fraction "3/7", a Surd "1/10 + sqrt(17/100)"; for the limit
	// plane-order a sentence.
	Value string `json:"value"`
	// Approx is Value rounded to a float64; for plane-order the order, 0 if there is none.
	Approx float64 `json:"approx"`
	// Formula is the closed form, in n and m.
	Formula string `json:"formula"`
	// Source is author, year and theorem, or the function whose comment names the proof.
	Source string `json:"source"`

	exact Surd
}

// Exact returns the number whose text is Value; 0 for the limit plane-order.
func (l Limit) Exact() Surd { return l.exact }

// limit returns a limit whose value is not set yet.
func limit(name string, quantity Quantity, direction Direction, appliesTo, formula, source string) Limit {
	return Limit{
		Name: name, AppliesTo: appliesTo, Quantity: quantity, Direction: direction, Formula: formula, Source: source,
	}
}

// withInt sets the value of a limit to an integer.
func (l Limit) withInt(value int) Limit { return l.withRat(bigRat(value)) }

// withRat sets the value of a limit to a rational number.
func (l Limit) withRat(value *big.Rat) Limit { return l.withSurd(NewSurd(value, new(big.Rat))) }

// withSurd sets the value of a limit to a number with a square root.
func (l Limit) withSurd(value Surd) Limit {
	l.Value, l.Approx, l.exact = value.String(), value.Float64(), value
	return l
}

// Limits returns every closed-form limit that depends on nothing but the number n of nodes and
// the number m of groups; with m = 0 only those on ordinary quorum systems. Limits that depend on
// more, such as the size of a quorum, are functions of this package. The order is fixed: quorum
// size, load, resilience, planes, messages; then, for groups, degree, number of groups, load,
// resilience, messages.
//
// It refuses n outside 1..MaxNodes and m outside 0..MaxNodes. Cost: O(√n) at worst.
func Limits(n, m int) ([]Limit, error) {
	if err := cmp.Or(checkRange("n", n, 1, MaxNodes), checkRange("m", m, 0, MaxNodes)); err != nil {
		return nil, err
	}
	var limits []Limit
	limits = append(limits, sizeLimits(n)...)
	limits = append(limits, loadLimits(n)...)
	limits = append(limits, planeLimits(n)...)
	limits = append(limits, messageLimits(n)...)
	if m > 0 {
		limits = append(limits, degreeLimits(n, m)...)
	}
	if m > 1 {
		limits = append(limits, groupLimits(n, m)...)
	}
	return limits, nil
}

func sizeLimits(n int) []Limit {
	return []Limit{
		maekawaSize(n, maekawaSites),
		planeSize(n, maekawaSites, "K = maekawa-size, and one more if n = K(K-1)+1 and a plane of order K-1 is excluded, "+
			"or n = K(K-1), K >= 3, and K-2 (n/2 odd) or K (n/2 even) is no square or the theorem of Hasse and Minkowski excludes it, or n = 29, 41 or 55"),
		meanSize(n, "quorum systems, of any number of quorums, in which every node has the same responsibility"),
		inclusionSize(n, "site assignments with (a), (b), whatever the responsibilities"),
	}
}

func loadLimits(n int) []Limit {
	return []Limit{naorWoolLoad(n), planeLoad(n), majorityResilience(n)}
}

// planeLimits returns whether n is the size of a plane, and the nearest sizes of planes that exist.
// Below 3 points there is none.
func planeLimits(n int) []Limit {
	order := limit("plane-order", Plane, Exact, "projective planes with n points",
		"q >= 1 with q^2+q+1 = n", "")
	if q, ok := OrderOfPoints(n); ok {
		verdict := PlaneOrder(q)
		order.Value = fmt.Sprintf("order %d: %s", q, verdict.Status)
		order.Approx = float64(q)
		order.Source = verdict.Source
	} else {
		order.Value = fmt.Sprintf("none: %d is not q^2+q+1 for any q >= 1", n)
		order.Source = "Maekawa 1985, section 3"
	}
	limits := []Limit{order}
	// The sizes next to n belong to the orders next to q, the greatest with q²+q+1 ≤ n.
	q := orderAtMost(n)
	if q >= 1 {
		limits = append(limits, limit("plane-below", Plane, Exact, "projective planes of prime-power order, and the triangle, with at most n points",
			"greatest q^2+q+1 <= n, q a prime power or 1", "Maekawa 1985, section 3").withInt(PlanePoints(PlaneOrderAtMost(q))))
	}
	if q < 1 || PlanePoints(q) < n {
		q++
	}
	return append(limits, limit("plane-above", Plane, Exact, "projective planes of prime-power order, and the triangle, with at least n points",
		"least q^2+q+1 >= n, q a prime power or 1", "Maekawa 1985, section 3").withInt(PlanePoints(PlaneOrderAtLeast(q))))
}

// orderAtMost returns the greatest q ≥ 0 with q²+q+1 ≤ n, for n ≥ 1.
func orderAtMost(n int) int {
	q := gf.FloorSqrt(n)
	if n-q*q < q+1 { // q² ≤ n < q²+q+1
		q--
	}
	return q
}

// messageLimits evaluates Maekawa's counts at the K of PlaneSize, the least K of a site assignment
// with (a), (c) and (d). All counts grow with K, so that they are lower bounds for every K. Maekawa
// counts no message of node i to itself, which requires (b), i ∈ S_i. Joung counts a message to
// every member.
func messageLimits(n int) []Limit {
	const (
		withInclusion = " over a site assignment with (a), (b), (c), (d)"
		without       = " over a site assignment with (a), (c), (d)"
	)
	k := PlaneSize(n)
	row := func(name, hypothesis, formula, source string, value *big.Rat) Limit {
		return limit(name, Messages, Lower, hypothesis,
			formula+", K from plane-size", source).withRat(value)
	}
	return []Limit{
		limit("ricart-agrawala-messages", Messages, Exact, "the algorithm of Ricart and Agrawala",
			"2(n-1)", "Maekawa 1985, section 1 and Table I").withRat(times(2, n-1)),
		row("maekawa-light-messages", "Maekawa's algorithm under light demand,"+withInclusion, "3(K-1)",
			"Maekawa 1985, section 8.1", times(3, k-1)),
		row("maekawa-heavy-messages", "Maekawa's algorithm under heavy demand,"+withInclusion, "4(K-1)",
			"Maekawa 1985, section 8.2", times(4, k-1)),
		row("maekawa-worst-messages", "Maekawa's algorithm in the worst case,"+withInclusion, "5(K-1)",
			"Maekawa 1985, section 8.2", times(5, k-1)),
		row("maekawa-worst-messages-joung", "Maekawa's algorithm in the worst case, as Joung counts,"+without, "6K",
			"Joung 2003, section 4.1", times(6, k)),
		row("sequential-messages", "locking the members one by one in a fixed order,"+withInclusion, "3(K-1)",
			"Maekawa 1985, section 10", times(3, k-1)),
		row("cyclic-messages", "passing the request around the members,"+withInclusion, "2K-1",
			"Maekawa 1985, section 10", timesPlus(2, k, -1)),
	}
}

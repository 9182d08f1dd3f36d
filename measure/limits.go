package measure

import (
	"context"
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
	// Value is the exact figure; nil where it is not known. Then there is no slack either.
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

// Listed returns the facts of the quorums of f. Intersecting is left unset, for the caller to
// judge. It panics if f has no quorums. If ctx ends, the facts are of no use. Cost: O(n +
// incidences).
func Listed(ctx context.Context, f quorum.Family) bounds.ListFacts {
	if f.Len() == 0 {
		panic("measure: Listed: no quorums")
	}
	sizes, err := quorum.SizesOf(ctx, f)
	facts := bounds.ListFacts{
		Smallest: *sizes.MinQuorum, Largest: *sizes.MaxQuorum, Mean: bounds.FractionOf(int64(f.Incidences()), int64(f.Len())),
	}
	if err == nil {
		facts.MaxResponsibility = int(sizes.MaxResponsibility.Int64())
		facts.EqualResponsibility = sizes.MinResponsibility.Cmp(sizes.MaxResponsibility) == 0
	}
	return facts
}

// Compare sets each limit that applies to a system beside the figure that it limits. If the figure
// is not known, there is no slack.
//
// It panics where a figure is beyond its limit, because the limits are proved: then a figure or
// a fact is wrong, which is an internal error.
func Compare(limits []bounds.Applied) []Comparison {
	var list []Comparison
	for _, l := range limits {
		row := Comparison{
			Quantity: l.Quantity, P: l.P, Name: l.Name, Direction: l.Direction, Limit: l.Limit.Value, Approx: l.Approx,
			Value: l.Figure, Formula: l.Formula, Source: l.Source, AppliesTo: l.AppliesTo,
		}
		if l.Cartel >= 0 {
			row.Cartel = new(quorum.Index(l.Cartel))
		}
		if l.Figure != nil {
			limit, figure := l.Exact(), l.Figure.Rat()
			order := limit.Cmp(figure) // of the limit against the figure
			row.Tight = order == 0
			if order > 0 && row.Direction == bounds.Lower || order < 0 && row.Direction == bounds.Upper {
				panic(fmt.Sprintf("measure: internal error: the %s %s is beyond its %s limit %s, %s", row.Quantity, row.Value, row.Direction, row.Limit, row.Name))
			}
			row.Slack, row.SlackApprox = slack(limit, figure, row.Direction)
		}
		list = append(list, row)
	}
	return list
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

package availability

import (
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"slices"

	"coterie/bounds"
	"coterie/quorum"
)

// Point is the availability where every node crashes with probability P, independently of the
// others.
type Point struct {
	P bounds.Fraction
	// Value is the probability that a quorum lives and Failure is 1 - Value, both rounded from the
	// exact number, or the middle of an estimate.
	Value, Failure float64
	// Estimate is set where the figure was found by sampling.
	Estimate *Estimate
	// AtLeast and AtMost are proved bounds of Failure where it is an estimate.
	AtLeast, AtMost *float64
	// Interval is set where Estimate is: the narrowest interval known for Failure.
	Interval *FailureInterval
	// Floor is the least failure probability of any quorum system of n nodes (Peleg and Wool 1995),
	// nil where the quorums do not meet pairwise, or where there are too many nodes to compute it
	// (tens of thousands).
	Floor *float64

	failure *big.Rat // exactly; nil for an estimate
	least   *big.Rat // Floor, exactly
	proved  Interval // AtLeast and AtMost, exactly
}

// ExactFailure returns the exact number that Failure is rounded from; nil for an estimate. The
// caller must not change it.
func (a Point) ExactFailure() *big.Rat { return a.failure }

// FailureText writes Failure with that many digits, even if it is too small for a float64.
func (a Point) FailureText(digits int) string {
	if a.failure == nil {
		return fmt.Sprintf("%.*g", digits, a.Failure)
	}
	return ratText(a.failure, digits)
}

// FloorText writes Floor with that many digits, even if it is too small for a float64; "" where
// there is no floor.
func (a Point) FloorText(digits int) string {
	if a.least == nil {
		return ""
	}
	return ratText(a.least, digits)
}

func ratText(r *big.Rat, digits int) string {
	return new(big.Float).SetPrec(128).SetRat(r).Text('g', digits)
}

// MarshalJSON returns {"p": 0.1, "value": 0.99, "failure": 0.01, ...}; where the figure is an
// estimate, value and failure are null, and the estimate stands under its own key.
func (a Point) MarshalJSON() ([]byte, error) {
	entry := struct {
		P        float64          `json:"p"`
		Value    *float64         `json:"value"`
		Failure  *json.Number     `json:"failure"`
		Exact    bool             `json:"exact"`
		Estimate *Estimate        `json:"estimate,omitempty"`
		Interval *FailureInterval `json:"failure_interval,omitempty"`
		AtLeast  *float64         `json:"failure_at_least,omitempty"`
		AtMost   *float64         `json:"failure_at_most,omitempty"`
		Floor    json.Number      `json:"failure_floor,omitempty"`
	}{
		P: a.P.Float64(), Exact: a.Estimate == nil, Estimate: a.Estimate,
		Interval: a.Interval, AtLeast: a.AtLeast, AtMost: a.AtMost, Floor: json.Number(a.FloorText(17)),
	}
	if a.Estimate == nil {
		entry.Value, entry.Failure = &a.Value, new(json.Number(a.FailureText(17)))
	}
	return json.Marshal(entry)
}

// At returns the availability at p that follows from the counts, each number rounded once.
func (l LiveSets) At(p bounds.Fraction) Point {
	return pointOf(p, l.Failure(p.Rat()))
}

func pointOf(p bounds.Fraction, failure *big.Rat) Point {
	a := Point{P: p, failure: failure}
	a.Failure, _ = a.failure.Float64()
	a.Value, _ = opposite(a.failure).Float64()
	return a
}

// Closed returns the availability at p by a closed form of the quorums, even where there are too
// many nodes to count live sets, and false where there is no closed form or it takes too long, as
// for more than 20,000 nodes in quorums.
func Closed(ctx context.Context, q quorum.Quorums, p bounds.Fraction) (Point, bool) {
	if f, ok := q.Formula(); ok && len(slices.Collect(f.Leaves())) > maxClosedNodes {
		return Point{}, false
	}
	a, err := closedAvailability(ctx, q, []*big.Rat{p.Rat()})
	if err != nil {
		return Point{}, false
	}
	return pointOf(p, opposite(a)), true
}

// Estimated samples the availability of a family where every node crashes with probability p, and
// also enters the proved bounds of it. Every transversal has at least transversals nodes; 0 says
// that no such number is known. If the context ends, the samples drawn before count.
func Estimated(ctx context.Context, f quorum.Family, p bounds.Fraction, transversals int, opts SampleOptions) (Point, error) {
	a := Point{P: p}
	e, err := Sample(ctx, f, []float64{p.Float64()}, opts)
	if err != nil && e.Samples == 0 {
		return a, err
	}
	a.Estimate, a.Value, a.Failure = &e, e.Value, 1-e.Value
	interval, err := Bounds(ctx, f, p.Rat())
	if err != nil { // stopped: nothing is proved yet
		interval = Interval{Low: new(big.Rat), High: big.NewRat(1, 1)}
	}
	if transversals > 0 && inReach(f.N(), p) {
		// Fewer crashes than transversals leave a quorum.
		if low := new(big.Rat).Sub(big.NewRat(1, 1), bounds.FailureCeiling(f.N(), transversals-1, p.Rat())); low.Cmp(interval.Low) > 0 {
			interval.Low = low
		}
	}
	if err == nil || interval.Low.Sign() > 0 {
		a.prove(interval)
	}
	a.Interval = sampledInterval(e, interval)
	return a, nil
}

// sampledInterval joins an estimate of the availability with proved bounds.
func sampledInterval(e Estimate, proved Interval) *FailureInterval {
	at := func(live float64) *big.Rat { return opposite(new(big.Rat).SetFloat64(live)) }
	i := newFailureInterval(at(e.Value), at(e.High), at(e.Low)).between(opposite(proved.High), opposite(proved.Low))
	i.Confidence, i.Samples, i.Hits, i.Seed, i.By = e.Confidence, e.Samples, e.Samples-e.Live, e.Seed, "sampling"
	return &i
}

// Narrow takes over an interval for the failure probability of an estimate, as far as it is
// narrower than the proved bounds.
func (a *Point) Narrow(i FailureInterval) {
	proved := a.proved
	if a.proved.Low == nil {
		proved = Interval{Low: new(big.Rat), High: big.NewRat(1, 1)}
	}
	i = i.between(opposite(proved.High), opposite(proved.Low))
	a.Interval = &i
	if i.proved[0] == nil {
		return
	}
	low, high := opposite(i.proved[1]), opposite(i.proved[0])
	if low.Cmp(proved.Low) > 0 {
		proved.Low = low
	}
	if high.Cmp(proved.High) < 0 {
		proved.High = high
	}
	a.prove(proved)
}

// prove enters proved bounds of the availability.
func (a *Point) prove(i Interval) {
	a.proved = i
	low, high := outward(i)
	a.AtLeast, a.AtMost = &low, &high
}

// maxFloorWork bounds the bits gone over for a failure floor, to some tenths of a second: for p =
// 1/1000 that is enough for 14,000 nodes.
const maxFloorWork = 1 << 31

// inReach reports whether a sum over the numbers of crashes of n nodes stays within maxFloorWork.
func inReach(n int, p bounds.Fraction) bool {
	return float64(n)*float64(n)*float64(p.Rat().Denom().BitLen()) <= maxFloorWork
}

// SetFloor enters the least failure probability of any quorum system of n nodes, unless the
// computation would take too long.
func (a *Point) SetFloor(n int) {
	if !inReach(n, a.P) {
		return
	}
	a.least = bounds.FailureFloor(n, a.P.Rat())
	least, _ := a.least.Float64()
	a.Floor = &least
}

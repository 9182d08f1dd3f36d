package floor

import (
	"context"
	"fmt"
	"math"
	"math/big"

	"coterie/fleet"
	"coterie/internal/words/show"
)

// mostSteps is how many linear programs are solved at most.
const mostSteps = 200

// Bound is a bound on every system that keeps the requirements of a fleet.
type Bound struct {
	// Value is what no such system is below: the mean load for the goals capacity and load, in
	// seconds a request; the mean latency in seconds; the mean number of nodes asked. For
	// availability no such system is above it. It is nil where nothing is known, and where Absent.
	Value *big.Rat
	// Absent says that there is no such system.
	Absent bool
	By     string // the argument, in words
	// Proof adds up to Value, in units of Unit, where it comes from a linear program: a system
	// whose mean load is at most Within (any, where that is nil) is not below the value of the
	// proof. Where Absent is proven so, the proof adds up to more than the objective can be.
	Proof        *Proof
	Unit, Within *big.Rat
}

// Find bounds the goal over all systems that keep the requirements of f. The error is the cause of
// ctx.
func Find(ctx context.Context, f *fleet.Fleet, goal fleet.Goal) (*Bound, error) {
	all := spreads(f)
	if first, second, rest := covered(f, all); first != nil {
		by := fmt.Sprintf("failures to survive, %s and %s: together they take all nodes, so that a read after one would not meet a write after the other", first.text(f), second.text(f))
		shared := f.Require.Liars.Shares()
		if l := f.Require.Liars; l != nil && l.Sets != nil {
			by = fmt.Sprintf("sets that may lie and failures to survive, %s and %s: together they take all nodes but %s, so that a read and a write share no honest node while some lie and others are silent", first.text(f), second.text(f), rest.Label(f.Names()))
		} else if away := f.Require.SurviveNodes - (shared-1)/2; l != nil && f.N() < 2*away+shared {
			by = fmt.Sprintf("a read without some %s that lie or are down, and a write without as many others, have to share %d: that takes %d nodes at least, and there are %d", show.Count(away, "node"), shared, 2*away+shared, f.N())
		}
		return &Bound{Absent: true, By: by}, nil
	}
	if goal == fleet.Availability || f.Require.Availability != nil {
		most, err := fleet.BoundAvailability(ctx, f)
		switch {
		case err != nil && ctx.Err() != nil:
			return &Bound{}, context.Cause(ctx)
		case err != nil: // out of reach: the other requirements may still say something
		case f.Require.Availability != nil && most.Bound.Cmp(f.Require.Availability) < 0:
			return &Bound{Absent: true, By: most.By}, nil
		case goal == fleet.Availability:
			b, err := Find(ctx, f, fleet.Network) // which may prove that there is none
			if err == nil && !b.Absent {
				b = &Bound{Value: most.Bound, By: most.By}
			}
			return b, err
		}
	}
	if f.Workload.Adapts && len(f.Workload.Shares) > 1 {
		return adapting(ctx, f, goal)
	}
	g, load, time := scaled(f)
	b, unit := &Bound{}, one
	var err error
	switch goal {
	case fleet.Load, fleet.Capacity:
		unit = load
		b, err = leastLoad(ctx, g, goal, all)
	case fleet.LatencyGoal:
		unit = time
		fallthrough
	case fleet.Network:
		b, err = leastCost(ctx, g, goal, all)
	}
	if b.Value != nil {
		b.Value = product(b.Value, unit)
	}
	if b.Within != nil {
		b.Within = product(b.Within, load)
	}
	b.Unit = unit
	return b, err
}

// busiest returns the mean load of asking every node for everything, which no strategy exceeds.
func busiest(f *fleet.Fleet) *big.Rat {
	load := new(big.Rat)
	for _, share := range f.Workload.Shares {
		most := new(big.Rat)
		for _, v := range f.Nodes {
			busy := ratio(share.Reads, v.Reads)
			busy.Add(busy, ratio(new(big.Rat).Sub(one, share.Reads), v.Writes))
			if busy.Cmp(most) > 0 {
				most = busy
			}
		}
		load.Add(load, product(share.Weight, most))
	}
	return load
}

// leastLoad bounds the load. What latencies say makes programs many times as large, so they come
// in at the bound without them.
func leastLoad(ctx context.Context, f *fleet.Fleet, goal fleet.Goal, all []spread) (*Bound, error) {
	top := busiest(f)
	if c := f.Require.Capacity; c != nil {
		if limit := ratio(one, c); limit.Cmp(top) < 0 {
			top = limit
		}
	}
	b, seen := &Bound{Value: new(big.Rat), By: byVectors(f)}, map[int][]int64{}
	if f.Require.Latency != nil {
		plain := *f
		plain.Require.Latency = nil
		if err := b.raise(ctx, &plain, goal, all, top, seen); err != nil || b.Absent {
			return b, err
		}
	}
	return b, b.raise(ctx, f, goal, all, top, seen)
}

// raise raises a bound of the load. All systems within the limit U of the load have at least the
// load v(U) that the relaxation under U says, so that every system has min(U, v(U)) at least. v
// falls with U, and U is sought where both are the same.
func (b *Bound) raise(ctx context.Context, f *fleet.Fleet, goal fleet.Goal, all []spread, top *big.Rat, seen map[int][]int64) error {
	high, limit, steps := top, top, mostSteps
	for probed := false; steps > 0; {
		r := relax(f, goal, all, limit, seen)
		proof, err := tightest(ctx, r, limit, &steps)
		if err != nil {
			return err
		}
		v := proof.Value()
		known := b.Value
		switch {
		case limit == top && v.Cmp(top) > 0:
			b.Value, b.Absent, b.Proof, b.Within = nil, true, proof, top
			return nil
		case v.Cmp(limit) >= 0:
			b.Value, b.Proof, b.Within = limit, proof, limit
		default:
			high = limit
			if v.Cmp(b.Value) > 0 {
				b.Value, b.Proof, b.Within = v, proof, limit
			}
		}
		low, _ := b.Value.Float64()
		least, _ := known.Float64()
		far, _ := high.Float64()
		tolerance := near
		if len(r.variables) > 300 {
			tolerance *= 5
		}
		if low >= far*(1-tolerance) {
			break
		}
		// Where the bound has hardly moved, or just met the limit, it may be there already.
		if probe := low < least*(1+tolerance) || b.Value == limit; probe && !probed && low > 0 {
			probed = true
			limit = short(low * (1 + tolerance))
		} else {
			probed = false
			limit = short(math.Sqrt(max(low, far/16) * far))
		}
	}
	return nil
}

// near is the relative distance from the best bound that is not worth another program.
const near = 1e-4

// byVectors names the argument of the relaxation.
func byVectors(f *fleet.Fleet) string {
	who := "reads"
	if f.Require.WritesMeet {
		who = "reads and writes"
	}
	return who + " that meet writes, in expected numbers of requests at each node"
}

// short returns x with 24 binary digits.
func short(x float64) *big.Rat {
	fraction, exponent := math.Frexp(x)
	return new(big.Rat).SetFloat64(math.Ldexp(math.Round(math.Ldexp(fraction, 24)), exponent-24))
}

// tightest solves a relaxation with more and more cuts, until none is violated or its value is
// above enough, and returns the best proof.
func tightest(ctx context.Context, r *relaxation, enough *big.Rat, steps *int) (*Proof, error) {
	stop := math.Inf(1)
	if enough != nil {
		stop, _ = enough.Float64()
		stop *= 1 + 1e-6
	}
	for {
		*steps--
		v, y, x, err := r.solve(ctx, stop)
		if err != nil {
			return nil, err
		}
		if v > stop || *steps <= 0 || !r.sharpen(x) {
			return r.proof(y), nil
		}
	}
}

// leastCost bounds the goals that are linear in what is asked, under the limit of the load.
func leastCost(ctx context.Context, f *fleet.Fleet, goal fleet.Goal, all []spread) (*Bound, error) {
	var limit *big.Rat
	if c := f.Require.Capacity; c != nil {
		limit = ratio(one, c)
	}
	r := relax(f, goal, all, limit, map[int][]int64{})
	most, steps := r.greatest(), mostSteps
	proof, err := tightest(ctx, r, most, &steps)
	if err != nil {
		return &Bound{}, err
	}
	b := &Bound{By: byVectors(f), Proof: proof, Within: limit}
	if v := proof.Value(); v.Cmp(most) > 0 {
		b.Absent = true
	} else if b.Value = v; v.Sign() < 0 {
		b.Value = new(big.Rat)
	}
	return b, nil
}

// greatest returns an upper bound on the objective.
func (p *program) greatest() *big.Rat {
	most := new(big.Rat)
	for _, v := range p.variables {
		if v.cost != nil {
			most.Add(most, product(v.cost, v.most))
		}
	}
	return most
}

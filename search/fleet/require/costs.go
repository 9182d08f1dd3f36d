package require

import (
	"context"
	"math/big"

	"coterie/fleet"
)

// Costs asks solve for each of the variants of f, whose own answer is given, and compares. Values
// are those of the goal for which less is better, but for availability. The error is the cause of
// ctx, with the costs so far; solve is not asked again after one.
func Costs(ctx context.Context, f *fleet.Fleet, own Answer, solve func(context.Context, *fleet.Fleet) (Answer, error)) ([]Cost, error) {
	var all []Cost
	for _, v := range Variants(f) {
		if ctx.Err() != nil {
			return all, context.Cause(ctx)
		}
		answer, err := solve(ctx, v.Fleet)
		if err != nil {
			return all, err
		}
		cost := Cost{Requirement: v.Requirement, Change: v.Change, Answer: answer}
		cost.Share = difference(own.Value, answer.Value)
		cost.Proven = cost.Share != nil && proven(own) && proven(answer)
		// The best of the variant is between its bound and its value, and so is the own best.
		cost.Least, cost.Most = difference(own.Value, answer.Bound), difference(own.Bound, answer.Value)
		if greater(cost.Least, cost.Most) { // where more is better, bounds are above values
			cost.Least, cost.Most = cost.Most, cost.Least
		}
		all = append(all, cost)
	}
	return all, nil
}

func proven(a Answer) bool { return a.Bound != nil && a.Value.Cmp(a.Bound) == 0 }

// difference returns (changed-own)/own, nil where that is not known.
func difference(own, changed *big.Rat) *big.Rat {
	if own == nil || changed == nil || own.Sign() == 0 {
		return nil
	}
	d := new(big.Rat).Sub(changed, own)
	return d.Quo(d, own)
}

func greater(x, y *big.Rat) bool { return x != nil && y != nil && x.Cmp(y) > 0 }

// Conflict returns a smallest set of the requirements of f that cannot hold together, as far as
// absent proves that for sets of them, and what it says of that set; nil where no set is proven so.
// It asks for all sets of few requirements before those of more. The error is that of absent.
func Conflict(ctx context.Context, f *fleet.Fleet, absent func(context.Context, *fleet.Fleet) (why string, proven bool, err error)) (together []Requirement, why string, err error) {
	stated := Of(f)
	for size := 1; size <= len(stated); size++ {
		for chosen := range 1 << len(stated) {
			var set []Requirement
			for k, r := range stated {
				if chosen>>k&1 == 1 {
					set = append(set, r)
				}
			}
			if len(set) != size {
				continue
			}
			if ctx.Err() != nil {
				return nil, "", context.Cause(ctx)
			}
			why, proven, err := absent(ctx, Only(f, set...))
			if err != nil {
				return nil, "", err
			}
			if proven {
				return set, why, nil
			}
		}
	}
	return nil, "", nil
}

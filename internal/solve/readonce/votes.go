package readonce

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"slices"

	"coterie/internal/machine/par"
	"coterie/internal/solve/lp"
	"coterie/quorum"
)

// maxPackingCells bounds the tableau of the exact simplex, kinds of coalitions times classes of
// parts.
const maxPackingCells = 400_000

// maxGateWork bounds the multiplications of the exact simplex, to some half an hour.
const maxGateWork = 2_000_000_000

// votesLoad solves a gate of any votes. Parts with equal votes and equal capacities a make a class:
// a strategy can be averaged over their permutations, so that it says how many parts of each class
// are used, and its types are the minimal coalitions up to which parts of a class they have. With
// g_c parts in class c, and T_c of them in type T, the linear program is to
//
//	maximise Σ p(T) with Σ_T p(T)·T_c <= g_c·a_c for each class c, p >= 0,
//
// whose value is 1/t: a strategy with l(x) <= t·a_x, divided by t, is a solution, and the other way
// round. Within a type the parts of a class take turns, by systematic sampling with equal
// intervals. The dual variable of a class is that of each of its parts.
//
// The error says that there are too many types, that the program was not solved, or that ctx
// has ended.
func votesLoad(ctx context.Context, f quorum.Formula, a []*big.Rat) (gateStrategy, error) {
	classes := capacityClasses(f, a)
	types, ok := typesOf(f, classes, maxCoalitions)
	if !ok {
		return gateStrategy{}, fmt.Errorf("more than %d kinds of minimal coalitions at a gate with general votes", maxCoalitions)
	}
	if cells := len(types) * len(classes); cells > maxPackingCells {
		return gateStrategy{}, fmt.Errorf("the linear program of a gate with general votes has %d cells, more than %d", cells, maxPackingCells)
	}
	room := make([]*big.Rat, len(classes))
	for c, class := range classes {
		room[c] = new(big.Rat).Mul(big.NewRat(int64(len(class.parts)), 1), a[class.parts[0]])
	}
	program := lp.New(room, nil)
	for _, counts := range types {
		var row, count []int32
		for c, k := range counts {
			if k > 0 {
				row, count = append(row, int32(c)), append(count, int32(k))
			}
		}
		program.Add(0, row, count)
	}
	best, err := program.SolveRational(ctx, maxGateWork)
	if err != nil {
		return gateStrategy{}, cmp.Or(par.Ended(ctx), err)
	}
	t := new(big.Rat).Inv(best.Total)
	g := gateStrategy{value: t, y: make([]*big.Rat, f.Len())}
	for c, class := range classes {
		for _, x := range class.parts {
			g.y[x] = new(big.Rat).Mul(best.Y[c], t)
		}
	}
	var use []used
	for k, j := range best.Columns {
		use = append(use, inTurns(classes, types[j], new(big.Rat).Mul(best.Value[k], t))...)
	}
	g.use = func() []used { return use }
	return g, nil
}

// capacityClass holds the parts of a gate with equal votes and equal capacities.
type capacityClass struct {
	votes int
	parts []int
}

// capacityClasses returns the classes, those with the most votes first.
func capacityClasses(f quorum.Formula, a []*big.Rat) []capacityClass {
	order := make([]int, f.Len())
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(x, y int) int {
		return cmp.Or(f.PartVotes(y)-f.PartVotes(x), a[x].Cmp(a[y]))
	})
	var classes []capacityClass
	for k, x := range order {
		if k == 0 || f.PartVotes(x) != f.PartVotes(order[k-1]) || a[x].Cmp(a[order[k-1]]) != 0 {
			classes = append(classes, capacityClass{votes: f.PartVotes(x)})
		}
		last := &classes[len(classes)-1]
		last.parts = append(last.parts, x)
	}
	return classes
}

// typesOf lists the numbers of parts of each class in the minimal coalitions, if there are at most
// limit: a coalition is minimal iff it lacks the quota without a part of the lightest class that it
// has.
func typesOf(f quorum.Formula, classes []capacityClass, limit int) (types [][]int, ok bool) {
	rest := make([]int, len(classes)+1)
	for k := len(classes) - 1; k >= 0; k-- {
		rest[k] = rest[k+1] + classes[k].votes*len(classes[k].parts)
	}
	quota, _ := f.Quota()
	counts := make([]int, len(classes))
	var extend func(k, sum int) bool
	extend = func(k, sum int) bool {
		if k == len(classes) || sum+rest[k] < quota {
			return true
		}
		votes, size := classes[k].votes, len(classes[k].parts)
		last := (quota - sum + votes - 1) / votes
		for j := range min(last, size+1) {
			counts[k] = j
			if !extend(k+1, sum+j*votes) {
				return false
			}
		}
		if last <= size {
			if len(types) == limit {
				return false
			}
			counts[k] = last
			types = append(types, slices.Clone(counts))
		}
		counts[k] = 0
		return true
	}
	return types, extend(0, 0)
}

// inTurns returns coalitions of one type, of the given length together, in which the parts of each
// class have equal shares.
func inTurns(classes []capacityClass, counts []int, length *big.Rat) []used {
	turns := []used{{nil, big.NewRat(1, 1)}} // a partition of [0,1)
	for c, class := range classes {
		if counts[c] == 0 {
			continue
		}
		start := make([]*big.Rat, len(class.parts))
		for i := range start {
			start[i] = big.NewRat(int64(i)*int64(counts[c]), int64(len(class.parts)))
		}
		own := systematic(counts[c], class.parts, start)
		// The common refinement of both partitions.
		var joint []used
		i, j := 0, 0
		left, right := new(big.Rat).Set(turns[0].length), new(big.Rat).Set(own[0].length)
		for i < len(turns) {
			step := new(big.Rat).Set(left)
			if right.Cmp(step) < 0 {
				step.Set(right)
			}
			joint = append(joint, used{slices.Concat(turns[i].coalition, own[j].coalition), step})
			if left.Sub(left, step); left.Sign() == 0 {
				if i++; i < len(turns) {
					left.Set(turns[i].length)
				}
			}
			if right.Sub(right, step); right.Sign() == 0 {
				if j++; j < len(own) {
					right.Set(own[j].length)
				}
			}
		}
		turns = joint
	}
	for _, u := range turns {
		u.length.Mul(u.length, length)
	}
	return turns
}

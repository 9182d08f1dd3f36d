package measure

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"slices"

	"coterie/quorum"
)

// maxPackingCells bounds the tableau of the exact simplex, coalitions times parts.
const maxPackingCells = 400_000

// maxFormulaPivots bounds the exact simplex; it takes about as many pivots as there are parts.
const maxFormulaPivots = 10_000

// votesLoad solves a gate of any votes. Parts with equal votes and equal capacities a make a class: a strategy
// can be averaged over their permutations, so that it says how many parts of each class are
// used, and its types are the minimal coalitions up to which parts of a class they have. With g_c parts in
// class c, of which type T has T_c, the linear program is to
//
//	maximise Σ p(T) with Σ_T p(T)·T_c <= g_c·a_c for each class c, p >= 0,
//
// whose value is 1/t: a strategy with l(x) <= t·a_x, divided by t, is a solution, and the other way round. Within
// a type the parts of a class take turns, by systematic sampling with equal intervals. The dual
// variable of a class is that of each of its parts.
//
// The error says that there are more than limit types, that the program was not solved, or that ctx
// has ended.
func votesLoad(ctx context.Context, f quorum.Formula, a []*big.Rat, limit int) (gateStrategy, error) {
	classes := capacityClasses(f, a)
	types, ok := typesOf(f, classes, limit)
	if !ok {
		return gateStrategy{}, fmt.Errorf("more than %d kinds of minimal coalitions at a gate with general votes", limit)
	}
	if cells := len(types) * len(classes); cells > maxPackingCells {
		return gateStrategy{}, fmt.Errorf("the linear program of a gate with general votes has %d cells, more than %d", cells, maxPackingCells)
	}
	room := make([]*big.Rat, len(classes))
	for c, class := range classes {
		room[c] = new(big.Rat).Mul(big.NewRat(int64(len(class.parts)), 1), a[class.parts[0]])
	}
	value, y, p, err := packing(ctx, types, room)
	if err != nil {
		return gateStrategy{}, err
	}
	t := new(big.Rat).Inv(value)
	g := gateStrategy{value: t, y: make([]*big.Rat, f.Len())}
	for c, class := range classes {
		for _, x := range class.parts {
			g.y[x] = new(big.Rat).Mul(y[c], t)
		}
	}
	for k, weight := range p {
		if weight.Sign() > 0 {
			g.use = append(g.use, inTurns(classes, types[k], new(big.Rat).Mul(weight, t))...)
		}
	}
	return g, nil
}

// capacityClass holds the parts of a gate with equal votes and equal capacities.
type capacityClass struct {
	votes int
	parts []int
}

// capacityClasses returns them, the most votes first.
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

// typesOf lists the numbers of parts of each class in the minimal coalitions, if there are at most limit: a
// coalition is minimal iff it lacks the quota without a part of the lightest class that it has.
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

// inTurns returns coalitions of one type, of the given length together, in which the parts of each class have
// equal shares.
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

// packing solves the linear program
//
//	maximise Σ p_k with Σ_k p_k·columns[k][x] <= a_x for each x, p >= 0,
//
// a_x > 0, by an exact simplex from the slack basis; y are the dual variables. The entering column has
// the greatest gain; after a step without gain, Bland's rule (the first column, and the first basic
// variable among equals) until there is gain again, so that it ends. Every column has an entry.
func packing(ctx context.Context, columns [][]int, a []*big.Rat) (value *big.Rat, y, p []*big.Rat, err error) {
	m, width := len(a), len(columns)+len(a)
	rows := make([][]*big.Rat, m+1) // the last has the gains, and minus the value
	for x := range rows {
		rows[x] = make([]*big.Rat, width+1)
		for j := range rows[x] {
			rows[x][j] = new(big.Rat)
		}
	}
	one := big.NewRat(1, 1)
	basis := make([]int, m)
	for x := range m {
		basis[x] = len(columns) + x
		rows[x][basis[x]].Set(one)
		rows[x][width].Set(a[x])
	}
	for j, column := range columns {
		rows[m][j].Set(one)
		for x, v := range column {
			rows[x][j].SetInt64(int64(v))
		}
	}
	bland := false
	for pivots := 0; ; pivots++ {
		if err := stopped(ctx); err != nil {
			return nil, nil, nil, err
		}
		if pivots == maxFormulaPivots {
			return nil, nil, nil, fmt.Errorf("the linear program of a gate was not solved in %d pivots", pivots)
		}
		enter := -1
		for j := range width {
			if rows[m][j].Sign() > 0 && (enter < 0 || !bland && rows[m][j].Cmp(rows[m][enter]) > 0) {
				enter = j
			}
		}
		if enter < 0 {
			break
		}
		leave, least := -1, new(big.Rat)
		for x := range m {
			if rows[x][enter].Sign() <= 0 {
				continue
			}
			ratio := new(big.Rat).Quo(rows[x][width], rows[x][enter])
			c := -1
			if leave >= 0 {
				c = ratio.Cmp(least)
			}
			if c < 0 || c == 0 && basis[x] < basis[leave] {
				leave, least = x, ratio
			}
		}
		if leave < 0 {
			panic("measure: an unbounded load: a coalition without parts")
		}
		bland = least.Sign() == 0
		pivot(rows, leave, enter)
		basis[leave] = enter
	}
	y, p = make([]*big.Rat, m), make([]*big.Rat, len(columns))
	for x := range y {
		y[x] = new(big.Rat).Neg(rows[m][len(columns)+x])
	}
	for k := range p {
		p[k] = new(big.Rat)
	}
	for x, j := range basis {
		if j < len(columns) {
			p[j].Set(rows[x][width])
		}
	}
	return new(big.Rat).Neg(rows[m][width]), y, p, nil
}

// pivot makes column enter the unit vector of row leave.
func pivot(rows [][]*big.Rat, leave, enter int) {
	scale := new(big.Rat).Inv(rows[leave][enter])
	var nonzero []int
	for j, v := range rows[leave] {
		if v.Sign() != 0 {
			v.Mul(v, scale)
			nonzero = append(nonzero, j)
		}
	}
	var product big.Rat
	for x, row := range rows {
		if x == leave || row[enter].Sign() == 0 {
			continue
		}
		factor := new(big.Rat).Set(row[enter])
		for _, j := range nonzero {
			row[j].Sub(row[j], product.Mul(factor, rows[leave][j]))
		}
	}
}

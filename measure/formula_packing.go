package measure

import (
	"context"
	"fmt"
	"math/big"
	"slices"
)

// maxPackingCells bounds the tableau of the exact simplex, coalitions times parts.
const maxPackingCells = 400_000

// maxFormulaPivots bounds the exact simplex; it takes about as many pivots as there are parts.
const maxFormulaPivots = 10_000

// packingLoad solves a gate by the linear program
//
//	maximise Σ p(S) with Σ_{S∋x} p(S) <= a_x for each part x, p >= 0,
//
// whose value is 1/t: a strategy with l(x) <= t·a_x, divided by t, is a solution, and the other way round.
// The tableau is exact and begins with the slack variables, as a_x > 0. The entering column has the
// greatest gain; after a step without gain, Bland's rule (the first column, and the first basic
// variable among equals) until there is gain again, so that it ends.
func packingLoad(ctx context.Context, coalitions [][]int, a []*big.Rat) (gateStrategy, error) {
	m, columns := len(a), len(coalitions)+len(a)
	rows := make([][]*big.Rat, m+1) // the last has the gains, and minus the value
	for x := range rows {
		rows[x] = make([]*big.Rat, columns+1)
		for j := range rows[x] {
			rows[x][j] = new(big.Rat)
		}
	}
	one := big.NewRat(1, 1)
	basis := make([]int, m)
	for x := range m {
		basis[x] = len(coalitions) + x
		rows[x][basis[x]].Set(one)
		rows[x][columns].Set(a[x])
	}
	for j, c := range coalitions {
		rows[m][j].Set(one)
		for _, x := range c {
			rows[x][j].Set(one)
		}
	}
	bland := false
	for pivots := 0; ; pivots++ {
		if err := stopped(ctx); err != nil {
			return gateStrategy{}, err
		}
		if pivots == maxFormulaPivots {
			return gateStrategy{}, fmt.Errorf("the linear program of a gate was not solved in %d pivots", pivots)
		}
		enter := -1
		for j := range columns {
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
			ratio := new(big.Rat).Quo(rows[x][columns], rows[x][enter])
			if c := -1; leave < 0 || func() bool { c = ratio.Cmp(least); return c < 0 || c == 0 && basis[x] < basis[leave] }() {
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
	value := new(big.Rat).Neg(rows[m][columns])
	g := gateStrategy{value: new(big.Rat).Inv(value), y: make([]*big.Rat, m)}
	for x := range m {
		y := new(big.Rat).Neg(rows[m][len(coalitions)+x])
		g.y[x] = y.Mul(y, g.value)
	}
	for x, j := range basis {
		if j < len(coalitions) && rows[x][columns].Sign() > 0 {
			g.use = append(g.use, used{coalitions[j], new(big.Rat).Mul(rows[x][columns], g.value)})
		}
	}
	slices.SortFunc(g.use, func(a, b used) int { return slices.Compare(a.coalition, b.coalition) })
	return g, nil
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

package forms

import "math/big"

// CrossSurvival returns integers c_0, ..., c_n, n = rows·columns, with the probability Σ_e c_e·a^e
// that so many whole rows and so many whole columns of a grid live, where every node lives with
// probability a, independently. They are the sums of
//
//	(-1)^(i-down) C(i-1,down-1) C(rows,i) · (-1)^(j-across) C(j-1,across-1) C(columns,j)
//
// over i >= down and j >= across with i·columns + j·rows - i·j = e. It panics if down or across is
// below 1. Cost: rows·columns products of numbers of rows + columns bits.
//
// Proof: docs/theorems/grid-live-sets.md.
func CrossSurvival(rows, columns, down, across int) []*big.Int {
	c := make([]*big.Int, rows*columns+1)
	for e := range c {
		c[e] = new(big.Int)
	}
	term := new(big.Int)
	lines := atLeast(columns, across)
	for i, r := range atLeast(rows, down) {
		for j, s := range lines {
			e := i*columns + j*rows - i*j
			c[e].Add(c[e], term.Mul(r, s))
		}
	}
	return c
}

// atLeast returns, for each number i of all events, the factor of the sum S_i in the probability
// that so many of them happen, times the number of terms of S_i.
func atLeast(all, least int) []*big.Int {
	if least < 1 {
		panic("forms: atLeast: less than one event")
	}
	list := make([]*big.Int, all+1)
	for i := range list {
		list[i] = new(big.Int)
		if i >= least {
			list[i].Mul(new(big.Int).Binomial(int64(all), int64(i)), new(big.Int).Binomial(int64(i-1), int64(least-1)))
		}
		if (i-least)&1 != 0 {
			list[i].Neg(list[i])
		}
	}
	return list
}

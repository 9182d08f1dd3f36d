package lp

import (
	"context"
	"math/big"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"coterie/internal/check/assert"
)

// TestSolveRationalVertex: SolveRational ends at the very vertex, and the very dual values, of the
// dense tableau, on programs of all kinds, degenerate ones among them. What it prints depends on
// that.
func TestSolveRationalVertex(t *testing.T) {
	assert.Slow(t, "over a second of CPU")
	r := rand.New(rand.NewPCG(8, 8))
	for range 3000 {
		p := randomProgram(r, nil)
		if r.IntN(2) == 0 { // ties
			for _, v := range p.room {
				v.SetInt64(1 + r.Int64N(2))
			}
		}
		columns := make([][]int, p.Columns())
		for j := range columns {
			columns[j] = make([]int, p.Rows())
			p.entries(j, func(row int, a int64) { columns[j][row] = int(a) })
		}
		value, y, v := densePacking(columns, p.room)
		want := &Solution{Total: value, Y: y}
		for j, x := range v {
			if x.Sign() > 0 {
				want.Columns, want.Value = append(want.Columns, j), append(want.Value, x)
			}
		}
		got := assert.Got(p.SolveRational(t.Context(), 10_000_000))(t)
		same(t, got, want)
		assert.OK(t, verify(p, got))
	}
}

// The last resort, from the slacks and from any basis, finds an optimum.
func TestRationalSimplex(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 7))
		p := randomProgram(r, randomShares(r))
		// A basis that is not optimal: the floating simplex stopped short.
		few := 1 + r.IntN(9)
		g := newColumnGenerator(context.Background(), p, &few)
		_ = g.solve(context.Background())
		for _, start := range []*basis{nil, g.basis()} {
			s := assert.Got(p.walked(context.Background(), start, 1_000_000))(t)
			assert.OK(t, verify(p, s))
		}
		assert.Is(t, assert.Err(p.walked(context.Background(), nil, 0)), errWork, "without work")
		assert.Is(t, assert.Err(p.SolveRational(context.Background(), 0)), errWork, "without work")
	})
}

// densePacking is the simplex on a dense tableau, from the slack basis, that SolveRational took the
// place of. It solves
//
//	maximise Σ p_k with Σ_k p_k·columns[k][x] <= a_x for each x, p >= 0,
//
// a_x > 0; y are the dual variables. The rule is that of SolveRational. Every column has an entry.
func densePacking(columns [][]int, a []*big.Rat) (value *big.Rat, y, p []*big.Rat) {
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
	for {
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
			panic("unbounded")
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
	return new(big.Rat).Neg(rows[m][width]), y, p
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

package lp

import (
	"context"
	"math/big"
	"slices"
)

// equations are the equations of the tight rows for the basic columns.
type equations interface {
	// solve returns x with M x = right, or Mᵀ x = right; nil at the end of ctx.
	solve(ctx context.Context, right []*big.Rat, transposed bool) []*big.Rat
}

// newEquations returns the equations, p-adic if possible. It returns nil if they are singular, or
// with modular if they are singular modulo a prime, or if ctx has ended.
func newEquations(ctx context.Context, g *General, columns, rows []int, modular bool) equations {
	k := len(columns)
	if len(rows) != k {
		return nil
	}
	s := g.integers()
	at := make([]int, g.Rows())
	for i, row := range rows {
		at[row] = i + 1
	}
	if s.wide == nil && k > 0 {
		m := padicOf(ctx, k, func(c int, visit func(i int, a int64)) {
			for e := g.start[columns[c]]; e < g.start[columns[c]+1]; e++ {
				if i := at[g.row[e]] - 1; i >= 0 {
					visit(i, s.small[e])
				}
			}
		})
		if m != nil {
			scale := make([]*big.Rat, k)
			for i, row := range rows {
				scale[i] = new(big.Rat).SetInt(s.scale[row])
			}
			return &scaledPadic{m, scale}
		}
		if modular {
			return nil
		}
	}
	// A matrix that is singular modulo one prime need not be singular.
	m := matrix(g, columns, rows)
	if m.solve(ctx, slices.Repeat([]*big.Rat{new(big.Rat)}, k), false) == nil {
		return nil
	}
	return m
}

// matrix returns the entries of some columns in some rows.
func matrix(g *General, columns, rows []int) gauss {
	at := make([]int, g.Rows())
	m := make(gauss, len(rows))
	for i, row := range rows {
		at[row] = i + 1
		m[i] = slices.Repeat([]*big.Rat{new(big.Rat)}, len(columns))
	}
	for c, j := range columns {
		for e := g.start[j]; e < g.start[j+1]; e++ {
			if i := at[g.row[e]] - 1; i >= 0 {
				m[i][c] = g.value[e]
			}
		}
	}
	return m
}

// scaledPadic is a p-adic system whose rows are those of the equations times scale.
type scaledPadic struct {
	m     *padicSystem
	scale []*big.Rat
}

func (s *scaledPadic) solve(ctx context.Context, right []*big.Rat, transposed bool) []*big.Rat {
	scaled := right
	if !transposed {
		scaled = make([]*big.Rat, len(right))
		for i, v := range right {
			scaled[i] = new(big.Rat).Mul(v, s.scale[i])
		}
	}
	whole, denominator := Integers(scaled)
	x := s.m.solve(ctx, whole, transposed)
	common := new(big.Rat).SetInt(denominator)
	for i, v := range x {
		if v.Quo(v, common); transposed {
			v.Mul(v, s.scale[i])
		}
	}
	return x
}

// gauss is a matrix of rational numbers, whose equations are solved by elimination.
type gauss [][]*big.Rat

func (m gauss) solve(ctx context.Context, right []*big.Rat, transposed bool) []*big.Rat {
	k := len(m)
	rows := make([][]*big.Rat, k)
	for i := range rows {
		rows[i] = make([]*big.Rat, k+1)
		for c := range k {
			v := m[i][c]
			if transposed {
				v = m[c][i]
			}
			rows[i][c] = new(big.Rat).Set(v)
		}
		rows[i][k] = new(big.Rat).Set(right[i])
	}
	f, part := new(big.Rat), new(big.Rat)
	for c := range k {
		r := c
		for r < k && rows[r][c].Sign() == 0 {
			r++
		}
		if r == k || ctx.Err() != nil {
			return nil
		}
		rows[r], rows[c] = rows[c], rows[r]
		f.Inv(rows[c][c])
		for _, v := range rows[c][c:] {
			v.Mul(v, f)
		}
		for i, row := range rows {
			if i == c || row[c].Sign() == 0 {
				continue
			}
			f.Set(row[c])
			for x := c; x <= k; x++ {
				row[x].Sub(row[x], part.Mul(f, rows[c][x]))
			}
		}
	}
	x := make([]*big.Rat, k)
	for i := range x {
		x[i] = rows[i][k]
	}
	return x
}

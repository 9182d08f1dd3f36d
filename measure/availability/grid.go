package availability

import (
	"context"
	"coterie/internal/solve/given"
	"fmt"
	"math/big"
)

// gridCounts counts the live sets of the full grid of the given rows and columns, both at least 1,
// whose quorums are the unions of a row and a column (Maekawa 1985, Method 2): a set is live iff it
// contains a whole row and a whole column. The error says that ctx ended.
//
// Cost: about n²/4 operations on numbers of n bits for n = rows·columns; n = 2500 takes less than
// half a second.
//
// Proof: docs/theorems/grid-live-sets.md.
func gridCounts(ctx context.Context, rows, columns int) ([]*big.Int, error) {
	n := rows * columns
	counts := make([]*big.Int, n+1)
	for s := range counts {
		counts[s] = new(big.Int)
	}
	// Terms with the same number of named nodes have the same number of free nodes: named + free =
	// n. So terms are summed by the number named before the binomials of the free nodes are
	// multiplied in.
	term := new(big.Int)
	for named, c := range gridTerms(rows, columns) {
		if c.Sign() == 0 {
			continue
		}
		if ctx.Err() != nil {
			return nil, given.Ended(ctx)
		}
		free := n - named
		choose := big.NewInt(1)
		for k := 0; k <= free; k++ {
			counts[named+k].Add(counts[named+k], term.Mul(c, choose))
			choose.Mul(choose, term.SetInt64(int64(free-k)))
			choose.Quo(choose, term.SetInt64(int64(k+1)))
		}
	}
	return counts, nil
}

const gridMethod = "inclusion-exclusion over rows and columns"

// OfGrid returns the probability that the survivors contain a whole row and a whole column when
// each node crashes with probability p: Σ_e c_e·(1-p)^e, where c_e is the sum of (-1)^(i+j) (rows
// choose i)(columns choose j) over i, j >= 1 with e = i·columns + j·rows - i·j. The result is exact
// in spite of the cancellation in the sum, so its nearest float64 has full precision. Cost: n
// operations on numbers of n·log(denominator) bits; 100 × 100 takes milliseconds. It panics if rows
// or columns are below 1 or p is out of 0..1.
//
// Proof: docs/theorems/grid-live-sets.md.
func OfGrid(rows, columns int, p *big.Rat) *big.Rat {
	checkGrid(rows, columns)
	if p.Sign() < 0 || p.Cmp(big.NewRat(1, 1)) > 0 {
		panic(fmt.Sprintf("availability: OfGrid: p = %s is out of 0..1", p.RatString()))
	}
	n := rows * columns
	alive := new(big.Int).Sub(p.Denom(), p.Num())
	return new(big.Rat).SetFrac(homogeneous(gridTerms(rows, columns), alive, p.Denom()),
		new(big.Int).Exp(p.Denom(), big.NewInt(int64(n)), nil))
}

// gridTerms returns, for each e in 0..n, Σ (-1)^(i+j) (rows choose i)(columns choose j) over i, j
// >= 1 with i·columns + j·rows - i·j = e.
func gridTerms(rows, columns int) []*big.Int {
	c := make([]*big.Int, rows*columns+1)
	for e := range c {
		c[e] = new(big.Int)
	}
	term := new(big.Int)
	down := big.NewInt(1)
	for i := 1; i <= rows; i++ {
		down.Mul(down, big.NewInt(int64(i-rows-1))) // (-1)^i (rows choose i)
		down.Quo(down, big.NewInt(int64(i)))
		across := big.NewInt(1)
		for j := 1; j <= columns; j++ {
			across.Mul(across, big.NewInt(int64(j-columns-1)))
			across.Quo(across, big.NewInt(int64(j)))
			e := i*columns + j*rows - i*j
			c[e].Add(c[e], term.Mul(down, across))
		}
	}
	return c
}

func checkGrid(rows, columns int) {
	if rows < 1 || columns < 1 {
		panic(fmt.Sprintf("availability: no grid of %d rows and %d columns", rows, columns))
	}
}

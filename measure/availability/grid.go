package availability

import (
	"context"
	"fmt"
	"math/big"

	"coterie/internal/solve/forms"
	"coterie/internal/solve/given"
	"coterie/quorum"
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
	return survivalCounts(ctx, gridTerms(rows, columns))
}

// survivalCounts counts the live sets by size, for the coefficients of quorum.Proved.Survival. The
// error says that ctx ended. Cost: about n²/4 operations on numbers of n bits for a grid.
func survivalCounts(ctx context.Context, terms []*big.Int) ([]*big.Int, error) {
	n := len(terms) - 1
	counts := make([]*big.Int, n+1)
	for s := range counts {
		counts[s] = new(big.Int)
	}
	// Terms with the same number of named nodes have the same number of free nodes: named + free =
	// n. So terms are summed by the number named before the binomials of the free nodes are
	// multiplied in.
	term := new(big.Int)
	for named, c := range terms {
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
	if p.Sign() < 0 || p.Cmp(big.NewRat(1, 1)) > 0 {
		panic(fmt.Sprintf("availability: OfGrid: p = %s is out of 0..1", p.RatString()))
	}
	return survivalAt(gridTerms(rows, columns), p)
}

// survivalAt returns the probability that a quorum lives where each node crashes with probability
// p, for the coefficients of quorum.Proved.Survival.
func survivalAt(terms []*big.Int, p *big.Rat) *big.Rat {
	alive := new(big.Int).Sub(p.Denom(), p.Num())
	return new(big.Rat).SetFrac(homogeneous(terms, alive, p.Denom()),
		new(big.Int).Exp(p.Denom(), big.NewInt(int64(len(terms)-1)), nil))
}

// survival returns the coefficients of quorum.Proved.Survival that are known of these quorums; nil
// if there are none, or n is above limit.
func survival(q quorum.Quorums, limit int) []*big.Int {
	if known, ok := q.(interface{ Survival() []*big.Int }); ok && q.N() <= limit {
		return known.Survival()
	}
	return nil
}

// gridTerms returns the coefficients of the survival of one row and one column.
func gridTerms(rows, columns int) []*big.Int {
	checkGrid(rows, columns)
	return forms.CrossSurvival(rows, columns, 1, 1)
}

func checkGrid(rows, columns int) {
	if rows < 1 || columns < 1 {
		panic(fmt.Sprintf("availability: no grid of %d rows and %d columns", rows, columns))
	}
}

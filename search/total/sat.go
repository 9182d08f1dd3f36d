package total

import (
	"context"
	"fmt"
	"slices"

	"coterie/internal/solve/sat"
	"coterie/internal/solve/session"
)

// encodedBy are the theorems behind both formulas.
var encodedBy = session.Theorems{"least-total", "sequential-counter"}

// formula says which formula is meant: for n sets, responsibilities at most r, Σ|S_i| <= total (0:
// any).
type formula struct {
	n, r, total int
	unique      bool
}

// incidences adds the variables x[i][j], "node j is in S_i", and the clauses that all forms
// share: every two S_i meet, responsibilities and the total are limited.
func (f formula) incidences(c *sat.CNF) [][]int {
	x := sat.Matrix(c, f.n, f.n, func(i, j int) string { return fmt.Sprintf("node %d in S_%d", j+1, i+1) })
	for i := range x {
		for k := range i {
			sat.Meet(c, x[i], x[k])
		}
	}
	for _, column := range sat.Transposed(x) {
		if f.r < f.n {
			sat.AtMost(c, column, f.r)
		}
	}
	if f.total > 0 {
		sat.AtMost(c, slices.Concat(x...), f.total)
	}
	return x
}

// assigned returns the formula whose models are the sets S_i with (a), (b) and the limits,
// different ones if asked for, in which the responsibilities descend: r_1 >= r_2 >= ...
//
// It is satisfiable if and only if such sets exist at all: let a permutation π send sites and
// nodes alike, S'_π(i) = π(S_i). Then (a), (b), total, and that sets differ stay true,
// and the responsibility of π(x) becomes that of x. So the nodes may be renamed in the order
// of their responsibilities. Reordering rows and columns apart, which a double
// lexicographic order takes, would lose (b).
func (f formula) assigned(ctx context.Context) (*sat.CNF, [][]int) {
	c := sat.NewCNF(ctx)
	c.Comment(f.words())
	c.Comment("A model lists the sets S_i, nodes in the order of their responsibilities.")
	x := f.incidences(c)
	for i := range x {
		c.AddClause(x[i][i])
	}
	if f.unique {
		for i := range x {
			for k := range i {
				apart := make([]int, 0, 2*f.n)
				for j := range f.n {
					d, e := c.NewVar(), c.NewVar()
					c.AddClause(-d, x[i][j])
					c.AddClause(-d, -x[k][j])
					c.AddClause(-e, -x[i][j])
					c.AddClause(-e, x[k][j])
					apart = append(apart, d, e)
				}
				c.AddClause(apart...)
			}
		}
	}
	var before *sat.Totalizer
	for _, column := range sat.Transposed(x) {
		count := sat.NewTotalizer(c, column, f.r)
		if before != nil {
			for k := 1; k <= count.Max(); k++ {
				c.AddClause(-count.AtLeast(k), before.AtLeast(k))
			}
		}
		before = count
	}
	return c, x
}

// covering returns the formula of n sets that meet pairwise, every node in 1..r of them, the
// total limited, (b) not asked for, with rows and columns in descending order.
//
// Every assignment with (b) is one of these matrices, reordered, so that a refutation is one
// of the assignment too. Conversely the columns with two or more nodes of a model, seen as
// blocks, are a covering of all pairs of sites with Σ(|B|-1) <= total - n, and if each block
// can be given to a site in it, no two to one (for sets that differ: no two to sites that are
// in the same blocks), the other sites' own blocks are they alone, and the sets have the same
// total; cover.assign does this. A block of one site costs one, a column that is not
// empty at least as much, so the total is no greater.
//
// Rows and columns may be reordered independently here, so that double-lex (Flener et al.,
// CP 2002) loses nothing.
func (f formula) covering(ctx context.Context) (*sat.CNF, [][]int) {
	c := sat.NewCNF(ctx)
	c.Comment(f.words())
	c.Comment("Not asked for is that S_i holds i; each node is in some S_i. Rows and columns are sorted.")
	x := f.incidences(c)
	columns := sat.Transposed(x)
	for _, column := range columns {
		c.AddClause(column...)
	}
	sat.LexSorted(c, x)
	sat.LexSorted(c, columns)
	return c, x
}

// words describes the question.
func (f formula) words() string {
	s := fmt.Sprintf("%d sets S_i, every two of which meet, every responsibility at most %d", f.n, f.r)
	if f.unique {
		s += ", no two equal"
	}
	if f.total > 0 {
		s += fmt.Sprintf(", total at most %d", f.total)
	}
	return s
}

// blocks returns the covering that sets give: for each node the sites that ask it, if
// there are at least two.
func blocks(sets [][]int) cover {
	through := make([][]int, len(sets))
	for i, s := range sets {
		for _, j := range s {
			through[j] = append(through[j], i)
		}
	}
	c := cover{n: len(sets)}
	for _, b := range through {
		if len(b) > 1 {
			c.blocks = append(c.blocks, b)
		}
	}
	return c
}

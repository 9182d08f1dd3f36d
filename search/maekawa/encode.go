package maekawa

import (
	"context"
	"fmt"

	"coterie/internal/solve/sat"
	"coterie/internal/solve/session"
)

// The theorems behind the formulas, without and with a prescribed symmetry.
var (
	encodedBy        = session.Theorems{"inclusion-restored", "sequential-counter"}
	encodedSymmetric = session.Theorems{"pairs-of-limits", "sequential-counter"}
	encodedGroup     = session.Theorems{"prescribed-automorphisms", "inclusion-restored", "sequential-counter"}
)

// formula is a question as a formula: x[i][j] is the variable of "node j is in S_i".
type formula struct {
	cnf *sat.CNF
	x   [][]int
}

// newFormula returns a formula that has comments alone.
func newFormula(ctx context.Context, comments ...string) *formula {
	f := &formula{cnf: sat.NewCNF(ctx)}
	for _, text := range comments {
		f.cnf.Comment(text)
	}
	return f
}

// inSet names the variable of "node j is in S_i".
func inSet(i, j int) string { return fmt.Sprintf("node %d in S_%d", j+1, i+1) }

// relaxed is the question without i in S_i. Sites and nodes can then be renamed on their own,
// so that some model, if there is one, has both rows and columns in descending lexicographic order
// (the largest matrix, read row by row, has them: Flener et al., CP 2002); with unique the rows
// differ, and descend strictly.
func relaxed(ctx context.Context, c limits) *formula {
	f := newFormula(ctx, c.words()+"; without i in S_i, which loses no answer:",
		"where all limits are equal the nodes can be renamed by a perfect matching so that i is in S_i, perhaps after some sets are enlarged",
		"rows and columns of the matrix of S_i are in descending lexicographic order")
	f.x = sat.Matrix(f.cnf, c.n, c.n, inSet)
	f.limits(c)
	f.meet()
	if c.unique {
		for i := 1; i < c.n; i++ {
			sat.LexGreater(f.cnf, f.x[i-1], f.x[i])
		}
	} else {
		sat.LexSorted(f.cnf, f.x)
	}
	sat.LexSorted(f.cnf, sat.Transposed(f.x))
	return f
}

// inclusiveRows is the question with i in S_i. Sites and nodes can only be renamed together;
// renaming those other than 1 makes S_1 the set of 1..|S_1|.
func inclusiveRows(ctx context.Context, c limits) *formula {
	f := newFormula(ctx, c.words(), "S_1 holds the first nodes")
	f.x = sat.Matrix(f.cnf, c.n, c.n, inSet)
	for i := range f.x {
		f.cnf.AddClause(f.x[i][i])
	}
	f.limits(c)
	f.meet()
	for j := 2; j < c.n; j++ {
		f.cnf.AddClause(f.x[0][j-1], -f.x[0][j])
	}
	if c.unique {
		f.differ()
	}
	return f
}

// limits adds those on sizes and responsibilities.
func (f *formula) limits(c limits) {
	limit := sat.AtMost
	if c.exact {
		limit = sat.Exactly
	}
	for _, row := range f.x {
		limit(f.cnf, row, c.size)
	}
	for _, column := range sat.Transposed(f.x) {
		limit(f.cnf, column, c.responsibility)
	}
}

// meet adds that every two sets share a node, and that a single set has one.
func (f *formula) meet() {
	if len(f.x) == 1 {
		f.cnf.AddClause(f.x[0]...)
	}
	for i := range f.x {
		for j := range i {
			sat.Meet(f.cnf, f.x[j], f.x[i])
		}
	}
}

// differ adds that no two sets are equal.
func (f *formula) differ() {
	for i := range f.x {
		for j := range i {
			f.differTwo(j, i)
		}
	}
}

// differTwo adds that two sets are not equal: for each node a new variable, one of which is true,
// and only if just one of the sets has the node.
func (f *formula) differTwo(i, j int) {
	apart := make([]int, len(f.x))
	for x := range apart {
		apart[x] = f.cnf.NewVar()
		f.cnf.AddClause(-apart[x], f.x[i][x], f.x[j][x])
		f.cnf.AddClause(-apart[x], -f.x[i][x], -f.x[j][x])
	}
	f.cnf.AddClause(apart...)
}

// sets reads a model.
func (f *formula) sets(model []bool) [][]int { return sat.Ones(model, f.x) }

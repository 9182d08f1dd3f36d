package latin

import (
	"context"
	"fmt"

	"coterie/internal/solve/sat"
)

// planeFormula is the question for a projective plane of order q, as an incidence matrix.
//
// # Standard form
//
// The points and lines of any plane of order q >= 2 can be numbered such that, all counted from 0,
//
//  1. line 0 has the points 0..q, and the lines 0..q go through point 0;
//  2. line i+1 has, beside point 0, the points (i, v) = q+1 + q·i + v, 0 <= v < q, and point
//     j+1 is, beside line 0, on the lines (j, k) = q+1 + q·j + k, 0 <= k < q, for 0 <= i, j <
//     q;
//  3. line (0, k) has the points (i, k), and line (j, k) has the point (0, k);
//  4. line (1, k) has the point (1, σ(k)), where σ is one chosen permutation for each way to
//     write q as a sum of parts of at least 2, with σ(0) = 1;
//  5. line (1, 0) has the points (i, i), and line (j, 0) has the point (1, j), for i, j >= 2.
//
// So the matrix that is left falls into q×q blocks, block (j, i) for the lines (j, ·) and the
// points (i, ·), and each block is a permutation matrix: the line (j, k) meets line i+1 in one
// point, which is not on line 0 as (j, k) meets line 0 in point j+1; and likewise for points. By 3,
// the first row and the first column of blocks are identity matrices.
//
// # Formula
//
// Variables are
//
//   - on(l, p): point p is on line l, for all lines and points, with a clause of one literal
//     where 1 to 3 or 5 settles it;
//   - meet(j, k, m, l, i), j < m: the lines (j, k) and (m, l) meet on line i+1.
//
// Clauses say that the blocks are permutation matrices, that any two lines (j, k) and (m, l), j ≠
// m, meet on exactly one of the lines 1..q, and for each point p = (i, v)
//
//	on((j,k),p) ∧ on((m,l),p) → meet
//	on((j,k),p) ∧ meet → on((m,l),p)
//	on((m,l),p) ∧ meet → on((j,k),p)
//
// This makes any two lines meet once. The incidences determine where lines meet. A selector
// variable for each kind of σ implies its incidences, and a clause says that one of them holds: the
// formula as a whole is satisfiable iff there is a plane, and each selector is a case that can be
// asked on its own.
//
// For order 1 the matrix is settled by 1 to 3, and there are no cases.
//
// Proof: docs/theorems/plane-standard-form.md.
type planeFormula struct {
	order, points int
	cnf           *sat.CNF
	cases         [][]int
}

// planeForm says how much of the standard form is asked for.
type planeForm int

const (
	planeBlocks     planeForm = iota // 1 and 2
	planeIdentities                  // 1 to 3
	planeStandard                    // 1 to 5
)

// newPlaneFormula writes the formula for order >= 1. It returns nil if ctx ends.
// planeClauses says how long it is.
func newPlaneFormula(ctx context.Context, order int, form planeForm) *planeFormula {
	f := &planeFormula{order: order, points: order*order + order + 1, cnf: sat.NewCNF(ctx)}
	f.cnf.Grow(f.points * f.points)
	f.name()
	f.frame()
	for m := range order {
		for j := range m {
			if ctx.Err() != nil {
				return nil
			}
			f.meet(j, m)
		}
	}
	if form >= planeIdentities {
		for i := range order {
			for k := range order {
				f.cnf.AddClause(f.on(f.at(0, k), f.at(i, k)))
				f.cnf.AddClause(f.on(f.at(i, k), f.at(0, k)))
			}
		}
	}
	if form < planeStandard || order < 2 {
		return f
	}
	f.cnf.Comment("Without loss of generality the matrix is in standard form: line 1, the lines through point 1, and the")
	f.cnf.Comment("first blocks are settled, and block 2 of block 2 is one permutation of each kind, by a variable for each case.")
	f.cases = cases(f.cnf, order, "block 2 of lines and block 2 of points, as a permutation,", func(k, v int) int {
		return f.on(f.at(1, k), f.at(1, v))
	})
	for i := 2; i < order; i++ {
		f.cnf.AddClause(f.on(f.at(1, 0), f.at(i, i)))
		f.cnf.AddClause(f.on(f.at(i, 0), f.at(1, i)))
	}
	return f
}

// planeClauses returns the number of clauses of planeBlocks; the standard form adds little.
func planeClauses(order int) int {
	q := order
	one := 1 + q*(q-1)/2 // of "exactly one of q"
	points := q*q + q + 1
	return points*points - q*q*q*q + // settled by the frame
		2*q*q*q*one + // permutation matrices
		q*(q-1)/2*q*q*(one+3*q*q) // meetings
}

// on returns the variable "point p is on line l".
func (f *planeFormula) on(l, p int) int { return l*f.points + p + 1 }

// at returns the number of point or line k of a block.
func (f *planeFormula) at(block, k int) int { return f.order + 1 + block*f.order + k }

// frame adds 1 and 2 of the standard form, and that blocks are permutation matrices.
func (f *planeFormula) frame() {
	q := f.order
	for l := range f.points {
		for p := range f.points {
			switch {
			case l > q && p > q: // in the blocks
			case l == 0 && p <= q, p == 0 && l <= q,
				l > 0 && p > q && (p-q-1)/q == l-1,
				p > 0 && l > q && (l-q-1)/q == p-1:
				f.cnf.AddClause(f.on(l, p))
			default:
				f.cnf.AddClause(-f.on(l, p))
			}
		}
	}
	row, column := make([]int, q), make([]int, q)
	for j := range q {
		for i := range q {
			for k := range q {
				for v := range q {
					row[v], column[v] = f.on(f.at(j, k), f.at(i, v)), f.on(f.at(j, v), f.at(i, k))
				}
				sat.ExactlyOne(f.cnf, row)
				sat.ExactlyOne(f.cnf, column)
			}
		}
	}
}

// meet adds that each line of block j meets each of block m in one point.
func (f *planeFormula) meet(j, m int) {
	meets := make([]int, f.order)
	for k := range f.order {
		for l := range f.order {
			a, b := f.at(j, k), f.at(m, l)
			for i := range meets {
				meets[i] = f.cnf.NewVar()
				f.cnf.Name(meets[i], fmt.Sprintf("lines %d and %d meet on line %d", a+1, b+1, i+2))
				for v := range f.order {
					p := f.at(i, v)
					f.cnf.AddClause(-f.on(a, p), -f.on(b, p), meets[i])
					f.cnf.AddClause(-f.on(a, p), -meets[i], f.on(b, p))
					f.cnf.AddClause(-f.on(b, p), -meets[i], f.on(a, p))
				}
			}
			sat.ExactlyOne(f.cnf, meets)
		}
	}
}

// name gives the incidences their names, and the formula its comments.
func (f *planeFormula) name() {
	f.cnf.Comment(fmt.Sprintf("Is there a projective plane of order %d?", f.order))
	f.cnf.Comment(`The true variables "point P is on line L" of a model are the plane; both are counted from 1.`)
	for l := range f.points {
		for p := range f.points {
			f.cnf.Name(f.on(l, p), fmt.Sprintf("point %d is on line %d", p+1, l+1))
		}
	}
}

// decode returns the lines of a model.
func (f *planeFormula) decode(model []bool) [][]int {
	lines := make([][]int, f.points)
	for l := range lines {
		for p := range f.points {
			if model[f.on(l, p)] {
				lines[l] = append(lines[l], p)
			}
		}
	}
	return lines
}

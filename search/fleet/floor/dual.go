package floor

import (
	"context"
	"math"

	"coterie/internal/solve/lp"
)

// solver is floating point at work on the dual of a program: a row for each variable, a column for
// the multiplier of each row, so that a cut is one more column.
type solver struct {
	p     *program
	small *lp.Small
	rows  int   // of p that it has
	at    []int // the column of each of them
}

func newSolver(p *program) *solver {
	s := &solver{p: p, small: lp.NewSmall()}
	s.small.Reset(make([]lp.Sense, len(p.variables)), p.cost) // all lp.AtMost
	for j, most := range p.most {
		s.small.Add(most, []int32{int32(j)}, []float64{-1})
	}
	return s
}

// solve takes up new rows of the program and goes on to the optimum of
//
//	maximise right·y - most·z  subject to  rowsᵀ·y - z <= cost,  y, z >= 0.
//
// If that has none, the program has no solution, and y has a value above enough. Where floating
// point fails nothing is proposed.
func (s *solver) solve(ctx context.Context, enough float64) (*solution, error) {
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	p := s.p
	var row []int32
	var value []float64
	for ; s.rows < len(p.rows); s.rows++ {
		row, value = row[:0], value[:0]
		for _, e := range p.entries[s.rows] {
			row, value = append(row, int32(e.variable)), append(value, e.by)
		}
		s.at = append(s.at, s.small.Add(-p.right[s.rows], row, value))
	}
	found := &solution{y: make([]float64, s.rows), x: make([]float64, len(p.variables))}
	scale := 1.0
	switch s.small.Solve() {
	case lp.Optimal:
		found.value = -s.small.Value
	case lp.Unbounded:
		gain := 0.0
		for i, j := range s.at {
			gain += float64(p.right[i] * s.small.X[j])
		}
		for j, most := range p.most {
			gain -= float64(most * s.small.X[j])
		}
		if gain <= 0 {
			return found, nil
		}
		found.value = 2*math.Abs(enough) + 1
		scale = found.value / gain
	default:
		return found, nil
	}
	for i, j := range s.at {
		found.y[i] = max(0, float64(scale*s.small.X[j]))
	}
	for j, y := range s.small.Y {
		found.x[j] = max(0, -y)
	}
	return found, nil
}

package floor

import (
	"context"
	"math"

	"coterie/internal/solve/lp"
)

// begin gives floating point the variables of the program, and no rows yet.
func (p *program) begin() {
	cost := make([]float64, len(p.variables))
	for j, v := range p.variables {
		if v.cost != nil {
			cost[j], _ = v.cost.Float64()
		}
	}
	p.small = lp.NewSmall()
	p.small.Reset(make([]lp.Sense, len(p.variables)), cost) // all lp.AtMost
	for j, v := range p.variables {
		most, _ := v.most.Float64()
		p.most = append(p.most, most)
		p.small.Add(most, []int32{int32(j)}, []float64{-1})
	}
}

// solve takes up the rows that were added since the last time and goes on, in floating point, to
// the optimum of
//
//	maximise right·y - most·z  subject to  rowsᵀ·y - z <= cost,  y, z >= 0.
//
// It returns the value with the multipliers y of the dual and a point x of the program, none of
// which is proven. If there is no optimum, the program has no solution, and y has a value above
// enough. Where floating point fails nothing is proposed.
func (p *program) solve(ctx context.Context, enough float64) (v float64, y, x []float64, err error) {
	if err := context.Cause(ctx); err != nil {
		return 0, nil, nil, err
	}
	if p.small == nil {
		p.begin()
	}
	var row []int32
	var value []float64
	for _, r := range p.rows[len(p.at):] {
		row, value = row[:0], value[:0]
		for _, t := range r.terms {
			by, _ := t.by.Float64()
			row, value = append(row, int32(t.variable)), append(value, by)
		}
		right, _ := r.AtLeast.Float64()
		p.right = append(p.right, right)
		p.at = append(p.at, p.small.Add(-right, row, value))
	}
	y, x = make([]float64, len(p.at)), make([]float64, len(p.variables))
	scale := 1.0
	switch p.small.Solve() {
	case lp.Optimal:
		v = -p.small.Value
	case lp.Unbounded:
		gain := 0.0
		for i, j := range p.at {
			gain += float64(p.right[i] * p.small.X[j])
		}
		for j, most := range p.most {
			gain -= float64(most * p.small.X[j])
		}
		if gain <= 0 {
			return 0, y, x, nil
		}
		v = 2*math.Abs(enough) + 1
		scale = v / gain
	default:
		return 0, y, x, nil
	}
	for i, j := range p.at {
		y[i] = max(0, float64(scale*p.small.X[j]))
	}
	for j, v := range p.small.Y {
		x[j] = max(0, -v)
	}
	return v, y, x, nil
}

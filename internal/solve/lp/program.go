package lp

import (
	"math/big"
	"slices"
)

// Program is a packing program. New makes one, and Add adds its columns.
//
// Its columns 0..Columns()-1 are sparse vectors of positive integers. With shares there is one more
// variable, t, the column with number Columns(), and a row for each group after the rows of the
// room. In the engines it stands for t/denominator, so that all its coefficients are integers.
type Program struct {
	room  []*big.Rat
	start []int // column j is row[start[j]:start[j+1]], with count
	row   []int32
	count []int32 // nil where all are 1
	group []int   // columns group[k]:group[k+1] are those of group k

	// The shares are numerator[k]/denominator; nil without shares.
	numerator   []int64
	denominator int64
}

// New returns a program without columns, whose rows have the room b >= 0. The shares are positive,
// their common denominator at most MaxDenominator; nil means one group and no t.
func New(room, shares []*big.Rat) *Program {
	p := &Program{room: room, start: []int{0}, group: []int{0}}
	if shares != nil {
		numerators, d := Integers(shares)
		p.denominator = d.Int64()
		for _, v := range numerators {
			p.numerator = append(p.numerator, v.Int64())
		}
	}
	return p
}

// Add appends a column to the group of the last one or to a later one. It has count[i] > 0 in
// row[i]; the rows ascend, and there is at least one.
func (p *Program) Add(group int, row, count []int32) {
	if len(row) == 0 {
		panic("lp: a column without rows is not bounded")
	}
	if p.count == nil && slices.ContainsFunc(count, func(k int32) bool { return k != 1 }) {
		p.count = slices.Repeat([]int32{1}, len(p.row))
	}
	if p.count != nil {
		p.count = append(p.count, count...)
	}
	for len(p.group) <= group+1 {
		p.group = append(p.group, p.Columns())
	}
	p.row = append(p.row, row...)
	p.start = append(p.start, len(p.row))
	p.group[group+1] = p.Columns()
}

// Columns returns the number of columns, without t.
func (p *Program) Columns() int { return len(p.start) - 1 }

// variables returns the number of columns, t among them.
func (p *Program) variables() int {
	if p.numerator != nil {
		return p.Columns() + 1
	}
	return p.Columns()
}

// Rows returns the number of rows, including those of the shares.
func (p *Program) Rows() int { return len(p.room) + len(p.numerator) }

// groupOf returns the group of column j.
func (p *Program) groupOf(j int) int {
	k := 0
	for p.group[k+1] <= j {
		k++
	}
	return k
}

// cost returns the coefficient of column j in the objective; for t that of t/denominator, as in
// entries.
func (p *Program) cost(j int) int64 {
	switch {
	case p.numerator == nil:
		return 1
	case j == p.Columns():
		return p.denominator
	}
	return 0
}

// entries calls visit for each coefficient of column j that is not 0.
func (p *Program) entries(j int, visit func(row int, a int64)) {
	if j == p.Columns() {
		for k, a := range p.numerator {
			visit(len(p.room)+k, a)
		}
		return
	}
	for e := p.start[j]; e < p.start[j+1]; e++ {
		if p.count == nil {
			visit(int(p.row[e]), 1)
		} else {
			visit(int(p.row[e]), int64(p.count[e]))
		}
	}
	if p.numerator != nil {
		visit(len(p.room)+p.groupOf(j), -1)
	}
}

// weight returns the weight of column j under the dual values y of the rows of the room.
func (p *Program) weight(j int, y []float64) float64 {
	w := 0.0
	from, to := p.start[j], p.start[j+1]
	if p.count == nil {
		for _, row := range p.row[from:to] {
			w += y[row]
		}
		return w
	}
	for e := from; e < to; e++ {
		w += float64(float64(p.count[e]) * y[p.row[e]])
	}
	return w
}

// rightSide returns the right side of row i.
func (p *Program) rightSide(i int) float64 {
	if i >= len(p.room) {
		return 0
	}
	v, _ := p.room[i].Float64()
	return v
}

// scaleOf returns the number by which the coefficients of column j are divided in floating point.
func (p *Program) scaleOf(j int) float64 {
	if j == p.Columns() {
		return float64(p.denominator)
	}
	return 1
}

// Solution is an exact solution of the program and of its dual.
type Solution struct {
	Columns []int      // those with a positive value, ascending
	Value   []*big.Rat // of each of them
	Total   *big.Rat   // the objective: their sum, or t
	Y       []*big.Rat // the dual values of the rows of the room, all >= 0
}

// assemble puts together the values of basic columns and the dual values of the rows of the room;
// nil where one is negative.
func (p *Program) assemble(columns []int, value, y []*big.Rat) *Solution {
	s := &Solution{Total: new(big.Rat), Y: y}
	for k, j := range columns {
		switch {
		case value[k].Sign() < 0:
			return nil
		case j == p.Columns():
			s.Total = value[k]
		case value[k].Sign() > 0:
			s.Columns, s.Value = append(s.Columns, j), append(s.Value, value[k])
		}
	}
	if p.numerator == nil {
		for _, v := range s.Value {
			s.Total.Add(s.Total, v)
		}
	}
	for _, v := range y {
		if v.Sign() < 0 {
			return nil
		}
	}
	return s
}

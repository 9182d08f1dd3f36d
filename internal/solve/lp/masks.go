package lp

import (
	"math"
	"math/bits"
)

// Masks solves small programs, one after another, in floating point alone: at most 64 rows of room
// 1, columns that are sets of rows as bits, no shares. Its values are proposals: a caller that
// relies on the dual values rounds them and compares whole numbers. Nothing is allocated after
// NewMasks. The vertices at which it ends determine the cases of a search and its proofs, so its
// rules must not change.
type Masks struct {
	Y     []float64 // after Solve, the dual value of each row, >= 0
	Basis []uint64  // the column that is basic in each place; 0: a row's slack
	V     []float64 // the values of those columns

	rows     int
	inverse  []float64 // of the basis, row by row
	entering []float64
}

// NewMasks returns a solver for programs with the given number of rows.
func NewMasks(rows int) *Masks {
	return &Masks{Y: make([]float64, rows), Basis: make([]uint64, rows), V: make([]float64, rows),
		rows: rows, inverse: make([]float64, rows*rows), entering: make([]float64, rows)}
}

const masksZero = 1e-9

// Solve maximises the sum of the values of the columns, which are not empty, by the primal simplex
// method with largest reduced costs. The right sides are a little more than 1, so that few
// exchanges are degenerate: the optimum is at most the returned sum of Y, and less than it by some
// 10⁻⁵. It reports false if it gave up.
func (m *Masks) Solve(columns []uint64) (value float64, ok bool) {
	clear(m.inverse)
	clear(m.Basis)
	for i := range m.rows {
		m.inverse[i*m.rows+i] = 1
		m.V[i] = 1 + float64(1e-7*float64(i*i%7+i))
	}
	for range 100 * m.rows {
		m.price()
		enter, slack := m.choose(columns)
		if enter == 0 && slack < 0 {
			for _, y := range m.Y {
				value += max(0, y)
			}
			return value, true
		}
		if !m.exchange(enter, slack) {
			return 0, false
		}
	}
	return 0, false
}

// price finds the dual values of the basis: each column is worth 1, a slack 0.
func (m *Masks) price() {
	clear(m.Y)
	for i, column := range m.Basis {
		if column != 0 {
			for j, x := range m.inverse[i*m.rows : (i+1)*m.rows] {
				m.Y[j] += x
			}
		}
	}
}

// choose returns the column of the least dual weight, if that is below 1, else a slack whose dual
// value is negative, if there is one: 0 and -1 at the optimum.
func (m *Masks) choose(columns []uint64) (enter uint64, slack int) {
	least := 1 - masksZero
	for _, column := range columns {
		weight := 0.0
		for rest := column; rest != 0; rest &= rest - 1 {
			weight += m.Y[bits.TrailingZeros64(rest)]
		}
		if weight < least {
			least, enter = weight, column
		}
	}
	slack = -1
	if enter == 0 {
		least = -masksZero
		for i, y := range m.Y {
			if y < least {
				least, slack = y, i
			}
		}
	}
	return enter, slack
}

// exchange takes a column, or the slack of a row, into the basis. It returns false if nothing
// limits it, which only rounding can cause.
func (m *Masks) exchange(enter uint64, slack int) bool {
	leave, least := -1, math.Inf(1)
	for i := range m.rows {
		row := m.inverse[i*m.rows : (i+1)*m.rows]
		d := 0.0
		if enter == 0 {
			d = row[slack]
		}
		for rest := enter; rest != 0; rest &= rest - 1 {
			d += row[bits.TrailingZeros64(rest)]
		}
		m.entering[i] = d
		if d > masksZero && m.V[i]/d < least {
			leave, least = i, m.V[i]/d
		}
	}
	if leave < 0 {
		return false
	}
	pivot, row := m.entering[leave], m.inverse[leave*m.rows:(leave+1)*m.rows]
	for j := range row {
		row[j] /= pivot
	}
	m.V[leave] /= pivot
	for i, d := range m.entering {
		if i == leave || d == 0 {
			continue
		}
		for j, x := range row {
			m.inverse[i*m.rows+j] -= float64(d * x)
		}
		m.V[i] -= float64(d * m.V[leave])
	}
	m.Basis[leave] = enter
	return true
}

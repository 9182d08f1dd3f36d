package lp

import "math/bits"

// WholeRows is the greatest number of rows of a Whole.
const WholeRows = 11

// Weights are numbers, one for each row; those after the last row are 0.
type Weights [16]int32

// Reduced returns whole numbers in the same proportions without a common factor.
func (w Weights) Reduced() Weights {
	common := int32(0)
	for _, v := range w {
		for ; v != 0; common, v = v, common%v {
		}
	}
	for i := range w {
		w[i] /= max(common, 1)
	}
	return w
}

// Whole solves small packings in whole numbers, one after another, without an allocation:
//
//	maximise Σ v_j  subject to  Σ_j [i in column j]·v_j <= 1 for every row i,  v >= 0,
//
// with at most WholeRows rows, and columns that are sets of rows as bits. If falling is set, only
// the sums of the first i rows are constraints, Σ_j |column j ∩ first i|·v_j <= i for every i, so
// that no dual value is greater than the one before.
//
// The revised simplex method (Bareiss 1968; Edmonds 1967) keeps minors of the matrix, bordered by
// zeros and ones: they are whole, over the common denominator Scale, the determinant of the basis.
// No determinant of k <= 12 rows of zeros and ones is above 3645 (OEIS A003432). If falling is set,
// for at most 9 rows, k rows of a minor are sums of neighbouring ones, so that it is at most 400.
// So no product leaves 32 bits.
type Whole struct {
	Columns []uint16
	Basis   [WholeRows]int16 // the column in each row; -1-i the slack of row i
	Value   Weights          // of the basic variables
	Dual    Weights          // of the rows
	Scale   int32

	n       int
	falling bool
	inverse [WholeRows]Weights // of the basis, times the matrix that adds rows up where they fall
}

// Begin starts from the basis of the slacks of n rows. The columns must not change until the end.
func (k *Whole) Begin(n int, columns []uint16, falling bool) {
	*k = Whole{Columns: columns, Scale: 1, n: n, falling: falling}
	for i := range n {
		k.Basis[i], k.Value[i], k.inverse[i][i] = int16(-1-i), 1, 1
		if falling {
			k.Value[i] = int32(i + 1)
			for j := range i {
				k.inverse[i][j] = 1
			}
		}
	}
}

// boundedSteps is after how many exchanges of Solve the rule begins that cannot go in circles.
const boundedSteps = 64

// Solve finds an optimum of n rows that do not fall.
func (k *Whole) Solve(n int, columns []uint16) {
	k.Begin(n, columns, false)
	for steps := 0; k.Step(steps >= boundedSteps); steps++ {
	}
}

// Step exchanges a variable, and reports false at an optimum. It takes the column of the least
// reduced cost, and slacks only where there is none. With bounded it takes, for entering and
// leaving, the first suitable variable in the order of the numbers of Basis (Bland 1977). A run of
// such steps terminates.
func (k *Whole) Step(bounded bool) bool {
	s := SumsOf(&k.Dual, k.n)
	entering, least := -1, k.Scale
	for q, set := range k.Columns {
		if w := s.Of(set); w < least {
			entering, least = q, w
			if bounded {
				break
			}
		}
	}
	slack := -1
	if entering < 0 || bounded {
		for i := range k.n {
			if k.slackDual(i) < 0 {
				slack = i
				if !bounded { // where it is, the last row has the first number
					break
				}
			}
		}
	}
	switch {
	case slack >= 0: // slacks come before columns where the rule is bounded
		k.exchange(int16(-1-slack), 1<<slack, -k.slackDual(slack))
	case entering >= 0:
		k.exchange(int16(entering), k.Columns[entering], k.Scale-least)
	default:
		return false
	}
	return true
}

// slackDual returns the dual value of the row, or of the sum of the first rows.
func (k *Whole) slackDual(i int) int32 {
	if k.falling {
		return k.Dual[i&15] - k.Dual[(i+1)&15]
	}
	return k.Dual[i&15]
}

// exchange makes a variable basic: its column is the set of rows, its reduced cost gain > 0.
func (k *Whole) exchange(v int16, set uint16, gain int32) {
	n := k.n
	less := WholeRows // where rows fall, the slack of row i is i without i+1; else 0 is taken off
	if k.falling && v < 0 {
		less = int(-v)
	}
	var column [WholeRows]int32
	row := -1
	for r := range n {
		d := int32(0)
		for rest := set; rest != 0; rest &= rest - 1 {
			d += k.inverse[r][bits.TrailingZeros16(rest)&15]
		}
		d -= k.inverse[r][less&15]
		column[r] = d
		if d <= 0 {
			continue
		}
		if row < 0 {
			row = r
			continue
		}
		a, b := k.Value[r]*column[row], k.Value[row]*d
		if a < b || a == b && k.Basis[r] < k.Basis[row] {
			row = r
		}
	}
	pivot := column[row]
	by := 1 / float64(k.Scale)
	// The quotients are whole, and small enough for a float to have them exactly once rounded, as
	// adding so much and taking it away again does.
	const round = 3 << 51
	divided := func(x int32) int32 { return int32(float64(float64(x)*by) + round - round) }
	pivotRow := k.inverse[row]
	for r := range n {
		d := column[r]
		if r == row || d == 0 && pivot == k.Scale {
			continue
		}
		for i := range n {
			k.inverse[r][i] = divided(k.inverse[r][i]*pivot - d*pivotRow[i])
		}
		k.Value[r] = divided(k.Value[r]*pivot - d*k.Value[row])
	}
	for i := range n {
		k.Dual[i] = divided(k.Dual[i]*pivot + gain*pivotRow[i])
	}
	k.Basis[row], k.Scale = v, pivot
}

// Sums holds the weights of sets of rows, in a table for each half of the rows.
type Sums struct {
	low  [16]int32
	high [128]int32
}

// SumsOf returns the sums of the weights of n <= WholeRows rows.
func SumsOf(weight *Weights, n int) (s Sums) {
	for half := 1; half < 16; half++ {
		rest, i := half&(half-1), bits.TrailingZeros(uint(half))
		s.low[half] = s.low[rest] + weight[i]
		s.high[half] = s.high[rest] + weight[i+4]
	}
	for i := 8; i < n; i++ {
		for half := range 1 << (i - 4) {
			s.high[1<<(i-4)+half] = s.high[half] + weight[i]
		}
	}
	return s
}

// Of returns the sum of the weights of a set.
func (s *Sums) Of(set uint16) int32 { return s.low[set&15] + s.high[set>>4&127] }

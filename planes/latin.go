package planes

import (
	"fmt"
	"math/bits"
)

// LatinSquare is a square array of the symbols 0..side-1 in which every row and every column has
// each symbol once. Values are immutable and safe for concurrent use.
type LatinSquare struct {
	side  int
	cells []int32 // row by row
}

// NewLatinSquare copies rows, a square array of the symbols 0..len(rows)-1, and checks it.
//
// Errors: an empty array, a row of another length or a symbol out of range;
// a symbol that a row or a column has twice. Cost: O(side^2).
func NewLatinSquare(rows [][]int) (*LatinSquare, error) {
	side := len(rows)
	if side == 0 {
		return nil, formError("Latin square", "has no rows")
	}
	square := &LatinSquare{side: side, cells: make([]int32, 0, side*side)}
	for r, row := range rows {
		if len(row) != side {
			return nil, formError("Latin square", "row %d (counted from 0) has %d cells, want %d", r, len(row), side)
		}
		for c, symbol := range row {
			if symbol < 0 || symbol >= side {
				return nil, formError("Latin square", "row %d (counted from 0) has symbol %d in column %d, outside 0..%d", r, symbol, c, side-1)
			}
			square.cells = append(square.cells, int32(symbol))
		}
	}
	if err := square.repeat(); err != nil {
		return nil, err
	}
	return square, nil
}

// repeat finds a symbol that a row or a column has twice.
func (s *LatinSquare) repeat() error {
	lastColumn := make([]int, s.side) // 1 + the column of the symbol in this row
	lastRow := make([]int, s.side*s.side)
	for r := range s.side {
		clear(lastColumn)
		for c, symbol := range s.Row(r) {
			if seen := lastColumn[symbol]; seen > 0 {
				return repeatError(symbol, Cell{r, seen - 1}, Cell{r, c})
			}
			lastColumn[symbol] = c + 1
			at := c*s.side + int(symbol)
			if seen := lastRow[at]; seen > 0 {
				return repeatError(symbol, Cell{seen - 1, c}, Cell{r, c})
			}
			lastRow[at] = r + 1
		}
	}
	return nil
}

func repeatError(symbol int32, a, b Cell) error {
	return fmt.Errorf("planes: Latin square: symbol %d is in row %d, column %d and in row %d, column %d (counted from 0)",
		symbol, a.Row, a.Column, b.Row, b.Column)
}

// Cell is a place in a square array, counted from 0.
type Cell struct{ Row, Column int }

// cyclicSquare returns the Latin square with symbol (c - r) mod side in row r and column c: the
// subtraction table of the integers modulo side. For a prime side it is the first of the field
// squares of MOLS. It has an orthogonal mate exactly when side is odd (Euler 1782: a cyclic square
// of even side has no transversal). It panics if side is outside 1..MaxSide.
func cyclicSquare(side int) *LatinSquare {
	if side < 1 || side > MaxSide {
		panic(fmt.Sprintf("planes: cyclicSquare of side %d, want 1..%d", side, MaxSide))
	}
	square := &LatinSquare{side: side, cells: make([]int32, 0, side*side)}
	for r := range side {
		for c := range side {
			square.cells = append(square.cells, int32((c-r+side)%side))
		}
	}
	return square
}

// Side returns the number of rows, of columns and of symbols.
func (s *LatinSquare) Side() int { return s.side }

// Row returns row r. The slice is a view of the square: read it, do not write it. It panics if r is
// outside 0..Side()-1.
func (s *LatinSquare) Row(r int) []int32 {
	return s.cells[r*s.side : (r+1)*s.side : (r+1)*s.side]
}

// Orthogonal reports whether a and b, laid upon each other, show each ordered pair of symbols
// exactly once. If they do not, clash is two cells that show the same pair. Cost: O(side^2), with
// side^2 bits of memory (more only to find the witness). It panics if the sides differ.
func Orthogonal(a, b *LatinSquare) (clash [2]Cell, ok bool) {
	if a.side != b.side {
		panic(fmt.Sprintf("planes: Orthogonal of squares of sides %d and %d", a.side, b.side))
	}
	first, second := firstRepeatedPair(a.cells, b.cells, a.side)
	if second < 0 {
		return [2]Cell{}, true
	}
	return [2]Cell{{first / a.side, first % a.side}, {second / a.side, second % a.side}}, false
}

// firstRepeatedPair finds the first index second at which the pair (a[i], b[i]) of numbers below
// side repeats the pair of an earlier index first; both are -1 if there is none.
func firstRepeatedPair(a, b []int32, side int) (first, second int) {
	seen := make(bitset, bitsetWords(side*side))
	for i := range a {
		if seen.testAndSet(int(a[i])*side + int(b[i])) {
			for first := range i {
				if a[first] == a[i] && b[first] == b[i] {
					return first, i
				}
			}
		}
	}
	return -1, -1
}

// bitset is a set of small integers, 64 to a word.
type bitset []uint64

func bitsetWords(n int) int { return (n + 63) / 64 }

// testAndSet adds i and reports whether it was there.
func (b bitset) testAndSet(i int) bool {
	word, bit := i>>6, uint64(1)<<(i&63)
	was := b[word]&bit != 0
	b[word] |= bit
	return was
}

// firstAbsent returns the least number below n that is not in b, or n.
func (b bitset) firstAbsent(n int) int {
	for word, present := range b {
		if ^present != 0 {
			return min(n, word<<6+bits.TrailingZeros64(^present))
		}
	}
	return n
}

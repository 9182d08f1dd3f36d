package planes

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"coterie/internal/check/assert"
)

// mols returns all Latin squares of a side that NewNet can use.
func mols(t *testing.T, side int) []*LatinSquare {
	t.Helper()
	return must(firstMOLS(t.Context(), side, MOLSCount(side)))
}

func (s *LatinSquare) at(r, c int) int { return int(s.Row(r)[c]) }

// rowsOf copies a square.
func rowsOf(s *LatinSquare) [][]int {
	rows := make([][]int, s.Side())
	for r := range rows {
		rows[r] = ints(s.Row(r))
	}
	return rows
}

// naiveClash finds two cells with the same pair of symbols by remembering all pairs.
func naiveOrthogonal(a, b *LatinSquare) bool {
	pairs := map[[2]int]bool{}
	for r := range a.Side() {
		for c := range a.Side() {
			pairs[[2]int{a.at(r, c), b.at(r, c)}] = true
		}
	}
	return len(pairs) == a.Side()*a.Side()
}

func checkOrthogonal(t *testing.T, a, b *LatinSquare) {
	t.Helper()
	clash, ok := Orthogonal(a, b)
	assert.MustEqual(t, ok, naiveOrthogonal(a, b), "Orthogonal(%v, %v)", rowsOf(a), rowsOf(b))
	x, y := clash[0], clash[1]
	if !ok && (x == y || a.at(x.Row, x.Column) != a.at(y.Row, y.Column) || b.at(x.Row, x.Column) != b.at(y.Row, y.Column)) {
		t.Fatalf("Orthogonal(%v, %v): cells %v are no witness", rowsOf(a), rowsOf(b), clash)
	}
}

// allLatinSquares lists every Latin square of a side, by backtracking.
func allLatinSquares(side int) []*LatinSquare {
	var squares []*LatinSquare
	rows := make([][]int, side)
	for r := range rows {
		rows[r] = make([]int, side)
	}
	var fill func(cell int)
	fill = func(cell int) {
		if cell == side*side {
			square, err := NewLatinSquare(rows)
			if err != nil {
				panic(err)
			}
			squares = append(squares, square)
			return
		}
		r, c := cell/side, cell%side
	symbols:
		for symbol := range side {
			for i := range c {
				if rows[r][i] == symbol {
					continue symbols
				}
			}
			for i := range r {
				if rows[i][c] == symbol {
					continue symbols
				}
			}
			rows[r][c] = symbol
			fill(cell + 1)
		}
	}
	fill(0)
	return squares
}

func TestOrthogonalExhaustively(t *testing.T) {
	for side, want := range []int{1: 1, 2: 2, 3: 12, 4: 576} {
		if side == 0 {
			continue
		}
		squares := allLatinSquares(side)
		assert.MustEqual(t, len(squares), want, "Latin squares of side %d", side)
		some := squares[:min(len(squares), 24)]
		for _, a := range some {
			for _, b := range squares {
				checkOrthogonal(t, a, b)
			}
		}
	}
}

func TestMOLS(t *testing.T) {
	most := assert.Sized(17, 30)
	// One less than the least prime-power component of the side, and at least 1.
	counts := []int{1: 1, 2: 1, 3: 2, 4: 3, 5: 4, 6: 1, 7: 6, 8: 7, 9: 8, 10: 1, 11: 10, 12: 2, 13: 12, 14: 1, 15: 2,
		16: 15, 17: 16, 18: 1, 19: 18, 20: 3, 21: 2, 22: 1, 23: 22, 24: 2, 25: 24, 26: 1, 27: 26, 28: 3, 29: 28, 30: 1}
	for side := 1; side <= most; side++ {
		squares := mols(t, side)
		if len(squares) != counts[side] || MOLSCount(side) != counts[side] {
			t.Errorf("side %d: %d squares, MOLSCount %d, want %d", side, len(squares), MOLSCount(side), counts[side])
		}
		for i, a := range squares {
			if _, err := NewLatinSquare(rowsOf(a)); err != nil || a.Side() != side {
				t.Fatalf("side %d: square %d of side %d: %v", side, i, a.Side(), err)
			}
			for j, b := range squares[:i] {
				if !naiveOrthogonal(b, a) {
					t.Errorf("side %d: squares %d and %d are not orthogonal", side, j, i)
				}
				checkOrthogonal(t, b, a)
			}
		}
	}
	for side, want := range map[int]int{45: 4, 60: 2, 63: 6, 100: 3, 1 << 14: 1<<14 - 1, 12345 * 2: 1} {
		assert.Equal(t, MOLSCount(side), want, "MOLSCount(%d)", side)
	}
}

// Fewer squares than all are the first of all, and a square of prime side 1 is the cyclic one.
func TestMOLSPrefix(t *testing.T) {
	for _, side := range []int{4, 7, 9, 12, 15, 20} {
		all := mols(t, side)
		for count := 1; count <= len(all); count++ {
			for k, square := range must(firstMOLS(t.Context(), side, count)) {
				assert.Slice(t, square.cells, all[k].cells, "side %d: square %d of %d differs from that of all", side, k, count)
			}
		}
	}
	for _, p := range []int{2, 3, 5, 7, 11} {
		assert.Slice(t, mols(t, p)[0].cells, cyclicSquare(p).cells, "side %d: the first square is not cyclic", p)
	}
}

// MacNeish's theorem on squares that are not this package's own: random isotopes of orthogonal
// sets.
func TestMacNeish(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	for _, sides := range [][2]int{{3, 4}, {4, 3}, {3, 3}, {5, 4}, {2, 5}, {1, 7}, {7, 1}} {
		a, b := isotopes(t, rng, mols(t, sides[0])), isotopes(t, rng, mols(t, sides[1]))
		squares := must(macNeish(t.Context(), a, b))
		assert.Equal(t, len(squares), min(len(a), len(b)), "sides %v: squares", sides)
		for i, s := range squares {
			if _, err := NewLatinSquare(rowsOf(s)); err != nil || s.Side() != sides[0]*sides[1] {
				t.Errorf("sides %v: square %d: %v", sides, i, err)
			}
			for j, r := range squares[:i] {
				if !naiveOrthogonal(r, s) {
					t.Errorf("sides %v: squares %d and %d are not orthogonal", sides, j, i)
				}
			}
			for r := range s.Side() {
				for c := range s.Side() {
					t2 := sides[1]
					assert.MustEqual(t, a[i].at(r/t2, c/t2)*t2+b[i].at(r%t2, c%t2), s.at(r, c), "sides %v: square %d in row %d, column %d", sides, i, r, c)
				}
			}
		}
	}
	if got := must(macNeish(t.Context(), nil, mols(t, 3))); got != nil {
		t.Errorf("the product with no squares is %v", got)
	}
}

// isotopes renames rows and columns alike in all squares and symbols in each, which keeps
// orthogonality.
func isotopes(t *testing.T, rng *rand.Rand, squares []*LatinSquare) []*LatinSquare {
	t.Helper()
	side := squares[0].Side()
	rows, columns := rng.Perm(side), rng.Perm(side)
	images := make([]*LatinSquare, len(squares))
	for k, square := range squares {
		symbols := rng.Perm(side)
		cells := make([][]int, side)
		for r := range cells {
			cells[r] = make([]int, side)
			for c := range side {
				cells[r][c] = symbols[square.at(rows[r], columns[c])]
			}
		}
		images[k] = assert.Got(NewLatinSquare(cells))(t)
	}
	return images
}

// A square with an orthogonal mate has a transversal (the cells of one symbol of the mate), and
// cyclic squares of even side have none.
func TestCyclicSquareHasATransversalForOddSidesOnly(t *testing.T) {
	for side := 1; side <= 8; side++ {
		assert.Equal(t, hasTransversal(cyclicSquare(side)), (side%2 == 1), "side %d: transversal", side)
	}
	// For odd sides the square (r, c) -> c + r is a mate.
	for side := 1; side <= 15; side += 2 {
		rows := make([][]int, side)
		for r := range rows {
			for c := range side {
				rows[r] = append(rows[r], (c+r)%side)
			}
		}
		mate := assert.Got(NewLatinSquare(rows))(t)
		if clash, ok := Orthogonal(cyclicSquare(side), mate); !ok {
			t.Errorf("side %d: clash %v", side, clash)
		}
	}
}

// hasTransversal looks for one cell in each row, in different columns and with different symbols.
func hasTransversal(s *LatinSquare) bool {
	var place func(r, columns, symbols int) bool
	place = func(r, columns, symbols int) bool {
		if r == s.Side() {
			return true
		}
		for c := range s.Side() {
			symbol := s.at(r, c)
			if columns>>c&1 == 0 && symbols>>symbol&1 == 0 && place(r+1, columns|1<<c, symbols|1<<symbol) {
				return true
			}
		}
		return false
	}
	return place(0, 0, 0)
}

func TestNewLatinSquareErrors(t *testing.T) {
	for _, test := range []struct {
		rows [][]int
		want string
	}{
		{nil, "planes: Latin square: has no rows"},
		{[][]int{{0, 1}, {1}}, "planes: Latin square: row 1 (counted from 0) has 1 cells, want 2"},
		{[][]int{{0, 1}, {1, 2}}, "planes: Latin square: row 1 (counted from 0) has symbol 2 in column 1, outside 0..1"},
		{[][]int{{0, -1}, {1, 0}}, "planes: Latin square: row 0 (counted from 0) has symbol -1 in column 1, outside 0..1"},
	} {
		_, err := NewLatinSquare(test.rows)
		if err == nil || err.Error() != test.want {
			t.Errorf("got %v, want %s", err, test.want)
		}
	}
	for _, test := range []struct {
		rows [][]int
		want string
	}{
		{[][]int{{0, 1, 2}, {1, 0, 1}, {2, 1, 0}}, "symbol 1 is in row 1, column 0 and in row 1, column 2"},
		{[][]int{{0, 1, 2}, {1, 2, 0}, {2, 1, 0}}, "symbol 1 is in row 0, column 1 and in row 2, column 1"},
	} {
		_, err := NewLatinSquare(test.rows)
		assert.Fails(t, err, test.want, "%v: got", test.rows)
	}
	_, err := NewLatinSquare([][]int{{0, 1}, {0, 1}})
	const want = "planes: Latin square: symbol 0 is in row 0, column 0 and in row 1, column 0 (counted from 0)"
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// Every 3 x 3 array of the symbols 0..2: accepted iff each row and each column is a permutation.
func TestNewLatinSquareExhaustively(t *testing.T) {
	accepted := 0
	for code := range 19683 {
		rows := make([][]int, 3)
		digits := code
		for r := range rows {
			for range 3 {
				rows[r] = append(rows[r], digits%3)
				digits /= 3
			}
		}
		if _, err := NewLatinSquare(rows); err == nil {
			accepted++
		}
	}
	assert.Equal(t, accepted, 12, "arrays accepted")
}

func TestLatinPanics(t *testing.T) {
	s := cyclicSquare(3)
	assert.Panics(t, "Row(3)", func() { s.Row(3) })
	assert.Panics(t, "Orthogonal of two sides", func() { Orthogonal(s, cyclicSquare(4)) })
	assert.Panics(t, "MacNeish of mixed sides", func() { macNeish(t.Context(), []*LatinSquare{s, cyclicSquare(4)}, mols(t, 3)) })
	assert.Panics(t, "MacNeish beyond MaxSide", func() {
		macNeish(t.Context(), []*LatinSquare{cyclicSquare(130)}, []*LatinSquare{cyclicSquare(130)})
	})
	for _, side := range []int{0, -1, MaxSide + 1} {
		assert.Panics(t, fmt.Sprintf("cyclicSquare(%d)", side), func() { cyclicSquare(side) })
	}
	assert.Panics(t, "MOLSCount(0)", func() { MOLSCount(0) })
}

// must returns a value that was made without an error.
func must[T any](made T, err error) T {
	if err != nil {
		panic(err)
	}
	return made
}

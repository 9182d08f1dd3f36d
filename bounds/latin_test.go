package bounds

import (
	"testing"

	"coterie/internal/check/assert"
)

// latinSquares calls yield with every Latin square of side s whose first row is 0, 1, .., and,
// if reduced is set, whose first column is too; row by row, valid during the call only.
func latinSquares(s int, reduced bool, yield func(square []int)) {
	square := make([]int, s*s)
	var fill func(cell int)
	fill = func(cell int) {
		if cell == s*s {
			yield(square)
			return
		}
		row, column := cell/s, cell%s
	symbols:
		for symbol := range s {
			if row == 0 && symbol != column || reduced && column == 0 && symbol != row {
				continue
			}
			for c := range column {
				if square[row*s+c] == symbol {
					continue symbols
				}
			}
			for r := range row {
				if square[r*s+column] == symbol {
					continue symbols
				}
			}
			square[cell] = symbol
			fill(cell + 1)
		}
	}
	fill(0)
}

func orthogonal(s int, a, b []int) bool {
	seen := make([]bool, s*s)
	for cell := range a {
		pair := a[cell]*s + b[cell]
		if seen[pair] {
			return false
		}
		seen[pair] = true
	}
	return true
}

// TestMOLSBySearch finds N(s) for s ≤ 4 by exhaustive search: the first rows may be taken to be
// 0, 1, .., since renaming symbols keeps orthogonality.
func TestMOLSBySearch(t *testing.T) {
	for s := 2; s <= 4; s++ {
		var squares [][]int
		latinSquares(s, false, func(square []int) { squares = append(squares, append([]int(nil), square...)) })
		best := 0
		var extend func(from int, chosen [][]int)
		extend = func(from int, chosen [][]int) {
			best = max(best, len(chosen))
		next:
			for i := from; i < len(squares); i++ {
				for _, square := range chosen {
					if !orthogonal(s, square, squares[i]) {
						continue next
					}
				}
				extend(i+1, append(chosen, squares[i]))
			}
		}
		extend(0, nil)
		if bound := MOLS(s); bound.Lower != best || bound.Upper != best {
			t.Errorf("N(%d) = %d by search, bounds %d and %d", s, best, bound.Lower, bound.Upper)
		}
	}
}

// TestTarry proves N(6) = 1 by exhaustion. A Latin square has an orthogonal mate exactly when
// its cells fall into disjoint transversals (the cells of each symbol of the mate), and permuting
// rows, columns and symbols does not change that, so it is enough to try the 9408 reduced squares.
func TestTarry(t *testing.T) {
	mates := func(s int) (squares, withMate int) {
		latinSquares(s, true, func(square []int) {
			squares++
			if hasMate(s, square) {
				withMate++
			}
		})
		return squares, withMate
	}
	if squares, withMate := mates(6); squares != 9408 || withMate != 0 {
		t.Errorf("side 6: %d reduced squares, %d with an orthogonal mate", squares, withMate)
	}
	// The same search does find mates if there are any.
	if squares, withMate := mates(5); squares != 56 || withMate == 0 {
		t.Errorf("side 5: %d reduced squares, %d with an orthogonal mate", squares, withMate)
	}
	if bound := MOLS(6); bound.Lower != 1 || bound.Upper != 1 {
		t.Errorf("MOLS(6) = %+v", bound)
	}
}

// hasMate reports whether the cells of a Latin square fall into s disjoint transversals.
func hasMate(s int, square []int) bool {
	// A transversal as a set of cells, by its cell in row 0.
	transversals := make([][]uint64, s)
	var choose func(row int, columns, symbols uint32, cells uint64, first int)
	choose = func(row int, columns, symbols uint32, cells uint64, first int) {
		if row == s {
			transversals[first] = append(transversals[first], cells)
			return
		}
		for column := range s {
			symbol := square[row*s+column]
			if columns>>column&1 == 1 || symbols>>symbol&1 == 1 {
				continue
			}
			if row == 0 {
				first = column
			}
			choose(row+1, columns|1<<column, symbols|1<<symbol, cells|1<<(row*s+column), first)
		}
	}
	choose(0, 0, 0, 0, 0)
	var cover func(first int, used uint64) bool
	cover = func(first int, used uint64) bool {
		if first == s {
			return true
		}
		for _, cells := range transversals[first] {
			if used&cells == 0 && cover(first+1, used|cells) {
				return true
			}
		}
		return false
	}
	return cover(0, 0)
}

// TestMOLSTable checks the closed forms on known values and for consistency on a range.
func TestMOLSTable(t *testing.T) {
	for _, known := range []struct{ s, lower, upper int }{
		{2, 1, 1}, {3, 2, 2}, {4, 3, 3}, {5, 4, 4}, {6, 1, 1}, {7, 6, 6}, {8, 7, 7}, {9, 8, 8},
		{10, 2, 6}, {12, 2, 11}, {14, 2, 10}, {15, 2, 14}, {20, 3, 19}, {35, 4, 34}, {63, 6, 62}, {72, 7, 71},
	} {
		if got := MOLS(known.s); got.Lower != known.lower || got.Upper != known.upper {
			t.Errorf("MOLS(%d) = %+v, want %d..%d", known.s, got, known.lower, known.upper)
		}
	}
	for s := 2; s <= 3000; s++ {
		squares, net := MOLS(s), NetGroups(s)
		if squares.Lower < 1 || squares.Lower > squares.Upper || squares.Upper > s-1 {
			t.Fatalf("MOLS(%d) = %+v", s, squares)
		}
		plane := PlaneOrder(s)
		assert.MustEqual(t, (squares.Lower == s-1), plane.Exists(), "MOLS(%d) = %+v, but the plane: %v", s, squares, plane.Status)
		assert.MustEqual(t, (squares.Upper < s-1), plane.Excluded(), "MOLS(%d) = %+v, but the plane: %v", s, squares, plane.Status)
		if net.Lower != squares.Lower+2 || net.Upper != squares.Upper+2 {
			t.Fatalf("NetGroups(%d) = %+v", s, net)
		}
		// Bruck's polynomial, in floating point: s-1-d squares are excluded for p(d-1) < s only.
		if d := s - 1 - squares.Upper; plane.Excluded() && s != 6 {
			p := func(x float64) float64 { return x*x*x*x/2 + x*x*x + x*x + 1.5*x }
			if p(float64(d-1)) < float64(s) || p(float64(d-2)) >= float64(s) {
				t.Fatalf("MOLS(%d): deficiency %d", s, d)
			}
		}
	}
	for _, c := range []struct{ n, m, want int }{
		{36, 3, 6}, {36, 4, 5}, {36, 2, 6}, {100, 8, 10}, {100, 9, 9}, {16, 5, 4}, {16, 6, 3}, {37, 4, 6}, {1, 7, 1}, {7, 1, 7}, {7, 2, 2},
	} {
		assert.Equal(t, NetDegree(c.n, c.m), c.want, "NetDegree(%d,%d)", c.n, c.m)
	}
}

package sat

import (
	"coterie/internal/check/assert"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// lexCompare compares two sequences of literals under the bits of x, true before false: 1
// if a is the greater one.
func lexCompare(a, b []int, x int) int {
	for i := range a {
		switch p, q := satisfies(x, a[i:i+1]), satisfies(x, b[i:i+1]); {
		case p && !q:
			return 1
		case q && !p:
			return -1
		}
	}
	return 0
}

func TestLex(t *testing.T) {
	for n := range 5 {
		for _, negative := range []int{0, 0b01100110 & (1<<(2*n) - 1)} {
			atLeast, lits := fresh(2*n, negative)
			a, b := lits[:n], lits[n:]
			greater := atLeast.Clone()
			LexAtLeast(atLeast, a, b)
			LexGreater(greater, a, b)
			hasExactly(t, atLeast, 2*n, false, func(x int) bool { return lexCompare(a, b, x) >= 0 })
			hasExactly(t, greater, 2*n, false, func(x int) bool { return lexCompare(a, b, x) > 0 })
			if n > 0 && negative == 0 {
				propagatesAll(t, atLeast, 2*n, func(x int) bool { return lexCompare(a, b, x) >= 0 })
				propagatesAll(t, greater, 2*n, func(x int) bool { return lexCompare(a, b, x) > 0 })
			}
			if n > 0 && (atLeast.Variables() != 3*n-1 || atLeast.Len() != 3*n-2 || greater.Variables() != 3*n-1 || greater.Len() != 3*n-1) {
				t.Errorf("length %d: %d variables, %d clauses; strict: %d, %d", n,
					atLeast.Variables(), atLeast.Len(), greater.Variables(), greater.Len())
			}
		}
	}
}

// TestLexOfSharedLiterals: sequences of literals over a few variables.
func TestLexOfSharedLiterals(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 0))
	for range 300 {
		vars, n := 1+r.IntN(4), r.IntN(6)
		c, _ := fresh(vars, 0)
		var a, b []int
		for range n {
			a = append(a, (1+r.IntN(vars))*(1-2*r.IntN(2)))
			b = append(b, (1+r.IntN(vars))*(1-2*r.IntN(2)))
		}
		t.Run(fmt.Sprint(a, b), func(t *testing.T) {
			d := c.Clone()
			LexAtLeast(c, a, b)
			LexGreater(d, a, b)
			hasExactly(t, c, vars, false, func(x int) bool { return lexCompare(a, b, x) >= 0 })
			hasExactly(t, d, vars, false, func(x int) bool { return lexCompare(a, b, x) > 0 })
		})
	}
}

func TestTransposed(t *testing.T) {
	got := Transposed([][]int{{1, 2, 3}, {4, 5, 6}})
	if fmt.Sprint(got) != "[[1 4] [2 5] [3 6]]" || fmt.Sprint(Transposed(got)) != "[[1 2 3] [4 5 6]]" || Transposed(nil) != nil {
		t.Error(got)
	}
}

// permutations lists the orders of 0..n-1.
func permutations(n int) [][]int {
	if n == 0 {
		return [][]int{nil}
	}
	var list [][]int
	for _, p := range permutations(n - 1) {
		for i := range n {
			list = append(list, slices.Insert(slices.Clone(p), i, n-1))
		}
	}
	return list
}

// TestDoubleLex: every orbit of matrices under the orders of their rows and columns keeps a
// matrix whose rows and columns are sorted, and not all matrices have that.
func TestDoubleLex(t *testing.T) {
	for _, size := range [][2]int{{1, 1}, {1, 4}, {4, 1}, {2, 2}, {2, 3}, {2, 5}, {3, 3}, {3, 4}} {
		rows, columns := size[0], size[1]
		c, lits := fresh(rows*columns, 0)
		var matrix [][]int
		for i := range rows {
			matrix = append(matrix, lits[i*columns:(i+1)*columns])
		}
		LexSorted(c, matrix)
		LexSorted(c, Transposed(matrix))
		kept := map[int]bool{}
		for model := range assert.Each(t, c.Models(t.Context(), 1<<(rows*columns), lits...)) {
			x := 0
			for i, value := range model {
				if value {
					x |= 1 << i
				}
			}
			kept[x] = true
			for _, lines := range [][][]int{matrix, Transposed(matrix)} {
				for i := 1; i < len(lines); i++ {
					if lexCompare(lines[i-1], lines[i], x) < 0 {
						t.Fatalf("%dx%d: %b is not descending", rows, columns, x)
					}
				}
			}
		}
		var symmetries [][]int // cell -> cell
		for _, p := range permutations(rows) {
			for _, q := range permutations(columns) {
				var to []int
				for i := range rows {
					for j := range columns {
						to = append(to, p[i]*columns+q[j])
					}
				}
				symmetries = append(symmetries, to)
			}
		}
		seen := make([]bool, 1<<(rows*columns))
		orbits := 0
		for x := range seen {
			if seen[x] {
				continue
			}
			orbits++
			survivors := map[int]bool{}
			for _, to := range symmetries {
				y := 0
				for i, cell := range to {
					y |= x >> i & 1 << cell
				}
				seen[y] = true
				if kept[y] {
					survivors[y] = true
				}
			}
			if len(survivors) == 0 {
				t.Fatalf("%dx%d: the orbit of %b is lost", rows, columns, x)
			}
		}
		if len(kept) < orbits || rows*columns > 1 && len(kept) == len(seen) {
			t.Errorf("%dx%d: %d matrices are kept of %d orbits, %d matrices", rows, columns, len(kept), orbits, len(seen))
		}
		t.Logf("%dx%d: %d matrices, %d orbits, %d kept", rows, columns, len(seen), orbits, len(kept))
	}
}

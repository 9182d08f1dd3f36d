package measure

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"coterie/quorum"
)

// GridLiveSets counts the live sets of the full grid of the given rows and columns, both at least
// 1, whose quorums are the unions of a row and a column (Maekawa 1985, Method 2): a set is live iff
// it contains a whole row and a whole column.
//
// Cost: about n²/4 operations on numbers of n bits for n = rows·columns; n = 2500 takes less than
// half a second. It panics if rows or columns are below 1.
//
// Proof: docs/theorems/grid-live-sets.md.
func GridLiveSets(rows, columns int) LiveSets {
	checkGrid(rows, columns)
	counts, _ := gridCounts(context.Background(), rows, columns)
	return LiveSets{Counts: counts, Method: gridMethod}
}

func gridCounts(ctx context.Context, rows, columns int) ([]*big.Int, error) {
	n := rows * columns
	counts := make([]*big.Int, n+1)
	for s := range counts {
		counts[s] = new(big.Int)
	}
	// Terms with the same number of free nodes and of named nodes share it: named + free = n, so
	// they are summed by the number named before binomials of the free ones are multiplied in.
	term := new(big.Int)
	for named, c := range gridTerms(rows, columns) {
		if c.Sign() == 0 {
			continue
		}
		if ctx.Err() != nil {
			return nil, ended(ctx)
		}
		free := n - named
		choose := big.NewInt(1)
		for k := 0; k <= free; k++ {
			counts[named+k].Add(counts[named+k], term.Mul(c, choose))
			choose.Mul(choose, term.SetInt64(int64(free-k)))
			choose.Quo(choose, term.SetInt64(int64(k+1)))
		}
	}
	return counts, nil
}

const gridMethod = "inclusion-exclusion over rows and columns"

// GridAvailability returns the probability that the survivors contain a whole row and a whole
// column when each node crashes with probability p: Σ_e c_e·(1-p)^e, where c_e is the sum of
// (-1)^(i+j) (rows choose i)(columns choose j) over i, j >= 1 with e = i·columns + j·rows - i·j.
// The result is exact whatever cancels in the sum, so its nearest float64 has full precision. Cost:
// n operations on numbers of n·log(denominator) bits; 100 × 100 takes milliseconds. It panics if
// rows or columns are below 1 or p is out of 0..1.
//
// Proof: docs/theorems/grid-live-sets.md.
func GridAvailability(rows, columns int, p *big.Rat) *big.Rat {
	checkGrid(rows, columns)
	if p.Sign() < 0 || p.Cmp(big.NewRat(1, 1)) > 0 {
		panic(fmt.Sprintf("measure: GridAvailability: p = %s is out of 0..1", p.RatString()))
	}
	n := rows * columns
	alive := new(big.Int).Sub(p.Denom(), p.Num())
	return new(big.Rat).SetFrac(homogeneous(gridTerms(rows, columns), alive, p.Denom()),
		new(big.Int).Exp(p.Denom(), big.NewInt(int64(n)), nil))
}

// gridTerms returns, for each e in 0..n, Σ (-1)^(i+j) (rows choose i)(columns choose j) over i, j
// >= 1 with i·columns + j·rows - i·j = e.
func gridTerms(rows, columns int) []*big.Int {
	c := make([]*big.Int, rows*columns+1)
	for e := range c {
		c[e] = new(big.Int)
	}
	term := new(big.Int)
	down := big.NewInt(1)
	for i := 1; i <= rows; i++ {
		down.Mul(down, big.NewInt(int64(i-rows-1))) // (-1)^i (rows choose i)
		down.Quo(down, big.NewInt(int64(i)))
		across := big.NewInt(1)
		for j := 1; j <= columns; j++ {
			across.Mul(across, big.NewInt(int64(j-columns-1)))
			across.Quo(across, big.NewInt(int64(j)))
			e := i*columns + j*rows - i*j
			c[e].Add(c[e], term.Mul(down, across))
		}
	}
	return c
}

func checkGrid(rows, columns int) {
	if rows < 1 || columns < 1 {
		panic(fmt.Sprintf("measure: no grid of %d rows and %d columns", rows, columns))
	}
}

// recogniseGrid reports whether the quorums of f are, in any order and with any names of the nodes,
// those of a full grid of at least three rows and three columns that uses all nodes, each once.
// The answer is verified on the list, whatever led to it. Cost O(incidences).
//
// In such a grid the quorums through two nodes are w for two nodes of a row, h for two of a
// column and 2 for others, so the line-mates of node 0 are those with more than 2.
func recogniseGrid(f quorum.Family) (rows, columns int, ok bool) {
	n := f.N()
	if f.Len() != n || f.Incidences()%n != 0 {
		return 0, 0, false
	}
	size := f.Incidences() / n // h + w - 1, with hw = n
	least, greatest := f.Sizes()
	if least != size || greatest != size {
		return 0, 0, false
	}
	for rows = 3; rows*rows <= n && (n%rows != 0 || rows+n/rows-1 != size); rows++ {
	}
	if rows*rows > n || n%rows != 0 {
		return 0, 0, false
	}
	columns = n / rows

	together := func(v int32) []int32 { // for each node, the quorums with v and it
		count := make([]int32, n)
		for _, q := range f.All() {
			if slices.Contains(q, v) {
				for _, u := range q {
					count[u]++
				}
			}
		}
		return count
	}
	mates := together(0)
	var first int32 = -1
	for v := int32(1); int(v) < n && first < 0; v++ {
		if mates[v] > 2 && (rows == columns || mates[v] == int32(columns)) {
			first = v // shares a row with node 0; if the grid is square, call its line a row
		}
	}
	if first < 0 {
		return 0, 0, false
	}
	same := together(first)
	row, column := make([]int32, 0, columns), make([]int32, 0, rows)
	row, column = append(row, 0), append(column, 0)
	for v := int32(1); int(v) < n; v++ {
		switch {
		case mates[v] <= 2:
		case v == first || same[v] > 2:
			row = append(row, v)
		default:
			column = append(column, v)
		}
	}
	if len(row) != columns || len(column) != rows {
		return 0, 0, false
	}
	// The mates of column[r] are row r and column 0, and those of row[c] are column c and row 0.
	at := make([][2]int32, n)
	for v := range at {
		at[v] = [2]int32{-1, -1}
	}
	place := func(axis int, line, zeroth []int32) {
		in := make([]bool, n)
		for _, v := range line {
			in[v] = true
		}
		for _, v := range zeroth {
			at[v][axis] = 0
		}
		for x, v := range line[1:] {
			for u, k := range together(v) {
				if k > 2 && !in[u] || int32(u) == v {
					at[u][axis] = int32(x + 1)
				}
			}
		}
	}
	place(0, column, row)
	place(1, row, column)
	return rows, columns, isGrid(f, at, rows, columns)
}

// isGrid reports whether at gives every node another place in the grid, and every quorum is a row
// and a column of it, another pair for each.
func isGrid(f quorum.Family, at [][2]int32, rows, columns int) bool {
	taken := make([]bool, rows*columns)
	for _, x := range at {
		if x[0] < 0 || x[1] < 0 || taken[int(x[0])*columns+int(x[1])] {
			return false
		}
		taken[int(x[0])*columns+int(x[1])] = true
	}
	clear(taken)
	inRow, inColumn := make([]int, rows), make([]int, columns)
	for _, q := range f.All() {
		clear(inRow)
		clear(inColumn)
		for _, v := range q {
			inRow[at[v][0]]++
			inColumn[at[v][1]]++
		}
		r, c := slices.Index(inRow, columns), slices.Index(inColumn, rows)
		if r < 0 || c < 0 || taken[r*columns+c] {
			return false
		}
		taken[r*columns+c] = true
	}
	return true
}

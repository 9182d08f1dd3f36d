package live

import (
	"slices"

	"coterie/quorum"
)

// Grid reports whether the quorums of f are, in any order and with any names of the nodes,
// those of a full grid of at least three rows and three columns that uses all nodes, each once.
// The answer is verified on the list. Cost O(incidences).
//
// In such a grid the quorums through two nodes are w for two nodes of a row, h for two of a
// column and 2 for others, so the line-mates of node 0 are those with more than 2.
func Grid(f quorum.Family) (rows, columns int, ok bool) {
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
	// The mates of column[r] outside the column are in row r, and those of row[c] are in column c.
	at := slices.Repeat([][2]int32{{-1, -1}}, n)
	for axis, line := range [2][]int32{column, row} {
		for x, v := range line {
			for u, k := range together(v) {
				if k > 2 && !slices.Contains(line, int32(u)) || int32(u) == v {
					at[u][axis] = int32(x)
				}
			}
		}
	}
	return rows, columns, IsGrid(f, at, rows, columns)
}

// IsGrid reports whether at gives every node another place in the grid, and every quorum is a row
// and a column of it, another pair for each.
func IsGrid(f quorum.Family, at [][2]int32, rows, columns int) bool {
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
		if r < 0 || c < 0 || taken[r*columns+c] || len(q) != rows+columns-1 {
			return false
		}
		taken[r*columns+c] = true
	}
	return true
}

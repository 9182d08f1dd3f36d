package construct

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"coterie/internal/check/assert"
	"coterie/quorum"
)

// figure7 is the figure of the paper, numbered from 1 as there.
type figure7 struct {
	Grids []struct {
		Q       int
		Quorums [][]int
	}
	Text []struct {
		Q, Site      int
		Cell         [2]int
		Path, Quorum []int
	}
	Cells []struct {
		Q, Site int
		Cell    [2]int
	}
	Figure4 [][]int `json:"figure_4"`
}

func readFigure7(t *testing.T) figure7 {
	t.Helper()
	data := assert.Got(os.ReadFile("../experiments/papers/billiard-figure-7.json"))(t)
	var f figure7
	assert.OK(t, json.Unmarshal(data, &f))
	return f
}

func from1(list []int) []int {
	shifted := make([]int, len(list))
	for i, v := range list {
		shifted[i] = v - 1
	}
	return shifted
}

// TestBilliardFigure7 compares every printed set with procedure generate: they all agree.
func TestBilliardFigure7(t *testing.T) {
	figure := readFigure7(t)
	sets := 0
	for _, grid := range figure.Grids {
		s := assert.Got(quorum.As[*quorum.System](Billiard(grid.Q)))(t)
		assert.Equal(t, s.Family().Len(), len(grid.Quorums), "q = %d: sets", grid.Q)
		for site, printed := range grid.Quorums {
			sets++
			if got := s.Family().Set(site).Nodes(); !slices.Equal(got, from1(printed)) {
				t.Errorf("q = %d: S_%d = %v, printed %v", grid.Q, site+1, quorum.SetOf(got...), printed)
			}
		}
	}
	assert.Equal(t, sets, 4+12+24, "sets in the file")
	for _, example := range figure.Text {
		path := BilliardPath(example.Q, example.Site-1)
		if !slices.Equal(path, from1(example.Path)) {
			t.Errorf("q = %d: path of site %d is %v (from 0), printed %v", example.Q, example.Site, path, example.Path)
		}
		slices.Sort(path)
		if !slices.Equal(path, from1(example.Quorum)) {
			t.Errorf("q = %d: S_%d = %v (from 0), printed %v", example.Q, example.Site, path, example.Quorum)
		}
	}
	assert.Equal(t, len(figure.Text), 2, "sets of the text in the file")
}

// TestBilliardCells judges Proposition 2: the examples that the paper gives, all of Figure 4, and
// that the two maps are inverse and number the cells row by row.
func TestBilliardCells(t *testing.T) {
	figure := readFigure7(t)
	for _, c := range figure.Cells {
		row, column := BilliardCell(c.Q, c.Site-1)
		if row != c.Cell[0]-1 || column != c.Cell[1]-1 {
			t.Errorf("q = %d: site %d is in cell (%d,%d) from 0, printed %v from 1", c.Q, c.Site, row, column, c.Cell)
		}
	}
	for row, cells := range figure.Figure4 {
		for column, site := range cells {
			if site > 0 && BilliardSite(9, row, column) != site-1 {
				t.Errorf("Figure 4: cell (%d,%d) from 0 has site %d, printed %d", row, column, BilliardSite(9, row, column), site)
			}
		}
	}
	for q := 3; q <= 41; q += 2 {
		next := 0
		for row := range q {
			for column := range q {
				if (row+column)%2 == 0 {
					continue
				}
				assert.MustEqual(t, BilliardSite(q, row, column), next, "q = %d: cell (%d,%d) has site", q, row, column)
				if i, j := BilliardCell(q, next); i != row || j != column {
					t.Fatalf("q = %d: site %d is in cell (%d,%d), want (%d,%d)", q, next, i, j, row, column)
				}
				next++
			}
		}
		assert.Equal(t, next, (q*q-1)/2, "q = %d: cells", q)
	}
}

// geometricPath walks the modified grid as section 3 and Figure 5 describe it, knowing nothing of
// site numbers: from the side to the cell, a right-angle turn there, on to the antidiagonal that
// is the mirror image of the cell's, and a turn back.
func geometricPath(q, row, column int) [][2]int {
	type move struct{ row, column int }
	northEast, southEast, northWest := move{-1, 1}, move{1, 1}, move{-1, -1}

	at := [2]int{row, column}
	back := 0
	for at[1] > 0 && at[0] < q-1 { // back to the left or the bottom side
		at[0]++
		at[1]--
		back++
	}
	path := [][2]int{at}
	step := func(m move) {
		at[0] += m.row
		at[1] += m.column
		path = append(path, at)
	}
	for range back {
		step(northEast)
	}
	turn := southEast
	if row+column > q-1 {
		turn = northWest
	}
	for mirror := 2*(q-1) - (row + column); at[0]+at[1] != mirror; {
		step(turn)
	}
	for at[0] > 0 && at[1] < q-1 {
		step(northEast)
	}
	return path
}

func TestBilliardIsGeometric(t *testing.T) {
	for q := 3; q <= 31; q += 2 {
		for site := range (q*q - 1) / 2 {
			row, column := BilliardCell(q, site)
			var want []int
			for _, cell := range geometricPath(q, row, column) {
				want = append(want, BilliardSite(q, cell[0], cell[1]))
			}
			assert.MustSlice(t, BilliardPath(q, site), want, "q = %d, site %d: path", q, site)
			if len(want) != q || !slices.Contains(want, site) {
				t.Fatalf("q = %d, site %d: path %v", q, site, want)
			}
			// It ends where the unbroken path ends: up and right to the wall, then reflected.
			for row > 0 && column < q-1 {
				row, column = row-1, column+1
			}
			sum := row + column
			for sum < q-1 && column < q-1 {
				row, column = row+1, column+1
			}
			for sum > q-1 && row > 0 {
				row, column = row-1, column-1
			}
			assert.MustEqual(t, BilliardSite(q, row, column), want[q-1], "q = %d, site %d: the path ends at, the unbroken one at", q, site)
		}
	}
}

// TestBilliardProperties judges Proposition 1, and the responsibilities that Billiard states, for
// every odd q up to 41.
func TestBilliardProperties(t *testing.T) {
	limit := assert.Sized(21, 41)
	for q := 3; q <= limit; q += 2 {
		s := assert.Got(quorum.As[*quorum.System](Billiard(q)))(t)
		for _, v := range quorum.Check(t.Context(), s, quorum.Options{}).Properties {
			want := quorum.Holds
			if v.Property == quorum.EqualResponsibility && q > 3 {
				want = quorum.Fails
			}
			assert.Equal(t, v.Holds, want, "q = %d: %s: %s", q, v.Property, v.Reason)
		}
		for site, got := range s.Family().Responsibilities() {
			row, column := BilliardCell(q, site)
			i, j := row+1, column+1
			if i+j > q+1 {
				i, j = q+1-i, q+1-j
			}
			assert.MustEqual(t, got, i+j-2+2*min(i, j), "q = %d: site %d is in: sets", q, site)
		}
		// q = ⌈√2·√n⌉: the least q with q² >= 2n.
		if n := s.N(); q*q < 2*n || (q-1)*(q-1) >= 2*n {
			t.Errorf("q = %d, n = %d", q, n)
		}
	}
}

// TestBilliardSetNamesItsSite reads the site off a set of nodes alone, as the proof of uniqueness
// does: a set with one cell in each column is read from left to right, and its site is the first
// cell from which the next one is lower; any other is read from bottom to top, and its site is
// the first cell from which the next one is further left.
func TestBilliardSetNamesItsSite(t *testing.T) {
	for q := 3; q <= 31; q += 2 {
		s := assert.Got(quorum.As[*quorum.System](Billiard(q)))(t)
		starts := 0 // the paths that start at their site
		for site := range s.N() {
			var cells [][2]int
			columns := map[int]bool{}
			for _, node := range s.Family().Set(site).Nodes() {
				row, column := BilliardCell(q, node)
				cells = append(cells, [2]int{row, column})
				columns[column] = true
			}
			turns := func(from, to [2]int) bool { return to[0] > from[0] }
			if len(columns) == q {
				slices.SortFunc(cells, func(a, b [2]int) int { return a[1] - b[1] })
			} else {
				turns = func(from, to [2]int) bool { return to[1] < from[1] }
				slices.SortFunc(cells, func(a, b [2]int) int { return b[0] - a[0] })
			}
			at := 0
			for at+1 < q && !turns(cells[at], cells[at+1]) {
				at++
			}
			if got := BilliardSite(q, cells[at][0], cells[at][1]); got != site || at == q-1 {
				t.Fatalf("q = %d: the set of site %d names %d, cell %d of %v", q, site, got, at, cells)
			}
			if at == 0 {
				starts++
			}
		}
		assert.Equal(t, starts, q-1, "q = %d: paths start at their site", q)
	}
}

// TestBilliardIsDominated checks the remark of section 5: the nodes of one row and of one column
// of the modified grid meet every billiard quorum, and contain none from q = 5 on.
func TestBilliardIsDominated(t *testing.T) {
	for q := 5; q <= 15; q += 2 {
		s := assert.Got(quorum.As[*quorum.System](Billiard(q)))(t)
		for row := range q {
			for column := range q {
				var cross []int
				for site := range s.N() {
					if i, j := BilliardCell(q, site); i == row || j == column {
						cross = append(cross, site)
					}
				}
				set := quorum.SetOf(cross...)
				for i := range s.Family().Len() {
					path := s.Family().Set(i)
					if !path.Intersects(set) || path.SubsetOf(set) {
						t.Fatalf("q = %d: row %d and column %d against %v", q, row, column, path)
					}
				}
			}
		}
	}
}

func TestBilliardPanics(t *testing.T) {
	for what, f := range map[string]func(){
		"even side":   func() { BilliardSite(4, 0, 1) },
		"side 1":      func() { BilliardCell(1, 0) },
		"even cell":   func() { BilliardSite(5, 0, 0) },
		"outside row": func() { BilliardSite(5, 5, 0) },
		"column":      func() { BilliardSite(5, 0, -1) },
		"site":        func() { BilliardCell(5, 12) },
		"path":        func() { BilliardPath(5, -1) },
	} {
		assert.Panics(t, what, f)
	}
}

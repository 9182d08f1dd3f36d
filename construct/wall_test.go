package construct

import (
	"errors"
	"fmt"
	"math/big"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/quorum"
)

// minimalWhere lists, by going through all subsets of n nodes, the minimal ones for which a
// monotone predicate holds.
func minimalWhere(t *testing.T, n int, live func(set uint32) bool) quorum.Family {
	t.Helper()
	return naiveFamily(t, n, func(set uint32) bool {
		if !live(set) {
			return false
		}
		for rest := set; rest != 0; rest &= rest - 1 {
			if live(set &^ (rest & -rest)) {
				return false
			}
		}
		return true
	})
}

// compareFamily compares a listed family with a naive one, whatever their orders.
func compareFamily(t *testing.T, what string, got, want quorum.Family) {
	t.Helper()
	if got.Len() != want.Len() || !got.Minimized().Equal(want.Minimized()) {
		t.Errorf("%s: %d quorums, want %d, or not the same", what, got.Len(), want.Len())
	}
}

// wallIsLive is the definition of a wall: a row is whole, and no row below is without a node.
func wallIsLive(rows []int) func(set uint32) bool {
	return func(set uint32) bool {
		live, start := false, 0
		for _, width := range rows {
			inRow := bits.OnesCount32(set >> start & (1<<width - 1))
			live = live && inRow > 0 || inRow == width
			start += width
		}
		return live
	}
}

// walls yields all widths of walls of at most n nodes.
func walls(n int) [][]int {
	var all [][]int
	var extend func(rows []int, left int)
	extend = func(rows []int, left int) {
		if len(rows) > 0 {
			all = append(all, slices.Clone(rows))
		}
		for width := min(2, len(rows)+1); width <= left; width++ {
			extend(append(rows, width), left-width)
		}
	}
	extend(nil, n)
	return all
}

func TestWallListsAllQuorums(t *testing.T) {
	for _, rows := range append(walls(9), []int{1, 2, 3, 4}, []int{2, 2, 2, 2, 2}, []int{1, 4, 3, 5}, []int{14}, []int{1, 12}) {
		spec := listSetting("wall:rows", rows)
		i := parsed(t, spec.key+"="+spec.value)
		s := compareShape(t, i).(*quorum.System)
		n := s.N()
		compareFamily(t, i.Spec(), s.Family(), minimalWhere(t, n, wallIsLive(rows)))
		assert.Equal(t, isSelfDual(t, s.Family()), (rows[0] == 1), "%s: nondominated is not a first row of one node", i)
		equalEffort, equalResponsibility := true, true
		for r := 1; r < len(rows); r++ {
			equalEffort = equalEffort && rows[r] == rows[r-1]+1
			equalResponsibility = equalResponsibility && rows[r] == 2
		}
		wantVerdicts(t, s, map[quorum.Property]quorum.Truth{
			quorum.Intersection: quorum.Holds, quorum.Minimality: quorum.Holds,
			quorum.EqualEffort: truth(equalEffort), quorum.EqualResponsibility: truth(equalResponsibility),
		})
		if equalEffort && equalResponsibility && len(rows) > 1 && !slices.Equal(rows, []int{1, 2}) {
			t.Errorf("%s has equal effort and responsibility", i)
		}
	}
}

// TestNondominatedWallsAreFibonacci counts them by their duals.
func TestNondominatedWallsAreFibonacci(t *testing.T) {
	count := map[int]int{}
	for _, rows := range walls(11) {
		s := assert.Got(quorum.As[*quorum.System](Wall(rows)))(t)
		if isSelfDual(t, s.Family()) {
			count[s.N()]++
		}
	}
	for n, a, b := 2, 0, 1; n <= 11; n, a, b = n+1, b, a+b {
		assert.Equal(t, count[n], a, "nondominated walls of %d nodes", n)
	}
}

func truth(holds bool) quorum.Truth {
	if holds {
		return quorum.Holds
	}
	return quorum.Fails
}

func TestTrianglesAndWheelsAreWalls(t *testing.T) {
	widths := "1"
	for d := 1; d <= 8; d++ {
		if d > 1 {
			widths += fmt.Sprintf("-%d", d)
		}
		triangle, wall := built(t, fmt.Sprintf("triangle:rows=%d", d)), built(t, "wall:rows="+widths)
		assert.True(t, triangle.(*quorum.System).Family().Equal(wall.(*quorum.System).Family()), "the triangle of %d rows is not the wall", d)
	}
	for n := 3; n <= 40; n++ {
		wheel := built(t, fmt.Sprintf("wheel:n=%d", n)).(*quorum.System).Family()
		wall := built(t, fmt.Sprintf("wall:rows=1-%d", n-1)).(*quorum.System).Family()
		tree := built(t, fmt.Sprintf("tree:height=1,degree=%d", n-1)).(*quorum.System).Family()
		if !wheel.Equal(wall) || !wheel.Equal(tree) {
			t.Errorf("the wheel of %d nodes is not the wall, or not the tree", n)
		}
	}
}

func TestWheelListsAllQuorums(t *testing.T) {
	for n := 3; n <= 14; n++ {
		i := parsed(t, fmt.Sprintf("wheel:n=%d", n))
		s := compareShape(t, i).(*quorum.System)
		rim := uint32(1)<<n - 2
		compareFamily(t, i.Spec(), s.Family(), minimalWhere(t, n, func(set uint32) bool {
			return set&1 == 1 && set&rim != 0 || set&rim == rim
		}))
		assert.True(t, isSelfDual(t, s.Family()), "%s: dominated", i)
		wantVerdicts(t, s, map[quorum.Property]quorum.Truth{
			quorum.Intersection: quorum.Holds, quorum.Minimality: quorum.Holds,
			quorum.EqualEffort: truth(n == 3), quorum.EqualResponsibility: truth(n == 3),
		})
	}
	// Three times as many entries as nodes, though the rim is a quorum of nearly all.
	if s := built(t, "wheel:n=50000").(*quorum.System); s.Family().Incidences() != 3*49_999 {
		t.Errorf("%d entries", s.Family().Incidences())
	}
}

// TestWallOfMany compares figures too large to list with a recursion from the bottom: with a row on
// top, there is one quorum more for each way to take a node in all rows below.
func TestWallOfMany(t *testing.T) {
	rows := []int{7, 2, 9, 30, 5, 5, 11, 2, 8, 64, 3}
	quorums, covers := new(big.Int), bigOf(1)
	for i := len(rows) - 1; i >= 0; i-- {
		quorums.Add(quorums, covers)
		covers = new(big.Int).Mul(covers, bigOf(rows[i]))
	}
	spec := listSetting("wall:rows", rows)
	i := parsed(t, spec.key+"="+spec.value)
	shape, err := i.Shape(t.Context())
	if err != nil || shape.Quorums.Cmp(quorums) != 0 || shape.MinQuorum != 3 || shape.MaxQuorum != 65 {
		t.Errorf("%+v, %v; want %v quorums", shape, err, quorums)
	}
	assert.SameNumber(t, assert.As[*quorum.TooManyError](i.Build(t.Context(), 0))(t).Quorums, quorums)
}

func TestWallRefuses(t *testing.T) {
	for _, c := range []struct {
		rows []int
		says string
	}{
		{nil, "0 rows: want 1..5792 rows"},
		{make([]int, 5793), "5793 rows: want 1..5792 rows"},
		{[]int{0}, "0 in row 1: want 1..16777216 nodes in row 1"},
		{[]int{-1, 2}, "-1 in row 1"},
		{[]int{1, 2, 1}, "1 in row 3: want 2..16777216 nodes in each row but the first (below others, a row of one node would put"},
		{[]int{1, 16777216}, "16777216 in row 2: want at most 16777216 nodes in all rows together"},
		{[]int{2, 3, 1 << 62, 1 << 62, 1 << 62}, "in row 3: want at most"},
	} {
		s, err := quorum.As[*quorum.System](Wall(c.rows))
		var e *ParamError
		if s != nil || !errors.As(err, &e) || e.Key != "rows" || !strings.Contains(err.Error(), c.says) || len(err.Error()) > 250 {
			t.Errorf("%v: %v, %v; want %q", c.rows, s, err, c.says)
		}
	}
	for _, n := range []int{-1, 0, 1, 2, quorum.MaxNodes + 1} {
		assert.Equal(t, assert.Refusal[*ParamError](quorum.As[*quorum.System](Wheel(n)))(t).Legal, "3..16777216", "Wheel(%d)", n)
	}
	rows := []int{1, 2}
	p, err := wallPlan(rows)
	if rows[1] = 5; err != nil || (&Instance{wallFamily(), p}).Spec() != "wall:rows=1-2" {
		t.Errorf("the plan keeps the caller's rows: %v, %v", p.settings, err)
	}
}

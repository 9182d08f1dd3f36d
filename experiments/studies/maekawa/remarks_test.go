package maekawa

import (
	"math"
	"math/big"
	"slices"
	"testing"

	"coterie/experiments/small"
	"coterie/experiments/studytest"
	"coterie/internal/check/assert"
	"coterie/quorum"
)

func TestMaekawaRemarksSmall(t *testing.T) {
	folder := studytest.Small(t, declareRemarks,
		remarksParameters{Nodes: 20, Voters: 6, Votes: 2, Enumerate: 3, Sizes: 100, Planes: 5, Degraded: 11, Sides: 6}, nil)
	studytest.WantRows(t, folder, "method-1.csv", "7,8,43,6,8,330/43,true")
	studytest.WantRows(t, folder, "weighted-voting.csv", "2,8,8,8,2,2,0,3/4")
}

// TestMinimalMajorities: votes that are easy to count by hand.
func TestMinimalMajorities(t *testing.T) {
	for _, c := range []struct {
		votes []int
		want  []uint8
	}{
		{[]int{1, 1, 1}, []uint8{0b011, 0b101, 0b110}},
		{[]int{2, 1, 1, 1}, []uint8{0b0011, 0b0101, 0b1001, 0b1110}},
		{[]int{0, 3}, []uint8{0b10}},
		{[]int{1, 1}, []uint8{0b11}},
	} {
		got := minimalMajorities(c.votes)
		slices.Sort(got)
		assert.Slice(t, got, c.want, "votes %v", c.votes)
	}
}

// TestFullAssignments: the Fano planes on 7 points number 30, and each has 24 ways to give its
// lines to its points.
func TestFullAssignments(t *testing.T) {
	families, all, ways := map[string]int{}, 0, 0
	for sets := range fullAssignments(7, 3) {
		families[small.Groups{slices.Sorted(slices.Values(sets))}.String()]++
		all++
	}
	for _, n := range families {
		ways = n
		break
	}
	if len(families) != 30 || all != 30*ways {
		t.Errorf("%d assignments of %d families", all, len(families))
	}
	triangles := 0
	for range fullAssignments(3, 2) {
		triangles++
	}
	assert.Equal(t, triangles, 2, "the triangle can be given to its corners in: ways")
}

func TestMostMeeting(t *testing.T) {
	for _, c := range []struct{ k, d, want int }{{1, 4, 4}, {2, 2, 3}, {2, 3, 4}, {3, 1, 1}, {3, 2, 4}, {3, 3, 7}} {
		assert.Equal(t, mostMeeting(c.k, c.d), c.want, "K = %d, D = %d", c.k, c.d)
	}
}

// TestJudgeSites: each condition can fail.
func TestJudgeSites(t *testing.T) {
	for _, c := range []struct {
		sets [][]int
		want conditions
	}{
		{[][]int{{0}, {1}}, conditions{false, true, 1, 1}},
		{[][]int{{0, 1}, {0}}, conditions{true, false, 0, 0}},
		{[][]int{{0, 1}, {0, 1}}, conditions{true, true, 2, 2}},
	} {
		f := assert.Got(quorum.NewFamily(2, c.sets))(t)
		s := assert.Got(quorum.NewSystem("", f, quorum.SystemOptions{Sites: []int{0, 1}}))(t)
		assert.Equal(t, judgeSites(s), c.want, "%v", c.sets)
	}
}

// TestFewestAsked counts the assignments with (a) and (d) on 1 and 2 sites by hand. On one site
// there is {1}; on two, both sets are {1,2}.
func TestFewestAsked(t *testing.T) {
	for n, want := range []int{1: 1, 2: 2} {
		if n == 0 {
			continue
		}
		j := judgeFewestAsked(n)
		if tried, against := j.Cases(); tried != want || against != 0 {
			t.Errorf("up to %d sites: %d cases, %d against", n, tried, against)
		}
	}
}

// TestGridAbove compares exact judgements with floats.
func TestGridAbove(t *testing.T) {
	for l := 2; l <= 30; l++ {
		for num := int64(1); num <= 80; num++ {
			r := gridRow{L: l, Messages: big.NewRat(int64(6*(l-1)), 1)}
			x := float64(num) / 10
			kappa := (1 + math.Sqrt(float64(4*l*l-3))) / 2
			assert.Equal(t, r.above(big.NewRat(num, 10)), float64(6*(l-1)) > x*(kappa-1), "L = %d, %g", l, x)
		}
	}
}

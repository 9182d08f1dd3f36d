package planes

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"coterie/internal/check/assert"
)

// checkNet is the naive oracle: every point on exactly one line of each class, every two lines of
// different classes with one common point.
func checkNet(t *testing.T, n *Net) {
	t.Helper()
	s := n.Side()
	on := make([][]bool, n.Classes()*s)
	for c := range n.Classes() {
		covered := make([]bool, s*s)
		for i, line := range n.Class(c) {
			if len(line) != s || !slices.IsSorted(line) || !slices.Equal(line, n.Line(c, i)) {
				t.Fatalf("side %d: line %d of class %d is %v", s, i, c, line)
			}
			set := make([]bool, s*s)
			for _, p := range line {
				if covered[p] {
					t.Fatalf("side %d: class %d has point %d twice", s, c, p)
				}
				covered[p], set[p] = true, true
			}
			on[c*s+i] = set
		}
	}
	for l := range on {
		for m := range l {
			if l/s == m/s {
				continue
			}
			common := 0
			for p := range s * s {
				if on[l][p] && on[m][p] {
					common++
				}
			}
			assert.MustEqual(t, common, 1, "side %d: lines %d and %d meet in: points", s, l, m)
		}
	}
}

func classesOf(n *Net) [][][]int {
	classes := make([][][]int, n.Classes())
	for c := range classes {
		for _, line := range n.Class(c) {
			classes[c] = append(classes[c], ints(line))
		}
	}
	return classes
}

func TestNets(t *testing.T) {
	most, naive := 20, 13
	if !assert.WithSlow {
		most, naive = 12, 8
	}
	for side := 1; side <= most; side++ {
		greatest := min(MaxClasses(side), 25) // side 1 has no limit of interest
		var whole *Net
		for m := greatest; m >= 1; m-- {
			n := mustNet(t, side, m)
			if n.Side() != side || n.Classes() != m || n.Points() != side*side {
				t.Fatalf("NewNet(t.Context(), %d, %d) has side %d, %d classes, %d points", side, m, n.Side(), n.Classes(), n.Points())
			}
			if m == greatest {
				whole = n
				if side <= naive {
					checkNet(t, n)
				}
			}
			assert.Slice(t, n.lines, whole.lines[:len(n.lines)], "NewNet(t.Context(), %d, %d) is not the first classes of NewNet(t.Context(), %d, %d)", side, m, side, greatest)
		}
	}
}

// For prime powers the net is the plane's own parallel classes, and also the net of its Latin
// squares.
func TestNetAgreesWithAffinePlaneAndMOLS(t *testing.T) {
	for _, q := range primePowers(2, 16) {
		n, p := mustNet(t, q, q+1), mustAffine(t, q)
		for c := range q + 1 {
			for i := range q {
				l := c*q + i
				if !slices.Equal(n.Line(c, i), p.Line(l)) {
					t.Fatalf("side %d: line %d of class %d is %v, in the plane %v", q, i, c, n.Line(c, i), p.Line(l))
				}
			}
		}
		fromSquares := assert.Got(NetFromSquares(t.Context(), q, mols(t, q)))(t)
		assert.Slice(t, n.lines, fromSquares.lines, "side %d: the net of the field squares is another", q)
	}
}

// A complete net is an affine plane, and any affine plane is a complete net (Bruck 1951).
func TestCompleteNetIsAnAffinePlane(t *testing.T) {
	for _, q := range primePowers(2, 9) {
		var lines [][]int
		for _, class := range classesOf(mustNet(t, q, q+1)) {
			lines = append(lines, class...)
		}
		p, err := FromLines(t.Context(), "complete net", q*q, lines)
		if err != nil || !p.affine || p.Order() != q {
			t.Errorf("side %d: %v", q, err)
		}
	}
}

func TestNetsAndSquaresAreInverse(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 16))
	for side := 1; side <= 16; side++ {
		for m := 2; m <= min(MaxClasses(side), 18); m++ {
			n := mustNet(t, side, m)
			squares := n.Squares()
			assert.MustEqual(t, len(squares), m-2, "side %d: squares from %d classes", side, m)
			back := assert.Got(NetFromSquares(t.Context(), side, squares))(t)
			assert.Slice(t, back.lines, n.lines, "side %d, %d classes: net -> squares -> net is another net", side, m)
		}
		squares := isotopes(t, rng, mols(t, side))
		n := assert.Got(NetFromSquares(t.Context(), side, squares))(t)
		for k, square := range n.Squares() {
			assert.Slice(t, square.cells, squares[k].cells, "side %d: squares -> net -> squares changes square %d", side, k)
		}
	}
	if squares := mustNet(t, 5, 1).Squares(); squares != nil {
		t.Errorf("one class has squares %v", squares)
	}
}

func TestNetErrors(t *testing.T) {
	for _, test := range []struct {
		side, classes int
		want          string
	}{
		{6, 4, "planes: no net of side 6 with 4 classes, only 1 to 3: " +
			"impossible, no two Latin squares of side 6 are orthogonal (Tarry 1900)"},
		{6, 7, "planes: no net of side 6 with 7 classes, only 1 to 3: " +
			"impossible, no two Latin squares of side 6 are orthogonal (Tarry 1900)"},
		{6, 8, "planes: no net of side 6 with 8 classes, only 1 to 3: " +
			"impossible, a net of side 6 has at most 7 classes (Bruck 1951)"},
		{10, 4, "planes: no net of side 10 with 4 classes, only 1 to 3: exists, but is not built here " +
			"(two orthogonal Latin squares exist for every side but 2 and 6: Bose, Shrikhande and Parker 1960)"},
		{10, 5, "planes: no net of side 10 with 5 classes, only 1 to 3 are built here"},
		{8, 10, "planes: no net of side 8 with 10 classes, only 1 to 9: " +
			"impossible, a net of side 8 has at most 9 classes (Bruck 1951)"},
		{8, 0, "planes: no net of side 8 with 0 classes, only 1 to 9: " +
			"impossible, a net has at least one class"},
		{1, MaxIncidences + 1, "planes: no net of side 1 with 268435457 classes, only 1 to 268435456: " +
			"exists, but is not built here (any number of classes can share the one line of side 1)"},
	} {
		_, err := NewNet(t.Context(), test.side, test.classes)
		if err == nil || err.Error() != test.want {
			t.Errorf("got %v\nwant %s", err, test.want)
		}
	}
	for _, side := range []int{0, -1, MaxSide + 1, 1 << 62} {
		_, err := NewNet(t.Context(), side, 2)
		var e *OrderError
		if !errors.As(err, &e) || e.Order != side || e.Max != MaxSide {
			t.Errorf("NewNet(t.Context(), %d, 2): %v", side, err)
		}
	}
	_, err := NewNet(t.Context(), MaxSide, 3)
	assert.Fails(t, err, "has 805306368 incidences, more than", "NewNet(t.Context(), %d, 3)", MaxSide)
}

func TestNetFromSquaresErrors(t *testing.T) {
	cyclic := cyclicSquare(4)
	_, err := NetFromSquares(t.Context(), 4, []*LatinSquare{mols(t, 4)[0], cyclic, cyclic})
	if err == nil || !strings.Contains(err.Error(), "show one pair of symbols both in") {
		t.Fatalf("got %v", err)
	}
	_, err = NetFromSquares(t.Context(), 2, []*LatinSquare{cyclicSquare(2), cyclicSquare(2)})
	const want = "planes: Latin squares 0 and 1 (counted from 0) show one pair of symbols both in row 0, column 1 and in row 1, column 0"
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	assert.Fails(t, assert.Err(NetFromSquares(t.Context(), 5, []*LatinSquare{cyclic})), "planes: net: square 0 has side")
	assert.As[*OrderError](NetFromSquares(t.Context(), 0, nil))(t, "side 0")
	assert.Equal(t, assert.Got(NetFromSquares(t.Context(), 10, nil))(t).Classes(), 2, "the 10 x 10 grid")
}

func TestNetPanics(t *testing.T) {
	n := mustNet(t, 3, 2)
	for _, at := range [][2]int{{2, 0}, {-1, 0}, {0, 3}, {0, -1}} {
		assert.Panics(t, fmt.Sprintf("Line%v", at), func() { n.Line(at[0], at[1]) })
	}
	assert.Panics(t, "Class(2)", func() { n.Class(2) })
	assert.Panics(t, "MaxClasses(0)", func() { MaxClasses(0) })
}

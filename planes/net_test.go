package planes

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
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
			if common != 1 {
				t.Fatalf("side %d: lines %d and %d meet in %d points", s, l, m, common)
			}
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
	if testing.Short() {
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
			if err := n.Verify(); err != nil {
				t.Errorf("NewNet(t.Context(), %d, %d): %v", side, m, err)
			}
			if m == greatest {
				whole = n
				if side <= naive {
					checkNet(t, n)
				}
			}
			if !slices.Equal(n.lines, whole.lines[:len(n.lines)]) {
				t.Errorf("NewNet(t.Context(), %d, %d) is not the first classes of NewNet(t.Context(), %d, %d)", side, m, side, greatest)
			}
		}
	}
}

// For prime powers the net is the plane's own parallel classes, and also what its Latin squares
// say.
func TestNetAgreesWithAffinePlaneAndMOLS(t *testing.T) {
	for _, q := range primePowers(2, 16) {
		n, p := mustNet(t, q, q+1), mustAffine(t, q)
		for c, class := range p.ParallelClasses() {
			for i, l := range class {
				if !slices.Equal(n.Line(c, i), p.Line(l)) {
					t.Fatalf("side %d: line %d of class %d is %v, in the plane %v", q, i, c, n.Line(c, i), p.Line(l))
				}
			}
		}
		fromSquares, err := NetFromSquares(t.Context(), q, must(MOLS(t.Context(), q)))
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(n.lines, fromSquares.lines) {
			t.Errorf("side %d: the net of the field squares is another", q)
		}
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
		if err != nil || p.Kind() != Affine || p.Order() != q {
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
			if len(squares) != m-2 {
				t.Fatalf("side %d: %d squares from %d classes", side, len(squares), m)
			}
			back, err := NetFromSquares(t.Context(), side, squares)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(back.lines, n.lines) {
				t.Errorf("side %d, %d classes: net -> squares -> net is another net", side, m)
			}
		}
		squares := isotopes(t, rng, must(MOLS(t.Context(), side)))
		n, err := NetFromSquares(t.Context(), side, squares)
		if err != nil {
			t.Fatal(err)
		}
		for k, square := range n.Squares() {
			if !slices.Equal(square.cells, squares[k].cells) {
				t.Errorf("side %d: squares -> net -> squares changes square %d", side, k)
			}
		}
	}
	if squares := mustNet(t, 5, 1).Squares(); squares != nil {
		t.Errorf("one class has squares %v", squares)
	}
}

// A net with points, lines and classes renamed is a net, and its squares are mutually orthogonal
// Latin squares.
func TestNetFromClassesOfRelabelledNets(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 18))
	for side := 1; side <= 12; side++ {
		original := mustNet(t, side, min(MaxClasses(side), 14))
		rename := rng.Perm(side * side)
		var classes [][][]int
		for _, class := range classesOf(original) {
			var renamed [][]int
			for _, i := range rng.Perm(side) {
				var line []int
				for _, at := range rng.Perm(side) {
					line = append(line, rename[class[i][at]])
				}
				renamed = append(renamed, line)
			}
			classes = append(classes, renamed)
		}
		rng.Shuffle(len(classes), func(i, j int) { classes[i], classes[j] = classes[j], classes[i] })
		n, err := NetFromClasses(side, classes)
		if err != nil {
			t.Fatalf("side %d: %v", side, err)
		}
		for c, class := range classesOf(n) {
			for i, line := range class {
				slices.Sort(classes[c][i])
				if !slices.Equal(line, classes[c][i]) {
					t.Fatalf("side %d: line %d of class %d changed", side, i, c)
				}
			}
		}
		squares := n.Squares()
		for i, a := range squares {
			if _, err := NewLatinSquare(rowsOf(a)); err != nil {
				t.Errorf("side %d: square %d: %v", side, i, err)
			}
			for _, b := range squares[:i] {
				checkOrthogonal(t, b, a)
				if _, ok := Orthogonal(b, a); !ok && side > 1 {
					t.Errorf("side %d: squares of a net are not orthogonal", side)
				}
			}
		}
	}
}

func TestNetFromClassesErrors(t *testing.T) {
	grid := func() [][][]int { return classesOf(mustNet(t, 3, 4)) }
	edit := func(f func([][][]int) [][][]int) [][][]int { return f(grid()) }
	for _, test := range []struct {
		name    string
		side    int
		classes [][][]int
		want    string
	}{
		{"side", 0, nil, "planes: net: order 0 is outside 1..16384"},
		{"none", 3, nil, "planes: no net of side 3 with 0 classes, only 1 to 4: impossible, a net has at least one class"},
		{"lines", 3, edit(func(c [][][]int) [][][]int { c[1] = c[1][:2]; return c }),
			"planes: net: class 1 has 2 lines, want 3"},
		{"points", 3, edit(func(c [][][]int) [][][]int { c[1][2] = []int{1, 2}; return c }),
			"planes: net: line 5 (counted from 0) has 2 points, want 3"},
		{"range", 3, edit(func(c [][][]int) [][][]int { c[1][2][0] = 9; return c }),
			"planes: net: line 5 (counted from 0) has point 9, outside 0..8"},
		{"partition", 3, edit(func(c [][][]int) [][][]int { c[1][2] = c[1][1]; return c }),
			"planes: net of side 3: point 1 is on 2 lines of class 1 (counted from 0) [1 2], want exactly 1"},
		{"missing", 3, edit(func(c [][][]int) [][][]int { c[1][0] = c[1][1]; return c }),
			"planes: net of side 3: point 0 is on 0 lines of class 1 (counted from 0) [], want exactly 1"},
		{"crossing", 3, edit(func(c [][][]int) [][][]int { c[3] = c[1]; return c }),
			"planes: net of side 3: lines 3 and 9 (counted from 0) have 3 points in common [0 3 6], want exactly 1"},
	} {
		_, err := NetFromClasses(test.side, test.classes)
		if err == nil || err.Error() != test.want {
			t.Errorf("%s: got %v, want %s", test.name, err, test.want)
		}
	}
}

// Exchanging two points between two lines of a class keeps the partition and breaks a crossing; the
// witness must be true.
func TestVerifyFindsACrossingWitness(t *testing.T) {
	rng := rand.New(rand.NewPCG(19, 20))
	for _, side := range []int{3, 4, 6, 7, 12} {
		for range 20 {
			n := mustNet(t, side, 3)
			classes := classesOf(n)
			c := rng.IntN(3)
			i := rng.IntN(side)
			j := (i + 1 + rng.IntN(side-1)) % side
			at, to := rng.IntN(side), rng.IntN(side)
			a, b := classes[c][i], classes[c][j]
			a[at], b[to] = b[to], a[at]
			_, err := NetFromClasses(side, classes)
			var axiom *AxiomError
			if !errors.As(err, &axiom) {
				t.Fatalf("side %d: %v", side, err)
			}
			var common []int
			for _, p := range classes[axiom.A/side][axiom.A%side] {
				if slices.Contains(classes[axiom.B/side][axiom.B%side], p) {
					common = append(common, p)
				}
			}
			slices.Sort(common)
			if axiom.A/side == axiom.B/side || len(common) == 1 || !slices.Equal(common, axiom.Common) {
				t.Fatalf("side %d: %v, but the common points are %v", side, err, common)
			}
		}
	}
}

func TestNetErrors(t *testing.T) {
	for _, test := range []struct {
		side, classes, most int
		verdict             NetVerdict
		text                string
	}{
		{6, 4, 3, NetImpossible, "planes: no net of side 6 with 4 classes, only 1 to 3: " +
			"impossible, no two Latin squares of side 6 are orthogonal (Tarry 1900)"},
		{6, 7, 3, NetImpossible, "planes: no net of side 6 with 7 classes, only 1 to 3: " +
			"impossible, no two Latin squares of side 6 are orthogonal (Tarry 1900)"},
		{6, 8, 3, NetImpossible, "planes: no net of side 6 with 8 classes, only 1 to 3: " +
			"impossible, a net of side 6 has at most 7 classes (Bruck 1951)"},
		{10, 4, 3, NetExists, "planes: no net of side 10 with 4 classes, only 1 to 3: exists, but is not built here " +
			"(two orthogonal Latin squares exist for every side but 2 and 6: Bose, Shrikhande and Parker 1960)"},
		{10, 5, 3, NetUndecided, "planes: no net of side 10 with 5 classes, only 1 to 3 are built here"},
		{14, 4, 3, NetExists, ""},
		{12, 5, 4, NetUndecided, ""},
		{2, 4, 3, NetImpossible, ""},
		{3, 5, 4, NetImpossible, ""},
		{8, 10, 9, NetImpossible, "planes: no net of side 8 with 10 classes, only 1 to 9: " +
			"impossible, a net of side 8 has at most 9 classes (Bruck 1951)"},
		{8, 0, 9, NetImpossible, "planes: no net of side 8 with 0 classes, only 1 to 9: " +
			"impossible, a net has at least one class"},
		{10, -2, 3, NetImpossible, ""},
		{1, MaxIncidences + 1, MaxIncidences, NetExists, ""},
	} {
		_, err := NewNet(t.Context(), test.side, test.classes)
		var e *NetError
		if !errors.As(err, &e) {
			t.Errorf("NewNet(t.Context(), %d, %d): %v", test.side, test.classes, err)
		} else if e.Side != test.side || e.Classes != test.classes || e.Most != test.most || e.Verdict != test.verdict {
			t.Errorf("NewNet(t.Context(), %d, %d): %+v, want %+v", test.side, test.classes, err, test)
		} else if test.text != "" && err.Error() != test.text {
			t.Errorf("got %v\nwant %s", err, test.text)
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
	var e *SizeError
	if !errors.As(err, &e) || e.Incidences != 3<<28 {
		t.Errorf("NewNet(t.Context(), %d, 3): %v", MaxSide, err)
	}
	verdicts := map[NetVerdict]string{NetUndecided: "undecided", NetExists: "exists", NetImpossible: "impossible"}
	for verdict, want := range verdicts {
		if verdict.String() != want {
			t.Errorf("%d prints as %q, want %q", int(verdict), verdict, want)
		}
	}
}

func TestNetFromSquaresErrors(t *testing.T) {
	cyclic := CyclicSquare(4)
	_, err := NetFromSquares(t.Context(), 4, []*LatinSquare{must(MOLS(t.Context(), 4))[0], cyclic, cyclic})
	var e *OrthogonalityError
	if !errors.As(err, &e) || e.Second > 2 {
		t.Fatalf("got %v", err)
	}
	squares := []*LatinSquare{must(MOLS(t.Context(), 4))[0], cyclic, cyclic}
	for _, s := range []*LatinSquare{squares[e.First], squares[e.Second]} {
		if s.At(e.Clash[0].Row, e.Clash[0].Column) != s.At(e.Clash[1].Row, e.Clash[1].Column) {
			t.Errorf("%v is no witness", err)
		}
	}
	_, err = NetFromSquares(t.Context(), 2, []*LatinSquare{CyclicSquare(2), CyclicSquare(2)})
	const want = "planes: Latin squares 0 and 1 (counted from 0) show one pair of symbols both in row 0, column 1 and in row 1, column 0"
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	var form *FormError
	if _, err := NetFromSquares(t.Context(), 5, []*LatinSquare{cyclic}); !errors.As(err, &form) {
		t.Errorf("a square of another side: %v", err)
	}
	var order *OrderError
	if _, err := NetFromSquares(t.Context(), 0, nil); !errors.As(err, &order) {
		t.Errorf("side 0: %v", err)
	}
	var size *SizeError
	if _, err := NetFromSquares(t.Context(), MaxSide, nil); !errors.As(err, &size) {
		t.Errorf("side %d: %v", MaxSide, err)
	}
	if n, err := NetFromSquares(t.Context(), 10, nil); err != nil || n.Classes() != 2 {
		t.Errorf("the 10 x 10 grid: %v", err)
	}
}

func TestNetPanics(t *testing.T) {
	n := mustNet(t, 3, 2)
	for _, at := range [][2]int{{2, 0}, {-1, 0}, {0, 3}, {0, -1}} {
		mustPanic(t, fmt.Sprintf("Line%v", at), func() { n.Line(at[0], at[1]) })
	}
	mustPanic(t, "Class(2)", func() { n.Class(2) })
	mustPanic(t, "MaxClasses(0)", func() { MaxClasses(0) })
}

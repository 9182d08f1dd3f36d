package planes

import (
	"context"
	"fmt"
	"iter"

	"coterie/gf"
	"coterie/internal/machine/memory"
	"coterie/internal/machine/par"
)

// Net is an m-net of side s: s^2 points and m parallel classes of s lines of s points each, such
// that the lines of a class partition the points and two lines of different classes meet in exactly
// one point. Points are numbered 0..s^2-1, classes 0..m-1, and the lines of a class 0..s-1. Values
// are immutable and safe for concurrent use.
type Net struct {
	side, classes int
	lines         []int32 // line i of class c is the c*side+i-th run of side points
}

// NewNet builds a net with the given side and number of classes. Point r s + c is the cell in row r
// and column c of an s x s array. Class 0 is the rows, class 1 the columns, and class k+2 belongs
// to Latin square k of MOLS(side): its line i is the cells with symbol i. For a prime power these
// are the first classes of NewAffine(side), line for line: classes 0 and 1 are the lines x = i and
// y = i, and class 1+a is the lines y = a x + i. The first m classes are the same for every number
// of classes.
//
// Domain: any number of classes from 1 to 2 + MOLSCount(side), so 3 for every side and q+1 for
// every prime power q; for side 1, whose only point is the only line of every class, any number up
// to MaxIncidences. Cost: the number of incidences, classes side^2, in time and four times that in
// bytes.
//
// Errors: a number of classes outside that range, where the error says whether such nets are known
// to exist; [*OrderError] for a side outside 1..MaxSide; more than MaxIncidences incidences; and
// the errors of ctx as for NewProjective.
func NewNet(ctx context.Context, side, classes int) (*Net, error) {
	if err := checkSide(side); err != nil {
		return nil, err
	}
	if most := MaxClasses(side); classes < 1 || classes > most {
		return nil, netError(side, classes, most)
	}
	if err := checkSize(fmt.Sprintf("net of side %d with %d classes", side, classes), side, classes); err != nil {
		return nil, err
	}
	if err := memory.Ask(ctx, fmt.Sprintf("the lines of a net of side %d with %d classes", side, classes), side, side, classes, 4); err != nil {
		return nil, err
	}
	if _, _, ok := gf.PrimePower(side); ok && classes > 2 {
		return affineNet(ctx, side, classes)
	}
	if classes <= 2 || side == 1 {
		return netOf(ctx, side, classes, nil)
	}
	squares, err := firstMOLS(ctx, side, classes-2)
	if err != nil {
		return nil, err
	}
	return netOf(ctx, side, classes, squares)
}

// MaxClasses returns the greatest number of classes that NewNet builds for the side, memory apart:
// side+1 for a prime power, otherwise 2 + MOLSCount(side), and MaxIncidences for side 1. It panics
// if side < 1.
func MaxClasses(side int) int {
	if side == 1 {
		return MaxIncidences
	}
	return 2 + MOLSCount(side)
}

// affineNet takes the first parallel classes of AG(2,q).
func affineNet(ctx context.Context, q, classes int) (*Net, error) {
	f, err := gf.New(q)
	if err != nil {
		return nil, fmt.Errorf("planes: net of side %d: %w", q, err)
	}
	plane := &desarguesian{field: f, q: q, affine: true}
	net := &Net{side: q, classes: classes, lines: make([]int32, 0, classes*q*q)}
	poll := par.NewPoll(ctx)
	for l := range classes * q {
		if err := poll.Work(q); err != nil {
			return nil, err
		}
		net.lines = plane.appendLine(net.lines, l)
	}
	return net, nil
}

// netError returns the error for a number of classes outside 1..most. Its statements follow from
// theorems that settle one case each for all sides. A complete net (side+1 classes) is an affine
// plane; whether one exists is left to the code that judges orders of planes.
func netError(side, classes, most int) error {
	known := " are built here"
	switch {
	case classes < 1:
		known = ": impossible, a net has at least one class"
	case side == 1:
		known = ": exists, but is not built here (any number of classes can share the one line of side 1)"
	case classes > side+1:
		known = fmt.Sprintf(": impossible, a net of side %d has at most %d classes (Bruck 1951)", side, side+1)
	case side == 6 && classes >= 4:
		known = ": impossible, no two Latin squares of side 6 are orthogonal (Tarry 1900)"
	case classes == 4: // side >= 3 is implied by classes <= side+1
		known = ": exists, but is not built here (two orthogonal Latin squares exist for every side but 2 and 6: " +
			"Bose, Shrikhande and Parker 1960)"
	}
	return fmt.Errorf("planes: no net of side %d with %d classes, only 1 to %d%s", side, classes, most, known)
}

// NetFromSquares builds the net of a list of Latin squares of one side: rows, columns, and one
// class per square, numbered as by NewNet. With no squares it is the grid of rows and columns. It
// is the inverse of Squares.
//
// Errors: two squares that are not orthogonal, with two cells that show it; a square
// of another side; [*OrderError] and too many incidences as NewNet. Cost: O(m^2 side^2) for
// m squares.
func NetFromSquares(ctx context.Context, side int, squares []*LatinSquare) (*Net, error) {
	if err := checkSide(side); err != nil {
		return nil, err
	}
	classes := len(squares) + 2
	if err := checkSize(fmt.Sprintf("net of side %d with %d classes", side, classes), side, classes); err != nil {
		return nil, err
	}
	for k, square := range squares {
		if square.side != side {
			return nil, formError("net", "square %d has side %d, want %d", k, square.side, side)
		}
		for earlier, other := range squares[:k] {
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			if clash, ok := Orthogonal(other, square); !ok {
				return nil, fmt.Errorf("planes: Latin squares %d and %d (counted from 0) show one pair of symbols both in row %d, column %d "+
					"and in row %d, column %d", earlier, k, clash[0].Row, clash[0].Column, clash[1].Row, clash[1].Column)
			}
		}
	}
	return netOf(ctx, side, classes, squares)
}

// netOf lays out rows, columns and squares. Classes beyond the given squares repeat the only line
// of side 1.
func netOf(ctx context.Context, side, classes int, squares []*LatinSquare) (*Net, error) {
	net := &Net{side: side, classes: classes, lines: make([]int32, classes*side*side)}
	for class := range classes {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		block := net.lines[class*side*side : (class+1)*side*side]
		switch {
		case class == 0 || side == 1:
			for p := range block {
				block[p] = int32(p)
			}
		case class == 1:
			for p := range block {
				block[p%side*side+p/side] = int32(p)
			}
		default:
			filled := make([]int, side)
			for p, symbol := range squares[class-2].cells {
				block[int(symbol)*side+filled[symbol]] = int32(p)
				filled[symbol]++
			}
		}
	}
	return net, nil
}

// Side returns s: lines per class and points per line.
func (n *Net) Side() int { return n.side }

// Classes returns m, the number of parallel classes.
func (n *Net) Classes() int { return n.classes }

// Points returns s^2, the number of points.
func (n *Net) Points() int { return n.side * n.side }

// Line returns the points of line i of class c, ascending. The slice is a view of the net: read it,
// do not write it. It panics if c or i is out of range.
func (n *Net) Line(c, i int) []int32 {
	if uint(c) >= uint(n.classes) || uint(i) >= uint(n.side) {
		panic(fmt.Sprintf("planes: Net.Line(%d, %d) of a net with %d classes of %d lines", c, i, n.classes, n.side))
	}
	from := (c*n.side + i) * n.side
	return n.lines[from : from+n.side : from+n.side]
}

// Class yields the lines of class c with their numbers 0..s-1. Each line is a view of the net: read
// it, do not write it. It panics if c is out of range.
func (n *Net) Class(c int) iter.Seq2[int, []int32] {
	if uint(c) >= uint(n.classes) {
		panic(fmt.Sprintf("planes: Net.Class(%d) of a net with %d classes", c, n.classes))
	}
	return func(yield func(int, []int32) bool) {
		for i := range n.side {
			if !yield(i, n.Line(c, i)) {
				return
			}
		}
	}
}

// Squares returns the mutually orthogonal Latin squares of the net: m-2 squares of side s. Square k
// has in row r and column c the number of the line of class k+2 through the point on line r of
// class 0 and line c of class 1 (Bruck 1951). It is the inverse of NetFromSquares, and returns nil
// for nets of one or two classes. Cost: O(m s^2).
func (n *Net) Squares() []*LatinSquare {
	if n.classes <= 2 {
		return nil
	}
	row, column := n.lineThrough(0), n.lineThrough(1)
	squares := make([]*LatinSquare, n.classes-2)
	for k := range squares {
		square := &LatinSquare{side: n.side, cells: make([]int32, n.Points())}
		for i, line := range n.Class(k + 2) {
			for _, p := range line {
				square.cells[int(row[p])*n.side+int(column[p])] = int32(i)
			}
		}
		squares[k] = square
	}
	return squares
}

// lineThrough returns, for each point, the line of class c through it.
func (n *Net) lineThrough(c int) []int32 {
	through := make([]int32, n.Points())
	for i, line := range n.Class(c) {
		for _, p := range line {
			through[p] = int32(i)
		}
	}
	return through
}

// OrthogonalArray returns the net as an orthogonal array of strength 2 and index 1, OA(s^2; m, s):
// s^2 rows, one for each point, of m symbols 0..s-1, row p having in column c the number of the
// line of class c through point p. Any two columns have each pair of symbols in exactly one row,
// since two lines of different classes meet in one point; and conversely the rows of such an array
// with one symbol in one column are the lines of a net (Rao 1947; Bush 1952). Cost: O(m s^2).
func (n *Net) OrthogonalArray() [][]int {
	rows := make([][]int, n.Points())
	for p := range rows {
		rows[p] = make([]int, n.classes)
	}
	for c := range n.classes {
		for i, line := range n.Class(c) {
			for _, p := range line {
				rows[p][c] = i
			}
		}
	}
	return rows
}

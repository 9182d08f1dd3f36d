package planes

import (
	"context"
	"fmt"
	"iter"
	"slices"

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
// Errors: [*NetError] for a number of classes outside that range, which says what is known of such
// nets; [*OrderError] for a side outside 1..MaxSide; [*SizeError] for more than MaxIncidences
// incidences; that of ctx as NewProjective.
func NewNet(ctx context.Context, side, classes int) (*Net, error) {
	if err := checkSide(side); err != nil {
		return nil, err
	}
	if most := MaxClasses(side); classes < 1 || classes > most {
		return nil, newNetError(side, classes, most)
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

// NetFromSquares builds the net of a list of Latin squares of one side: rows, columns, and one
// class per square, numbered as by NewNet. With no squares it is the grid of rows and columns. It
// is the inverse of Squares.
//
// Errors: [*OrthogonalityError] if two of the squares are not orthogonal, [*FormError] for a square
// of another side, [*OrderError] and [*SizeError] as NewNet. Cost: O(m^2 side^2) for m squares.
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
			return nil, &FormError{Object: "net", Line: -1,
				Reason: fmt.Sprintf("square %d has side %d, want %d", k, square.side, side)}
		}
		for earlier, other := range squares[:k] {
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			if clash, ok := Orthogonal(other, square); !ok {
				return nil, &OrthogonalityError{First: earlier, Second: k, Clash: clash}
			}
		}
	}
	return netOf(ctx, side, classes, squares)
}

// OrthogonalityError is the witness against a set of mutually orthogonal Latin squares: two
// squares, counted from 0, and two cells in which both show the same symbols.
type OrthogonalityError struct {
	First, Second int
	Clash         [2]Cell
}

func (e *OrthogonalityError) Error() string {
	return fmt.Sprintf("planes: Latin squares %d and %d (counted from 0) show one pair of symbols both in row %d, column %d "+
		"and in row %d, column %d", e.First, e.Second, e.Clash[0].Row, e.Clash[0].Column, e.Clash[1].Row, e.Clash[1].Column)
}

// netOf lays out rows, columns and squares; classes beyond the squares given repeat the only line
// that side 1 has.
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

// NetFromClasses builds a net from its parallel classes: classes[c][i] is the list of points of
// line i of class c, in any order. It keeps the numbers of points, lines and classes, and sorts
// each line.
//
// Errors: [*FormError] if the lists have not the form of a net of that side, [*PartitionError] or
// [*AxiomError] if they are none, and [*OrderError] and [*SizeError] as NewNet. Cost: O(m^2 side^2)
// for m classes.
func NetFromClasses(side int, classes [][][]int) (*Net, error) {
	if err := checkSide(side); err != nil {
		return nil, err
	}
	if err := checkSize(fmt.Sprintf("net of side %d with %d classes", side, len(classes)), side, len(classes)); err != nil {
		return nil, err
	}
	if len(classes) == 0 {
		return nil, newNetError(side, 0, MaxClasses(side))
	}
	net := &Net{side: side, classes: len(classes), lines: make([]int32, 0, len(classes)*side*side)}
	for c, class := range classes {
		if len(class) != side {
			return nil, &FormError{Object: "net", Line: -1,
				Reason: fmt.Sprintf("class %d has %d lines, want %d", c, len(class), side)}
		}
		for i, line := range class {
			var err error
			if net.lines, err = appendSortedLine(net.lines, "net", c*side+i, side*side, side, line); err != nil {
				return nil, err
			}
		}
	}
	if err := net.Verify(); err != nil {
		return nil, err
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

// Squares returns the mutually orthogonal Latin squares that the net is: m-2 squares of side s,
// where square k has in row r and column c the number of the line of class k+2 through the point on
// line r of class 0 and line c of class 1 (Bruck 1951). It is the inverse of NetFromSquares, and
// returns nil for nets of one or two classes. Cost: O(m s^2).
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

// Verify judges the axioms from the list of lines alone: each class partitions the points, and two
// lines of different classes meet in exactly one point. It returns nil, or the first witness it
// finds, a [*PartitionError] or an [*AxiomError]. Cost: O(m^2 s^2) time, O(m s^2) memory.
func (n *Net) Verify() error {
	name := fmt.Sprintf("net of side %d", n.side)
	through := make([][]int32, n.classes)
	for c := range through {
		if err := n.verifyPartition(name, c); err != nil {
			return err
		}
		through[c] = n.lineThrough(c)
	}
	for c := range through {
		for d := range c {
			// Both classes partition the points, so s^2 pairs of lines share s^2 points: each
			// shares one unless some pair shares two.
			first, second := firstRepeatedPair(through[d], through[c], n.side)
			if second < 0 {
				continue
			}
			a, b := int(through[d][first]), int(through[c][first])
			return &AxiomError{Object: name, Pair: Lines, A: d*n.side + a, B: c*n.side + b,
				Common: commonElements(n.Line(d, a), n.Line(c, b))}
		}
	}
	return nil
}

func (n *Net) verifyPartition(name string, c int) error {
	count := make([]int32, n.Points())
	for _, line := range n.Class(c) {
		for _, p := range line {
			count[p]++
		}
	}
	p := slices.IndexFunc(count, func(lines int32) bool { return lines != 1 })
	if p < 0 {
		return nil
	}
	err := &PartitionError{Object: name, Class: c, Point: p}
	for i, line := range n.Class(c) {
		if _, found := slices.BinarySearch(line, int32(p)); found {
			err.Lines = append(err.Lines, i)
		}
	}
	return err
}

package planes

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"sync"

	"coterie/gf"
	"coterie/internal/machine/memory"
	"coterie/internal/machine/par"
)

const (
	// MaxOrder is the greatest order of NewProjective and NewAffine: PG(2,512) takes 539 MB.
	MaxOrder = 512
	// MaxIncidences is the greatest number of incidences of an explicit plane or net, and of cells
	// of a set of Latin squares: 1 GiB.
	MaxIncidences = 1 << 28
	// MaxSide is the greatest side of a net and of the Latin squares built here: MaxSide^2 is
	// MaxIncidences.
	MaxSide = 1 << 14
)

// checkSide judges the side of a net.
func checkSide(side int) error {
	if side < 1 || side > MaxSide {
		return badOrder("net", side, 1, MaxSide)
	}
	return nil
}

// checkSize judges count tables of side x side entries, side at most MaxSide, against
// MaxIncidences.
func checkSize(object string, side, count int) error {
	if incidences := int64(side) * int64(side) * int64(count); incidences > MaxIncidences {
		return sizeError(object, incidences)
	}
	return nil
}

// Plane is an explicit finite plane, projective or affine, as the list of its lines. Points and
// lines are numbered from 0. Values are immutable and safe for concurrent use.
//
// The table is the list of lines, 4 bytes per incidence. A second table of the same size, the lines
// through each point, is made at the first call of LinesThrough or, in a plane without coordinates,
// of LineThrough.
type Plane struct {
	name   string
	affine bool // else projective
	order  int
	table  []int32            // the points of line 0, of line 1, ..., each ascending
	join   func(p, q int) int // the line through two points by coordinates, nil if there are none

	transposing sync.Once
	transposed  []int32 // the lines through point 0, through point 1, ..., each ascending
}

// counts returns the numbers of points, of lines, of points on a line and of lines through a point.
func (p *Plane) counts() (points, lines, lineSize, pencilSize int) {
	n := p.order
	if p.affine {
		return n * n, n*n + n, n, n + 1
	}
	return n*n + n + 1, n*n + n + 1, n + 1, n + 1
}

// NewProjective builds PG(2,q), the projective plane over GF(q), with the numbering of the package
// documentation: its lines are in lexicographic order, line 0 is the line at infinity and point
// q+1+q x+y is the affine point (x, y). For order 1, where there is no field, it returns the
// triangle: 3 points and 3 lines of 2 points, a degenerate plane (any two points are on one line
// and any two lines meet in one point, but no four points are in general position).
//
// Domain: q = 1 and prime powers up to MaxOrder. Cost: (q^2+q+1)(q+1) incidences, each two field
// operations and 4 bytes.
//
// Errors: [*OrderError]; the cause of ctx if ctx ends first; and a *memory.Error if the table is
// beyond the budget of ctx.
func NewProjective(ctx context.Context, q int) (*Plane, error) {
	if q == 1 {
		return &Plane{name: "triangle", order: 1, table: []int32{0, 1, 0, 2, 1, 2}}, nil
	}
	return overField(ctx, false, "PG(2,q)", 1, q)
}

// NewAffine builds AG(2,q), the affine plane over GF(q): point q x + y is (x, y), line c is x = c
// and line q + q a + c is y = a x + c, so that parallel class 0 is the lines x = c and class 1+a is
// the lines of slope a. It is NewProjective(q) without line 0 and the q+1 points on it, which are
// the first points. All numbers are shifted down.
//
// Domain: prime powers q up to MaxOrder. Cost: q^2 (q+1) incidences, each two field operations and
// 4 bytes.
//
// Errors: as NewProjective.
func NewAffine(ctx context.Context, q int) (*Plane, error) {
	return overField(ctx, true, "AG(2,q)", 2, q)
}

func overField(ctx context.Context, affine bool, family string, least, q int) (*Plane, error) {
	field, err := fieldOfOrder(family, least, MaxOrder, q)
	if err != nil {
		return nil, err
	}
	coordinates := &desarguesian{field: field, q: q, affine: affine}
	plane := &Plane{name: fmt.Sprintf("%s%d)", family[:len(family)-2], q), affine: affine, order: q, join: coordinates.join}
	return filled(ctx, plane, coordinates.appendLine)
}

// fieldOfOrder returns GF(q), or an [*OrderError] if q is out of range or no prime power.
func fieldOfOrder(object string, least, most, q int) (*gf.Field, error) {
	if q < least || q > most {
		return nil, badOrder(object, q, least, most)
	}
	if _, _, ok := gf.PrimePower(q); !ok {
		// The least number above 1 that is no prime power is 6, and the limits of this package are
		// prime powers, so both neighbours are legal orders.
		e := badOrder(object, q, least, most)
		e.Below, _ = gf.PrevPrimePower(q)
		e.Above = gf.NextPrimePower(q)
		return nil, e
	}
	field, err := gf.New(q)
	if err != nil {
		return nil, fmt.Errorf("planes: %s: %w", object, err)
	}
	return field, nil
}

// filled gives p the lines that appendLine appends, each ascending, and returns p.
func filled(ctx context.Context, p *Plane, appendLine func(dst []int32, l int) []int32) (*Plane, error) {
	_, lines, lineSize, _ := p.counts()
	if err := memory.Ask(ctx, "the lines of "+p.name, lines, lineSize, 4); err != nil {
		return nil, err
	}
	p.table = make([]int32, 0, lines*lineSize)
	poll := par.NewPoll(ctx)
	for l := range lines {
		if err := poll.Work(lineSize); err != nil {
			return nil, err
		}
		p.table = appendLine(p.table, l)
	}
	return p, nil
}

// pencils returns the lines through each point.
func (p *Plane) pencils() []int32 {
	p.transposing.Do(func() {
		points, _, lineSize, pencilSize := p.counts()
		p.transposed = make([]int32, len(p.table))
		filled := make([]int32, points)
		for i, point := range p.table {
			p.transposed[int(point)*pencilSize+int(filled[point])] = int32(i / lineSize)
			filled[point]++
		}
	})
	return p.transposed
}

// Name says which plane this is: "PG(2,q)" or "AG(2,q)" with the value of q, "triangle" for the
// projective plane of order 1, "Hall plane of order n", "Hughes plane of order n", the name given
// to FromLines; "dual Hall plane of order n".
func (p *Plane) Name() string { return p.name }

// Order returns n: a line of a projective plane has n+1 points, a line of an affine plane n.
func (p *Plane) Order() int { return p.order }

// Points returns the number of points: n^2+n+1 in a projective plane of order n, n^2 in an affine
// one.
func (p *Plane) Points() int {
	points, _, _, _ := p.counts()
	return points
}

// Lines returns the number of lines: n^2+n+1 in a projective plane of order n, n^2+n in an affine
// one.
func (p *Plane) Lines() int {
	_, lines, _, _ := p.counts()
	return lines
}

// LineSize returns the number of points on each line: n+1, or n in an affine plane.
func (p *Plane) LineSize() int {
	_, _, lineSize, _ := p.counts()
	return lineSize
}

// Line returns the points of line l, ascending. The slice is a view of the plane: read it, do not
// write it. It panics if l is outside 0..Lines()-1.
func (p *Plane) Line(l int) []int32 {
	p.checkLine("Line", l)
	size := p.LineSize()
	return p.table[l*size : (l+1)*size : (l+1)*size]
}

// AllLines yields every line with its number, in order. Each line is a view of the plane: read it,
// do not write it.
func (p *Plane) AllLines() iter.Seq2[int, []int32] {
	size := p.LineSize()
	return func(yield func(int, []int32) bool) {
		for l := range p.Lines() {
			if !yield(l, p.table[l*size:(l+1)*size:(l+1)*size]) {
				return
			}
		}
	}
}

// LinesThrough returns the n+1 lines through a point, the pencil of the point, ascending. The slice
// is a view of the plane: read it, do not write it. It panics if point is outside 0..Points()-1.
func (p *Plane) LinesThrough(point int) []int32 {
	p.checkPoint("LinesThrough", point)
	size := p.order + 1
	return p.pencils()[point*size : (point+1)*size : (point+1)*size]
}

// Incident reports whether a point is on a line. Cost: O(log n). It panics if either is out of
// range.
func (p *Plane) Incident(point, line int) bool {
	p.checkPoint("Incident", point)
	_, on := slices.BinarySearch(p.Line(line), int32(point))
	return on
}

// LineThrough returns the line joining two distinct points. Cost: O(1) for planes over a field,
// O(n) for others. It panics if the points are equal or out of range.
func (p *Plane) LineThrough(a, b int) int {
	p.checkPoint("LineThrough", a)
	p.checkPoint("LineThrough", b)
	if a == b {
		panic(fmt.Sprintf("planes: LineThrough(%d, %d): points are equal", a, b))
	}
	if p.join != nil {
		return p.join(a, b)
	}
	return commonElements(p.LinesThrough(a), p.LinesThrough(b))[0]
}

func (p *Plane) checkPoint(method string, point int) {
	if uint(point) >= uint(p.Points()) {
		panic(fmt.Sprintf("planes: %s: point %d outside 0..%d of %s", method, point, p.Points()-1, p.name))
	}
}

func (p *Plane) checkLine(method string, line int) {
	if uint(line) >= uint(p.Lines()) {
		panic(fmt.Sprintf("planes: %s: line %d outside 0..%d of %s", method, line, p.Lines()-1, p.name))
	}
}

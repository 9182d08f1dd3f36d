package planes

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"math"
	"slices"

	"coterie/gf"
	"coterie/internal/machine/memory"
	"coterie/internal/machine/par"
)

// Kind says which axioms a Plane satisfies.
type Kind int

const (
	// Projective: any two points on exactly one line, any two lines meet in exactly one point.
	Projective Kind = iota
	// Affine: any two points on exactly one line; a line and a point off it have exactly one
	// parallel through the point.
	Affine
	// DualAffine: the dual of an affine plane. Any two lines meet in exactly one point; points fall
	// into classes of points that no line joins.
	DualAffine
)

func (k Kind) String() string {
	switch k {
	case Projective:
		return "projective plane"
	case Affine:
		return "affine plane"
	case DualAffine:
		return "dual affine plane"
	default:
		return fmt.Sprintf("Kind(%d)", int(k))
	}
}

// dual returns the kind of the dual plane.
func (k Kind) dual() Kind {
	switch k {
	case Affine:
		return DualAffine
	case DualAffine:
		return Affine
	default:
		return Projective
	}
}

// counts returns the numbers of points, of lines, of points on a line and of lines through a point.
func (k Kind) counts(order int) (points, lines, lineSize, pencilSize int) {
	n := order
	switch k {
	case Affine:
		return n * n, n*n + n, n, n + 1
	case DualAffine:
		return n*n + n, n * n, n + 1, n
	default:
		return n*n + n + 1, n*n + n + 1, n + 1, n + 1
	}
}

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
		return &OrderError{Object: "net", Order: side, Min: 1, Max: MaxSide}
	}
	return nil
}

// checkSize judges count tables of side x side entries, side at most MaxSide, against
// MaxIncidences.
func checkSize(object string, side, count int) error {
	if incidences := int64(side) * int64(side) * int64(count); incidences > MaxIncidences {
		return &SizeError{Object: object, Incidences: incidences, Max: MaxIncidences}
	}
	return nil
}

// Plane is an explicit finite plane: a projective or affine plane or the dual of an affine plane,
// as the list of its lines. Points and lines are numbered from 0. Values are immutable and safe for
// concurrent use.
//
// The only table is the list of lines, 4 bytes per incidence. Everything else about a plane over a
// field is computed from coordinates; a plane from FromLines keeps a second table, the lines
// through each point.
type Plane struct {
	name     string
	dualAs   string // the name of the dual where it has one of its own, else empty
	kind     Kind
	order    int
	table    []int32 // the points of line 0, of line 1, ..., each ascending
	geometry geometry
}

// geometry answers what the table of lines does not answer quickly. It is the seam between kinds of
// planes: those with coordinates over a field, those given by a list, and planes over other
// coordinate systems.
type geometry interface {
	// appendLine and appendPencil append the points of a line and the lines through a point,
	// ascending.
	appendLine(dst []int32, l int) []int32
	appendPencil(dst []int32, p int) []int32
	// join and meet return the line through two distinct points and the point on two distinct
	// lines, -1 if there is none.
	join(p, q int) int
	meet(l, m int) int
	// pointCoordinates and lineCoordinates return homogeneous coordinates, if there are any.
	pointCoordinates(p int) ([3]uint32, bool)
	lineCoordinates(l int) ([3]uint32, bool)
	// dual returns the geometry with points and lines exchanged, and its table of lines if that is
	// in memory already.
	dual() (geometry, []int32)
}

// NewProjective builds PG(2,q), the projective plane over GF(q), with the numbering of the package
// documentation: its lines are in lexicographic order, line 0 is the line at infinity and point
// q+1+q x+y is the affine point (x, y). For order 1, where no field is, it returns the triangle: 3
// points and 3 lines of 2 points, a degenerate plane (any two points are on one line and any two
// lines meet in one point, but no four points are in general position).
//
// Domain: q = 1 and prime powers up to MaxOrder. Cost: (q^2+q+1)(q+1) incidences, each two field
// operations and 4 bytes; no other table is kept.
//
// Errors: [*OrderError], or that of ctx: its cause if it ends first, and a *memory.Error if the
// table is beyond its budget.
func NewProjective(ctx context.Context, q int) (*Plane, error) {
	if q == 1 {
		table := []int32{0, 1, 0, 2, 1, 2}
		return &Plane{name: "triangle", kind: Projective, order: 1, table: table, geometry: newListed(table, 3, 3)}, nil
	}
	return overField(ctx, Projective, "PG(2,q)", 1, q)
}

// NewAffine builds AG(2,q), the affine plane over GF(q): point q x + y is (x, y), line c is x = c
// and line q + q a + c is y = a x + c, so that parallel class 0 is the lines x = c and class 1+a is
// the lines of slope a. It is NewProjective(q) without line 0 and the q+1 points on it, which are
// the first, all numbers shifted down.
//
// Domain: prime powers q up to MaxOrder. Cost: q^2 (q+1) incidences, each two field operations and
// 4 bytes; no other table is kept.
//
// Errors: as NewProjective.
func NewAffine(ctx context.Context, q int) (*Plane, error) {
	return overField(ctx, Affine, "AG(2,q)", 2, q)
}

func overField(ctx context.Context, kind Kind, family string, least, q int) (*Plane, error) {
	field, err := fieldOfOrder(family, least, MaxOrder, q)
	if err != nil {
		return nil, err
	}
	geometry := &desarguesian{field: field, q: q, affine: kind == Affine}
	plane := &Plane{name: fmt.Sprintf("%s%d)", family[:len(family)-2], q), kind: kind, order: q, geometry: geometry}
	return plane.filled(ctx)
}

// fieldOfOrder returns GF(q), or an [*OrderError] if q is out of range or no prime power.
func fieldOfOrder(object string, least, most, q int) (*gf.Field, error) {
	if q < least || q > most {
		return nil, &OrderError{Object: object, Order: q, Min: least, Max: most}
	}
	if _, _, ok := gf.PrimePower(q); !ok {
		// The least number above 1 that is no prime power is 6, and the limits of this package are
		// prime powers, so both neighbours are legal orders.
		below, _ := gf.PrevPrimePower(q)
		return nil, &OrderError{Object: object, Order: q, Min: least, Max: most, Below: below, Above: gf.NextPrimePower(q)}
	}
	field, err := gf.New(q)
	if err != nil {
		return nil, fmt.Errorf("planes: %s: %w", object, err)
	}
	return field, nil
}

// filled computes the table of lines from the geometry, and returns p.
func (p *Plane) filled(ctx context.Context) (*Plane, error) {
	_, lines, lineSize, _ := p.kind.counts(p.order)
	if err := memory.Ask(ctx, "the lines of "+p.name, lines, lineSize, 4); err != nil {
		return nil, err
	}
	p.table = make([]int32, 0, lines*lineSize)
	poll := par.NewPoll(ctx)
	for l := range lines {
		if err := poll.Work(lineSize); err != nil {
			return nil, err
		}
		p.table = p.geometry.appendLine(p.table, l)
	}
	return p, nil
}

// Name says which plane this is: "PG(2,q)" or "AG(2,q)" with the value of q, "triangle" for the
// projective plane of order 1, "Hall plane of order n", "Hughes plane of order n", the name given
// to FromLines; "dual Hall plane of order n", or "dual of " and one of the others.
func (p *Plane) Name() string { return p.name }

// Kind returns which axioms the plane satisfies.
func (p *Plane) Kind() Kind { return p.kind }

// Order returns n: a line of a projective plane has n+1 points, a line of an affine plane n.
func (p *Plane) Order() int { return p.order }

// Points returns the number of points: n^2+n+1 in a projective plane of order n, n^2 in an affine
// one, n^2+n in the dual of that.
func (p *Plane) Points() int {
	points, _, _, _ := p.kind.counts(p.order)
	return points
}

// Lines returns the number of lines: n^2+n+1 in a projective plane of order n, n^2+n in an affine
// one, n^2 in the dual of that.
func (p *Plane) Lines() int {
	_, lines, _, _ := p.kind.counts(p.order)
	return lines
}

// LineSize returns the number of points on each line: n+1, or n in an affine plane.
func (p *Plane) LineSize() int {
	_, _, lineSize, _ := p.kind.counts(p.order)
	return lineSize
}

// PencilSize returns the number of lines through each point: n+1, or n in the dual of an affine
// plane.
func (p *Plane) PencilSize() int {
	_, _, _, pencilSize := p.kind.counts(p.order)
	return pencilSize
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

// LinesThrough returns the lines through a point, the pencil of the point, ascending, in a new
// slice. Cost: O(n). It panics if point is outside 0..Points()-1.
func (p *Plane) LinesThrough(point int) []int32 {
	return p.AppendLinesThrough(make([]int32, 0, p.PencilSize()), point)
}

// AppendLinesThrough appends LinesThrough(point) to dst.
func (p *Plane) AppendLinesThrough(dst []int32, point int) []int32 {
	p.checkPoint("AppendLinesThrough", point)
	return p.geometry.appendPencil(dst, point)
}

// Incident reports whether a point is on a line. Cost: O(log n). It panics if either is out of
// range.
func (p *Plane) Incident(point, line int) bool {
	p.checkPoint("Incident", point)
	_, on := slices.BinarySearch(p.Line(line), int32(point))
	return on
}

// LineThrough returns the line joining two distinct points. In the dual of an affine plane some
// points are not joined (they stand for parallel lines): the result is -1 for these, and never in a
// projective or affine plane. Cost: O(1) for planes over a field, O(n) for planes from FromLines.
// It panics if the points are equal or out of range.
func (p *Plane) LineThrough(a, b int) int {
	p.checkPoint("LineThrough", a)
	p.checkPoint("LineThrough", b)
	if a == b {
		panic(fmt.Sprintf("planes: LineThrough(%d, %d): points are equal", a, b))
	}
	return p.geometry.join(a, b)
}

// PointOn returns the point on two distinct lines; ok is false only for two parallel lines of an
// affine plane. Cost: O(1) for planes over a field, O(n) for planes from FromLines. It panics if
// the lines are equal or out of range.
func (p *Plane) PointOn(l, m int) (point int, ok bool) {
	p.checkLine("PointOn", l)
	p.checkLine("PointOn", m)
	if l == m {
		panic(fmt.Sprintf("planes: PointOn(%d, %d): lines are equal", l, m))
	}
	point = p.geometry.meet(l, m)
	return point, point >= 0
}

// Dual returns the plane with points and lines exchanged: its line i is LinesThrough(i), its point
// j is line j. The dual of a projective plane is a projective plane (PG(2,q) is isomorphic to its
// dual, but numbered otherwise), the dual of an affine plane is none. The dual of the dual is the
// plane itself, line for line. Cost: that of building the plane; nothing for planes from FromLines,
// which share both tables with their dual.
func (p *Plane) Dual() *Plane {
	d, err := p.dualIn(memory.With(context.Background(), math.MaxUint64)) // as large as p, which is there
	if err != nil {
		panic("planes: " + err.Error())
	}
	return d
}

func (p *Plane) dualIn(ctx context.Context) (*Plane, error) {
	geometry, table := p.geometry.dual()
	d := &Plane{dualAs: p.name, kind: p.kind.dual(), order: p.order, table: table, geometry: geometry}
	d.name = cmp.Or(p.dualAs, "dual of "+p.name)
	if table == nil {
		return d.filled(ctx)
	}
	return d, nil
}

// ParallelClasses returns the n+1 parallel classes of an affine plane of order n, each the numbers
// of its n lines. Lines ascend within a class, and classes are in the order of their least lines;
// in NewAffine(q) class c is the lines q c..q c+q-1. Cost: O(n^2) for planes over a field, O(n^4)
// for planes from FromLines. It panics if the plane is not affine.
func (p *Plane) ParallelClasses() [][]int {
	if p.kind != Affine {
		panic(fmt.Sprintf("planes: ParallelClasses of %s, a %v", p.name, p.kind))
	}
	classes := make([][]int, 0, p.order+1)
	classed := make([]bool, p.Lines())
	for l := range classed {
		if classed[l] {
			continue
		}
		class := make([]int, 1, p.order)
		class[0] = l
		for m := l + 1; len(class) < p.order; m++ {
			if !classed[m] && p.geometry.meet(l, m) < 0 {
				classed[m] = true
				class = append(class, m)
			}
		}
		classes = append(classes, class)
	}
	return classes
}

// PointCoordinates returns homogeneous coordinates over GF(n) of a point, as codes of package gf,
// and LineCoordinates those of a line: a point (x0, x1, x2) is on a line [a0, a1, a2] iff a0 x0 +
// a1 x1 + a2 x2 = 0. The first non-zero coordinate of a point is 1, and the last non-zero
// coordinate of a line (in a dual plane: the other way round). The affine point (x, y) is (1, x,
// y). ok is false for planes that have no coordinates: the triangle and planes from FromLines. It
// panics if point is out of range.
func (p *Plane) PointCoordinates(point int) (x [3]uint32, ok bool) {
	p.checkPoint("PointCoordinates", point)
	return p.geometry.pointCoordinates(point)
}

// LineCoordinates returns homogeneous coordinates of a line: see PointCoordinates. It panics if
// line is out of range.
func (p *Plane) LineCoordinates(line int) (a [3]uint32, ok bool) {
	p.checkLine("LineCoordinates", line)
	return p.geometry.lineCoordinates(line)
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

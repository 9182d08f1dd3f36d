package planes

import (
	"context"
	"fmt"
	"slices"

	"coterie/internal/machine/par"
)

// FromLines builds a plane from the list of its lines, each a list of points 0..points-1 in any
// order. It keeps the numbers of points and lines, sorts each line, recognises the kind and order
// from the numbers (projective n^2+n+1 points, as many lines, n+1 points on a line, n >= 1; affine
// n^2, n^2+n, n, n >= 2; dual affine n^2+n, n^2, n+1, n >= 2), and checks the axioms by Verify. The
// name is what Name returns and errors mention.
//
// Such a plane need not be Desarguesian. It has no coordinates, and keeps a second table, the lines
// through each point: 8 bytes per incidence in all. Cost: O(n^4) time.
//
// Errors: [*FormError], [*AxiomError] with a witness, [*SizeError], and the cause of ctx if that
// ends first.
func FromLines(ctx context.Context, name string, points int, lines [][]int) (*Plane, error) {
	if len(lines) == 0 {
		return nil, &FormError{Object: name, Line: -1, Reason: "has no lines"}
	}
	size := len(lines[0])
	plane := &Plane{name: name}
	known := false
	for kind := Projective; kind <= DualAffine; kind++ {
		// A line has n+1 points, except in an affine plane.
		order := size - 1
		if kind == Affine {
			order = size
		}
		if order < 1 || order > MaxSide || order == 1 && kind != Projective {
			continue
		}
		if v, b, _, _ := kind.counts(order); v == points && b == len(lines) {
			plane.kind, plane.order, known = kind, order, true
		}
	}
	if !known {
		return nil, &FormError{Object: name, Line: -1,
			Reason: fmt.Sprintf("%d points and %d lines of %d points belong to no projective, affine or dual affine plane",
				points, len(lines), size)}
	}
	if incidences := int64(size) * int64(len(lines)); incidences > MaxIncidences {
		return nil, &SizeError{Object: name, Incidences: incidences, Max: MaxIncidences}
	}
	plane.table = make([]int32, 0, size*len(lines))
	poll := par.NewPoll(ctx)
	for l, line := range lines {
		err := poll.Work(size)
		if err != nil {
			return nil, err
		}
		if plane.table, err = appendSortedLine(plane.table, name, l, points, size, line); err != nil {
			return nil, err
		}
	}
	if err := plane.Verify(ctx); err != nil {
		return nil, err
	}
	plane.geometry = newListed(plane.table, points, len(lines))
	return plane, nil
}

// appendSortedLine appends a line given in any order, after checking that it is size different
// points of 0..points-1.
func appendSortedLine(dst []int32, object string, l, points, size int, line []int) ([]int32, error) {
	if len(line) != size {
		return nil, &FormError{Object: object, Line: l, Reason: fmt.Sprintf("has %d points, want %d", len(line), size)}
	}
	start := len(dst)
	for _, p := range line {
		if p < 0 || p >= points {
			return nil, &FormError{Object: object, Line: l, Reason: fmt.Sprintf("has point %d, outside 0..%d", p, points-1)}
		}
		dst = append(dst, int32(p))
	}
	sorted := dst[start:]
	slices.Sort(sorted)
	for i := 1; i < size; i++ {
		if sorted[i] == sorted[i-1] {
			return nil, &FormError{Object: object, Line: l, Reason: fmt.Sprintf("has point %d twice", sorted[i])}
		}
	}
	return dst, nil
}

// listed is the geometry of a plane that is only known as a list of lines. It keeps the lines
// through each point as a second list.
type listed struct {
	lines, pencils       []int32
	lineSize, pencilSize int
}

// newListed transposes a table of lines in which every point is on equally many.
func newListed(table []int32, points, lines int) *listed {
	lineSize, pencilSize := len(table)/lines, len(table)/points
	g := &listed{lines: table, pencils: make([]int32, len(table)), lineSize: lineSize, pencilSize: pencilSize}
	filled := make([]int32, points)
	for i, p := range table {
		g.pencils[int(p)*pencilSize+int(filled[p])] = int32(i / lineSize)
		filled[p]++
	}
	return g
}

func (g *listed) line(l int) []int32   { return g.lines[l*g.lineSize : (l+1)*g.lineSize] }
func (g *listed) pencil(p int) []int32 { return g.pencils[p*g.pencilSize : (p+1)*g.pencilSize] }

func (g *listed) appendLine(dst []int32, l int) []int32   { return append(dst, g.line(l)...) }
func (g *listed) appendPencil(dst []int32, p int) []int32 { return append(dst, g.pencil(p)...) }

func (g *listed) join(p, q int) int { return firstCommonElement(g.pencil(p), g.pencil(q)) }
func (g *listed) meet(l, m int) int { return firstCommonElement(g.line(l), g.line(m)) }

func (g *listed) pointCoordinates(int) ([3]uint32, bool) { return [3]uint32{}, false }
func (g *listed) lineCoordinates(int) ([3]uint32, bool)  { return [3]uint32{}, false }

func (g *listed) dual() (geometry, []int32) {
	return &listed{lines: g.pencils, pencils: g.lines, lineSize: g.pencilSize, pencilSize: g.lineSize}, g.pencils
}

// firstCommonElement returns the least common element of two ascending lists, or -1.
func firstCommonElement(a, b []int32) int {
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			a = a[1:]
		case a[0] > b[0]:
			b = b[1:]
		default:
			return int(a[0])
		}
	}
	return -1
}

// commonElements returns all common elements of two ascending lists.
func commonElements(a, b []int32) []int {
	var common []int
	for _, x := range a {
		if _, found := slices.BinarySearch(b, x); found {
			common = append(common, int(x))
		}
	}
	return common
}

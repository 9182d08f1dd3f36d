package planes

import (
	"context"
	"slices"

	"coterie/internal/machine/par"
)

// FromLines builds a plane from the list of its lines, each a list of points 0..points-1 in any
// order. It keeps the numbers of points and lines, sorts each line, recognises the kind and order
// from the numbers (projective n^2+n+1 points, as many lines, n+1 points on a line, n >= 1; affine
// n^2, n^2+n, n, n >= 2), and checks the axioms by Verify. The
// name is the name that Name returns and errors mention.
//
// The plane need not be Desarguesian. Cost: O(n^4) time.
//
// Errors: lines that have not this form, an [*AxiomError] with a witness, too many incidences, and
// the cause of ctx if ctx ends first.
func FromLines(ctx context.Context, name string, points int, lines [][]int) (*Plane, error) {
	if len(lines) == 0 {
		return nil, formError(name, "has no lines")
	}
	size := len(lines[0])
	plane := (*Plane)(nil)
	// A line has n+1 points in a projective plane and n in an affine one.
	for _, p := range []*Plane{{name: name, order: size - 1}, {name: name, order: size, affine: true}} {
		least := 1
		if p.affine {
			least = 2
		}
		if v, b, _, _ := p.counts(); v == points && b == len(lines) && p.order >= least && p.order <= MaxSide {
			plane = p
		}
	}
	if plane == nil {
		return nil, formError(name, "%d points and %d lines of %d points belong to no projective or affine plane",
			points, len(lines), size)
	}
	if incidences := int64(size) * int64(len(lines)); incidences > MaxIncidences {
		return nil, sizeError(name, incidences)
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
	return plane, nil
}

// appendSortedLine appends a line given in any order, after checking that it is size different
// points of 0..points-1.
func appendSortedLine(dst []int32, object string, l, points, size int, line []int) ([]int32, error) {
	if len(line) != size {
		return nil, formError(object, "line %d (counted from 0) has %d points, want %d", l, len(line), size)
	}
	start := len(dst)
	for _, p := range line {
		if p < 0 || p >= points {
			return nil, formError(object, "line %d (counted from 0) has point %d, outside 0..%d", l, p, points-1)
		}
		dst = append(dst, int32(p))
	}
	sorted := dst[start:]
	slices.Sort(sorted)
	for i := 1; i < size; i++ {
		if sorted[i] == sorted[i-1] {
			return nil, formError(object, "line %d (counted from 0) has point %d twice", l, sorted[i])
		}
	}
	return dst, nil
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

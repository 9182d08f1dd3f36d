package billiard

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"coterie/experiments"
)

// continuousRow holds the results for the points of the unit square whose coordinates are multiples
// of 1/Unit. Each count of exceptions comes with the first exception.
type continuousRow struct {
	Unit   int `csv:"denominator" doc:"coordinates are multiples of 1/denominator"`
	Points int `csv:"points,points" doc:"of the unit square"`
	Pairs  int `csv:"pairs,pairs" doc:"of two of these points"`

	GridLengths, GridMeetings, GridSame                  exceptions // H ∪ V: length 2, pairs meet, pairs differ
	BilliardLengths, BilliardShapes                      exceptions // length √2; two segments between the sides
	SlopeOne                                             exceptions // pairs on a line of slope 1 with different paths
	SlopePairs                                           int        `csv:"slope_1_pairs,pairs" doc:"on a line of slope 1"`
	Corners                                              exceptions // corner points without a diagonal of the square
	BrokenLengths, BrokenMeetings, BrokenSame, OtherSame exceptions // OtherSame: neither on y = x nor the corners (0,1), (1,0)
	BrokenUnnamed                                        exceptions // the exceptions of BrokenSame that the paper does not name
	Peaks                                                exceptions // points off the diagonal without their peak
	NamedCorners                                         exceptions // the pairs that the paper names, with different paths
	RotatedOutside                                       int        `csv:"rotated_outside,points" doc:"off y = x whose path leaves the square if the rest is rotated by 90° literally"`
}

// exceptions counts counterexamples and keeps the first one.
type exceptions struct {
	Count int
	First string
}

func (e *exceptions) unless(ok bool, format string, args ...any) {
	if ok {
		return
	}
	if e.Count == 0 {
		e.First = fmt.Sprintf(format, args...)
	}
	e.Count++
}

// polyline is a path given by its corners, in units of 1/unit. No segment is empty.
type polyline [][2]int

// meets reports whether two polylines share a point, exactly.
func (p polyline) meets(other polyline) bool {
	for i := range len(p) - 1 {
		for j := range len(other) - 1 {
			if segmentsMeet(p[i], p[i+1], other[j], other[j+1]) {
				return true
			}
		}
	}
	return false
}

// segmentsMeet decides by orientations whether the segments ab and cd share a point (Cormen et al.,
// "Introduction to Algorithms", section 33.1).
func segmentsMeet(a, b, c, d [2]int) bool {
	side := func(p, q, r [2]int) int { return (q[0]-p[0])*(r[1]-p[1]) - (q[1]-p[1])*(r[0]-p[0]) }
	between := func(p, q, r [2]int) bool {
		return min(p[0], q[0]) <= r[0] && r[0] <= max(p[0], q[0]) && min(p[1], q[1]) <= r[1] && r[1] <= max(p[1], q[1])
	}
	s1, s2, s3, s4 := side(c, d, a), side(c, d, b), side(a, b, c), side(a, b, d)
	return (s1 > 0 && s2 < 0 || s1 < 0 && s2 > 0) && (s3 > 0 && s4 < 0 || s3 < 0 && s4 > 0) ||
		s1 == 0 && between(c, d, a) || s2 == 0 && between(c, d, b) || s3 == 0 && between(a, b, c) || s4 == 0 && between(a, b, d)
}

// same reports whether two paths are the same set of points. Neither crosses itself or goes
// straight on at a corner, so that equal paths have the same corners, from one end or from the
// other.
func (p polyline) same(other polyline) bool {
	back := slices.Clone(other)
	slices.Reverse(back)
	return slices.Equal(p, other) || slices.Equal(p, back)
}

// advances reports whether all slopes of a polyline are ±1 and its length is √2·length/unit.
func (p polyline) advances(length int) bool {
	for i := range len(p) - 1 {
		dx, dy := magnitude(p[i+1][0]-p[i][0]), magnitude(p[i+1][1]-p[i][1])
		if dx != dy {
			return false
		}
		length -= dx
	}
	return length == 0
}

// peakAt reports whether s is on the path and a strict local maximum of the coordinate there: every
// segment that holds s ends there and comes from lower values.
func (p polyline) peakAt(s [2]int, coordinate int) bool {
	found := false
	for i := range len(p) - 1 {
		a, b := p[i], p[i+1]
		if !segmentsMeet(a, b, s, s) {
			continue
		}
		found = true
		if a != s && b != s || a != s && a[coordinate] >= s[coordinate] || b != s && b[coordinate] >= s[coordinate] {
			return false
		}
	}
	return found
}

func magnitude(x int) int { return max(x, -x) }

// crossOf returns Maekawa's row and column through a point: H and V of Figure 1.
func crossOf(unit int, s [2]int) (h, v polyline) {
	return polyline{{0, s[1]}, {unit, s[1]}}, polyline{{s[0], 0}, {s[0], unit}}
}

func judgeContinuous(ctx context.Context, unit int) (continuousRow, error) {
	row := continuousRow{Unit: unit}
	var points [][2]int
	var names []string
	var billiard, broken []polyline
	for x := range unit + 1 {
		for y := range unit + 1 {
			points = append(points, [2]int{x, y})
			names = append(names, fmt.Sprintf("(%s,%s)", unitRatio(x, unit).RatString(), unitRatio(y, unit).RatString()))
			billiard = append(billiard, Path(unit, x, y))
			broken = append(broken, BrokenPath(unit, x, y))
		}
	}
	row.Points = len(points)
	for i, s := range points {
		h, v := crossOf(unit, s)
		row.GridLengths.unless(h[1][0]-h[0][0]+v[1][1]-v[0][1] == 2*unit, "%s", names[i])
		row.BilliardLengths.unless(billiard[i].advances(unit), "%s", names[i])
		row.BilliardShapes.unless(twoSegments(unit, s, billiard[i]), "%s", names[i])
		row.BrokenLengths.unless(broken[i].advances(unit), "%s", names[i])
		if s[0] != s[1] {
			row.Peaks.unless(broken[i].peakAt(s, oneIf(s[1] > s[0])), "%s", names[i])
			row.RotatedOutside += oneIf(rotationLeaves(unit, s, billiard[i]))
		}
		if s[0]%unit == 0 && s[1]%unit == 0 {
			row.Corners.unless(billiard[i].same(polyline{s, {unit - s[0], unit - s[1]}}), "%s", names[i])
		}
	}
	for i, s := range points {
		experiments.Ensure(ctx.Err())
		for k, r := range points[:i] {
			row.Pairs++
			judge := func(e *exceptions, ok bool) { e.unless(ok, "%s and %s", names[k], names[i]) }
			rowOfR, columnOfR := crossOf(unit, r)
			rowOfS, columnOfS := crossOf(unit, s)
			judge(&row.GridMeetings, rowOfR.meets(columnOfS) || columnOfR.meets(rowOfS) || rowOfR.meets(rowOfS) || columnOfR.meets(columnOfS))
			judge(&row.GridSame, !rowOfR.same(rowOfS) || !columnOfR.same(columnOfS))
			if s[1]-s[0] == r[1]-r[0] {
				row.SlopePairs++
				judge(&row.SlopeOne, billiard[i].same(billiard[k]))
			}
			judge(&row.BrokenMeetings, broken[i].meets(broken[k]))
			same := broken[i].same(broken[k])
			judge(&row.BrokenSame, !same)
			onDiagonal := s[0] == s[1] && r[0] == r[1]
			otherCorners := r == [2]int{0, unit} && s == [2]int{unit, 0}
			named := otherCorners || r == [2]int{0, 0} && s == [2]int{unit, unit}
			judge(&row.BrokenUnnamed, named || !same)
			judge(&row.OtherSame, same == (onDiagonal || otherCorners))
			if named {
				judge(&row.NamedCorners, same)
			}
		}
	}
	return row, nil
}

// twoSegments judges the words on the shape of a billiard path: a segment of slope 1 from x = 0 or
// y = 0 through s, and a tail of slope -1 that ends at x = 1 or y = 1. In the limiting cases one of
// them is empty: the tail, or, for s in the corners (0,1) and (1,0), the other one.
func twoSegments(unit int, s [2]int, p polyline) bool {
	first, last := p[0], p[len(p)-1]
	if min(first[0], first[1]) != 0 || max(last[0], last[1]) != unit {
		return false
	}
	slope := func(k int) int { return (p[k+1][1] - p[k][1]) / (p[k+1][0] - p[k][0]) }
	switch len(p) {
	case 2:
		return segmentsMeet(p[0], p[1], s, s) && (slope(0) == 1 || first == s)
	case 3:
		return slope(0) == 1 && slope(1) == -1 && segmentsMeet(p[0], p[1], s, s)
	}
	return false
}

// rotationLeaves reports whether the part of a billiard path after s leaves the square when it is
// rotated about s by 90°: clockwise above the line y = x, the other way elsewhere.
func rotationLeaves(unit int, s [2]int, p polyline) bool {
	clockwise := 1
	if s[1] <= s[0] {
		clockwise = -1
	}
	after := false // whether the corner comes after s
	for k, c := range p {
		x, y := s[0]+clockwise*(c[1]-s[1]), s[1]-clockwise*(c[0]-s[0])
		if after && (min(x, y) < 0 || max(x, y) > unit) {
			return true
		}
		after = after || k+1 < len(p) && segmentsMeet(c, p[k+1], s, s)
	}
	return false
}

func unitRatio(x, unit int) *big.Rat { return big.NewRat(int64(x), int64(unit)) }

// squareLine is a line of Figure 1 or 2, in units of 1/unit.
type squareLine struct {
	figure string `csv:"figure" doc:"figure and part; Figure 1 has a row and a column, Figure 2 (a), (b) billiard paths, (c), (d) broken ones"`
	point  string `csv:"point" doc:"s or s'; the papers' pictures name no coordinates, these are the study's parameters"`
	name   string `csv:"line" doc:"H, V or path"`
	at     [2]int // the point
	path   polyline
	k      int // a vertex of the path, in the table
}

// squareLines lists the lines: Figure 1 has a row and a column, Figure 2 billiard paths and broken
// ones.
func squareLines(p figureParameters) []squareLine {
	s, t := p.Above, p.Below
	h, v := crossOf(p.Unit, s)
	return []squareLine{
		{"1", "s", "H", s, h, 0},
		{"1", "s", "V", s, v, 0},
		{"2a", "s", "path", s, Path(p.Unit, s[0], s[1]), 0},
		{"2b", "s'", "path", t, Path(p.Unit, t[0], t[1]), 0},
		{"2c", "s", "path", s, BrokenPath(p.Unit, s[0], s[1]), 0},
		{"2d", "s'", "path", t, BrokenPath(p.Unit, t[0], t[1]), 0},
	}
}

// vertices lists the line for each of its vertices.
func (l squareLine) vertices() (list []squareLine) {
	for l.k = range l.path {
		list = append(list, l)
	}
	return list
}

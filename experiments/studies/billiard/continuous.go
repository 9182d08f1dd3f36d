package billiard

import (
	"fmt"
	"math/big"
	"slices"

	"coterie/construct"
	"coterie/internal/table"
)

// continuousRow is what was found about the points of the unit square whose coordinates are multiples of
// 1/Unit. Counts of exceptions come with the first one.
type continuousRow struct {
	Unit, Points, Pairs int

	GridLengths, GridMeetings, GridSame                  exceptions // H ∪ V: length 2, pairs meet, pairs differ
	BilliardLengths, BilliardShapes                      exceptions // length √2; two segments between the sides
	SlopeOne                                             exceptions // pairs on a line of slope 1 with different paths
	SlopePairs                                           int
	Corners                                              exceptions // corner points without a diagonal of the square
	BrokenLengths, BrokenMeetings, BrokenSame, OtherSame exceptions // OtherSame: neither on y = x nor the corners (0,1), (1,0)
	Peaks                                                exceptions // points off the diagonal without their peak
	NamedCorners                                         exceptions // the pairs that the paper names, with different paths
	RotatedOutside                                       int        // points off y = x whose rotated path leaves the square
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

// polyline is a path by its corners, in units of 1/unit; no segment is empty.
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

// segmentsMeet decides by orientations whether the segments ab and cd share a point (Cormen et al., "Introduction
// to Algorithms", section 33.1).
func segmentsMeet(a, b, c, d [2]int) bool {
	side := func(p, q, r [2]int) int { return (q[0]-p[0])*(r[1]-p[1]) - (q[1]-p[1])*(r[0]-p[0]) }
	between := func(p, q, r [2]int) bool {
		return min(p[0], q[0]) <= r[0] && r[0] <= max(p[0], q[0]) && min(p[1], q[1]) <= r[1] && r[1] <= max(p[1], q[1])
	}
	s1, s2, s3, s4 := side(c, d, a), side(c, d, b), side(a, b, c), side(a, b, d)
	return (s1 > 0 && s2 < 0 || s1 < 0 && s2 > 0) && (s3 > 0 && s4 < 0 || s3 < 0 && s4 > 0) ||
		s1 == 0 && between(c, d, a) || s2 == 0 && between(c, d, b) || s3 == 0 && between(a, b, c) || s4 == 0 && between(a, b, d)
}

// same reports whether two paths are the same set of points. Both cross themselves nowhere and go straight on at
// no corner, so that their corners are the same, from one end or from the other.
func (p polyline) same(other polyline) bool {
	back := slices.Clone(other)
	slices.Reverse(back)
	return slices.Equal(p, other) || slices.Equal(p, back)
}

// advance is the length of a polyline of slopes ±1, in units of √2/unit; ok is false if a slope is another one.
func (p polyline) advance() (length int, ok bool) {
	for i := range len(p) - 1 {
		dx, dy := magnitude(p[i+1][0]-p[i][0]), magnitude(p[i+1][1]-p[i][1])
		if dx != dy {
			return 0, false
		}
		length += dx
	}
	return length, true
}

// peakAt reports whether s is on the path and a strict local maximum of the coordinate there: every segment that
// holds s ends there and comes from lower values.
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

// crossOf is Maekawa's row and column through a point: H and V of Figure 1.
func crossOf(unit int, s [2]int) [2]polyline {
	return [2]polyline{{{0, s[1]}, {unit, s[1]}}, {{s[0], 0}, {s[0], unit}}}
}

func judgeContinuous(unit int) continuousRow {
	row := continuousRow{Unit: unit}
	text := func(s [2]int) string {
		return fmt.Sprintf("(%s,%s)", unitRatio(s[0], unit).RatString(), unitRatio(s[1], unit).RatString())
	}
	var points [][2]int
	var billiard, broken []polyline
	for x := range unit + 1 {
		for y := range unit + 1 {
			s := [2]int{x, y}
			points = append(points, s)
			billiard = append(billiard, construct.ContinuousBilliardPath(unit, x, y))
			broken = append(broken, construct.ContinuousBrokenPath(unit, x, y))
		}
	}
	row.Points = len(points)
	for i, s := range points {
		h, v := crossOf(unit, s)[0], crossOf(unit, s)[1]
		row.GridLengths.unless(h[1][0]-h[0][0]+v[1][1]-v[0][1] == 2*unit, "%s", text(s))
		length, slopes := billiard[i].advance()
		row.BilliardLengths.unless(slopes && length == unit, "%s", text(s))
		row.BilliardShapes.unless(twoSegments(unit, s, billiard[i]), "%s", text(s))
		length, slopes = broken[i].advance()
		row.BrokenLengths.unless(slopes && length == unit, "%s", text(s))
		if s[0] != s[1] {
			coordinate := 0
			if s[1] > s[0] {
				coordinate = 1
			}
			row.Peaks.unless(broken[i].peakAt(s, coordinate), "%s", text(s))
		}
		if (s[0] == 0 || s[0] == unit) && (s[1] == 0 || s[1] == unit) {
			ends := polyline{s, {unit - s[0], unit - s[1]}}
			row.Corners.unless(billiard[i].same(ends), "%s", text(s))
		}
		if s[0] != s[1] && rotationLeaves(unit, s, billiard[i]) {
			row.RotatedOutside++
		}
	}
	for i, s := range points {
		for k, r := range points[:i] {
			row.Pairs++
			a, b := crossOf(unit, r), crossOf(unit, s)
			row.GridMeetings.unless(a[0].meets(b[1]) || a[1].meets(b[0]) || a[0].meets(b[0]) || a[1].meets(b[1]), "%s and %s", text(r), text(s))
			row.GridSame.unless(!(a[0].same(b[0]) && a[1].same(b[1])), "%s and %s", text(r), text(s))
			if s[1]-s[0] == r[1]-r[0] {
				row.SlopePairs++
				row.SlopeOne.unless(billiard[i].same(billiard[k]), "%s and %s", text(r), text(s))
			}
			row.BrokenMeetings.unless(broken[i].meets(broken[k]), "%s and %s", text(r), text(s))
			same := broken[i].same(broken[k])
			row.BrokenSame.unless(!same, "%s and %s", text(r), text(s))
			onDiagonal := s[0] == s[1] && r[0] == r[1]
			otherCorners := r == [2]int{0, unit} && s == [2]int{unit, 0}
			row.OtherSame.unless(same == (onDiagonal || otherCorners), "%s and %s", text(r), text(s))
			if opposite := (r == [2]int{0, 0} && s == [2]int{unit, unit}) || otherCorners; opposite {
				row.NamedCorners.unless(same, "%s and %s", text(r), text(s))
			}
		}
	}
	return row
}

// twoSegments judges the words on the shape of a billiard path: a segment of slope 1 from x = 0 or y = 0 through
// s, and a tail of slope -1 that ends at x = 1 or y = 1. In the limiting cases one of them is empty: the tail, or,
// for s in the corners (0,1) and (1,0), the other one.
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

// rotationLeaves reports whether the part of a billiard path after s leaves the square when it is rotated about
// s by 90°: clockwise above the line y = x, the other way elsewhere.
func rotationLeaves(unit int, s [2]int, p polyline) bool {
	from := slices.IndexFunc(p[1:], func(c [2]int) bool { return c == s }) + 1 // the corners after s
	if from == 0 {
		from = 1
		if !segmentsMeet(p[0], p[1], s, s) {
			from = 2
		}
	}
	for _, c := range p[from:] {
		dx, dy := c[0]-s[0], c[1]-s[1]
		dx, dy = dy, -dx
		if s[1] <= s[0] {
			dx, dy = -dx, -dy
		}
		if x, y := s[0]+dx, s[1]+dy; min(x, y) < 0 || max(x, y) > unit {
			return true
		}
	}
	return false
}

func unitRatio(x, unit int) *big.Rat { return big.NewRat(int64(x), int64(unit)) }

// continuousPictures is the table of every line of Figures 1 and 2: what a picture of them needs.
func continuousPictures(p figureParameters) (*table.Table, error) {
	t := table.New(
		table.Texts("figure", "", "figure and part; Figure 1 has a row and a column, Figure 2 (a), (b) billiard paths, (c), (d) broken ones"),
		table.Texts("point", "", "s or s'; the papers' pictures name no coordinates, these are the study's parameters"),
		table.Texts("line", "", "H, V or path"),
		table.Ints("vertex", "", "place in the polyline, from 1"),
		table.Ratios("x", "", "to the right"),
		table.Ratios("y", "", "up"),
		table.Bools("is_point", "", "whether the vertex is the point itself"),
	)
	points := []struct {
		name string
		at   [2]int
	}{{"s", p.Above}, {"s'", p.Below}}
	add := func(figure, name, line string, at [2]int, path polyline) error {
		for k, c := range path {
			if err := t.Append(table.Text(figure), table.Text(name), table.Text(line), table.Int(k+1), table.Ratio(unitRatio(c[0], p.Unit)), table.Ratio(unitRatio(c[1], p.Unit)), table.Bool(c == at)); err != nil {
				return err
			}
		}
		return nil
	}
	cross := crossOf(p.Unit, p.Above)
	for i, line := range []string{"H", "V"} {
		if err := add("1", "s", line, p.Above, cross[i]); err != nil {
			return nil, err
		}
	}
	for i, s := range points {
		if err := add([]string{"2a", "2b"}[i], s.name, "path", s.at, construct.ContinuousBilliardPath(p.Unit, s.at[0], s.at[1])); err != nil {
			return nil, err
		}
	}
	for i, s := range points {
		if err := add([]string{"2c", "2d"}[i], s.name, "path", s.at, construct.ContinuousBrokenPath(p.Unit, s.at[0], s.at[1])); err != nil {
			return nil, err
		}
	}
	return t, nil
}

package billiard

import "fmt"

// Path returns the billiard path through the point (x/unit, y/unit) of the unit
// square (Agrawal et al. 1997, section 3 and Figure 2 (a), (b)): its corners in order, first and
// last point included, in units of 1/unit, x to the right and y up. A ball is shot from the side x
// = 0 or y = 0 along the line of slope 1 through the point, and followed for a length of √2.
//
// With d = y-x >= 0 it runs from (0,d) up to (1-d,1) and down to (1,1-d); for d < 0, from (-d,0) to
// (1,1+d) and to (1+d,1). So it depends on d alone. In the limiting cases d = 0 and d = ±1 one of
// the two segments is empty, and the path is a diagonal of the square.
//
// It panics unless unit >= 1 and x and y are in 0..unit. Cost O(1).
func Path(unit, x, y int) [][2]int {
	checkUnitPoint("Path", unit, x, y)
	if d := y - x; d >= 0 {
		return corners([2]int{0, d}, [2]int{unit - d, unit}, [2]int{unit, unit - d})
	}
	e := x - y
	return corners([2]int{e, 0}, [2]int{unit, unit - e}, [2]int{unit - e, unit})
}

// BrokenPath returns the broken billiard path of the point s = (x/unit, y/unit) of the
// unit square (Agrawal et al. 1997, section 3 and Figure 2 (c), (d)), in the form of Path. The
// unbroken path goes on from s up to a side and back to its end. The broken path goes the other way
// round the rectangle with the corners s and the end. Its second turn is at s' = (y/unit, x/unit),
// the mirror image of s in the line y = x. With d = y-x it is
//
//	(0,d), (x,y), (y,x), (1,1-d)  for d >= 0,  and  (-d,0), (x,y), (y,x), (1+d,1)  for d < 0.
//
// The paper describes it as "obtained from the billiard path through s by the rotation of the line
// segments after s by 90° at s". Taken literally that leaves the square (from s = (1/8,1/4) the
// first segment would end at y = -1/2). Figures 5 to 7 and procedure generate show the intended
// path.
//
// Its length is √2, every two paths meet, and paths of different points differ, unless both lie on
// y = x or they are the corners (0,1) and (1,0).
//
// It panics as Path does. Cost O(1).
//
// Proof: docs/theorems/continuous-billiards.md.
func BrokenPath(unit, x, y int) [][2]int {
	checkUnitPoint("BrokenPath", unit, x, y)
	s, mirror := [2]int{x, y}, [2]int{y, x}
	if d := y - x; d >= 0 {
		return corners([2]int{0, d}, s, mirror, [2]int{unit, unit - d})
	}
	e := x - y
	return corners([2]int{e, 0}, s, mirror, [2]int{unit - e, unit})
}

// corners lists the points where a path of slopes ±1 begins, turns and ends: a point that repeats
// the one before it is left out, and so is one where the path goes straight on.
func corners(points ...[2]int) [][2]int {
	path := make([][2]int, 0, len(points))
	for _, p := range points {
		if k := len(path); k > 0 && path[k-1] == p {
			continue
		}
		if k := len(path); k > 1 && rising(path[k-2], path[k-1]) == rising(path[k-1], p) {
			path[k-1] = p // broken paths turn by 90° or not at all, never back
			continue
		}
		path = append(path, p)
	}
	return path
}

// rising reports whether the segment from p to q of slope ±1 has slope 1.
func rising(p, q [2]int) bool { return (q[0]-p[0])*(q[1]-p[1]) > 0 }

func checkUnitPoint(function string, unit, x, y int) {
	if unit < 1 || min(x, y) < 0 || max(x, y) > unit {
		panic(fmt.Sprintf("billiard: %s(%d, %d, %d): no point of the unit square", function, unit, x, y))
	}
}

package degenerate

import (
	"math/rand/v2"

	"coterie/planes"
)

// folding is a way to fold a projective plane of v points to n nodes: d = v-n pairs of points, and
// d lines that are dropped. Each pair becomes one node. It makes no difference to the sets which
// point of a pair is called removed and which kept, and which site gets which of the n kept lines.
// So the search leaves these choices out, and Degeneration makes them by a matching.
//
// The responsibility of a node is the number of kept lines that meet its points: r(a) for a
// single point a, where r counts the kept lines through a point, and for a pair
//
//	r(a) + r(b) - [line ab is kept],
//
// since just one line has both. All of it is kept up to date as points and lines are exchanged:
// O(1) for two points, O(q) for two lines.
type folding struct {
	plane *planes.Plane
	order int // q
	pairs int // d

	// points is a permutation of the points: the pairs, two and two, and then the single ones.
	// lines is a permutation of the lines: the dropped ones, and then the kept ones. Positions
	// are their inverses.
	points, pointAt []int32
	lines, lineAt   []int32
	joins           []int32 // joins[a*v+b] is the line ab; nil for planes too large for it

	through []int32 // r: the kept lines through each point

	count           []int32 // how many nodes have each responsibility
	least, greatest int     // the extreme ones among those that occur
	deviation       int64   // sum over the nodes of (responsibility - (q+1))²
	squares         int64   // sum of the squared responsibilities

	touched []int32 // scratch of exchangeLines
	mark    []int32
	stamp   int32
}

// joinTableLimit is the greatest number of points for which all joins are listed (5.8 MB).
const joinTableLimit = 1200

func newFolding(plane *planes.Plane, pairs int) *folding {
	v := plane.Points()
	f := &folding{
		plane: plane, order: plane.Order(), pairs: pairs,
		points: make([]int32, v), pointAt: make([]int32, v), lines: make([]int32, v), lineAt: make([]int32, v),
		through: make([]int32, v), mark: make([]int32, v),
		count: make([]int32, 2*plane.Order()+3),
	}
	if v <= joinTableLimit {
		f.joins = make([]int32, v*v)
		for l, line := range plane.AllLines() {
			for _, a := range line {
				for _, b := range line {
					f.joins[int(a)*v+int(b)] = int32(l)
				}
			}
		}
	}
	return f
}

// set makes f the folding with the two permutations, which are copied.
func (f *folding) set(points, lines []int32) {
	copy(f.points, points)
	copy(f.lines, lines)
	for i, p := range f.points {
		f.pointAt[p] = int32(i)
		f.through[i] = int32(f.order + 1)
	}
	for i, l := range f.lines {
		f.lineAt[l] = int32(i)
	}
	for _, l := range f.lines[:f.pairs] {
		for _, p := range f.plane.Line(int(l)) {
			f.through[p]--
		}
	}
	clear(f.count)
	f.deviation, f.squares = 0, 0
	f.least, f.greatest = len(f.count)-1, 0
	for i := 0; i < len(f.points); i++ {
		f.include(f.responsibility(f.points[i]))
		if i < 2*f.pairs {
			i++ // its partner is the same node
		}
	}
}

// shuffle makes f a random folding.
func (f *folding) shuffle(random *rand.Rand) {
	points, lines := f.points, f.lines
	random.Shuffle(len(points), func(i, j int) { points[i], points[j] = points[j], points[i] })
	random.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
	f.set(points, lines)
}

// responsibility returns the responsibility of the node of a point.
func (f *folding) responsibility(p int32) int {
	at := f.pointAt[p]
	if int(at) >= 2*f.pairs {
		return int(f.through[p])
	}
	partner := f.points[at^1]
	sum := int(f.through[p] + f.through[partner])
	var join int32
	if f.joins != nil {
		join = f.joins[int(p)*len(f.points)+int(partner)]
	} else {
		join = int32(f.plane.LineThrough(int(p), int(partner)))
	}
	if int(f.lineAt[join]) >= f.pairs {
		sum--
	}
	return sum
}

// node returns the point that stands for the node of p: the first of a pair.
func (f *folding) node(p int32) int32 {
	if at := f.pointAt[p]; int(at) < 2*f.pairs {
		return f.points[at&^1]
	}
	return p
}

// include and exclude count one node in or out. The extremes are exact again only after settle.
func (f *folding) include(responsibility int) {
	f.count[responsibility]++
	f.addSquares(responsibility, 1)
	f.least, f.greatest = min(f.least, responsibility), max(f.greatest, responsibility)
}

func (f *folding) exclude(responsibility int) {
	f.count[responsibility]--
	f.addSquares(responsibility, -1)
}

func (f *folding) addSquares(responsibility int, sign int64) {
	r, off := int64(responsibility), int64(responsibility-f.order-1)
	f.squares += sign * r * r
	f.deviation += sign * off * off
}

func (f *folding) settle() {
	for f.count[f.least] == 0 {
		f.least++
	}
	for f.count[f.greatest] == 0 {
		f.greatest--
	}
}

// exchangePoints swaps the points at positions i and j, which must not belong to one pair and not
// both be single. It is its own inverse.
func (f *folding) exchangePoints(i, j int) {
	a, b := f.points[i], f.points[j]
	f.exclude(f.responsibility(a))
	f.exclude(f.responsibility(b))
	f.points[i], f.points[j] = b, a
	f.pointAt[a], f.pointAt[b] = int32(j), int32(i)
	f.include(f.responsibility(a))
	f.include(f.responsibility(b))
	f.settle()
}

// exchangeLines drops the kept line at position j and keeps the dropped line at position i. A
// second call undoes the first.
func (f *folding) exchangeLines(i, j int) {
	restored, dropped := f.lines[i], f.lines[j]
	f.stamp++
	f.touched = f.touched[:0]
	for _, line := range [2]int32{restored, dropped} {
		for _, p := range f.plane.Line(int(line)) {
			p = f.node(p)
			if f.mark[p] != f.stamp {
				f.mark[p] = f.stamp
				f.touched = append(f.touched, p)
				f.exclude(f.responsibility(p))
			}
		}
	}
	for _, p := range f.plane.Line(int(restored)) {
		f.through[p]++
	}
	for _, p := range f.plane.Line(int(dropped)) {
		f.through[p]--
	}
	f.lines[i], f.lines[j] = dropped, restored
	f.lineAt[restored], f.lineAt[dropped] = int32(j), int32(i)
	for _, p := range f.touched {
		f.include(f.responsibility(p))
	}
	f.settle()
}

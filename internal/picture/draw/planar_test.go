package draw

import (
	"image/color"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/plot/vg"

	"coterie/construct"
	"coterie/internal/check/assert"
	"coterie/quorum"
)

// TestTripods: the set that is drawn without a list has d nodes, is connected, touches the three
// sides, and contains the requested node. By the theorem on the smallest quorums it is a quorum.
func TestTripods(t *testing.T) {
	for d := 1; d <= 14; d++ {
		n := d * (d + 1) / 2
		for site := -1; site < n; site++ {
			h := tripodQuorum(d, site)
			places := map[spot]bool{}
			left, right, bottom := false, false, false
			for _, x := range h.nodes {
				row := 0
				for (row+1)*(row+2)/2 <= x {
					row++
				}
				col := x - row*(row+1)/2
				places[spot{row, col}] = true
				left, right, bottom = left || col == 0, right || col == row, bottom || row == d-1
			}
			reached := reach(h.nodes[0], h.nodes, func(x, y int) bool {
				a, b := latticePlace(x), latticePlace(y)
				return slices.Contains([]spot{{0, 1}, {1, 0}, {1, 1}, {0, -1}, {-1, 0}, {-1, -1}}, spot{a.row - b.row, a.col - b.col})
			})
			if len(h.nodes) != d || len(places) != d || !left || !right || !bottom || reached != d || site >= 0 && !slices.Contains(h.nodes, site) {
				t.Errorf("d = %d, site %d: %v", d, site, h.nodes)
			}
			// None runs along a side, for more than its ends; the one that the picture chooses has
			// three legs.
			most := 2
			if _, legs := tripod(d, site); site < 0 && d >= 4 {
				most = 1
				if slices.ContainsFunc(legs[:], func(leg []spot) bool { return len(leg) == 0 }) {
					t.Errorf("d = %d: %v has fewer than three legs", d, legs)
				}
			}
			for side := range 3 {
				on := 0
				for p := range places {
					if [3]bool{p.col == 0, p.col == p.row, p.row == d-1}[side] {
						on++
					}
				}
				if on > most {
					t.Errorf("d = %d, site %d: %v has %d nodes on side %d", d, site, h.nodes, on, side)
				}
			}
		}
	}
}

// reach counts the nodes of a set that are connected with one.
func reach(from int, set []int, adjacent func(x, y int) bool) int {
	reached := []int{from}
	for i := 0; i < len(reached); i++ {
		for _, x := range set {
			if !slices.Contains(reached, x) && adjacent(reached[i], x) {
				reached = append(reached, x)
			}
		}
	}
	return len(reached)
}

// TestRuns: the thick lines are the edges within the set, each once: their lengths add up to the
// number of adjacent pairs.
func TestRuns(t *testing.T) {
	at := func(p spot) vg.Point {
		return pt(vg.Length(p.col)-vg.Length(p.row)/2, -vg.Length(p.row)*rowHeight)
	}
	distance := func(a, b vg.Point) float64 { return math.Hypot(float64(a.X-b.X), float64(a.Y-b.Y)) }
	_, s := listed(t, "triangle-lattice:rows=5")
	for i, q := range s.(*quorum.System).Family().All() {
		var nodes []int
		pairs := 0.0
		for _, x := range q {
			for _, y := range nodes {
				if distance(at(latticePlace(int(x))), at(latticePlace(y))) < 1.01 {
					pairs++
				}
			}
			nodes = append(nodes, int(x))
		}
		length := 0.0
		for _, l := range runs(nodes, at) {
			length += distance(l[0], l[1])
		}
		if math.Abs(length-pairs) > 1e-3 {
			t.Errorf("quorum %v, %v: lines of length %v, %v edges", quorum.Index(i), nodes, length, pairs)
		}
	}
}

// TestHalfPlaces: nodes of paths are where the family has them.
func TestHalfPlaces(t *testing.T) {
	for d := 1; d <= 6; d++ {
		for x, e := range construct.PathsLayout(d) {
			if p := halfPlace(d, x); p != (half{e.X, e.Y}) || halfNode(d, p) != x {
				t.Errorf("d = %d, node %d: %v, number %d, want %v", d, x, p, halfNode(d, p), e)
			}
		}
	}
}

// coloured returns the numbers of the nodes that are, at least in part, of a colour. The patch of
// the text of a divided node does not count.
func coloured(p *Picture, colour color.RGBA) []int {
	return numbersWhere(p, func(at vg.Point) bool {
		return slices.ContainsFunc(p.items, func(other item) bool {
			s := other.shape
			return s != nil && s.fill == color.Color(colour) && (slices.ContainsFunc(s.circles, func(c circle) bool { return c.centre.Sub(at).Dot(c.centre.Sub(at)) < 1 }) ||
				slices.ContainsFunc(s.rings, func(ring []vg.Point) bool { return inside(pt(at.X-1, at.Y), ring) || inside(pt(at.X+1, at.Y), ring) }))
		})
	})
}

// pathOf reports whether edges of the grid (turn 0), or of its dual (1), are a path between its
// sides and nothing else: one vertex at either side, two edges at every other one, and all
// connected.
func pathOf(d int, numbers []int, turn int) bool {
	layout := construct.PathsLayout(d)
	ends := func(v int) [2]half {
		e := layout[v]
		if e.Vertical == (turn == 0) {
			return [2]half{{e.X, e.Y - 1}, {e.X, e.Y + 1}}
		}
		return [2]half{{e.X - 1, e.Y}, {e.X + 1, e.Y}}
	}
	degree := map[half]int{}
	var nodes []int
	for _, number := range numbers {
		nodes = append(nodes, number-1)
		for _, p := range ends(number - 1) {
			degree[p]++
		}
	}
	first, last := 0, 0
	for p, k := range degree {
		at, from, to := p.x, 0, 2*d+2
		if turn == 1 {
			at, from, to = p.y, -1, 2*d+1
		}
		switch {
		case at == from && k == 1:
			first++
		case at == to && k == 1:
			last++
		case k != 2:
			return false
		}
	}
	return first == 1 && last == 1 && len(nodes) == reach(nodes[0], nodes, func(x, y int) bool {
		a, b := ends(x), ends(y)
		return a[0] == b[0] || a[0] == b[1] || a[1] == b[0] || a[1] == b[1]
	})
}

// TestPathsInColour: the nodes in the colour of the path in the grid are a path from left to right,
// those in the colour of the path in the dual are one from top to bottom, and together they are the
// listed quorum, or a listed one through the requested node.
func TestPathsInColour(t *testing.T) {
	for _, spec := range []string{"paths:d=1", "paths:d=2", "paths:d=3"} {
		i, s := listed(t, spec)
		f := s.(*quorum.System).Family()
		d := numberOf(i, "d")
		shown := func(opts Options) []int {
			p := assert.Got(pictureOf(t.Context(), i, s, opts))(t)
			across, down := coloured(p, sky), coloured(p, yellow)
			if !pathOf(d, across, 0) || !pathOf(d, down, 1) {
				t.Errorf("%s, %+v: %v and %v are no paths", spec, opts, across, down)
			}
			all := append(across, down...)
			slices.Sort(all)
			return slices.Compact(all)
		}
		for q := 0; q < f.Len(); q += max(1, f.Len()/100) {
			assert.Slice(t, shown(ofQuorums(q)), ordinalsOf(f.Quorum(q)), "%s, quorum %v: in colour", spec, quorum.Index(q))
		}
		for site := -1; site < f.N(); site++ {
			opts := Options{}
			if site >= 0 {
				opts.Sites = []int{site}
			}
			got := shown(opts)
			isOne := slices.ContainsFunc(slices.Collect(ordinalQuorums(f)), func(q []int) bool { return slices.Equal(q, got) })
			if !isOne || site >= 0 && !slices.Contains(got, site+1) {
				t.Errorf("%s, node %v: %v is no quorum through it", spec, quorum.Node(site), got)
			}
		}
	}
}

func ordinalQuorums(f quorum.Family) func(yield func([]int) bool) {
	return func(yield func([]int) bool) {
		for _, q := range f.All() {
			if !yield(ordinalsOf(q)) {
				return
			}
		}
	}
}

// TestCrossings: the paths found in a quorum have its nodes, for every listed one; those made
// without a list have 2d+1 nodes.
func TestCrossings(t *testing.T) {
	nodesOf := func(d int, c crossing) []int {
		nodes := append(nodesAlong(d, c.across), nodesAlong(d, c.down)...)
		slices.Sort(nodes)
		return slices.Compact(nodes)
	}
	for _, d := range []int{1, 2, 3} {
		s := assert.Got(quorum.As[*quorum.System](construct.Paths(d)))(t)
		for _, q := range s.Family().All() {
			var want []int
			for _, x := range q {
				want = append(want, int(x))
			}
			assert.MustSlice(t, nodesOf(d, crossingOf(d, want)), want, "d = %d", d)
		}
	}
	for d := 1; d <= 7; d++ {
		for x := range 2*d*d + 2*d + 1 {
			c := straightCrossing(d, halfPlace(d, x))
			nodes := nodesOf(d, c)
			if len(nodes) != 2*d+1 || !slices.Contains(nodes, x) || !pathOf(d, ordinalsOf(nodesAlong(d, c.across)), 0) || !pathOf(d, ordinalsOf(nodesAlong(d, c.down)), 1) {
				t.Errorf("d = %d, node %d: %v", d, x, nodes)
			}
		}
	}
}

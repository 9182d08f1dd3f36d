package draw

import (
	"errors"
	"fmt"
	"image/color"
	"math"
	"slices"
	"strconv"
	"testing"

	"gonum.org/v1/plot/vg"

	"coterie/construct"
	"coterie/internal/check/assert"
	"coterie/quorum"
)

// inside reports whether a point is in a polygon, by the parity of crossings.
func inside(p vg.Point, polygon []vg.Point) bool {
	in := false
	for i, a := range polygon {
		b := polygon[(i+1)%len(polygon)]
		if (a.Y > p.Y) != (b.Y > p.Y) && p.X < a.X+(p.Y-a.Y)/(b.Y-a.Y)*(b.X-a.X) {
			in = !in
		}
	}
	return in
}

// numbersWhere returns the numbers of the body whose middle is where a reader looks for them.
func numbersWhere(p *Picture, here func(middle vg.Point) bool) []int {
	var numbers []int
	for _, it := range p.items {
		if it.label == nil || it.label.size == legendSize {
			continue
		}
		v, err := strconv.Atoi(it.label.text)
		box := it.label.box()
		if err == nil && here(pt((box.Min.X+box.Max.X)/2, it.label.at.Y+capital/2*it.label.size)) {
			numbers = append(numbers, v)
		}
	}
	slices.Sort(numbers)
	return numbers
}

// numbersOn returns the numbers that are written on one of the colours, which a reader sees as
// highlighted.
func numbersOn(p *Picture, colours ...color.RGBA) []int {
	return numbersWhere(p, func(at vg.Point) bool {
		colour := color.RGBA{}
		for _, other := range p.items {
			if s := other.shape; s != nil && s.fill != nil {
				covers := slices.ContainsFunc(s.rings, func(ring []vg.Point) bool { return inside(at, ring) })
				for _, c := range s.circles {
					covers = covers || (c.centre.X-at.X)*(c.centre.X-at.X)+(c.centre.Y-at.Y)*(c.centre.Y-at.Y) < c.radius*c.radius
				}
				if covers {
					colour = color.RGBAModel.Convert(s.fill).(color.RGBA)
				}
			}
		}
		return slices.Contains(colours, colour)
	})
}

func ordinalsOf[T int | int32](q []T) []int {
	var list []int
	for _, x := range q {
		list = append(list, quorum.Node(x).Ordinal())
	}
	slices.Sort(list)
	return list
}

func listed(t *testing.T, spec string) (*construct.Instance, quorum.Structure) {
	t.Helper()
	i := assert.Got(construct.Parse(t.Context(), spec))(t)
	s := assert.Got(i.Build(t.Context(), 0))(t)
	return i, s
}

// TestSitesInColour: the coloured numbers of a picture are the listed quorum of the site.
func TestSitesInColour(t *testing.T) {
	for _, spec := range []string{"billiard:q=3", "billiard:q=9", "grid:n=4", "grid:n=13", "grid:n=19", "grid:n=23", "grid:n=36"} {
		_, s := listed(t, spec)
		system := s.(*quorum.System)
		for site, q := range system.Sites() {
			got := numbersOn(drawn(t, spec, ofSites(site)), vermilion, sky, yellow)
			assert.Slice(t, got, ordinalsOf(system.Family().Quorum(q)), "%s, site %v: in colour", spec, quorum.Node(site))
		}
	}
}

// TestQuorumsInColour: so they are for every quorum of families without sites.
func TestQuorumsInColour(t *testing.T) {
	for _, spec := range []string{"triangle:rows=4", "triangle-lattice:rows=1", "triangle-lattice:rows=4", "triangle-lattice:rows=5", "wall:rows=1-2-3", "wheel:n=6", "tree:height=2", "tree:height=2,degree=3", "hierarchical:outer=(majority:n=3),inner=(majority:n=3)", "hierarchical:outer=(billiard:q=3),inner=(grid:n=4)"} {
		if !known(spec) {
			continue
		}
		_, s := listed(t, spec)
		f := s.(*quorum.System).Family()
		for i := range min(f.Len(), 60) {
			got := numbersOn(drawn(t, spec, ofQuorums(i)), sky)
			assert.Slice(t, got, ordinalsOf(f.Quorum(i)), "%s, quorum %v: in colour", spec, quorum.Index(i))
		}
	}
}

// TestChosenByThePicture: the quorum that a picture chooses without a list is a listed one, through
// the node that was asked for.
func TestChosenByThePicture(t *testing.T) {
	for _, spec := range []string{
		"triangle:rows=1", "triangle:rows=2", "triangle:rows=3", "triangle:rows=4", "triangle:rows=5", "triangle-lattice:rows=1", "triangle-lattice:rows=2", "triangle-lattice:rows=3", "triangle-lattice:rows=4", "triangle-lattice:rows=7", "wall:rows=1-2-3", "wall:rows=3-2-4-2", "wall:rows=5", "tree:height=0", "tree:height=1",
		"tree:height=2", "tree:height=3", "tree:height=2,degree=3", "tree:height=1,degree=5", "wheel:n=3", "wheel:n=7",
		"hierarchical:outer=(majority:n=3),inner=(majority:n=3)", "hierarchical:outer=(grid:n=4),inner=(majority:n=3)",
	} {
		if !known(spec) {
			continue
		}
		i, s := listed(t, spec)
		f := s.(*quorum.System).Family()
		all := map[string]bool{}
		for _, q := range f.All() {
			all[fmt.Sprint(ordinalsOf(q))] = true
		}
		for site := -1; site < f.N(); site++ {
			opts := Options{}
			if site >= 0 {
				opts.Sites = []int{site}
			}
			p, err := pictureOf(t.Context(), i, nil, opts)
			if errors.Is(err, ErrNoList) {
				p, err = pictureOf(t.Context(), i, s, opts)
			}
			assert.OK(t, err)
			if i.Family().Name == "wheel" && site < 0 {
				continue // it shows two quorums, and a divided node
			}
			got := numbersOn(p, sky)
			if !all[fmt.Sprint(got)] || (site >= 0 && !slices.Contains(got, quorum.Node(site).Ordinal())) {
				t.Errorf("%s, node %v: %v is no quorum through it", spec, quorum.Node(site), got)
			}
		}
	}
}

// TestStaircaseCells: the cells in the look of a cartel are its listed quorum.
func TestStaircaseCells(t *testing.T) {
	for _, spec := range []string{"surficial:n=1,m=2", "surficial:n=9,m=2", "surficial:n=12,m=3", "surficial:n=54,m=4", "surficial:n=40,m=5", "rectangular-surficial:sides=2-3-4", "rectangular-surficial:sides=3-1-2-5"} {
		if !known(spec) {
			continue
		}
		_, s := listed(t, spec)
		g := s.(*quorum.GroupSystem)
		var sides, quorums []int
		for i := range g.Groups() {
			sides = append(sides, g.Cartel(i).Len())
			quorums = append(quorums, (2*i+1)%sides[i])
		}
		got := map[Look][]int{}
		stairs := newStairs(sides, quorums)
		for _, c := range stairs.nodes(len(sides)) {
			v := assert.Got(strconv.Atoi(c.text))(t)
			for _, l := range c.looks {
				got[l] = append(got[l], v)
			}
		}
		for i := range sides {
			slices.Sort(got[Category(i)])
			assert.Slice(t, got[Category(i)], ordinalsOf(g.Cartel(i).Quorum(quorums[i])), "%s, cartel %v", spec, quorum.Index(i))
			// And its line runs through the middle of each of these cells.
			for _, c := range stairs.nodes(len(sides)) {
				if slices.Contains(c.looks, Category(i)) && !passes(c.centre(), stairs.path(i)) {
					t.Errorf("%s, cartel %v: its line misses node %s", spec, quorum.Index(i), c.text)
				}
			}
		}
	}
}

// TestStaircaseAsPrinted: squares and lines lie as Joung's section 3 tells of Figures 2 and 3, on
// finished pictures.
func TestStaircaseAsPrinted(t *testing.T) {
	for _, c := range []struct{ k, m int }{{3, 2}, {3, 3}, {3, 4}, {2, 6}} {
		p := Staircase("t", slices.Repeat([]int{c.k}, c.m), make([]int, c.m))
		at := map[int]vg.Point{} // node -> the middle of its number
		for _, it := range p.items {
			if it.label != nil {
				if v, err := strconv.Atoi(it.label.text); err == nil {
					box := it.label.box()
					at[v-1] = pt((box.Min.X+box.Max.X)/2, it.label.at.Y)
				}
			}
		}
		assert.MustEqual(t, len(at), c.k*c.k*c.m*(c.m-1)/2, "k = %d, m = %d: nodes", c.k, c.m)
		for v, here := range at {
			a := construct.SurficialPlaceOf(c.k, c.m, v)
			for w, there := range at {
				b := construct.SurficialPlaceOf(c.k, c.m, w)
				// Columns of squares from the right, in them columns r from the left; levels and
				// rows s from the top.
				left := a.I > b.I || a.I == b.I && a.R < b.R
				above := a.J < b.J || a.J == b.J && a.S < b.S
				if left != (here.X < there.X-1) || above != (here.Y > there.Y+1) {
					t.Errorf("k = %d, m = %d: %+v at %v and %+v at %v", c.k, c.m, a, here, b, there)
				}
			}
		}
	}
	sides := []int{3, 1, 4, 2}
	s := newStairs(sides, []int{1, 0, 3, 1})
	for i := range 3 {
		for j := i; j < 3; j++ {
			box := s.squareBox(i, j)
			if w, h := box.Max.X-box.Min.X, box.Max.Y-box.Min.Y; math.Abs(float64(w-vg.Length(sides[i])*s.side)) > 1e-6 || math.Abs(float64(h-vg.Length(sides[j+1])*s.side)) > 1e-6 {
				t.Errorf("P(%d,%d) is %v by %v", i+1, j+1, w, h)
			}
		}
	}
	// C_1 is a vertical line, C_m a horizontal one; C_i runs across level i-1 and then down column
	// i.
	for i := range sides {
		line := s.path(i)
		across, down := s.squareBox(max(i-1, 0), max(i-1, 0)), s.squareBox(min(i, 2), 2)
		first, last := line[0], line[len(line)-1]
		horizontal := i == 0 || first.Y == line[1].Y && first.Y < across.Max.Y && first.Y > across.Min.Y && first.X > across.Max.X && line[1].X < across.Min.X
		vertical := i == 3 || last.X == line[len(line)-2].X && last.X > down.Min.X && last.X < down.Max.X && last.Y < down.Min.Y
		if want := 3 - oneOf(i == 0) - oneOf(i == 3); len(line) != want || !horizontal || !vertical {
			t.Errorf("C_%d: %v", i+1, line)
		}
	}
	// Lines of one cartel do not meet, as on the cube.
	sides = []int{5, 5, 5, 5}
	for i := range sides {
		for a := range 5 {
			one := newStairs(sides, slices.Repeat([]int{a}, 4)).path(i)
			for b := range a {
				two := newStairs(sides, slices.Repeat([]int{b}, 4)).path(i)
				for k := range len(one) - 1 {
					for l := range len(two) - 1 {
						if touch(one[k], one[k+1], two[l], two[l+1]) {
							t.Errorf("quorums %d and %d of cartel %d meet: %v, %v", a+1, b+1, i+1, one, two)
						}
					}
				}
			}
		}
	}
}

func oneOf(b bool) int {
	if b {
		return 1
	}
	return 0
}

// touch reports whether two horizontal or vertical segments share a point.
func touch(a, b, c, d vg.Point) bool {
	return min(a.X, b.X) <= max(c.X, d.X) && min(c.X, d.X) <= max(a.X, b.X) && min(a.Y, b.Y) <= max(c.Y, d.Y) && min(c.Y, d.Y) <= max(a.Y, b.Y)
}

// passes reports whether a polyline of horizontal and vertical segments goes through a point.
func passes(p vg.Point, line []vg.Point) bool {
	const e = 1e-6
	for i := range len(line) - 1 {
		a, b := line[i], line[i+1]
		if p.X > min(a.X, b.X)-e && p.X < max(a.X, b.X)+e && p.Y > min(a.Y, b.Y)-e && p.Y < max(a.Y, b.Y)+e {
			return true
		}
	}
	return false
}

// TestFanoPlaces: in every numbering of the plane six lines are straight in the picture and one is
// the circle.
func TestFanoPlaces(t *testing.T) {
	lines := [][]int{{0, 1, 2}, {0, 3, 4}, {0, 5, 6}, {1, 3, 5}, {1, 4, 6}, {2, 3, 6}, {2, 4, 5}}
	places := [][]int{{0, 1, 5}, {1, 2, 3}, {0, 2, 4}, {0, 3, 6}, {1, 4, 6}, {2, 5, 6}, {3, 4, 5}} // of the picture
	to := []int{3, 1, 4, 0, 5, 2, 6}
	for turn := range 7 {
		var renamed [][]int
		for _, l := range lines {
			var r []int
			for _, x := range l {
				r = append(r, (to[x]+turn)%7)
			}
			slices.Sort(r)
			renamed = append(renamed, r)
		}
		at, ok := fanoPlaces(renamed)
		assert.MustTrue(t, ok, "turn %d: no places", turn)
		for _, place := range places {
			l := []int{at[place[0]], at[place[1]], at[place[2]]}
			slices.Sort(l)
			if !slices.ContainsFunc(renamed, func(r []int) bool { return slices.Equal(r, l) }) {
				t.Errorf("turn %d: places %v hold %v, which is no line", turn, place, l)
			}
		}
	}
	if _, ok := fanoPlaces(lines[:6]); ok {
		t.Error("six lines are no plane")
	}
}

// TestDensities: a block has the grey of the share of its entries.
func TestDensities(t *testing.T) {
	for _, c := range []struct {
		share, greatest float64
		want            int
	}{{0, 0.5, 0}, {1e-9, 0.5, 1}, {0.125, 0.5, 1}, {0.126, 0.5, 2}, {0.25, 0.5, 2}, {0.5, 0.5, 4}, {0.4, 0.5, 4}} {
		assert.Equal(t, levelOf(c.share, c.greatest), c.want, "levelOf(%v, %v)", c.share, c.greatest)
	}
	for share, want := range map[float64]string{1: "100 %", 0.25: "25 %", 0.0231: "2.4 %", 0.5: "50 %", 0.001: "0.10 %"} {
		assert.Equal(t, percent(share), want, "percent(%v)", share)
	}
}

package draw

import (
	"errors"
	"fmt"
	"image/color"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"

	"coterie/construct"
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

// numbersOn returns the numbers that are written on one of the colours: what a reader sees as highlighted.
func numbersOn(p *Picture, colours ...color.RGBA) []int {
	var numbers []int
	for _, it := range p.items {
		if it.label == nil || it.label.size == legendSize {
			continue
		}
		v, err := strconv.Atoi(it.label.text)
		if err != nil {
			continue
		}
		box := it.label.box()
		at := pt((box.Min.X+box.Max.X)/2, it.label.at.Y+capital/2*it.label.size)
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
		if slices.Contains(colours, colour) {
			numbers = append(numbers, v)
		}
	}
	slices.Sort(numbers)
	return numbers
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
	i, err := construct.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	s, err := i.Build(t.Context(), construct.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return i, s
}

// TestSitesInColour: the coloured numbers of a picture are the listed quorum of the site.
func TestSitesInColour(t *testing.T) {
	for _, spec := range []string{"billiard:q=3", "billiard:q=9", "grid:n=4", "grid:n=13", "grid:n=19", "grid:n=23", "grid:n=36"} {
		_, s := listed(t, spec)
		system := s.(*quorum.System)
		for site, q := range system.Sites() {
			got := numbersOn(drawn(t, spec, Options{Sites: []int{site}}), vermilion, sky, yellow)
			if want := ordinalsOf(system.Family().Quorum(q)); !slices.Equal(got, want) {
				t.Errorf("%s, site %v: %v in colour, want %v", spec, quorum.Node(site), got, want)
			}
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
			got := numbersOn(drawn(t, spec, Options{Quorums: []int{i}}), sky)
			if want := ordinalsOf(f.Quorum(i)); !slices.Equal(got, want) {
				t.Errorf("%s, quorum %v: %v in colour, want %v", spec, quorum.Index(i), got, want)
			}
		}
	}
}

// TestChosenByThePicture: what a picture chooses without a list is a listed quorum, through the node that was
// asked for.
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
			p, err := Of(i, nil, opts)
			if errors.Is(err, ErrNoList) {
				p, err = Of(i, s, opts)
			}
			if err != nil {
				t.Fatal(err)
			}
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
			v, err := strconv.Atoi(c.text)
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range c.looks {
				got[l] = append(got[l], v)
			}
		}
		for i := range sides {
			slices.Sort(got[Category(i)])
			if want := ordinalsOf(g.Cartel(i).Quorum(quorums[i])); !slices.Equal(got[Category(i)], want) {
				t.Errorf("%s, cartel %v: %v, want %v", spec, quorum.Index(i), got[Category(i)], want)
			}
			// And its line runs through the middle of each of these cells.
			for _, c := range stairs.nodes(len(sides)) {
				if slices.Contains(c.looks, Category(i)) && !passes(c.centre(), stairs.path(i)) {
					t.Errorf("%s, cartel %v: its line misses node %s", spec, quorum.Index(i), c.text)
				}
			}
		}
	}
}

// TestStaircaseAsPrinted: squares and lines lie as Joung's section 3 tells of Figures 2 and 3, on finished pictures.
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
		if len(at) != c.k*c.k*c.m*(c.m-1)/2 {
			t.Fatalf("k = %d, m = %d: %d nodes", c.k, c.m, len(at))
		}
		for v, here := range at {
			a := construct.SurficialPlaceOf(c.k, c.m, v)
			for w, there := range at {
				b := construct.SurficialPlaceOf(c.k, c.m, w)
				// Columns of squares from the right, in them columns r from the left; levels and rows s from the top.
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
	// C_1 is a vertical line, C_m a horizontal one; C_i runs across level i-1 and then down column i.
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

// TestFanoPlaces: in every numbering of the plane six lines are straight in the picture and one is the circle.
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
		if !ok {
			t.Fatalf("turn %d: no places", turn)
		}
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
		if got := levelOf(c.share, c.greatest); got != c.want {
			t.Errorf("levelOf(%v, %v) = %d, want %d", c.share, c.greatest, got, c.want)
		}
	}
	for share, want := range map[float64]string{1: "100 %", 0.25: "25 %", 0.0231: "2.4 %", 0.5: "50 %", 0.001: "0.10 %"} {
		if got := percent(share); got != want {
			t.Errorf("percent(%v) = %q, want %q", share, got, want)
		}
	}
}

// TestSelections: wrong choices name the legal range.
func TestSelections(t *testing.T) {
	for _, c := range []struct {
		spec string
		opts Options
		want string
	}{
		{"billiard:q=9", Options{Sites: []int{40}}, "site 41: want 1..40"},
		{"billiard:q=9", Options{Quorums: []int{40}}, "quorum 41: want 1..40"},
		{"billiard:q=9", Options{Sites: []int{-1}}, "site 0: want 1..40"},
		{"billiard:q=9", Options{Sites: []int{1}, Quorums: []int{1}}, "site 2: give sites or quorums, not both"},
		{"cyclic:n=7,cover=0-1-3", Options{Sites: []int{1, 2}}, "site 3: this picture shows 1 at a time"},
		{"fpp:order=2", Options{Quorums: []int{7}}, "quorum 8: want 1..7"},
		{"majority:n=7", Options{Quorums: []int{0, 1, 2, 3, 4, 5, 6, 7, 8}}, "quorum 9: at most 8 quorums can be told apart in one picture"},
		{"affine:order=2,m=3", Options{Quorums: []int{2}}, "quorum 3: want 1..2"},
		{"affine:order=2,m=3", Options{Quorums: []int{0, 1}}, "quorum 2: 2 numbers for 3 cartels: give one number for all, or one for each"},
		{"sharing:alpha=1+2-3", Options{Quorums: []int{8}}, "quorum 9: all 2 families have quorums 1..3; one number for each: --quorum 6,3"},
		{"sharing:alpha=1+2-3", Options{Quorums: []int{3}}, "quorum 4: all 2 families have quorums 1..3; one number for each: --quorum 4,3"},
		{"sharing:alpha=1+2-3", Options{Quorums: []int{5, 3}}, "quorum 4: family 2: want 1..3"},
		{"rectangular-surficial:sides=2-3-4", Options{Quorums: []int{2}}, "quorum 3: all 3 cartels have quorums 1..2; one number for each: --quorum 2,3,3"},
		{"rectangular-surficial:sides=2-1-4", Options{Quorums: []int{2}}, "quorum 3: all 3 cartels have only quorum 1; one number for each: --quorum 2,1,3"},
		{"rectangular-surficial:sides=2-3-1-1-1-1-1-1-1-1-1-1-1", Options{Quorums: []int{1}}, "quorum 2: all 13 cartels have only quorum 1; more of one cartel by one number for each"},
		{"read-write-grid:rows=3,columns=2", Options{Quorums: []int{6}}, "quorum 7: all 2 cartels have quorums 1..6; one number for each: --quorum 7,6"},
		{"read-write-grid:rows=2,columns=2", Options{Quorums: []int{4}}, "quorum 5: want 1..4"},
		{"read-write-grid:rows=2,columns=2", Options{Sites: []int{1}}, "site 2: a group-quorum-system has no sites; choose a quorum instead"},
		{"affine:order=2,m=3", Options{Sites: []int{0}}, "site 1: a group-quorum-system has no sites; choose a quorum instead"},
		{"triangle:rows=3", Options{Quorums: []int{10}}, "quorum 11: want 1..10"},
		{"triangle-lattice:rows=3", Options{Quorums: []int{10}}, "quorum 11: want 1..10"},
		{"paths:d=2", Options{Quorums: []int{99}}, "quorum 100: want 1..99"},
		{"paths:d=2", Options{Quorums: []int{3, 4}}, "quorum 5: this picture shows 1 at a time"},
		{"paths:d=2", Options{Sites: []int{3, 4}}, "site 5: this picture shows 1 at a time"},
	} {
		i, s := listed(t, c.spec)
		_, err := Of(i, s, c.opts)
		var bad *SelectionError
		if !errors.As(err, &bad) || err.Error() != c.want {
			t.Errorf("%s %+v: %v, want %s", c.spec, c.opts, err, c.want)
		}
	}
	bare, err := quorum.Read(strings.NewReader(files()["sharing"]))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Of(nil, bare, Options{Quorums: []int{0, 1}}); err == nil || err.Error() != "quorum 2: this picture shows 1 at a time" {
		t.Error(err)
	}
	empty, err := quorum.NewSystem("", families(t, 3, nil), quorum.SystemOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Of(nil, empty, Options{}); !errors.Is(err, ErrEmpty) {
		t.Error(err)
	}
	s, err := quorum.NewSystem("", families(t, 3, [][]int{{0, 1}}), quorum.SystemOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Of(nil, s, Options{Sites: []int{2}}); err == nil || err.Error() != "site 3: it is in no quorum" {
		t.Error(err)
	}
}

func families(t *testing.T, n int, quorums [][]int) quorum.Family {
	t.Helper()
	f, err := quorum.NewFamily(n, quorums)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestScenes: what cannot be drawn is refused.
func TestScenes(t *testing.T) {
	for name, spoil := range map[string]func(*Scene){
		"no panels":     func(s *Scene) { s.Panels = nil },
		"no title":      func(s *Scene) { s.Title = "" },
		"no legend":     func(s *Scene) { s.Legend = nil },
		"cell outside":  func(s *Scene) { s.Panels[2].Cells[0].Row = 5 },
		"point outside": func(s *Scene) { s.Panels[0].Points[0].At.X = 1.01 },
		"path outside":  func(s *Scene) { s.Panels[0].Paths[0].Points[0].Y = -0.01 },
		"short path":    func(s *Scene) { s.Panels[0].Paths[0].Points = s.Panels[0].Paths[0].Points[:1] },
		"look":          func(s *Scene) { s.Panels[2].Cells[0].Look = 99 },
		"style":         func(s *Scene) { s.Legend[1].Style = -1 },
		"half a grid":   func(s *Scene) { s.Panels[0].Rows = 3 },
		"long label":    func(s *Scene) { s.Panels[2].Cells[0].Label = "a label that is much too long for a cell" },
		"too many":      func(s *Scene) { s.Panels = slices.Repeat(s.Panels, 4) },
		"crowd":         func(s *Scene) { s.Panels[0].Points = slices.Repeat(s.Panels[0].Points, 30) },
	} {
		s := figures()
		spoil(&s)
		var bad *PictureError
		if _, err := s.Picture(); !errors.As(err, &bad) {
			t.Errorf("%s: %v", name, err)
		}
	}
	s := figures()
	s.Panels, s.Columns = slices.Repeat(s.Panels, 3), 3
	if p, err := s.Picture(); err != nil || p.Note() != "" {
		t.Error(err)
	}
	if at := CellCentre(5, 5, 0, 4); at != (XY{0.9, 0.9}) {
		t.Error(at)
	}
}

// TestNumberedPanel: the numbers of rows and columns stand beside their cells.
func TestNumberedPanel(t *testing.T) {
	scene := Scene{Title: "t", Legend: []Entry{{Kind: TextEntry, Text: "r"}}, Panels: []Panel{{Rows: 3, Columns: 5, Numbered: true}}}
	for r := range 3 {
		for c := range 5 {
			scene.Panels[0].Cells = append(scene.Panels[0].Cells, Cell{r, c, fmt.Sprintf("%c%d", 'a'+r, c), Plain})
		}
	}
	p, err := scene.Picture()
	if err != nil {
		t.Fatal(err)
	}
	at, numbers := map[string]vg.Point{}, map[string][]vg.Point{}
	for _, it := range p.items {
		if it.label != nil && it.label.text != "t" && it.label.text != "r" {
			box := it.label.box()
			middle := pt((box.Min.X+box.Max.X)/2, (box.Min.Y+box.Max.Y)/2)
			if at[it.label.text] = middle; len(it.label.text) == 1 {
				numbers[it.label.text] = append(numbers[it.label.text], middle)
			}
		}
	}
	near := func(a, b vg.Length) bool { return max(a-b, b-a) < 3 }
	for k, want := range []int{2, 2, 2, 1, 1} { // numbers 1 to 3 of columns and rows, 4 and 5 of columns
		list := numbers[strconv.Itoa(k+1)]
		column := at[fmt.Sprintf("a%d", k)]
		if len(list) != want || !near(list[0].X, column.X) || list[0].Y < column.Y+10 {
			t.Errorf("column %d: numbers at %v, its top cell at %v", k+1, list, column)
		}
		if row := at[fmt.Sprintf("%c0", 'a'+k)]; want == 2 && (!near(list[1].Y, row.Y) || list[1].X > row.X-10) {
			t.Errorf("row %d: numbers at %v, its first cell at %v", k+1, list, row)
		}
	}
}

// TestWrap: no line is wider than asked, and nothing is lost.
func TestWrap(t *testing.T) {
	text := "cyclic:n=133,cover=0-1-3-9-27-81-99-100-101-102-103-104 and other words, somewhat longer ones"
	lines := wrap(text, 12, true, 150)
	joined := ""
	for _, l := range lines {
		joined += l
		if w := textWidth(l, 12, true); w > 150 {
			t.Errorf("%q is %v wide", l, w)
		}
	}
	squeeze := func(s string) string {
		return string(slices.DeleteFunc([]rune(s), func(r rune) bool { return r == ' ' }))
	}
	if squeeze(joined) != squeeze(text) || len(lines) < 4 {
		t.Errorf("%q", lines)
	}
	if got := shorten("a long name", 10, false, 30); textWidth(got, 10, false) > 30 || got == "" {
		t.Errorf("%q", got)
	}
}

// TestFamilyPicturesExist: the table names families, save those that are not there yet.
func TestFamilyPicturesExist(t *testing.T) {
	there := 0
	for name := range maps.Keys(familyPictures()) {
		if _, ok := construct.Lookup(name); ok {
			there++
		}
	}
	if there < 6 {
		t.Errorf("only %d families with pictures", there)
	}
}

// TestMatrixCells: the dark cells are the incidences, quorum by quorum and cartel by cartel.
func TestMatrixCells(t *testing.T) {
	for _, spec := range []string{"majority:n=5", "fpp:order=3", "affine:order=3,m=4", "degenerate-fpp:n=12"} {
		_, s := listed(t, spec)
		p := drawn(t, spec, Options{})
		var xs, ys []vg.Length
		var dark [][]vg.Point
		for _, it := range p.items {
			switch {
			case it.shape == nil || len(it.shape.rings) < s.N():
			case it.shape.fill == nil && it.shape.closed: // all outlines
				for _, ring := range it.shape.rings {
					xs, ys = append(xs, ring[0].X), append(ys, -ring[0].Y)
				}
			case it.shape.fill == ink:
				dark = it.shape.rings
			}
		}
		slices.Sort(xs)
		slices.Sort(ys)
		near := func(a, b vg.Length) bool { return max(a-b, b-a) < 0.01 }
		xs, ys = slices.CompactFunc(xs, near), slices.CompactFunc(ys, near)
		got := map[[2]int]bool{}
		for _, ring := range dark {
			row := slices.IndexFunc(ys, func(y vg.Length) bool { return near(y, -ring[0].Y) })
			column := slices.IndexFunc(xs, func(x vg.Length) bool { return near(x, ring[0].X) })
			got[[2]int{row, column}] = true
		}
		want, row := map[[2]int]bool{}, 0
		for _, band := range bandsOf(s) {
			for _, q := range band.family.All() {
				for _, x := range q {
					want[[2]int{row, int(x)}] = true
				}
				row++
			}
		}
		if len(xs) != s.N() || len(ys) != row || !maps.Equal(got, want) {
			t.Errorf("%s: %d columns, %d rows, %d dark cells, want %d, %d, %d", spec, len(xs), len(ys), len(got), s.N(), row, len(want))
		}
	}
}

// TestDensityBlocks: the one entry of a wide matrix is in one block, which is the darkest.
func TestDensityBlocks(t *testing.T) {
	p := drawn(t, "singleton:n=5000,centre=4999", Options{})
	blocks := 0
	for _, it := range p.items {
		if s := it.shape; s != nil && s.closed && s.fill != nil && s.stroke.width == 0 {
			if blocks += len(s.rings); s.fill != shades()[len(shades())-1] || s.rings[0][0].X < p.width*0.9 {
				t.Errorf("%d blocks of %v at %v", len(s.rings), s.fill, s.rings[0][0])
			}
		}
	}
	if blocks != 1 {
		t.Errorf("%d blocks are not empty", blocks)
	}
}

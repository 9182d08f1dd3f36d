package draw

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"

	"coterie/construct"
	"coterie/internal/check/assert"
	"coterie/internal/words/listing"
	"coterie/quorum"
)

// TestSelections: wrong choices name the legal range.
func TestSelections(t *testing.T) {
	for _, c := range []struct {
		spec string
		opts Options
		want string
	}{
		{"billiard:q=9", ofSites(40), "site 41: want 1..40"},
		{"billiard:q=9", ofQuorums(40), "quorum 41: want 1..40"},
		{"billiard:q=9", ofSites(-1), "site 0: want 1..40"},
		{"billiard:q=9", Options{Sites: []int{1}, Quorums: []int{1}}, "site 2: give sites or quorums, not both"},
		{"cyclic:n=7,cover=0-1-3", ofSites(1, 2), "site 3: this picture shows 1 at a time"},
		{"fpp:order=2", ofQuorums(7), "quorum 8: want 1..7"},
		{"majority:n=7", ofQuorums(0, 1, 2, 3, 4, 5, 6, 7, 8), "quorum 9: at most 8 quorums can be told apart in one picture"},
		{"affine:order=2,m=3", ofQuorums(2), "quorum 3: want 1..2"},
		{"affine:order=2,m=3", ofQuorums(0, 1), "quorum 2: 2 numbers for 3 cartels: give one number for all, or one for each"},
		{"sharing:alpha=1+2-3", ofQuorums(8), "quorum 9: all 2 families have quorums 1..3; one number for each: --quorum 6,3"},
		{"sharing:alpha=1+2-3", ofQuorums(3), "quorum 4: all 2 families have quorums 1..3; one number for each: --quorum 4,3"},
		{"sharing:alpha=1+2-3", ofQuorums(5, 3), "quorum 4: family 2: want 1..3"},
		{"rectangular-surficial:sides=2-3-4", ofQuorums(2), "quorum 3: all 3 cartels have quorums 1..2; one number for each: --quorum 2,3,3"},
		{"rectangular-surficial:sides=2-1-4", ofQuorums(2), "quorum 3: all 3 cartels have only quorum 1; one number for each: --quorum 2,1,3"},
		{"rectangular-surficial:sides=2-3-1-1-1-1-1-1-1-1-1-1-1", ofQuorums(1), "quorum 2: all 13 cartels have only quorum 1; more of one cartel by one number for each"},
		{"read-write-grid:rows=3,columns=2", ofQuorums(6), "quorum 7: all 2 cartels have quorums 1..6; one number for each: --quorum 7,6"},
		{"read-write-grid:rows=2,columns=2", ofQuorums(4), "quorum 5: want 1..4"},
		{"read-write-grid:rows=2,columns=2", ofSites(1), "site 2: a group-quorum-system has no sites; choose a quorum instead"},
		{"affine:order=2,m=3", ofSites(0), "site 1: a group-quorum-system has no sites; choose a quorum instead"},
		{"triangle:rows=3", ofQuorums(10), "quorum 11: want 1..10"},
		{"triangle-lattice:rows=3", ofQuorums(10), "quorum 11: want 1..10"},
		{"paths:d=2", ofQuorums(99), "quorum 100: want 1..99"},
		{"paths:d=2", ofQuorums(3, 4), "quorum 5: this picture shows 1 at a time"},
		{"paths:d=2", ofSites(3, 4), "site 5: this picture shows 1 at a time"},
	} {
		i, s := listed(t, c.spec)
		err := assert.ErrorAs[*quorum.InputError](t, assert.Err(pictureOf(t.Context(), i, s, c.opts)), "%s %+v", c.spec, c.opts)
		assert.Equal(t, err.Error(), c.want, "%s %+v", c.spec, c.opts)
	}
	bare := assert.Got(quorum.Read(strings.NewReader(files()["sharing"])))(t)
	err := assert.ErrorAs[*quorum.InputError](t, assert.Err(pictureOf(t.Context(), nil, bare, ofQuorums(0, 1))))
	assert.Equal(t, err.Error(), "quorum 2: this picture shows 1 at a time")
	empty := assert.Got(quorum.NewSystem("", families(t, 3, nil), quorum.SystemOptions{}))(t)
	assert.Is(t, assert.Err(pictureOf(t.Context(), nil, empty, Options{})), ErrEmpty)
	s := assert.Got(quorum.NewSystem("", families(t, 3, [][]int{{0, 1}}), quorum.SystemOptions{}))(t)
	err = assert.ErrorAs[*quorum.InputError](t, assert.Err(pictureOf(t.Context(), nil, s, ofSites(2))))
	assert.Equal(t, err.Error(), "site 3: it is in no quorum")
}

func families(t *testing.T, n int, quorums [][]int) quorum.Family {
	t.Helper()
	return assert.Got(quorum.NewFamily(n, quorums))(t)
}

// TestScenes: a scene that cannot be drawn is refused.
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
		"legend":        func(s *Scene) { s.Legend[1] = LookEntry(99, "no look") },
		"half a grid":   func(s *Scene) { s.Panels[0].Rows = 3 },
		"long label":    func(s *Scene) { s.Panels[2].Cells[0].Label = "a label that is much too long for a cell" },
		"too many":      func(s *Scene) { s.Panels = slices.Repeat(s.Panels, 4) },
		"crowd":         func(s *Scene) { s.Panels[0].Points = slices.Repeat(s.Panels[0].Points, 30) },
	} {
		s := figures()
		spoil(&s)
		assert.Fails(t, assert.Err(s.Picture()), "picture ", "%s", name)
	}
	s := figures()
	s.Panels, s.Columns = slices.Repeat(s.Panels, 3), 3
	if p, err := s.Picture(); err != nil || p.Note() != "" {
		t.Error(err)
	}
	assert.Equal(t, CellCentre(5, 5, 0, 4), (XY{0.9, 0.9}))
}

// TestNumberedPanel: the numbers of rows and columns stand beside their cells.
func TestNumberedPanel(t *testing.T) {
	scene := Scene{Title: "t", Legend: []Entry{TextEntry("r")}, Panels: []Panel{{Rows: 3, Columns: 5, Numbered: true}}}
	for r := range 3 {
		for c := range 5 {
			scene.Panels[0].Cells = append(scene.Panels[0].Cells, Cell{r, c, fmt.Sprintf("%c%d", 'a'+r, c), Plain})
		}
	}
	p := assert.Got(scene.Picture())(t)
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
	for _, spec := range []string{"majority:n=5", "fpp:order=3", "lift:m=3,of=(fpp:order=3)", "degenerate-fpp:n=12"} {
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
		for _, band := range listing.Groups(s) {
			for _, q := range band.Family.All() {
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
	assert.Equal(t, blocks, 1, "blocks are")
}

package draw

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"

	"coterie/construct"
	"coterie/internal/check/assert"
	"coterie/internal/words/listing"
	"coterie/quorum"
)

// TestReadsAndWritesInColour: the nodes in the first colour are the chosen read, and those in the
// second the chosen write, as they are listed, for every read and write. The picture's own choices
// are listed, too.
func TestReadsAndWritesInColour(t *testing.T) {
	for _, c := range [][2]int{{1, 1}, {1, 4}, {4, 1}, {2, 2}, {2, 5}, {3, 3}, {5, 2}} {
		spec := fmt.Sprintf("read-write-grid:rows=%d,columns=%d", c[0], c[1])
		i, s := listed(t, spec)
		g := s.(*quorum.GroupSystem)
		reads, writes := g.Cartel(0), g.Cartel(1)
		if got := coversListed(c[0], c[1]); !slices.Equal(got, []int{reads.Len(), writes.Len()}) {
			t.Errorf("%s: %v quorums, listed are %d and %d", spec, got, reads.Len(), writes.Len())
		}
		shown := func(opts Options) (read, write []int) {
			p := assert.Got(pictureOf(t.Context(), i, nil, opts))(t, "%v", spec)
			return coloured(p, sky), coloured(p, yellow)
		}
		for k := range max(reads.Len(), writes.Len()) {
			a, b := k%reads.Len(), k%writes.Len()
			read, write := shown(ofQuorums(a, b))
			if !slices.Equal(read, ordinalsOf(reads.Quorum(a))) || !slices.Equal(write, ordinalsOf(writes.Quorum(b))) {
				t.Errorf("%s, quorums %d and %d: %v and %v in colour", spec, a+1, b+1, read, write)
			}
		}
		read, write := shown(Options{})
		among := func(f quorum.Family, set []int) bool {
			for q := range ordinalQuorums(f) {
				if slices.Equal(q, set) {
					return true
				}
			}
			return false
		}
		if !among(reads, read) || !among(writes, write) {
			t.Errorf("%s: %v and %v are not listed", spec, read, write)
		}
	}
}

// TestCountsOfCovers: counts that no int holds are the greatest one, and the others are exact.
func TestCountsOfCovers(t *testing.T) {
	for _, c := range []struct {
		rows, columns int
		want          []int
	}{
		{2, 62, []int{1 << 62, math.MaxInt}},
		{2, 63, []int{math.MaxInt, math.MaxInt}},
		{1, 4000, []int{1, 1}},
		{4000, 1, []int{4000, 1}},
	} {
		assert.Slice(t, coversListed(c.rows, c.columns), c.want, "%d x %d", c.rows, c.columns)
	}
}

// TestRowSpans: parts of columns have the rows that the cover takes in them, save in the whole
// column.
func TestRowSpans(t *testing.T) {
	for _, most := range []int{1, 2, 3, 7, 10, 50} {
		for whole := -1; whole < 10; whole++ {
			c := columnCover{rows: 100, columns: 10, whole: whole, row: func(c int) int { return c * c }}
			seen := map[int]bool{}
			for middle, rows := range c.rowSpans(most) {
				half := 5 / float64(min(most, 10)) // of the width of a part, at least
				low, high := 100, -1
				for column := range 10 {
					if at := float64(column) + 0.5; column != whole && math.Abs(at-middle) < max(half, 0.5)+0.01 && !seen[column] && column*column <= rows[1] {
						low, high = min(low, column*column), max(high, column*column)
						seen[column] = true
					}
				}
				if low != rows[0] || high != rows[1] {
					t.Errorf("%d parts, column %d whole: rows %v, want %d to %d", most, whole, rows, low, high)
				}
			}
			assert.Equal(t, len(seen), 10-oneOf(whole >= 0), "%d parts, column %d whole: columns", most, whole)
		}
	}
}

// TestChosenRows: of a matrix that is too large to see the chosen rows have the chosen quorums in
// their colours.
func TestChosenRows(t *testing.T) {
	for _, c := range []struct {
		spec   string
		choice []int
	}{
		{"majority:n=15", []int{6434, 0, 77}},
		{"majority:n=15", []int{3, 3000, 8, 9, 10}},
		{"lift:m=300,of=(fpp:order=2)", []int{4}},
	} {
		_, s := listed(t, c.spec)
		p := drawn(t, c.spec, ofQuorums(c.choice...))
		if !strings.Contains(p.Note(), "of its rows only those of the chosen quorums are drawn") {
			t.Errorf("%s: %q", c.spec, p.Note())
			continue
		}
		var columns []vg.Length // where they begin
		for _, it := range p.items {
			if it.shape != nil && it.shape.fill == nil && it.shape.closed && len(it.shape.rings) >= s.N() {
				for _, ring := range it.shape.rings {
					columns = append(columns, ring[0].X)
				}
			}
		}
		near := func(a, b vg.Length) bool { return max(a-b, b-a) < 0.01 }
		slices.Sort(columns)
		if columns = slices.CompactFunc(columns, near); len(columns) != s.N() {
			t.Fatalf("%s: %d columns", c.spec, len(columns))
		}
		bands := listing.Groups(s)
		for i, look := range p.looks {
			q := bands[0].Family.Quorum(c.choice[min(i, len(c.choice)-1)])
			if len(bands) > 1 {
				q = bands[i].Family.Quorum(c.choice[0])
			}
			var got []int
			for _, it := range p.items {
				if it.shape == nil || it.shape.fill != color.Color(look.style().fill) || len(it.shape.rings) < len(q) {
					continue
				}
				for _, ring := range it.shape.rings {
					if column := slices.IndexFunc(columns, func(x vg.Length) bool { return near(x, ring[0].X) }); column >= 0 {
						got = append(got, column+1)
					}
				}
			}
			// Looks may share a fill and differ in patterns: white ones are also the other cells.
			if fill := look.style().fill; fill == white || fill == vermilion {
				continue
			}
			if slices.Sort(got); !slices.Equal(got, ordinalsOf(q)) {
				t.Errorf("%s, choice %d: %v in colour, want %v", c.spec, i+1, got, ordinalsOf(q))
			}
		}
		assert.Equal(t, len(p.looks), min(MaxHighlights, max(len(c.choice), len(bands))), "%s: looks in the legend", c.spec)
	}
}

// TestTitles: a title describes the picture below it.
func TestTitles(t *testing.T) {
	for _, c := range []struct {
		spec string
		opts Options
		want string
	}{
		{"grid:n=13", ofSites(12), fmt.Sprintf("grid:n=13, the quorum of site 13, K = %d", len(construct.GridSet(13, 12)))},
		{"tree:height=3", ofQuorums(0, 8, 29), "tree:height=3, 3 quorums"},
		{"tree:height=3", ofQuorums(8), "tree:height=3, a quorum"},
		{"majority:n=15", ofQuorums(0, 8), "majority:n=15, 2 of 6435 quorums on 15 nodes"},
		{"read-write-grid:rows=3,columns=2", Options{}, "read-write-grid:rows=3,columns=2, a read and a write"},
	} {
		assert.Equal(t, drawn(t, c.spec, c.opts).Title(), c.want, "%s %+v", c.spec, c.opts)
	}
}

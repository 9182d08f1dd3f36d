package draw

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/quorum"
)

// gridNumbers returns the numbers of each panel of a picture of a net, row by row.
func gridNumbers(t *testing.T, p *Picture, side, panels int) [][]int {
	t.Helper()
	var labels []*label
	for _, it := range p.items {
		if l := it.label; l != nil && l.size != legendSize && l.size != titleSize && l.size != 8.5 {
			labels = append(labels, l)
		}
	}
	if len(labels) != panels*side*side {
		t.Fatalf("%s: %d numbers in %d panels", p.Title(), len(labels), panels)
	}
	var all [][]int
	for panel := range slices.Chunk(labels, side*side) {
		// Rows from above, and in each from the left.
		slices.SortFunc(panel, func(a, b *label) int {
			if dy := float64(b.at.Y - a.at.Y); dy > 1 || dy < -1 {
				return int(dy / max(dy, -dy))
			}
			return int((a.box().Min.X + a.box().Max.X - b.box().Min.X - b.box().Max.X) * 10)
		})
		var numbers []int
		for _, l := range panel {
			v := assert.Got(strconv.Atoi(l.text))(t)
			numbers = append(numbers, v)
		}
		all = append(all, numbers)
	}
	return all
}

// TestParallelClasses: the panels show the listed quorums of every cartel, number by number, and
// the chosen ones in colour.
func TestParallelClasses(t *testing.T) {
	for _, spec := range []string{"affine:order=2,m=2", "affine:order=3,m=4", "affine:order=4,m=5", "affine:order=9,m=4", "net:side=6,m=3", "net:side=4,m=2"} {
		i, s := listed(t, spec)
		g := s.(*quorum.GroupSystem)
		side := g.Cartel(0).Len()
		panels := gridNumbers(t, drawn(t, spec, Options{}), side, 1+g.Groups())
		for v, got := range panels[0] {
			assert.Equal(t, got, v+1, "%s", spec)
		}
		for c := range g.Groups() {
			for k, q := range g.Cartel(c).All() {
				for _, v := range q {
					if got := panels[1+c][v]; got != k+1 {
						t.Errorf("%s, cartel %d: %d at node %d, which is in quorum %d", spec, c+1, got, v+1, k+1)
					}
				}
			}
		}
		if i.Groups() > 3 {
			continue
		}
		for k := range side {
			p := drawn(t, spec, ofQuorums(k))
			var want []int // the nodes of one quorum alone, and each quorum's own number in its panel
			for c := range g.Groups() {
				for _, v := range g.Cartel(c).Quorum(k) {
					alone := true
					for d := range g.Groups() {
						alone = alone && (c == d || !slices.Contains(g.Cartel(d).Quorum(k), v))
					}
					if alone {
						want = append(want, int(v)+1)
					}
					want = append(want, k+1)
				}
			}
			slices.Sort(want)
			assert.Slice(t, numbersOn(p, sky, yellow, purple), want, "%s, quorum %d: in colour", spec, k+1)
		}
	}
}

// TestManyClasses: a picture says where it stops.
func TestManyClasses(t *testing.T) {
	for spec, want := range assert.Pairs(
		"affine:order=9,m=10", "",
		"affine:order=16,m=17", "the cells are too small for the numbers of the nodes, which run row by row",
		"affine:order=64,m=65", "the first 3 of 65 cartels are drawn: more have no room",
		"affine:order=32,m=33", "of 33 cartels are drawn: more have no room",
		"net:side=1,m=100", "the first 40 of 100 cartels are drawn: more have no room",
		"net:side=100,m=3", "the cells are too small for the numbers",
		"net:side=400,m=2", "blocks of it are drawn in grey",
	) {
		if p := drawn(t, spec, Options{}); !strings.Contains(p.Note(), want) || want == "" && p.Note() != "" {
			t.Errorf("%s: %q, want %q", spec, p.Note(), want)
		}
	}
}

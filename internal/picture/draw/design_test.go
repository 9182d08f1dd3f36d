package draw

import (
	"cmp"
	"maps"
	"strconv"
	"testing"

	"gonum.org/v1/plot/vg"

	"coterie/construct"
	"coterie/internal/check/assert"
	"coterie/quorum"
)

// TestDesignCells: the cells in the look of a cartel are its listed quorum, and each node has one
// cell in the square of its block.
func TestDesignCells(t *testing.T) {
	for _, spec := range []string{
		"design-surficial:design=projective,order=2,degree=3", "design-surficial:design=affine,order=3,degree=2", "design-surficial:design=triples,m=9,degree=4",
		"design-surficial:design=projective,order=3,degree=1", "design-surficial:design=one,m=4,degree=5",
	} {
		i, s := listed(t, spec)
		g := s.(*quorum.GroupSystem)
		size := assert.Got(strconv.Atoi(cmp.Or(i.Param("order"), i.Param("m"))))(t)
		design := assert.Got(construct.CartelDesign(t.Context(), construct.BlockDesign(i.Param("design")), size))(t)
		degree := g.Cartel(0).Len()
		l, ok := newBlocksLayout(t.Context(), design, degree)
		assert.MustTrue(t, ok, "%s: no layout", spec)
		quorums := make([]int, g.Groups())
		for c := range quorums {
			quorums[c] = (2*c + 1) % degree
		}
		got := map[Look][]int{}
		cells := l.nodes(quorums, min(g.Groups(), Categories))
		for n, c := range cells {
			assert.MustEqual(t, c.text, quorum.Node(n).String(), "%s: node %v has the number", spec, quorum.Node(n))
			at := l.corner(n / (degree * degree))
			if c.box.Min.X < at.X-0.01 || c.box.Max.Y > at.Y+0.01 || c.box.Max.X > at.X+vg.Length(degree)*l.side+0.01 || c.box.Min.Y < at.Y-vg.Length(degree)*l.side-0.01 {
				t.Errorf("%s: node %s is not in its square", spec, c.text)
			}
			for _, look := range c.looks {
				got[look] = append(got[look], quorum.Node(n).Ordinal())
			}
		}
		assert.Equal(t, len(cells), g.N(), "%s: cells", spec)
		for c := range min(g.Groups(), Categories) {
			assert.Slice(t, got[Category(c)], ordinalsOf(g.Cartel(c).Quorum(quorums[c])), "%s, cartel %v", spec, quorum.Index(c))
		}
	}
	// Pairs are drawn as the staircase.
	one := drawn(t, "design-surficial:design=pairs,m=4,degree=3", Options{})
	two := drawn(t, "surficial:n=54,m=4", Options{})
	numbers := func(p *Picture) map[string]vg.Length {
		places := map[string]vg.Length{}
		for _, it := range p.items {
			if it.label == nil {
				continue
			}
			if _, err := strconv.Atoi(it.label.text); err == nil {
				places[it.label.text] = it.label.at.X
			}
		}
		return places
	}
	if got, want := numbers(one), numbers(two); len(want) != 54 || !maps.Equal(got, want) {
		t.Errorf("the pairs of 4 cartels are not the staircase: %v, want %v", got, want)
	}
	assert.Refused(pictureOf(t.Context(), instance(t, "design-surficial:design=affine,order=3,degree=2"), nil, ofSites(0)))(t, "has no sites")
	if _, err := pictureOf(t.Context(), instance(t, "design-surficial:design=affine,order=3,degree=2"), nil, ofQuorums(2)); err == nil || err.Error() != "quorum 3: want 1..2" {
		t.Error(err)
	}
}

func instance(t *testing.T, spec string) *construct.Instance {
	t.Helper()
	return assert.Got(construct.Parse(t.Context(), spec))(t)
}

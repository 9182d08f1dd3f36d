package draw

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"coterie/federated"
	"coterie/internal/check/assert"
)

// TestNetwork counts the lines and the heads of arrows by hand: of four groups that trust each
// other, of a group that trusts all of them, and of one that trusts a single one. A disc and the
// patch below its number are two shapes of a colour.
func TestNetwork(t *testing.T) {
	var ring []federated.Group
	for g := range 4 {
		ring = append(ring, federated.Group{Name: fmt.Sprint("group ", g), Nodes: []string{fmt.Sprint("a", g), fmt.Sprint("b", g)}, Tier: true})
		for h := range 4 {
			if h != g {
				ring[g].Trusts = append(ring[g].Trusts, h)
			}
		}
	}
	watching := append(ring[:4:4], federated.Group{Name: "all", Nodes: []string{"x"}, Trusts: []int{0, 1, 2, 3}}, federated.Group{Name: "one", Nodes: []string{"y"}, Trusts: []int{2, 6}}, federated.Group{Name: "gone", Trusts: []int{0}})
	many := ring
	for i := range 150 {
		many = append(many, federated.Group{Name: fmt.Sprint("GABCDEFGHIJKLMNOPQ", i), Nodes: []string{fmt.Sprint(i)}, Trusts: []int{i % 4}})
	}
	if _, err := Network("large", slices.Repeat(ring, 101), true, nil); err == nil {
		t.Error("404 groups are drawn")
	}
	for _, x := range []struct {
		groups []federated.Group
		known  bool
		apart  *[2][]string
		want   string
	}{
		{ring, true, nil, "lines 6, heads 0, names 4, sky 8, yellow 0; "},
		{watching, true, nil, "lines 8, heads 2, names 6, sky 8, yellow 0; "},
		{watching, false, &[2][]string{{"a0", "a1"}, {"b0", "y"}}, "lines 8, heads 2, names 6, sky 3, yellow 2; "},
		{many, true, nil, "lines 156, heads 150, names 61, sky 8, yellow 0; 93 names have no room"},
		{nil, true, nil, "lines 0, heads 0, names 0, sky 0, yellow 0; "},
	} {
		p := assert.Got(Network("a network", x.groups, x.known, x.apart))(t)
		lines, heads, names, fills, legend := -2, -1, 0, map[any]int{}, "" // those of the legend
		for _, it := range p.items {
			switch {
			case it.label != nil && it.label.size == 7:
				names++
			case it.label != nil && it.label.size == legendSize:
				legend += it.label.text
			case it.shape == nil:
			case it.shape.stroke.width == trust.width:
				lines++
			case len(it.shape.rings) == 1 && len(it.shape.rings[0]) == 3:
				heads++
			default:
				fills[it.shape.fill] += len(it.shape.rings) + len(it.shape.circles)
			}
		}
		assert.Equal(t, fmt.Sprintf("lines %d, heads %d, names %d, sky %d, yellow %d; %s", lines, heads, names, fills[sky]-1, fills[yellow]-strings.Count(legend, "another"), p.Note()), x.want)
		assert.Equal(t, strings.Contains(legend, "top tier"), x.known && x.apart == nil)
	}
}

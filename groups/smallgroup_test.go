package groups

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"coterie/internal/check/assert"
)

// TestSmallGroups: each number of the Small Groups library belongs to one group of the catalogue,
// and this one has the classes, the center, the commutator subgroup, the automorphisms and the
// orders of elements that GAP prints of that number (testdata/smallgroups.g).
func TestSmallGroups(t *testing.T) {
	assert.Long(t, "it makes all groups of its file")
	data := assert.Got(os.ReadFile("testdata/smallgroups.txt"))(t)
	of := map[string]string{}
	for line := range strings.Lines(string(data)) {
		fields := strings.SplitN(strings.TrimSpace(line), " ", 3)
		of[fields[0]+" "+fields[1]] = fields[2]
	}
	for n := 1; n <= CatalogueOrder; n++ {
		if !Catalogued(n) {
			continue
		}
		all := assert.Got(All(n))(t)
		for i, g := range all {
			id := fmt.Sprint(n, " ", smallGroup(n, i+1))
			assert.Equal(t, figures(g), of[id], "%s is SmallGroup(%s)", g.Name(), id)
			delete(of, id)
		}
	}
	if len(of) > 0 {
		t.Errorf("no group is %v", of)
	}
	assert.Equal(t, assert.Got(Parse("GL2-3"))(t).SmallGroup(), 29, "GL2-3 is SmallGroup(48)")
	for name, want := range map[string]string{
		"G48.29": "G48.29 = SmallGroup(48,14)", "GL2-3": "GL2-3", "G48.99": "G48.99", "G64.1": "G64.1", "G100.16": "G100.16 = SmallGroup(100,12)",
	} {
		assert.Equal(t, KnownAs(name), want, "%s", name)
	}
}

// figures writes the figures of a group as GAP prints them.
func figures(g *Group) string {
	classes, counts := 0, make([]int, g.n+1)
	seen := make([]bool, g.n)
	var commutators []int
	for a := range g.n {
		counts[g.elementOrder(a)]++
		if !seen[a] {
			classes++
		}
		for b := range g.n {
			seen[g.Conjugate(a, b)] = true
			commutators = append(commutators, g.Mul(g.Inv(a), g.Conjugate(a, b)))
		}
	}
	text := fmt.Sprint(classes, " ", len(g.center()), " ", len(g.Subgroup(commutators...)), " ", g.Automorphisms().Order())
	for order, count := range counts {
		if count > 0 {
			text += fmt.Sprintf(" %d:%d", order, count)
		}
	}
	return text
}

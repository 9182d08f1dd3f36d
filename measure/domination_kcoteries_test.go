package measure_test

import (
	"testing"

	"coterie/internal/check/assert"
	"coterie/measure"
	"coterie/quorum"
	"coterie/search/enumerate"
)

// TestDominatingKCoteries judges all k-coteries on few nodes: those that nothing dominates are
// those that package enumerate lists, which compares all with all, and a k-coterie that dominates
// is one.
func TestDominatingKCoteries(t *testing.T) {
	for n := 1; n <= assert.Sized(4, 5); n++ {
		for k := 1; k <= n; k++ {
			greatest := map[enumerate.Function]bool{}
			for item := range assert.Each(t, enumerate.List(t.Context(), enumerate.Query{Nodes: n, K: k, Nondominated: true}, enumerate.Options{})) {
				greatest[item.Cartels[0]] = true
			}
			for item := range assert.Each(t, enumerate.List(t.Context(), enumerate.Query{Nodes: n, K: k}, enumerate.Options{})) {
				f := item.Cartels[0]
				c := assert.Got(quorum.NewKCoterie("", k, f.Family(), nil))(t)
				other := assert.Got(measure.DominatingKCoterie(t.Context(), c, measure.DominationOptions{}))(t)
				assert.Equal(t, other != nil, !greatest[f], "k = %d, %v", k, c.Family())
				if other != nil {
					g := assert.Got(enumerate.FunctionOf(other.Family()))(t)
					assert.True(t, f != g && f.Below(g), "%v does not dominate %v", other.Family(), c.Family())
					assert.OK(t, enumerate.Query{Nodes: n, K: k}.Admits(enumerate.Item{Cartels: []enumerate.Function{g}}))
				}
			}
		}
	}
}

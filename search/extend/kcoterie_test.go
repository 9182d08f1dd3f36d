package extend

import (
	"testing"

	"coterie/internal/check/assert"
	"coterie/quorum"
	"coterie/search"
	"coterie/search/enumerate"
)

// TestKCoteries extends every k-coterie on few nodes to one that package enumerate lists as
// nondominated, and that dominates it or is it.
func TestKCoteries(t *testing.T) {
	for n := 1; n <= 4; n++ {
		for k := 1; k <= n; k++ {
			nondominated := enumerate.Query{Nodes: n, K: k, Nondominated: true}
			for item := range assert.Each(t, enumerate.List(t.Context(), enumerate.Query{Nodes: n, K: k}, enumerate.Options{})) {
				c := assert.Got(quorum.NewKCoterie("", k, item.Cartels[0].Family(), nil))(t)
				r := assert.Got(Find(t.Context(), c, Options{}))(t)
				list, _ := r.System.List()
				f := assert.Got(enumerate.FunctionOf(list))(t)
				assert.True(t, r.Verdict == search.Found && item.Cartels[0].Below(f), "%v: %+v", c.Family(), r)
				assert.OK(t, nondominated.Admits(enumerate.Item{Cartels: []enumerate.Function{f}}), "%v", c.Family())
			}
		}
	}
	c := assert.Got(quorum.NewKCoterie("", 2, assert.Got(quorum.NewFamily(3, [][]int{{0, 1}, {1, 2}}))(t), nil))(t)
	assert.Refused(Find(t.Context(), c, Options{}))(t, "it is no 2-coterie")
	assert.Refused(Find(t.Context(), c, Options{Prefer: "load"}))(t, "any extension is found")
	c = assert.Got(quorum.NewKCoterie("", 1, assert.Got(quorum.NewFamily(3, [][]int{{0, 1}, {1, 2}}))(t), nil))(t)
	silent := assert.Got(Find(t.Context(), c, Options{Options: search.Options{Solver: []string{"true"}}}))(t)
	assert.True(t, silent.Verdict == search.Unknown && !silent.Optimal && silent.StoppedBy != "", "a solver that gives no answer: %+v", silent)
}

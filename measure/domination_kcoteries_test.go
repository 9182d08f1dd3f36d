package measure_test

import (
	"slices"
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

// TestSemicoteries judges k-coteries on few nodes among k-semicoteries by the definition: some set
// without a quorum can be a quorum, too, and still no k+1 quorums are pairwise disjoint.
func TestSemicoteries(t *testing.T) {
	fails := 0
	for n := 1; n <= 4; n++ {
		for k := 1; k <= n; k++ {
			for item := range assert.Each(t, enumerate.List(t.Context(), enumerate.Query{Nodes: n, K: k}, enumerate.Options{})) {
				f := item.Cartels[0]
				quorums := f.Minimal()
				want := quorum.Holds
				for set := 1; set < 1<<n; set++ {
					if !f.Has(set) && mostDisjoint(append(slices.Clone(quorums), set)) <= k {
						want = quorum.Fails
					}
				}
				c := assert.Got(quorum.NewKCoterie("", k, f.Family(), nil))(t)
				r := measured(t, quorum.KnownOf(c), measure.Options{Only: []measure.Figure{measure.DominationFigure}})
				assert.Equal(t, r.Semicoterie, want, "k = %d, %v", k, c.Family())
				if w := r.SemicoterieWitness; w != nil {
					mask := 0
					for v := range w.All() {
						mask |= 1 << v
					}
					fails++
					assert.True(t, !f.Has(mask) && mostDisjoint(append(slices.Clone(quorums), mask)) <= k, "k = %d, %v cannot take %v", k, c.Family(), w)
				}
			}
		}
	}
	assert.True(t, fails > 10, "only %d are dominated", fails)
}

// mostDisjoint returns the most pairwise disjoint sets of a list.
func mostDisjoint(list []int) int {
	if len(list) == 0 {
		return 0
	}
	apart := slices.DeleteFunc(slices.Clone(list[1:]), func(q int) bool { return q&list[0] != 0 })
	return max(mostDisjoint(list[1:]), 1+mostDisjoint(apart))
}

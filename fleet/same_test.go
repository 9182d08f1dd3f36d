package fleet

import (
	"testing"

	"coterie/internal/check/assert"
	"coterie/quorum"
)

// TestSameQuorums judges by formulas, by lists, and by lists of many nodes.
func TestSameQuorums(t *testing.T) {
	leaves := func(n int) (list []quorum.Formula) {
		for i := range n {
			list = append(list, quorum.Leaf(i))
		}
		return list
	}
	list := func(n int, sets ...[]int) quorum.Family {
		return assert.Got(quorum.NewFamily(n, sets))(t)
	}
	most, any3 := quorum.Choose(3, leaves(5)...), quorum.Or(leaves(3)...)
	pairs := quorum.Or(quorum.And(quorum.Leaf(0), quorum.Leaf(1)), quorum.And(quorum.Leaf(0), quorum.Leaf(2)), quorum.And(quorum.Leaf(1), quorum.Leaf(2)))
	for i, c := range []struct {
		reads, writes quorum.Quorums
		want          bool
	}{
		{most, most.Dual(), true},
		{any3, any3.Dual(), false},
		{pairs, quorum.Choose(2, leaves(3)...), true},
		{pairs, list(3, []int{1, 2}, []int{0, 2}, []int{0, 1}), true},
		{list(3, []int{0}), list(3, []int{0, 1}), false},
		{list(40, []int{0, 39}, []int{0, 1}), list(40, []int{0, 1}, []int{0, 39}), true},
		{list(40, []int{0, 39}, []int{0, 1}), list(40, []int{0, 1}, []int{0, 38}), false},
	} {
		assert.Equal(t, assert.Got((System{Reads: c.reads, Writes: c.writes}).Same(t.Context()))(t), c.want, "%d", i)
	}
	wide := quorum.Choose(30, leaves(60)...)
	assert.As[*quorum.LimitError]((System{Reads: wide, Writes: wide.Dual()}).Same(t.Context()))(t, "too many quorums")
}

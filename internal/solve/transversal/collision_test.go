package transversal

import (
	"testing"

	"coterie/internal/check/assert"
	"coterie/quorum"
)

// TestHashCollision: different quorums of one hash both count.
func TestHashCollision(t *testing.T) {
	b, _ := quorum.NewFamilyBuilder(1 << 20)
	all := make([]int32, 1<<20)
	for v := range all {
		all[v] = int32(v)
	}
	one, other := []int32{45, 34127, 1048575}, []int32{44, 33327, 859350}
	assert.MustEqual(t, hitHash(one), hitHash(other), "another hash: look for other rows")
	for _, q := range [][]int32{one, other, all} {
		assert.OK(t, b.AddSorted(q))
	}
	assert.Equal(t, len(assert.Got(newHitting(t.Context(), b.Family()))(t).index), 2)
}

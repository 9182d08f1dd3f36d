package transversal

import (
	"testing"

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
	if hitHash(one) != hitHash(other) {
		t.Fatal("another hash: look for other rows")
	}
	for _, q := range [][]int32{one, other, all} {
		if err := b.AddSorted(q); err != nil {
			t.Fatal(err)
		}
	}
	h, err := newHitting(t.Context(), b.Family())
	if err != nil || len(h.index) != 2 {
		t.Errorf("%v, %v", h.index, err)
	}
}

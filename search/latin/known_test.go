package latin

import "testing"

func TestKnown(t *testing.T) {
	for order, has := range map[int]bool{2: true, 4: true, 6: false, 10: false, 9: true} {
		if why, err := planeExists(order)(t.Context()); (why != "") != has || err != nil {
			t.Errorf("plane of order %d: %q, %v", order, why, err)
		}
	}
	for _, q := range []struct {
		order, count int
		has          bool
	}{{5, 4, true}, {5, 5, false}, {6, 1, true}, {6, 2, false}, {10, 2, true}, {1, 7, true}} {
		if why, err := molsExist(q.order, q.count)(t.Context()); (why != "") != q.has || err != nil {
			t.Errorf("%+v: %q, %v", q, why, err)
		}
	}
}

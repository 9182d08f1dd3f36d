package cyclic

import "testing"

func TestKnown(t *testing.T) {
	for k, has := range map[int]bool{3: false, 4: true, 5: true} { // {0,1,3,9} modulo 13
		q, _ := question(t.Context(), 13, k, 1)
		if why, err := q.Known(t.Context()); (why != "") != has || err != nil {
			t.Errorf("%d residues: %q, %v", k, why, err)
		}
	}
}

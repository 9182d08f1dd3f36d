package excess

import (
	"strings"
	"testing"

	"coterie/internal/check/assert"
)

// TestRemains: each number of nodes has its sentence, and the cited results agree with the proved
// ones.
func TestRemains(t *testing.T) {
	for _, c := range []struct {
		n, k          int
		remains, cite string
		excluded      bool
	}{
		{13, 4, "a projective plane of order 3", "", false},
		{30, 6, "a perfect matching", "Delorme", true},
		{72, 9, "36 by 36 matrices", "Delorme", true},
		{29, 6, "", "defect 4", false},
		{19, 5, "1 types of 3: 19", "", false},
		{38, 7, "a 5-regular multigraph on 38 sets", "", false},
		{37, 7, "e = K(K-1)+1-n = 6 exceeds K-2", "", false},
		{109, 11, "a union of cycles", "", false},
		{40, 7, "a 3-regular multigraph on 40 sets", "order 80", false},
	} {
		r := assert.Got(Decide(t.Context(), c.n, c.k))(t)
		if got := r.Remains(); !strings.Contains(got, c.remains) || (got == "") != (c.remains == "") {
			t.Errorf("n = %d: %s", c.n, got)
		}
		if text, excluded := Cited(c.n, c.k); !strings.Contains(text, c.cite) || (text == "") != (c.cite == "") || excluded != c.excluded {
			t.Errorf("n = %d: %s, %v", c.n, text, excluded)
		}
	}
	// Determinants exclude the same sets as the papers, if both apply to the same sets.
	for _, k := range []int{5, 7, 8, 10} {
		r, err := Decide(t.Context(), k*(k-1), k)
		if _, cited := Cited(k*(k-1), k); err != nil || !r.Excluded || !cited {
			t.Errorf("K = %d: %+v, %v", k, r, err)
		}
	}
}

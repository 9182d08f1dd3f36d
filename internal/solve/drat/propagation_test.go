package drat

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"testing"

	"coterie/internal/check/assert"
)

// TestPropagation: for many assumptions in turn it agrees with a check of the empty proof, for the
// formula with unit clauses.
func TestPropagation(t *testing.T) {
	r := rand.New(rand.NewPCG(20, 3))
	refuted := 0
	for range 150 {
		const vars = 12
		var clauses [][]int
		for range 20 + r.IntN(20) {
			clause := make([]int, 2+r.IntN(2))
			for k := range clause {
				clause[k] = (1 + r.IntN(vars)) * (1 - 2*r.IntN(2))
			}
			clauses = append(clauses, clause)
		}
		p := assert.Got(NewPropagation(t.Context(), formulaOf(vars, clauses)))(t)
		for range 40 {
			var cube []int32
			with := clauses
			for range r.IntN(5) {
				l := (1 + r.IntN(vars)) * (1 - 2*r.IntN(2))
				cube, with = append(cube, int32(l)), append(with[:len(with):len(with)], []int{l})
			}
			_, err := Check(t.Context(), formulaOf(vars, with), bytes.NewReader(nil), nil)
			if wrong := (*ProofError)(nil); err != nil && (!errors.As(err, &wrong) || !wrong.Unfinished) {
				t.Fatal(err)
			}
			got := assert.Got(p.Refutes(cube))(t, "%v under %v", clauses, cube)
			assert.MustEqual(t, got, err == nil, "%v under %v", clauses, cube)
			if got {
				refuted++
			}
		}
	}
	if refuted < 500 || refuted > 5500 {
		t.Errorf("%d of 6000 are refuted", refuted)
	}
}

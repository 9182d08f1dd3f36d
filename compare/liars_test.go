package compare

import (
	"slices"
	"testing"

	"coterie/internal/check/assert"
	"coterie/measure/liars"
	"coterie/quorum"
)

// TestLiars: the rows are the systems that mask so many liars by definition, and no others.
func TestLiars(t *testing.T) {
	masks := func(r Row, b int) bool {
		known := assert.Got(given(t, r.Spec).System.Listed(t.Context(), maxListed))(t)
		list, _ := known.Cartels()[0].List()
		return liars.Judge(t.Context(), []quorum.Family{list}, liars.Faulty{Any: b}, 1)[1].Holds == quorum.Holds
	}
	for n, families := range map[int][]string{11: nil, 16: {"mgrid", "menon", "rt"}, 35: {"twin", "grid"}} {
		all := assert.Got(Compare(t.Context(), []int{n}, 0, nil, Options{Families: families}))(t)
		for b := 1; b <= 3; b++ {
			table := assert.Got(Compare(t.Context(), []int{n}, 0, nil, Options{Liars: b, Only: []Quantity{Load}, Families: families}))(t)
			for _, r := range table.Rows {
				assert.Equal(t, [2]bool{masks(r, *r.Masks), masks(r, *r.Masks+1)}, [2]bool{true, false}, "%s masks %d", r.Spec, *r.Masks)
			}
			for _, r := range all.Rows {
				in := slices.ContainsFunc(table.Rows, func(s Row) bool { return s.Family == r.Family })
				assert.Equal(t, in, masks(r, b), "%s among %d liars", r.Spec, b)
			}
		}
	}
}

package compare

import (
	"slices"
	"testing"

	"coterie/construct"
	"coterie/internal/check/assert"
	"coterie/measure/liars"
	"coterie/quorum"
)

// TestRowsBearTheLiars, and systems that are left out do not: by the definition, of all sets that
// may lie.
func TestRowsBearTheLiars(t *testing.T) {
	assert.Long(t, "all sets of liars, for every family")
	for k, kind := range liars.Kinds() {
		for _, c := range [][2]int{{7, 1}, {9, 1}, {9, 2}, {10, 2}} {
			n, b := c[0], c[1]
			table := assert.Got(Compare(t.Context(), []int{n}, 0, nil, Options{Liars: b, Kind: kind, Only: []Quantity{K}}))(t)
			var faulty liars.Faulty
			for mask := range uint64(1) << n {
				if set := quorum.SetOfMask(mask); set.Len() == b {
					faulty.Sets = append(faulty.Sets, set)
				}
			}
			judge := func(spec string) quorum.Truth {
				system := assert.Got(given(t, spec).System.Listed(t.Context(), maxListed))(t)
				list, _ := system.Cartels()[0].List()
				return liars.Judge(t.Context(), []quorum.Family{list}, faulty, 1)[k].Holds
			}
			for _, r := range table.Rows {
				assert.Equal(t, judge(r.Spec), quorum.Holds, "%s: %d liars (%s)", r.Spec, b, kind)
			}
			for spec := range table.LeftOut {
				assert.Equal(t, judge(spec), quorum.Fails, "%s: %d liars (%s)", spec, b, kind)
			}
			assert.Equal(t, len(table.Rows) > 0, n >= liars.Fewest(kind, b), "%d nodes, %d liars (%s)", n, b, kind)
			for _, f := range construct.Families() { // none is lost
				if i, err := f.ForN(n, 0); err == nil && compared(f, 0, 0) {
					_, out := table.LeftOut[i.Spec()]
					assert.Equal(t, out || slices.ContainsFunc(table.Rows, func(r Row) bool { return r.Family == f.Name }) || i.Param("b") != "", true, "%s", f.Name)
				}
			}
		}
	}
}

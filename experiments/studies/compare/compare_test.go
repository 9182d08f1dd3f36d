package compare

import (
	"testing"

	"coterie/construct"
	"coterie/experiments/studytest"
	"coterie/internal/check/assert"
)

func TestCompareSmall(t *testing.T) {
	assert.Long(t, "half a second of CPU")
	folder := studytest.Small(t, declareCompare, comparison{From: 3, To: 43, Groups: []int{2, 3}, Listed: 1000}, nil)
	studytest.WantRows(t, folder, "compare.csv",
		"7,fpp,,fpp:order=2,,3,3,1.13389,3,3,3,7,,6,10,9,18,closed form,true,true,true,true,true,true",
		"12,billiard,,billiard:q=5,,5,5,1.44338,4,3,7,12,,12,20,15,30,closed form,true,true,true,true,false,true",
		"12,surficial,3,surficial:n=12,m=3,",
		"9,affine,2,",
	)
	rows := 0
	for _, f := range construct.Families() {
		switch {
		case !f.HasDefault() || f.Holders():
		case f.Groups():
			rows += 2
		default:
			rows++
		}
	}
	assert.Equal(t, len(studytest.Lines(t, folder, "compare.csv")), 41*rows+1, "lines")
}

// TestCompareMessages: a site outside its quorum has no count in Maekawa's way.
func TestCompareMessages(t *testing.T) {
	f, _ := construct.Lookup("singleton")
	row := assert.Got(compareOne(t.Context(), comparison{Listed: 10}, f, 5, 0))(t)
	if best, worst := row.messages("3c to 6c"); row.asksItself() || best != 3 || worst != 6 {
		t.Errorf("%t, %d to %d", row.asksItself(), best, worst)
	}
}

// TestCompareBound: Maekawa's bound stands beside site assignments with i ∈ S_i and beside nothing
// else, so that no row seems to beat it.
func TestCompareBound(t *testing.T) {
	for _, c := range []struct {
		family string
		n, m   int
		want   int // 0: none
	}{
		{"grid", 12, 0, 4}, {"billiard", 12, 0, 4}, {"degenerate-fpp", 12, 0, 4}, {"fpp", 13, 0, 4},
		{"singleton", 12, 0, 0}, {"majority", 12, 0, 0}, {"surficial", 12, 3, 0}, {"net", 9, 2, 0},
	} {
		f, ok := construct.Lookup(c.family)
		if !ok {
			t.Fatalf("no family %s", c.family)
		}
		row := assert.Got(compareOne(t.Context(), comparison{Listed: 10_000}, f, c.n, c.m))(t)
		assert.Equal(t, row.bound(), c.want, "%s, n = %d: bound", c.family, c.n)
	}
}

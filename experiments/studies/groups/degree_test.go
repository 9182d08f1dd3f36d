package groups

import (
	"testing"

	"coterie/experiments/studytest"
	"coterie/internal/check/assert"
	"coterie/quorum"
)

func TestGroupDegreeSmall(t *testing.T) {
	folder := studytest.Small(t, declareGroupDegree, degreeParameters{To: 60, Groups: []int{2, 3, 4}}, nil)
	studytest.WantRows(t, folder, "group-degree.csv",
		"36,3,6,3,6,,,,,6,3",   // a net of side 6 reaches √36 where no affine plane does
		"54,4,7,3,5,3,2,,,,",   // surficial: Lemma 3.3 with equality
		"25,4,5,2,3,,,5,4,5,4", // affine plane and net agree
	)
}

// TestMeasureDegree: a degree is counted only if all quorums of a cartel are disjoint and the
// cartels cross.
func TestMeasureDegree(t *testing.T) {
	family := func(quorums ...[]int) quorum.Family {
		return assert.Got(quorum.NewFamily(4, quorums))(t)
	}
	rows, columns := family([]int{0, 1}, []int{2, 3}), family([]int{0, 2}, []int{1, 3})
	for _, c := range []struct {
		cartels []quorum.Family
		want    string
	}{
		{[]quorum.Family{rows, columns}, ""},
		{[]quorum.Family{rows, family([]int{0, 2}, []int{0, 3})}, "cartel 2 has quorums that meet"},
		{[]quorum.Family{rows, rows}, "quorum 1 of cartel 1 {1,2} and quorum 2 of cartel 2 {3,4} are disjoint"},
	} {
		g := assert.Got(quorum.NewGroupSystem("", c.cartels, nil))(t)
		degree, responsibility, err := measureDegree(t.Context(), g)
		if c.want == "" && (err != nil || degree != 2 || responsibility != 2) || c.want != "" && (err == nil || err.Error() != c.want) {
			t.Errorf("degree %d, responsibility %d, %v; want %q", degree, responsibility, err, c.want)
		}
	}
}

package groups

import (
	"testing"

	"coterie/construct"
	"coterie/experiments/small"
	"coterie/experiments/studytest"
	"coterie/internal/check/assert"
	"coterie/quorum"
)

func TestSurficialDominatedSmall(t *testing.T) {
	folder := studytest.Small(t, declareDominated, dominatedParameters{Nodes: 60, Enlarge: 12, Limit: 5000}, nil)
	studytest.WantRows(t, folder, "surficial-dominated.csv", `1,2,1,false,,,true`, `3,3,1,true,,,true`, `4,2,2,true,true,"{2,3}",true`)
	// For two groups, a transversal of the k columns takes a node of each: there are k^k, and k of
	// them are rows.
	studytest.WantRows(t, folder, "enlarged.csv", `1,2,1,1,0,"1, 1",true,true,`, `4,2,2,4,2,"4, 2",true,true,`, `9,2,3,27,24,"27, 3",true,true,`)
}

// TestNondominated: the judge distinguishes the surficial system of 4 nodes from a nondominated
// one, and finds a quorum with a superfluous node.
func TestNondominated(t *testing.T) {
	system := assert.Got(quorum.As[*quorum.GroupSystem](construct.Surficial(4, 2)))(t)
	if ok, err := small.Nondominated(t.Context(), system, 100); ok || err != nil {
		t.Errorf("rows and columns of 2 x 2: %t, %v", ok, err)
	}
	larger := assert.Got(enlarge(t.Context(), system, 100))(t)
	if ok, err := small.Nondominated(t.Context(), larger, 100); !ok || err != nil {
		t.Errorf("enlarged: %t, %v", ok, err)
	}
	wide := assert.Got(quorum.NewFamily(3, [][]int{{0, 1}}))(t)
	loose := assert.Got(quorum.NewGroupSystem("", []quorum.Family{wide, wide}, nil))(t)
	if needless, err := small.Needless(t.Context(), loose); needless == "" || err != nil {
		t.Error("({1,2}), ({1,2}): one node would do")
	}
}

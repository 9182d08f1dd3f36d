package groups

import (
	"testing"

	"coterie/construct"
	"coterie/experiments/small"
	"coterie/experiments/studytest"
	"coterie/internal/check/assert"
	"coterie/quorum"
)

func TestSurficialSmall(t *testing.T) {
	folder := studytest.Small(t, declareSurficial, surficialParameters{Nodes: 60}, nil)
	studytest.WantRows(t, folder, "surficial-properties.csv", `4,2,2,true,true,true,true,true,true`)
}

// TestSurficialJudges: the judges refuse false rows.
func TestSurficialJudges(t *testing.T) {
	system := assert.Got(quorum.As[*quorum.GroupSystem](construct.Surficial(12, 3)))(t)
	set := assert.Got(construct.SurficialDominatingSet(12, 3))(t)
	if !small.MeetOnce(system) || !showsDominated(system, set) {
		t.Error("the surficial system of 12 nodes meets once and is dominated by T")
	}
	if showsDominated(system, system.Cartel(0).Set(0)) {
		t.Error("a quorum of the first cartel shows nothing")
	}
	if showsDominated(system, set.Minus(quorum.SetOf(set.Nodes()[0]))) {
		t.Error("T less a node misses a quorum")
	}
	lifted := assert.Got(construct.Parse(t.Context(), "lift:m=2,of=(majority:n=5)"))(t)
	built := assert.Got(lifted.Build(t.Context(), 0))(t)
	if small.MeetOnce(built.(*quorum.GroupSystem)) {
		t.Error("majorities of 5 meet in up to three nodes")
	}
}

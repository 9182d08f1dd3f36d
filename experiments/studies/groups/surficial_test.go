package groups

import (
	"slices"
	"strings"
	"testing"

	"coterie/construct"
	"coterie/experiments/small"
	"coterie/experiments/studytest"
	"coterie/quorum"
)

func TestSurficialSmall(t *testing.T) {
	folder := studytest.Declare(t, declareSurficial, surficialParameters{Nodes: 60}, nil)
	studytest.WantPictures(t, folder, "staircase-m3", "staircase-m4")
	lines := studytest.Lines(t, folder, "surficial-properties.csv")
	if !slices.Contains(lines, `4,2,2,true,true,true,true,true,true`) {
		t.Errorf("no row for n = 4, m = 2 in\n%s", strings.Join(lines[:6], "\n"))
	}
	studytest.WantVerdicts(t, folder, map[string]string{
		"joung-theorem-3-1": "proved", "joung-theorem-3-1-condition-1": "proved", "joung-theorem-3-1-condition-2": "proved",
		"joung-theorem-3-1-condition-3": "proved", "joung-theorem-3-1-condition-4": "proved", "joung-groups-root-n": "proved",
	})
}

// TestSurficialJudges: the judges refuse what is not so.
func TestSurficialJudges(t *testing.T) {
	system, err := construct.Surficial(12, 3)
	if err != nil {
		t.Fatal(err)
	}
	set, err := construct.SurficialDominatingSet(12, 3)
	if err != nil {
		t.Fatal(err)
	}
	if !small.MeetOnce(system) || !showsDominated(system, set) {
		t.Error("the surficial system of 12 nodes meets once and is dominated by T")
	}
	if showsDominated(system, system.Cartel(0).Set(0)) {
		t.Error("a quorum of the first cartel shows nothing")
	}
	if showsDominated(system, set.Minus(quorum.SetOf(set.Nodes()[0]))) {
		t.Error("T less a node misses a quorum")
	}
	lifted, err := construct.Parse(t.Context(), "lift:m=2,of=(majority:n=5)")
	if err != nil {
		t.Fatal(err)
	}
	built, err := lifted.Build(t.Context(), construct.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if small.MeetOnce(built.(*quorum.GroupSystem)) {
		t.Error("majorities of 5 meet in up to three nodes")
	}
}

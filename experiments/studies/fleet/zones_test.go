package fleet

import (
	"testing"

	"coterie/experiments/studytest"
)

func TestZones(t *testing.T) {
	folder := studytest.Declare(t, declareZones, zonesParameters{
		Zones: []int{3, 5}, Servers: []int{5, 9}, ZoneCrash: []string{"1/1000", "1/10"}, NodeCrash: []string{"1/1000", "1/10"},
		Drawn: [][2]int{{3, 9}}, Targets: []string{"99/100"}, Frontier: 3, Halvings: 12,
	}, nil)
	studytest.WantVerdicts(t, folder, map[string]string{"ours-zones-majority": "fails", "ours-zones-floor": "proved", "ours-zones-rule": "holds on"})
	studytest.WantPictures(t, folder, "wall", "map-9-in-3", "servers")
	lines := studytest.Lines(t, folder, "systems.csv")
	if len(lines) != 1+4*4 {
		t.Errorf("%d lines: %v", len(lines), lines)
	}
}

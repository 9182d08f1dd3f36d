package fleet

import (
	"testing"

	"coterie/experiments/studytest"
)

func TestZones(t *testing.T) {
	studytest.Small(t, declareZones, zonesParameters{
		Zones: []int{3, 5}, Servers: []int{5, 9}, ZoneCrash: []string{"1/1000", "1/10"}, NodeCrash: []string{"1/1000", "1/10"},
		Drawn: [][2]int{{3, 9}}, Targets: []string{"99/100"}, Frontier: 3, Halvings: 12,
	}, nil)
}

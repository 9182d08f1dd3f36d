package experiments

import (
	"slices"
	"strings"
	"testing"
)

func TestCompositionsSmall(t *testing.T) {
	folder := runSmall(t, runCompositions, compositionParameters{Cartels: 3, Sides: 3, Mapped: 12, Paths: []int{3, 5}, Listed: 5000}, nil)
	wantVerdicts(t, folder, map[string]string{
		"joung-dimensions": "proved", "joung-dimensions-degree": "holds on", "joung-mappings": "holds under",
		"agrawal-hierarchical": "proved", "agrawal-hierarchical-size": "holds under",
	})
	// 3 + 2 + 1 pairs of sides and 10 triples, each choice once.
	plain := 0
	for _, line := range readSmall(t, folder, "staircases.csv") {
		if strings.Contains(line, ",false,true,") {
			plain++
		}
	}
	if plain != 16 {
		t.Errorf("%d staircases without a mapping, want 16", plain)
	}
	// 4 cells of 4 cells each: quorums of 3 times 3 sites, 4·4³ of them; a flat grid of 16 sites would need 6.
	want := `"hierarchical:outer=(billiard:q=3),inner=(billiard:q=3)",3,3,16,9,6,1.59099,true`
	if got := readSmall(t, folder, "hierarchies.csv"); !slices.Contains(got, want) {
		t.Errorf("hierarchies.csv has no row %s:\n%s", want, strings.Join(got, "\n"))
	}
}

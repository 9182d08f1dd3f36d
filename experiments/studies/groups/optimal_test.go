package groups

import (
	"slices"
	"strings"
	"testing"

	"coterie/experiments"
	"coterie/experiments/studytest"
	"coterie/internal/check/assert"
)

func TestGroupOptimalSmall(t *testing.T) {
	p := optimalParameters{To: 28, Groups: []int{2, 3, 4, 5, 7}, Search: 12, ResponsibilityTo: 9, ResponsibilityGroups: []int{3, 4}, Certified: 16}
	folder := studytest.Small(t, declareOptimal, p, experiments.Decoded(verifyOptimal))
	lines := studytest.Lines(t, folder, "group-optimal.csv")
	studytest.WantRows(t, folder, "group-optimal.csv", "9,4,3,optimal,", "10,5,2,optimal,", "11,5,3,optimal,", "16,5,4,optimal,", "4,4,1,optimal,", "5,4,2,optimal,")

	// Seven groups are the points of the Fano plane: with d² nodes for each of its seven lines the
	// degree is d, and with fewer than 28 nodes d is 1. No other design has seven groups and so few
	// nodes.
	column := slices.Index(strings.Split(lines[0], ","), "design_surficial") - strings.Count(lines[0], ",") - 1
	for n, want := range assert.Pairs("6", "", "7", "1", "27", "1", "28", "2") {
		i := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, n+",7,") })
		cells := strings.Split(lines[i], ",") // texts with commas come first: counted from the end
		assert.Equal(t, cells[len(cells)+column], want, "seven groups on %s nodes, degree: of a system over a design", n)
	}
	studytest.WantRows(t, folder, "by-responsibility.csv", "2,3,2,0,no system,0,,0,", "3,3,2,1,optimal,1,", "8,4,3,2,optimal,")

	// Every kind of damage to a certificate is seen.
	of := func(damage func(*certifiedSystem)) func(*certificate) {
		return func(c *certificate) {
			damage(&c.Systems[slices.IndexFunc(c.Systems, func(s certifiedSystem) bool { return s.Degree == 3 })])
		}
	}
	verify := func(data []byte) error {
		return experiments.Decoded(verifyOptimal)(t.Context(), p, "systems.json", data)
	}
	studytest.Damaged(t, verify, studytest.Bytes(t, folder, "systems.json"), map[string]func(*certificate){
		"degree":         of(func(s *certifiedSystem) { s.Degree++ }),
		"groups":         of(func(s *certifiedSystem) { s.Groups++ }),
		"nodes":          of(func(s *certifiedSystem) { s.Nodes = 1 }),
		"responsibility": of(func(s *certifiedSystem) { s.Responsibility = 1 }),
		"quorum":         of(func(s *certifiedSystem) { s.Cartels[0] = strings.Replace(s.Cartels[0], "-", " ", 1) }),
		"twice":          of(func(s *certifiedSystem) { s.Cartels[1] += "-" + strings.Split(s.Cartels[1], "-")[0] }),
		"equal":          of(func(s *certifiedSystem) { s.Cartels[0] = s.Cartels[1] }),
	})
}

// TestGroupOptimalDefault: every row of the default part is decided.
func TestGroupOptimalDefaultIsDecided(t *testing.T) {
	assert.Long(t, "asks some hundred questions")
	p := optimalParameters{To: 36, Search: 18, ResponsibilityTo: 16}
	for m := 2; m <= 6; m++ {
		for _, n := range []int{10, 11, 12, 17, 18, 19, 24, 25, 35, 36} {
			assert.Equal(t, assert.Got(greatestDegree(t.Context(), p, optimalRow{N: n, M: m}))(t).status(), "optimal", "n=%d m=%d", n, m)
		}
	}
}

package groups

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"coterie/experiments/studytest"
)

func TestGroupOptimalSmall(t *testing.T) {
	p := optimalParameters{To: 28, Groups: []int{2, 3, 4, 5, 7}, Search: 12, ResponsibilityTo: 9, ResponsibilityGroups: []int{3, 4}, Certified: 16}
	folder := studytest.Declare(t, declareOptimal, p, verifyOptimal)
	lines := studytest.Lines(t, folder, "group-optimal.csv")
	for _, want := range []string{"9,4,3,optimal,", "10,5,2,optimal,", "11,5,3,optimal,", "16,5,4,optimal,", "4,4,1,optimal,", "5,4,2,optimal,"} {
		if !slices.ContainsFunc(lines, func(l string) bool { return strings.HasPrefix(l, want) }) {
			t.Errorf("no row %s", want)
		}
	}
	if len(lines) != 1+5*28 {
		t.Errorf("%d lines", len(lines))
	}
	// Seven groups are the points of the Fano plane: with d² nodes for each of its seven lines the
	// degree is d, and with fewer than 28 nodes d is 1. No other design has seven groups and so few
	// nodes.
	column := slices.Index(strings.Split(lines[0], ","), "design_surficial") - strings.Count(lines[0], ",") - 1
	for n, want := range map[string]string{"6": "", "7": "1", "27": "1", "28": "2"} {
		i := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, n+",7,") })
		cells := strings.Split(lines[i], ",") // texts with commas come first: counted from the end
		if got := cells[len(cells)+column]; got != want {
			t.Errorf("seven groups on %s nodes, degree %q of a system over a design, want %q", n, got, want)
		}
	}
	lines = studytest.Lines(t, folder, "by-responsibility.csv")
	for _, want := range []string{"2,3,2,0,no system,0,,0,", "3,3,2,1,optimal,1,", "8,4,3,2,optimal,"} {
		if !slices.ContainsFunc(lines, func(l string) bool { return strings.HasPrefix(l, want) }) {
			t.Errorf("no row %s", want)
		}
	}
	studytest.WantVerdicts(t, folder, map[string]string{
		"ours-degree-root-n": "holds under", "joung-surficial-not-optimal-decided": "holds under",
		"joung-lemma-3-3-decided": "proved",
	})
	studytest.WantPictures(t, folder, "degree-m2", "degree-m5", "degree-m7")

	// Every kind of damage to a certificate is seen.
	data := []byte(strings.Join(studytest.Lines(t, folder, "systems.json"), "\n"))
	if err := verifyOptimal(t.Context(), p, "systems.json", data); err != nil {
		t.Fatal(err)
	}
	for name, damage := range map[string]func(s *certifiedSystem){
		"degree":         func(s *certifiedSystem) { s.Degree++ },
		"groups":         func(s *certifiedSystem) { s.Groups++ },
		"nodes":          func(s *certifiedSystem) { s.Nodes = 1 },
		"responsibility": func(s *certifiedSystem) { s.Responsibility = 1 },
		"quorum":         func(s *certifiedSystem) { s.Cartels[0] = strings.Replace(s.Cartels[0], "-", " ", 1) },
		"twice":          func(s *certifiedSystem) { s.Cartels[1] += "-" + strings.Split(s.Cartels[1], "-")[0] },
		"equal":          func(s *certifiedSystem) { s.Cartels[0] = s.Cartels[1] },
	} {
		var list certificate
		if err := json.Unmarshal(data, &list); err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(list.Systems, func(s certifiedSystem) bool { return s.Degree == 3 })
		if i < 0 {
			t.Fatal("no system of degree 3")
		}
		damage(&list.Systems[i])
		damaged, err := json.Marshal(list)
		if err != nil {
			t.Fatal(err)
		}
		if verifyOptimal(t.Context(), p, "systems.json", damaged) == nil {
			t.Errorf("damage %q is not seen", name)
		}
	}
}

// TestGroupOptimalDefault: every row of the default part is decided.
func TestGroupOptimalDefaultIsDecided(t *testing.T) {
	if testing.Short() {
		t.Skip("asks some hundred questions")
	}
	p := optimalParameters{To: 36, Search: 18, ResponsibilityTo: 16}
	for m := 2; m <= 6; m++ {
		for _, n := range []int{10, 11, 12, 17, 18, 19, 24, 25, 35, 36} {
			r, err := greatestDegree(t.Context(), p, at{n, m, 0})
			if err != nil || r.status() != "optimal" {
				t.Errorf("n=%d m=%d: %+v, %v", n, m, r, err)
			}
		}
	}
}

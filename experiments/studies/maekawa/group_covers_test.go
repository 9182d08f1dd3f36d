package maekawa

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"coterie/experiments/studytest"
)

func TestGroupCoversSmall(t *testing.T) {
	folder := studytest.Declare(t, declareGroupCovers, groupCoversParameters{Order: 40}, verifyGroupCovers)
	lines := studytest.Lines(t, folder, "orders.csv")
	if len(lines) != 41 {
		t.Errorf("%d lines", len(lines))
	}
	for _, want := range []string{"39,2,7,7,8,1,", "40,14,8,7,10,2,Z5xQ8 Z5:Z8"} {
		if !slices.Contains(lines, want) {
			t.Errorf("no row %s", want)
		}
	}
	if lines := studytest.Lines(t, folder, "groups.csv"); len(lines) != 1+181 {
		t.Errorf("%d groups", len(lines)-1)
	}
	studytest.WantVerdicts(t, folder, map[string]string{"banakh-difference-size": "holds on", "banakh-dihedral": "holds on"})
}

func TestGroupCoversVerify(t *testing.T) {
	folder := studytest.Declare(t, declareGroupCovers, groupCoversParameters{Order: 8}, verifyGroupCovers)
	data, err := os.ReadFile(filepath.Join(folder, groupCoversFile))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		why     string
		order   int
		name    string
		falsify func(list *groupCoverList)
	}{
		{"", 8, groupCoversFile, func(*groupCoverList) {}},
		{"no certificate", 8, "cover.json", func(*groupCoverList) {}},
		{"is not that of Z9", 9, groupCoversFile, func(*groupCoverList) {}},
		{"14 covers for 9 groups", 7, groupCoversFile, func(*groupCoverList) {}},
		{"is not that of Z7", 8, groupCoversFile, func(l *groupCoverList) { l.Covers[8].Group = "Z8" }},
		{"3 elements, not 2", 8, groupCoversFile, func(l *groupCoverList) { l.Covers[8].Size = 2 }},
		{"is no quotient", 8, groupCoversFile, func(l *groupCoverList) { l.Covers[8].Elements = []int{0, 1, 2} }},
		{"is no element", 8, groupCoversFile, func(l *groupCoverList) { l.Covers[8].Elements[2] = 7 }},
		{"is no element", 8, groupCoversFile, func(l *groupCoverList) { l.Covers[8].Elements[1] = 0 }},
	} {
		var list groupCoverList
		if err := json.Unmarshal(data, &list); err != nil {
			t.Fatal(err)
		}
		c.falsify(&list)
		changed, _ := json.Marshal(list)
		err := verifyGroupCovers(t.Context(), groupCoversParameters{Order: c.order}, c.name, changed)
		if c.why == "" && err != nil || c.why != "" && (err == nil || !strings.Contains(err.Error(), c.why)) {
			t.Errorf("want %q: %v", c.why, err)
		}
	}
}

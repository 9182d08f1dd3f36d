package maekawa

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"coterie/experiments"
	"coterie/experiments/studytest"
)

func smallLeastTotals() leastTotalParameters {
	quick := map[int]int64{}
	for r := 1; r <= 18; r++ {
		quick[r] = 1
	}
	return leastTotalParameters{Nodes: []leastTotalLimits{{N: 5}, {N: 6}, {N: 10}, {N: 18, Steps: quick}}}
}

// TestLeastTotalSmall: the totals for N = 5, 6 and 10; what arithmetic and constructions alone say
// for 18; the verdicts.
func TestLeastTotalSmall(t *testing.T) {
	folder := studytest.Declare(t, declareLeastTotals, smallLeastTotals(), verifyLeastTotals)
	lines := studytest.Lines(t, folder, "table-2-optimal.csv")
	for _, want := range []string{
		"5,2,false,absent,,,", "5,3,true,optimal,13,2.6,", "5,4,false,optimal,12,2.4,", "5,5,false,optimal,9,1.8,",
		"6,3,true,optimal,18,3,", "6,4,false,optimal,15,2.5,",
		"10,4,false,optimal,36,3.6,", "10,4,true,optimal,36,3.6,", "10,5,true,optimal,33,3.3,", "10,6,false,optimal,30,3,", "10,9,true,optimal,27,2.7,",
		"18,4,false,absent,,,", "18,5,false,open,90,5,", "18,8,false,open,63,3.5,", "18,12,true,optimal,51,2.83333,", "18,18,true,optimal,35,1.94444,",
	} {
		if !slices.ContainsFunc(lines, func(l string) bool { return strings.HasPrefix(l, want) }) {
			t.Errorf("no row %s", want)
		}
	}
	if want := 2*(5+6+10+18) + 1; len(lines) != want {
		t.Errorf("%d lines, want %d", len(lines), want)
	}
	marks := studytest.Lines(t, folder, "table-2-marks.csv")
	for _, want := range []string{
		"5,Maekawa's printed sets,13,3,2.6,24/5,4.8,13,13", "10,our degenerate-fpp,37,4,3.7,81/10,8.1,36,36",
		"18,Method 1 taken literally on Figure 1,88,8,4.88889,35/3,11.7,63,65",
	} {
		if !slices.Contains(marks, want) {
			t.Errorf("no mark %s in %q", want, marks)
		}
	}
	studytest.WantVerdicts(t, folder, map[string]string{
		"ours-table-2-n5-least": "holds on", "ours-table-2-n5-least-printed": "holds on", "ours-table-2-n5-somewhere-least": "holds on",
		"ours-table-2-n6-least": "fails", "ours-table-2-n6-somewhere-least": "fails",
		"ours-table-2-n10-least": "fails", "ours-table-2-n10-somewhere-least": "fails",
		"ours-table-2-n18-least": "fails", "ours-table-2-n18-somewhere-least": "fails",
	})
	data, err := os.ReadFile(filepath.Join(folder, "sets-n5.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := verifyLeastTotals(t.Context(), smallLeastTotals(), "sets-n5.json", data); err != nil {
		t.Error(err)
	}
	for _, c := range []struct{ name, from, to string }{
		{"sets-n6.json", "", ""},
		{"sets-n5.json", `"r": 3`, `"r": 2`},
		{"sets-n5.json", `"total": 13`, `"total": 12`},
		{"sets-n5.json", `"sites"`, `"places"`},
		{"sets-n5.json", `"n": 5`, `"n": 4`},
	} {
		changed := data
		if c.from != "" {
			if changed = bytes.Replace(data, []byte(c.from), []byte(c.to), 1); bytes.Equal(changed, data) {
				t.Fatalf("no %s in the certificate", c.from)
			}
		}
		if verifyLeastTotals(t.Context(), smallLeastTotals(), c.name, changed) == nil {
			t.Errorf("%s with %s for %s verifies", c.name, c.to, c.from)
		}
	}
}

// TestSomewhereLeast: nothing is judged where a limit on responsibility is open.
func TestSomewhereLeast(t *testing.T) {
	rows := []leastTotalRow{{N: 5, R: 1, Absent: true}, {N: 5, R: 2, Lower: 20, Upper: 20}, {N: 5, R: 3, Lower: 10, Upper: 14}}
	if _, ok := judgeSomewhereLeast(rows, 5, 13); ok {
		t.Error("judged, though the least total for R = 3 may be 13")
	}
	for total, want := range map[int]experiments.Verdict{20: experiments.HoldsOn, 15: experiments.Fails, 9: experiments.Fails} {
		if j, ok := judgeSomewhereLeast(rows, 5, total); !ok || j.Verdict() != want {
			t.Errorf("total %d: %v, %t", total, j.Verdict(), ok)
		}
	}
	if _, ok := judgeSomewhereLeast(rows, 6, 13); ok {
		t.Error("judged without rows")
	}
}

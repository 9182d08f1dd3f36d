package maekawa

import (
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

// TestLeastTotalSmall: the totals for N = 5, 6 and 10; the bounds by arithmetic and constructions
// alone for 18; the verdicts.
func TestLeastTotalSmall(t *testing.T) {
	folder := studytest.Small(t, declareLeastTotals, smallLeastTotals(), experiments.Decoded(verifyLeastTotals))
	studytest.WantRows(t, folder, "table-2-optimal.csv",
		"5,2,false,absent,,,", "5,3,true,optimal,13,2.6,", "5,4,false,optimal,12,2.4,", "5,5,false,optimal,9,1.8,",
		"6,3,true,optimal,18,3,", "6,4,false,optimal,15,2.5,",
		"10,4,false,optimal,36,3.6,", "10,4,true,optimal,36,3.6,", "10,5,true,optimal,33,3.3,", "10,6,false,optimal,30,3,", "10,9,true,optimal,27,2.7,",
		"18,4,false,absent,,,", "18,5,false,open,90,5,", "18,8,false,open,63,3.5,", "18,12,true,optimal,51,2.83333,", "18,18,true,optimal,35,1.94444,",
	)

	studytest.WantRows(t, folder, "table-2-marks.csv",
		"5,Maekawa's printed sets,13,3,2.6,24/5,4.8,13,13", "10,our degenerate-fpp,37,4,3.7,81/10,8.1,36,36",
		"18,Method 1 taken literally on Figure 1,88,8,4.88889,35/3,11.7,63,65",
	)

	verify := func(file string) func([]byte) error {
		return func(data []byte) error {
			return experiments.Decoded(verifyLeastTotals)(t.Context(), smallLeastTotals(), file, data)
		}
	}
	data := studytest.Bytes(t, folder, "sets-n5.json")
	studytest.Respelt(t, verify("sets-n5.json"), data,
		[2]string{`"r": 3`, `"r": 2`}, [2]string{`"total": 13`, `"total": 12`}, [2]string{`"sites"`, `"places"`}, [2]string{`"n": 5`, `"n": 4`})
	if verify("sets-n6.json")(data) == nil {
		t.Error("five nodes in the file of six")
	}
}

// TestSomewhereLeast: nothing is judged if a limit on responsibility is open.
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

package geometry

import (
	"testing"

	"coterie/bounds"
	"coterie/experiments/studytest"
	"coterie/internal/check/assert"
)

func TestPlaneExistenceSmall(t *testing.T) {
	folder := studytest.Small(t, declarePlanes, planeParameters{Orders: 30, Build: 16, Compare: 60, Decide: 6, Squares: 10}, nil)
	studytest.WantRows(t, folder, "plane-existence.csv",
		"1,3,2,degenerate,,0,1,true,found,", "2,7,3,exists,2,1,1,true,found,", "6,43,7,excluded-by-theorem,,,,,proven-absent,", "10,111,11,excluded-by-computation,,1,3,,,",
		"12,157,13,open,,,,,", "14,211,15,excluded-by-theorem,,,,,", "16,273,17,exists,2,0,4,true,", "17,307,18,exists,17,1,4,,", "18,343,19,open,,3,3,,",
	)
	if counts := studytest.Lines(t, folder, "counts.csv"); counts[len(counts)-1] != "30,17,6,7" {
		t.Errorf("counts end with %s", counts[len(counts)-1])
	}

	studytest.WantRows(t, folder, "squares.csv",
		"2,4,true,false,elementary: at most side-1 squares", "3,9,true,true,squares y - a·x over GF(3)", "6,36,false,false,no model of: Are there 2 mutually orthogonal Latin squares of side 6? (gini)",
		"10,100,false,true,squares found by SAT (gini) and checked",
	)
}

// TestExcludedAsPrinted: the printed condition, by trial, against the sum of two squares of package
// bounds.
func TestExcludedAsPrinted(t *testing.T) {
	for k := 1; k <= 500; k++ {
		_, _, sum := bounds.SumOfTwoSquares(k)
		assert.Equal(t, excludedAsPrinted(k), (k%4 == 1 || k%4 == 2) && !sum, "k = %d", k)
	}
}

package fleet

import (
	"testing"

	"coterie/experiments/studytest"
)

// TestCaseSmall: the printed capacities agree with ours, and the found systems are never worse.
func TestCaseSmall(t *testing.T) {
	folder := studytest.Small(t, declareCase, caseStudy{Halves: 3}, nil)
	studytest.WantRows(t, folder, "fleet-case.csv",
		"uniform majority,0,,", "majority,0,,1041/3760000,3666.56,3667,", "best of all systems,0,,379/1880000,5005.19,", "majority,0,3/2,,,,1.5",
	)
}

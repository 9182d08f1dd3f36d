package fleet

import (
	"slices"
	"strings"
	"testing"

	"coterie/experiments/studytest"
)

// TestCaseSmall: the printed capacities are ours, and what is searched is never worse than them.
func TestCaseSmall(t *testing.T) {
	folder := studytest.Declare(t, declareCase, caseStudy{Halves: 3}, nil)
	studytest.WantPictures(t, folder, "fleet-case-latency")
	lines := studytest.Lines(t, folder, "fleet-case.csv")
	for _, want := range []string{
		"uniform majority,0,,", "majority,0,,1041/3760000,3666.56,3667,", "best of all systems,0,,379/1880000,5005.1", "majority,0,3/2,,,,1.5",
	} {
		if !slices.ContainsFunc(lines, func(l string) bool { return strings.HasPrefix(l, want) }) {
			t.Errorf("no row %s in\n%s", want, strings.Join(lines, "\n"))
		}
	}
	studytest.WantVerdicts(t, folder, map[string]string{"case-capacities": "holds on", "case-formulas": "holds on"})
}

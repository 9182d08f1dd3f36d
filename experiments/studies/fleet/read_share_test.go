package fleet

import (
	"slices"
	"strings"
	"testing"

	"coterie/experiments/studytest"
)

func TestReadShareSmall(t *testing.T) {
	p := readShares{From: 3, To: 4, Steps: 4}
	folder := studytest.Declare(t, declareReadShare, p, verifyReadShare)
	studytest.WantPictures(t, folder, "read-share-alike", "read-share-mixed")
	lines := studytest.Lines(t, folder, "read-share.csv")
	for _, want := range []string{
		"3,alike,0,1/2,5/8,5/8,2/3,", "3,alike,0,1,1/3,1/3,2/3,", "3,alike,1,1,2/3,", "4,mixed,0,0,1/6,",
	} {
		if !slices.ContainsFunc(lines, func(l string) bool { return strings.HasPrefix(l, want) }) {
			t.Errorf("no row %s in\n%s", want, strings.Join(lines, "\n"))
		}
	}
	studytest.WantVerdicts(t, folder, map[string]string{
		"read-once-suffices": "holds on", "read-once-suffices-alone": "holds on", "load-squared": "proved",
	})
}

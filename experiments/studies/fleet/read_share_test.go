package fleet

import (
	"testing"

	"coterie/experiments"
	"coterie/experiments/studytest"
)

func TestReadShareSmall(t *testing.T) {
	p := readShares{From: 3, To: 4, Steps: 4}
	folder := studytest.Small(t, declareReadShare, p, experiments.Decoded(verifyReadShare))
	studytest.WantRows(t, folder, "read-share.csv",
		"3,alike,0,1/2,5/8,5/8,2/3,", "3,alike,0,1,1/3,1/3,2/3,", "3,alike,1,1,2/3,", "4,mixed,0,0,1/6,",
	)
}

package maekawa

import (
	"testing"

	"coterie/experiments"
	"coterie/experiments/studytest"
	"coterie/internal/check/assert"
)

func TestGroupCoversSmall(t *testing.T) {
	assert.Long(t, "half a second of CPU")
	folder := studytest.Small(t, declareGroupCovers, groupCoversParameters{Order: 40}, experiments.Decoded(verifyGroupCovers))
	studytest.WantRows(t, folder, "orders.csv", "39,2,7,7,8,1,", "40,14,8,7,10,2,Z5xQ8 Z5:Z8")
}

func TestGroupCoversVerify(t *testing.T) {
	folder := studytest.Declare(t, declareGroupCovers, groupCoversParameters{Order: 8}, experiments.Decoded(verifyGroupCovers))
	data := studytest.Bytes(t, folder, groupCoversFile)
	verify := func(order int, file string) func([]byte) error {
		return func(data []byte) error {
			return experiments.Decoded(verifyGroupCovers)(t.Context(), groupCoversParameters{Order: order}, file, data)
		}
	}
	refused := studytest.Damaged(t, verify(8, groupCoversFile), data, map[string]func(*coverList[groupCover]){
		"is not that of Z7": func(l *coverList[groupCover]) { l.Covers[8].Group = "Z8" },
		"3 elements, not 2": func(l *coverList[groupCover]) { l.Covers[8].Size = 2 },
		"is no quotient":    func(l *coverList[groupCover]) { l.Covers[8].Elements = []int{0, 1, 2} },
		"7 is no element":   func(l *coverList[groupCover]) { l.Covers[8].Elements[2] = 7 },
		"0 is no element":   func(l *coverList[groupCover]) { l.Covers[8].Elements[1] = 0 },
	})
	refused["no certificate"] = verify(8, "cover.json")(data)
	refused["is not that of Z9"] = verify(9, groupCoversFile)(data)
	refused["14 covers for 9 groups"] = verify(7, groupCoversFile)(data)
	for why, err := range refused {
		assert.Fails(t, err, why)
	}
}

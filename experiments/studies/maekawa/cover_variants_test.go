package maekawa

import (
	"testing"

	"coterie/bounds"
	"coterie/experiments"
	"coterie/experiments/studytest"
	"coterie/internal/check/assert"
)

func TestCoverVariantsSmall(t *testing.T) {
	folder := studytest.Small(t, declareCoverVariants, coverVariantsParameters{Repeated: 16, Mates: 10, Steps: 10_000}, experiments.Decoded(verifyCoverVariants))
	studytest.WantRows(t, folder, "variants.csv", "16,2,,7,,7,7,true,", "7,1,6,4,3,15/14,15/14,true,")
}

func TestCoverVariantsVerify(t *testing.T) {
	p := coverVariantsParameters{Repeated: 7, Mates: 7, Steps: 10_000}
	folder := studytest.Declare(t, declareCoverVariants, p, experiments.Decoded(verifyCoverVariants))
	data := studytest.Bytes(t, folder, cyclicCoversFile)
	verify := func(p coverVariantsParameters, file string) func([]byte) error {
		return func(data []byte) error {
			return experiments.Decoded(verifyCoverVariants)(t.Context(), p, file, data)
		}
	}
	type list = coverList[coverVariant]
	refused := studytest.Damaged(t, verify(p, cyclicCoversFile), data, map[string]func(*list){
		"question 1:":  func(l *list) { l.Covers[0].Lambda = 1 },
		"question 2:":  func(l *list) { l.Covers[1].Cover = []int{0, 1, 2} },
		"question 3:":  func(l *list) { l.Covers[2].Upper = bounds.Integer(2) },
		"question 13:": func(l *list) { l.Covers[12].Mate = []int{0} },
		"question 27:": func(l *list) { // both are covers of this value, but they do not meet
			v := &l.Covers[26]
			v.Mate, v.Cover, v.Upper = []int{0, 1, 3}, []int{0, 1, 3}, bounds.FractionOf(13, 14)
		},
	})
	refused["no certificate"] = verify(p, "cover.json")(data)
	refused["27 covers for 31 questions"] = verify(coverVariantsParameters{Repeated: 8, Mates: 7}, cyclicCoversFile)(data)
	for why, err := range refused {
		assert.Fails(t, err, why)
	}
}

package maekawa

import (
	"testing"

	"coterie/experiments"
	"coterie/experiments/studytest"
	"coterie/internal/check/assert"
	"coterie/search"
	"coterie/search/cyclic"
)

func TestCyclicBoundsSmall(t *testing.T) {
	folder := studytest.Small(t, declareCyclicBounds, cyclicBoundsParameters{From: 134, To: 185}, experiments.Decoded(verifyCyclicBounds))
	studytest.WantRows(t, folder, "cyclic-bounds.csv",
		"134,14,13,1,1.20942,false,open,\"counting, K(K-1)+1 >= n\",the marks of a ruler of length 68,14,13,14",
		"149,14,13,1,1.14692,false,open,", "150,14,13,1,", "183,14,14,0,1.03491,true,optimal,")
}

func TestCyclicBoundsVerify(t *testing.T) {
	folder := studytest.Declare(t, declareCyclicBounds, cyclicBoundsParameters{From: 134, To: 136}, experiments.Decoded(verifyCyclicBounds))
	data := studytest.Bytes(t, folder, cyclicCoversFile)
	verify := func(to int, file string) func([]byte) error {
		return func(data []byte) error {
			return experiments.Decoded(verifyCyclicBounds)(t.Context(), cyclicBoundsParameters{From: 134, To: to}, file, data)
		}
	}
	refused := studytest.Damaged(t, verify(136, cyclicCoversFile), data, map[string]func(*coverList[cyclicCover]){
		"in place of 135":              func(l *coverList[cyclicCover]) { l.Covers[1].N = 136 },
		"is no quotient or difference": func(l *coverList[cyclicCover]) { l.Covers[1].Residues[5]++ },
	})
	refused["no certificate"] = verify(136, "cover.json")(data)
	refused["3 covers for n = 134..137"] = verify(137, cyclicCoversFile)(data)
	for why, err := range refused {
		assert.Fails(t, err, why)
	}
}

// TestKeptCovers: every kept cover has all differences, and fewer residues than constructions. The
// commands of the quickest find covers of their sizes.
func TestKeptCovers(t *testing.T) {
	var kept keptCovers
	assert.OK(t, experiments.StrictJSON(keptCoversFile, &kept))
	last := 133
	for _, c := range kept.Covers {
		have := map[int]bool{}
		for _, x := range c.Residues {
			for _, y := range c.Residues {
				have[((x-y)%c.N+c.N)%c.N] = true
			}
		}
		constructed, _ := cyclic.Constructed(c.N)
		if len(have) != c.N || c.N <= last || len(c.Residues) >= len(constructed) {
			t.Errorf("n = %d: %v after %d, %d by construction", c.N, c.Residues, last, len(constructed))
		}
		if last = c.N; c.Steps <= 15_000 {
			r := assert.Got(cyclic.Find(t.Context(), c.N, cyclic.Options{Method: search.Annealing, Steps: c.Steps, Options: search.Options{Seed: c.Seed}}))(t)
			assert.Equal(t, len(r.Cover), len(c.Residues), "n = %d", c.N)
		}
	}
}

package algorithms

import (
	"strings"
	"testing"

	"coterie/experiments/studytest"
	"coterie/internal/check/assert"
)

func TestTradeoffSmall(t *testing.T) {
	assert.Long(t, "its pictures take half a minute under the race detector")
	folder := studytest.Small(t, declareTradeoff, tradeoffParameters{
		Groups: 2, Priced: []string{"surficial:k=2,m=2"}, Growing: []string{"surficial:k=2,m=2", "affine:order=3,m=2"}, Wider: []string{"affine:order=3,m=3"},
		Critical: 2, Entries: 40, Strong: []int{0, 8}, Locks: []int{1, 2, 3}, Members: []int{6},
		Against: []string{"lift:m=2,of=(fpp:order=2)", "affine:order=3,m=2"}, Seeds: 2,
	}, nil)

	reading := `"in the mean over the entries of a run, whatever message each is charged"`
	assert.Contains(t, strings.Join(studytest.Lines(t, folder, "claims.csv"), ""), reading, "the row of Theorem 4.5 names no reading")
}

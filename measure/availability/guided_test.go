package availability

import (
	"math/big"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/check/systems"
)

// Sampled intervals of the planes of orders 3 and 4 hold
// the exact value: of 50 seeds at most 3 miss it.
func TestGuidedIntervalsCoverPlanes(t *testing.T) {
	assert.Slow(t, "over a second of CPU")
	chances := []*big.Rat{big.NewRat(1, 100), big.NewRat(1, 10), big.NewRat(3, 10)}
	for _, spec := range []string{"fpp:order=3", "fpp:order=4"} {
		f := systems.Family(t, spec)
		exact := assert.Got(CountLive(t.Context(), f, LiveOptions{}))(t)
		missed, sampled := make([]int, len(chances)), 0
		for seed := range uint64(50) {
			list := assert.Got(FindFailures(t.Context(), f, chances, FailureOptions{Samples: 2000, Seed: seed, MaxWork: 1, quorums: 1}))(t)
			for i, got := range list {
				want := exact.Failure(chances[i])
				if got.low.Cmp(want) > 0 || want.Cmp(got.high) > 0 {
					missed[i]++
				}
				if got.Samples > 0 {
					sampled++
				}
			}
		}
		for i, count := range missed {
			if count > 3 {
				t.Errorf("%s, p = %v: %d of 50 intervals miss the exact value", spec, chances[i], count)
			}
		}
		if sampled < 100 {
			t.Errorf("%s: only %d intervals were sampled", spec, sampled)
		}
	}
}

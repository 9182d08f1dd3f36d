package live

import (
	"math"
	"math/rand/v2"
	"testing"

	"coterie/internal/check/assert"
)

// Every set of crashes that leaves no quorum is drawn, as often as any other of its size: at most
// 5.5 standard deviations from the mean.
func TestSamplerIsUniform(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 22))
	for range 20 {
		const n = 8
		masks, f := randomFamily(t, rng, n, 1+rng.IntN(8))
		d, _ := assert.Got2(Compile(t.Context(), f, 1<<12, Any))(t)
		s := d.NewSampler(n)
		for crashes := 0; crashes <= n; crashes++ {
			drawn := map[uint64]int{}
			for set := range uint64(1) << n {
				fails := true
				for _, q := range masks {
					fails = fails && q&set != 0
				}
				size := 0
				for x := set; x != 0; x &= x - 1 {
					size++
				}
				if fails && size == crashes {
					drawn[set] = 0
				}
			}
			if len(drawn) == 0 {
				continue
			}
			const each = 400
			for range each * len(drawn) {
				var set uint64
				s.Draw(rng, crashes, func(v int) { set |= 1 << v })
				if _, fails := drawn[set]; !fails {
					t.Fatalf("%b is no set of %d crashes without a quorum of %v", set, crashes, masks)
				}
				drawn[set]++
			}
			for set, count := range drawn {
				if math.Abs(float64(count)-each) > 5.5*math.Sqrt(each) {
					t.Errorf("%b was drawn %d times, not about %d", set, count, each)
				}
			}
		}
	}
}

package sets

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"coterie/internal/check/assert"
)

// sweptByDefinition asks each set about each mask.
func sweptByDefinition(n int, up, down []uint64) Swept {
	out := Swept{BySize: make([]int64, n+1), Size: -1}
	for x := range uint64(1) << n {
		size := bits.OnesCount64(x)
		if slices.ContainsFunc(up, func(m uint64) bool { return m&^x == 0 }) || slices.ContainsFunc(down, func(m uint64) bool { return m&x == 0 }) {
			out.BySize[size]++
		} else if size > out.Size {
			out.Size, out.Most = size, x
		}
	}
	return out
}

// randomMasks returns m masks of n variables, each with every variable at odds of 1/2, or 1/4.
func randomMasks(rng *rand.Rand, n, m int, few bool) (masks []uint64) {
	for range m {
		x := rng.Uint64() & (1<<n - 1)
		if few {
			x &= rng.Uint64()
		}
		masks = append(masks, x)
	}
	return masks
}

func TestSweepAgainstDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for trial := range 420 {
		n := trial % 14
		if trial >= 416 { // beyond one block
			n = blockVariables + trial%4
		}
		up, down := randomMasks(rng, n, rng.IntN(12), trial&1 == 0), randomMasks(rng, n, rng.IntN(8), trial&2 == 0)
		if trial%3 == 0 {
			down = nil
		}
		want := sweptByDefinition(n, up, down)
		for _, jobs := range []int{1, 3} {
			got := assert.Got(Sweep(t.Context(), jobs, n, up, down))(t)
			if n > 8 && n < blockVariables { // small blocks, so that there are branches
				got = assert.Got(sweepParts(t.Context(), jobs, n, 6, trial%3, up, down))(t)
			}
			assert.MustEqual(t, got.Size, want.Size, "trial %d", trial)
			assert.MustEqual(t, got.Most, want.Most, "trial %d: %x %x", trial, up, down)
			if !slices.Equal(got.BySize, want.BySize) {
				t.Fatalf("trial %d: %v, not %v, for %x and %x", trial, got.BySize, want.BySize, up, down)
			}
		}
	}
}

func BenchmarkSweep(b *testing.B) {
	rng := rand.New(rand.NewPCG(3, 4))
	up := randomMasks(rng, 30, 10_000, false)
	for b.Loop() {
		assert.Got(Sweep(b.Context(), 1, 30, up, nil))(b)
	}
}

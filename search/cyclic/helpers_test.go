package cyclic

import (
	"context"
	"slices"
	"testing"

	"coterie/internal/check/assert"
)

// exhausted is the answer of the exhaustive search, without constructions.
func exhausted(t testing.TB, n, k, jobs int) []int {
	t.Helper()
	cover, decided := exhaustion(n, k, jobs).Run(context.Background())
	assert.MustTrue(t, decided, "n=%d k=%d: not decided", n, k)
	if cover != nil {
		checkCover(t, n, padded(n, k, cover), k)
	}
	return cover
}

func checkCover(t testing.TB, n int, cover []int, k int) {
	t.Helper()
	have := make([]bool, n)
	for _, x := range cover {
		for _, y := range cover {
			have[(x-y+n)%n] = true
		}
	}
	if missing := slices.Index(have, false); missing >= 0 || len(cover) != k || cover[0] != 0 || !slices.IsSorted(cover) || len(slices.Compact(slices.Clone(cover))) < k {
		t.Errorf("n=%d: %v is no cover of %d residues from 0 (%d is missing)", n, cover, k, missing)
	}
}

package search

import (
	"context"
	"slices"
	"testing"

	"coterie/planes"
)

// naiveCover looks for a cover of Z_n with k residues, 0 among them, by trying all.
func naiveCover(n, k int) bool {
	d := make([]int, 1, k)
	var from func(x int) bool
	from = func(x int) bool {
		if len(d) == k {
			_, ok := planes.IsDifferenceCover(n, d)
			return ok
		}
		for ; x < n; x++ {
			d = append(d, x)
			if from(x + 1) {
				return true
			}
			d = d[:len(d)-1]
		}
		return false
	}
	return from(1)
}

func TestCyclicCoverAgainstAllSets(t *testing.T) {
	for n := 1; n <= 24; n++ {
		for k := 1; k <= n; k++ {
			cover, decided := cyclicCover(context.Background(), n, k, 1)
			if !decided || (cover != nil) != naiveCover(n, k) {
				t.Errorf("n=%d k=%d: %v, %v", n, k, cover, decided)
			}
			if cover == nil {
				continue
			}
			if _, ok := planes.IsDifferenceCover(n, cover); !ok || len(cover) != k || cover[0] != 0 || !slices.IsSorted(cover) {
				t.Errorf("n=%d k=%d: %v", n, k, cover)
			}
		}
	}
}

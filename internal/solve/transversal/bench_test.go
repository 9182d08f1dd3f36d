package transversal

import (
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/solve/sets"
	"coterie/quorum"
)

// grid returns the quorums of Maekawa's k × k grid: a row and a column.
func grid(tb testing.TB, k int) quorum.Family {
	var quorums [][]int
	for row := range k {
		for column := range k {
			var q []int
			for v := range k * k {
				if v/k == row || v%k == column {
					q = append(q, v)
				}
			}
			quorums = append(quorums, q)
		}
	}
	return assert.Got(quorum.NewFamily(k*k, quorums))(tb)
}

// BenchmarkTransversalBounds compares the search with one that has no bounds but the number of
// nodes left, in one run. It measures the gain from bounds and dominations.
func BenchmarkTransversalBounds(b *testing.B) {
	h := searchable(b, grid(b, 7))
	const k = 6 // one too few
	b.Run("method=plain", func(b *testing.B) {
		for b.Loop() {
			if plainHits(h, sets.Full(len(h.index)), k) {
				b.Fatal("found")
			}
		}
	})
	b.Run("method=bounds", func(b *testing.B) {
		for b.Loop() {
			if chosen, _, err := decideHitting(b.Context(), h, k, 1, 1<<40); chosen != nil || err != nil {
				b.Fatal("found")
			}
		}
	})
}

// plainHits is the search without bounds: a node of the first unmet row, k deep.
func plainHits(h *hitting, alive sets.Bits, k int) bool {
	row := alive.First()
	if row < 0 {
		return true
	}
	if k == 0 {
		return false
	}
	next := sets.New(len(h.index))
	for v := range h.row(row).All() {
		for w, x := range h.col(v) {
			next[w] = alive[w] &^ x
		}
		if plainHits(h, next, k-1) {
			return true
		}
	}
	return false
}

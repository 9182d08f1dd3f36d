package liars

import (
	"math/rand/v2"
	"testing"
	"time"

	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
	"coterie/quorum"
)

// BenchmarkFind goes through all pairs of 10,000 random quorums on 30 nodes.
func BenchmarkFind(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 30))
	var quorums [][]int
	for range 10_000 {
		quorums = append(quorums, rng.Perm(30)[:14+rng.IntN(5)])
	}
	f := []quorum.Family{assert.Got(quorum.NewFamily(30, quorums))(b)}
	begun := reach.CPU()
	for b.Loop() {
		assert.Got(Find(b.Context(), f, 1))(b)
	}
	reach.Time(b, "least-intersection/n=30/quorums=10000", (reach.CPU()-begun)/time.Duration(b.N), 500*time.Millisecond)
}

package bounds

import (
	"fmt"
	"testing"

	"coterie/internal/check/assert"
)

func BenchmarkLimits(b *testing.B) {
	for _, size := range []struct{ n, m int }{{7, 0}, {1000, 4}, {MaxNodes, 4}} {
		b.Run(fmt.Sprintf("n=%d/m=%d", size.n, size.m), func(b *testing.B) {
			for b.Loop() {
				assert.Got(Limits(size.n, size.m))(b)
			}
		})
	}
}

func BenchmarkPlaneOrder(b *testing.B) {
	for _, q := range []int{6, 99, 999_983, 2_147_483_647} {
		b.Run(fmt.Sprintf("order=%d", q), func(b *testing.B) {
			for b.Loop() {
				PlaneOrder(q)
			}
		})
	}
}

// BenchmarkConicPlace sets Hilbert symbols beside the search in Holzer's box.
func BenchmarkConicPlace(b *testing.B) {
	const a, c = 42, 38 // no solution: the search has to look everywhere
	if _, solvable := ConicPlace(a, c); solvable || conicSearch(a, c) {
		b.Fatal("there is a solution")
	}
	b.Run("a=42,b=38/method=hilbert", func(b *testing.B) {
		for b.Loop() {
			ConicPlace(a, c)
		}
	})
	b.Run("a=42,b=38/method=search", func(b *testing.B) {
		for b.Loop() {
			conicSearch(a, c)
		}
	})
}

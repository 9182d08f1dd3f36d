//go:build slow

package total

import (
	"testing"

	"coterie/internal/check/assert"
)

// TestSlowTotalEighteen: n = 18, with and without different sets, for every R but 7 (and 6, where
// different sets are an open question).
func TestSlowEighteen(t *testing.T) {
	checkTotal(t, 18, Options{Responsibility: 6}, 77, true)
	for r, want := range map[int]int{4: 0, 5: 90, 8: 65, 9: 65, 10: 63, 11: 57, 12: 51, 15: 51, 17: 51, 18: 35} {
		for _, unique := range []bool{false, true} {
			checkTotal(t, 18, Options{Responsibility: r, Unique: unique}, want, want > 0)
		}
	}
}

// TestSlowTotalWithoutArithmetic: the exact search alone finds the totals where bounds and
// constructions say much.
func TestSlowWithoutArithmetic(t *testing.T) {
	for n := 9; n <= 12; n++ {
		for r := 6; r <= n; r++ {
			auto := assert.Got(Find(t.Context(), n, Options{Responsibility: r}))(t)
			value, _ := auto.Value.Int()
			checkTotal(t, n, Options{Responsibility: r, Method: "exhaustive"}, value, true)
		}
	}
}

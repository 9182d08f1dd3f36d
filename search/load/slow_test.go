//go:build slow

package load

import (
	"context"
	"testing"

	"coterie/internal/check/assert"
	"coterie/search"
)

// TestSlowFind proves the least loads that need a solver; other seeds find the same.
func TestSlowFind(t *testing.T) {
	for _, c := range []struct {
		n     int
		seeds []uint64
		want  string
	}{{8, []uint64{0, 5}, "5/12"}, {9, []uint64{0, 7}, "2/5"}, {10, []uint64{0}, "3/8"}, {11, []uint64{0}, "5/14"}} {
		for _, seed := range c.seeds {
			r := assert.Got(Find(context.Background(), c.n, Options{Options: search.Options{Seed: seed}}))(t)
			if !r.Optimal || r.Value.String() != c.want {
				t.Errorf("n = %d, seed %d: %v (%v), want %s", c.n, seed, r.Value, r.LowerBy, c.want)
			}
			judgeLoad(t, c.n, r)
		}
	}
}

// TestSlowEncodings: two formulas say the same of 8, 9 and 10 nodes, and are refuted by the same
// weights.
func TestSlowEncodings(t *testing.T) {
	for n, want := range map[int]string{8: "5/12", 9: "2/5", 10: "3/8"} {
		var weights []string
		for _, method := range []search.Method{Coteries, Strategies} {
			r := assert.Got(Find(t.Context(), n, Options{Method: method}))(t)
			if !r.Optimal || r.Value.String() != want || r.Refuted != 1 {
				t.Errorf("n = %d, %s: %v (%v), want %s; %d refuted", n, method, r.Value, r.LowerBy, want, r.Refuted)
			}
			judgeLoad(t, n, r)
			weights = append(weights, r.Notes...)
		}
		if len(weights) != 2 || weights[0] != weights[1] {
			t.Errorf("n = %d: %q", n, weights)
		}
	}
}

// TestSlowCases proves the same without a solver.
func TestSlowCases(t *testing.T) {
	for n, want := range map[int]string{8: "5/12", 9: "2/5", 10: "3/8", 11: "5/14"} {
		r := assert.Got(Find(t.Context(), n, Options{Method: Cases}))(t)
		if !r.Optimal || r.Value.String() != want || r.Refuted != 0 {
			t.Errorf("n = %d: %v (%v), want %s", n, r.Value, r.LowerBy, want)
		}
		judgeLoad(t, n, r)
	}
}

//go:build slow

package load

import (
	"context"
	"testing"

	"coterie/search"
)

// TestSlowFind proves the least loads that need a solver; other seeds find the same.
func TestSlowFind(t *testing.T) {
	for _, c := range []struct {
		n     int
		seeds []uint64
		want  string
	}{{8, []uint64{0, 5}, "5/12"}, {9, []uint64{0, 7}, "2/5"}, {10, []uint64{0}, "3/8"}} {
		for _, seed := range c.seeds {
			r, err := Find(context.Background(), c.n, Options{Options: search.Options{Seed: seed}})
			if err != nil {
				t.Fatal(err)
			}
			if !r.Optimal || r.Value.String() != c.want {
				t.Errorf("n = %d, seed %d: %v (%v), want %s", c.n, seed, r.Value, r.LowerBy, c.want)
			}
			judgeLoad(t, c.n, r)
		}
	}
}

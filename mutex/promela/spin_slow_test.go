//go:build slow

package promela_test

import (
	"fmt"
	"os"
	"testing"

	"coterie/mutex/explore"
)

// TestSlowSpin: many random configurations, of all algorithms in turn. SEEDS="from to step" in the
// environment names others.
func TestSlowSpin(t *testing.T) {
	all := structures(t)
	from, to, step := uint64(0), uint64(20), uint64(1)
	fmt.Sscan(os.Getenv("SEEDS"), &from, &to, &step)
	compared := 0
	for seed := from; seed < to; seed += step {
		name, c := randomConfig(t, all, seed)
		r, err := explore.Run(t.Context(), c, explore.Options{MostStates: 200_000})
		if err != nil {
			t.Fatal(name, err)
		}
		if !r.Complete {
			t.Logf("%s: too large", name)
			continue
		}
		t.Run(name, func(t *testing.T) {
			r := agree(t.Context(), t, c)
			t.Logf("%d states, %d stuck, %d violations", r.States, r.Stuck, r.Violations)
		})
		compared++
	}
	t.Logf("%d configurations compared", compared)
}

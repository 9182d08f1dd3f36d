package explore

import (
	"runtime"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/machine/memory"
)

// TestWide: a state of a thousand nodes that may all wish has a million local states one step on.
// The budget ends it in the middle, and the memory of workers besides the states is small.
func TestWide(t *testing.T) {
	const budget = 40 << 20
	var all []int32
	for p := range int32(1600) {
		all = append(all, p)
	}
	c := configOf(t, "grid:n=1600", "maekawa-fixed", all...)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r, err := Run(memory.With(t.Context(), budget), c, Options{Jobs: 1})
	runtime.ReadMemStats(&after)
	if err != nil || r.Stopped != MemoryLimit || r.States != 1 || r.Bytes > budget+budget/10 {
		t.Errorf("%v: stopped by %v after %d states, with %d bytes", err, r.Stopped, r.States, r.Bytes)
	}
	if took := after.TotalAlloc - before.TotalAlloc; took > 6*budget {
		t.Errorf("%d MB were taken for a budget of %d", took>>20, budget>>20)
	}
}

// TestReductionWithoutNodes: processes that have no node of their own, so that nobody asks there.
func TestReductionWithoutNodes(t *testing.T) {
	for _, spec := range []string{"lift:m=2,of=({1})", "lift:m=3,of=({1,2})"} {
		for _, name := range []string{"maekawa-m", "maekawa-m-fixed", "maekawa-s", "fixed-order"} {
			c := configOf(t, spec, name, 0, 1, 2)
			full := assert.Got(Run(t.Context(), c, Options{}))(t)
			c.Reduction = PartialOrder
			r, err := Run(t.Context(), c, Options{})
			if err != nil || !r.Complete || r.Stuck != full.Stuck || r.Terminal != full.Terminal || r.Violations > 0 != (full.Violations > 0) || c.Reduces() && r.States >= full.States {
				t.Errorf("%s over %s: %v %+v, want %+v", name, spec, err, r, full)
			}
		}
	}
}

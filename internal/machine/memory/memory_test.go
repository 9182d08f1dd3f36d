package memory_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/machine/memory"
)

func TestAsk(t *testing.T) {
	const budget = 1000
	ctx := memory.With(t.Context(), budget)
	for _, test := range []struct {
		factors []int
		need    uint64 // 0 if it fits
	}{
		{nil, 0},
		{[]int{1000}, 0},
		{[]int{1001}, 1001},
		{[]int{10, 10, 10}, 0},
		{[]int{10, 10, 11}, 1100},
		{[]int{math.MaxInt, 0}, 0},
		{[]int{math.MaxInt, math.MaxInt, 0}, 0},
		{[]int{math.MaxInt, math.MaxInt}, math.MaxUint64},
		{[]int{1 << 32, 1 << 32, 2}, math.MaxUint64},
	} {
		err := memory.Ask(ctx, "a table", test.factors...)
		var e *memory.Error
		if (err == nil) != (test.need == 0) || err != nil && (!errors.As(err, &e) || e.Need != test.need || e.Budget != budget) {
			t.Errorf("%v: %v, want a need of %d", test.factors, err, test.need)
		}
	}
	err := memory.Ask(ctx, "a table", 125_000_000_000)
	if want := "a table would take 125 GB of memory; the budget is 1.0 kB"; err == nil || err.Error() != want {
		t.Errorf("%v, want %q", err, want)
	}
}

// TestAskWithoutBudget: without a budget the memory of the machine is the limit.
func TestAskWithoutBudget(t *testing.T) {
	half := memory.Default()
	if half < 1<<20 || half > 1<<50 || memory.Budget(context.Background()) != half {
		t.Errorf("a budget of %d bytes", half)
	}
	if err := memory.Ask(t.Context(), "everything", int(half)+1); err == nil || !strings.HasPrefix(err.Error(), "everything would take ") {
		t.Errorf("%v for more than the budget", err)
	}
	assert.Fails(t, memory.Ask(memory.With(t.Context(), math.MaxUint64), "too much", math.MaxInt, math.MaxInt), "", "a product beyond 64 bits fits")
}

func TestAskPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic at a negative size")
		}
	}()
	memory.Ask(t.Context(), "a table", 3, -1)
}

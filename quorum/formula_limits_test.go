package quorum

import (
	"context"
	"errors"
	"testing"
	"time"

	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
	"coterie/internal/machine/memory"
)

// manyVotes returns a gate with the given number of parts and votes of all kinds.
func manyVotes(parts int) Formula {
	leaves := make([]Formula, parts)
	votes := make([]int, parts)
	total := 0
	for v := range leaves {
		leaves[v], votes[v] = Leaf(v), 1+v*7%19
		total += votes[v]
	}
	return Votes(total/2+1, votes, leaves...)
}

// TestFormulaFiguresEnd: the figures of a formula end with their context, and are not looked for
// where they do not fit into memory.
func TestFormulaFiguresEnd(t *testing.T) {
	f := manyVotes(20_000)
	for _, after := range []time.Duration{0, 50 * time.Millisecond} {
		ctx, cancel := context.WithTimeout(t.Context(), after)
		begun := reach.CPU()
		assert.Is(t, assert.Err(f.Shape(ctx)), context.DeadlineExceeded, "figures after %v", after)
		assert.Is(t, assert.Err(f.Smallest(ctx)), context.DeadlineExceeded, "a smallest quorum after %v", after)
		if over := reach.CPU() - begun - after; over > 3*time.Second {
			t.Errorf("they go on for %v after %v", over, after)
		}
		cancel()
	}
	small := manyVotes(20)
	if _, err := small.Shape(t.Context()); err != nil {
		t.Errorf("no figures of a small formula: %v", err)
	}
	ctx := memory.With(t.Context(), 1000)
	assert.As[*memory.Error](small.Shape(ctx))(t, "figures without memory")
	assert.As[*memory.Error](small.Smallest(ctx))(t, "a smallest quorum without memory")
}

// TestExplodingDual: the list of the quorums of a formula in which nodes occur twice ends after
// some number of steps, the same each time.
func TestExplodingDual(t *testing.T) {
	var parts []Formula
	for i := range 80 { // of 60 nodes
		var term []Formula
		for k := range 5 {
			term = append(term, Leaf((i*i*7+k*k*11+i*k*13+k)%60))
		}
		parts = append(parts, And(term...))
	}
	dual := Or(parts...).Dual()
	var first error
	for range 2 {
		begun := reach.CPU()
		_, err := dual.MinimalSets(t.Context(), 1_000_000)
		var limit *LimitError
		if !errors.As(err, &limit) || !limit.OnWay {
			t.Fatal(err)
		}
		if first == nil {
			first = err
		} else if err.Error() != first.Error() {
			t.Errorf("%v at first, %v then", first, err)
		}
		t.Log(reach.CPU()-begun, err)
	}
}

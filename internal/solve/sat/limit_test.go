package sat_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"coterie/internal/check/assert"
	"coterie/internal/solve/sat"
)

// pigeonsOf says that n+1 pigeons fit in n holes.
func pigeonsOf(n int) *sat.CNF {
	c := &sat.CNF{}
	c.Grow(n * (n + 1))
	at := func(p, h int) int { return p*n + h + 1 }
	for p := range n + 1 {
		var some []int
		for h := range n {
			some = append(some, at(p, h))
			for q := range p {
				c.AddClause(-at(p, h), -at(q, h))
			}
		}
		c.AddClause(some...)
	}
	return c
}

// TestLimit: a limited search ends at the same place whatever the machine does, and goes on from
// there.
func TestLimit(t *testing.T) {
	limited := sat.NewSolver(pigeonsOf(7), sat.Options{Limit: 1})
	rounds := 0
	for {
		verdict, err := limited.Solve(t.Context())
		if verdict == sat.Unsat {
			break
		}
		if rounds++; verdict != sat.Unknown || err != sat.ErrLimit || rounds > 10_000 {
			t.Fatalf("%v, %v after %d rounds", verdict, err, rounds)
		}
	}
	if rounds == 0 {
		t.Fatal("no round was ended")
	}
	for _, less := range []int{0, 1} {
		verdict, err := sat.NewSolver(pigeonsOf(7), sat.Options{Limit: rounds + 1 - less}).Solve(t.Context())
		if (verdict == sat.Unsat) != (less == 0) || (err == sat.ErrLimit) != (less == 1) {
			t.Errorf("%v, %v in %d rounds", verdict, err, rounds+1-less)
		}
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cause := errors.New("enough")
	time.AfterFunc(10*time.Millisecond, func() { cancel(cause) })
	if verdict, err := sat.NewSolver(pigeonsOf(14), sat.Options{Limit: 1 << 40}).Solve(ctx); verdict != sat.Unknown || err != cause {
		t.Errorf("%v, %v, want the cause", verdict, err)
	}
	given := sat.NewSolver(pigeonsOf(5), sat.Options{Limit: 1 << 20})
	assert.Equal(t, assert.Got(given.Solve(t.Context(), 1, 7))(t), sat.Unsat, "under assumptions")
}

package load

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
	"coterie/quorum"
	"coterie/search"
)

func TestInput(t *testing.T) {
	for _, c := range []struct {
		n      int
		method search.Method
		option string
	}{{0, "", "n"}, {-3, "", "n"}, {MaxNodes + 1, "", "n"}, {5, "guess", "method"}} {
		_, err := Find(context.Background(), c.n, Options{Method: c.method})
		var input *quorum.InputError
		if !errors.As(err, &input) || input.What != c.option || input.Hint() == "" {
			t.Errorf("n = %d, method %q: %v", c.n, c.method, err)
		}
	}
}

// TestLoadStops: what is known when the context ends comes back.
func TestStops(t *testing.T) {
	assert.Slow(t, "over a second of CPU")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r, err := Find(ctx, 6, Options{})
	if err != nil || r.StoppedBy != "interrupt" || r.Optimal || r.Lower.String() != "1/2" || r.Verdict != search.Unknown {
		t.Errorf("%+v, %v", r, err)
	}
	for _, n := range []int{10, 14} {
		stopsAt(t, n)
	}
}

// stopsAt ends a search when the first of its cases are done.
func stopsAt(t *testing.T, n int) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var worked time.Duration
	var opts Options
	opts.Progress = func(stage string, done, _ int) {
		if ctx.Err() == nil && done > 0 && strings.HasPrefix(stage, "ways to begin") {
			worked = reach.CPU()
			cancel()
		}
	}
	r, err := Find(ctx, n, opts)
	if worked = reach.CPU() - worked; err != nil || r.StoppedBy != "interrupt" || r.Optimal || r.Verdict != search.Found || worked > 5*time.Second {
		t.Errorf("%d nodes: %+v, %v, %v of work after the end", n, r, err, worked)
	} else {
		judgeLoad(t, n, r)
	}
}

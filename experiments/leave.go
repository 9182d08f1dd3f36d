package experiments

import (
	"context"
	"time"
)

// patience is how long a study may go on after the end of its context. Most steps of a study watch
// the context and return at once. The user who pressed Ctrl-C waits no longer than this for the
// rest, such as a half-drawn picture.
const patience = 400 * time.Millisecond

// leaving does work and reports whether it finished. Work that goes on for longer than patience
// after the end of ctx is left behind: from then on it keeps no row ([Rows]) and begins no other
// list ([Compute]). leaving panics if work does.
func leaving[T any](ctx context.Context, work func() T) (value T, ended bool) {
	var found T // of work alone, until it is done
	var panicked any
	done := make(chan struct{})
	go func() {
		defer close(done) // even if work ends its goroutine
		defer func() { panicked = recover() }()
		found = work()
	}()
	select {
	case <-done:
	case <-ctx.Done():
		select {
		case <-done:
		case <-time.After(patience):
			return value, false
		}
	}
	if panicked != nil {
		panic(panicked)
	}
	return found, true
}

// verify calls the study's Verify, and leaves it behind when ctx ends.
func (s Study) verify(ctx context.Context, full bool, name string, data []byte) error {
	err, ended := leaving(ctx, func() error { return s.Verify(ctx, full, name, data) })
	if !ended {
		return ContextError(ctx)
	}
	return err
}

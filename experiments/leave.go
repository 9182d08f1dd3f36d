package experiments

import (
	"context"
	"time"
)

// patience is how long after the end of its context a study may go on. What a study does heeds the
// context, and mostly returns at once; whoever pressed Ctrl-C waits no longer than this for the
// rest, such as a picture that is half drawn.
const patience = 400 * time.Millisecond

// leaving does work, and reports whether it came to its end. Work that goes on for longer than
// patience after the end of ctx is left behind: it keeps no row from then on ([Rows]), and begins
// no other list ([Compute]). A panic of work goes on here.
func leaving[T any](ctx context.Context, work func() T) (value T, ended bool) {
	var found T // of work alone, until it is done
	var panicked any
	done := make(chan struct{})
	go func() {
		defer close(done) // also where work ends its goroutine
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

// verify is the study's Verify, which is left behind when ctx ends.
func (s Study) verify(ctx context.Context, full bool, name string, data []byte) error {
	err, ended := leaving(ctx, func() error { return s.Verify(ctx, full, name, data) })
	if !ended {
		return ContextError(ctx)
	}
	return err
}

package files

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"sync/atomic"
	"time"
)

// Patience is how long a write may make no progress after its context has ended.
const Patience = time.Second / 2

// step is how many bytes are written at once, so that progress is visible. Linux writes as much to
// a pipe in one piece.
const step = 4096

// stalled is the error of a write that nobody read.
type stalled struct{ cause error }

func (e stalled) Error() string { return fmt.Sprintf("nobody reads it; %v", e.cause) }
func (e stalled) Unwrap() error { return e.cause }

// Waiting returns a writer to w that waits for the reader until ctx ends. After that, a write that
// makes no progress for Patience is given up. Its error wraps the cause of ctx, and w may still get
// some of the data later.
func Waiting(ctx context.Context, w io.Writer) io.Writer {
	if f, ok := w.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			return w
		}
	}
	return &patient{ctx: ctx, w: w}
}

type patient struct {
	ctx    context.Context
	w      io.Writer
	gaveUp error
}

func (p *patient) Write(b []byte) (int, error) {
	if p.gaveUp != nil {
		return 0, p.gaveUp
	}
	if p.ctx.Done() == nil {
		return p.w.Write(b)
	}
	// Steps begun and ended. On a busy machine the first step may not have begun, and then the
	// reader is not to blame.
	var steps, written atomic.Int64
	ended := make(chan outcome[int], 1)
	data := bytes.Clone(b) // the caller may reuse b after a write is given up
	go run(ended, func() (int, error) {
		for from := 0; from < len(data); {
			steps.Add(1)
			n, err := p.w.Write(data[from:min(from+step, len(data))])
			from += n
			written.Store(int64(from))
			steps.Add(1)
			if err != nil {
				return from, err
			}
		}
		return len(data), nil
	})
	select {
	case o := <-ended:
		return o.get()
	case <-p.ctx.Done():
	}
	for before := int64(0); ; {
		now := steps.Load()
		if now == before && now > 0 {
			p.gaveUp = stalled{context.Cause(p.ctx)}
			return int(written.Load()), p.gaveUp
		}
		before = now
		select {
		case o := <-ended:
			return o.get()
		case <-time.After(Patience):
		}
	}
}

// outcome is the result of a function, or its panic.
type outcome[T any] struct {
	value    T
	err      error
	panicked any
}

func run[T any](ended chan<- outcome[T], work func() (T, error)) {
	var o outcome[T]
	defer func() {
		o.panicked = recover()
		ended <- o
	}()
	o.value, o.err = work()
}

// get returns the result to the goroutine that waits for it, or panics there as the function did.
func (o outcome[T]) get() (T, error) {
	if o.panicked != nil {
		panic(o.panicked)
	}
	return o.value, o.err
}

// patiently runs work that may wait for somebody else without end. If work still runs when patience
// has passed since the end of ctx, it is left behind, and drop receives its value if it finishes.
func patiently[T any](ctx context.Context, work func() (T, error), drop func(T), patience time.Duration) (T, error) {
	ended := make(chan outcome[T], 1)
	go run(ended, work)
	select {
	case o := <-ended:
		return o.get()
	case <-ctx.Done():
	}
	select { // work that waits for nobody ends in this time
	case o := <-ended:
		return o.get()
	case <-time.After(patience):
	}
	go func() {
		if o := <-ended; o.err == nil && o.panicked == nil {
			drop(o.value)
		}
	}()
	var none T
	return none, stalled{context.Cause(ctx)}
}

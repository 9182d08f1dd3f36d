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

// Patience is how long after the end of its context a write may make no progress.
const Patience = time.Second / 2

// step is how much is written at once, so that there is progress to be seen: what Linux writes to a
// pipe in one piece.
const step = 4096

// stalled is the error of a write that nobody took.
type stalled struct{ cause error }

func (e stalled) Error() string { return fmt.Sprintf("nobody reads it; %v", e.cause) }
func (e stalled) Unwrap() error { return e.cause }

// Waiting returns a writer to w that waits for whoever reads until ctx ends. After that, a write
// that makes no progress for Patience is given up: its error wraps the cause of ctx, and w may get
// some of it later.
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
	// Steps begun and ended. A machine with too much to do may not have begun: nobody is to blame
	// then.
	var steps, written atomic.Int64
	ended := make(chan outcome[int], 1)
	data := bytes.Clone(b) // who gives up takes b back
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

// outcome is what a function returned, or its panic.
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

// get returns the outcome where it is waited for; a panic goes on there.
func (o outcome[T]) get() (T, error) {
	if o.panicked != nil {
		panic(o.panicked)
	}
	return o.value, o.err
}

// patiently does work that may wait for somebody else, for ever. So long after the end of ctx it is
// left behind, and drop gets what it makes nevertheless.
func patiently[T any](ctx context.Context, work func() (T, error), drop func(T), patience time.Duration) (T, error) {
	ended := make(chan outcome[T], 1)
	go run(ended, work)
	select {
	case o := <-ended:
		return o.get()
	case <-ctx.Done():
	}
	select { // work that waits for nobody is done by then
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

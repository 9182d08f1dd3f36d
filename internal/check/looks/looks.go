package looks

import (
	"context"
	"errors"
	"sync/atomic"
)

// Err is the cause of a context of [Before] that has ended.
var Err = errors.New("looked at often enough")

// Context ends when it has been looked at a number of times.
type Context struct {
	context.Context
	end  context.CancelCauseFunc
	left atomic.Int64
}

// Before returns a context that ends with the next look after the given number of looks.
func Before(ctx context.Context, looks int) *Context {
	l := &Context{}
	l.Context, l.end = context.WithCancelCause(ctx)
	l.left.Store(int64(looks))
	return l
}

// Left returns the number of looks that are left. It is negative once the context has ended.
func (l *Context) Left() int { return int(l.left.Load()) }

func (l *Context) look() {
	if l.left.Add(-1) < 0 {
		l.end(Err)
	}
}

// Err counts as a look.
func (l *Context) Err() error {
	l.look()
	return l.Context.Err()
}

// Done counts as a look.
func (l *Context) Done() <-chan struct{} {
	l.look()
	return l.Context.Done()
}

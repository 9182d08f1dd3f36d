package spacetime

import (
	"context"
	"errors"
	"io"

	"coterie/internal/machine/par"
	"coterie/internal/picture/draw"
	"coterie/mutex/trace"
)

// Read draws the part of a trace between two moments, both included. The error is that of
// [trace.Reader], [ErrNothing] if nothing happens, or the cause of ctx.
func Read(ctx context.Context, r io.Reader, from, to float64) (*draw.Picture, error) {
	t, err := trace.NewReader(r)
	if err != nil {
		return nil, err
	}
	h := t.Header()
	d := New(&h, from, to)
	for poll := par.NewPoll(ctx); ; {
		if err := poll.Err(); err != nil {
			return nil, err
		}
		e, err := t.Next()
		if errors.Is(err, io.EOF) {
			return d.Picture()
		}
		if err != nil {
			return nil, err
		}
		d.Event(e)
	}
}

package files

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"sync/atomic"
	"time"

	"coterie/internal/machine/par"
)

// Patience is the time after which a write without progress is given up, once its context has
// ended.
const Patience = time.Second / 2

// step is how many bytes are written at once, so that progress is visible. Linux writes as much to
// a pipe in one piece.
const step = 4096

// stalled returns the error of a write that nobody read until ctx ended.
func stalled(ctx context.Context) error {
	return fmt.Errorf("nobody reads it; %w", context.Cause(ctx))
}

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
	data := bytes.Clone(b) // the caller may reuse b after a write is given up
	ended, got := par.Start(func() (int, error) {
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
	case <-ended:
		return got()
	case <-p.ctx.Done():
	}
	for before := int64(0); ; {
		now := steps.Load()
		if now == before && now > 0 {
			p.gaveUp = stalled(p.ctx)
			return int(written.Load()), p.gaveUp
		}
		before = now
		select {
		case <-ended:
			return got()
		case <-time.After(Patience):
		}
	}
}

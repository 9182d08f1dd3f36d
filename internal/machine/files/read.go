package files

import (
	"bytes"
	"context"
	"io"
	"os"

	"coterie/internal/machine/memory"
)

// MostRead is how many bytes are read of one input: a million quorums of some hundred nodes.
const MostRead = 1 << 30

// looked is how much of an input is looked at to see whether it is a text.
const looked = 4096

// Read returns the text that stands in a file, at most limit bytes and no more than the budget of
// memory allows. It ends when ctx does, also where it waits for somebody who writes into a named
// pipe. The error is that of opening, an *fs.PathError; a *TooLargeError, where the size is known
// before anything is read; a *BinaryError as soon as one of the first bytes is none of a text; a
// *memory.Error; or the cause of ctx.
func Read(ctx context.Context, path string, limit int64) ([]byte, error) {
	f, err := patiently(ctx, func() (*os.File, error) { return os.Open(path) }, func(f *os.File) { f.Close() }, 0)
	if err != nil {
		if _, waited := err.(stalled); waited {
			err = context.Cause(ctx) // without the words, which are about writing
		}
		return nil, err
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, err
	}
	size := int64(-1)
	if info.Mode().IsRegular() {
		size = info.Size()
	}
	return readAll(ctx, f, size, limit, func() { f.Close() })
}

// ReadFrom is Read of a stream. When ctx ends while the stream is waited for, a goroutine is left
// that goes on waiting, and what it gets is lost.
func ReadFrom(ctx context.Context, r io.Reader, limit int64) ([]byte, error) {
	return readAll(ctx, r, -1, limit, func() {})
}

// readAll reads r, of which size bytes are expected, -1 for not known, and closes it.
func readAll(ctx context.Context, r io.Reader, size, limit int64, done func()) ([]byte, error) {
	ended := make(chan outcome[[]byte], 1)
	go run(ended, func() ([]byte, error) {
		defer done()
		return readText(ctx, r, size, limit)
	})
	select {
	case o := <-ended:
		return o.get()
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

func readText(ctx context.Context, r io.Reader, size, limit int64) ([]byte, error) {
	if size > limit {
		return nil, &TooLargeError{size, limit}
	}
	if err := memory.Ask(ctx, "the text of the input", int(max(size, 0))); err != nil {
		return nil, err
	}
	data := make([]byte, 0, max(size+1, 1<<16)) // one more: the end is seen without growing
	for {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if len(data) == cap(data) {
			if err := memory.Ask(ctx, "the text of the input", 2*cap(data)); err != nil {
				return nil, err
			}
			data = append(make([]byte, 0, 2*cap(data)), data...)
		}
		before := len(data)
		n, err := r.Read(data[before:min(cap(data), before+1<<20)])
		data = data[:before+n]
		if before < looked {
			if at := bytes.IndexByte(data[:min(len(data), looked)], 0); at >= 0 {
				return nil, &BinaryError{at, 0}
			}
		}
		switch {
		case int64(len(data)) > limit:
			return nil, &TooLargeError{-1, limit}
		case err == io.EOF:
			return data, nil
		case err != nil:
			return nil, err
		}
	}
}

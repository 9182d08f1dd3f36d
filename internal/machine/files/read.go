package files

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"

	"coterie/internal/machine/memory"
	"coterie/internal/machine/par"

	"github.com/dustin/go-humanize"
)

// MostRead is the most bytes that are read of one input: a million quorums of some hundred nodes.
const MostRead = 1 << 30

// looked is how many bytes of an input decide whether it is a text.
const looked = 4096

// Read returns the text in a file, at most limit bytes and no more than the memory budget allows.
// It ends when ctx does, even if it waits for the writer of a named pipe. The error is an
// *fs.PathError if the file cannot be opened; a *TextError if the file is too long, before anything
// is read if the size is known, or if one of the first bytes belongs to no text; a *memory.Error;
// or the cause of ctx.
func Read(ctx context.Context, path string, limit int64) ([]byte, error) {
	f, err := par.LeaveBehindAnd(ctx, 0, func() (*os.File, error) { return os.Open(path) }, func(f *os.File) { f.Close() })
	if err != nil {
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

// ReadFrom is Read for a stream. If ctx ends while it waits for the stream, a goroutine stays
// behind and goes on waiting, and the data that it gets is lost.
func ReadFrom(ctx context.Context, r io.Reader, limit int64) ([]byte, error) {
	return readAll(ctx, r, -1, limit, func() {})
}

// readAll reads r, whose expected size is -1 if it is unknown, and closes it with done.
func readAll(ctx context.Context, r io.Reader, size, limit int64, done func()) ([]byte, error) {
	return par.LeaveBehind(ctx, 0, func() ([]byte, error) {
		defer done()
		return readText(ctx, r, size, limit)
	})
}

func readText(ctx context.Context, r io.Reader, size, limit int64) ([]byte, error) {
	if size > limit {
		return nil, &TextError{true, fmt.Sprintf("it holds %s; at most %s are read", humanize.IBytes(uint64(size)), humanize.IBytes(uint64(limit)))}
	}
	if err := memory.Ask(ctx, "the text of the input", int(max(size, 0))); err != nil {
		return nil, err
	}
	data := make([]byte, 0, max(size+1, 1<<16)) // one byte more, so that the end is found without growing
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
				return nil, &TextError{false, fmt.Sprintf("no text: byte %d is 0x00", at+1)}
			}
		}
		switch {
		case int64(len(data)) > limit:
			return nil, &TextError{true, fmt.Sprintf("it goes on after %s, the most that is read", humanize.IBytes(uint64(limit)))}
		case err == io.EOF:
			return data, nil
		case err != nil:
			return nil, err
		}
	}
}

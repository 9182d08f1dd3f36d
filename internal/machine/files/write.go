package files

import (
	"bufio"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"coterie/internal/machine/par"
	"coterie/internal/words/show"
)

// disk has the operations that may fail. Tests replace some of them.
type disk struct {
	write  func(*os.File, []byte) (int, error)
	sync   func(*os.File) error
	rename func(from, to string) error
	link   func(from, to string) error
}

var realDisk = disk{(*os.File).Write, (*os.File).Sync, os.Rename, os.Link}

// File is a file that is being written: Commit puts it in its place, and Discard drops it.
type File struct {
	ctx     context.Context
	named   string // as the user named it
	place   place
	disk    disk
	file    *os.File // nil after a commit or a discard
	tmp     *temporary
	w       *bufio.Writer
	err     error // the first error of a write
	waiting io.Writer
}

// Write calls write to write a file. Afterwards the whole file is there, or nothing new. If the
// file cannot be written, the error is an *Error that names path. An error of write itself is
// returned unchanged.
func Write(ctx context.Context, path string, write func(io.Writer) error) error {
	return realDisk.writeTo(ctx, path, write)
}

// WriteFor is Write for a file that will later replace another one, target. If target exists, the
// file has its permissions from the beginning.
func WriteFor(ctx context.Context, target, path string, write func(io.Writer) error) error {
	f, err := realDisk.createAt(ctx, path, func(where *place) {
		if old, err := resolve(target); err == nil && old.exists && !old.through {
			where.mode, where.exists = old.mode, true
		}
	})
	if err != nil {
		return err
	}
	return f.commitAfter(write)
}

func (d disk) writeTo(ctx context.Context, path string, write func(io.Writer) error) error {
	f, err := d.create(ctx, path)
	if err != nil {
		return err
	}
	return f.commitAfter(write)
}

func (f *File) commitAfter(write func(io.Writer) error) error {
	defer f.Discard()
	if err := write(f); err != nil {
		return f.Blame(err)
	}
	return f.Commit()
}

// Create starts a file for path. It waits for the reader of a named pipe. The error is an *Error,
// which wraps the cause of ctx if that wait ended with ctx. The caller must call Commit or Discard.
func Create(ctx context.Context, path string) (*File, error) { return realDisk.create(ctx, path) }

func (d disk) create(ctx context.Context, path string) (*File, error) {
	return d.createAt(ctx, path, func(*place) {})
}

func (d disk) createAt(ctx context.Context, path string, adjust func(*place)) (*File, error) {
	where, err := resolve(path)
	if err != nil {
		return nil, unwritten(path, err)
	}
	adjust(&where)
	f := &File{ctx: ctx, named: path, place: where, disk: d}
	if where.through {
		f.file, err = openThrough(ctx, where)
	} else {
		perm := fs.FileMode(0o666) // less the umask and the defaults of the folder
		if where.exists {
			perm = where.mode&0o700 | 0o600 // never readable by more users than the old file
		}
		f.file, f.tmp, err = newTemporary(filepath.Dir(where.path), perm)
	}
	if err != nil {
		return nil, unwritten(path, err)
	}
	file := f.file // a write that was left behind outlives f
	f.waiting = WriterFunc(func(p []byte) (int, error) { return d.write(file, p) })
	if where.through {
		f.waiting = Waiting(ctx, f.waiting)
	}
	f.w = bufio.NewWriterSize(WriterFunc(f.latch), 1<<16)
	return f, nil
}

// WriterFunc makes a function an [io.Writer].
type WriterFunc func([]byte) (int, error)

// Write calls w.
func (w WriterFunc) Write(p []byte) (int, error) { return w(p) }

// openThrough opens a device, or a pipe once it has a reader.
func openThrough(ctx context.Context, where place) (*os.File, error) {
	f, err := par.LeaveBehindAnd(ctx, Patience, func() (*os.File, error) {
		// Data that others wrote to an open file stays.
		return os.OpenFile(where.path, os.O_WRONLY|os.O_APPEND, 0)
	}, func(f *os.File) { f.Close() })
	if err != nil && errors.Is(err, context.Cause(ctx)) {
		err = stalled(ctx)
	}
	return f, err
}

func (f *File) latch(p []byte) (int, error) {
	n, err := f.waiting.Write(p)
	if err != nil && f.err == nil {
		f.err = err
	}
	return n, err
}

// Write writes through a buffer.
func (f *File) Write(p []byte) (int, error) { return f.w.Write(p) }

// Blame returns the *Error of the file if writing it has failed, and otherwise err.
func (f *File) Blame(err error) error {
	if f.err != nil {
		return unwritten(f.named, f.err)
	}
	return err
}

// Commit puts the whole file in its place. The error is an *Error; then nothing new is there.
func (f *File) Commit() error {
	if err := f.finish(); err != nil {
		return err
	}
	if f.tmp == nil {
		return nil
	}
	if err := f.disk.rename(f.tmp.path, f.place.path); err != nil {
		f.tmp.remove()
		return unwritten(f.named, err)
	}
	f.tmp.release()
	return nil
}

// CommitPartial moves the unfinished file to Partial(path) and returns that name. If path is
// written directly, it returns path. An existing partial file is replaced only if it is the held
// one, which may be nil; otherwise the error says that this result was not kept. An error of the
// disk is an *Error.
func (f *File) CommitPartial(held *Held) (string, error) {
	if f.tmp == nil {
		return f.named, f.finish()
	}
	partial := Partial(f.named)
	if err := f.finish(); err != nil {
		return partial, err
	}
	defer f.tmp.remove()
	err := f.putPartial(partial, held)
	switch {
	case errors.Is(err, fs.ErrExist):
		return partial, errors.New(show.Path(partial) + " is of another run and stays: what this one found was not kept")
	case err == nil || errors.As(err, new(*Error)):
		return partial, err
	}
	return partial, unwritten(partial, err)
}

func (f *File) putPartial(partial string, held *Held) error {
	ours := false
	if held != nil {
		var err error
		if ours, err = held.there(); err != nil {
			return err
		}
		held.file.Close() // some systems cannot replace an open file
	}
	if !ours {
		err := f.disk.link(f.tmp.path, partial) // fails if a file exists there
		if err == nil || errors.Is(err, fs.ErrExist) {
			return err
		}
		// The file system has no hard links, or a symbolic link leads to another file system. Then
		// the name belongs to the run that creates it.
		made, err := os.OpenFile(partial, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if err != nil {
			return err
		}
		made.Close()
	}
	err := f.disk.rename(f.tmp.path, partial)
	if errors.Is(err, syscall.EXDEV) { // a symbolic link to another file system
		err = f.disk.copyTo(f.ctx, f.tmp.path, partial)
	}
	if err != nil && !ours {
		os.Remove(partial)
	}
	return err
}

// copyTo copies the contents of one file to another.
func (d disk) copyTo(ctx context.Context, from, to string) error {
	f, err := os.Open(from)
	if err != nil {
		return unwritten(to, err)
	}
	defer f.Close()
	return d.writeTo(ctx, to, func(w io.Writer) error {
		_, err := io.Copy(w, f)
		return err
	})
}

// Discard drops the file, unless it was committed.
func (f *File) Discard() {
	if f.file == nil {
		return
	}
	f.file.Close()
	f.file = nil
	if f.tmp != nil {
		f.tmp.remove()
	}
}

// finish writes the rest of the buffer and closes the file. On an error the file is removed.
func (f *File) finish() error {
	err := f.w.Flush()
	if f.tmp != nil {
		if err == nil {
			err = durable(f.disk.sync(f.file))
		}
		if err == nil && f.place.exists {
			err = f.file.Chmod(f.place.mode)
		}
	}
	if err != nil {
		f.Discard()
		return unwritten(f.named, err)
	}
	err = f.file.Close()
	f.file = nil
	if err != nil && f.tmp != nil {
		f.tmp.remove()
	}
	if err != nil {
		return unwritten(f.named, err)
	}
	return nil
}

// durable ignores the error of a file system that does not support sync, but not that of a failed
// sync.
func durable(err error) error {
	if errors.Is(err, errors.ErrUnsupported) || errors.Is(err, syscall.EINVAL) {
		return nil
	}
	return err
}

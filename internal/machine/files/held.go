package files

import (
	"context"
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// Held is the partial file of an earlier run, held by the run that goes on with it.
type Held struct {
	Path string // path of the partial file

	// The file stays open while it is held. Otherwise the system might give its number to another
	// file.
	file   *os.File
	unlock func()
}

// HoldPartial takes the partial file for path. The words of doing tell other runs who holds it. The
// caller must call Close. If another run holds the file, the error is a *LockedError. An error of
// reading names the partial file, and wraps fs.ErrNotExist if there is none.
func HoldPartial(path, doing string) (*Held, error) {
	h := &Held{Path: Partial(path)}
	info, err := os.Stat(h.Path)
	if err == nil && !info.Mode().IsRegular() {
		err = &fs.PathError{Op: "open", Path: h.Path, Err: errors.New("no ordinary file")}
	}
	if err != nil {
		return nil, err
	}
	if h.unlock, err = lockBeside(h.Path, doing); err != nil {
		return nil, err
	}
	if h.file, err = os.Open(h.Path); err != nil {
		h.unlock()
		return nil, err
	}
	return h, nil
}

// lockBeside takes a lock for a file that is held for long. The lock is a separate file, because on
// some systems a lock keeps its holder from reading. After a killed run it is removed like a
// temporary file.
func lockBeside(path, doing string) (unlock func(), err error) {
	hash := sha256.Sum256([]byte(filepath.Base(path)))
	lock := filepath.Join(filepath.Dir(path), ".coterie-"+base32.StdEncoding.EncodeToString(hash[:])[:26]+".lock")
	for tries := 1; ; tries++ {
		unlock, err := Lock(lock, doing)
		var held *LockedError
		if !errors.As(err, &held) {
			return unlock, err
		}
		if tries == 5 {
			return nil, &LockedError{path, held.Holder}
		}
		time.Sleep(20 * time.Millisecond) // the holder may be a sweep that looks at the lock for a moment
	}
}

// Read reads the next bytes of the file.
func (h *Held) Read(p []byte) (int, error) { return h.file.Read(p) }

// At returns the file for reading at any offset, and its size.
func (h *Held) At() (io.ReaderAt, int64, error) {
	info, err := h.file.Stat()
	if err != nil {
		return nil, 0, err
	}
	return h.file, info.Size(), nil
}

// CopyTo writes the first n bytes, which may be gigabytes. If ctx ends, the error is its cause.
func (h *Held) CopyTo(ctx context.Context, w io.Writer, n int64) error {
	if _, err := h.file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	for n > 0 {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		some, err := io.CopyN(w, h.file, min(n, 1<<20))
		if err != nil {
			return err
		}
		n -= some
	}
	return nil
}

// there reports whether the held file is still at its path. If another file is there, the error is
// fs.ErrExist.
func (h *Held) there() (bool, error) {
	ours, err := h.file.Stat()
	if err != nil {
		return false, err
	}
	now, err := os.Stat(h.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && !Exists(h.Path):
		return false, nil
	case err != nil || !os.SameFile(ours, now):
		return false, fs.ErrExist
	}
	return true, nil
}

// Remove removes the file after the whole result was written. If another file is at the path by
// now, it stays.
func (h *Held) Remove() error {
	there, err := h.there()
	h.file.Close() // some systems cannot remove an open file
	if !there || err != nil {
		return nil
	}
	return os.Remove(h.Path)
}

// Close releases the file, which may have been removed or replaced.
func (h *Held) Close() {
	h.file.Close()
	h.unlock()
}

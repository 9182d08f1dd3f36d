package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"coterie/internal/words/show"

	"github.com/dustin/go-humanize"
)

// Error says that a file could not be written, or locked.
type Error struct {
	Path  string // as a person named it
	Doing string // "written", "locked"
	Err   error  // a cause of the context where somebody was waited for
}

func (e *Error) Error() string {
	return show.Path(e.Path) + ": cannot be " + e.Doing + ": " + e.Err.Error()
}

// Unwrap returns the reason.
func (e *Error) Unwrap() error { return e.Err }

// unwritten is the error of writing what a person named path.
func unwritten(path string, err error) error { return &Error{path, "written", Reason(err)} }

// Reason takes the operation and the path off an error of the system: messages name the file as a
// person did, and a temporary name says nothing to them.
func Reason(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	var link *os.LinkError
	if errors.As(err, &link) {
		return link.Err
	}
	return err
}

// PartialError says that another run left a partial result, which would be lost.
type PartialError struct {
	Path   string
	Unkept bool // it was found at the end: the partial result of this run was dropped
}

func (e *PartialError) Error() string {
	if e.Unkept {
		return show.Path(e.Path) + " is of another run and stays: what this one found was not kept"
	}
	return show.Path(e.Path) + " is of an interrupted run, and would be lost"
}

// TooLargeError says that an input is longer than what is read.
type TooLargeError struct {
	Size  int64 // bytes; -1 where it has no end that is known
	Limit int64 // bytes
}

func (e *TooLargeError) Error() string {
	limit := humanize.IBytes(uint64(e.Limit))
	if e.Size < 0 {
		return fmt.Sprintf("it goes on after %s, the most that is read", limit)
	}
	return fmt.Sprintf("it holds %s; at most %s are read", humanize.IBytes(uint64(e.Size)), limit)
}

// BinaryError says that an input is no text.
type BinaryError struct {
	Offset int  // of the first byte that no text has, from 0
	Byte   byte // that byte
}

func (e *BinaryError) Error() string {
	return fmt.Sprintf("no text: byte %d is %#02x", e.Offset+1, e.Byte)
}

// LockedError says that somebody else holds a lock.
type LockedError struct {
	Path   string
	Holder string // what the holder said of itself; "" where that cannot be read
}

func (e *LockedError) Error() string {
	if e.Holder == "" {
		return show.Path(e.Path) + " is in use by another run"
	}
	return fmt.Sprintf("%s is in use by another run: %s", show.Path(e.Path), show.Brief(e.Holder))
}

package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"coterie/internal/words/show"

	"github.com/dustin/go-humanize"
)

// Error is the error of a file that cannot be written or locked.
type Error struct {
	Path  string // as the user named it
	Doing string // "written", "locked"
	Err   error  // the cause of the context if a wait ended with it
}

func (e *Error) Error() string {
	return show.Path(e.Path) + ": cannot be " + e.Doing + ": " + e.Err.Error()
}

// Unwrap returns the reason.
func (e *Error) Unwrap() error { return e.Err }

// unwritten returns the error of a failed write to path.
func unwritten(path string, err error) error { return &Error{path, "written", Reason(err)} }

// Reason strips the operation and the path from an error of the system. Messages name the file as
// the user did, and the name of a temporary file would mean nothing to the user.
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

// PartialError is the error of a partial result of another run, which would be lost.
type PartialError struct {
	Path   string
	Unkept bool // found at the end, so that the partial result of this run was dropped
}

func (e *PartialError) Error() string {
	if e.Unkept {
		return show.Path(e.Path) + " is of another run and stays: what this one found was not kept"
	}
	return show.Path(e.Path) + " is of an interrupted run, and would be lost"
}

// TooLargeError is the error of an input above the limit.
type TooLargeError struct {
	Size  int64 // in bytes; -1 if it is not known
	Limit int64 // in bytes
}

func (e *TooLargeError) Error() string {
	limit := humanize.IBytes(uint64(e.Limit))
	if e.Size < 0 {
		return fmt.Sprintf("it goes on after %s, the most that is read", limit)
	}
	return fmt.Sprintf("it holds %s; at most %s are read", humanize.IBytes(uint64(e.Size)), limit)
}

// BinaryError is the error of an input that is no text.
type BinaryError struct {
	Offset int  // of the first byte that no text has, from 0
	Byte   byte // that byte
}

func (e *BinaryError) Error() string {
	return fmt.Sprintf("no text: byte %d is %#02x", e.Offset+1, e.Byte)
}

// LockedError is the error of a lock that somebody else holds.
type LockedError struct {
	Path   string
	Holder string // the holder's words about itself, or "" if they cannot be read
}

func (e *LockedError) Error() string {
	if e.Holder == "" {
		return show.Path(e.Path) + " is in use by another run"
	}
	return fmt.Sprintf("%s is in use by another run: %s", show.Path(e.Path), show.Brief(e.Holder))
}

package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"coterie/internal/words/show"
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

// Failed returns the *Error for an operation that failed on the file at path.
func Failed(path, doing string, err error) error { return &Error{path, doing, Reason(err)} }

func unwritten(path string, err error) error { return Failed(path, "written", err) }

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

// TextError is the error for an input that is not read because it is no text, or too long.
type TextError struct {
	TooLong bool
	Problem string
}

func (e *TextError) Error() string { return e.Problem }

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

package cluster

import (
	"errors"
	"fmt"
	"strings"
)

// Reason is a kind of error, for callers that distinguish them.
type Reason int

// The kinds of errors.
const (
	BadURL       Reason = iota + 1 // the address is not one of a server
	BadFile                        // a certificate, a key or a token cannot be read, or is invalid
	Unreachable                    // nobody listens there, or not a NATS server
	Unauthorized                   // the token is wrong, or missing
	Untrusted                      // one side does not trust the certificate of the other
	Storeless                      // the server has no JetStream
	Unguarded                      // the server would be open to everybody
	InUse                          // another server has the address or the folder
	Unstarted                      // the server did not start, for another reason
	Taken                          // another worker has the name
	BadName                        // no worker can have the name
	TurnedAway                     // all open jobs belong to other executables or platforms
	Refused                        // the worker returned a wrong result
	UnknownJob                     // the server does not have the job, or several begin with its key
	JobCancelled                   // the job was cancelled
	CannotOpen                     // no worker can open the job
	PartsParked                    // workers reported three failures of a part; Err wraps a work.PartError for each
	NoRoom                         // the server has reached the limit of its store, and keeps what it has
)

// Error is an error that the user can cause and fix: a sentence, and advice.
type Error struct {
	Reason Reason
	What   string // the sentence, without a full stop
	Advice string // "" if there is none
	Err    error  // the cause, or nil
}

func (e *Error) Error() string { return e.What }

// Hint returns the advice, or "" if there is none.
func (e *Error) Hint() string { return e.Advice }

func (e *Error) Unwrap() error { return e.Err }

// trouble returns the [Error] of a kind, without advice; the cause may be nil.
func trouble(reason Reason, cause error, format string, args ...any) error {
	return &Error{reason, fmt.Sprintf(format, args...), "", cause}
}

// is reports whether an error is an [Error] of this kind.
func is(err error, reason Reason) bool {
	var e *Error
	return errors.As(err, &e) && e.Reason == reason
}

// plain returns the text of an error of the library without its prefix.
func plain(err error) string {
	text, _ := strings.CutPrefix(err.Error(), "nats: ")
	return text
}

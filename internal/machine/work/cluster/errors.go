package cluster

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"coterie/internal/machine/work"
)

// ParkedError ends a run in which parts were parked, because workers reported three failures of
// each. All other parts have their results at the server. The error wraps a [work.PartError] for
// each parked part.
type ParkedError struct {
	Job   string
	Parts []Parked // in the order of their numbers
}

// Parked is a part that failed three times.
type Parked struct {
	Index  int
	Worker string // the worker that reported the last failure
	Why    string
}

func (e *ParkedError) Error() string {
	var b strings.Builder
	for k, p := range e.Parts {
		if k == 3 {
			fmt.Fprintf(&b, "; and %d more", len(e.Parts)-k)
			break
		}
		if k > 0 {
			b.WriteString("; ")
		}
		fmt.Fprintf(&b, "part %d failed three times, last on worker %s: %s", p.Index+1, p.Worker, p.Why)
	}
	return b.String()
}

// Unwrap returns the parts as errors.
func (e *ParkedError) Unwrap() []error {
	var parts []error
	for _, p := range e.Parts {
		parts = append(parts, &work.PartError{Index: p.Index, Err: errors.New(p.Why)})
	}
	return parts
}

// CannotOpenError ends a run whose job no worker can open.
type CannotOpenError struct{ Job, Worker, Why string }

func (e *CannotOpenError) Error() string {
	return fmt.Sprintf("no worker can compute job %s; worker %s: %s", e.Job, e.Worker, e.Why)
}

// CancelledError ends a run whose job was cancelled.
type CancelledError struct{ Job string }

func (e *CancelledError) Error() string { return "job " + e.Job + " was cancelled" }

// NoRoomError is the error of a server that has reached the limit of its store. It keeps what it
// has.
type NoRoomError struct{ Err error }

func (e *NoRoomError) Error() string { return "the server has no room left" }

func (e *NoRoomError) Unwrap() error { return e.Err }

// NameTakenError is the error of a worker whose name another worker has.
type NameTakenError struct{ Name string }

func (e *NameTakenError) Error() string {
	return fmt.Sprintf("a worker named %s is there already (the name of one that was killed is free after %v)", e.Name, presence)
}

// BadNameError is the error of a name that a worker cannot have.
type BadNameError struct{ Name string }

func (e *BadNameError) Error() string {
	return fmt.Sprintf("%q is no name for a worker: letters, digits, '-', '_' and '.'", e.Name)
}

// RefusedError ends a worker that returned a wrong result.
type RefusedError struct{ Refusal }

func (e *RefusedError) Error() string {
	return fmt.Sprintf("worker %s is refused: part %d of job %s: %s", e.Worker, e.Part+1, e.Job, e.Why)
}

// TurnedAwayError ends a worker if all open jobs belong to other executables or platforms.
type TurnedAwayError struct {
	Job, Title, Executable, Platform string
	own                              string // executable of this worker
}

func (e *TurnedAwayError) Error() string {
	return fmt.Sprintf("turned away: job %s (%s) is of executable %s on %s; this is %s on %s",
		e.Job, e.Title, short(e.Executable), e.Platform, short(e.own), work.Platform())
}

// UnknownJobError is the error of a job that the server does not have.
type UnknownJobError struct {
	Job   string
	Among []string // the keys that begin with the given one, if there are several
}

func (e *UnknownJobError) Error() string {
	if len(e.Among) > 0 {
		return fmt.Sprintf("several jobs begin with %q: %s", e.Job, strings.Join(e.Among, ", "))
	}
	return fmt.Sprintf("the server has no job %q", e.Job)
}

// presence is how long a worker that has fallen silent still counts as present.
const presence = 15 * time.Second

// short returns the beginning of an executable's hash, which is enough to tell executables apart.
func short(executable string) string { return executable[:min(len(executable), 12)] }

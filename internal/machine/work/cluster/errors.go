package cluster

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"coterie/internal/machine/work"
)

// ParkedError ends a run in which parts were parked: three times a worker reported that such a
// part failed. All other parts have their results at the server. It wraps a [work.PartError] for
// each.
type ParkedError struct {
	Job   string
	Parts []Parked // in their order
}

// Parked is a part that failed three times.
type Parked struct {
	Index  int
	Worker string // the last one that reported a failure
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

// CannotOpenError ends a run of whose job no worker can compute anything.
type CannotOpenError struct{ Job, Worker, Why string }

func (e *CannotOpenError) Error() string {
	return fmt.Sprintf("no worker can compute job %s; worker %s: %s", e.Job, e.Worker, e.Why)
}

// CancelledError ends a run whose job was cancelled.
type CancelledError struct{ Job string }

func (e *CancelledError) Error() string { return "job " + e.Job + " was cancelled" }

// NoRoomError says that the server has reached the limit of its store. What it has it keeps.
type NoRoomError struct{ Err error }

func (e *NoRoomError) Error() string { return "the server has no room left" }

func (e *NoRoomError) Unwrap() error { return e.Err }

// NameTakenError says that another worker has the name.
type NameTakenError struct{ Name string }

func (e *NameTakenError) Error() string {
	return fmt.Sprintf("a worker named %s is there already (the name of one that was killed is free after %v)", e.Name, presence)
}

// BadNameError says that a worker cannot have such a name.
type BadNameError struct{ Name string }

func (e *BadNameError) Error() string {
	return fmt.Sprintf("%q is no name for a worker: letters, digits, '-', '_' and '.'", e.Name)
}

// RefusedError ends a worker that was caught with a wrong result.
type RefusedError struct{ Refusal }

func (e *RefusedError) Error() string {
	return fmt.Sprintf("worker %s is refused: part %d of job %s: %s", e.Worker, e.Part+1, e.Job, e.Why)
}

// TurnedAwayError ends a worker where all open jobs are of other executables or platforms.
type TurnedAwayError struct {
	Job, Title, Executable, Platform string
	own                              string // executable of the worker
}

func (e *TurnedAwayError) Error() string {
	return fmt.Sprintf("turned away: job %s (%s) is of executable %s on %s; this is %s on %s",
		e.Job, e.Title, short(e.Executable), e.Platform, short(e.own), work.Platform())
}

// UnknownJobError says that the server has no such job.
type UnknownJobError struct {
	Job   string
	Among []string // where several begin like this
}

func (e *UnknownJobError) Error() string {
	if len(e.Among) > 0 {
		return fmt.Sprintf("several jobs begin with %q: %s", e.Job, strings.Join(e.Among, ", "))
	}
	return fmt.Sprintf("the server has no job %q", e.Job)
}

// EarlierError says that the server does not have all results of an earlier job.
type EarlierError struct {
	Job, Title string
	Part       int
}

func (e *EarlierError) Error() string {
	return fmt.Sprintf("part %d of the earlier job %s (%s) has no result at the server", e.Part+1, e.Job, e.Title)
}

// presence is how long a worker that has fallen silent counts as being there.
const presence = 15 * time.Second

// short is enough of the hash of an executable to tell it from others.
func short(executable string) string { return executable[:min(len(executable), 12)] }

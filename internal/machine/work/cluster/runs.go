package cluster

import (
	"time"

	"coterie/internal/machine/work"
)

// RunnerOptions configure a coordinator.
type RunnerOptions struct {
	Jobs  int                              // cores for computing samples again; see par.Jobs
	Notef func(format string, args ...any) // prints notes for the user; nil: no notes
	// Nobody is the time without any worker after which a note says so; 0 stands for ten seconds.
	Nobody time.Duration
}

// WorkOptions configure a worker.
type WorkOptions struct {
	Name   string      // letters, digits, '-', '_', '.'; "": the host name and some random letters
	Jobs   int         // parts at once; see par.Jobs
	Kinds  []work.Kind // the kinds of jobs that it can compute
	Solver []string    // the external SAT solver that it allows; nil: none
	Notef  func(format string, args ...any)
	// Lease is the time for which a part waits for a silent worker before another worker gets it; 0
	// keeps the setting of the server, which is thirty seconds at first. It holds for all workers
	// of an executable.
	Lease time.Duration
	// Idle, if not 0, is the time without work after which the worker ends.
	Idle time.Duration

	executable string // of another program, for tests
}

// Status is the state of a server's jobs and workers.
type Status struct {
	Jobs    []JobStatus    `json:"jobs"`
	Workers []WorkerStatus `json:"workers"`
	Refused []work.Refused `json:"refused,omitempty"`
	// Stored is the number of bytes that the server keeps, and Limit the greatest number that it
	// may keep; 0 means no limit.
	Stored int64 `json:"stored_bytes"`
	Limit  int64 `json:"limit_bytes,omitempty"`
}

// The states of a job.
const (
	Open      = "open"
	Done      = "done"
	Cancelled = "cancelled"
)

// JobStatus is the progress of a job.
type JobStatus struct {
	Job        string `json:"job"`
	Kind       string `json:"kind"`
	Title      string `json:"title"`
	State      string `json:"state"`
	Executable string `json:"executable"` // its first characters
	Platform   string `json:"platform"`
	Trust      string `json:"trust"`
	Parts      int    `json:"parts"` // the wanted ones
	Done       int    `json:"done"`
	Open       int    `json:"open"`
	Parked     int    `json:"parked"`
	// Rate is the number of parts done per second in the last minute. Left is the time that the
	// open parts take at this rate, or 0 if none was done.
	Rate float64       `json:"parts_a_second"`
	Left time.Duration `json:"seconds_left"`
}

// WorkerStatus is the state of a worker that is present. It is also the server's entry for the
// worker; only there it has an ID.
type WorkerStatus struct {
	ID         string    `json:"id,omitempty"` // of the process, independent of its name
	Worker     string    `json:"worker"`
	Executable string    `json:"executable"` // its first characters
	Platform   string    `json:"platform"`
	Jobs       int       `json:"at_once"` // parts
	Done       int       `json:"done"`    // parts computed since it started
	Job        string    `json:"job,omitempty"`
	Since      time.Time `json:"since"`
}

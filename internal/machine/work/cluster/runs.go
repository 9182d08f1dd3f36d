package cluster

import (
	"time"

	"coterie/internal/machine/work"
)

// RunnerOptions say how a coordinator works.
type RunnerOptions struct {
	Jobs  int                              // cores for what it computes again itself; see par.Jobs
	Notef func(format string, args ...any) // what a person should know; nil: nobody does
	// Nobody is how long nobody works before that is said; 0: ten seconds.
	Nobody time.Duration
}

// WorkOptions say how a worker works.
type WorkOptions struct {
	Name   string      // letters, digits, '-', '_', '.'; "": the host's, and some random letters
	Jobs   int         // parts at once; see par.Jobs
	Kinds  []work.Kind // that it can compute
	Solver []string    // the external SAT solver that it allows; nil: none
	Notef  func(format string, args ...any)
	// Lease is how long a part waits for a worker that has fallen silent before another gets it;
	// 0: what the server has, thirty seconds at first. It holds for all workers of an executable.
	Lease time.Duration
	// Idle, if not 0, ends a worker that has had nothing to do for so long.
	Idle time.Duration

	executable string // of another program, in tests
}

// Status is what a server knows of its jobs and workers.
type Status struct {
	Jobs    []JobStatus    `json:"jobs"`
	Workers []WorkerStatus `json:"workers"`
	Refused []Refusal      `json:"refused,omitempty"`
	// Stored and Limit are the bytes that the server keeps, and may keep; limit 0: no limit.
	Stored int64 `json:"stored_bytes"`
	Limit  int64 `json:"limit_bytes,omitempty"`
}

// The states of a job.
const (
	Open      = "open"
	Done      = "done"
	Cancelled = "cancelled"
)

// JobStatus is how far a job is.
type JobStatus struct {
	Job        string `json:"job"`
	Kind       string `json:"kind"`
	Title      string `json:"title"`
	State      string `json:"state"`
	Executable string `json:"executable"` // its first characters
	Platform   string `json:"platform"`
	Trust      string `json:"trust"`
	Parts      int    `json:"parts"` // that are wanted
	Done       int    `json:"done"`
	Open       int    `json:"open"`
	Parked     int    `json:"parked"`
	// Rate is how many parts a second were done in the last minute, Left how long the open ones
	// take at this rate; 0 where none was done.
	Rate float64       `json:"parts_a_second"`
	Left time.Duration `json:"seconds_left"`
}

// WorkerStatus is a worker that was there in the last seconds.
type WorkerStatus struct {
	Worker     string    `json:"worker"`
	Executable string    `json:"executable"` // its first characters
	Platform   string    `json:"platform"`
	Jobs       int       `json:"at_once"` // parts
	Done       int       `json:"done"`    // parts computed since it came
	Job        string    `json:"job,omitempty"`
	Since      time.Time `json:"since"`
}

// Refusal is a worker that was caught with a wrong result, and the job that it was of.
type Refusal struct {
	work.Refused
	Job string `json:"job"`
}

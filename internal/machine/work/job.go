package work

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base32"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"sync"
)

// Job is a deterministic computation in parts, numbered from 0. Kind, Params, Parts and Input,
// together with the executable, determine the bytes of every result. No result may depend on
// anything else, such as a clock or the number of workers.
type Job struct {
	Kind   string // the name of a [Kind]
	Title  string // for people, as in "replications of maekawa over fpp:order=3"
	Params []byte // the input that all parts share, including the seed
	Parts  int
	// Input returns the input of part i besides its number. If it is nil, there is none. Input is
	// cheap, and safe for concurrent calls.
	Input func(i int) []byte
	// InOrder asks for the results in the order of the parts, not as they are ready. A few early
	// results wait, but memory does not grow with the number of parts.
	InOrder bool
	// Ends, if not nil, reports whether no part after this result is wanted. The first such part
	// gives the answer, and all parts before it are computed. Ends depends on nothing but its
	// arguments.
	Ends func(i int, result []byte) bool
	// Known, if not nil, returns the result of a part that an earlier run has kept, or nil if there
	// is none. A known part is not computed again.
	Known func(i int) []byte
	Trust Trust
}

// Trust says how a result of another machine is checked when it arrives. With the zero value it is
// not checked.
type Trust struct {
	// Check, if not nil, checks a result by the certificate that it carries. On an error the result
	// and its worker are refused.
	Check func(ctx context.Context, i int, result []byte) error
	// Checked says in words which results Check judges. "" stands for every result, by its
	// certificate.
	Checked string
	// Sample is the number of parts that the coordinator computes again and compares by bytes. The
	// key of the job chooses them. If there are fewer parts, all of them are compared.
	Sample int
}

// Sampled returns the trust of a job of so many parts by a sample of one part in a hundred, at
// least one and at most eight.
func Sampled(parts int) Trust { return Trust{Sample: min(max(1, parts/100), 8)} }

// Words describes in words how results are trusted.
func (t Trust) Words() string {
	var words []string
	if t.Check != nil {
		words = append(words, cmp.Or(t.Checked, "every result by its certificate"))
	}
	switch {
	case t.Sample == 1:
		words = append(words, "one part computed again here")
	case t.Sample > 1:
		words = append(words, fmt.Sprintf("%d parts computed again here", t.Sample))
	}
	if len(words) == 0 {
		return "the word of the workers"
	}
	return strings.Join(words, ", ")
}

// Part is the input of a task for one part.
type Part struct {
	Index  int
	Input  []byte
	Worker int // number of the goroutine, from 0 and below the number of jobs, for tables of its own
}

// Task computes the parts of one job. Several goroutines call Do at once, each with a different
// Part.Worker. Do must return soon after ctx ends; a result that it returns after that is ignored.
// If a task is an [io.Closer], it is closed when its job is over.
type Task interface {
	Do(ctx context.Context, part Part) ([]byte, error)
}

// TaskFunc makes a function a [Task].
type TaskFunc func(ctx context.Context, part Part) ([]byte, error)

// Do calls f.
func (f TaskFunc) Do(ctx context.Context, part Part) ([]byte, error) { return f(ctx, part) }

// Kind is a kind of job that a worker can compute.
type Kind struct {
	Name string
	// Open returns the task of a job with these params, for the workers of a machine. ctx lasts as
	// long as the task.
	Open func(ctx context.Context, params []byte, host Host) (Task, error)
}

// Host describes the resources that a worker's machine offers to the tasks that the worker opens.
type Host struct {
	Jobs int // the number of parts that run at once
	// Solver is the command of the external SAT solver that this worker was started with, or nil. A
	// job never names a program that a worker would run.
	Solver []string
	// Earlier returns the results of another job, if its coordinator has all of them, and otherwise
	// an error. It is for jobs whose parameters follow from the results of others.
	Earlier Runner
}

// Runner computes the parts of jobs, here or elsewhere.
type Runner interface {
	// Run computes the parts of the job and calls take with each result, one call at a time. The
	// results come in the order of the parts if Job.InOrder is set, and otherwise as they are
	// ready. After a part that ends the job, take gets some of the later parts or none. The task
	// computes parts on this machine. The first error of take, or a [PartError], ends the run. If
	// ctx ends, the error is its cause.
	Run(ctx context.Context, job Job, task Task, take func(i int, result []byte) error) (Report, error)
}

// Report lists the machines that computed the parts of a run.
type Report struct {
	Parts   int       // parts taken
	Known   int       // of these, parts that an earlier run had kept
	Trusted string    `json:"trusted,omitempty"` // in words; "" if all parts were computed here
	Workers []Share   `json:"workers,omitempty"`
	Refused []Refused `json:"refused,omitempty"`
}

// Share is the number of a worker's parts that were taken.
type Share struct {
	Worker string `json:"worker"`
	Parts  int    `json:"parts"`
}

// Refused is a worker that returned a wrong result.
type Refused struct {
	Worker string `json:"worker"`
	Job    string `json:"job"` // its key
	Part   int    `json:"part"`
	Why    string `json:"why"`
}

// PartError is the error of the part of a job that failed.
type PartError struct {
	Index int
	Err   error
}

// Failed returns the [PartError] of a part.
func Failed(part int, err error) error { return &PartError{part, err} }

func (e *PartError) Error() string { return fmt.Sprintf("part %d: %v", e.Index+1, e.Err) }

func (e *PartError) Unwrap() error { return e.Err }

// input returns the input of part i.
func (j Job) input(i int) []byte {
	if j.Input == nil {
		return nil
	}
	return j.Input(i)
}

// Part returns part i for a task.
func (j Job) Part(i, worker int) Part { return Part{Index: i, Input: j.input(i), Worker: worker} }

// Key returns a hash of the job and of the executable, as 26 lower-case letters and digits. It does
// not depend on the title, the order or the trust.
func (j Job) Key() string {
	sum := sha256.New()
	add := func(data []byte) {
		var length [8]byte
		binary.BigEndian.PutUint64(length[:], uint64(len(data)))
		sum.Write(length[:])
		sum.Write(data)
	}
	add([]byte(Platform()))
	add([]byte(Executable()))
	add([]byte(j.Kind))
	add(j.Params)
	add(fmt.Append(nil, j.Parts))
	if j.Input != nil {
		for i := range j.Parts {
			add(j.Input(i))
		}
	}
	return strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(sum.Sum(nil)[:16]))
}

// Platform returns the operating system and the processor that the program was built for.
func Platform() string { return runtime.GOOS + "/" + runtime.GOARCH }

// Executable returns the SHA-256 of the running program in hexadecimal, or "" if it cannot be read.
var Executable = sync.OnceValue(func() string {
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return ""
	}
	return hex.EncodeToString(sum.Sum(nil))
})

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

// Job is a deterministic computation in parts, numbered from 0. Kind, Params, Parts and Input, and
// the executable, determine the bytes of every result: what they do not say no result may depend
// on, neither a clock nor the number of workers.
type Job struct {
	Kind   string // of a [Kind]
	Title  string // in words, for people: "replications of maekawa over fpp:order=3"
	Params []byte // what all parts share, the seed among it
	Parts  int
	// Input is what part i has beside its number; nil: nothing. It is cheap, and safe for
	// concurrent calls.
	Input func(i int) []byte
	// InOrder says that results are taken in the order of the parts, not as they come. A few that
	// are early wait; memory does not grow with the number of parts.
	InOrder bool
	// Ends, if not nil, says that after this result no later part is wanted: the answer is that of
	// the first such part, and the parts before it are computed. It is a function of its arguments.
	Ends func(i int, result []byte) bool
	// Known, if not nil, returns the result of a part that an earlier run has kept; nil where there
	// is none. Such a part is not computed again.
	Known func(i int) []byte
	Trust Trust
}

// Trust says how a result that another machine computed is judged when it arrives. The zero value
// says: not at all.
type Trust struct {
	// Check, if not nil, judges a result by the certificate that it carries. An error refuses the
	// result and the worker whose it is.
	Check func(ctx context.Context, i int, result []byte) error
	// Checked says what Check judges, in words; "" means every result by its certificate.
	Checked string
	// Sample parts, chosen by the key of the job, are computed again by who asks, and compared by
	// bytes; all of them where there are fewer.
	Sample int
}

// Sampled trusts a job of so many parts by a sample: one part of a hundred, at least one, and at
// most eight.
func Sampled(parts int) Trust { return Trust{Sample: min(max(1, parts/100), 8)} }

// Words say how results are trusted.
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

// Part is what a task computes.
type Part struct {
	Index  int
	Input  []byte
	Worker int // which of the goroutines, from 0, below the number of jobs: for tables of its own
}

// Task computes the parts of one job. Do is called by several goroutines at once, each with another
// Part.Worker. It heeds ctx; what it returns after ctx has ended is not taken. A task that is an
// [io.Closer] is closed when its job is over.
type Task interface {
	Do(ctx context.Context, part Part) ([]byte, error)
}

// TaskFunc is a function as a task.
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

// Host is what a worker offers to the tasks that it opens.
type Host struct {
	Jobs int // how many parts at once
	// Solver is the command of the external SAT solver that whoever started this worker allows;
	// nil: none. A job never names a program that a worker would run.
	Solver []string
	// Earlier answers a job from its results, where its coordinator has all of them, and is an
	// error otherwise: for a job whose parameters follow from the results of others.
	Earlier Runner
}

// Runner computes the parts of jobs, somewhere.
type Runner interface {
	// Run computes what the job asks for, and calls take with each result, one at a time: in the
	// order of the parts, or as they come (Job.InOrder); of parts behind one that ends the job some
	// or none. task computes parts on this machine. The first error of take, or a [PartError], ends
	// the run; when ctx ends, the error is its cause.
	Run(ctx context.Context, job Job, task Task, take func(i int, result []byte) error) (Report, error)
}

// Report says who computed what.
type Report struct {
	Parts   int       // taken
	Known   int       // of them, those that an earlier run had left
	Trusted string    `json:"trusted,omitempty"` // in words; "" where all was computed here
	Workers []Share   `json:"workers,omitempty"`
	Refused []Refused `json:"refused,omitempty"`
}

// Share is how many parts a worker computed that were taken.
type Share struct {
	Worker string `json:"worker"`
	Parts  int    `json:"parts"`
}

// Refused is a worker that was caught with a wrong result.
type Refused struct {
	Worker string `json:"worker"`
	Part   int    `json:"part"`
	Why    string `json:"why"`
}

// PartError says which part of a job failed.
type PartError struct {
	Index int
	Err   error
}

func (e *PartError) Error() string { return fmt.Sprintf("part %d: %v", e.Index+1, e.Err) }

func (e *PartError) Unwrap() error { return e.Err }

// input returns the input of part i.
func (j Job) input(i int) []byte {
	if j.Input == nil {
		return nil
	}
	return j.Input(i)
}

// Part returns part i as a task gets it.
func (j Job) Part(i, worker int) Part { return Part{Index: i, Input: j.input(i), Worker: worker} }

// Key is a hash of the job and of the executable: 26 lower-case letters and digits. Title, order
// and trust do not count.
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

// Platform is the system and the processor that the program was built for.
func Platform() string { return runtime.GOOS + "/" + runtime.GOARCH }

// Executable is the SHA-256 of the running program in hexadecimal; "" if it cannot be read.
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

package experiments

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"strings"
	"sync"

	"coterie/internal/machine/work"
	"coterie/internal/words/show"
)

// Spec describes a study; [NewStudy] makes a [Study] of it. P is the type of its parameters: a
// struct whose JSON (an object) is printed into the manifest, decides whether an interrupted run
// can be resumed, and is shown by `experiment list`.
type Spec[P any] struct {
	Name  string // lower-case words joined by -; its folder in results/
	Title string // one line
	Doc   string // one paragraph: the question, the content of the tables, the sources

	Default P  // at most 10 s on one core; its rows hold only decided values
	Full    *P // the longer part; nil if there is no more to compute

	// Declare declares the study: its rows, tables, plots, certificates and claims. Its output must
	// be a function of the parameters, the seed and out.Papers alone. See "How a study reads".
	Declare func(out *Output, p P)

	// Verify judges a certificate from its bytes without searching. The error says why the
	// certificate does not prove the fact in its name. Verify is required if Declare emits
	// certificates. It runs when a certificate is emitted, and in [Check].
	Verify func(ctx context.Context, p P, name string, data []byte) error

	// Measured says that certificates hold measured times. So a run that finds the same tables
	// replaces them, too: the pictures show the run that the certificates hold.
	Measured bool
}

// Study is a named experiment. The zero Study is not usable; make a Study by [NewStudy].
type Study struct {
	name, title, doc string
	defaults, full   json.RawMessage // full is nil if there is no full part
	paper, short     string          // see [Study.Filed]
	story            int             // see [Study.Story]
	drawings         bool            // see [Study.Drawings]
	measured         bool            // see [Spec.Measured]
	run              func(out *Output) error
	Verify           func(ctx context.Context, full bool, name string, data []byte) error
}

// NewStudy makes a study. It panics if the spec has no Declare, no title, no doc, a name that
// cannot be a folder's, or parameters that are no JSON object: specs are written by programmers.
func NewStudy[P any](s Spec[P]) Study {
	switch {
	case !isKebab(s.Name):
		panic(fmt.Sprintf("experiments: study named %q, want lower-case words joined by -", s.Name))
	case s.Declare == nil || s.Title == "" || s.Doc == "":
		panic(fmt.Sprintf("experiments: study %q needs a title, a doc and a Declare", s.Name))
	}
	study := Study{name: s.Name, title: s.Title, doc: s.Doc, defaults: parametersJSON(s.Name, s.Default), measured: s.Measured}
	if s.Full != nil {
		study.full = parametersJSON(s.Name, *s.Full)
	}
	of := func(full bool) P {
		if full {
			return *s.Full
		}
		return s.Default
	}
	study.run = func(out *Output) (err error) {
		defer func() { err = cmp.Or(out.err, err) }()
		defer caught(&err)
		s.Declare(out, of(out.Full))
		return nil
	}
	if s.Verify != nil {
		study.Verify = func(ctx context.Context, full bool, name string, data []byte) (err error) {
			defer caught(&err)
			return s.Verify(ctx, of(full), name, data)
		}
	}
	return study
}

func parametersJSON(study string, p any) json.RawMessage {
	data, err := show.Marshal(p)
	if err != nil || len(data) == 0 || data[0] != '{' {
		panic(fmt.Sprintf("experiments: the parameters of study %q are no JSON object: %s %v", study, data, err))
	}
	return data
}

// Name returns the name, which is also the study's folder in results/.
func (s Study) Name() string { return s.name }

// Title returns the title, one line.
func (s Study) Title() string { return s.title }

// Doc returns the documentation, one paragraph.
func (s Study) Doc() string { return s.doc }

// HasFull reports whether there is a full part besides the default one.
func (s Study) HasFull() bool { return s.full != nil }

// Parameters returns the parameters of the default or of the full part as a JSON object, nil if the
// study has no full part. The caller may keep it.
func (s Study) Parameters(full bool) json.RawMessage {
	if full {
		return bytes.Clone(s.full)
	}
	return bytes.Clone(s.defaults)
}

// Env holds the surroundings of a study. The results of the study may depend on Seed, Full and
// Papers, never on the rest. Env is passed by value; the zero Env runs [Rows] without checkpoints.
type Env struct {
	Jobs    int    // how many rows at once; 0 means one per processor
	Seed    uint64 // source of all randomness; see [Env.Rand]
	Full    bool   // which part is being computed
	Version string // of the program
	Papers  fs.FS  // the values printed in papers; see [ReadPaper]

	// Progress, if not nil, receives the number of finished rows of a stage, from one goroutine at
	// a time.
	Progress func(stage string, done, total int)

	execution *execution
	formats   []string // of pictures, beside SVG
	logf      func(format string, args ...any)
}

// Logf writes a line for the waiting user (standard error, in the command line). It never reaches
// results.
func (e Env) Logf(format string, args ...any) {
	if e.logf != nil {
		e.logf(format, args...)
	}
}

// Known returns the committed certificate of that name, already accepted by the study's Verify,
// while [Check] runs; otherwise ok is false. A study that would search for the certificate uses the
// known one instead, which is verified and not found again. The rows must then follow from the
// certificate, whichever it is. The caller may keep the data.
func (e Env) Known(name string) (data []byte, ok bool) {
	if e.execution == nil {
		return nil, false
	}
	data, ok = e.execution.known[name]
	return bytes.Clone(data), ok
}

// execution is the state of one run of one part of one study. A study reaches it through Env.
type execution struct {
	study   Study
	header  checkpointHeader
	rowsDir string            // where finished rows are kept; "" while checking
	resume  bool              // take kept rows up
	runner  work.Runner       // who computes rows; nil: this machine
	replay  *replay           // of a worker; see [Work]
	known   map[string][]byte // verified certificates, while checking

	// read returns a file that another study wrote. ok is false if that study wrote no file of this
	// name.
	read func(study string, full bool, file string) (data []byte, ok bool, err error)

	mu       sync.Mutex        // guards the fields below
	stages   map[string]bool   // stage names already used
	finished int               // rows done so far, for the report of an interruption
	resumed  int               // of these, rows taken up
	reads    map[string]string // SHA-256 of the files read, by STUDY/FILE or STUDY/full/FILE
}

// count adds the numbers of finished rows and of resumed ones among them.
func (e Env) count(finished, resumed int) {
	if e.execution == nil {
		return
	}
	e.execution.mu.Lock()
	defer e.execution.mu.Unlock()
	e.execution.finished += finished
	e.execution.resumed += resumed
}

// rowsDone returns the number of finished rows. Studies that were left behind may still be
// computing others.
func (s *execution) rowsDone() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.finished
}

// useStage notes a stage name. It panics on the second use, which would mix two lists of rows in
// one file.
func (s *execution) useStage(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stages[name] {
		panic(fmt.Sprintf("experiments: study %q uses the stage name %q twice", s.study.name, name))
	}
	s.stages[name] = true
}

// read returns a file of another study and notes its hash, so that [Check] notices when it changes.
func (e Env) read(study string, full bool, file string) (data []byte, ok bool, err error) {
	data, ok, err = e.execution.read(study, full, file)
	if err != nil || !ok {
		return nil, false, err
	}
	e.execution.mu.Lock()
	defer e.execution.mu.Unlock()
	e.execution.reads[readKey(study, full, file)] = hash(data)
	return data, true, nil
}

// readKey names a file of a part, as the manifest does.
func readKey(study string, full bool, file string) string {
	if full {
		return study + "/full/" + file
	}
	return study + "/" + file
}

// isKebab accepts lower-case words of letters and digits joined by -, a letter first.
func isKebab(s string) bool {
	if s == "" || s[0] < 'a' || s[0] > 'z' {
		return false
	}
	for word := range strings.SplitSeq(s, "-") {
		if word == "" || strings.Trim(word, "abcdefghijklmnopqrstuvwxyz0123456789") != "" {
			return false
		}
	}
	return true
}

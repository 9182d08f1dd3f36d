package sat

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"coterie/internal/machine/files"
	"coterie/internal/words/show"
)

// External is a SAT solver that is run as a program, by the conventions of the SAT
// competitions, which CaDiCaL and Kissat follow: it gets the name of a DIMACS file, writes
// "s SATISFIABLE" and the true literals in lines "v ..." ended by a 0, and exits with
// status 10; or it exits with 20 if there is no model. A variable without a value is false.
type External struct {
	// Command is the program and its arguments; the file's name is added as the last one.
	Command []string
	// Proof, if not empty, is the file for the solver's proof that there is no model: the
	// solver gets a name as one more last argument. The file appears, or is replaced, when
	// the verdict is Unsat, as package files writes; any other end leaves it as it was. The solver
	// writes its contents, in one of the formats of [checkProof]: DRAT as text or binary (CaDiCaL
	// and Kissat, unless told --no-binary), LRAT as text. The proof is checked only for
	// completeness: each step must end, and one of them must be the empty clause.
	Proof string
	// Doubt, if not nil, is called when the solver says that there is no model, before the proof is
	// kept: its error, if there is one, takes the place of the verdict.
	Doubt func(ctx context.Context) error
}

// SolverFault is the kind of a fault of a solver or its answer.
type SolverFault int

// The faults. Only a silent solver may still be right.
const (
	Missing    SolverFault = iota + 1 // it cannot be started
	Crashed                           // it ended without an answer and with an exit status that reports a failure
	Lied                              // its model is wrong, or its answer contradicts itself or cannot be read
	Silent                            // it ended well, without an answer
	Unproved                          // the verdict is Unsat, but there is no file with its proof
	WrongModel                        // the built-in solver's model is wrong: a bug in it or in the encoding
)

// SolverError describes a fault of a solver or of its answer.
type SolverError struct {
	Fault   SolverFault
	Command string // the program; "" for the built-in solver, or if none is named
	Err     error  // the reason; for a crash, how the solver ended
}

func (e *SolverError) Error() string {
	switch e.Fault {
	case Missing:
		if e.Command == "" {
			return "no solver is named"
		}
		return fmt.Sprintf("the solver %s cannot be run: %v", show.Value(e.Command), e.Err)
	case Crashed:
		return fmt.Sprintf("the solver %s ended with %v", show.Value(e.Command), e.Err)
	case Lied:
		return fmt.Sprintf("the answer of the solver %s is refused: %v", show.Value(e.Command), e.Err)
	case Silent:
		return fmt.Sprintf("the solver %s gave no answer (%v)", show.Value(e.Command), e.Err)
	}
	return e.Err.Error()
}

func (e *SolverError) Unwrap() error { return e.Err }

// FaultOf returns the fault that an error reports, and 0 if it reports none.
func FaultOf(err error) SolverFault {
	if e, ok := errors.AsType[*SolverError](err); ok {
		return e.Fault
	}
	return 0
}

// Refused returns the error for a solver that lied.
func Refused(command, why string) error { return &SolverError{Lied, command, errors.New(why)} }

// NotKept returns the error for a proof that could not be kept in its file.
func NotKept(proof string, why error) error {
	return &SolverError{Fault: Unproved, Err: fmt.Errorf("the proof %s cannot be kept: %w", proof, why)}
}

// Check returns a *SolverError if there is no program that Solve could run, without running it.
func (e External) Check() error {
	_, err := e.program()
	return err
}

// program returns the path of the program.
func (e External) program() (string, error) {
	if len(e.Command) == 0 || e.Command[0] == "" {
		return "", &SolverError{Fault: Missing, Err: exec.ErrNotFound}
	}
	program, err := exec.LookPath(e.Command[0])
	if err != nil {
		return "", &SolverError{Missing, e.Command[0], bare(err)}
	}
	return program, nil
}

// externalPatience is the time for which processes of a solver that has ended may hold its output
// open.
const externalPatience = time.Second / 2

// Solve asks the solver. The verdict is Sat with a model (entry v is the value of variable v, entry
// 0 is not used; it satisfies every clause, which is checked), Unsat (which is believed: see the
// package's documentation), or Unknown, if and only if the error is not nil: the cause of ctx, a
// *SolverError, or that of writing the DIMACS file. When ctx ends, the solver and the processes
// that it started (where the system has process groups) are killed at once. When this process is
// killed, Linux kills the solver. Processes that the solver started may live on.
//
// Progress, if not nil, is called by the goroutine of Solve with the number of conflicts so far
// whenever the solver reports a new one: in a table under a heading, as CaDiCaL, Kissat and PicoSAT
// do in their comments, or as the statistic "c conflicts: N". While a call lasts the solver goes
// on; the next one gets the newest number.
//
// The formula is not changed. It is written to a private temporary folder, which is gone
// afterwards; the folder of a killed process is removed by the next call. The output is read as it
// comes: memory is one byte a variable and a few kilobytes, however much the solver writes.
// External is safe for concurrent use if Proof is empty.
func (e External) Solve(ctx context.Context, cnf *CNF, progress func(conflicts int64)) (Verdict, []bool, error) {
	if ctx.Err() != nil {
		return Unknown, nil, context.Cause(ctx)
	}
	program, err := e.program()
	if err != nil {
		return Unknown, nil, err
	}
	if err := cnf.Err(); err != nil {
		return Unknown, nil, err
	}
	// The next run removes this folder if this one is killed. Its name is random.
	question, err := files.Stage(filepath.Join(os.TempDir(), "question-"+rand.Text()+".cnf"))
	if err != nil {
		return Unknown, nil, err
	}
	defer question.Discard()
	if err := writeQuestion(ctx, cnf, question.Path); err != nil {
		return Unknown, nil, err
	}
	args := append(e.Command[1:len(e.Command):len(e.Command)], argument(question.Path))
	var proof *files.Staged
	if e.Proof != "" {
		if proof, err = files.Stage(e.Proof); err != nil {
			return Unknown, nil, NotKept(e.Proof, bare(err))
		}
		defer proof.Discard()
		args = append(args, argument(proof.Path))
	}
	verdict, model, err := e.run(ctx, exec.CommandContext(ctx, program, args...), cnf, progress)
	if verdict == Unsat && e.Doubt != nil {
		if err := e.Doubt(ctx); err != nil {
			return Unknown, nil, err
		}
	}
	if verdict == Unsat && proof != nil {
		err := checkProof(ctx, proof.Path, cnf.hasEmpty())
		if err == nil {
			err = proof.Commit(ctx)
		}
		switch {
		case ctx.Err() != nil && errors.Is(err, context.Cause(ctx)):
			return Unknown, nil, err
		case err != nil:
			return Unknown, nil, NotKept(e.Proof, bare(err))
		}
	}
	return verdict, model, err
}

// argument returns the name of a file for a solver, changed if it begins with a dash, so that it is
// no option.
func argument(path string) string {
	if strings.HasPrefix(path, "-") {
		return "." + string(filepath.Separator) + path
	}
	return path
}

// run starts the solver, waits for its end, and judges its output.
func (e External) run(ctx context.Context, cmd *exec.Cmd, cnf *CNF, progress func(int64)) (Verdict, []bool, error) {
	news := make(chan int64, 1)
	said := newSolverOutput(cnf.Variables(), func(conflicts int64) {
		select {
		case <-news: // nobody has asked for it yet
		default:
		}
		news <- conflicts
	})
	var complaints lastLine
	cmd.Stdout, cmd.Stderr = said, &complaints
	cmd.WaitDelay = externalPatience
	ownGroup(cmd)
	dieWithUs(cmd)
	started, ended := start(cmd)
	if err := <-started; err != nil {
		if ctx.Err() != nil {
			return Unknown, nil, context.Cause(ctx)
		}
		return Unknown, nil, &SolverError{Missing, e.Command[0], bare(err)}
	}
	err := waitFor(ended, news, progress) // the status tells more, if there is one
	killGroup(cmd)                        // processes that it may have left behind
	said.end()
	state := cmd.ProcessState
	if state == nil {
		return Unknown, nil, err
	}
	status := state.ExitCode() // -1 after a signal
	if ctx.Err() != nil && status != 10 && status != 20 {
		return Unknown, nil, context.Cause(ctx)
	}
	words := fmt.Sprintf("exit status %d", status)
	if status < 0 {
		words = state.String()
	}
	verdict, why := said.verdict(status, words)
	switch {
	case why != "":
		return Unknown, nil, Refused(e.Command[0], why)
	case verdict == Unsat:
		return Unsat, nil, nil
	case verdict == Sat:
		model := said.model()
		if i := cnf.Violated(model); i >= 0 {
			return Unknown, nil, Refused(e.Command[0], fmt.Sprintf(
				"its model does not satisfy clause %d of %d (counted from 1)", i+1, cnf.Len()))
		}
		return Sat, model, nil
	case status == 0 || status > 0 && said.answer == "UNKNOWN":
		return Unknown, nil, &SolverError{Silent, e.Command[0], errors.New(words)}
	}
	last := complaints.String()
	if last == "" {
		last = said.last.String()
	}
	if last != "" {
		words += "; its last words: " + show.Value(last)
	}
	return Unknown, nil, &SolverError{Crashed, e.Command[0], errors.New(words)}
}

// start starts a process and waits for it, both on one thread of the system that lives as long as
// the process: a process that dies with its parent dies with the thread that started it.
func start(cmd *exec.Cmd) (started, ended <-chan error) {
	start, end := make(chan error, 1), make(chan error, 1)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := cmd.Start()
		start <- err
		if err == nil {
			end <- cmd.Wait()
		}
	}()
	return start, end
}

// waitFor waits for the end of a process, and passes news on. The reader of the output does not do
// this, because it must never be kept waiting, or the output's end might be lost.
func waitFor(ended <-chan error, news <-chan int64, progress func(int64)) error {
	for {
		select {
		case n := <-news:
			if progress != nil {
				progress(n)
			}
		case err := <-ended:
			if len(news) > 0 && progress != nil {
				progress(<-news)
			}
			return err
		}
	}
}

// bare strips the operation and the file from an error of the system, because the typed errors name
// them.
func bare(err error) error {
	var lookup *exec.Error
	if errors.As(err, &lookup) {
		err = lookup.Err
	}
	var file *files.Error
	if errors.As(err, &file) {
		return file.Err
	}
	return files.Reason(err)
}

// writeQuestion writes the DIMACS file, unless ctx ends.
func writeQuestion(ctx context.Context, cnf *CNF, path string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	err = cnf.WriteDIMACS(&untilDone{ctx, f})
	return errors.Join(err, f.Close())
}

// untilDone is a writer that fails when ctx has ended.
type untilDone struct {
	ctx context.Context
	w   io.Writer
}

func (u *untilDone) Write(p []byte) (int, error) {
	if u.ctx.Err() != nil {
		return 0, context.Cause(u.ctx)
	}
	return u.w.Write(p)
}

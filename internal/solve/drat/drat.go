package drat

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"

	"coterie/internal/machine/par"
)

// MaxVariables is the largest variable that a formula and a proof may have.
const MaxVariables = 1 << 28

// Formula is a formula for a proof to refute: clauses of literals v and -v, for variables v from 1
// to Variables(). Clauses are yielded in order, with their indices from 0.
type Formula interface {
	Variables() int
	Clauses() iter.Seq2[int, []int32]
}

// Report counts the parts of a valid proof.
type Report struct {
	Steps       int   // read, up to the contradiction
	Added       int   // of them, clauses added
	Deleted     int   // and clauses deleted
	Units       int   // deletions that are ignored: of unit clauses and of reasons
	Missing     int   // deletions that are ignored: the clause is not there, or named by a number as in LRAT
	CoreClauses []int // the clauses of the formula that the refutation uses, counted from 0
	CoreSteps   []int // the added clauses that it uses, by their steps, counted from 1
	RAT         int   // those of them that do not follow by unit propagation, but keep models
	Implied     int64 // literals that were found by propagation
}

// ProofError says why a proof is not valid: it cannot be read, a step that the refutation needs
// does not follow, or its steps lead to no contradiction.
type ProofError struct {
	Step       int // counted from 1; the number of steps if they lead to no contradiction
	Problem    string
	Cut        bool // the file ends in the middle of the step
	Unfinished bool // the steps lead to no contradiction
}

func (e *ProofError) Error() string { return e.Problem }

func words(clause []int) string {
	const most = 12
	var b strings.Builder
	for i, l := range clause {
		if i == most {
			fmt.Fprintf(&b, "... (%d literals) ", len(clause))
			break
		}
		b.WriteString(strconv.Itoa(l) + " ")
	}
	return "(" + strings.TrimSuffix(b.String(), " ") + ")"
}

// Unfinished returns the error for a proof whose steps, of this number, lead to no contradiction.
func Unfinished(steps int) *ProofError {
	return &ProofError{Step: steps, Problem: fmt.Sprintf("the %d steps of the proof lead to no contradiction", steps), Unfinished: true}
}

// Check checks that proof refutes f. The errors are those of the package's documentation; the
// report is nil if there is an error. It panics on a clause of f with a literal 0 or beyond its
// variables. The function progress, which may be nil, is called with the steps read and checked.
func Check(ctx context.Context, f Formula, proof io.Reader, progress par.Progress) (*Report, error) {
	return newChecker(ctx, progress).check(f, newReader(ctx, proof))
}

// Scan reads the steps of a proof, without checking them, and reports whether one of them adds the
// empty clause. The error is the cause of ctx, a *ProofError, a *memory.Error, or that of reading.
// The last line of a text has to end, as a proof that is cut off may end with a 0.
func Scan(ctx context.Context, proof io.Reader) (refutes bool, err error) {
	r, poll := newReader(ctx, proof), par.NewPoll(ctx)
	for {
		deletes, lits, err := r.next()
		switch end := poll.Err(); {
		case end != nil:
			return false, end
		case errors.Is(err, io.EOF) && !r.binary && r.at > 0 && r.last != '\n':
			return false, r.within(err)
		case errors.Is(err, io.EOF):
			return refutes, nil
		case err != nil:
			return false, err
		}
		refutes = refutes || !deletes && len(lits) == 0
	}
}

func newChecker(ctx context.Context, progress par.Progress) *checker {
	return &checker{ctx: ctx, poll: par.NewPoll(ctx), progress: progress}
}

func (c *checker) check(f Formula, proof *reader) (*Report, error) {
	conflict, err := c.load(f)
	if err == nil && conflict == none {
		conflict, err = c.forward(proof)
	}
	if err == nil {
		err = c.backward(conflict)
	}
	if err != nil {
		return nil, err
	}
	c.core()
	return &c.report, nil
}

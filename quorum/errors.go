package quorum

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"

	"coterie/internal/machine/memory"
	"coterie/internal/words/show"
)

// InputError says which input cannot be taken, why, and which input would be right. Every package
// reports mistakes in a person's input by it; its text is "What: Why".
type InputError struct {
	What   string // the input, as "n" or "method"; empty where Why names it
	Why    string
	Advice string // empty if there is no advice
	// Sets are the witness, where sets can show the mistake: two quorums that do not meet, a set
	// that dominates.
	Sets []Set
}

func (e *InputError) Error() string {
	text := e.Why
	if e.What != "" {
		text = e.What + ": " + text
	}
	if len(e.Sets) > 0 {
		text += ": " + fmt.Sprint(e.Sets)
	}
	return text
}

// Bad returns an *[InputError]: which input cannot be taken, why not, and which input would be
// right.
func Bad(what, why, advice string) error { return &InputError{What: what, Why: why, Advice: advice} }

// Hint says which input would be right.
func (e *InputError) Hint() string { return e.Advice }

// FormatError says where and why a text has not its form: a file, a list, a trace, a formula, a
// spec, or a file in a folder of proofs.
type FormatError struct {
	In      string // the text, in words, where nobody else names it: a path, or spec "fpp:order"
	Line    int    // from 1; 0 for a text of one line
	Column  int    // from 1, in bytes; 0 where the whole line is meant
	Field   string // the column of a table in place of Column
	Problem string
	Advice  string // a likely reading, or the form; empty if there is neither
}

func (e *FormatError) Error() string {
	place := ""
	if e.In != "" {
		place = e.In + ", "
	}
	if e.Line > 0 {
		place += fmt.Sprintf("line %d, ", e.Line)
	}
	switch {
	case e.Field != "":
		place += "column " + e.Field
	case e.Column > 0:
		place += fmt.Sprintf("column %d", e.Column)
	}
	return strings.TrimSuffix(place, ", ") + ": " + e.Problem
}

// Hint suggests a reading, or shows the form.
func (e *FormatError) Hint() string { return e.Advice }

// LimitError says that an answer was not found, or not exactly: a limit was reached, or the work
// was cancelled.
type LimitError struct {
	What  string // the list with more than Limit entries; "" where Cause ended the work
	Limit int
	OnWay bool // the list was one on the way to the answer, which may itself be shorter

	// Quorums and Entries are the exact numbers of quorums and node entries of a composition; nil
	// for other lists.
	Quorums, Entries *big.Int

	// Figure lies in Lower..Upper, and both bounds are proved; "" where nothing is known of it.
	Figure       string
	Lower, Upper *big.Rat
	Cause        error // nil for a list
}

func (e *LimitError) Error() string {
	switch {
	case e.Figure != "":
		return fmt.Sprintf("the %s is between %s and %s; %v", e.Figure, e.Lower.RatString(), e.Upper.RatString(), e.Cause)
	case e.Cause != nil:
		return e.Cause.Error()
	case e.Quorums == nil:
		return fmt.Sprintf("more than %d %s", e.Limit, e.What)
	case e.What == "quorums":
		return fmt.Sprintf("the composition has %s quorums, more than %d", show.Number(e.Quorums, 100), e.Limit)
	}
	return fmt.Sprintf("the composition has %s quorums with %s %s together, more than %d", show.Number(e.Quorums, 100), show.Number(e.Entries, 100), e.What, e.Limit)
}

// Unwrap returns the cause.
func (e *LimitError) Unwrap() error { return e.Cause }

// InternalError is a failed check of our own: a bug, whatever the question was.
type InternalError struct{ Err error }

// Internal returns an *[InternalError] with the error that fmt.Errorf makes of the arguments. Where
// a context that ended or a budget of memory is its cause, nothing is wrong in the program, and
// Internal returns the error itself.
func Internal(format string, args ...any) error {
	err := fmt.Errorf(format, args...)
	if errors.As(err, new(*memory.Error)) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return &InternalError{err}
}

func (e *InternalError) Error() string { return "internal error: " + e.Err.Error() }

func (e *InternalError) Unwrap() error { return e.Err }

// DefaultMaxQuorums is the greatest number of quorums that Known.Build lists unless it is told
// otherwise.
const DefaultMaxQuorums = 1_000_000

// MaxIncidences is the greatest number of node entries, quorums times quorum size, that are listed:
// half a gibibyte of int32. The plane of order 512 is within it, the next is not.
const MaxIncidences = 140_000_000

// TooManyError says that a system has more quorums than are to be listed.
type TooManyError struct {
	Spec    string
	Quorums *big.Int // how many there are; nil if that is not known
	Limit   int      // how many would have been listed
	Entries *big.Int // their node entries, together, or a bound; at most MaxIncidences are listed. nil or 0 where the quorums alone are too many
}

func (e *TooManyError) Error() string {
	spec := show.Brief(e.Spec)
	if e.Quorums == nil {
		return fmt.Sprintf("%s has more quorums than the %d that are listed at its size; how many is not known", spec, e.Limit)
	}
	many := fmt.Sprintf("%s has %s quorums", spec, show.Number(e.Quorums, 100))
	if e.Quorums.Cmp(big.NewInt(int64(e.Limit))) > 0 {
		return fmt.Sprintf("%s, more than the %d that are listed", many, e.Limit)
	}
	return fmt.Sprintf("%s with %s node entries together, more than the %d that are listed", many, show.Number(e.Entries, 100), MaxIncidences)
}

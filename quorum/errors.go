package quorum

import (
	"context"
	"errors"
	"fmt"

	"coterie/internal/machine/memory"
)

// InputError says which input cannot be taken, why, and what would be right. Every package reports
// so what a person can give; its text is "What: Why".
type InputError struct {
	What   string // the input, as "n" or "method"; empty where Why names it
	Why    string
	Advice string // empty if there is none
}

func (e *InputError) Error() string {
	if e.What == "" {
		return e.Why
	}
	return e.What + ": " + e.Why
}

// Bad returns an *[InputError]: which input, why not, and what would be right.
func Bad(what, why, advice string) error { return &InputError{what, why, advice} }

// Hint says what would be right.
func (e *InputError) Hint() string { return e.Advice }

// InternalError is a check of our own that failed: a bug, whatever was asked.
type InternalError struct{ Err error }

// Internal returns an *[InternalError] of the error that fmt.Errorf makes of the arguments; that
// error itself where a context that ended or a budget of memory is its cause, for then nothing is
// wrong.
func Internal(format string, args ...any) error {
	err := fmt.Errorf(format, args...)
	if errors.As(err, new(*memory.Error)) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return &InternalError{err}
}

func (e *InternalError) Error() string { return "internal error: " + e.Err.Error() }

func (e *InternalError) Unwrap() error { return e.Err }

package fleet

import "coterie/quorum"

// LimitError says that a figure was not found: the work was cancelled, or reached a limit, which
// Cause tells.
type LimitError struct {
	Figure string // what was sought, such as "the best strategy"
	Cause  error
}

func (e *LimitError) Error() string { return e.Figure + " was not found: " + e.Cause.Error() }

// Unwrap returns the cause.
func (e *LimitError) Unwrap() error { return e.Cause }

// notFound says that a figure was not found, and why.
func notFound(figure string, cause error) error { return &LimitError{figure, cause} }

// InputError says what is wrong with a fleet, or with a system for it, that a figure is asked of.
type InputError struct {
	Why    string
	Advice string // what would be right; may be empty
	// Sets show it, where sets can: a read and a write quorum that do not meet.
	Sets []quorum.Set
}

func (e *InputError) Error() string { return e.Why }

// refused says what is wrong, and what would be right; advice may be empty.
func refused(why, advice string) error { return &InputError{Why: why, Advice: advice} }

// Hint says what would be right.
func (e *InputError) Hint() string { return e.Advice }

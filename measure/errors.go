package measure

import (
	"context"
	"fmt"

	"coterie/bounds"
	"coterie/internal/machine/par"
	"coterie/quorum"
)

// LimitError says that a figure was not found, or not exactly: the work was cancelled, or reached
// a limit, which Cause tells.
type LimitError struct {
	// Figure is in Lower..Upper, both of which are proved; "" where nothing is known of it.
	Figure       string
	Lower, Upper bounds.Fraction
	Cause        error
}

func (e *LimitError) Error() string {
	if e.Figure == "" {
		return e.Cause.Error()
	}
	return fmt.Sprintf("the %s is between %v and %v; %v", e.Figure, e.Lower, e.Upper, e.Cause)
}

// Unwrap returns the cause.
func (e *LimitError) Unwrap() error { return e.Cause }

// limited returns a *LimitError for a cause, nil for none.
func limited(cause error) error {
	if cause == nil {
		return nil
	}
	return &LimitError{Cause: cause}
}

// inLine joins errors in one line.
func inLine(errs []error) error {
	all := errs[0]
	for _, err := range errs[1:] {
		all = fmt.Errorf("%w; %w", all, err)
	}
	return all
}

// between is limited for a whole number of which lower and upper are known.
func between(figure string, lower, upper int, cause error) error {
	if cause == nil {
		return nil
	}
	return &LimitError{figure, bounds.Integer(lower), bounds.Integer(upper), cause}
}

// ended is the error of a context that has ended, nil before.
func ended(ctx context.Context) error {
	if ctx.Err() == nil {
		return nil
	}
	return &LimitError{Cause: par.Ended(ctx)}
}

// InputError says what is wrong with a system or an option that a figure is asked with.
type InputError struct {
	Option string // the option at fault, as "mix", or the figure that cannot be asked for; "" for the system
	Why    string
	Advice string // what would be right; may be empty
	// Sets show it, where sets can: two quorums that do not meet, a set that dominates.
	Sets []quorum.Set
}

func (e *InputError) Error() string {
	text := e.Why
	if e.Option != "" {
		text = e.Option + ": " + text
	}
	if len(e.Sets) > 0 {
		text += ": " + fmt.Sprint(e.Sets)
	}
	return text
}

// Hint says what would be right.
func (e *InputError) Hint() string { return e.Advice }

func badInput(format string, args ...any) error {
	return &InputError{Why: fmt.Sprintf(format, args...)}
}

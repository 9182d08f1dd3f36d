package session

import (
	"context"
	"errors"
	"fmt"

	"coterie/quorum"
	"coterie/search"
)

// Need returns a *quorum.InputError unless low <= v <= high.
func Need(option string, v, low, high int) error {
	if v >= low && v <= high {
		return nil
	}
	return quorum.Bad(option, fmt.Sprintf("%d is out of range", v), fmt.Sprintf("want a number from %d to %d", low, high))
}

// StopCause returns "timeout" or "interrupt" for a context that has ended, and else "".
func StopCause(ctx context.Context) string {
	switch err := ctx.Err(); {
	case err == nil:
		return ""
	case errors.Is(err, context.DeadlineExceeded):
		return "timeout"
	}
	return "interrupt"
}

// Judge returns nil if a property of the named system holds. Otherwise it returns the cause of ctx,
// if ctx has ended, a [search.ErrUnjudged], if the property could not be checked, or an internal
// error that names the system.
func Judge(ctx context.Context, v quorum.Judged, what string) error {
	switch {
	case v.Holds == quorum.Holds:
		return nil
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case v.Holds == quorum.Unknown:
		return fmt.Errorf("whether %s holds %w: %s", v.Property, search.ErrUnjudged, v.Reason)
	}
	return quorum.Internal("%s of %s: %s, %s", v.Property, what, v.Holds, v.Reason)
}

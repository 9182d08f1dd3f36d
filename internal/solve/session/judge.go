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

// Improve takes a cover, if it is smaller than the best one.
func (s *Session) Improve(cover []int, by string) {
	if s.Cover == nil || len(cover) < len(s.Cover) {
		s.Cover = cover
		s.Reduce(len(cover), by)
	}
}

// TakeTranslates makes a system of translates, which is to have Maekawa's conditions, the result,
// also after ctx has ended. Only translates of one size may be equal. The system, or the error, is
// that of package construct.
func (s *Session) TakeTranslates(ctx context.Context, k quorum.Known, err error) (*quorum.System, error) {
	system, err := quorum.As[*quorum.System](k, err)
	if err != nil {
		return nil, quorum.Internal("%w", err)
	}
	ctx = context.WithoutCancel(ctx)
	for _, p := range quorum.Check(ctx, system, quorum.Options{Jobs: s.Options.Jobs}).Properties {
		if p.Holds != quorum.Holds && p.Property != quorum.Uniqueness && p.Property != quorum.Minimality {
			return nil, Judge(ctx, p, "the translates "+system.Name())
		}
	}
	s.System = quorum.KnownOf(system)
	return system, nil
}

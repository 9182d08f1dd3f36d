package fleet

import (
	"fmt"

	"coterie/quorum"
)

// notFound says that a figure was not found, and why: the work was cancelled, or reached a limit.
func notFound(figure string, cause error) error {
	return &quorum.LimitError{Cause: fmt.Errorf("%s was not found: %w", figure, cause)}
}

// refused returns an error that says why a fleet or a system for it is wrong, and which would be
// right; advice may be empty.
func refused(why, advice string) error { return quorum.Bad("", why, advice) }

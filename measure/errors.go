package measure

import (
	"context"
	"fmt"
	"math/big"

	"coterie/internal/machine/par"
	"coterie/quorum"
)

// limited returns a *quorum.LimitError for a cause, nil for none.
func limited(cause error) error {
	if cause == nil {
		return nil
	}
	return &quorum.LimitError{Cause: cause}
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
	return &quorum.LimitError{Figure: figure, Lower: big.NewRat(int64(lower), 1), Upper: big.NewRat(int64(upper), 1), Cause: cause}
}

// ended is the error of a context that has ended, nil before.
func ended(ctx context.Context) error {
	if ctx.Err() == nil {
		return nil
	}
	return limited(par.Ended(ctx))
}

func badInput(format string, args ...any) error {
	return quorum.Bad("", fmt.Sprintf(format, args...), "")
}

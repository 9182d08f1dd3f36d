package search

import (
	"context"
	"errors"
)

// Maekawa is the entry of the searches for Maekawa's sets; on this branch it has the least total alone.
func Maekawa(ctx context.Context, n int, opts MaekawaOptions) (*Result, error) {
	if !opts.MinTotal {
		return nil, errors.New("search: the least K is on another branch")
	}
	return totalSearch(ctx, n, opts)
}

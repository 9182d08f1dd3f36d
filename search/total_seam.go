package search

import (
	"context"
	"errors"
)

func totalSearch(context.Context, int, MaekawaOptions) (*Result, error) {
	return nil, errors.New("the search for the least total is not merged yet")
}

package main

import (
	"errors"
	"fmt"

	"coterie/compare"
)

// comparisonPicture is how a sweep is drawn.
type comparisonPicture struct {
	of      compare.Quantity
	noTitle bool
}

func (a *app) pictureFor(flags compareFlags, changed func(string) bool) (*comparisonPicture, error) {
	if !changed("plot") {
		if flags.noTitle {
			return nil, hinted{errors.New("--no-title is about the picture of --plot"), "for example: --plot load -o load.svg --no-title"}
		}
		return nil, nil
	}
	return &comparisonPicture{compare.Quantity(flags.plot), flags.noTitle}, nil
}

func (a *app) plotComparison(t *compare.Table, p comparisonPicture, cut bool) error {
	return fmt.Errorf("--plot %s: not yet", p.of)
}

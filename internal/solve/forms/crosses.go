package forms

import (
	"context"
	"slices"

	"coterie/internal/machine/par"
	"coterie/internal/solve/sets"
	"coterie/quorum"
)

// Crosses returns the unions of so many rows and so many columns of a square grid, rows slowest.
// Node v is in row v/side and column v%side.
func Crosses(ctx context.Context, side, rows, columns int) (quorum.Family, error) {
	b, err := quorum.NewFamilyBuilder(side * side)
	if err != nil {
		return quorum.Family{}, err
	}
	var q []int32
	poll := par.NewPoll(ctx)
	for r := range sets.Combinations[int32](side, rows) {
		for c := range sets.Combinations[int32](side, columns) {
			q = q[:0]
			for v := range int32(side * side) {
				if slices.Contains(r, v/int32(side)) || slices.Contains(c, v%int32(side)) {
					q = append(q, v)
				}
			}
			if err := poll.Work(side * side); err != nil {
				return quorum.Family{}, err
			}
			if err := b.AddSorted(q); err != nil {
				return quorum.Family{}, err
			}
		}
	}
	return b.Family(), nil
}

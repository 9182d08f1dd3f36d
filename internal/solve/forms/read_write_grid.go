package forms

import (
	"context"

	"coterie/internal/machine/par"
	"coterie/quorum"
)

// ReadWriteGridQuorums lists the reads and the writes of construct.ReadWriteGrid.
func ReadWriteGridQuorums(ctx context.Context, rows, columns int) ([]quorum.Family, error) {
	cartels := make([]quorum.Family, 2)
	for c := range cartels {
		b, err := quorum.NewFamilyBuilder(rows * columns)
		if err != nil {
			return nil, err
		}
		wholes := []int{-1} // the columns that writes have whole; none for reads
		if c == 1 {
			wholes = make([]int, columns)
			for j := range wholes {
				wholes[j] = j
			}
			if rows == 1 {
				wholes = wholes[:1]
			}
		}
		for _, whole := range wholes {
			if err := addColumnCovers(ctx, b, rows, columns, whole); err != nil {
				return nil, err
			}
		}
		cartels[c] = b.Family()
	}
	return cartels, nil
}

// addColumnCovers adds the sets of one node of each column, with column whole, if that is not
// negative, as a whole.
func addColumnCovers(ctx context.Context, b *quorum.FamilyBuilder, rows, columns, whole int) error {
	row := make([]int, columns) // the row of the node taken in each column; 0 for the whole one
	var q []int
	poll := par.NewPoll(ctx)
	for more := true; more; {
		if err := poll.Err(); err != nil {
			return err
		}
		q = q[:0]
		for c, r := range row {
			q = append(q, r*columns+c)
		}
		if whole >= 0 {
			for r := 1; r < rows; r++ {
				q = append(q, r*columns+whole)
			}
		}
		if err := b.Add(q...); err != nil {
			return err
		}
		more = false
		for c := columns - 1; c >= 0 && !more; c-- {
			if c == whole {
				continue
			}
			if row[c]++; row[c] < rows {
				more = true
			} else {
				row[c] = 0
			}
		}
	}
	return nil
}

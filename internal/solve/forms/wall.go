package forms

import (
	"context"
	"math/big"

	"coterie/internal/machine/par"
	"coterie/quorum"
)

// The numbers and the list of construct.Wall.

// WallSizes returns the least and the greatest quorum size.
func WallSizes(rows []int) (least, greatest int) {
	for i, width := range rows {
		size := width + len(rows) - 1 - i
		if i == 0 {
			least = size
		}
		least, greatest = min(least, size), max(greatest, size)
	}
	return least, greatest
}

// WallCounts returns P_i, the number of quorums with full row i, at index i-1.
func WallCounts(rows []int) []*big.Int {
	count := make([]*big.Int, len(rows))
	product := bigOf(1)
	for i := len(rows) - 1; i >= 0; i-- {
		count[i] = product
		product = times(rows[i], product)
	}
	return count
}

// WallResponsibilities returns the responsibility of a node of each row, P_j + (1/w_j)·Σ_{i<j} P_i.
// The division is exact: w_j divides P_i for each i < j.
func WallResponsibilities(rows []int) []*big.Int {
	list := make([]*big.Int, len(rows))
	above := new(big.Int)
	for j, own := range WallCounts(rows) {
		r := new(big.Int).Quo(above, bigOf(rows[j]))
		list[j] = r.Add(r, own)
		above.Add(above, own)
	}
	return list
}

// WallQuorums lists the quorums of a wall, and so those of triangles and wheels.
func WallQuorums(ctx context.Context, rows []int) (quorum.Family, error) {
	start := make([]int, len(rows)+1)
	for i, width := range rows {
		start[i+1] = start[i] + width
	}
	b, err := quorum.NewFamilyBuilder(start[len(rows)])
	if err != nil {
		return quorum.Family{}, err
	}
	var q []int
	poll := par.NewPoll(ctx)
	for full, width := range rows {
		// q holds the full row, then the chosen node of each row below: an odometer.
		q = q[:0]
		for c := range width {
			q = append(q, start[full]+c)
		}
		q = append(q, start[full+1:len(rows)]...)
		for more := true; more; {
			if err := poll.Err(); err != nil {
				return quorum.Family{}, err
			}
			if err := b.Add(q...); err != nil {
				return quorum.Family{}, err
			}
			more = false
			for row := len(rows) - 1; row > full && !more; row-- {
				at := &q[width+row-full-1]
				if *at++; *at < start[row+1] {
					more = true
				} else {
					*at = start[row]
				}
			}
		}
	}
	return b.Family(), nil
}

func bigOf(v int) *big.Int { return big.NewInt(int64(v)) }

func times(m int, v *big.Int) *big.Int { return new(big.Int).Mul(bigOf(m), v) }

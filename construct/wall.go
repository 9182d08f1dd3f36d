package construct

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strconv"

	"coterie/internal/machine/par"
	"coterie/internal/solve/forms"
	"coterie/quorum"
)

// maxWallRows bounds the number of rows, and with it the digits of the number of quorums. It is the
// bound of the triangle, as every triangle is a wall.
const maxWallRows = maxTriangleRows

// Wall returns the crumbling wall of Peleg and Wool (1997) whose rows have the given widths from
// the top: a quorum is one full row and one node of each row below it. There is no site assignment.
// Nodes are numbered row by row, and quorums come by their full row, then in
// lexicographic order.
//
// It exists for 1 <= d <= 5792 rows, the first of at least one node and each later one of at least
// two (else the error is a *ParamError). If a later row had one node, every quorum with a full row
// above would contain a quorum of that row: the node with one node of each row below. With widths
// w_1, ..., w_d from the top and P_i = w_{i+1}·...·w_d, the quorums of full row i are P_i sets of
// w_i + d-i nodes, so
//
//	number of quorums = Σ_i P_i,
//	responsibility of a node in row j = P_j + (1/w_j)·Σ_{i<j} P_i:
//
// it is in all quorums whose full row is j, and in one in w_j of the quorums whose full row is
// above. Cost O(entries).
//
// A wall is a coterie, nondominated if and only if its first row has one node (Peleg and Wool
// 1997). Equal effort holds if and only if each row has one node more than the row above; equal
// responsibility if and only if all rows but the first have two nodes.
//
// D. Peleg and A. Wool, Crumbling walls: a class of practical and efficient quorum systems,
// Distributed Computing 10(2), 1997, pages 87-97, doi:10.1007/s004460050027.
//
// Proof: docs/theorems/walls.md.
func Wall(rows []int) (quorum.Known, error) {
	return wallFamily().built(wallPlan(rows))
}

func wallPlan(rows []int) (*plan, error) {
	n, err := wallNodes(rows)
	if err != nil {
		return nil, err
	}
	rows = slices.Clone(rows)
	_, greatest := wallSizes(rows)
	return &plan{
		settings: []setting{listSetting("rows", rows)},
		n:        n,
		quorums:  closed(func() *big.Int { return sumOf(wallCounts(rows)) }),
		largest:  greatest,
		entries: closed(func() *big.Int {
			sum := new(big.Int)
			for i, c := range wallCounts(rows) {
				sum.Add(sum, times(rows[i]+len(rows)-1-i, c))
			}
			return sum
		}),
		shape:    func(context.Context) (Shape, error) { return wallShape(rows), nil },
		formulas: func() []quorum.Formula { return []quorum.Formula{forms.Wall(rows)} },
		build: func(ctx context.Context, name string, _ int) (quorum.Structure, error) {
			return buildWall(ctx, name, rows)
		},
	}, nil
}

// wallNodes returns the number of nodes of a wall. It fails if the rows are not legal.
func wallNodes(rows []int) (int, error) {
	fail := func(value, format string, values ...any) (int, error) {
		return 0, illegal("wall", "rows", value, fmt.Sprintf(format, values...))
	}
	if len(rows) < 1 || len(rows) > maxWallRows {
		return fail(strconv.Itoa(len(rows))+" rows", "1..%d rows", maxWallRows)
	}
	n := 0
	for i, width := range rows {
		row := fmt.Sprintf("%d in row %d", width, i+1)
		switch {
		case i == 0 && width < 1:
			return fail(row, "1..%d nodes in row 1", quorum.MaxNodes)
		case i > 0 && width < 2:
			return fail(row, "2..%d nodes in each row but the first (below others, a row of one node would put its quorums inside theirs)", quorum.MaxNodes)
		case width > quorum.MaxNodes-n:
			return fail(row, "at most %d nodes in all rows together", quorum.MaxNodes)
		}
		n += width
	}
	return n, nil
}

// wallSizes returns the least and the greatest quorum size.
func wallSizes(rows []int) (least, greatest int) {
	for i, width := range rows {
		size := width + len(rows) - 1 - i
		if i == 0 {
			least = size
		}
		least, greatest = min(least, size), max(greatest, size)
	}
	return least, greatest
}

// wallCounts returns P_i, the number of quorums with full row i, at index i-1.
func wallCounts(rows []int) []*big.Int {
	count := make([]*big.Int, len(rows))
	product := bigOf(1)
	for i := len(rows) - 1; i >= 0; i-- {
		count[i] = product
		product = times(rows[i], product)
	}
	return count
}

// sumOf adds numbers up.
func sumOf(numbers []*big.Int) *big.Int {
	sum := new(big.Int)
	for _, v := range numbers {
		sum.Add(sum, v)
	}
	return sum
}

// wallShape returns the figures of a wall but for the number of its quorums. The responsibilities
// in row j are P_j + (1/w_j)·Σ_{i<j} P_i. The division is exact: w_j divides P_i for each i < j.
func wallShape(rows []int) (s Shape) {
	s.MinQuorum, s.MaxQuorum = wallSizes(rows)
	above := new(big.Int)
	for j, own := range wallCounts(rows) {
		r := new(big.Int).Quo(above, bigOf(rows[j]))
		s.take(r.Add(r, own))
		above.Add(above, own)
	}
	return s
}

// buildWall lists the quorums of a wall, and so those of triangles and wheels.
func buildWall(ctx context.Context, name string, rows []int) (quorum.Structure, error) {
	start := make([]int, len(rows)+1)
	for i, width := range rows {
		start[i+1] = start[i] + width
	}
	b, err := quorum.NewFamilyBuilder(start[len(rows)])
	if err != nil {
		return nil, err
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
				return nil, err
			}
			if err := b.Add(q...); err != nil {
				return nil, err
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
	return structure(quorum.NewSystem(name, b.Family(), quorum.SystemOptions{}))
}

func wallFamily() Family {
	return Family{
		Name:    "wall",
		Kind:    quorum.KindSystem,
		Summary: "rows of any widths: one full row and one node of each row below",
		Params: []Param{
			{Name: "rows", Doc: "widths of the rows from the top, joined by -: the first at least 1, the others at least 2"},
		},
		Exists: "every n, as the sum of the widths",
		Source: "Peleg and Wool 1997 (crumbling walls)",
		resolve: func(a *args) (*plan, error) {
			return wallPlan(a.list("rows"))
		},
		usage:     "wall:rows=A-B-C",
		noDefault: "its rows are yours to choose: wall:rows=A-B-C",
	}
}

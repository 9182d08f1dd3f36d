package construct

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strconv"

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
	_, greatest := forms.WallSizes(rows)
	return &plan{
		settings: []setting{listSetting("rows", rows)},
		n:        n,
		quorums:  closed(func() *big.Int { return sumOf(forms.WallCounts(rows)) }),
		largest:  greatest,
		entries: closed(func() *big.Int {
			sum := new(big.Int)
			for i, c := range forms.WallCounts(rows) {
				sum.Add(sum, times(rows[i]+len(rows)-1-i, c))
			}
			return sum
		}),
		shape:    func(context.Context) (Shape, error) { return wallShape(rows), nil },
		formulas: func() []quorum.Formula { return []quorum.Formula{forms.Wall(rows)} },
		build: func(ctx context.Context, name string, _ int) (quorum.Structure, error) {
			return listed(name)(forms.WallQuorums(ctx, rows))
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

// wallShape returns the figures of a wall but for the number of its quorums.
func wallShape(rows []int) (s Shape) {
	s.MinQuorum, s.MaxQuorum = forms.WallSizes(rows)
	for _, r := range forms.WallResponsibilities(rows) {
		s.take(r)
	}
	return s
}

// sumOf adds numbers up.
func sumOf(numbers []*big.Int) *big.Int {
	sum := new(big.Int)
	for _, v := range numbers {
		sum.Add(sum, v)
	}
	return sum
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

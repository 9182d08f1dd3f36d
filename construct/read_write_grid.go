package construct

import (
	"context"
	"math/big"

	"coterie/gf"
	"coterie/internal/solve/forms"
	"coterie/quorum"
)

// ReadWriteGrid returns the grid protocol of Cheung, Ammar and Ahamad (1992) as a group quorum
// system of two cartels on rows × columns nodes, numbered row by row: node v is in row v/columns
// and column v%columns. A quorum of cartel 1, the reads, is one node of each column; a quorum of
// cartel 2, the writes, is one whole column and one node of each other column. Only minimal quorums
// are listed. Reads come in lexicographic order of the rows that they take in columns 1, 2, ...,
// writes by their whole column, then in lexicographic order of the rows that they take in the
// others.
//
// It exists for rows, columns >= 1 with rows·columns <= quorum.MaxNodes (else the error is a
// *ParamError). With R rows and C columns there are
//
//	R^C reads of C nodes,     C·R^{C-1} writes of R+C-1 nodes (a single one for R = 1: all nodes),
//	responsibility = R^{C-1} in the reads, R^{C-1} + (C-1)·R^{C-2} in the writes (1 for R = 1),
//
// the same for every node. The default for n nodes is the square grid, R = C. Cost O(entries).
//
// Reads meet writes, and writes meet each other. The degree of the reads is R; the degree of the
// writes, and of the system, is 1. It is nondominated if and only if C = 1: read one, write all.
//
// S. Y. Cheung, M. H. Ammar and M. Ahamad, The grid protocol: a high performance scheme for
// maintaining replicated data, IEEE Trans. Knowl. Data Eng. 4(6), 1992, pages 582-592,
// doi:10.1109/69.180609.
//
// Proof: docs/theorems/read-write-grid.md.
func ReadWriteGrid(rows, columns int) (quorum.Known, error) {
	return readWriteGridFamily().built(readWriteGridPlan(rows, columns))
}

func readWriteGridPlan(rows, columns int) (*plan, error) {
	if err := checkRange("read-write-grid", "rows", rows, 1, quorum.MaxNodes); err != nil {
		return nil, err
	}
	if err := checkRange("read-write-grid", "columns", columns, 1, quorum.MaxNodes/rows); err != nil {
		return nil, err
	}
	writes := func() *big.Int {
		if rows == 1 {
			return bigOf(1)
		}
		return times(columns, power(rows, columns-1))
	}
	return &plan{
		settings: []setting{intSetting("rows", rows), intSetting("columns", columns)},
		n:        rows * columns,
		groups:   2,
		quorums: closed(func() *big.Int {
			return sumOf([]*big.Int{power(rows, columns), writes()})
		}),
		largest: rows + columns - 1,
		entries: closed(func() *big.Int {
			return sumOf([]*big.Int{times(columns, power(rows, columns)), times(rows+columns-1, writes())})
		}),
		shape: func(context.Context) (Shape, error) {
			r := times(2, power(rows, columns-1))
			if rows > 1 && columns > 1 {
				r.Add(r, times(columns-1, power(rows, columns-2)))
			}
			return Shape{
				MinQuorum: columns, MaxQuorum: rows + columns - 1,
				MinResponsibility: r, MaxResponsibility: r,
				Degree: 1,
			}, nil
		},
		formulas: func() []quorum.Formula { return forms.ReadWriteGrid(rows, columns) },
		build: func(ctx context.Context, name string, _ int) (quorum.Structure, error) {
			cartels, err := forms.ReadWriteGridQuorums(ctx, rows, columns)
			if err != nil {
				return nil, err
			}
			return structure(quorum.NewGroupSystem(name, cartels, nil))
		},
	}, nil
}

// power returns base to the exponent.
func power(base, exponent int) *big.Int {
	return new(big.Int).Exp(bigOf(base), bigOf(exponent), nil)
}

func readWriteGridFamily() Family {
	return Family{
		Name:    "read-write-grid",
		Kind:    quorum.KindGroupSystem,
		Summary: "reads: one node of each column of a grid; writes: one column and one node of each other",
		Params: []Param{
			{Name: "rows", Doc: "number of rows, at least 1"},
			{Name: "columns", Doc: "number of columns, at least 1"},
		},
		Exists: "every n = rows·columns, m = 2; by default the most nearly square grid, n not prime",
		Source: "Cheung, Ammar and Ahamad 1992",
		resolve: func(a *args) (*plan, error) {
			return readWriteGridPlan(a.int("rows"), a.int("columns"))
		},
		readWrite: true,
		forN:      readWriteGridForN,
		usage:     "read-write-grid:rows=R,columns=C",
	}
}

// readWriteGridForN returns the most nearly square grid of n nodes that has no more columns than
// rows, so that reads, which are more frequent, are no larger than need be.
func readWriteGridForN(n, m int) (*plan, error) {
	if m != 2 {
		return nil, noSystem("read-write-grid", n, m, "reads and writes are two groups: m = 2")
	}
	if columns := columnsOf(n); columns > 1 || n == 1 {
		return readWriteGridPlan(n/columns, columns)
	}
	e := &NoSystemError{
		Family: "read-write-grid", N: n, M: m, Below: n - 1,
		Why:  "n is prime: it has no grid but those of one row or one column",
		Note: "these are yours to choose: read-write-grid:rows=R,columns=C",
	}
	if n <= 3 {
		e.Below = 1 // 2 is prime as well
	}
	if e.Above = n + 1; n == 2 {
		e.Above = 4
	}
	if e.Above > quorum.MaxNodes {
		e.Above = 0
	}
	return nil, e
}

// columnsOf returns the greatest divisor of n that is at most √n.
func columnsOf(n int) int {
	columns := gf.FloorSqrt(n)
	for n%columns != 0 {
		columns--
	}
	return columns
}

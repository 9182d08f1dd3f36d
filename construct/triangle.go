package construct

import (
	"context"
	"math/big"

	"coterie/internal/solve/forms"
	"coterie/quorum"
)

// maxTriangleRows keeps the number of nodes within quorum.MaxNodes.
const maxTriangleRows = 5792

// Triangle returns the triangular coterie of d rows (Lovász 1973): n = d(d+1)/2 nodes in rows of 1,
// 2, ..., d; a quorum is one full row and one node of each row below it. There is no site
// assignment.
//
// It exists for 1 <= d <= 5792 (else the error is a *ParamError). Nodes are numbered row by row,
// and quorums come by the number i of their full row, then in lexicographic order. With d!/i! =
// (i+1)(i+2)...d quorums for each i,
//
//	K = d = (√(8n+1) - 1)/2 < √2·√n,        number of quorums = Σ_{i=1..d} d!/i!,
//	responsibility of a node in row j  =  d!/j! + (1/j)·Σ_{i<j} d!/i!:
//
// it is in all quorums whose full row is j, and in 1/j of the quorums whose full row is above.
// Beyond d = 9 there are more than quorum.DefaultMaxQuorums, and they are not listed.
//
// The coterie is nondominated: it is the wall of rows 1, 2, ..., d.
//
// L. Lovász, Coverings and colorings of hypergraphs, Proc. 4th Southeastern Conf. on Combinatorics,
// Graph Theory and Computing (1973), pages 3-12; cited by Agrawal, Eğecioğlu and El Abbadi (1997),
// section 1, for the same quorum size √2·√n as theirs.
//
// Proof: docs/theorems/walls.md.
func Triangle(d int) (quorum.Known, error) {
	return triangleFamily().built(trianglePlan(d))
}

func trianglePlan(d int) (*plan, error) {
	if err := checkRange("triangle", "rows", d, 1, maxTriangleRows); err != nil {
		return nil, err
	}
	n := d * (d + 1) / 2
	return &plan{
		settings: []setting{intSetting("rows", d)},
		n:        n,
		quorums:  closed(func() *big.Int { return sumOf(forms.WallCounts(rowsUpTo(d))) }),
		largest:  d,
		shape:    func(context.Context) (Shape, error) { return wallShape(rowsUpTo(d)), nil },
		formulas: func() []quorum.Formula { return []quorum.Formula{forms.Wall(rowsUpTo(d))} },
		build: func(ctx context.Context, name string, _ int) (quorum.Structure, error) {
			return listed(name)(forms.WallQuorums(ctx, rowsUpTo(d)))
		},
	}, nil
}

// rowsUpTo returns the widths 1, 2, ..., d of the triangle as a wall (see Wall), which lists and
// counts its quorums.
func rowsUpTo(d int) []int {
	rows := make([]int, d)
	for i := range rows {
		rows[i] = i + 1
	}
	return rows
}

func triangleForN(n int) (*plan, error) { return triangularForN("triangle", n, trianglePlan) }

// triangularForN is the forN of families on triangular numbers of nodes, n = d(d+1)/2: the plan of
// d.
func triangularForN(family string, n int, ofRows func(d int) (*plan, error)) (*plan, error) {
	return onlySizes(family, n, "n is not d(d+1)/2 for a whole d", maxTriangleRows, func(d int) int { return d * (d + 1) / 2 }, ofRows)
}

func triangleFamily() Family {
	return Family{
		Name:    "triangle",
		Kind:    quorum.KindSystem,
		Summary: "rows of 1, 2, ..., d nodes: one full row and one node of each row below",
		Params: []Param{
			{Name: "rows", Doc: "number of rows d, 1..5792"},
			{Name: "n", Doc: "number of nodes, d(d+1)/2", InsteadOf: "rows"},
		},
		Exists:  "n = d(d+1)/2",
		Source:  "Lovász 1973",
		resolve: numberOrNodes("rows", trianglePlan, triangleForN),
		forN:    ofNodes(triangleForN),
	}
}

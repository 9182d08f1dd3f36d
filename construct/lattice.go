package construct

import (
	"context"
	"fmt"
	"math/big"

	"coterie/quorum"
)

// mostLatticeRows is the greatest number of rows of which the quorums are listed, and counted for the figures: 55 nodes are
// a mask.
const mostLatticeRows = 10

// TriangleLattice returns the planar quorum system on the triangular lattice in a triangle of d rows (Bazzi 2000): n =
// d(d+1)/2 nodes, in rows of 1, 2, ..., d as Triangle numbers them. Node c of row r is adjacent to nodes c-1 and c+1 of its
// row, c-1 and c of the row above, c and c+1 of the row below. A quorum is a minimal connected set of nodes that touches all
// three sides: left (the first node of each row), right (the last), and bottom (the last row). A corner touches two. There
// is no site assignment; quorums are in lexicographic order.
//
// Coterie, nondominated. Colour every node black or white; then exactly one colour has a connected set that touches all
// sides. (This is the game of Y.) So of a set and its complement exactly one contains a quorum: quorums meet, and every
// transversal contains one. Proof, after Schensted and Titus: put one node for each upright triangle (r, c), (r+1, c), (r+1,
// c+1), in the colour of most of its nodes. These are the nodes of d-1 rows, and adjacent if their triangles share a node.
// A colour wins before if and only if it wins after; and one node has one colour. If: the nodes of the colour in a triangle
// are adjacent; those of adjacent triangles are connected, through the shared node if it has the colour, else because the
// four others all have it and two of them are adjacent; and a triangle on a side has two nodes there, so one of the
// colour. Only if: each edge is in exactly one upright triangle, that of an edge in the colour has the colour, triangles of
// edges with a common node are adjacent, and the triangles of a node on a side are on that side; for d >= 2 a set that
// touches all sides has an edge at each of its nodes.
//
// The smallest quorums have d nodes, as the left side has. For let x, y and z be the distances of a node from the sides, in
// steps: x + y + z = d-1 throughout. In a tree that spans the quorum, take a node on each side, and the node m in which the
// three paths between them meet: its paths to the three have at least x(m), y(m) and z(m) edges, all different, together
// d-1.
//
// What is listed. A node of a connected set whose removal leaves it connected is in a quorum only because it alone touches
// some side; so there are at most three such nodes, with a side for each, and conversely a connected set that touches all
// sides, and in which each such node is alone on a side, is minimal: a part that any other node cuts off has such a node.
// Connected graphs with at most three such nodes are a node, a path, a tree with three leaves, or a triangle with a path, or
// none, from each of its corners (a block of more than three nodes has four or more, counted with what hangs on it). Thus
// quorums are not always trees: in three rows {2,3,5} is one. Both kinds are searched as induced paths, the second with
// a leg, and a branch is cut as soon as its end cannot reach its side.
//
// It exists for 1 <= d <= 5792 (else the error is a *ParamError). The numbers of quorums for d = 1, 2, ... are 1, 3, 10, 32,
// 113, 446, 2038, 11251, 77689, 685089 up to d = 10, counted; no formula is known to us. They are listed up to d = 10. Beyond it the error is a
// *TooManyError: a quorum of d rows becomes one of d+1 by the node to the lower left of its leftmost node at the
// bottom, so numbers never fall; and d = 11 has more than MaxIncidences allow.
//
// R. A. Bazzi, Planar quorums, Theoret. Comput. Sci. 243 (2000) 243-268. C. Schensted and C. Titus, Mudcrack Y and Poly-Y,
// 1975.
func TriangleLattice(d int) (*quorum.System, error) {
	p, err := latticePlan(d)
	return buildSystem(latticeFamily(), p, err)
}

func latticePlan(d int) (*plan, error) {
	if err := checkRange("triangle-lattice", "rows", d, 1, maxTriangleRows); err != nil {
		return nil, err
	}
	n := d * (d + 1) / 2
	p := &plan{settings: []setting{intSetting("rows", d)}, n: n, groups: 1, largest: n}
	if d <= mostLatticeRows {
		sets := newLatticeBoard(d).minimalSets()
		p.quorums, p.shape = countedMasks(n, sets)
		p.build = func(ctx context.Context, name string) (quorum.Structure, error) {
			return buildMasks(ctx, name, n, sets, MaxIncidences)
		}
		return p, nil
	}
	p.quorums = func() *big.Int { return nil }
	p.shape = func() (Shape, error) {
		why := fmt.Sprintf("no formula is known for the number of quorums, and they are counted up to %d rows only", mostLatticeRows)
		return Shape{MinQuorum: d, Unknown: why}, nil
	}
	// There are more than limit, which is at most MaxIncidences/n.
	p.buildUpTo = func(context.Context, string, int) (quorum.Structure, error) { return nil, errMore }
	return p, nil
}

func latticeForN(n int) (*plan, error) { return triangularForN("triangle-lattice", n, latticePlan) }

func latticeFamily() Family {
	return Family{
		Name:    "triangle-lattice",
		Kind:    quorum.KindSystem,
		Summary: "triangular lattice of d rows: minimal connected sets that touch all three sides (the game of Y)",
		Params: []Param{
			{Name: "rows", Doc: "number of rows d, 1..5792; listed up to 10"},
			{Name: "n", Doc: "number of nodes, d(d+1)/2", InsteadOf: "rows"},
		},
		Exists:  "n = d(d+1)/2",
		Source:  "Bazzi 2000",
		resolve: numberOrNodes("rows", latticePlan, latticeForN),
		forN:    func(n, _ int) (*plan, error) { return latticeForN(n) },
	}
}

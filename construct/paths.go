package construct

import (
	"context"
	"fmt"

	"coterie/internal/solve/frontier"
	"coterie/internal/solve/lattice"
	"coterie/quorum"
)

const (
	// maxPathsSide keeps the number of nodes within quorum.MaxNodes.
	maxPathsSide = 2895
	// greatest d of which the quorums are counted for the figures, and listed
	countedPathsSide, mostPathsSide = 3, 4
)

// Paths returns the Paths system of Naor and Wool (1998) on n = 2d²+2d+1 nodes, which are the edges
// of a grid. A quorum is a minimal set of edges that contains a path from left to right in the grid
// G(d) and a path from top to bottom in its dual G*(d). There is no site assignment; quorums are in
// lexicographic order.
//
// The graphs. G(d) has the vertices (x, y) for 0 <= x <= d+1 and 0 <= y <= d, the horizontal edges
// between (x, y) and (x+1, y), (d+1)² of them, and the vertical edges between (x, y) and (x, y+1)
// for 1 <= x <= d only, d² of them: none on the left side x = 0 and the right side x = d+1. G*(d)
// has the vertices (x+½, y+½) for 0 <= x <= d and -1 <= y <= d; each of its edges crosses one edge
// of G(d) in the middle, and is the same node. PathsLayout numbers the nodes.
//
// Two quorums meet; for d >= 1 the coterie is dominated. The smallest quorums have 2d+1 < √(2n)
// nodes, the smallest transversals d+1.
//
// It exists for 1 <= d <= 2895 (else the error is a *ParamError). For d = 1, 2, 3, 4 there are 6,
// 99, 4538, 577905 quorums, by listing; beyond they are not listed.
//
// M. Naor and A. Wool, The load, capacity, and availability of quorum systems, SIAM J. Comput. 27
// (1998) 423-447, section on the Paths system.
//
// Proof: docs/theorems/paths.md.
func Paths(d int) (quorum.Known, error) {
	return pathsFamily().built(pathsPlan(d))
}

// PathsElement is the place of a node of Paths in a drawing: the middle of its edge of G(d), in
// half units, so that vertex (x, y) of the grid is at (2x, 2y). The edge of the dual that crosses
// there has the other direction.
type PathsElement struct {
	X, Y     int  // 1 <= X <= 2d+1 and 0 <= Y <= 2d, of different parity
	Vertical bool // the direction of the edge of G(d): vertical if and only if Y is odd
}

// PathsLayout returns the place of every node of Paths(d): node by node, they come by Y and then by
// X. It panics if d is outside 1..2895.
func PathsLayout(d int) []PathsElement {
	if err := checkRange("paths", "d", d, 1, maxPathsSide); err != nil {
		panic("construct: PathsLayout: " + err.Error())
	}
	layout := make([]PathsElement, 0, pathsNodes(d))
	for y := range 2*d + 1 {
		for x := 1 + y%2; x <= 2*d+1; x += 2 {
			layout = append(layout, PathsElement{X: x, Y: y, Vertical: y%2 == 1})
		}
	}
	return layout
}

func pathsNodes(d int) int { return 2*d*d + 2*d + 1 }

func pathsPlan(d int) (*plan, error) {
	if err := checkRange("paths", "d", d, 1, maxPathsSide); err != nil {
		return nil, err
	}
	n := pathsNodes(d)
	p := &plan{settings: []setting{intSetting("d", d)}, n: n, largest: n, proved: func() quorum.Proved { return pathsProved(d) }, live: frontier.Paths(d)}
	if d <= countedPathsSide {
		sets := lattice.NewCrossing(d).MinimalSets()
		p.quorums, p.shape = countedMasks(n, sets)
		p.build = masksBuilder(n, sets)
		return p, nil
	}
	p.quorums, p.shape = uncounted(2*d+1, fmt.Sprintf("d = %d", mostPathsSide))
	if d <= mostPathsSide {
		p.quorums, p.shape = constantCount(577905), rangedShape(9, 22, 159752, 292627) // by listing once, half a minute
		p.largest = 22
		p.build = masksBuilder(n, lattice.NewCrossing(d).MinimalSets())
		return p, nil
	}
	p.build = func(context.Context, string, int) (quorum.Structure, error) { return nil, errMore }
	return p, nil
}

func pathsForN(n int) (*plan, error) {
	return onlySizes("paths", n, "n is not 2d²+2d+1 for a whole d >= 1", maxPathsSide, pathsNodes, pathsPlan)
}

func pathsFamily() Family {
	return Family{
		Name:    "paths",
		Kind:    quorum.KindSystem,
		Summary: "edges of a grid: a path from left to right, and one from top to bottom in the dual grid",
		Params: []Param{
			{Name: "d", Doc: "the grid has d+1 rows and d inner columns, 1..2895; listed up to 4"},
			{Name: "n", Doc: "number of nodes, 2d²+2d+1", InsteadOf: "d"},
		},
		Exists:  "n = 2d²+2d+1",
		Source:  "Naor and Wool 1998 (Paths)",
		resolve: numberOrNodes("d", pathsPlan, pathsForN),
		forN:    ofNodes(pathsForN),
	}
}

package construct

import (
	"context"
	"fmt"

	"coterie/internal/solve/frontier"
	"coterie/internal/solve/lattice"
	"coterie/quorum"
)

// mostLatticeRows is the greatest number of rows for which the quorums are listed, and counted for
// the figures: 55 nodes fit in a mask.
const mostLatticeRows = 10

// TriangleLattice returns the planar quorum system on the triangular lattice in a triangle of d
// rows (Bazzi 2000): n = d(d+1)/2 nodes, in rows of 1, 2, ..., d as Triangle numbers them. Node c
// of row r is adjacent to nodes c-1 and c+1 of its row, c-1 and c of the row above, c and c+1 of
// the row below. A quorum is a minimal connected set of nodes that touches all three sides: left
// (the first node of each row), right (the last), and bottom (the last row). A corner touches two.
// There is no site assignment; quorums are in lexicographic order.
//
// It is a nondominated coterie: this is the game of Y. Its smallest quorums have d nodes.
//
// It exists for 1 <= d <= 5792 (else the error is a *ParamError). The numbers of quorums for d = 1,
// 2, ..., 10 are 1, 3, 10, 32, 113, 446, 2038, 11251, 77689, 685089, by listing; no formula is
// known to us. They are listed up to d = 10.
//
// R. A. Bazzi, Planar quorums, Theoret. Comput. Sci. 243 (2000) 243-268. C. Schensted and C. Titus,
// Mudcrack Y and Poly-Y, 1975.
//
// Proof: docs/theorems/triangle-lattice.md, docs/theorems/triangle-lattice-load.md.
func TriangleLattice(d int) (quorum.Known, error) {
	return latticeFamily().built(latticePlan(d))
}

func latticePlan(d int) (*plan, error) {
	if err := checkRange("triangle-lattice", "rows", d, 1, maxTriangleRows); err != nil {
		return nil, err
	}
	n := d * (d + 1) / 2
	p := &plan{settings: []setting{intSetting("rows", d)}, n: n, largest: n, proved: func() quorum.Proved { return latticeProved(d) }, live: frontier.TriangleLattice(d)}
	if d <= mostLatticeRows {
		sets := lattice.New(d).MinimalSets()
		p.quorums, p.shape = countedMasks(n, sets)
		p.build = masksBuilder(n, sets)
		return p, nil
	}
	p.quorums, p.shape = uncounted(d, fmt.Sprintf("%d rows", mostLatticeRows))
	// There are more than limit, which is at most quorum.MaxIncidences/n.
	p.build = func(context.Context, string, int) (quorum.Structure, error) { return nil, errMore }
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
		forN:    ofNodes(latticeForN),
	}
}

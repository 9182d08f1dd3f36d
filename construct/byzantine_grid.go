package construct

import (
	"context"
	"fmt"
	"math/big"

	"coterie/gf"
	"coterie/internal/solve/forms"
	"coterie/quorum"
)

// ByzantineGrid returns the grid of Malkhi and Reiter: n = side² nodes in a square, and the quorums
// are the unions of a column and of 2b+1 rows, to mask b liars, or of b+1 rows, for dissemination.
//
// It exists for side >= 1 and b >= 0 with 3b+1 <= side (masking) or 2b+1 <= side (dissemination),
// and at most quorum.MaxNodes nodes (else the error is a *ParamError). Nodes are numbered row by
// row; quorums come by their rows, then by their column. With R rows there are side·C(side,R), of
// side·(R+1)-R nodes; the load is their size divided by n, and side-R nodes may crash. Two quorums
// share 2R nodes or more, so that the grid masks more liars than b where side allows it.
//
// Malkhi and Reiter 1998, as ByzantineThreshold cites them; 1997, Examples 4.8 and 5.8.
//
// Proof: docs/theorems/byzantine-designs.md.
func ByzantineGrid(side, b int, kind quorum.Property) (quorum.Known, error) {
	return byzantineGridFamily().built(byzantineGridPlan(side, b, kind))
}

// MGrid returns the M-Grid of Malkhi, Reiter and Wool: n = side² nodes in a square, and the quorums
// are the unions of r rows and r columns, r = ⌈√(b+1)⌉.
//
// It exists for b >= 0 with 2b+1 <= side, and at most quorum.MaxNodes nodes (else the error is a
// *ParamError). Nodes are numbered row by row; quorums come by their rows, then by their columns.
// There are C(side,r)², of r(2·side-r) nodes; the load is their size divided by n, and side-r nodes
// may crash. It masks the lesser of r²-1 and side-r liars, for side >= 2r, which is b or more.
//
// D. Malkhi, M. Reiter and A. Wool, The load and availability of Byzantine quorum systems, SIAM J.
// Comput. 29 (2000), doi:10.1137/S0097539797325235; read in lecture notes (R. Wattenhofer, Computer
// systems, ETH Zurich, chapter on quorum systems).
//
// Proof: docs/theorems/byzantine-designs.md.
func MGrid(side, b int) (quorum.Known, error) { return mGridFamily().built(mGridPlan(side, b)) }

// maxGridSide keeps the nodes of a square within quorum.MaxNodes.
const maxGridSide = 4096

func byzantineGridPlan(side, b int, kind quorum.Property) (*plan, error) {
	if err := checkRange("byzantine-grid", "side", side, 1, maxGridSide); err != nil {
		return nil, err
	}
	settings := []setting{intSetting("side", side), intSetting("b", b)}
	most, rows := (side-1)/3, 2*b+1
	switch kind {
	case quorum.Masking:
	case quorum.Dissemination:
		most, rows = (side-1)/2, b+1
		settings = append(settings, setting{"kind", string(kind)})
	default:
		return nil, illegal("byzantine-grid", "kind", string(kind), "masking or dissemination")
	}
	if err := checkRange("byzantine-grid", "b", b, 0, most); err != nil {
		return nil, err
	}
	return crossesPlan(settings, side, rows, 1), nil
}

func mGridPlan(side, b int) (*plan, error) {
	if err := checkRange("mgrid", "side", side, 1, maxGridSide); err != nil {
		return nil, err
	}
	if err := checkRange("mgrid", "b", b, 0, (side-1)/2); err != nil {
		return nil, err
	}
	r := gf.FloorSqrt(b) + 1 // ⌈√(b+1)⌉
	return crossesPlan([]setting{intSetting("side", side), intSetting("b", b)}, side, r, r), nil
}

// crossesPlan is the plan of the unions of so many rows and columns of a square grid, fewer than
// its side unless that is 1. They have one size, and differ. Fewer nodes than side-rows+1 and
// side-columns+1 leave rows and columns free of them; the nodes of a diagonal, as many as the
// lesser of the two, do not.
func crossesPlan(settings []setting, side, rows, columns int) *plan {
	size := side*(rows+columns) - rows*columns
	diagonal := make([]int, side+1-max(rows, columns))
	for i := range diagonal {
		diagonal[i] = i * (side + 1)
	}
	choices := func(side int) *big.Int { return new(big.Int).Mul(binomial(side, rows), binomial(side, columns)) }
	return &plan{
		settings: settings,
		n:        side * side,
		quorums:  closed(func() *big.Int { return choices(side) }),
		largest:  size,
		shape: func(context.Context) (Shape, error) {
			r := choices(side)
			r.Sub(r, choices(side-1)) // those without a given node
			return Shape{MinQuorum: size, MaxQuorum: size, MinResponsibility: r, MaxResponsibility: r}, nil
		},
		build: func(ctx context.Context, name string, _ int) (quorum.Structure, error) {
			return listed(name)(forms.Crosses(ctx, side, rows, columns))
		},
		proved: forms.CrossesProved(side, side, rows, columns, size, quorum.SetOf(diagonal...)),
	}
}

// squareForN is the forN of a family of squares of at least that side, with the greatest b.
func squareForN(family string, least int, of func(side int) (*plan, error)) func(n, m int) (*plan, error) {
	return ofNodes(func(n int) (*plan, error) {
		return onlySizes(family, n, fmt.Sprintf("n is not s² for a whole s >= %d, the least side that masks a liar", least), maxGridSide-least+1,
			func(i int) int { return (i + least - 1) * (i + least - 1) },
			func(i int) (*plan, error) { return of(i + least - 1) })
	})
}

func byzantineGridFamily() Family {
	return Family{
		Name:    "byzantine-grid",
		Kind:    quorum.KindSystem,
		Summary: "a column and 2b+1 rows of a square grid: masks b liars",
		Params: []Param{
			{Name: "side", Doc: "side of the grid, 1..4096"},
			{Name: "b", Doc: "number of liars: 3b < side, dissemination 2b < side"},
			kindParam(quorum.Masking, quorum.Dissemination),
		},
		Exists:  "n = side², 3b+1 <= side (dissemination 2b+1 <= side); by default the greatest b, side >= 4",
		Source:  "Malkhi and Reiter 1998, sections 4 and 5",
		resolve: func(a *args) (*plan, error) { return byzantineGridPlan(a.int("side"), a.int("b"), a.kind()) },
		forN:    squareForN("byzantine-grid", 4, func(side int) (*plan, error) { return byzantineGridPlan(side, (side-1)/3, quorum.Masking) }),
	}
}

func mGridFamily() Family {
	return Family{
		Name:    "mgrid",
		Kind:    quorum.KindSystem,
		Summary: "M-Grid: as many rows as columns of a square grid, ⌈√(b+1)⌉",
		Params: []Param{
			{Name: "side", Doc: "side of the grid, 1..4096"},
			{Name: "b", Doc: "number of liars, 2b < side"},
		},
		Exists:  "n = side², 2b+1 <= side; by default the greatest b, side >= 3",
		Source:  "Malkhi, Reiter and Wool 2000",
		resolve: func(a *args) (*plan, error) { return mGridPlan(a.int("side"), a.int("b")) },
		forN:    squareForN("mgrid", 3, func(side int) (*plan, error) { return mGridPlan(side, (side-1)/2) }),
	}
}

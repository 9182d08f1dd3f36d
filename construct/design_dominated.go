package construct

import (
	"context"

	"coterie/planes"
	"coterie/quorum"
)

// DesignSurficialDominatingSet returns a set that shows that the system of DesignSurficial is
// dominated, as Joung's Theorem 3.4 does for the surficial system: it meets every quorum of the
// cartels 2..m, and neither contains nor is contained in a quorum of cartel 1. So with it as one
// more quorum of cartel 1 the system dominates the given one. If the system is nondominated, the
// set is empty. Errors are those of DesignSurficial.
//
// Only the systems of one node are nondominated, and the system of three cartels in one block with
// d = 2: the affine plane of order 2.
//
// Cost: O(m²) for the design and O(R·d²) for the array.
//
// Proof: docs/theorems/designs-dominated.md.
func DesignSurficialDominatingSet(ctx context.Context, design BlockDesign, size, degree int) (quorum.Set, error) {
	c, err := designOfDegree(design, size, degree)
	if err != nil {
		return quorum.Set{}, err
	}
	if c.m == c.R && (degree == 1 || degree == 2 && c.R == 3) {
		return quorum.Set{}, nil
	}
	blocks, err := c.build(ctx)
	if err != nil {
		return quorum.Set{}, err
	}
	net, err := planes.NewNet(ctx, degree, c.R)
	if err != nil {
		return quorum.Set{}, err
	}
	array := net.OrthogonalArray()
	var set []int
	first := -1 // the first block of cartel 1, where the exchange is made; its first column belongs to cartel 1
	for b, block := range blocks.AllBlocks() {
		mine := block[0] == 0 // cartel 1 is the least point of its blocks
		if mine && first < 0 {
			first = b
		}
		for row, symbols := range array {
			// v has the symbol 0 in the first two columns, as no other row.
			isV := b == first && symbols[0] == 0 && symbols[1] == 0
			if in := mine && symbols[0] == 0; degree == 1 && !in || degree > 1 && in && !isV {
				set = append(set, b*len(array)+row)
			}
		}
	}
	if degree == 1 {
		return quorum.SetOf(set...), nil
	}
	var v []int
	for _, symbols := range array {
		if symbols[0] == 0 && symbols[1] == 0 {
			v = symbols
		}
	}
	for column := 1; column < c.R; column++ {
		other := min(2, degree-1)
		if column == 1 {
			other = 1
		}
		for row, symbols := range array {
			if symbols[0] == other && symbols[column] == v[column] {
				set = append(set, first*len(array)+row)
			}
		}
	}
	return quorum.SetOf(set...), nil
}

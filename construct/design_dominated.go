package construct

import (
	"fmt"

	"coterie/planes"
	"coterie/quorum"
)

// DesignSurficialDominatingSet returns a set that shows that the system of DesignSurficial is dominated, as Joung's Theorem
// 3.4 does for the surficial system: it meets every quorum of the cartels 2..m, and neither contains nor is contained in a
// quorum of cartel 1. So with it as one more quorum of cartel 1 the system dominates the given one. The error is that of
// DesignSurficial, or a *NondominatedError for the systems that are nondominated.
//
// # Which systems over designs are dominated
//
// All but those of one node (one block, d = 1), and the one of three cartels in one block with d = 2, whose quorums are the
// six pairs of four nodes: the affine plane of order 2.
//
// Proof. For d >= 2 let v be the node of cartel 1's first block, of R cartels, in quorum Q = (1,1) and in the first quorum of
// the block's second cartel. For each of the other R-1 quorums P_j through v let w_j be a node of P_j in that block, in
// another quorum of cartel 1: in quorum (1,2) for the first of them, and for the others in (1,3), or (1,2) if d = 2. Each w_j
// exists, as P_j meets every quorum of cartel 1 in the block that it shares with it; they differ, as P_i and P_j share v
// alone. T = Q ∖ {v} ∪ {w_1, ..., w_(R-1)} meets what Q meets, and the P_j in the w_j: all of the other cartels. It does not
// contain Q. Another quorum of cartel 1 has r·d nodes, none of them in Q, so T contains it only if r·d of the w_j are in
// it. For d >= 3 quorum (1,2) has one w_j, and (1,3) has R-2 <= d-1 < r·d (an array of d >= 2 symbols has at most d+1
// columns). For d = 2, R <= 3 and quorum (1,2) has R-1 <= 2 of them, which is r·d only for r = 1, R = 3: the exception.
// T has at least as many nodes as a quorum and is none, so it is in none.
//
// For d = 1 and r >= 2 let T be all nodes outside the one quorum of cartel 1: every other cartel has r-1 >= 1 blocks without
// cartel 1, so T meets its quorum, and T and the quorum of cartel 1 are not empty and disjoint.
//
// With one node the only non-empty set is a quorum. In the plane of order 2 a set that meets both lines of each of two classes
// has two points or more. Three points contain a line of every class; two are a line, of the third class, or else of one of
// the first two, and then they miss its parallel. ∎
//
// Cost: O(m²) for the design and O(R·d²) for the array.
func DesignSurficialDominatingSet(design BlockDesign, size, degree int) (quorum.Set, error) {
	p, err := designSurficialPlan(design, size, degree)
	if err != nil {
		return quorum.Set{}, err
	}
	c, err := designOfSize(design, size)
	if err != nil {
		return quorum.Set{}, err
	}
	if c.m == c.R && (degree == 1 || degree == 2 && c.R == 3) {
		return quorum.Set{}, &NondominatedError{Spec: (&Instance{designSurficialFamily(), p}).Spec()}
	}
	blocks, err := c.build()
	if err != nil {
		return quorum.Set{}, err
	}
	net, err := planes.NewNet(degree, c.R)
	if err != nil {
		return quorum.Set{}, err
	}
	array := net.OrthogonalArray()
	var set []int
	first := -1 // the first block of cartel 1, where the exchange is made; its first column is that of cartel 1
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

// NondominatedError says that no set shows that a system is dominated: it is nondominated.
type NondominatedError struct{ Spec string }

func (e *NondominatedError) Error() string {
	return fmt.Sprintf("%s is nondominated: every set that meets all quorums of the other cartels contains one of cartel 1", e.Spec)
}

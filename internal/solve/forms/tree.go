package forms

import (
	"context"
	"math/big"

	"coterie/internal/machine/par"
	"coterie/quorum"
)

// The numbers of construct.Tree, by its recursions.

// TreeCounts returns T_0, ..., T_height.
func TreeCounts(height, degree int) []*big.Int {
	count := []*big.Int{bigOf(1)}
	for range height {
		t := count[len(count)-1]
		all := new(big.Int).Exp(t, bigOf(degree), nil)
		count = append(count, all.Add(all, times(degree, t)))
	}
	return count
}

// TreeFactor returns A_h = 1 + t^{degree-1} for t = T_{h-1}.
func TreeFactor(t *big.Int, degree int) *big.Int {
	a := new(big.Int).Exp(t, bigOf(degree-1), nil)
	return a.Add(a, bigOf(1))
}

// TreeEntries returns the sum of the quorum sizes, E_h = D·(T_{h-1} + E_{h-1}) +
// D·E_{h-1}·T_{h-1}^{D-1}.
func TreeEntries(height, degree int) *big.Int {
	e := bigOf(1)
	for _, t := range TreeCounts(height, degree)[:height] {
		e.Mul(e, TreeFactor(t, degree))
		e.Add(e, t)
		e = times(degree, e)
	}
	return e
}

// TreeResponsibilities returns the least and the greatest responsibility; see construct.Tree for
// the levels that have them.
func TreeResponsibilities(height, degree int) (least, greatest *big.Int) {
	if height == 0 {
		return bigOf(1), bigOf(1)
	}
	count := TreeCounts(height-1, degree)
	greatest = bigOf(degree) // R_{H-1} = A_H···A_2·D·T_0
	for _, t := range count[1:] {
		greatest.Mul(greatest, TreeFactor(t, degree))
	}
	if height == 1 {
		return bigOf(2), greatest
	}
	return times(degree, count[height-1]), greatest
}

// TreeQuorums lists the quorums of construct.Tree on n nodes.
func TreeQuorums(ctx context.Context, n, height, degree int) (quorum.Family, error) {
	b, err := quorum.NewFamilyBuilder(n)
	if err != nil {
		return quorum.Family{}, err
	}
	poll := par.NewPoll(ctx)
	treeQuorums(nil, 0, height, degree, func(q []int) bool {
		if err = poll.Err(); err == nil {
			err = b.Add(q...)
		}
		return err == nil
	})
	return b.Family(), err
}

// treeQuorums yields chosen with each quorum of the subtree of root, of the given height, appended
// to it, until yield returns false. It reports whether yield never did. The slices share memory.
func treeQuorums(chosen []int, root, height, degree int, yield func([]int) bool) bool {
	if height == 0 {
		return yield(append(chosen, root))
	}
	first := root*degree + 1
	for child := first; child < first+degree; child++ {
		if !treeQuorums(append(chosen, root), child, height-1, degree, yield) {
			return false
		}
	}
	if height == 1 {
		// As the general case below, which would go one level deeper for each leaf, and there may
		// be many leaves.
		for child := first; child < first+degree; child++ {
			chosen = append(chosen, child)
		}
		return yield(chosen)
	}
	var fromChild func(chosen []int, child int) bool
	fromChild = func(chosen []int, child int) bool {
		if child == first+degree {
			return yield(chosen)
		}
		return treeQuorums(chosen, child, height-1, degree, func(chosen []int) bool {
			return fromChild(chosen, child+1)
		})
	}
	return fromChild(chosen, first)
}

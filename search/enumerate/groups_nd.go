package enumerate

import (
	"context"
	"math/big"
	"math/bits"
)

// countNondominatedTuples counts the nondominated systems of m cartels on at most 6 nodes that a
// renaming of type t leaves as they are: the sum over the coteries a that it leaves of m to the
// power of the number of components, those that it exchanges counted together. m must be at least
// 2.
func countNondominatedTuples(ctx context.Context, t cycleType, m int) (*big.Int, error) {
	of, err := coteriesByComponents(ctx, t)
	if err != nil {
		return nil, err
	}
	sum := new(big.Int)
	for j := len(of) - 1; j >= 0; j-- {
		sum.Mul(sum, big.NewInt(int64(m)))
		sum.Add(sum, new(big.Int).SetUint64(of[j]))
	}
	return sum, nil
}

// coteriesByComponents returns how many of the coteries on at most 6 nodes that a renaming of type
// t leaves as they are have 0, 1, 2, ... components. A coterie a with a fixed node v is e where v
// is not in the set, and p where it is, with e <= p∧p*; the other nodes may be renamed, so p is the
// first of its orbit.
func coteriesByComponents(ctx context.Context, t cycleType) ([]uint64, error) {
	n, to := t.nodes(), renamingWithCycles(t)
	var of []uint64
	add := func(a table, times int) {
		if a == 0 {
			return // no quorum
		}
		j := len(openComponents(a, n, to))
		for len(of) <= j {
			of = append(of, 0)
		}
		of[j] += uint64(times)
	}
	if t.fixedNodes() == 0 {
		l, err := invariantLattice(ctx, t)
		if err != nil {
			return nil, err
		}
		for i, a := range l.members {
			if a.below(l.members[l.duals[i]]) {
				add(a, 1)
			}
		}
		return of, context.Cause(ctx)
	}
	l, err := invariantLattice(ctx, t.without(1))
	if err != nil {
		return nil, err
	}
	for o, i := range l.first {
		p := l.members[i]
		most := p & l.members[l.duals[i]]
		for _, e := range l.members[:i+1] {
			if e.below(most) {
				add(e|p<<(1<<(n-1)), l.size[o])
			}
		}
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
	}
	return of, nil
}

// openComponents returns the components of the sets that a coterie a on n nodes leaves open: those
// that meet all its quorums and contain none. Two of them are linked if one contains the other, if
// they are complements, and (where to is not nil) if to renames one into the other. They ascend by
// their least set.
//
// Between two open sets, one in the other, all sets are open, so it is enough to add or take one
// node.
func openComponents(a table, n int, to []int) []table {
	open := a.dual(n) &^ a
	var parts []table
	for left := open; left != 0; {
		part := left & -left
		for {
			wider := part
			for i := range n {
				wider |= part &^ with(i) << (1 << i)
				wider |= part & with(i) >> (1 << i)
			}
			wider |= table(bits.Reverse64(uint64(wider)) >> (64 - 1<<n))
			if to != nil {
				wider |= part.renamed(to)
			}
			wider &= open
			if wider == part {
				break
			}
			part = wider
		}
		parts = append(parts, part)
		left &^= part
	}
	return parts
}

package floor

import (
	"math/big"
	"slices"

	"coterie/fleet"
)

// class is nodes that no figure but availability tells apart: alike for fleet.Alike. The mean of a
// solution over all exchanges of such nodes is a solution too, for the relaxations are convex; so
// one variable stands for all of them.
type class struct {
	nodes []int
	node  fleet.Node // the first
	count *big.Rat
}

func classes(f *fleet.Fleet) []class {
	var all []class
	for i, v := range f.Nodes {
		k := slices.IndexFunc(all, func(c class) bool { return f.Alike(c.nodes[0], i) })
		if k < 0 {
			k = len(all)
			all = append(all, class{node: v, count: new(big.Rat)})
		}
		all[k].nodes = append(all[k].nodes, i)
		all[k].count.Add(all[k].count, one)
	}
	return all
}

var (
	zero = new(big.Rat)
	one  = big.NewRat(1, 1)
)

func minus(x *big.Rat) *big.Rat { return new(big.Rat).Neg(x) }

func ratio(x, y *big.Rat) *big.Rat { return new(big.Rat).Quo(x, y) }

func product(x, y *big.Rat) *big.Rat { return new(big.Rat).Mul(x, y) }

func whole(k int) *big.Rat { return big.NewRat(int64(k), 1) }

package floor

import (
	"math"
	"math/big"

	"coterie/fleet"
)

// BySame is the argument of SameLoad, in words.
const BySame = "quorums of one family that meet each other, in expected numbers of requests at each node"

// SameLoad returns what the mean load of no system is below whose reads and writes have the same
// quorums, in seconds a request.
//
// Two requests that are reads with probability m meet, which bounds the load at each share; the m
// that says most of 65 is taken. The weighted mean of these bounds holds for strategies that adapt,
// too.
//
// Proof: docs/theorems/meeting-products.md (9).
func SameLoad(f *fleet.Fleet) *big.Rat {
	load := new(big.Rat)
	for _, share := range f.Workload.Shares {
		least := new(big.Rat)
		const parts = 64
		for k := range int64(parts + 1) {
			sum := squares(f, share.Reads, big.NewRat(k, parts))
			if sum == nil {
				continue
			}
			v, _ := sum.Float64()
			root := new(big.Rat).SetFloat64((1 - 1e-12) / math.Sqrt(v))
			if root == nil || root.Cmp(least) <= 0 || product(product(root, root), sum).Cmp(one) > 0 {
				continue
			}
			least = root
		}
		load.Add(load, product(share.Weight, least))
	}
	return load
}

// squares returns the sum of c² of SameLoad at a share of reads; nil where that says nothing.
func squares(f *fleet.Fleet, reads, m *big.Rat) *big.Rat {
	writes, other := new(big.Rat).Sub(one, reads), new(big.Rat).Sub(one, m)
	if reads.Sign() == 0 && m.Sign() > 0 || writes.Sign() == 0 && other.Sign() > 0 {
		return nil // what is never asked for keeps no node busy
	}
	sum := new(big.Rat)
	for _, v := range f.Nodes {
		c := new(big.Rat)
		if m.Sign() > 0 {
			c = ratio(product(m, v.Reads), reads)
		}
		if other.Sign() > 0 {
			if d := ratio(product(other, v.Writes), writes); d.Cmp(c) > 0 {
				c = d
			}
		}
		sum.Add(sum, product(c, c))
	}
	return sum
}

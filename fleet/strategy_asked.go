package fleet

import "math/big"

// Asked returns how many requests of a kind ask each node of f under the strategy, in the mean of
// one request of that kind, over places and, where the strategy differs between them, over shares
// of reads.
func (st *Strategy) Asked(f *Fleet, kind Operation) []*big.Rat {
	each := make([]*big.Rat, f.N())
	for i := range each {
		each[i] = new(big.Rat)
	}
	for _, m := range st.Menus {
		weight := new(big.Rat)
		if m.Operation == kind {
			weight.Set(f.Clients[m.Place].Share)
		}
		all := f.Workload.MeanReads()
		if kind == Writes {
			all.Sub(big.NewRat(1, 1), all)
		}
		if m.Share >= 0 && all.Sign() > 0 {
			share := f.Workload.Shares[m.Share]
			weight.Mul(weight, new(big.Rat).Quo(new(big.Rat).Mul(share.Weight, share.Of(kind)), all))
		}
		for _, c := range m.Choices {
			for _, v := range c.Nodes {
				each[v].Add(each[v], new(big.Rat).Mul(weight, c.Weight))
			}
		}
	}
	return each
}

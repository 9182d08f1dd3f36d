package compare

import (
	"cmp"
	"context"
	"errors"
	"math/big"
)

// messages enters three messages for each other node that is asked. The quorums are the S_i, or
// those of a strategy that every node follows. A quorum of size K then contains the asking node in
// K of n cases.
func (f *filling) messages(context.Context) error {
	if f.asked != nil {
		f.MessagesBy, f.Messages.Exact = BySites, f.asked.Mul(f.asked, big.NewRat(3, 1))
		return nil
	}
	f.MessagesBy = ByLoad
	each := big.NewRat(3*int64(f.N-1), int64(f.N)) // for each node of a quorum
	mean := new(big.Rat)
	switch even := f.evenSize(); {
	case even != nil:
		mean.SetInt(even)
	case f.mean != nil:
		mean.Set(f.mean)
	case f.chosen != nil:
		for g, chosen := range f.chosen {
			share := big.NewRat(1, 1)
			if f.shares != nil {
				share = f.shares[g].Rat()
			}
			for _, c := range chosen {
				weight := new(big.Rat).Mul(share, c.Weight.Rat())
				mean.Add(mean, weight.Mul(weight, big.NewRat(int64(c.Nodes.Len()), 1)))
			}
		}
	default:
		if f.K.Min != nil && f.K.Max != nil {
			low, _ := new(big.Rat).Mul(each, new(big.Rat).SetInt(f.K.Min)).Float64()
			high, _ := new(big.Rat).Mul(each, new(big.Rat).SetInt(f.K.Max)).Float64()
			f.Messages.Interval = &Interval{low, high, 1}
		}
		// A strategy of least load would say how often each size is used.
		return errors.New(cmp.Or(f.Load.Reason, f.known.Unlisted))
	}
	f.Messages.Exact = mean.Mul(mean, each)
	return nil
}

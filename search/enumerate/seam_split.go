package enumerate

import (
	"context"
	"math/big"
)

// fourSplit counts the self-dual functions of k+4 variables all of whose quarter functions (what is
// left when the last four variables have values) are in the lattice.
func fourSplit(ctx context.Context, l *lattice, opts Options) (*big.Int, error) {
	return sumOverBottoms(ctx, opts, "four nodes apart", belowDuals(l), func() func(e table) (wide, error) {
		v := newBottomIntervals(l)
		return func(e table) (sum wide, err error) {
			v.from(e)
			for i, a := range v.inside {
				if err := stopped(ctx); err != nil {
					return sum, err
				}
				da := a.dual(l.k)
				for j, b := range v.inside[:i+1] {
					db := b.dual(l.k)
					for h, c := range v.inside[:j+1] {
						dc := c.dual(l.k)
						times := uint64(6)
						switch {
						case i == j && j == h:
							times = 1
						case i == j || j == h:
							times = 3
						}
						sum.add(times*(v.size(a&b&c)*v.size(a&db&dc)), v.size(da&b&dc)*v.size(da&db&c))
					}
				}
			}
			return sum, nil
		}
	})
}

package load

import (
	"context"
	"fmt"
	"math/big"
	"math/bits"
	"slices"

	"coterie/quorum"
)

// smallestSet returns how many quorums of c nodes a system on n nodes with a load L < value has at
// least, if it has none with less than c; 0 is always true. The proof is in
// docs/theorems/least-load-search.md.
func smallestSet(n, c int, value *big.Rat) int {
	if c < 2 {
		return 0
	}
	weight := new(big.Rat).Mul(value, big.NewRat(int64(c), 1))
	weight.Sub(weight, big.NewRat(1, 1))
	weight.Quo(weight, big.NewRat(int64(c-1), 1))
	left := new(big.Rat).Mul(value, big.NewRat(int64(-n), 1))
	left.Add(left, big.NewRat(int64(c+1), 1))
	if left.Sign() < 0 || weight.Sign() <= 0 {
		return 0
	}
	ratio := left.Quo(left, weight)
	return int(new(big.Int).Quo(ratio.Num(), ratio.Denom()).Int64()) + 1 // the least number greater than ratio
}

// families lists one of each class of families of count sets of c of n nodes, every two of which
// meet, up to renaming of the nodes. The first set of each is that of the first c nodes. Each
// family of k+1 sets contains one of k, so that all are found by adding a set to one of each class.
func families(ctx context.Context, n, c, count int) ([][]uint64, error) {
	classes := [][]uint64{{1<<c - 1}}
	for size := 2; size <= count; size++ {
		known := map[string][]quorum.Family{}
		var next [][]uint64
		for _, sets := range classes {
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			for set := uint64(1); set < 1<<n; set++ {
				if bits.OnesCount64(set) != c || slices.ContainsFunc(sets, func(other uint64) bool { return other == set || other&set == 0 }) {
					continue
				}
				wider := append(slices.Clone(sets), set)
				f := family(n, wider)
				key := key(n, wider)
				if !slices.ContainsFunc(known[key], func(g quorum.Family) bool { _, same := quorum.Isomorphism(f, g); return same }) {
					known[key] = append(known[key], f)
					next = append(next, wider)
				}
			}
		}
		classes = next
	}
	return classes, nil
}

// key is the same for families that differ by a renaming: of each set, the responsibilities of its
// nodes and how many nodes it shares with others.
func key(n int, sets []uint64) string {
	var responsibility [64]int
	for _, set := range sets {
		for v := range quorum.SetOfMask(set).All() {
			responsibility[v]++
		}
	}
	keys := make([]string, len(sets))
	for i, set := range sets {
		var nodes, shared []int
		for v := range quorum.SetOfMask(set).All() {
			nodes = append(nodes, responsibility[v])
		}
		for _, other := range sets {
			shared = append(shared, bits.OnesCount64(set&other))
		}
		slices.Sort(nodes)
		slices.Sort(shared)
		keys[i] = fmt.Sprint(nodes, shared)
	}
	slices.Sort(keys)
	return fmt.Sprint(keys)
}

package construct

import (
	"cmp"
	"context"
	"iter"
	"math/big"
	"math/bits"
	"slices"

	"coterie/internal/machine/par"
	"coterie/quorum"
)

// Families whose quorums are found by a search list them as masks: bit v stands for node v, of at
// most 64.

// listMasks collects the masks that a search yields in lexicographic order of their nodes, or
// returns errMore if there are more than limit, or the cause of ctx if that ends first.
func listMasks(ctx context.Context, found iter.Seq[uint64], limit int) ([]uint64, error) {
	var list []uint64
	poll := par.NewPoll(ctx)
	for m := range found {
		if len(list) == limit {
			return nil, errMore
		}
		if err := poll.Err(); err != nil {
			return nil, err
		}
		list = append(list, m)
	}
	// Of two sets, neither in the other, the first has the least node that is not in both.
	slices.SortFunc(list, func(a, b uint64) int { return cmp.Compare(bits.Reverse64(b), bits.Reverse64(a)) })
	return list, nil
}

// masksBuilder returns a function that makes the system of n nodes whose quorums a search yields.
func masksBuilder(n int, found iter.Seq[uint64]) func(ctx context.Context, name string, limit int) (quorum.Structure, error) {
	return func(ctx context.Context, name string, limit int) (quorum.Structure, error) {
		list, err := listMasks(ctx, found, limit)
		if err != nil {
			return nil, err
		}
		family, err := quorum.FamilyOfMasks(n, list)
		if err != nil {
			return nil, err
		}
		return structure(quorum.NewSystem(name, family, quorum.SystemOptions{}))
	}
}

// uncounted returns the figures of a system for which only the size of the smallest quorums is
// known. The number of quorums is known for the systems up to upTo only.
func uncounted(least int, upTo string) (quorums counter, shape func(context.Context) (Shape, error)) {
	return closed(func() *big.Int { return nil }), func(context.Context) (Shape, error) {
		why := "no formula is known for the number of quorums, and they are counted up to " + upTo + " only"
		return Shape{MinQuorum: least, Unknown: why}, nil
	}
}

// countedMasks returns the figures of the system of n nodes whose quorums a search yields, from one
// run of it when they are first asked for.
func countedMasks(n int, found iter.Seq[uint64]) (quorums counter, shape func(context.Context) (Shape, error)) {
	figures := par.Once(func(ctx context.Context) (Shape, error) {
		count, least, greatest := 0, n, 0
		responsibilities := make([]int, n)
		poll := par.NewPoll(ctx)
		for m := range found {
			if err := poll.Err(); err != nil {
				return Shape{}, err
			}
			size := bits.OnesCount64(m)
			count, least, greatest = count+1, min(least, size), max(greatest, size)
			for ; m != 0; m &= m - 1 {
				responsibilities[bits.TrailingZeros64(m)]++
			}
		}
		return Shape{
			Quorums: bigOf(count), MinQuorum: least, MaxQuorum: greatest,
			MinResponsibility: bigOf(slices.Min(responsibilities)), MaxResponsibility: bigOf(slices.Max(responsibilities)),
			Method: "counted on the listed quorums",
		}, nil
	})
	return ofFigures(figures)
}

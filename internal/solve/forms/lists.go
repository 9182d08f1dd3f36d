package forms

import (
	"context"
	"math/big"
	"slices"

	"coterie/internal/machine/par"
	"coterie/internal/solve/sets"
	"coterie/quorum"
)

// OfSize returns all sets of the given size of n nodes, 1 <= size <= n, in lexicographic order.
// The error is the cause of ctx if that ends first.
func OfSize(ctx context.Context, n, size int) (quorum.Family, error) {
	b, err := quorum.NewFamilyBuilder(n)
	if err != nil {
		return quorum.Family{}, err
	}
	count := int(new(big.Int).Binomial(int64(n), int64(size)).Int64())
	b.Grow(count, count*size)
	poll := par.NewPoll(ctx)
	for q := range sets.Combinations[int32](n, size) {
		if err := poll.Err(); err != nil {
			return quorum.Family{}, err
		}
		if err := b.AddSorted(q); err != nil {
			return quorum.Family{}, err
		}
	}
	return b.Family(), nil
}

// Within returns the quorums of f that lie within 0..n-1, over these nodes.
func Within(ctx context.Context, f quorum.Family, n int) (quorum.Family, error) {
	b, err := quorum.NewFamilyBuilder(n)
	if err != nil {
		return quorum.Family{}, err
	}
	poll := par.NewPoll(ctx)
	for _, q := range f.All() {
		if err := poll.Work(len(q)); err != nil {
			return quorum.Family{}, err
		}
		if int(q[len(q)-1]) >= n {
			continue
		}
		if err := b.AddSorted(q); err != nil {
			return quorum.Family{}, err
		}
	}
	return b.Family(), nil
}

// Merged returns the minimal images of the quorums of f under a map of their nodes to 0..n-1.
func Merged(ctx context.Context, f quorum.Family, n int, to func(v int32) int32) (quorum.Family, error) {
	b, err := quorum.NewFamilyBuilder(n)
	if err != nil {
		return quorum.Family{}, err
	}
	var image []int32
	poll := par.NewPoll(ctx)
	for _, q := range f.All() {
		if err := poll.Work(len(q)); err != nil {
			return quorum.Family{}, err
		}
		image = image[:0]
		for _, v := range q {
			image = append(image, to(v))
		}
		slices.Sort(image)
		if err := b.AddSorted(slices.Compact(image)); err != nil {
			return quorum.Family{}, err
		}
	}
	return b.Family().Minimize(ctx)
}

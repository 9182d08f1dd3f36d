package availability

import (
	"context"
	"fmt"

	"coterie/internal/solve/given"
	"coterie/quorum"
)

// CountDisjoint is CountLive for the sets that contain r >= 1 pairwise disjoint quorums of f. If
// the nodes of such a set survive, r processes can be in at once, each with a quorum of its own.
// The counts give the (k,r)-availability of a k-coterie (Kakugawa, Fujita, Yamashita and Ae, IEEE
// Trans. Comput. 42, 1993). Where f has fewer than r disjoint quorums, the result is the zero
// LiveSets, without counts. Up to 25 nodes in use are counted in a table of all their sets; for
// more, the minimal sets with r disjoint quorums are listed. The error is a *quorum.LimitError,
// too, where there are too many sets, or too many pairs on the way to them. It panics if r < 1.
func CountDisjoint(ctx context.Context, q quorum.Quorums, r int, opts LiveOptions) (LiveSets, error) {
	if r < 1 {
		panic(fmt.Sprintf("availability: CountDisjoint: r = %d", r))
	}
	if f, listed := q.List(); listed && f.Len() > 0 && f.N() <= MaxLiveNodes {
		if l, ok, err := disjointOnLattice(ctx, f, r); ok {
			return l, err
		}
	}
	sets, err := disjointUnions(ctx, q, r, maxDisjointUnions)
	if err != nil || len(sets) == 0 {
		return LiveSets{}, err
	}
	unions, err := quorum.FamilyOfSets(q.N(), sets)
	if err != nil {
		return LiveSets{}, err
	}
	return CountLive(ctx, unions, opts)
}

// maxDisjointUnions bounds the number of sets whose live sets CountDisjoint counts.
const maxDisjointUnions = 20_000

// disjointUnions returns the minimal node sets that contain r >= 1 pairwise disjoint quorums of f,
// in lexicographic order. There may be none.
//
// A set contains r+1 disjoint quorums iff it contains u ∪ q for a quorum q and a minimal set u for
// r that is disjoint from q: if u' ⊆ u is such a set, q is disjoint from u' as well, and u' ∪ q ⊆ u
// ∪ q. So the sets for r+1 are the minimal ones of these unions. Cost O(|f|·U·n/64) for U sets at
// each step, and the square of their number to keep the minimal ones. The error is a
// *quorum.LimitError if there are more than limit unions at a step, or more than 10⁹ pairs to try
// at one, or the cause of ctx if that ends first. It panics if r < 1.
func disjointUnions(ctx context.Context, q quorum.Quorums, r, limit int) (sets []quorum.Set, err error) {
	f, err := given.List(q)
	if err != nil {
		return nil, err
	}
	if r < 1 {
		panic(fmt.Sprintf("availability: disjointUnions: r = %d", r))
	}
	if r > 1 && float64(f.Len())*float64(f.Len()) > maxUnionPairs {
		return nil, &quorum.LimitError{What: "pairs of a quorum and a set of disjoint quorums", Limit: maxUnionPairs}
	}
	quorums := f.Minimized().Sets()
	unions := quorums
	for range r - 1 {
		// Without many disjoint pairs the limit on unions would not end a step.
		if float64(len(unions))*float64(len(quorums)) > maxUnionPairs {
			return nil, &quorum.LimitError{What: "pairs of a quorum and a set of disjoint quorums", Limit: maxUnionPairs}
		}
		seen := map[string]bool{}
		var larger []quorum.Set
		for _, u := range unions {
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			for _, q := range quorums {
				if u.Intersects(q) {
					continue
				}
				union := u.Union(q)
				if key := union.String(); !seen[key] {
					seen[key] = true
					larger = append(larger, union)
				}
				if len(seen) > limit {
					return nil, &quorum.LimitError{What: "sets of disjoint quorums", Limit: limit}
				}
			}
		}
		all, err := quorum.FamilyOfSets(f.N(), larger)
		if err != nil {
			return nil, err
		}
		unions = all.Minimized().Sets()
	}
	return unions, nil
}

// maxUnionPairs bounds the pairs that disjointUnions tries at a step, to some ten seconds.
const maxUnionPairs = 1_000_000_000

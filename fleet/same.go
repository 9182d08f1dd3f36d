package fleet

import (
	"context"

	"coterie/internal/machine/memory"
	"coterie/internal/solve/sets"
)

// Same reports whether reads and writes have the same quorums, as Requirements.Same asks. The error
// is a *quorum.LimitError where the question takes too long.
func (s System) Same(ctx context.Context) (bool, error) {
	rf, rok := s.Reads.Formula()
	wf, wok := s.Writes.Formula()
	if rok && wok && rf.String() == wf.String() {
		return true, nil
	}
	const figure = "whether reads and writes have the same quorums"
	lists, err := s.lists(ctx)
	if err != nil {
		return false, notFound(figure, err)
	}
	if n := s.Reads.N(); n <= maxMeetsTable { // a quorum may contain another one
		if err := memory.Ask(ctx, "the sets with a quorum", 1<<n/4); err != nil {
			return false, notFound(figure, err)
		}
		reads, writes := sets.Up(n, lists[0].All()), sets.Up(n, lists[1].All())
		return reads.SubsetOf(writes.Bits) && writes.SubsetOf(reads.Bits), nil
	}
	return lists[0].Sorted().Equal(lists[1].Sorted()), nil
}

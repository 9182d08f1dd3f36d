package fleet

import (
	"context"
	"fmt"

	"coterie/internal/machine/memory"
	"coterie/internal/solve/sets"
	"coterie/quorum"
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
	return alike(lists), nil
}

// alike reports whether two families of minimal quorums have the same sets.
func alike(lists [2]quorum.Family) bool {
	if lists[0].Len() != lists[1].Len() {
		return false
	}
	seen := map[string]bool{}
	for _, set := range lists[0].All() {
		seen[fmt.Sprint(set)] = true
	}
	for _, set := range lists[1].All() {
		if !seen[fmt.Sprint(set)] {
			return false
		}
	}
	return true
}

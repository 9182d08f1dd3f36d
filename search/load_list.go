package search

import (
	"context"
	"fmt"
	"iter"

	"coterie/measure"
	"coterie/quorum"
	"coterie/search/enumerate"
)

// loadClasses yields one of each class of nondominated coteries on n nodes.
func loadClasses(ctx context.Context, n, jobs int) iter.Seq2[enumerate.Item, error] {
	return enumerate.List(ctx, enumerate.Query{Nodes: n, Nondominated: true, Classes: true}, enumerate.Options{Jobs: jobs})
}

// listAll finds the load of one of each class of nondominated coteries.
func (s *loadSearch) listAll(ctx context.Context) error {
	s.at("the load of every class of nondominated coteries on " + loadNodes(s.n))
	classes, reach := 0, 0
	for item, err := range loadClasses(ctx, s.n, s.opts.Jobs) {
		if err != nil {
			return err
		}
		family := item.Cartels[0].Family()
		load, err := measure.FindLoad(ctx, family, measure.LoadOptions{})
		if err != nil {
			return err
		}
		classes++
		value := FigureOf(load.Value.Rat())
		switch {
		case s.result.Upper == nil || value.Cmp(s.result.Upper) < 0:
			reach = 1
			if err := s.keep(ctx, family, load, "one of the nondominated coteries"); err != nil {
				return err
			}
		case value.Cmp(s.result.Upper) == 0:
			reach++
		}
	}
	if classes == 0 {
		return fmt.Errorf("internal error: no class of nondominated coteries on %s", loadNodes(s.n))
	}
	words := fmt.Sprintf("the %d classes of nondominated coteries on %s", classes, loadNodes(s.n))
	if classes == 1 {
		words = fmt.Sprintf("the one class of nondominated coteries on %s", loadNodes(s.n))
	}
	r := s.result
	r.UpperBy = "the best of " + words
	if r.Lower.Cmp(r.Value) > 0 {
		return fmt.Errorf("internal error: %s: the least load is %v, below %v by %s", words, r.Value, r.Lower, r.LowerBy)
	}
	if r.Lower.Cmp(r.Value) == 0 {
		r.Notes = append(r.Notes, "the same lower bound follows by "+r.LowerBy)
	}
	s.raise(r.Value.Rat(), "exhaustive, over "+words)
	if classes > 1 {
		r.Notes = append(r.Notes, fmt.Sprintf("%d of %s", reach, words)+loadReach(reach))
	}
	return nil
}

func loadReach(count int) string {
	if count == 1 {
		return " reaches it"
	}
	return " reach it"
}

// loadFamily is the family of sets of at most 64 nodes, given as bit masks. It panics if they are no family.
func loadFamily(n int, sets []uint64) quorum.Family {
	quorums := make([][]int, len(sets))
	for i, set := range sets {
		quorums[i] = loadMembers(set)
	}
	f, err := quorum.NewFamily(n, quorums)
	if err != nil {
		panic(err)
	}
	return f
}

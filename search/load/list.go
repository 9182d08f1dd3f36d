package load

import (
	"context"
	"fmt"
	"iter"
	"math/big"

	"coterie/bounds"
	"coterie/internal/machine/work"
	"coterie/measure/loads"
	"coterie/quorum"
	"coterie/search/enumerate"
)

// classCount lists one of each class of nondominated coteries on n nodes, and compares the labelled
// ones that they stand for with their count, which another method finds: a class that was left out
// would make "exhaustive" untrue.
func classCount(ctx context.Context, n, jobs int) iter.Seq2[enumerate.Item, error] {
	return func(yield func(enumerate.Item, error) bool) {
		query, opts := enumerate.Query{Nodes: n, Nondominated: true}, enumerate.Options{Jobs: jobs}
		want, err := enumerate.Count(ctx, query, opts)
		if err != nil {
			yield(enumerate.Item{}, err)
			return
		}
		labelled := int64(0)
		query.Classes = true
		// This machine lists them, whoever decides cubes.
		for item, err := range enumerate.List(work.With(ctx, nil), query, opts) {
			if !yield(item, err) {
				return
			}
			labelled += int64(item.Orbit)
		}
		if want.Count.Cmp(big.NewInt(labelled)) != 0 {
			yield(enumerate.Item{}, quorum.Internal("the classes on %s stand for %d nondominated coteries, and there are %v by %s", nodes(n), labelled, want.Count, want.Method))
		}
	}
}

// listAll finds the load of one of each class of nondominated coteries.
func (s *run) listAll(ctx context.Context) error {
	classes, reach := 0, 0
	for item, err := range classCount(ctx, s.n, s.Options.Jobs) {
		if err != nil {
			return err
		}
		family := item.Cartels[0].Family()
		load, err := loads.Find(ctx, family, loads.Options{})
		if err != nil {
			return err
		}
		classes++
		value := new(bounds.NewFraction(load.Value.Rat()))
		switch {
		case s.Upper == nil || value.Cmp(*s.Upper) < 0:
			reach = 1
			if err := s.keep(ctx, family, load, "one of the nondominated coteries"); err != nil {
				return err
			}
		case value.Cmp(*s.Upper) == 0:
			reach++
		}
	}
	words := fmt.Sprintf("the %d classes of nondominated coteries on %s", classes, nodes(s.n))
	if classes == 1 {
		words = fmt.Sprintf("the one class of nondominated coteries on %s", nodes(s.n))
	}
	s.UpperBy = "the best of " + words
	if s.Lower.Cmp(*s.Value) > 0 {
		return quorum.Internal("%s: the least load is %v, below %v by %s", words, s.Value, s.Lower, s.LowerBy)
	}
	if s.Lower.Cmp(*s.Value) == 0 {
		s.Notes = append(s.Notes, "the same lower bound follows by "+s.LowerBy)
	}
	s.raise(s.Value.Rat(), "exhaustive, over "+words)
	if classes > 1 {
		s.Notes = append(s.Notes, fmt.Sprintf("%d of %s", reach, words)+reachOf(reach))
	}
	return nil
}

func reachOf(count int) string {
	if count == 1 {
		return " reaches it"
	}
	return " reach it"
}

// family is the family of sets of at most 64 nodes, given as bit masks. It panics if they are no
// family.
func family(n int, sets []uint64) quorum.Family {
	f, err := quorum.FamilyOfMasks(n, sets)
	if err != nil {
		panic(err)
	}
	return f
}

package load

import (
	"context"
	"fmt"
	"slices"
)

// enoughParts is how many parts there are for the workers.
const enoughParts = 64

// byOrbits goes through what is better than the best by cases, one of each orbit of names, until
// there is nothing: no solver is asked, as node weights exclude each case. It begins with two
// smallest quorums, for each number of nodes that two of them may share at most; if there may be a
// single one, with most nodes. The first cases, level by level, are parts for the workers.
func (s *run) byOrbits(ctx context.Context) error {
	for !s.Met() {
		value := s.Upper.Rat()
		least, most := sizes(s.n, value)
		if most == 0 {
			s.raise(value, bySize)
			return nil
		}
		shared, last := least, least
		if least == most && smallestSet(s.n, least, value) >= 2 {
			shared, last = least-1, max(1, 2*least-s.n)
		}
		words := fmt.Sprintf("quorum systems on %s with a load below %s", nodes(s.n), value.RatString())
		var better []uint64
		for ; shared >= last && better == nil; shared-- {
			t := newTree(s.n, value, least, shared)
			quorums := []uint64{1<<most - 1, (1<<most - 1) << (least - shared)}
			parts, err := t.search(ctx, true, t.begin(slices.Compact(quorums), []uint64{1<<s.n - 1}))
			if err != nil {
				return err
			}
			if better = t.better; better == nil {
				if better, _, err = s.inCases(ctx, parts, func() *tree { return newTree(s.n, value, least, shared) }, words); err != nil {
					return err
				}
			}
		}
		if better == nil {
			s.raise(value, "node weights that exclude every case of: "+words)
		} else if err := s.take(ctx, better, value, "linear programs over the cases of: "+words); err != nil {
			return err
		}
	}
	return nil
}

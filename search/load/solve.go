package load

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"sync"

	"coterie/bounds"
	"coterie/internal/machine/par"
	"coterie/internal/solve/sat"
	"coterie/internal/solve/session"
	"coterie/measure/loads"
	"coterie/quorum"
)

// solve goes through what is better than the best by cases, until there is nothing, and then has a
// solver refute the whole: see docs/theorems/least-load-search.md. The solver gets the node weights
// of the cases as clauses, so that nothing rests on how they were found.
func (s *run) solve(ctx context.Context, e encoding) error {
	for !s.Met() {
		value := s.Upper.Rat()
		least, most := sizes(s.n, value)
		if most == 0 {
			s.raise(value, bySize)
			return nil
		}
		words := fmt.Sprintf(e.words, nodes(s.n), value.RatString())
		starts, err := e.starts(ctx, s.n, least, most, value)
		if err != nil {
			return err
		}
		parts := make([]part, len(starts))
		for i, quorums := range starts {
			parts[i] = newTree(s.n, value, least, least).begin(quorums, nil)
		}
		better, weights, err := s.inCases(ctx, parts, func() *tree { return newTree(s.n, value, least, least) }, words)
		if err != nil {
			return err
		}
		if better != nil {
			if err := s.take(ctx, better, value, "linear programs over the cases of: "+words); err != nil {
				return err
			}
			continue
		}
		f := e.formula(ctx, s.n, least, most, value)
		f.oneOf(starts)
		f.weigh(weights, value)
		answer, err := s.Ask(ctx, session.Question{Words: words, CNF: f.cnf, Cases: f.cases, Theorems: e.theorems})
		if err != nil {
			return err
		}
		switch answer.Verdict {
		case sat.Unknown:
			return context.Cause(ctx)
		case sat.Sat:
			return quorum.Internal("a model of what the cases exclude: %s", words)
		}
		s.Notes = append(s.Notes, fmt.Sprintf("%d ways to begin, split into %d cases; %d node weights exclude them", len(starts), s.split, len(weights)))
		s.raise(value, fmt.Sprintf("no model of: %s (%s)", words, answer.By))
	}
	return nil
}

const bySize = "size, a smallest quorum of c nodes gives load >= max(1/c, c/n)"

// take keeps quorums with a load below value.
func (s *run) take(ctx context.Context, better []uint64, value *big.Rat, by string) error {
	f := family(s.n, better)
	load, err := loads.Find(ctx, f, loads.Options{})
	if err != nil {
		return err
	}
	if load.Value.Rat().Cmp(value) >= 0 {
		return quorum.Internal("a better system of load %v is none", load.Value)
	}
	return s.keep(ctx, f, load, by)
}

// inCases finds a better system, that of the first case that has one, or the node weights that
// exclude all cases, each once. Each case gets a tree of its own, so that nothing depends on the
// number of workers.
func (s *run) inCases(ctx context.Context, parts []part, newTree func() *tree, words string) (better []uint64, weights [][]int64, err error) {
	trees := make([]*tree, len(parts))
	done := 0
	var counting sync.Mutex
	first, err := par.First(ctx, s.Options.Jobs, len(parts), func(ctx context.Context, _, i int) (bool, error) {
		trees[i] = newTree()
		if _, err := trees[i].search(ctx, false, parts[i]); err != nil {
			return false, err
		}
		counting.Lock()
		defer counting.Unlock()
		done++
		s.Count("ways to begin: "+words, done, len(parts))
		return trees[i].better != nil, nil
	})
	if err != nil {
		return nil, nil, err
	}
	if first < len(parts) {
		return trees[first].better, nil, nil
	}
	known := map[string]bool{}
	s.split = 0
	for _, t := range trees {
		s.split += t.cases
		for _, w := range t.weights {
			if text := fmt.Sprint(w); !known[text] {
				known[text] = true
				weights = append(weights, w)
			}
		}
	}
	return nil, weights, nil
}

// sizes returns the least and the greatest size that the smallest quorum of a system on n nodes
// with a load below value can have by bounds.LoadFromSize; 0, 0 if there is none.
func sizes(n int, value *big.Rat) (least, most int) {
	for c := 1; c <= n; c++ {
		if bounds.LoadFromSize(n, c).Cmp(value) < 0 {
			least = cmp.Or(least, c)
			most = c
		}
	}
	return least, most
}

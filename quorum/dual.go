package quorum

import (
	"context"
	"errors"
	"iter"
	"math"
	"slices"

	"coterie/internal/machine/par"
	"coterie/internal/solve/sets"
)

// MinimalTransversals yields every minimal transversal of f (a node set that
// meets every quorum, and none of whose proper subsets does), each once, in no
// particular order: the quorums of the dual. A family without quorums has one,
// the empty set.
//
// The search is MMCS of Murakami and Uno (Discrete Applied Mathematics 170, 2014,
// doi:10.1016/j.dam.2014.01.012): extend a partial transversal by a node of an
// unmet quorum with the fewest candidates, and keep, for every chosen node, the
// quorums that it alone meets; when one of these sets is empty no extension is
// minimal. Memory O(n m / 64) words per depth; the number of answers may be
// exponential, so consume it with a limit of your own.
//
// An error is yielded last, without a set: the error of ctx, if ctx ends, even in the middle of the
// search for the next set, or if its budget of memory is too small.
func (f Family) MinimalTransversals(ctx context.Context) iter.Seq2[Set, error] {
	return func(yield func(Set, error) bool) {
		left := false
		err := f.transversals(ctx, math.MaxInt, func(t Set) bool {
			left = !yield(t, nil)
			return !left
		})
		if err != nil && !left {
			yield(Set{}, err)
		}
	}
}

// transversals yields the minimal transversals until yield returns false, ctx ends (with an error)
// or the work is used up (with a *LimitError).
func (f Family) transversals(ctx context.Context, work int, yield func(Set) bool) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	families, old := onOccurringNodes(f)
	small := families[0]
	inc, err := newIncidence(ctx, small, 0, small.Len())
	if err != nil {
		return err
	}
	s := &mmcs{
		poll:  par.NewPoll(ctx),
		work:  work,
		f:     small,
		old:   old,
		inc:   inc,
		yield: yield,
		cand:  make([]bool, small.n),
	}
	for v := range s.cand {
		s.cand[v] = true
	}
	if !s.search(sets.Full(small.Len()), nil) && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if s.work < 0 {
		return &LimitError{What: "words of sets gone over for minimal transversals", Limit: work, OnWay: true}
	}
	return nil
}

type mmcs struct {
	f      Family  // over the nodes that occur
	old    []int32 // their numbers as given; nil if they are the same
	inc    incidence
	yield  func(Set) bool
	cand   []bool
	chosen []int
	poll   par.Poll
	work   int // words that may still be gone over
}

// found yields a transversal.
func (s *mmcs) found() bool {
	if s.old == nil {
		return s.yield(SetOf(s.chosen...))
	}
	nodes := make([]int, len(s.chosen))
	for i, v := range s.chosen {
		nodes[i] = int(s.old[v])
	}
	return s.yield(SetOf(nodes...))
}

// search extends the chosen nodes; crit[k] holds the quorums that only chosen[k]
// meets. It reports whether to go on.
func (s *mmcs) search(uncovered sets.Bits, crit []sets.Bits) bool {
	branch := s.fewestCandidates(uncovered)
	if branch < 0 {
		return s.found()
	}
	var nodes []int32
	for _, v := range s.f.Quorum(branch) {
		if s.cand[v] {
			nodes = append(nodes, v)
			s.cand[v] = false
		}
	}
	goOn := true
	for _, v := range nodes {
		if goOn {
			goOn = s.take(v, uncovered, crit)
		}
		// A node tried earlier stays available in the branches of later ones: it may
		// still be needed for another quorum.
		s.cand[v] = true
	}
	return goOn
}

// take adds v to the chosen nodes if every chosen node keeps a quorum of its own.
func (s *mmcs) take(v int32, uncovered sets.Bits, crit []sets.Bits) bool {
	if s.poll.Err() != nil {
		return false
	}
	if s.work -= (len(crit)+3)*len(uncovered) + uncovered.Len(); s.work < 0 {
		return false
	}
	row := s.inc.Row(int(v))
	deeper := make([]sets.Bits, len(crit)+1)
	for k, c := range crit {
		rest := slices.Clone(c)
		if rest.Subtract(row); rest.Empty() {
			return true
		}
		deeper[k] = rest
	}
	own, still := slices.Clone(uncovered), slices.Clone(uncovered)
	own.Intersect(row)
	still.Subtract(row)
	deeper[len(crit)] = own
	s.chosen = append(s.chosen, int(v))
	goOn := s.search(still, deeper)
	s.chosen = s.chosen[:len(s.chosen)-1]
	return goOn
}

// fewestCandidates returns the uncovered quorum with the fewest candidate nodes,
// or -1 if every quorum is covered.
func (s *mmcs) fewestCandidates(uncovered sets.Bits) int {
	best, bestCount := -1, 0
	for i := range uncovered.All() {
		if s.poll.Work(len(s.f.Quorum(i))) != nil {
			return best // take stops
		}
		count := 0
		for _, v := range s.f.Quorum(i) {
			if s.cand[v] {
				count++
			}
		}
		if best < 0 || count < bestCount {
			best, bestCount = i, count
			if count == 0 {
				return best
			}
		}
	}
	return best
}

// maxDualWork bounds the words that Dual goes over, to some seconds.
const maxDualWork = 1_000_000_000

// Dual returns the family of all minimal transversals of f, in lexicographic order: the antichain
// f* with f** = the minimal sets of f. The error is a *LimitError if there are more than limit, the
// error of MinimalTransversals, or another one if f has no quorums (its dual is the empty set
// alone, which is no quorum). The search is bounded to some seconds' worth of words of sets; if it
// needs more, the error is a *LimitError, too.
func (f Family) Dual(ctx context.Context, limit int) (Family, error) {
	if f.Len() == 0 {
		return Family{}, errors.New("quorum 1 is empty")
	}
	b, err := NewFamilyBuilder(f.n)
	if err != nil {
		return Family{}, err
	}
	beyond := false
	stopped := f.transversals(ctx, maxDualWork, func(t Set) bool {
		beyond = b.family.Len() == limit
		if !beyond {
			err = b.Add(t.Nodes()...)
		}
		return !beyond && err == nil
	})
	switch {
	case stopped != nil:
		return Family{}, stopped
	case beyond:
		return Family{}, &LimitError{What: "minimal transversals", Limit: limit}
	case err != nil:
		return Family{}, err
	}
	return b.Family().Sort(ctx)
}

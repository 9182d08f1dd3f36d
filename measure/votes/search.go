package votes

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"slices"

	"coterie/internal/machine/par"
	"coterie/internal/solve/given"
	"coterie/quorum"
)

// maxRoundings bounds the totals that votes are rounded to.
const maxRoundings = 4096

// assign sets the votes of a nondominated coterie whose load is above 1/2.
func (v *Votes) assign(ctx context.Context, f quorum.Family, opts Options) error {
	rats := make([]*big.Rat, f.N())
	for x, y := range v.Load.NodeWeights {
		rats[x] = y.Rat()
	}
	weights, sum := scaledRats(rats)
	lower := leastTotalByLoad(v.Load.Value)
	if sum.BitLen() > 53 || lower.BitLen() > 53 {
		return given.Limited(fmt.Errorf("votes: the votes are too many: a total of %v", sum))
	}
	votes := make([]int, len(weights))
	for x, w := range weights {
		votes[x] = int(w.Int64())
	}
	s := newAssignmentSearch(f, votes)
	s.improveTo(int(lower.Int64()))
	v.Lower, v.LowerBy = int(lower.Int64()), "load"
	s.left = opts.maxCases()
	var stopped error
	for v.Lower < s.least {
		found, err := s.exhaust(ctx, v.Lower)
		if err != nil {
			stopped = err
			break
		}
		if found {
			break
		}
		v.Lower, v.LowerBy = v.Lower+2, "search"
	}
	v.Cases = opts.maxCases() - s.left
	v.Weights, v.Total = make([]int, f.N()), s.least
	for i, x := range s.order {
		v.Weights[x] = s.best[i]
	}
	v.Quota = v.Total/2 + 1
	if stopped != nil {
		return &quorum.LimitError{Figure: "least total of votes", Lower: big.NewRat(int64(v.Lower), 1), Upper: big.NewRat(int64(v.Total), 1), Cause: stopped}
	}
	return nil
}

// assignmentSearch looks for small votes. Its nodes are in the order of the given votes, the
// greatest first, and all votes it looks at are nonincreasing; the documentation of the package
// proves under "Votes and load" that nothing is lost, and that the shift-minimal quorums are
// enough.
type assignmentSearch struct {
	order []int // the node of each place
	// quorums are the shift-minimal ones: has[q][i] says whether place i is in quorum q.
	has   [][]bool
	best  []int // the best votes so far, by place
	least int   // their total

	// rest[q][i] bounds the votes that quorum q can have of the votes left when the places before i
	// have theirs; see newAssignmentSearch.
	rest [][]share
	left int64 // cases that may still be looked at
}

// share is the fraction part/whole.
type share struct{ part, whole int }

// newAssignmentSearch begins with the given votes of a family, which have more than half on every
// quorum and at most half on every set that contains none.
func newAssignmentSearch(f quorum.Family, votes []int) *assignmentSearch {
	n := f.N()
	s := &assignmentSearch{order: make([]int, n)}
	for x := range n {
		s.order[x] = x
	}
	slices.SortStableFunc(s.order, func(x, y int) int { return cmp.Compare(votes[y], votes[x]) })
	place := make([]int, n)
	s.best = make([]int, n)
	for i, x := range s.order {
		place[x] = i
		s.best[i] = votes[x]
		s.least += votes[x]
	}
	seen := map[string]bool{}
	row, key := make([]bool, n), make([]byte, n)
	for _, q := range f.All() {
		clear(row)
		weight := 0
		for _, x := range q {
			row[place[x]] = true
			weight += votes[x]
		}
		if !s.shiftMinimal(row, weight) {
			continue
		}
		for i, in := range row {
			key[i] = '0'
			if in {
				key[i] = '1'
			}
		}
		if !seen[string(key)] {
			seen[string(key)] = true
			s.has = append(s.has, slices.Clone(row))
		}
	}
	// Nonincreasing votes of places i.. with sum R are R times a mean of votes that are 1/j on the
	// first j of these places. So the places of q among them have at most R times the greatest
	// share that q has of a first part.
	for _, in := range s.has {
		rest := make([]share, n+1)
		rest[n] = share{0, 1}
		for i := range n {
			rest[i] = share{0, 1}
			part := 0
			for j := i; j < n; j++ {
				if in[j] {
					part++
				}
				if part*rest[i].whole > rest[i].part*(j-i+1) {
					rest[i] = share{part, j - i + 1}
				}
			}
		}
		s.rest = append(s.rest, rest)
	}
	return s
}

// shiftMinimal reports whether a quorum with the given votes contains no quorum any more when one
// of its nodes is removed, or replaced by the next node.
func (s *assignmentSearch) shiftMinimal(in []bool, weight int) bool {
	w := s.best
	for i := range in {
		if !in[i] {
			continue
		}
		less := w[i]
		if i+1 < len(in) {
			if in[i+1] {
				continue // removing the next one takes less
			}
			less -= w[i+1]
		}
		if 2*(weight-less) > s.least {
			return false
		}
	}
	return true
}

// valid reports whether nonincreasing votes have more than half on every quorum.
func (s *assignmentSearch) valid(w []int, total int) bool {
	for _, in := range s.has {
		sum := 0
		for i, yes := range in {
			if yes {
				sum += w[i]
			}
		}
		if 2*sum <= total {
			return false
		}
	}
	return true
}

// improveTo looks for votes with a smaller total, down to lower: the given votes are scaled and
// rounded to every total in turn, and then votes are taken away as long as possible.
func (s *assignmentSearch) improveTo(lower int) {
	given, sum := s.best, s.least
	w := make([]int, len(given))
	for target := lower; target < min(s.least, lower+maxRoundings); target++ {
		total := 0
		for i, g := range given {
			w[i] = int((2*float64(g)*float64(target)/float64(sum) + 1) / 2)
			total += w[i]
		}
		if total < s.least && s.valid(w, total) {
			s.best, s.least = slices.Clone(w), total
		}
	}
	s.best = slices.Clone(s.best)
	for s.takeAway() {
	}
}

// takeAway takes one vote away from a place, if the votes stay valid.
func (s *assignmentSearch) takeAway() bool {
	w := s.best
	for i := range w {
		if w[i] == 0 || i+1 < len(w) && w[i+1] == w[i] {
			continue
		}
		w[i]--
		if s.valid(w, s.least-1) {
			s.least--
			return true
		}
		w[i]++
	}
	return false
}

// exhaust reports whether there are nonincreasing votes with this odd total that have more than
// half on every quorum; they become the best.
func (s *assignmentSearch) exhaust(ctx context.Context, total int) (bool, error) {
	n := len(s.order)
	t := &totalSearch{assignmentSearch: s, poll: par.NewPoll(ctx), total: total, w: make([]int, n), sums: make([][]int, n+1)}
	for i := range t.sums {
		t.sums[i] = make([]int, len(s.has))
	}
	return t.place(0, total, total)
}

// totalSearch is the search for votes of one total.
type totalSearch struct {
	*assignmentSearch
	poll  par.Poll
	total int
	w     []int
	sums  [][]int // sums[i][q]: the votes of q on the places before i
}

// place gives votes to place i and the places after it: left votes in all, and no more than most to
// each.
func (t *totalSearch) place(i, left, most int) (bool, error) {
	n := len(t.w)
	if i == n {
		if left > 0 || !t.valid(t.w, t.total) {
			return false, nil
		}
		t.best, t.least = slices.Clone(t.w), t.total
		return true, nil
	}
	// The places that follow get no more votes than this one.
	for votes := min(left, most); votes*(n-i) >= left; votes-- {
		if t.left == 0 {
			return false, fmt.Errorf("the search for a total of %d reached its limit of cases", t.total)
		}
		t.left--
		if err := t.poll.Err(); err != nil {
			return false, err
		}
		t.w[i] = votes
		if t.hopeless(i, votes, left-votes) {
			continue
		}
		if found, err := t.place(i+1, left-votes, votes); found || err != nil {
			return found, err
		}
	}
	return false, nil
}

// hopeless adds the votes of place i to the sums, and reports whether some quorum cannot reach more
// than half with the votes left for the places after it.
func (t *totalSearch) hopeless(i, votes, left int) bool {
	hopeless := false
	for q, in := range t.has {
		sum := t.sums[i][q]
		if in[i] {
			sum += votes
		}
		t.sums[i+1][q] = sum
		rest := t.rest[q][i+1]
		if 2*(sum*rest.whole+left*rest.part) <= t.total*rest.whole {
			hopeless = true
		}
	}
	return hopeless
}

package transversal

import (
	"context"
	"encoding/binary"
	"math"
	"math/bits"
	"slices"

	"coterie/internal/machine/par"
	"coterie/internal/solve/sets"
)

// packMemoBytes bounds the memory of the memo.
const packMemoBytes = 1 << 27

// packSearch decides whether a given number of rows are pairwise disjoint.
type packSearch struct {
	poll    par.Poll
	h       *hitting
	work    int64
	visited int64
	stopped error
	chosen  []int
	frames  []sets.Bits
	// atMost[S] bounds the number of disjoint rows among those within the set S of nodes, given by
	// how many nodes of each class of interchangeable ones it has: a renaming of the nodes within
	// the classes maps rows to rows.
	atMost map[string]int32
	class  []int32 // of each column
	counts []int32 // by class, of the set in question
	key    []byte  // counts, as bytes
	room   int     // entries that the memo may have
}

func newPackSearch(ctx context.Context, h *hitting, work int64) *packSearch {
	class, classes := h.interchangeable(ctx)
	const entry = 64 // bytes of the map for an entry, about
	return &packSearch{
		poll: par.NewPoll(ctx), h: h, work: work, atMost: map[string]int32{},
		class: class, counts: make([]int32, classes), room: packMemoBytes / (2*classes + entry),
	}
}

// extend appends need pairwise disjoint alive rows to chosen, if there are that many. The alive
// rows are always all rows within some set of nodes: the nodes that are in no chosen row and were
// not left out.
func (s *packSearch) extend(depth int, alive sets.Bits, need int) bool {
	if len(s.frames) == depth {
		s.frames = append(s.frames, make(sets.Bits, 2*len(alive)))
	}
	left, next := s.frames[depth][:len(alive)], s.frames[depth][len(alive):]
	copy(left, alive)
	var keys []string // the states of this call, all of them refuted if it fails
	mark := len(s.chosen)
	for {
		if s.visited++; s.visited > s.work {
			s.stopped = overWork(s.work)
		} else if err := s.poll.Err(); err != nil {
			s.stopped = par.Stopped(err)
		}
		if s.stopped != nil {
			return false
		}
		first := left.First()
		if first < 0 {
			break
		}
		if need == 1 {
			s.chosen = append(s.chosen, first)
			return true
		}
		if err := s.poll.Work(len(s.h.nodes) * len(left)); err != nil {
			s.stopped = par.Stopped(err)
			return false
		}
		node, bound := s.rarest(left)
		if bound < need {
			break
		}
		if most, ok := s.atMost[string(s.key)]; ok && int(most) < need {
			break
		}
		keys = append(keys, string(s.key))
		column := s.h.col(node)
		for w, x := range column {
			for x &= left[w]; x != 0; x &= x - 1 {
				row := w<<6 + bits.TrailingZeros64(x)
				copy(next, left)
				_ = s.poll.Work(s.h.sizes[row] * len(next)) // the next step sees the result
				for v := range s.h.row(row).All() {
					next.Subtract(s.h.col(v))
				}
				s.chosen = append(s.chosen, row)
				if s.extend(depth+1, next, need-1) {
					return true
				}
				s.chosen = s.chosen[:mark]
				if s.stopped != nil {
					return false
				}
				// extend may have moved the frames, not this one's words.
			}
		}
		left.Subtract(column) // leave the node out
	}
	for _, key := range keys {
		if len(s.atMost) < s.room {
			s.atMost[key] = int32(need - 1)
		}
	}
	return false
}

// rarest returns the column in the fewest alive rows, but at least one, and the bound by weights on
// the disjoint rows among the alive ones. It also sets key for the set of columns in alive rows.
// This set determines the alive rows: they are those within it.
func (s *packSearch) rarest(alive sets.Bits) (node, bound int) {
	h := s.h
	clear(s.counts)
	fewest := len(h.index) + 1
	sum := 0.0
	for v := range h.nodes {
		column := h.col(v)
		count := alive.Common(column)
		if count == 0 {
			continue
		}
		s.counts[s.class[v]]++
		if count < fewest {
			node, fewest = v, count
		}
		for w, x := range column {
			if x &= alive[w]; x != 0 {
				// The first row is a smallest one, since rows are sorted by size.
				sum += 1 / float64(h.sizes[w<<6+bits.TrailingZeros64(x)])
				break
			}
		}
	}
	s.key = s.key[:0]
	for _, c := range s.counts {
		s.key = binary.AppendUvarint(s.key, uint64(c))
	}
	return node, int(math.Floor(sum + roundingSlack))
}

// interchangeWork bounds the rows that are examined to find interchangeable nodes.
const interchangeWork = 1 << 23

// interchangeable returns the classes of interchangeable columns, numbered from 0: the exchange of
// two columns of one class maps rows to rows. (That is an equivalence: the exchange of u and w is
// that of u and v, then of v and w, then of u and v again.) If this takes too long, or ctx ends,
// the classes may be finer.
func (h *hitting) interchangeable(ctx context.Context) (class []int32, classes int) {
	poll := par.NewPoll(ctx)
	ended := false
	known := make(map[uint64][]int32, len(h.index))
	for i := range h.index {
		ended = ended || poll.Work(h.rows.Words) != nil
		if ended {
			break
		}
		key := hitHash(h.row(i))
		known[key] = append(known[key], int32(i))
	}
	class = make([]int32, len(h.nodes))
	var first []int // column of each class
	swapped := sets.New(len(h.nodes))
	work := 0
	exchange := func(u, v int) bool {
		if len(h.ofCol.Of(u)) != len(h.ofCol.Of(v)) {
			return false
		}
		a, b := h.col(u), h.col(v)
		// Equally many rows contain u alone and v alone, so it suffices to examine those of u.
		for w, x := range a {
			for x &^= b[w]; x != 0; x &= x - 1 {
				copy(swapped, h.row(w<<6+bits.TrailingZeros64(x)))
				swapped.Remove(u)
				swapped.Add(v)
				work++
				if ended = ended || poll.Work(len(swapped)) != nil; ended {
					return false
				}
				if !slices.ContainsFunc(known[hitHash(swapped)], func(r int32) bool { return slices.Equal(h.row(int(r)), swapped) }) {
					return false
				}
			}
		}
		return true
	}
	for v := range h.nodes {
		class[v] = int32(len(first))
		for c, u := range first {
			if ended = ended || poll.Err() != nil; ended {
				break
			}
			if work < interchangeWork && exchange(u, v) {
				class[v] = int32(c)
				break
			}
		}
		if int(class[v]) == len(first) {
			first = append(first, v)
		}
	}
	return class, len(first)
}

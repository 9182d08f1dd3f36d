package maekawa

import (
	"context"
	"math/bits"
	"slices"

	"coterie/internal/machine/par"
	"coterie/internal/solve/sets"
)

// maskNodes is the greatest n of the exhaustive search: sets are masks of 64 bits.
const maskNodes = 64

// rows looks for S_1, S_2, ... one after the other, as masks.
type rows struct {
	limits
	sets     []uint64 // S_1..S_i
	contains []uint64 // for each node the sets that hold it, as a mask of sites
	used     []int    // for each node how many sets hold it
	poll     par.Poll
	stopped  bool
}

// exhaustive decides the question without a solver, by backtracking over S_1, S_2, ... Of the ways
// to rename nodes and sites together only these are followed: S_1 is a largest set; and of nodes
// that come after the current site and are in the same sets so far, those of S_i come first
// (renaming such nodes changes none of the sets before). A set is given up if the nodes of one
// before have too little responsibility left to meet all sets that are still to come. It is decided
// unless ctx ends; sets are nil without a solution. Cost: exponential; n <= 64, in practice about
// 12.
func exhaustive(ctx context.Context, c limits) (list [][]int, decided bool) {
	r := &rows{poll: par.NewPoll(ctx), limits: c, contains: make([]uint64, c.n), used: make([]int, c.n)}
	if !r.row() {
		return nil, !r.stopped
	}
	for _, s := range r.sets {
		list = append(list, slices.Collect(sets.Ones(s)))
	}
	return list, true
}

// row chooses the sets from the next one on.
func (r *rows) row() bool {
	i := len(r.sets)
	if i == r.n {
		return true
	}
	if r.used[i] == r.responsibility {
		return false
	}
	limit := r.size
	if i > 0 {
		limit = min(limit, bits.OnesCount64(r.sets[0]))
	}
	// before[x] is the last node in front of x that x can be exchanged with, -1 without one.
	before := make([]int, r.n)
	for x := range before {
		before[x] = -1
		for y := x - 1; x > i && y > i; y-- {
			if r.contains[y] == r.contains[x] {
				before[x] = y
				break
			}
		}
	}
	missed := (uint64(1)<<i - 1) &^ r.contains[i] // sets before that S_i does not meet yet
	return r.node(0, uint64(1)<<i, missed, limit-1, before)
}

// node decides about node x and those after it; room is how many more nodes S_i may have.
func (r *rows) node(x int, s, missed uint64, room int, before []int) bool {
	if r.poll.Err() != nil {
		r.stopped = true
	}
	if r.stopped || missed != 0 && room == 0 {
		return false
	}
	i := len(r.sets)
	if x == r.n || room == 0 {
		return missed == 0 && (!r.exact || room == 0 && bits.OnesCount64(s) == r.size) && r.placed(s)
	}
	if x == i {
		return r.node(x+1, s, missed, room, before)
	}
	if r.used[x] < r.responsibility && (before[x] < 0 || s>>before[x]&1 == 1) {
		if r.node(x+1, s|1<<x, missed&^r.contains[x], room-1, before) {
			return true
		}
	}
	return r.node(x+1, s, missed, room, before)
}

// placed makes s the next set, and goes on.
func (r *rows) placed(s uint64) bool {
	i := len(r.sets)
	if r.unique && slices.Contains(r.sets, s) {
		return false
	}
	r.sets = append(r.sets, s)
	for x := range sets.Ones(s) {
		r.contains[x] |= 1 << i
		r.used[x]++
	}
	if r.roomLeft() && r.row() {
		return true
	}
	for x := range sets.Ones(s) {
		r.contains[x] &^= 1 << i
		r.used[x]--
	}
	r.sets = r.sets[:i]
	return false
}

// roomLeft reports whether the sets that are still to come can meet each one that is there, and
// with exact, whether every node can still be in enough of them.
func (r *rows) roomLeft() bool {
	left := r.n - len(r.sets)
	for _, s := range r.sets {
		room := 0
		for i := range sets.Ones(s) {
			room += r.responsibility - r.used[i]
		}
		if room < left {
			return false
		}
	}
	return !r.exact || slices.Min(r.used)+left >= r.responsibility
}

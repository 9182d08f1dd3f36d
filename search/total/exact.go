package total

import (
	"context"
	"math/bits"

	"coterie/gf"
	"coterie/internal/machine/par"
	"coterie/internal/solve/sets"
)

// maxExact is the greatest number of nodes that the exact search takes: a block is one word.
const maxExact = 40

// bit is the bit of a node in a block; node 0 has the highest, so that the order of words
// is the lexicographic order of the columns of a matrix, read from node 0 on.
func bit(i int) uint64 { return 1 << (63 - i) }

// hunt looks for a covering of all pairs of n nodes by at most n blocks of 2..r nodes, with
// Σ(|B|-1) <= budget. It places the largest block first, and is exhaustive up to renaming nodes.
//
// With suits, not every covering will do; it must not depend on names, and no covering may cost
// less than the budget.
//
// Proof: docs/theorems/least-total.md.
type hunt struct {
	n, r, budget   int
	scale          int64     // lcm of 1..r
	weight, blocks [][]int64 // scaled, by s and d
	placed         []uint64
	sizes          []int
	steps, limit   int64
	poll           par.Poll
	stopped        bool
	// suits, if not nil, is asked of every covering: the search goes on where it says no.
	suits func(cover) bool
}

func newHunt(ctx context.Context, n, r int, limit int64) *hunt {
	h := &hunt{n: n, r: min(r, n), scale: 1, limit: limit, poll: par.NewPoll(ctx)}
	for k := 2; k <= h.r; k++ {
		h.scale *= int64(k) / gf.GCD(h.scale, int64(k))
	}
	h.weight, h.blocks = make([][]int64, h.r+1), make([][]int64, h.r+1)
	for s := 2; s <= h.r; s++ {
		h.weight[s], h.blocks[s] = make([]int64, n), make([]int64, n)
		for d := range n {
			q, rest := int64(d/(s-1)), int64(d%(s-1))
			h.weight[s][d] = q*(h.scale-h.scale/int64(s)) + h.scale - h.scale/(rest+1)
			h.blocks[s][d] = int64((d+s-2)/(s-1)) * (h.scale / int64(s))
		}
	}
	return h
}

// state holds the pairs that the placed blocks cover, and their cost.
type state struct {
	covered [maxExact]uint64 // of each node: the nodes that share a block with it, and itself
	classes []uint64         // nodes that the blocks do not tell apart, in order
	cost    int
	// weight and blocks are the two bounds on what is to come, for blocks of the size that is
	// being placed.
	weight, blocks int64
}

// find reports whether there is a covering within the budget; the blocks are then in placed.
// It is decided unless h.stopped.
func (h *hunt) find(budget int) bool {
	h.budget, h.placed, h.sizes, h.stopped = budget, h.placed[:0], h.sizes[:0], false
	var start state
	all := uint64(0)
	for i := range h.n {
		start.covered[i] = bit(i)
		all |= bit(i)
	}
	start.classes = []uint64{all}
	return h.extend(&start, h.r)
}

// halted counts a step, and notices now and then that the search should end.
func (h *hunt) halted() bool {
	if h.stopped {
		return true
	}
	if h.steps++; h.limit > 0 && h.steps > h.limit {
		h.stopped = true
	} else {
		h.stopped = h.poll.Err() != nil
	}
	return h.stopped
}

// possible computes the bounds on what st still needs of blocks of at most s nodes, and reports
// whether they allow that; whole is true if nothing is missing.
func (h *hunt) possible(st *state, s int) (ok, whole bool) {
	st.weight, st.blocks = 0, 0
	missing := 0
	for i := range h.n {
		d := h.n - bits.OnesCount64(st.covered[i])
		missing += d
		st.weight += h.weight[s][d]
		st.blocks += h.blocks[s][d]
	}
	return h.affords(st.weight, st.blocks, st.cost, len(h.placed)), missing == 0
}

// affords reports whether the budget and the number of blocks allow the further blocks.
func (h *hunt) affords(weight, blocks int64, cost, placed int) bool {
	return weight <= int64(h.budget-cost)*h.scale && blocks <= int64(h.n-placed)*h.scale
}

// extend places further blocks, of at most s nodes.
func (h *hunt) extend(st *state, s int) bool {
	for k := s; k >= 2; k-- {
		ok, whole := h.possible(st, k)
		if whole {
			return ok && (h.suits == nil || h.suits(h.cover()))
		}
		if !ok || h.halted() {
			return false // smaller blocks are less efficient still
		}
		if h.choose(st, k, 0, k, 0) {
			return true
		}
	}
	return false
}

// choose fills a block of k nodes class by class; rest are still to be chosen from the
// classes from c on.
func (h *hunt) choose(st *state, k, c, rest int, block uint64) bool {
	if h.halted() {
		return false
	}
	if rest == 0 {
		return h.place(st, k, block)
	}
	if c == len(st.classes) || !h.promising(st, k, c, rest, block) {
		return false
	}
	class := st.classes[c]
	take := min(rest, bits.OnesCount64(class))
	chosen := first(class, take)
	for ; ; take-- {
		if h.choose(st, k, c+1, rest-take, block|chosen) {
			return true
		}
		if take == 0 || h.stopped {
			return false
		}
		chosen &= chosen - 1 // the last of them
	}
}

// promising reports whether the block of k nodes, of which rest are still to be chosen from the
// classes from c on, can lower the weight by enough, and be no greater than the one before it.
// Nodes that share a block already gain nothing by another one.
func (h *hunt) promising(st *state, k, c, rest int, block uint64) bool {
	if j := len(h.placed); j > 0 && h.sizes[j-1] == k {
		decided := ^uint64(0) // the nodes before those of class c
		if c < len(st.classes) {
			decided <<= bits.Len64(st.classes[c])
		}
		if block > h.placed[j-1]&decided {
			return false
		}
	}
	gain := func(node uint64, others int) int64 {
		covered := st.covered[63-bits.TrailingZeros64(node)]
		d := h.n - bits.OnesCount64(covered)
		return h.weight[k][d] - h.weight[k][max(d-(others-bits.OnesCount64(covered&block)), 0)]
	}
	need := st.weight - int64(h.budget-st.cost-(k-1))*h.scale
	for set := block; set != 0; set &= set - 1 {
		need -= gain(set, k) // it covers itself
	}
	most := int64(0)
	for _, class := range st.classes[c:] {
		most = max(most, gain(class, k-1))
	}
	return need <= int64(rest)*most
}

// first returns the first count nodes of a set.
func first(set uint64, count int) uint64 {
	for bits.OnesCount64(set) > count {
		set &= set - 1
	}
	return set
}

// place adds a block and goes on, if none of the arguments above forbids it.
func (h *hunt) place(st *state, k int, block uint64) bool {
	j := len(h.placed)
	if j > 0 && h.sizes[j-1] == k && block >= h.placed[j-1] {
		return false
	}
	shared := 1 // so many common sites make it worth while to join two blocks
	if h.suits != nil {
		shared = 2
	}
	for _, b := range h.placed {
		if bits.OnesCount64(b&block) >= shared && bits.OnesCount64(b|block) <= h.r {
			return false
		}
	}
	weight, blocks := st.weight, st.blocks
	for i := range sets.Ones(block) {
		covered := st.covered[63-i]
		d, left := h.n-bits.OnesCount64(covered), h.n-bits.OnesCount64(covered|block)
		weight -= h.weight[k][d] - h.weight[k][left]
		blocks -= h.blocks[k][d] - h.blocks[k][left]
	}
	if weight == st.weight || !h.affords(weight, blocks, st.cost+k-1, j+1) {
		return false // no pair is new, or too many stay open
	}
	h.placed, h.sizes = append(h.placed, block), append(h.sizes, k)
	if h.greatest() {
		next := state{cost: st.cost + k - 1, covered: st.covered, classes: make([]uint64, 0, len(st.classes)+2)}
		for i := range sets.Ones(block) {
			next.covered[63-i] |= block
		}
		for _, class := range st.classes {
			for _, part := range [2]uint64{class & block, class &^ block} {
				if part != 0 {
					next.classes = append(next.classes, part)
				}
			}
		}
		if h.extend(&next, k) {
			return true
		}
	}
	h.placed, h.sizes = h.placed[:j], h.sizes[:j]
	return false
}

// reordered is up to how many blocks all their orders are tried.
const reordered = 6

// greatest reports whether no reordering of the placed blocks within their sizes, with the
// best renaming of the nodes, makes the columns greater. It says true for many blocks.
func (h *hunt) greatest() bool {
	if len(h.placed) > reordered {
		return true
	}
	used := make([]bool, len(h.placed))
	all := uint64(0)
	for i := range h.n {
		all |= bit(i)
	}
	return !h.greater(used, 0, []uint64{all})
}

// greater reports whether the columns from j on can be made greater than the placed ones,
// the first j being equal to them; classes holds the nodes that the blocks used do not tell
// apart, in the order of their new names.
func (h *hunt) greater(used []bool, j int, classes []uint64) bool {
	if j == len(h.placed) {
		return false
	}
	for b, block := range h.placed {
		if used[b] || h.sizes[b] != h.sizes[j] {
			continue
		}
		column, at := uint64(0), 0
		next := make([]uint64, 0, 2*len(classes))
		for _, class := range classes {
			inside := class & block
			for i := range bits.OnesCount64(inside) {
				column |= bit(at + i)
			}
			at += bits.OnesCount64(class)
			for _, part := range [2]uint64{inside, class &^ block} {
				if part != 0 {
					next = append(next, part)
				}
			}
		}
		if column > h.placed[j] {
			return true
		}
		if column == h.placed[j] {
			used[b] = true
			found := h.greater(used, j+1, next)
			used[b] = false
			if found {
				return true
			}
		}
	}
	return false
}

// cover returns the blocks that find left.
func (h *hunt) cover() cover {
	c := cover{n: h.n}
	for _, block := range h.placed {
		var nodes []int
		for i := range h.n {
			if block&bit(i) != 0 {
				nodes = append(nodes, i)
			}
		}
		c.blocks = append(c.blocks, nodes)
	}
	return c
}

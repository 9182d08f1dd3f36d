package transversal

import (
	"cmp"
	"context"
	"errors"
	"math/bits"
	"slices"
	"sync/atomic"

	"coterie/internal/machine/memory"
	"coterie/internal/machine/par"
	"coterie/internal/solve/sets"
)

// hitSearch decides whether an instance has a transversal of at most k nodes.
//
// It branches on a row with the fewest allowed nodes. One of them is in the transversal; they are
// tried in the order of falling degree, and a node that was tried is no longer allowed in the
// later branches, since the transversals with it have been seen. A node u is not allowed either
// where all its unmet rows hold another allowed node v (v can take its place; of two equal ones
// the first stays). A branch ends if the nodes left to choose are fewer than one of the lower
// bounds on the nodes needed: the sum of the greatest degrees, fractionalBound, pairwise disjoint
// rows.
//
// The order of branches depends on nothing but the instance and k, so that the first transversal in
// that order does not depend on the worker.
type hitSearch struct {
	h      *hitting
	k      int
	chosen []int32
	frames []hitFrame

	visited int64
	// pause is called every pauseEvery nodes of the search with their number so far; the search
	// gives up when it returns false.
	pause   func(visited int64) bool
	stopped bool

	// With cut >= 0, branches are not searched below that many branchings but handed to emit.
	cut  int
	emit func(hitTask)
}

const pauseEvery = 128

// longColumn is the length in words of a column at which one node of the search takes so long that
// each of them pauses, and looksAfter the words that are read at most between two pauses.
const (
	longColumn = 64
	looksAfter = 1 << 24
)

// look calls pause, and stops the search if it returns false.
func (s *hitSearch) look() {
	if !s.pause(s.visited) {
		s.stopped = true
	}
}

// hitFrame is the memory of one level of the recursion.
type hitFrame struct {
	alive, allowed sets.Bits
	rest           sets.Bits
	order          []uint64
	planes         []uint64
	branch         []uint64
	view           hitView
}

// hitView holds the columns restricted to some rows: row i of the view is row rows[i] of the
// instance. Few unmet rows make short columns.
type hitView struct {
	rows []int32 // nil: all rows, in place
	cols sets.Matrix
}

func (w *hitView) col(v int) sets.Bits { return w.cols.Row(v) }

func newHitSearch(h *hitting, k int, pause func(int64) bool) *hitSearch {
	return &hitSearch{h: h, k: k, pause: pause, cut: -1, frames: make([]hitFrame, k+2)}
}

// hitTask is a part of a search: the transversals that hold the chosen nodes and otherwise only
// allowed ones. A solved task is a transversal already.
type hitTask struct {
	chosen  []int32
	allowed sets.Bits
	solved  bool
}

// run searches the transversals of the task and reports whether it found one, which is then in
// s.chosen.
func (s *hitSearch) run(t hitTask) bool {
	s.chosen = append(s.chosen[:0], t.chosen...)
	if t.solved {
		return true
	}
	h := s.h
	alive := sets.Full(len(h.index))
	for _, v := range t.chosen {
		alive.Subtract(h.col(int(v)))
	}
	view := hitView{cols: h.cols}
	return s.search(0, 0, &view, alive, t.allowed)
}

// search extends the chosen nodes to a transversal; depth counts the frames, branchings the
// choices that were made by branching on the way.
func (s *hitSearch) search(depth, branchings int, view *hitView, alive, allowed sets.Bits) bool {
	s.visited++
	if s.visited%pauseEvery == 0 || view.cols.Words > longColumn {
		s.look()
	}
	if s.stopped {
		return false
	}
	fr := &s.frames[depth]
	mark := len(s.chosen)
	fr.alive = append(fr.alive[:0], alive...)
	fr.allowed = append(fr.allowed[:0], allowed...)
	alive, allowed = fr.alive, fr.allowed
	for {
		open := alive.Len()
		if open == 0 {
			return true
		}
		left := s.k - len(s.chosen)
		if left == 0 {
			break
		}
		if left == 1 {
			if v := commonNode(view, alive, allowed); v >= 0 {
				s.chosen = append(s.chosen, int32(v))
				return true
			}
			break
		}
		if open*4 <= view.cols.Words*64 && view.cols.Words > 1 {
			view = s.compact(fr, view, alive)
			fr.alive = append(fr.alive[:0], sets.Full(open)...)
			alive = fr.alive
		}
		fr.order = byDegree(fr.order, view.cols, alive, allowed)
		if topDegreesBound(fr.order, open) > left {
			break
		}
		fr.rest = sized(fr.rest, view.cols.Words)
		if fractionalBound(fr.order, view.cols, alive, fr.rest) > left {
			break
		}
		s.excludeDominated(fr, view)
		if s.stopped {
			break
		}
		row, size := s.countRows(fr, view)
		if size == 0 {
			break
		}
		if size == 1 {
			v := s.nodeIn(view, row, allowed)
			s.chosen = append(s.chosen, int32(v))
			alive.Subtract(view.col(v))
			continue
		}
		if s.packingExceeds(fr, view, left) {
			break
		}
		if s.cut == branchings {
			s.emitTask(allowed, false)
			break
		}
		if s.branch(fr, view, row, depth, branchings) {
			return true
		}
		break
	}
	s.chosen = s.chosen[:mark]
	return false
}

// branch tries the allowed nodes of the row, one after the other.
func (s *hitSearch) branch(fr *hitFrame, view *hitView, row, depth, branchings int) bool {
	full := s.h.row(s.original(view, row))
	fr.branch = fr.branch[:0]
	for _, key := range fr.order {
		if v := nodeOf(key); full.Has(v) && fr.allowed.Has(v) {
			fr.branch = append(fr.branch, uint64(v))
		}
	}
	next := sized(fr.rest, view.cols.Words)
	fr.rest = next
	for _, key := range fr.branch {
		v := int(key)
		fr.allowed.Remove(v)
		copy(next, fr.alive)
		next.Subtract(view.col(v))
		s.chosen = append(s.chosen, int32(v))
		if s.search(depth+1, branchings+1, view, next, fr.allowed) {
			return true
		}
		s.chosen = s.chosen[:len(s.chosen)-1]
		if s.stopped {
			return false
		}
	}
	return false
}

// emitTask hands out the part that the search would visit now.
func (s *hitSearch) emitTask(allowed sets.Bits, solved bool) {
	s.emit(hitTask{
		chosen:  slices.Clone(s.chosen),
		allowed: slices.Clone(allowed),
		solved:  solved,
	})
}

// commonNode returns the first allowed node that is in all alive rows, or -1.
func commonNode(view *hitView, alive, allowed sets.Bits) int {
	for v := range allowed.All() {
		if alive.SubsetOf(view.col(v)) {
			return v
		}
	}
	return -1
}

// original returns the row of the instance for a row of the view.
func (s *hitSearch) original(view *hitView, row int) int {
	if view.rows == nil {
		return row
	}
	return int(view.rows[row])
}

func (s *hitSearch) nodeIn(view *hitView, row int, allowed sets.Bits) int {
	for w, x := range s.h.row(s.original(view, row)) {
		if x &= allowed[w]; x != 0 {
			return w<<6 + bits.TrailingZeros64(x)
		}
	}
	return -1
}

// compact makes the view of the alive rows alone, in the memory of the frame.
func (s *hitSearch) compact(fr *hitFrame, view *hitView, alive sets.Bits) *hitView {
	// The view to read from may be the frame's own, when forced nodes have emptied it.
	rows := make([]int32, 0, len(fr.view.rows))
	if view != &fr.view {
		rows = fr.view.rows[:0]
	}
	for i := range alive.All() {
		rows = append(rows, int32(s.original(view, i)))
	}
	fr.view.rows = rows
	words := sets.Words(len(rows))
	fr.view.cols = sets.Matrix{Words: words, Bits: sized(fr.view.cols.Bits, len(s.h.nodes)*words)}
	clear(fr.view.cols.Bits)
	for i, r := range rows {
		for v := range s.h.row(int(r)).All() {
			fr.view.col(v).Add(i)
		}
	}
	return &fr.view
}

// excludeDominated forbids every allowed node whose alive rows all hold another allowed node,
// and nodes in no alive row. The other node must be in the first alive row of the node, so that
// only the nodes of one row are compared.
func (s *hitSearch) excludeDominated(fr *hitFrame, view *hitView) {
	clear(fr.allowed)
	for _, key := range fr.order {
		v := nodeOf(key)
		fr.allowed.Add(v)
	}
	// From the least degree: of equal nodes the first one stays. An allowed node that replaces
	// another one may itself be replaced later, by a node that can replace both.
	words := 0
	for i := len(fr.order) - 1; i > 0; i-- {
		if words += len(fr.order) * view.cols.Words; words > looksAfter {
			words = 0
			if s.look(); s.stopped {
				return
			}
		}
		u := nodeOf(fr.order[i])
		mine := view.col(u)
		first := -1
		for w, x := range mine {
			if x &= fr.alive[w]; x != 0 {
				first = w<<6 + bits.TrailingZeros64(x)
				break
			}
		}
		row := s.h.row(s.original(view, first))
		if s.dominated(fr, view, row, u, mine) {
			fr.allowed.Remove(u)
		}
	}
}

// dominated reports whether an allowed node of the row, other than u, is in all alive rows of u.
func (s *hitSearch) dominated(fr *hitFrame, view *hitView, row sets.Bits, u int, mine sets.Bits) bool {
	for w, x := range row {
		for x &= fr.allowed[w]; x != 0; x &= x - 1 {
			v := w<<6 + bits.TrailingZeros64(x)
			if v == u {
				continue
			}
			theirs := view.col(v)
			inside := true
			for w, y := range mine {
				if y&fr.alive[w]&^theirs[w] != 0 {
					inside = false
					break
				}
			}
			if inside {
				return true
			}
		}
	}
	return false
}

// countRows counts the allowed nodes of all alive rows at once, in bit-sliced counters
// (planes[p] has bit p of every row's count), and returns the first row of the least count.
func (s *hitSearch) countRows(fr *hitFrame, view *hitView) (row, size int) {
	cw := view.cols.Words
	fr.planes = fr.planes[:0]
	carry := sized(fr.rest, cw)
	fr.rest = carry
	for w, x := range fr.allowed {
		for ; x != 0; x &= x - 1 {
			copy(carry, view.col(w<<6+bits.TrailingZeros64(x)))
			for p := 0; ; p++ {
				if p*cw == len(fr.planes) {
					fr.planes = append(fr.planes, carry...)
					break
				}
				plane := fr.planes[p*cw : (p+1)*cw]
				var any uint64
				for i, c := range carry {
					plane[i], carry[i] = plane[i]^c, plane[i]&c
					any |= carry[i]
				}
				if any == 0 {
					break
				}
			}
		}
	}
	return leastCount(fr.planes, cw, fr.alive, carry)
}

// leastCount returns the first of the given rows with the least count in the planes, and that
// count. low is scratch.
func leastCount(planes []uint64, cw int, rows, low sets.Bits) (row, size int) {
	copy(low, rows)
	for p := len(planes)/cw - 1; p >= 0; p-- {
		plane := planes[p*cw : (p+1)*cw]
		var any uint64
		for i, x := range low {
			any |= x &^ plane[i]
		}
		if any == 0 {
			size |= 1 << p
			continue
		}
		for i := range low {
			low[i] &^= plane[i]
		}
	}
	return low.First(), size
}

// packingExceeds reports whether a greedy search finds more than left alive rows such that no two
// share an allowed node: a row with the fewest allowed nodes, then of those disjoint from it, and
// so on.
func (s *hitSearch) packingExceeds(fr *hitFrame, view *hitView, left int) bool {
	cw := view.cols.Words
	buffer := sized(fr.rest, 2*cw)
	fr.rest = buffer
	rest, low := buffer[:cw], buffer[cw:]
	copy(rest, fr.alive)
	words := 0
	for count := 0; count <= left; count++ {
		if rest.Empty() {
			return false
		}
		if words += len(fr.planes) + len(fr.order)*cw; words > looksAfter {
			words = 0
			if s.look(); s.stopped {
				return true
			}
		}
		row, _ := leastCount(fr.planes, cw, rest, low)
		for w, x := range s.h.row(s.original(view, row)) {
			for x &= fr.allowed[w]; x != 0; x &= x - 1 {
				rest.Subtract(view.col(w<<6 + bits.TrailingZeros64(x)))
			}
		}
	}
	return true
}

// sized returns a slice of n words, in the memory of the given one where that is enough.
func sized(words sets.Bits, n int) sets.Bits {
	if cap(words) < n {
		return make(sets.Bits, n)
	}
	return words[:n]
}

// taskBytes is the memory of a task besides the nodes that it allows.
const taskBytes = 128

// errTooManyNodes is the error of a search that needs more nodes of its tree than it may visit.
var errTooManyNodes = errors.New("more nodes of the search tree")

// decideHitting returns a transversal of at most k nodes, found by jobs workers, or nil if there is
// none. At most work nodes of the search tree are visited on the way to the answer. Transversal and
// visited do not depend on jobs: the tree is cut into tasks, which have an order; each task is
// searched as if it were alone; the first transversal of the first task that has one counts; and
// work is counted over the tasks up to that one. The error is errTooManyNodes, or that of ctx.
func decideHitting(ctx context.Context, h *hitting, k, jobs int, work int64) (chosen []int32, visited int64, err error) {
	var tasks []hitTask
	cutter := newHitSearch(h, k, func(n int64) bool { return n <= work && ctx.Err() == nil })
	cutter.cut = max(0, min(2, k-2))
	cutter.emit = func(t hitTask) {
		tasks = append(tasks, t)
		if memory.Ask(ctx, "the parts of a search", len(tasks), 8*len(t.allowed)+taskBytes) != nil {
			cutter.stopped = true // so that each part counts as much work
		}
	}
	if cutter.run(hitTask{allowed: sets.Full(len(h.nodes))}) {
		cutter.emitTask(nil, true) // the part that was not cut comes later in the order
	}
	switch {
	case cutter.stopped && ctx.Err() != nil:
		return nil, cutter.visited, par.Ended(ctx)
	case cutter.stopped || cutter.visited > work:
		return nil, cutter.visited, errTooManyNodes
	}

	counts := make([]atomic.Int64, len(tasks))
	found := make([][]int32, len(tasks))
	last, err := par.First(ctx, jobs, len(tasks), func(ctx context.Context, _, i int) (bool, error) {
		over := false
		s := newHitSearch(h, k, func(n int64) bool {
			counts[i].Store(n)
			sum := cutter.visited
			for j := range i + 1 {
				sum += counts[j].Load()
			}
			over = sum > work
			return !over && ctx.Err() == nil
		})
		if s.run(tasks[i]) {
			found[i] = slices.Clone(s.chosen)
		}
		counts[i].Store(s.visited)
		return over || found[i] != nil, nil
	})
	visited = cutter.visited
	for i := range min(last+1, len(tasks)) {
		visited += counts[i].Load()
	}
	switch {
	case visited > work:
		return nil, work, errTooManyNodes
	case err != nil: // never nil, or the absence of a transversal would seem proved
		return nil, visited, cmp.Or(par.Ended(ctx), err)
	case last < len(tasks):
		return found[last], visited, nil
	}
	return nil, visited, nil
}

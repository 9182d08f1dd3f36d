package transversal

import (
	"context"
	"errors"
	"math/big"
	"math/bits"
	"slices"
	"sync/atomic"

	"coterie/internal/machine/memory"
	"coterie/internal/machine/par"
	"coterie/internal/solve/sets"
	"coterie/quorum"
)

// CountOptions are the limits on the work of Count.
type CountOptions struct {
	// Jobs is the number of workers; 0 means one for each core. The result does not depend on it.
	Jobs int
	// MaxWork limits the work, in words of bits gone over, of all sizes together.
	MaxWork int64
	// Enough, if it is set, is called after every size. It returns whether the counts so far are
	// enough.
	Enough func(counts []*big.Int) bool
}

// Count counts the transversals of a family with quorums by size, from 0 upwards: counts[k] is the
// number of sets of k nodes that meet every quorum, including those that are not minimal. The error
// says why there are no more counts. It is nil if they were enough.
//
// For a size k the search branches on a row with the fewest allowed nodes, the i-th branch with the
// i-th of these nodes and without those before it: every transversal is in exactly one branch.
// Where every row is met, the allowed nodes are free, and count by binomial coefficients; where the
// nodes left to choose are fewer than are needed, there is nothing to count. One search counts all
// sizes up to k, so that each size is a search of its own, until they are enough, or one of them
// takes more than the work that is left; then its counts are dropped.
//
// Proof: docs/theorems/failure-strata.md.
func Count(ctx context.Context, f quorum.Family, opts CountOptions) (counts []*big.Int, err error) {
	h, err := newHitting(ctx, f)
	if err == nil {
		err = h.withBits(ctx)
	}
	if err != nil {
		return nil, err
	}
	opts.Jobs = par.Jobs(opts.Jobs)
	unused := f.N() - len(h.nodes)
	best := h.bounded(ctx)
	if best.stopped != nil {
		return nil, best.stopped
	}
	for range best.lower {
		counts = append(counts, new(big.Int))
	}
	left, last := opts.MaxWork, int64(0)
	for k := best.lower; k <= f.N(); k++ {
		leaves, work, err := h.countUpTo(ctx, k, opts.Jobs, left)
		if err != nil {
			return counts, err
		}
		left -= work
		// The next size takes about as much more in the same ratio. If too little work is left for
		// it, it is not begun.
		next := 0.0
		if last > littleWork {
			next = float64(work) * float64(work) / float64(last)
		}
		last = work
		counts = append(counts, leaves.sum(k, unused))
		if opts.Enough != nil && opts.Enough(counts) {
			break
		}
		if k < f.N() && next > 2*float64(left) {
			return counts, errOverWork
		}
	}
	return counts, nil
}

// littleWork is an amount of work too small for a forecast.
const littleWork = 1 << 16

// leaves counts the leaves of a search: place [c][a] counts those with c chosen and a allowed
// nodes. A row without leaves is nil.
type leaves [][]uint64

// row returns the row of c chosen nodes, for n nodes in all.
func (l leaves) row(c, n int) []uint64 {
	if l[c] == nil {
		l[c] = make([]uint64, n+1)
	}
	return l[c]
}

func (l leaves) add(m leaves) {
	for c, row := range m {
		for a, x := range row {
			l.row(c, len(row)-1)[a] += x
		}
	}
}

// sum returns the number of sets of k nodes that end in the leaves: the other nodes are any of the
// allowed or the unused ones.
func (l leaves) sum(k, unused int) *big.Int {
	total, term, count := new(big.Int), new(big.Int), new(big.Int)
	for c, row := range l {
		for a, x := range row {
			if x > 0 {
				total.Add(total, term.Mul(term.Binomial(int64(a+unused), int64(k-c)), count.SetUint64(x)))
			}
		}
	}
	return total
}

// countUpTo counts the leaves for transversals of at most k nodes. The error says why the count
// ended early.
func (h *hitting) countUpTo(ctx context.Context, k, jobs int, most int64) (leaves, int64, error) {
	perLevel := 8*sets.Words(len(h.index)) + 4*len(h.index) + 16*len(h.nodes) + levelBytes
	if err := memory.Ask(ctx, "the levels of a count of transversals", k+1, perLevel); err != nil {
		return nil, 0, err
	}
	var spent atomic.Int64
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	spend := func(work int64) bool {
		if spent.Add(work) > most {
			cancel(errOverWork)
		}
		return ctx.Err() == nil
	}
	var tasks []countTask
	cutter := newCounter(h, k, spend)
	cutter.cut = min(2, k-2)
	cutter.emit = func(t countTask) { tasks = append(tasks, t) }
	cutter.run(countTask{alive: sets.Full(len(h.index)), allowed: sets.Full(len(h.nodes))})
	counters := make([]*counter, jobs)
	_ = par.For(ctx, jobs, len(tasks), func(_ context.Context, worker, i int) error {
		if counters[worker] == nil {
			counters[worker] = newCounter(h, k, spend)
		}
		counters[worker].run(tasks[i])
		return nil
	}) // if ctx ended, the error is its cause
	for _, c := range counters {
		if c != nil {
			cutter.leaves.add(c.leaves)
		}
	}
	if ctx.Err() != nil {
		if context.Cause(ctx) == errOverWork {
			return nil, 0, errOverWork
		}
		return nil, 0, par.Ended(ctx)
	}
	return cutter.leaves, spent.Load(), nil
}

// countTask is a part of a count: the transversals with so many chosen nodes, which leave these
// rows unmet, and otherwise only allowed nodes. The nodes in out are neither.
type countTask struct {
	chosen              int
	alive, allowed, out sets.Bits
}

// counter goes through one part of the search after the other.
type counter struct {
	h      *hitting
	k      int
	leaves leaves
	levels []countLevel

	spend   func(work int64) bool
	work    int64 // not yet reported to spend
	stopped bool

	cut  int // branchings after which parts are handed out; below 0 for none
	emit func(countTask)
}

// countLevel is the memory of one level of the recursion.
type countLevel struct {
	alive, allowed, out sets.Bits
	branch              []uint64
	degree, having      []int32 // of each node; how many nodes have each degree
}

// levelBytes is the constant part of the memory of a level, which does not grow with rows and
// nodes.
const levelBytes = 256

func newCounter(h *hitting, k int, spend func(int64) bool) *counter {
	c := &counter{h: h, k: k, spend: spend, cut: -1, leaves: make(leaves, k+1), levels: make([]countLevel, k+1)}
	return c
}

// level returns the memory of a level, and makes it when the level is first reached.
func (c *counter) level(i int) *countLevel {
	if c.levels[i].alive == nil {
		rows, nodes := len(c.h.index), len(c.h.nodes)
		c.levels[i] = countLevel{alive: sets.New(rows), allowed: sets.New(nodes), out: sets.New(nodes), degree: make([]int32, nodes), having: make([]int32, rows+1)}
	}
	return &c.levels[i]
}

const workPause = 1 << 16

// pause reports the work since its last call as progress. It returns whether to go on.
func (c *counter) pause() bool {
	if c.work > workPause {
		c.stopped = c.stopped || !c.spend(c.work)
		c.work = 0
	}
	return !c.stopped
}

func (c *counter) run(t countTask) {
	if t.out == nil {
		t.out = sets.New(len(c.h.nodes))
	}
	c.count(t, 0)
	if c.work > 0 && !c.spend(c.work) {
		c.stopped = true
	}
	c.work = 0
}

// count goes through the transversals of a part; it does not write to its sets.
func (c *counter) count(t countTask, branchings int) {
	if !c.pause() {
		return
	}
	h, left := c.h, c.k-t.chosen
	open := t.alive.Len()
	if open == 0 {
		c.leaves.row(t.chosen, len(h.nodes))[t.allowed.Len()]++
		return
	}
	switch left {
	case 0:
		return
	case 1:
		c.leaves.row(c.k, len(h.nodes))[0] += c.common(t, c.level(t.chosen).allowed)
		return
	}
	if c.cut == branchings {
		c.emit(countTask{t.chosen, slices.Clone(t.alive), slices.Clone(t.allowed), slices.Clone(t.out)})
		return
	}
	level := c.level(t.chosen)
	if left > 2 && (c.degreesFallShort(t, level, open, left) || c.pencilExceeds(t, left)) {
		return
	}
	row, least := -1, len(h.nodes)+1
	for i := range t.alive.All() {
		if size := h.row(i).Common(t.allowed); size < least {
			row, least = i, size
		}
	}
	c.work += int64(open * h.rows.Words)
	level.branch = level.branch[:0]
	for w, x := range h.row(row) {
		for x &= t.allowed[w]; x != 0; x &= x - 1 {
			v := w<<6 + bits.TrailingZeros64(x)
			level.branch = append(level.branch, uint64(level.degree[v])<<32|uint64(^uint32(v)))
		}
	}
	if left > 2 { // the later branches do without the nodes in many rows
		slices.Sort(level.branch)
		slices.Reverse(level.branch)
	}
	copy(level.allowed, t.allowed)
	copy(level.out, t.out)
	next := countTask{chosen: t.chosen + 1, alive: level.alive, allowed: level.allowed, out: level.out}
	for _, key := range level.branch {
		v := nodeOf(key)
		level.allowed.Remove(v)
		for w, x := range h.col(v) {
			level.alive[w] = t.alive[w] &^ x
		}
		c.count(next, branchings+1)
		level.out.Add(v)
	}
}

// degreesFallShort reports whether any left allowed nodes are together in fewer rows than are
// unmet. It sets the degrees of the level.
func (c *counter) degreesFallShort(t countTask, level *countLevel, open, left int) bool {
	clear(level.having)
	top := 0
	for v := range t.allowed.All() {
		d := t.alive.Common(c.h.col(v))
		level.degree[v] = int32(d)
		level.having[d]++
		top = max(top, d)
	}
	c.work += int64(len(c.h.nodes) * c.h.cols.Words)
	for d := top; d > 0 && left > 0; d-- {
		take := min(left, int(level.having[d]))
		open -= take * d
		left -= take
	}
	return open > 0
}

// common returns the number of allowed nodes that are in all unmet rows.
func (c *counter) common(t countTask, both sets.Bits) uint64 {
	copy(both, t.allowed)
	for i := range t.alive.All() {
		c.work += int64(len(both))
		var any uint64
		for w, x := range c.h.row(i) {
			both[w] &= x
			any |= both[w]
		}
		if any == 0 {
			return 0
		}
	}
	return uint64(both.Len())
}

// pencilExceeds reports whether more than left unmet rows through one node of out are pairwise
// disjoint in the allowed nodes: each of them needs a node of its own.
func (c *counter) pencilExceeds(t countTask, left int) bool {
	h := c.h
	for w, x := range t.out {
		for ; x != 0; x &= x - 1 {
			through := h.col(w<<6 + bits.TrailingZeros64(x))
			if c.work += int64(len(through)); !c.pause() {
				return true
			}
			if t.alive.Common(through) <= left {
				continue
			}
			used := c.level(t.chosen).allowed
			clear(used)
			count := 0
			for j, y := range through {
			rows:
				for y &= t.alive[j]; y != 0; y &= y - 1 {
					row := h.row(j<<6 + bits.TrailingZeros64(y))
					c.work += int64(len(row))
					for i, z := range row {
						if z&t.allowed[i]&used[i] != 0 {
							continue rows
						}
					}
					for i, z := range row {
						used[i] |= z & t.allowed[i]
					}
					count++
				}
			}
			if count > left {
				return true
			}
		}
	}
	return false
}

var errOverWork = errors.New("counting more would take too long")

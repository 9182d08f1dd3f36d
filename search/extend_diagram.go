package search

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/big"
	"slices"

	"coterie/quorum"
)

// extendDiagrams are monotone functions of any number of nodes as reduced ordered binary decision diagrams (Bryant
// 1986), in one store: equal functions have equal numbers. Numbers 0 and 1 are the constants.
type extendDiagrams struct {
	extendStore
	ctx   context.Context
	n     int
	order []int // the node of each level
	level []int // the level of each node

	duals  []int32 // of each node, 0 where not known
	steps  int
	failed error

	sets *extendMinimalSets // made when asked
}

// extendDiagramNodes is the limit where none is given: with its share of the tables a node
// takes some 60 bytes.
const extendDiagramNodes = 5_000_000

func newExtendDiagrams(ctx context.Context, order []int, limit int) *extendDiagrams {
	n := len(order)
	d := &extendDiagrams{extendStore: newExtendStore(n, limit), ctx: ctx, n: n, order: order, level: make([]int, n)}
	for t, v := range order {
		d.level[v] = t
	}
	return d
}

func (d *extendDiagrams) err() error { return d.failed }

// test returns the number of a diagram node, made at most once.
func (d *extendDiagrams) test(level, lo, hi int32) int32 {
	if lo == hi || d.failed != nil {
		return lo
	}
	number, ok := d.number(extendTest{level, lo, hi})
	if !ok {
		d.failed = &extendLimit{fmt.Sprintf("more than %d decision diagram nodes", d.limit)}
	}
	return number
}

// extendLimit says that something was too large.
type extendLimit struct{ what string }

func (e *extendLimit) Error() string { return e.what }

func extendIsLimit(err error) bool {
	var limit *extendLimit
	return errors.As(err, &limit)
}

// step counts work, and notices the end of the context.
func (d *extendDiagrams) step() {
	if d.steps++; d.steps&0xfff == 0 && d.failed == nil && d.ctx.Err() != nil {
		d.failed = context.Cause(d.ctx)
	}
}

func (d *extendDiagrams) and(a, b int32) int32 { return d.apply(extendAnd, a, b) }
func (d *extendDiagrams) or(a, b int32) int32  { return d.apply(extendOr, a, b) }

func (d *extendDiagrams) apply(op, a, b int32) int32 {
	if a > b {
		a, b = b, a
	}
	switch {
	case d.failed != nil:
		return 0
	case a == b:
		return a
	case op == extendAnd && a <= 1:
		return a * b
	case op == extendOr && a == 0:
		return b
	case op == extendOr && a == 1:
		return 1
	}
	if out, ok := d.applied(op, a, b); ok {
		return out
	}
	d.step()
	x, y := d.nodes[a], d.nodes[b]
	level := min(x.level, y.level)
	if x.level > level {
		x.lo, x.hi = a, a
	}
	if y.level > level {
		y.lo, y.hi = b, b
	}
	lo := d.apply(op, x.lo, y.lo)
	out := d.test(level, lo, d.apply(op, x.hi, y.hi))
	d.remember(op, a, b, out)
	return out
}

// dual: f*(X) = not f(V∖X) holds with a node v in X iff f does not hold on the rest without v.
func (d *extendDiagrams) dual(a int32) int32 {
	if a <= 1 {
		return 1 - a
	}
	if d.failed != nil {
		return 0
	}
	if int(a) < len(d.duals) && d.duals[a] != 0 {
		return d.duals[a]
	}
	d.step()
	x := d.nodes[a]
	lo := d.dual(x.hi)
	out := d.test(x.level, lo, d.dual(x.lo))
	if d.failed == nil {
		if len(d.duals) < len(d.nodes) {
			d.duals = append(d.duals, make([]int32, len(d.nodes)-len(d.duals))...)
		}
		d.duals[a], d.duals[out] = out, a
	}
	return out
}

func (d *extendDiagrams) up(f quorum.Family) int32 {
	sets := make([][]int32, f.Len())
	for i, q := range f.All() {
		sets[i] = make([]int32, len(q))
		for k, v := range q {
			sets[i][k] = int32(d.level[v])
		}
		slices.Sort(sets[i])
	}
	slices.SortFunc(sets, slices.Compare[[]int32])
	return d.contains(sets, 0)
}

// contains returns the function "contains one of the sets", which are in lexicographic order and equal in their
// first depth levels, as far as the further ones go.
func (d *extendDiagrams) contains(sets [][]int32, depth int) int32 {
	if len(sets) == 0 || d.failed != nil {
		return 0
	}
	if len(sets[0]) == depth {
		return 1
	}
	out := int32(0)
	for end := len(sets); end > 0; {
		first := sets[end-1][depth]
		from := end - 1
		for from > 0 && sets[from-1][depth] == first {
			from--
		}
		with := d.or(d.contains(sets[from:end], depth+1), out)
		out = d.test(first, out, with)
		end = from
	}
	return out
}

func (d *extendDiagrams) atLeast(k int) int32 {
	row := make([]int32, d.n+2) // row[s]: s nodes or more of the levels below
	row[0] = 1
	for level := d.n - 1; level >= 0; level-- {
		for s := d.n; s >= 1; s-- {
			row[s] = d.test(int32(level), row[s], row[s-1])
		}
	}
	return row[min(max(k, 0), d.n+1)]
}

func (d *extendDiagrams) node(v int) int32 { return d.test(int32(d.level[v]), 0, 1) }

// proved compares functions by their numbers: f = f*, or f_i = ∧_{j≠i} f_j* for each i. They are monotone as all
// that up, dual, and, or, atLeast and node make of monotone functions.
func (d *extendDiagrams) proved(fs []int32) bool {
	if len(fs) == 1 {
		return d.dual(fs[0]) == fs[0] && d.failed == nil
	}
	for i := range fs {
		out := int32(1)
		for j, f := range fs {
			if j != i {
				out = d.and(out, d.dual(f))
			}
		}
		if out != fs[i] || d.failed != nil {
			return false
		}
	}
	return true
}

func (d *extendDiagrams) equal(f, g int32) bool { return f == g }

func (d *extendDiagrams) value(f int32) extendFunction { return extendDiagram{d, f} }

// extendDiagram is one function of a store.
type extendDiagram struct {
	d *extendDiagrams
	f int32
}

func (e extendDiagram) has(s quorum.Set) bool {
	x := e.f
	for x > 1 {
		t := e.d.nodes[x]
		if x = t.lo; s.Has(e.d.order[t.level]) {
			x = t.hi
		}
	}
	return x == 1
}

// extendCountNodes bounds the nodes that live and count take: their numbers fit into one word.
const extendCountNodes = 64

// live counts from the constants up: the counts of a diagram node by size, over the levels from its own on. Children have
// smaller numbers than their parents. Cost O(n) word operations, and up to 8n bytes, for each diagram node of f.
func (e extendDiagram) live(ctx context.Context) ([]*big.Int, error) {
	d := e.d
	if d.n > extendCountNodes {
		return nil, &extendLimit{fmt.Sprintf("live sets of more than %d nodes are not counted by a diagram", extendCountNodes)}
	}
	reached := make([]bool, max(e.f+1, 2))
	reached[e.f], reached[0], reached[1] = true, true, true
	words := 0
	for a := e.f; a > 1; a-- {
		if reached[a] {
			reached[d.nodes[a].lo], reached[d.nodes[a].hi] = true, true
			words += d.n - int(d.nodes[a].level) + 1
		}
	}
	if words > extendCountWords {
		return nil, &extendLimit{fmt.Sprintf("the live sets take %d numbers to count", words)}
	}
	counts := make([]uint64, 0, words+2)
	start := make([]int32, len(reached))
	row := func(a int32) []uint64 {
		return counts[start[a]:][:d.n-int(d.nodes[a].level)+1]
	}
	for a := range reached {
		if !reached[a] {
			continue
		}
		if a&0xfff == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		t := d.nodes[a]
		start[a] = int32(len(counts))
		counts = append(counts, make([]uint64, d.n-int(t.level)+1)...)
		if a <= 1 {
			row(int32(a))[0] = uint64(a)
			continue
		}
		dst := row(int32(a))
		extendSpread(dst[:len(dst)-1], row(t.lo))
		extendSpread(dst[1:], row(t.hi))
	}
	top := make([]uint64, d.n+1)
	extendSpread(top, row(e.f))
	out := make([]*big.Int, d.n+1)
	for s := range out {
		out[s] = new(big.Int).SetUint64(top[s])
	}
	return out, nil
}

// extendCountWords bounds the memory of live to 400 MB.
const extendCountWords = 50_000_000

// extendSpread adds the counts by size over some levels to dst, those over perhaps more levels, whose nodes are in the
// set or not.
func extendSpread(dst, counts []uint64) {
	if len(counts) < len(dst) {
		wider := make([]uint64, len(dst))
		copy(wider, counts)
		for k := len(counts); k < len(dst); k++ {
			for s := k; s > 0; s-- {
				wider[s] += wider[s-1]
			}
		}
		counts = wider
	}
	for s := range dst {
		dst[s] += counts[s]
	}
}

// minimal goes down the diagram of f with the functions that are left of f without each node chosen so far: the
// chosen set is minimal iff f holds at it and none of these does. A branch ends when one of them is no different from
// f any more, for then its node is not needed.
func (e extendDiagram) minimal(ctx context.Context) iter.Seq[quorum.Set] {
	return func(yield func(quorum.Set) bool) {
		w := extendWalk{d: e.d, ctx: ctx, yield: yield}
		w.walk(e.f, nil)
	}
}

type extendWalk struct {
	d      *extendDiagrams
	ctx    context.Context
	yield  func(quorum.Set) bool
	chosen []int
	steps  int
}

// walk reports whether to go on; without[k] is f less the k-th chosen node, both at the nodes from here on.
func (w *extendWalk) walk(f int32, without []int32) bool {
	if w.steps++; w.steps&0xff == 0 && w.ctx.Err() != nil {
		return false
	}
	if f == 0 || slices.Contains(without, f) {
		return true
	}
	if f == 1 { // a function of without is not 1, and so, as it is monotone, 0 without further nodes
		return w.yield(quorum.SetOf(w.chosen...))
	}
	t := w.d.nodes[f]
	part := func(g int32, in bool) int32 {
		if x := w.d.nodes[g]; x.level == t.level {
			if in {
				return x.hi
			}
			return x.lo
		}
		return g
	}
	// A function without[k] may ask for nodes above the level of f: they are not taken.
	lower := make([]int32, len(without)+1)
	for k, g := range without {
		for g > 1 && w.d.nodes[g].level < t.level {
			g = w.d.nodes[g].lo
		}
		lower[k] = g
	}
	next := make([]int32, len(without), len(without)+1)
	for k := range without {
		next[k] = part(lower[k], true)
	}
	w.chosen = append(w.chosen, w.d.order[t.level])
	goOn := w.walk(t.hi, append(next, t.lo))
	w.chosen = w.chosen[:len(w.chosen)-1]
	if !goOn {
		return false
	}
	next = make([]int32, len(without))
	for k := range without {
		next[k] = part(lower[k], false)
	}
	return w.walk(t.lo, next)
}

package propose

import (
	"context"
	"errors"
	"math"
	"math/big"
	"math/bits"
	"slices"

	"coterie/fleet"
	"coterie/internal/solve/sets"
)

// space is the systems on at most tableNodes nodes that a view allows: monotone functions f between
// low and high, whose reads are the minimal sets of f, and whose writes are those of its dual.
type space struct {
	*view
	low, high sets.Table
	alive     []float64    // by set: the probability that exactly its nodes are up
	ties      []sets.Table // self-dual functions, which decide what others leave open; nil unless reads and writes have the same quorums
}

// newSpace returns the functions that survive what they have to. The error says that there are
// none, or is that of fleet.Survivors.
func newSpace(ctx context.Context, v *view) (*space, error) {
	s := &space{view: v, low: sets.UpFrom(v.n, append(slices.Clone(v.left), v.all)...), high: sets.NewTable(v.n)}
	s.low.Dual(s.high) // f(F) = 0 for each failure F, which says that f* holds without F
	if !s.low.SubsetOf(s.high.Bits) {
		return nil, errors.New("no system survives what it has to: two such failures, or one and all witnesses, together leave no node")
	}
	if v.f.Require.Same {
		s.ties = s.tieTables()
	}
	var err error
	s.alive, err = v.aliveTable(ctx)
	return s, err
}

// aliveTable has for each set the probability that exactly its nodes are up.
func (v *view) aliveTable(ctx context.Context) ([]float64, error) {
	weights, whole, err := fleet.Survivors(ctx, v.f)
	if err != nil {
		return nil, err
	}
	table, unit := make([]float64, len(weights)), new(big.Float).SetInt(whole)
	for set, w := range weights {
		table[set], _ = new(big.Float).Quo(new(big.Float).SetInt(w), unit).Float64()
	}
	return table, nil
}

// available returns the probabilities that a read quorum lives, and that a write quorum does.
func (s *space) available(f sets.Table) (ofReads, ofWrites float64) {
	last := len(s.alive) - 1
	for set, p := range s.alive {
		if f.Has(set) {
			ofReads += p
		}
		if !f.Has(last - set) {
			ofWrites += p
		}
	}
	return ofReads, ofWrites
}

// tableMenu are the sets that each group may ask: the menu of a program on few nodes.
type tableMenu struct {
	s     *space
	sets  [2][]uint64    // by operation
	times [2][][]float64 // by operation and place, where times matter

	lo, hi [1 << half]float64
}

// half is how many nodes a table of sums of prices has.
const half = tableNodes / 2

func (l *tableMenu) cheapest(group int, node []float64, perTime float64) (c column, cost float64, ok bool) {
	g := l.s.groups[group]
	family := l.sets[g.op]
	if len(family) == 0 {
		return column{}, 0, false
	}
	sums(l.lo[:], node[:min(half, len(node))])
	if len(node) > half {
		sums(l.hi[:], node[half:])
	} else {
		l.hi[0] = 0
	}
	best, at := math.Inf(1), 0
	if l.s.timed() {
		times := l.times[g.op][g.place]
		for i, set := range family {
			if d := l.lo[set&(1<<half-1)] + l.hi[set>>half] + float64(perTime*times[i]); d < best {
				best, at = d, i
			}
		}
		return column{group, family[at], times[at]}, best, true
	}
	for i, set := range family {
		if d := l.lo[set&(1<<half-1)] + l.hi[set>>half]; d < best {
			best, at = d, i
		}
	}
	return column{group, family[at], 0}, best, true
}

// sums sets dst to the sums of the prices of all sets of the nodes.
func sums(dst, node []float64) {
	dst[0] = 0
	for v, price := range node {
		for set := range 1 << v {
			dst[1<<v|set] = dst[set] + price
		}
	}
}

// time implements menu.
func (l *tableMenu) time(group int, set uint64) (t float64, ok bool) {
	g := l.s.groups[group]
	at, ok := slices.BinarySearch(l.sets[g.op], set)
	if ok && l.s.timed() {
		t = l.times[g.op][g.place][at]
	}
	return t, ok
}

// fill lists the sets that may be asked of an operation whose quorums are the minimal sets of f.
func (l *tableMenu) fill(op int, f sets.Table) {
	l.sets[op] = l.sets[op][:0]
	if !l.s.timed() {
		l.sets[op] = sets.AppendMinimal(l.sets[op], l.s.resilient(f))
		return
	}
	if l.times[op] == nil {
		l.times[op] = make([][]float64, len(l.s.fixed))
	}
	if !l.s.spares() {
		l.sets[op] = sets.AppendMinimal(l.sets[op], f)
		for place := range l.s.fixed {
			times := l.times[op][place][:0]
			for _, set := range l.sets[op] {
				times = append(times, l.s.times[place][set])
			}
			l.times[op][place] = times
		}
		return
	}
	// Spares buy time: for each time, the minimal sets whose nodes that answer by then hold a
	// quorum.
	r := l.s.resilient(f)
	seen := map[uint64]bool{}
	for place := range l.s.fixed {
		for _, t := range l.s.fixed[place] {
			within := l.s.within(place, t)
			both := r.Clone()
			for set := range 1 << l.s.n {
				if both.Has(set) && !f.Has(set&int(within)) {
					both.Remove(set)
				}
			}
			for _, set := range sets.AppendMinimal[uint64](nil, both) {
				if !seen[set] {
					seen[set] = true
					l.sets[op] = append(l.sets[op], set)
				}
			}
		}
	}
	slices.Sort(l.sets[op])
	for place := range l.s.fixed {
		times := l.times[op][place][:0]
		for _, set := range l.sets[op] {
			times = append(times, l.s.until(place, set, func(s uint64) bool { return f.Has(int(s)) }))
		}
		l.times[op][place] = times
	}
}

// within is the nodes that have answered in a place by a time.
func (v *view) within(place int, t float64) uint64 {
	mask := uint64(0)
	for i, at := range v.fixed[place] {
		if at <= t {
			mask |= 1 << i
		}
	}
	return mask
}

// resilient returns the sets that hold in f without any so many nodes as may stay silent.
func (s *space) resilient(f sets.Table) sets.Table {
	if !s.spares() {
		return f
	}
	f = f.Clone()
	spare := [2]sets.Table{sets.NewTable(s.n), sets.NewTable(s.n)}
	for range s.silent {
		f.SpareAny(&spare)
	}
	f.SpareEach(s.lying[1:]...)
	return f
}

// spares reports whether some of those asked may be silent.
func (v *view) spares() bool { return v.silent > 0 || len(v.lying) > 1 }

// needed appends the sets that have to be quorums where a set is asked of an operation: itself
// without any nodes that may stay silent, and what of it answers in its time.
func (s *space) needed(dst []uint64, c column) []uint64 {
	if !s.spares() {
		return append(dst, c.set)
	}
	var drop func(set uint64, from, left int)
	drop = func(set uint64, from, left int) {
		if left == 0 {
			for _, lying := range s.lying {
				dst = append(dst, set&^lying)
			}
			return
		}
		for v := from; v < s.n; v++ {
			if c.set>>v&1 == 1 {
				drop(set&^(1<<v), v+1, left-1)
			}
		}
	}
	drop(c.set, 0, min(s.silent, bits.OnesCount64(c.set)))
	if s.timed() {
		place := s.groups[c.group].place
		dst = append(dst, c.set&s.within(place, c.time))
	}
	return dst
}

// worker is what one goroutine needs to judge intervals of functions.
type worker struct {
	*space
	p *program
	l *tableMenu
	d sets.Table
}

func (s *space) worker() *worker {
	return &worker{space: s, p: newProgram(s.view), l: &tableMenu{s: s}, d: sets.NewTable(s.n)}
}

// interval returns the best strategy that reads from the sets of high and writes to those of the
// dual of low: no function between them does better, and high may be low.
func (w *worker) interval(low, high sets.Table) (o outcome, ok bool) {
	w.l.fill(reads, high)
	low.Dual(w.d)
	w.l.fill(writes, w.d)
	return w.p.solve(w.l)
}

// ask makes sets, and all that contain them, true in low.
func ask(low sets.Table, family []uint64) {
	for _, set := range family {
		low.Add(int(set))
	}
	low.CloseUp()
}

// spare makes f false at the sets that miss one of the writes.
func spare(high sets.Table, family []uint64, all uint64) {
	for _, set := range family {
		outside := all &^ set
		for s := outside; ; s = (s - 1) & outside {
			high.Remove(int(s))
			if s == 0 {
				break
			}
		}
	}
}

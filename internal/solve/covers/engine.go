package covers

import (
	"math/bits"
	"slices"
)

// MaxClasses is the largest number of classes of quotients: each has a bit of a mask.
const MaxClasses = 128

// mask is a set of classes {g, g⁻¹} of quotients, numbered from 1; class d has bit d-1.
type mask struct{ a, b uint64 }

func (m mask) count() int { return bits.OnesCount64(m.a) + bits.OnesCount64(m.b) }

func (m mask) without(l mask) mask { return mask{m.a &^ l.a, m.b &^ l.b} }

func (m mask) empty() bool { return m.a|m.b == 0 }

// each calls visit for all classes, ascending.
func (m mask) each(visit func(d int)) {
	for a := m.a; a != 0; a &= a - 1 {
		visit(bits.TrailingZeros64(a) + 1)
	}
	for b := m.b; b != 0; b &= b - 1 {
		visit(bits.TrailingZeros64(b) + 65)
	}
}

func maskOf(d int) mask {
	if d <= 64 {
		return mask{a: 1 << (d - 1)}
	}
	return mask{b: 1 << (d - 65)}
}

// candidate is an element x that may join D.
type candidate struct {
	x, gain int32
	adds    mask // the uncovered classes of xy⁻¹, y in D; gain is their number
}

// node is a place of the search tree: D = d, the classes that it leaves uncovered,
// and the elements that may join.
type node struct {
	d         []int
	uncovered mask
	open      []candidate
}

// tables holds the data that all workers of one search share. Only mark changes it.
type tables struct {
	*Space
	k       int
	watched int // sets of at most so many elements are kept free of orbits that are done
	bias    int // a class is taken even if it has this many more branches than gains
	// done has, for all elements a, b, a set of elements: the c for which {1, a, b, c} is in
	// an orbit that is done, in words words from (a·n+b)·words on.
	done    []uint64
	words   int
	visited []uint64 // the triples of orbits that are done
	marking bool     // whether any orbit is done
}

func newTables(s *Space, k int) *tables {
	t := &tables{Space: s, k: k, watched: 7, words: (s.n + 63) / 64}
	t.done = make([]uint64, s.n*s.n*t.words)
	t.visited = make([]uint64, (s.n*s.n*s.n+63)/64)
	return t
}

func (t *tables) between(x, y int) mask { return t.class[x][y] }

// mark makes later sets avoid all sets of four elements in the orbit of set.
func (t *tables) mark(set [4]int) {
	t.marking = true
	t.orbit(t.visited, [3]int(set[1:]), func(a, b, c int) {
		for _, e := range [...][3]int{{a, b, c}, {a, c, b}, {b, c, a}} {
			t.done[(e[0]*t.n+e[1])*t.words+e[2]>>6] |= 1 << (e[2] & 63)
			t.done[(e[1]*t.n+e[0])*t.words+e[2]>>6] |= 1 << (e[2] & 63)
		}
	})
}

// worker searches below nodes; its memory is used again and again.
type worker struct {
	*tables
	d      []int // D is d[:size]
	levels []level
	shut   []uint64 // elements that stay out, less the one that joins
	found  []int
	// each, if not nil, is called for every cover, and the search goes on.
	each func(cover []int)
	// halt is called once in a thousand nodes; halted says that it ended the search.
	halt   func() bool
	halted bool
	nodes  int
	// splitAt, if not 0, makes nodes of at least so many elements go to split instead of
	// being searched.
	splitAt int
	split   []node
}

// level is the memory for the node with one number of elements.
type level struct {
	raw, open []candidate // all elements that may join; those that may matter, by descending gain
	gains     []int32     // the number of elements of raw with each gain
	place     []int32     // the place in open for the next one with that gain
	gone      []bool      // elements that branches before had in D
	isOpen    []bool
	choices   []int32 // by class: the number of elements of open that add it
}

func (t *tables) worker(halt func() bool) *worker {
	n := t.n
	w := &worker{tables: t, d: make([]int, t.k), levels: make([]level, t.k+1), shut: make([]uint64, t.words), halt: halt}
	for i := range w.levels {
		w.levels[i] = level{
			make([]candidate, 0, n), make([]candidate, n), make([]int32, t.k+1), make([]int32, t.k+1),
			make([]bool, n), make([]bool, n), make([]int32, t.classes+1),
		}
	}
	return w
}

// start searches the sets that contain set and, except within set, no four elements of an orbit
// that is done. It returns true if it found a cover, or was halted.
func (w *worker) start(set []int) bool { return w.resume(w.node(set)) }

// node returns the root of the search of start.
func (w *worker) node(set []int) node {
	uncovered := w.all
	copy(w.d, set)
	in := make([]bool, w.n)
	for i, x := range set {
		in[x] = true
		for _, y := range set[:i] {
			uncovered = uncovered.without(w.between(x, y))
		}
	}
	var open []candidate
	for x := range w.n {
		if in[x] || w.marking && w.completes(x, set) {
			continue
		}
		c := candidate{x: int32(x)}
		for _, y := range set {
			m := w.between(x, y)
			c.adds.a |= m.a & uncovered.a
			c.adds.b |= m.b & uncovered.b
		}
		c.gain = int32(c.adds.count())
		open = append(open, c)
	}
	return node{set, uncovered, open}
}

// completes reports whether x and three of set are in an orbit that is done.
func (w *worker) completes(x int, set []int) bool {
	copy(w.d, set)
	for i := range set {
		w.shutOut(i, set[i])
		if c := w.quotient[set[i]][x]; w.shut[c>>6]>>(c&63)&1 != 0 {
			return true
		}
	}
	return false
}

// resume searches below a node that split kept, or node made.
func (w *worker) resume(node node) bool {
	size := len(node.d)
	copy(w.d, node.d)
	level := &w.levels[size]
	level.raw = append(level.raw[:0], node.open...)
	clear(level.gains)
	for _, c := range node.open {
		level.gains[c.gain]++
	}
	return w.below(size, node.uncovered)
}

// shutOut sets shut to the c for which cx, x and two of d[:size] are in an orbit that is
// done.
func (w *worker) shutOut(size, x int) {
	clear(w.shut)
	n, quotient := w.n, w.quotient[x]
	for i := range size {
		a := int(quotient[w.d[i]])
		for _, y := range w.d[:i] {
			b := int(quotient[y])
			row := w.done[(a*n+b)*w.words:][:w.words]
			for j, word := range row {
				w.shut[j] |= word
			}
		}
	}
}

// below searches the sets that contain D = d[:size] and otherwise elements of the level's
// raw list only. It returns true if the search is to end: found, or halted.
func (w *worker) below(size int, uncovered mask) bool {
	if uncovered.empty() {
		return w.take(size)
	}
	left := w.k - size
	if left == 0 {
		return false
	}
	if w.nodes++; w.nodes&1023 == 0 && w.halt() {
		w.halted = true
		return true
	}
	// At most left(left-1)/2 classes are quotients of two elements that both join; the
	// others are among the gains.
	need := int32(uncovered.count() - left*(left-1)/2)
	open := w.levels[size].choose(size, left, need)
	if len(open) == 0 {
		return false
	}
	if w.splitAt > 0 && size >= w.splitAt {
		w.split = append(w.split, node{slices.Clone(w.d[:size]), uncovered, slices.Clone(open)})
		return false
	}
	switch left {
	case 1: // each open element adds all missing classes
		for _, c := range open {
			if w.d[size] = int(c.x); w.take(size + 1) {
				return true
			}
		}
		return false
	case 2:
		return w.lastTwo(size, uncovered, open, need)
	}
	branches := branches(open, left, need)
	if branches+w.bias > 2 {
		if d := w.tightest(size, uncovered, open, branches+w.bias); d != 0 {
			return w.cover(size, uncovered, open, d)
		}
	}
	for i, c := range open[:branches] {
		if w.join(size, uncovered, open[i+1:], nil, c) {
			return true
		}
	}
	return false
}

// take records the cover d[:size], and returns true if that ends the search.
func (w *worker) take(size int) bool {
	cover := slices.Clone(w.d[:size])
	if w.each != nil {
		w.each(cover)
		return false
	}
	w.found = cover
	return true
}

// choose returns the elements of raw whose gain reaches need together with the best left-1
// gains, by descending gain and else in the order of raw.
func (l *level) choose(size, left int, need int32) []candidate {
	others, more := int32(0), int32(left-1)
	for gain := size; gain > 0 && more > 0; gain-- {
		take := min(more, l.gains[gain])
		others += take * int32(gain)
		more -= take
	}
	least := max(need-others, 0)
	total := int32(0)
	for gain := int32(size); gain >= least; gain-- {
		l.place[gain] = total
		total += l.gains[gain]
	}
	open := l.open[:total]
	if total == 0 {
		return open
	}
	for i := range l.raw {
		if c := &l.raw[i]; c.gain >= least {
			open[l.place[c.gain]] = *c
			l.place[c.gain]++
		}
	}
	return open
}

// branches returns how many elements of open, which is sorted, can be the first of
// left ones, in this order, whose gains reach need.
func branches(open []candidate, left int, need int32) int {
	sum := int32(0)
	for _, c := range open[:min(left, len(open))] {
		sum += c.gain
	}
	i := 0
	for ; i < len(open) && sum >= need; i++ {
		sum -= open[i].gain
		if i+left < len(open) {
			sum += open[i+left].gain
		}
	}
	return i
}

// lastTwo tries the open elements, each alone and in pairs.
func (w *worker) lastTwo(size int, uncovered mask, open []candidate, need int32) bool {
	for i := range open {
		c := &open[i]
		rest := uncovered.without(c.adds)
		if rest.empty() {
			if w.d[size] = int(c.x); w.take(size + 1) {
				return true
			}
			continue
		}
		for j := i + 1; j < len(open); j++ {
			e := &open[j]
			if c.gain+e.gain < need {
				break
			}
			if rest.without(e.adds).without(w.between(int(c.x), int(e.x))).empty() {
				w.d[size], w.d[size+1] = int(c.x), int(e.x)
				if w.take(size + 2) {
					return true
				}
			}
		}
	}
	return false
}

// tightest returns an uncovered d with the fewest completions, one open element or two, if
// these are fewer than limit, and else 0.
func (w *worker) tightest(size int, uncovered mask, open []candidate, limit int) int {
	level := &w.levels[size]
	clear(level.isOpen)
	clear(level.choices)
	for i := range open {
		level.isOpen[open[i].x] = true
		for a := open[i].adds.a; a != 0; a &= a - 1 {
			level.choices[bits.TrailingZeros64(a)+1]++
		}
		for b := open[i].adds.b; b != 0; b &= b - 1 {
			level.choices[bits.TrailingZeros64(b)+65]++
		}
	}
	tightest := 0
	uncovered.each(func(d int) {
		count := int(level.choices[d])
		partner := w.partner[d]
		for i := range open {
			if count >= limit {
				return
			}
			if level.isOpen[partner[open[i].x]] { // an involution counts its pairs twice, which is no harm
				count++
			}
		}
		if count < limit {
			tightest, limit = d, count
		}
	})
	return tightest
}

// cover searches all ways to cover d: with one of the open elements, else with two of them.
func (w *worker) cover(size int, uncovered mask, open []candidate, d int) bool {
	level := &w.levels[size]
	clear(level.gone)
	class := maskOf(d)
	for i := range open {
		c := open[i]
		if c.adds.a&class.a|c.adds.b&class.b == 0 {
			continue
		}
		level.gone[c.x] = true
		if w.join(size, uncovered, open, level.gone, c) {
			return true
		}
	}
	for i := range open {
		c := open[i]
		y := int(w.partner[d][c.x])
		if level.gone[c.x] || level.gone[y] || !level.isOpen[y] || w.involution[d] && y < int(c.x) {
			continue
		}
		if w.joinTwo(size, uncovered, open, level.gone, c, y) {
			return true
		}
	}
	return false
}

// join searches the sets with D and c, and otherwise elements of open that are not gone.
func (w *worker) join(size int, uncovered mask, open []candidate, gone []bool, c candidate) bool {
	uncovered = uncovered.without(c.adds)
	w.extend(size, uncovered, open, gone, int(c.x))
	return w.below(size+1, uncovered)
}

// joinTwo is join with c and y, an element of open.
func (w *worker) joinTwo(size int, uncovered mask, open []candidate, gone []bool, c candidate, y int) bool {
	uncovered = uncovered.without(c.adds)
	w.extend(size, uncovered, open, gone, int(c.x))
	next := w.levels[size+1].raw
	at := slices.IndexFunc(next, func(e candidate) bool { return int(e.x) == y })
	if at < 0 {
		return false // y would complete four elements of an orbit that is done
	}
	second := next[at]
	uncovered = uncovered.without(second.adds)
	w.extend(size+1, uncovered, slices.Delete(next, at, at+1), nil, y)
	return w.below(size+2, uncovered)
}

// extend puts x into D and makes the raw list of the next level: elements of open that are
// neither x, gone, nor shut out.
func (w *worker) extend(size int, uncovered mask, open []candidate, gone []bool, x int) {
	watching := w.marking && size < w.watched
	if watching {
		w.shutOut(size, x)
	}
	w.d[size] = x
	next := &w.levels[size+1]
	clear(next.gains[:size+2])
	raw := next.raw[:0]
	class := w.class[x]
	quotient := w.quotient[x]
	for i := range open {
		e := &open[i]
		if gone != nil && gone[e.x] {
			continue
		}
		if watching {
			if c := quotient[e.x]; w.shut[c>>6]>>(c&63)&1 != 0 {
				continue
			}
		}
		m := &class[e.x]
		adds := mask{(e.adds.a | m.a) & uncovered.a, (e.adds.b | m.b) & uncovered.b}
		gain := int32(adds.count())
		raw = append(raw, candidate{e.x, gain, adds})
		next.gains[gain]++
	}
	next.raw = raw
}

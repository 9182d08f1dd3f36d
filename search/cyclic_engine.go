package search

import (
	"math/bits"
	"slices"
)

// cyclicMaxN is the largest modulus of the exhaustive search: a class of differences has a
// bit in a cyclicClasses.
const cyclicMaxN = 257

// cyclicClasses is a set of difference classes {d, -d} of Z_n, d = 1..n/2: bit d-1.
type cyclicClasses struct{ a, b uint64 }

func (s cyclicClasses) count() int { return bits.OnesCount64(s.a) + bits.OnesCount64(s.b) }

func (s cyclicClasses) or(t cyclicClasses) cyclicClasses { return cyclicClasses{s.a | t.a, s.b | t.b} }

func (s cyclicClasses) without(t cyclicClasses) cyclicClasses {
	return cyclicClasses{s.a &^ t.a, s.b &^ t.b}
}

func (s cyclicClasses) empty() bool { return s.a|s.b == 0 }

// cyclicClassOf returns the class of a difference of two residues, 1 <= d < n.
func cyclicClassOf(n, d int) cyclicClasses {
	if d = min(d, n-d); d <= 64 {
		return cyclicClasses{a: 1 << (d - 1)}
	}
	return cyclicClasses{b: 1 << (d - 65)}
}

// cyclicCandidate is a residue x that may still join D.
type cyclicCandidate struct {
	x, gain int32
	adds    cyclicClasses // the uncovered classes of x-y, y in D; gain is how many
}

// cyclicNode is a partial cover: D, the classes that it leaves, and who may join.
type cyclicNode struct {
	d         []int
	uncovered cyclicClasses
	open      []cyclicCandidate
}

// cyclicSearch looks for covers of Z_n with at most k elements.
type cyclicSearch struct {
	n, k  int
	class []cyclicClasses // class[d] of d = 0..n-1, empty for 0
	// done[d] lists the x for which {0, d, x} is in an orbit that was searched before.
	done   [][]int32
	levels []cyclicLevel

	found   []int
	splitAt int // nodes of so many elements go to emit; 0 for none
	emit    func(cyclicNode)
	stop    func() bool // asked now and then
	steps   int
	halted  bool
}

// cyclicLevel is the memory of a node, by the number of elements.
type cyclicLevel struct {
	open   []cyclicCandidate
	dead   []bool
	where  []int32 // 1 + place of a residue in open; 0: not there
	counts []int32 // by class: completions
}

func newCyclicSearch(n, k int) *cyclicSearch {
	s := &cyclicSearch{n: n, k: k, class: make([]cyclicClasses, n), levels: make([]cyclicLevel, k+1)}
	for d := 1; d < n; d++ {
		s.class[d] = cyclicClassOf(n, d)
	}
	for i := range s.levels {
		s.levels[i] = cyclicLevel{make([]cyclicCandidate, 0, n), make([]bool, n), make([]int32, n), make([]int32, n/2+1)}
	}
	return s
}

func (s *cyclicSearch) difference(x, y int) cyclicClasses {
	if x < y {
		return s.class[x-y+s.n]
	}
	return s.class[x-y]
}

// node returns the node of a set d, with all other residues open but those that would
// complete a triple that is done.
func (s *cyclicSearch) node(d []int) cyclicNode {
	var covered, all cyclicClasses
	for c := 1; c < s.n; c++ {
		all = all.or(s.class[c])
	}
	closed := make([]bool, s.n)
	for _, x := range d {
		closed[x] = true
		for _, y := range d {
			if x != y {
				covered = covered.or(s.difference(x, y))
				if s.done != nil {
					for _, z := range s.done[(y-x+s.n)%s.n] {
						closed[(int(z)+x)%s.n] = true
					}
				}
			}
		}
	}
	node := cyclicNode{d: d, uncovered: all.without(covered)}
	for x := range s.n {
		if closed[x] {
			continue
		}
		var adds cyclicClasses
		for _, y := range d {
			adds = adds.or(s.difference(x, y))
		}
		adds = adds.without(covered)
		node.open = append(node.open, cyclicCandidate{int32(x), int32(adds.count()), adds})
	}
	return node
}

// below searches the covers that contain node.d and otherwise open residues only. It
// returns true if the search is to end: found, or halted.
func (s *cyclicSearch) below(node cyclicNode) bool {
	if node.uncovered.empty() {
		s.found = slices.Clone(node.d)
		return true
	}
	size := len(node.d)
	left := s.k - size
	if left == 0 {
		return false
	}
	if s.steps++; s.steps&1023 == 0 && s.stop != nil && s.stop() {
		s.halted = true
		return true
	}
	// At most left·(left-1)/2 classes are differences of two new residues; the others must
	// come from differences to D.
	need := int32(node.uncovered.count() - left*(left-1)/2)
	open := node.open
	slices.SortFunc(open, func(a, b cyclicCandidate) int { return int(b.gain - a.gain) })
	best := int32(0) // gain of the best left-1
	for i := range min(left-1, len(open)) {
		best += open[i].gain
	}
	for len(open) > 0 && open[len(open)-1].gain+best < need {
		open = open[:len(open)-1]
	}
	if len(open) == 0 {
		return false
	}
	if s.splitAt > 0 && size >= s.splitAt {
		s.emit(cyclicNode{slices.Clone(node.d), node.uncovered, slices.Clone(open)})
		return false
	}
	switch left {
	case 1: // all that are still open cover everything
		s.found = append(slices.Clone(node.d), int(open[0].x))
		return true
	case 2:
		return s.lastTwo(node.d, node.uncovered, open)
	}

	// By gain: the residues that join, in descending order of gain, must reach need.
	sum, byGain := int32(0), 0
	for i := range min(left, len(open)) {
		sum += open[i].gain
	}
	for byGain < len(open) && sum >= need {
		sum -= open[byGain].gain
		if byGain+left < len(open) {
			sum += open[byGain+left].gain
		}
		byGain++
	}
	level := &s.levels[size]
	if byGain > 2*size/2 {
		if d, options := s.tightest(node.uncovered, open, level, byGain); options < byGain {
			return s.byDifference(node.d, node.uncovered, open, level, d)
		}
	}
	for i := range byGain {
		if s.join(node.d, node.uncovered, open[i+1:], nil, open[i], -1) {
			return true
		}
	}
	return false
}

// tightest returns the uncovered class with the fewest completions.
func (s *cyclicSearch) tightest(uncovered cyclicClasses, open []cyclicCandidate, level *cyclicLevel, limit int) (class, options int) {
	clear(level.where)
	clear(level.counts)
	for i, c := range open {
		level.where[c.x] = int32(i + 1)
		for m := c.adds.a; m != 0; m &= m - 1 {
			level.counts[1+bits.TrailingZeros64(m)]++
		}
		for m := c.adds.b; m != 0; m &= m - 1 {
			level.counts[65+bits.TrailingZeros64(m)]++
		}
	}
	options = 1 << 30
	try := func(d int) {
		count := int(level.counts[d])
		for _, c := range open {
			if count >= options {
				return
			}
			y := int(c.x) + d
			if y >= s.n {
				y -= s.n
			}
			if level.where[y] != 0 {
				count++
			}
		}
		if 2*d == s.n {
			count = int(level.counts[d]) + (count-int(level.counts[d]))/2
		}
		if count < options {
			class, options = d, count
		}
	}
	for m := uncovered.a; m != 0; m &= m - 1 {
		try(1 + bits.TrailingZeros64(m))
	}
	for m := uncovered.b; m != 0; m &= m - 1 {
		try(65 + bits.TrailingZeros64(m))
	}
	return class, options
}

// byDifference searches all ways to cover class d: with one new residue, or else with two.
func (s *cyclicSearch) byDifference(set []int, uncovered cyclicClasses, open []cyclicCandidate, level *cyclicLevel, d int) bool {
	dead := level.dead
	clear(dead)
	want := s.class[d]
	for _, c := range open {
		if c.adds.a&want.a|c.adds.b&want.b != 0 {
			dead[c.x] = true
			if s.join(set, uncovered, open, dead, c, -1) {
				return true
			}
		}
	}
	for _, c := range open {
		y := (int(c.x) + d) % s.n
		if dead[c.x] || dead[y] || level.where[y] == 0 || 2*d == s.n && y < int(c.x) {
			continue
		}
		if s.join(set, uncovered, open, dead, c, y) {
			return true
		}
	}
	return false
}

// join searches the covers with D, c, and if it is not negative also second, and otherwise
// residues of open that are not dead.
func (s *cyclicSearch) join(set []int, uncovered cyclicClasses, open []cyclicCandidate, dead []bool, c cyclicCandidate, second int) bool {
	uncovered = uncovered.without(c.adds)
	x := int(c.x)
	size := len(set)
	d := append(set, x)
	closed := s.closedBy(d, size)
	if second >= 0 {
		if closed != nil && closed[second] {
			return false
		}
		for _, y := range d {
			uncovered = uncovered.without(s.difference(second, y))
		}
		d = append(d, second)
		if s.done != nil {
			closed = slices.Clone(closed)
			for y, shut := range s.closedBy(d, size+1) {
				closed[y] = closed[y] || shut
			}
		}
	}
	next := s.levels[len(d)].open[:0]
	for _, c := range open {
		if int(c.x) == x || int(c.x) == second || dead != nil && dead[c.x] || closed != nil && closed[c.x] {
			continue
		}
		adds := c.adds.or(s.difference(int(c.x), x))
		if second >= 0 {
			adds = adds.or(s.difference(int(c.x), second))
		}
		adds = cyclicClasses{adds.a & uncovered.a, adds.b & uncovered.b}
		next = append(next, cyclicCandidate{c.x, int32(adds.count()), adds})
	}
	return s.below(cyclicNode{d, uncovered, next})
}

// closedBy returns which residues would complete a triple that is done with the last
// element of d and another one; nil if no triple is done.
func (s *cyclicSearch) closedBy(d []int, last int) []bool {
	if s.done == nil {
		return nil
	}
	closed := make([]bool, s.n)
	x := d[last]
	for _, y := range d[:last] {
		for _, z := range s.done[(y-x+s.n)%s.n] {
			closed[(int(z)+x)%s.n] = true
		}
	}
	return closed
}

// lastTwo tries the pairs of open residues.
func (s *cyclicSearch) lastTwo(set []int, uncovered cyclicClasses, open []cyclicCandidate) bool {
	need := int32(uncovered.count() - 1)
	for i, c := range open {
		rest := uncovered.without(c.adds)
		for _, e := range open[i+1:] {
			if c.gain+e.gain < need {
				break
			}
			r := rest.without(e.adds).without(s.difference(int(c.x), int(e.x)))
			if r.empty() {
				s.found = append(slices.Clone(set), int(c.x), int(e.x))
				return true
			}
		}
	}
	return false
}

package vectors

import (
	"errors"
	"fmt"
	"math/bits"
	"sync/atomic"
)

// Ref identifies a vector of a set.
type Ref uint32

// Set is a set of vectors of one width.
type Set struct {
	width int
	nodes []node // the inner nodes of the tree, children before parents; the last is the root
	root  *table
	bytes atomic.Int64
}

// node is an inner node. Its children are positions of the vector, or width plus the index of an
// inner node.
type node struct {
	left, right int
	leaves      bool // both are positions
	table       *table
}

// Two small numbers side by side in the vector are combined into one number, without a table.
// Numbers below 1<<31 are those of tables.
const (
	packed    = 1 << 31
	smallBits = 15
)

const (
	rootSplit  = 6
	innerSplit = 3
	// A worker remembers 1<<cacheBits pairs for each inner node, or fewer if there are many nodes:
	// some 1<<cacheTotal in all, so that its memory is negligible beside that of the set, and those
	// in use stay in the processor's second cache.
	cacheBits  = 11
	cacheTotal = 18
)

// New returns an empty set of vectors of so many numbers, at least one.
func New(width int) *Set { return NewHashed(width, mix) }

// NewHashed is New with another hash of pairs, which costs only time if it is a bad one. Tests use
// it to make pairs collide.
func NewHashed(width int, hash func(uint64) uint64) *Set {
	if width < 1 {
		panic(fmt.Sprintf("vectors.New: a width of %d", width))
	}
	s := &Set{width: width}
	var build func(lo, hi int) int
	build = func(lo, hi int) int {
		if hi-lo == 1 {
			return lo
		}
		mid := (lo + hi) / 2
		n := node{left: build(lo, mid), right: build(mid, hi)}
		s.nodes = append(s.nodes, n)
		return width + len(s.nodes) - 1
	}
	if build(0, width); width == 1 {
		s.nodes = []node{{left: 0, right: 0}}
	}
	for i := range s.nodes {
		split := uint(innerSplit)
		if i == len(s.nodes)-1 {
			split = rootSplit
		}
		s.nodes[i].leaves = max(s.nodes[i].left, s.nodes[i].right) < width
		s.nodes[i].table = newTable(split, hash, &s.bytes)
	}
	s.root = s.nodes[len(s.nodes)-1].table
	return s
}

// Len returns the number of vectors.
func (s *Set) Len() uint64 {
	var n uint64
	for i := range s.root.shards {
		n += uint64(s.root.shards[i].count.Load())
	}
	return n
}

// Bytes returns the memory of all tables, without the caches of workers.
func (s *Set) Bytes() uint64 { return uint64(s.bytes.Load()) }

// Parts is the number of parts of a set. The order in which vectors came is known within each part.
const Parts = 1 << rootSplit

// Mark is a moment in the growth of a set: the number of vectors in each part.
type Mark [Parts]uint32

// Mark returns the present numbers of vectors.
func (s *Set) Mark() (m Mark) {
	for i := range m {
		m[i] = s.root.shards[i].count.Load()
	}
	return m
}

// RefAt returns the i-th vector that came to a part.
func RefAt(part int, i uint32) Ref { return Ref(i<<rootSplit | uint32(part)) }

// At returns the part of a vector, and the number of vectors that came to this part before it.
func (r Ref) At() (part int, i uint32) { return int(r & (Parts - 1)), uint32(r >> rootSplit) }

// Between reports whether the vector came after one mark and not after another.
func (r Ref) Between(after, until *Mark) bool {
	part, i := r.At()
	return i >= after[part] && i < until[part]
}

// errFull is the error of a set that can take no more vectors.
var errFull = errors.New("a set of vectors has room for about four thousand million")

// Worker adds vectors to a set and reads them.
type Worker struct {
	set   *Set
	base  []uint32 // the numbers of all positions and inner nodes of the vector that was loaded
	now   []uint32 // with the changes since
	dirty []uint64 // the inner nodes above the changed positions, except the root
	above []int32  // by position, and by inner node: its parent; -1 if that is the root
	cache [][]numbered
	shift int // of a hash, to a place in a cache

	rows    [][]uint32 // of the vectors from Put that wait: now
	dirt    [][]uint64 // and dirty
	batch   []place
	waiting int
	Fresh   int // the number of vectors from Put that were new
}

// A worker looks up batchSize vectors at a time, or fewer if they are wide: batchNumbers in all.
const (
	batchSize    = 64
	batchNumbers = 1 << 16
)

// numbered is a pair of an inner node and its number plus one.
type numbered struct {
	pair   uint64
	number uint32
}

// Worker returns a new worker, for one goroutine.
func (s *Set) Worker() *Worker {
	w := &Worker{set: s, base: make([]uint32, s.width+len(s.nodes)), cache: make([][]numbered, len(s.nodes)-1)}
	size := max(2, min(cacheBits, cacheTotal-bits.Len(uint(len(s.nodes)))))
	w.shift = 64 - size
	for i := range w.cache {
		w.cache[i] = make([]numbered, 1<<size)
	}
	w.now = make([]uint32, len(w.base))
	w.dirty = make([]uint64, (len(s.nodes)+63)/64)
	w.above = make([]int32, len(w.base))
	rows := max(1, min(batchSize, batchNumbers/len(w.now)))
	for range rows {
		w.rows, w.dirt = append(w.rows, make([]uint32, len(w.now))), append(w.dirt, make([]uint64, len(w.dirty)))
	}
	w.batch = make([]place, 0, rows)
	last := len(s.nodes) - 1
	w.above[len(w.base)-1] = -1
	for i, n := range s.nodes {
		up := int32(i)
		if i == last {
			up = -1
		} else {
			w.dirty[i/64] |= 1 << (i % 64) // the first vector has no base
		}
		w.above[n.left], w.above[n.right] = up, up
	}
	return w
}

// Load makes a vector the base of changes, and returns it; the caller must not change it.
func (w *Worker) Load(r Ref) []uint32 {
	s := w.set
	number := uint32(r)
	for i := len(s.nodes) - 1; i >= 0; i-- {
		n := &s.nodes[i]
		if i < len(s.nodes)-1 {
			number = w.base[s.width+i]
			if n.leaves && number&packed != 0 {
				w.base[n.left], w.base[n.right] = number>>smallBits&(1<<smallBits-1), number&(1<<smallBits-1)
				continue
			}
		}
		pair := n.table.pair(number)
		w.base[n.left], w.base[n.right] = uint32(pair>>32), uint32(pair)
	}
	w.Reset()
	return w.base[:s.width]
}

// Reset undoes all changes since Load.
func (w *Worker) Reset() {
	copy(w.now, w.base)
	clear(w.dirty)
}

// Get returns the number at a position, changes included.
func (w *Worker) Get(position int) uint32 { return w.now[position] }

// Set changes the number at a position.
func (w *Worker) Set(position int, number uint32) {
	w.now[position] = number
	for at := w.above[position]; at >= 0 && w.dirty[at/64]>>(at%64)&1 == 0; at = w.above[w.set.width+int(at)] {
		w.dirty[at/64] |= 1 << (at % 64)
	}
}

// fold numbers all inner nodes that have changed, and returns the pair of the root.
func (w *Worker) fold(look func(t *table, pair uint64) (uint32, bool)) (uint64, bool) {
	s := w.set
	last := len(s.nodes) - 1
	for word, d := range w.dirty {
		for ; d != 0; d &= d - 1 {
			if !w.foldNode(word*64+bits.TrailingZeros64(d), look) {
				return 0, false
			}
		}
	}
	root := s.nodes[last]
	return uint64(w.now[root.left])<<32 | uint64(w.now[root.right]), true
}

func (w *Worker) foldNode(i int, look func(t *table, pair uint64) (uint32, bool)) bool {
	pair, c, known := w.known(i, w.now)
	if known {
		return true
	}
	number, ok := look(w.set.nodes[i].table, pair)
	if ok {
		*c = numbered{pair, number + 1}
		w.now[w.set.width+i] = number
	}
	return ok
}

// known numbers an inner node of a vector, if no table is needed. Otherwise it returns the pair,
// and the place in the cache for its number.
func (w *Worker) known(i int, now []uint32) (pair uint64, c *numbered, ok bool) {
	n := &w.set.nodes[i]
	left, right := now[n.left], now[n.right]
	if n.leaves && (left|right)>>smallBits == 0 {
		now[w.set.width+i] = packed | left<<smallBits | right
		return 0, nil, true
	}
	pair = uint64(left)<<32 | uint64(right)
	c = &w.cache[i][mix(pair)>>w.shift]
	if c.number == 0 || c.pair != pair {
		return pair, c, false
	}
	now[w.set.width+i] = c.number - 1
	return pair, c, true
}

// Add adds the vector as it is after the changes, and reports whether it is new. The error says
// that the set is full.
func (w *Worker) Add() (r Ref, fresh bool, err error) {
	pair, ok := w.fold(addPair)
	if !ok {
		return 0, false, errFull
	}
	number, fresh, ok := w.set.root.number(pair)
	if !ok {
		return 0, false, errFull
	}
	return Ref(number), fresh, nil
}

// Put adds the vector as it is after the changes, at once or with others by Flush.
func (w *Worker) Put() error {
	if w.waiting == len(w.rows) {
		if err := w.Flush(); err != nil {
			return err
		}
	}
	copy(w.rows[w.waiting], w.now)
	copy(w.dirt[w.waiting], w.dirty)
	w.waiting++
	return nil
}

// Flush adds the vectors that wait, one inner node of all of them after the other, so that the
// processor waits for many answers of a table at a time.
func (w *Worker) Flush() error {
	s := w.set
	rows := w.rows[:w.waiting]
	w.waiting = 0
	for word := range w.dirty {
		var any uint64
		for r := range rows {
			any |= w.dirt[r][word]
		}
		for ; any != 0; any &= any - 1 {
			bit := bits.TrailingZeros64(any)
			i := word*64 + bit
			batch := w.batch[:0]
			for r, row := range rows {
				if w.dirt[r][word]>>bit&1 == 0 {
					continue
				}
				if pair, c, known := w.known(i, row); !known {
					p := s.nodes[i].table.place(pair)
					p.cached, p.row = c, row
					batch = append(batch, p)
				}
			}
			if !s.nodes[i].table.numberAll(batch) {
				return errFull
			}
			for k := range batch {
				p := &batch[k]
				*p.cached = numbered{p.pair, p.number + 1}
				p.row[s.width+i] = p.number
			}
		}
	}
	root := s.nodes[len(s.nodes)-1]
	batch := w.batch[:0]
	for _, row := range rows {
		batch = append(batch, s.root.place(uint64(row[root.left])<<32|uint64(row[root.right])))
	}
	if !s.root.numberAll(batch) {
		return errFull
	}
	for k := range batch {
		if batch[k].fresh {
			w.Fresh++
		}
	}
	return nil
}

// Find returns the vector as it is after the changes, if it is in the set.
func (w *Worker) Find() (Ref, bool) {
	pair, ok := w.fold((*table).find)
	if !ok {
		return 0, false
	}
	number, ok := w.set.root.find(pair)
	return Ref(number), ok
}

func addPair(t *table, pair uint64) (uint32, bool) {
	number, _, ok := t.number(pair)
	return number, ok
}

package vectors

import (
	"cmp"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"sync/atomic"
)

// Ref identifies a vector of a set.
type Ref uint32

// Set is a set of vectors of one width.
type Set struct {
	width int
	nodes []node // the inner nodes of the tree, children before parents; the last is the root
	root  *table
	above [][]several // by position: the inner nodes above it, except the root
	bytes atomic.Int64
}

// node is an inner node. Its children are positions of the vector, or width plus the index of an
// inner node.
type node struct {
	left, right int
	leaves      bool // both are positions
	table       *table
}

// several is some inner nodes: bits of a word of Worker.dirty.
type several struct {
	word int
	bits uint64
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
	cacheBits     = 13
	cacheTotal    = 18
	rootCacheBits = 14
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
	s.above = make([][]several, width)
	var build func(lo, hi int) int
	build = func(lo, hi int) int {
		if hi-lo == 1 {
			return lo
		}
		mid := (lo + hi) / 2
		n := node{left: build(lo, mid), right: build(mid, hi)}
		i := len(s.nodes)
		if s.nodes = append(s.nodes, n); hi-lo == width {
			return width + i
		}
		for p := lo; p < hi; p++ {
			if last := len(s.above[p]) - 1; last >= 0 && s.above[p][last].word == i/64 {
				s.above[p][last].bits |= 1 << (i % 64)
			} else {
				s.above[p] = append(s.above[p], several{i / 64, 1 << (i % 64)})
			}
		}
		return width + i
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
	cache []cache  // by inner node; that of the root holds vectors from Put, which come again soon
	batch []place  // the pairs of the root that wait
	Fresh int      // the number of vectors from Put that were new
	order []rooted // of Sort
}

// batchSize is the number of pairs of the root that a worker looks up at a time.
const batchSize = 64

// cache holds pairs of an inner node and their numbers.
type cache struct {
	places []numbered
	shift  int // of a hash, to a place
}

// numbered is a pair of an inner node and its number plus one.
type numbered struct {
	pair   uint64
	number uint32
}

// at returns the place of a pair, and whether the pair is there.
func (c *cache) at(pair uint64) (*numbered, bool) {
	p := &c.places[pair*0x9e3779b97f4a7c15>>c.shift]
	return p, p.pair == pair && p.number != 0
}

// Worker returns a new worker, for one goroutine.
func (s *Set) Worker() *Worker {
	nodes := len(s.nodes)
	w := &Worker{set: s, base: make([]uint32, s.width+nodes), now: make([]uint32, s.width+nodes), batch: make([]place, 0, batchSize)}
	w.dirty = make([]uint64, (nodes+63)/64)
	size := max(2, min(cacheBits, cacheTotal-bits.Len(uint(nodes))))
	for i := range nodes - 1 {
		w.cache = append(w.cache, cache{make([]numbered, 1<<size), 64 - size})
		w.dirty[i/64] |= 1 << (i % 64) // the first vector has no base
	}
	w.cache = append(w.cache, cache{make([]numbered, 1<<rootCacheBits), 64 - rootCacheBits})
	return w
}

// rooted is a vector with its pair of the root.
type rooted struct {
	pair uint64
	ref  Ref
}

// Sort sorts vectors, so that neighbours agree in most positions and the caches know more of what
// follows one after the other.
func (w *Worker) Sort(refs []Ref) {
	w.order = w.order[:0]
	for _, r := range refs {
		w.order = append(w.order, rooted{w.set.root.pair(uint32(r)), r})
	}
	slices.SortFunc(w.order, func(a, b rooted) int { return cmp.Compare(a.pair, b.pair) })
	for i, o := range w.order {
		refs[i] = o.ref
	}
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
	for _, a := range w.set.above[position] {
		w.dirty[a.word] |= a.bits
	}
}

// fold numbers all inner nodes that have changed, and returns the pair of the root.
func (w *Worker) fold(look func(t *table, pair uint64) (uint32, bool)) (uint64, bool) {
	s, now := w.set, w.now
	for word, d := range w.dirty {
		for ; d != 0; d &= d - 1 {
			i := word*64 + bits.TrailingZeros64(d)
			n := &s.nodes[i]
			left, right := now[n.left], now[n.right]
			if n.leaves && (left|right)>>smallBits == 0 {
				now[s.width+i] = packed | left<<smallBits | right
				continue
			}
			pair := uint64(left)<<32 | uint64(right)
			c, known := w.cache[i].at(pair)
			if !known {
				number, ok := look(n.table, pair)
				if !ok {
					return 0, false
				}
				*c = numbered{pair, number + 1}
			}
			now[s.width+i] = c.number - 1
		}
	}
	root := &s.nodes[len(s.nodes)-1]
	return uint64(now[root.left])<<32 | uint64(now[root.right]), true
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
	pair, ok := w.fold(addPair)
	if !ok {
		return errFull
	}
	c, known := w.cache[len(w.cache)-1].at(pair)
	if known {
		return nil
	}
	*c = numbered{pair, 1}
	if w.batch = append(w.batch, w.set.root.place(pair)); len(w.batch) == batchSize {
		return w.Flush()
	}
	return nil
}

// Flush adds the vectors that wait, so that the processor waits for many answers of the table at a
// time.
func (w *Worker) Flush() error {
	if !w.set.root.numberAll(w.batch) {
		return errFull
	}
	for k := range w.batch {
		if w.batch[k].fresh {
			w.Fresh++
		}
	}
	w.batch = w.batch[:0]
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

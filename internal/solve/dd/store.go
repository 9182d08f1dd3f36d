package dd

import (
	"context"

	"coterie/internal/machine/memory"
	"coterie/internal/machine/par"
	"coterie/quorum"
)

// A Rule says which triples a store leaves out.
type Rule uint8

const (
	BDD Rule = iota // the triples with lo = hi
	ZDD             // the triples with hi = Zero
)

// A Ref is a diagram of a store.
type Ref int32

const (
	Zero Ref = 0 // no set
	One  Ref = 1 // every set (BDD), or the empty set alone (ZDD)
)

// A Store holds diagrams; see the package. It is for one goroutine at a time.
type Store struct {
	rule   Rule
	order  []int   // the node of each level
	level  []int32 // of each node of the order
	nodes  []triple
	table  []Ref    // hash table of the nodes, 0 where free: a power of two, at most half full
	cache  []result // a power of two
	primes *Store   // see Primes
	of     []Ref    // in the store of primes: those of each diagram, 0 where not known

	ctx   context.Context // of its budget of memory
	poll  par.Poll
	limit int
	err   error
}

type triple struct {
	level  int32 // of the constants: beyond all levels
	lo, hi Ref
}

type result struct {
	op        operation
	a, b, out Ref
}

// An operation is an operation whose results the cache keeps.
type operation int32

const (
	opAnd operation = 1 + iota
	opOr
	opMinus
	opAvoid
	opDual
)

// New returns an empty store, whose level t stands for node order[t]. It makes at most limit nodes
// beside the constants, of some 50 bytes each with their share of the tables. It reserves this
// memory as it grows.
func New(ctx context.Context, rule Rule, order []int, limit int) *Store {
	s := &Store{rule: rule, order: order, ctx: ctx, poll: par.NewPoll(ctx), limit: limit}
	for t, v := range order {
		if v >= len(s.level) {
			s.level = append(s.level, make([]int32, v+1-len(s.level))...)
		}
		s.level[v] = int32(t)
	}
	s.nodes = []triple{{level: int32(len(order))}, {level: int32(len(order))}}
	s.grow(1 << 10)
	return s
}

// Allow sets another context and another limit, under which the store goes on after an error.
func (s *Store) Allow(ctx context.Context, limit int) {
	s.ctx, s.poll, s.limit, s.err = ctx, par.NewPoll(ctx), limit, nil
}

// Err returns nil, a *quorum.LimitError, a *memory.Error, or the cause for which the context ended.
func (s *Store) Err() error { return s.err }

// Len returns the number of nodes, the two constants among them.
func (s *Store) Len() int { return len(s.nodes) }

// Split returns the level and the parts of a diagram; the level of a constant is beyond all others.
func (s *Store) Split(f Ref) (level int32, lo, hi Ref) {
	x := s.nodes[f]
	return x.level, x.lo, x.hi
}

// At returns the parts of f by a level, which is not beyond its own.
func (s *Store) At(f Ref, level int32) (lo, hi Ref) {
	if x := s.nodes[f]; x.level == level {
		return x.lo, x.hi
	}
	if s.rule == ZDD {
		return f, Zero
	}
	return f, f
}

// Node returns the diagram with these parts, whose levels are beyond level.
func (s *Store) Node(level int32, lo, hi Ref) Ref {
	if s.rule == BDD && lo == hi || s.rule == ZDD && hi == Zero || s.err != nil {
		return lo
	}
	if s.err = s.poll.Err(); s.err != nil {
		return Zero
	}
	want := triple{level, lo, hi}
	slot := want.hash(len(s.table))
	for s.table[slot] != 0 {
		if s.nodes[s.table[slot]] == want {
			return s.table[slot]
		}
		slot = (slot + 1) & (len(s.table) - 1)
	}
	if len(s.nodes)-2 >= s.limit {
		s.err = &quorum.LimitError{What: "diagram nodes", Limit: s.limit}
		return Zero
	}
	if 2*(len(s.nodes)+1) > len(s.table) {
		if s.err = memory.Ask(s.ctx, "the nodes of the decision diagram", len(s.nodes), grownBytes); s.err != nil {
			return Zero
		}
	}
	f := Ref(len(s.nodes))
	s.nodes = append(s.nodes, want)
	s.table[slot] = f
	if 2*len(s.nodes) > len(s.table) {
		s.grow(2 * len(s.table))
	}
	return f
}

func (t triple) hash(size int) int {
	h := uint64(t.lo)*0x9e3779b97f4a7c15 ^ uint64(t.hi)*0xc2b2ae3d27d4eb4f ^ uint64(t.level)*0x165667b19e3779f9
	h ^= h >> 29
	return int(h * 0xbf58476d1ce4e5b9 >> 33 & uint64(size-1))
}

// grownBytes is the memory of a node after the tables have grown, in old and new tables together.
const grownBytes = 80

// cacheSize bounds the cache.
const cacheSize = 1 << 21

// grow makes the table, and with it the cache, larger.
func (s *Store) grow(size int) {
	s.table = make([]Ref, size)
	for f := 2; f < len(s.nodes); f++ {
		slot := s.nodes[f].hash(size)
		for s.table[slot] != 0 {
			slot = (slot + 1) & (size - 1)
		}
		s.table[slot] = Ref(f)
	}
	if size > len(s.cache) && size <= cacheSize {
		s.cache = make([]result, size)
	}
}

func (s *Store) known(op operation, a, b Ref) (Ref, bool) {
	e := &s.cache[triple{int32(op), a, b}.hash(len(s.cache))]
	return e.out, e.op == op && e.a == a && e.b == b
}

// keep remembers a result, and returns it.
func (s *Store) keep(op operation, a, b, out Ref) Ref {
	if s.err == nil {
		s.cache[triple{int32(op), a, b}.hash(len(s.cache))] = result{op, a, b, out}
	}
	return out
}

package drat

import (
	"errors"
	"fmt"

	"coterie/internal/machine/memory"
)

// A ref is the place of a clause in the arena; none is no clause. Three words precede its literals:
// the next clause of its bucket, its first literal as it was given, and its size with its flags.
type ref uint32

const none ref = 0

const (
	header   = 3
	flagBits = 3

	active    = 1 << 0 // it is there at the moment
	core      = 1 << 1 // the refutation uses it
	tautology = 1 << 2 // it has a literal and its negation: it is kept to be deleted, nothing else
)

// maxArena is the greatest length of the arena: a deletion in the list of steps has the highest
// bit.
const maxArena = 1 << 31

// encode returns 2v for the literal v and 2v+1 for -v.
func encode(l int32) uint32 {
	if l < 0 {
		return uint32(-l)<<1 | 1
	}
	return uint32(l) << 1
}

func decode(l uint32) int {
	if l&1 == 1 {
		return -int(l >> 1)
	}
	return int(l >> 1)
}

func (c *checker) flags(r ref) uint32       { return c.arena[r-1] }
func (c *checker) clause(r ref) []uint32    { return c.arena[r : r+ref(c.arena[r-1]>>flagBits)] }
func (c *checker) has(r ref, f uint32) bool { return c.arena[r-1]&f != 0 }

// decoded returns the literals of a clause, its first one first.
func (c *checker) decoded(r ref) []int {
	clause, pivot := c.clause(r), c.arena[r-2]
	literals := make([]int, 0, len(clause))
	if len(clause) > 0 {
		literals = append(literals, decode(pivot))
	}
	for _, l := range clause {
		if l != pivot {
			literals = append(literals, decode(l))
		}
	}
	return literals
}

// refs goes through the clauses in the order in which they came, up to (without) end.
func (c *checker) refs(end ref, visit func(r ref) bool) {
	for r := ref(header + 1); r < end; r += ref(c.arena[r-1]>>flagBits) + header {
		if !visit(r) {
			return
		}
	}
}

// The memory of a variable, and of a step with its clause, besides literals.
const (
	variableBytes = 2*2*24 + 2 + 2*4 + 4 + 4 + 1 + 4
	stepBytes     = 4 * (header + 1 + 2 + 8)
)

// grow makes room for variables up to v.
func (c *checker) grow(v int) error {
	have := len(c.reason) - 1
	if v <= have {
		return nil
	}
	v = max(v, min(have+have/2, MaxVariables))
	if err := memory.Ask(c.ctx, "the variables of the proof", v+1, variableBytes); err != nil {
		return err
	}
	c.reason = append(c.reason, make([]ref, v-have)...)
	c.place = append(c.place, make([]int32, v-have)...)
	c.seen = append(c.seen, make([]bool, v-have)...)
	c.value = append(c.value, make([]int8, 2*(v-have))...)
	c.stamp = append(c.stamp, make([]uint32, 2*(v-have))...)
	for i := range c.watches {
		c.watches[i] = append(c.watches[i], make([][]watch, 2*(v-have))...)
	}
	return nil
}

var errTooLong = errors.New("the formula and the proof have more literals than are supported")

// store puts a clause into the arena and its bucket, without repeated literals, and marks a
// tautology. Nothing watches it yet.
func (c *checker) store(lits []int32) (ref, error) {
	if c.stored%(1<<12) == 0 || len(lits) > 1<<12 {
		if err := memory.Ask(c.ctx, "the clauses of the proof",
			2*4*(len(c.arena)+len(lits)+1<<16)+stepBytes*(c.stored+1<<12)); err != nil {
			return none, err
		}
	}
	if err := c.encode(lits); err != nil {
		return none, err
	}
	if len(c.buffer) >= 1<<(32-flagBits) || int64(len(c.arena)+len(c.buffer)+header) >= maxArena {
		return none, errTooLong
	}
	flags := uint32(active)
	c.arena = append(c.arena, 0, 0, 0)
	r := ref(len(c.arena))
	for _, l := range c.buffer {
		if c.stamp[l^1] == c.stamps {
			flags |= tautology
		}
	}
	c.arena = append(c.arena, c.buffer...)
	if len(c.buffer) > 0 {
		c.arena[r-2] = c.buffer[0]
	}
	c.arena[r-1] = uint32(len(c.buffer))<<flagBits | flags
	c.stored++
	c.enter(r)
	return r, nil
}

// encode leaves the distinct literals in the buffer, in their order, and stamps them.
func (c *checker) encode(lits []int32) error {
	if c.stamps++; c.stamps == 0 {
		clear(c.stamp)
		c.stamps = 1
	}
	c.buffer = c.buffer[:0]
	for _, l := range lits {
		if err := c.grow(int(max(l, -l))); err != nil {
			return err
		}
		if e := encode(l); c.stamp[e] != c.stamps {
			c.stamp[e] = c.stamps
			c.buffer = append(c.buffer, e)
		}
	}
	return nil
}

// hash does not depend on the order of the literals.
func hash(lits []uint32) uint32 {
	sum, product := uint64(len(lits)), uint64(1)
	for _, l := range lits {
		sum, product = sum+uint64(l), product*(2*uint64(l)+1)
	}
	return uint32((sum ^ product) * 0x9e3779b97f4a7c15 >> 32)
}

// enter puts a clause into its bucket. There are about as many buckets as clauses.
func (c *checker) enter(r ref) {
	if len(c.buckets) <= c.entered {
		old := c.buckets
		c.buckets = make([]ref, max(1<<10, 2*len(old)))
		for _, q := range old {
			for q != none {
				next := ref(c.arena[q-3])
				c.link(q)
				q = next
			}
		}
	}
	c.entered++
	c.link(r)
}

func (c *checker) bucket(lits []uint32) *ref {
	return &c.buckets[hash(lits)&uint32(len(c.buckets)-1)]
}

func (c *checker) link(r ref) {
	b := c.bucket(c.clause(r))
	c.arena[r-3], *b = uint32(*b), r
}

// take takes the clause with these literals out of its bucket, the latest one of several, unless
// keep says that it must stay. It returns none if there is no such clause.
func (c *checker) take(lits []int32, keep func(r ref) bool) (r ref, kept bool, err error) {
	if err := c.encode(lits); err != nil || len(c.buckets) == 0 {
		return none, false, err
	}
	before, last := c.bucket(c.buffer), none
	for r := *before; r != none; last, r = r, ref(c.arena[r-3]) {
		clause := c.clause(r)
		if len(clause) != len(c.buffer) || !c.stamped(clause) {
			continue
		}
		if keep(r) {
			return r, true, nil
		}
		if last == none {
			*before = ref(c.arena[r-3])
		} else {
			c.arena[last-3] = c.arena[r-3]
		}
		c.entered--
		return r, false, nil
	}
	return none, false, nil
}

func (c *checker) stamped(clause []uint32) bool {
	for _, l := range clause {
		if c.stamp[l] != c.stamps {
			return false
		}
	}
	return true
}

// checkLiteral panics if a number is no literal of the formula.
func checkLiteral(l int32, vars int) {
	if l == 0 || int(max(l, -l)) > vars || l == -l {
		panic(fmt.Sprintf("drat: literal %d in a formula of %d variables", l, vars))
	}
}

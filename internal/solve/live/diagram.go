package live

import (
	"context"
	"fmt"
	"math/big"
	"math/bits"

	"coterie/internal/machine/memory"
	"coterie/internal/machine/par"
)

// A Diagram is the levelled decision diagram of a monotone Boolean function of u nodes, the live
// function of a family: level t asks whether node order[t] is alive. Level t has len(levels[t])/2
// states, each with the places of its two children in level t+1: levels[t][2x] if the node is dead,
// levels[t][2x+1] if it is alive. Places 0 and 1 are the constants "no quorum can live any more"
// and "a quorum lives whatever the others do"; state x has place x+2. States of a level are
// different functions of the nodes not yet asked (Bryant 1986: a quasi-reduced ordered diagram), so
// the number of states depends on the order alone.
type Diagram struct {
	Order  []int
	levels [][]uint32
	root   uint32
	states int
}

const (
	placeDead  = 0
	placeLive  = 1
	firstPlace = 2
)

func manyStates(limit int) error {
	return fmt.Errorf("the decision diagram has more than %d states", limit)
}

// residuals enumerates the functions below a state. A state is a fixed number of words that
// are equal iff the functions are.
type residuals interface {
	words() int
	start(state []uint64) uint32 // firstPlace, or a constant
	enter(level int)             // called before the states of this level are split
	// split writes the functions that remain when the node of the level dies and when it lives.
	// Each result is placeDead, placeLive, or firstPlace: see the state written.
	split(state, dead, live []uint64) (uint32, uint32)
	err() error // not nil once the residuals themselves are out of room
}

// list lists the diagram of r level by level. It gives up with a *quorum.LimitError when
// it has more than maxStates states, or when ctx ends; then the diagram returned has the levels
// listed by then. Cost: one split and two look-ups in a table for each state.
func list(ctx context.Context, order []int, r residuals, maxStates int) (*Diagram, error) {
	d := &Diagram{Order: order}
	w := r.words()
	first := make([]uint64, w)
	d.root = r.start(first)
	current, next := newStateTable(w), newStateTable(w)
	if d.root == firstPlace {
		current.place(first)
	}
	dead, live := make([]uint64, w), make([]uint64, w)
	poll := par.NewPoll(ctx)
	asked := firstTry // states that memory was asked for
	for t := range order {
		count := current.len()
		d.states += count
		children := make([]uint32, 0, 2*count)
		r.enter(t)
		next.reset()
		for x := range count {
			if err := poll.Err(); err != nil {
				return d, par.Ended(ctx)
			}
			if x&7 == 0 {
				if err := r.err(); err != nil {
					return d, err
				}
			}
			a, b := r.split(current.state(x), dead, live)
			if a == firstPlace {
				a += next.place(dead)
			}
			if b == firstPlace {
				b += next.place(live)
			}
			children = append(children, a, b)
			if d.states+next.len() > maxStates {
				return d, manyStates(maxStates)
			}
			if d.states+next.len() > asked {
				asked *= 2
				if err := memory.Ask(ctx, "the states of the decision diagram", asked, 8*w+stateBytes); err != nil {
					return d, err
				}
			}
		}
		d.levels = append(d.levels, children)
		current, next = next, current
	}
	if err := r.err(); err != nil {
		return d, err
	}
	if current.len() > 0 {
		panic(fmt.Sprintf("measure: compile: %d states left without nodes", current.len()))
	}
	return d, nil
}

// stateBytes is the memory of a state besides its words.
const stateBytes = 32

// stateTable numbers states of w words in the order of their first appearance: an
// open-addressing table with linear probing over one flat slice.
type stateTable struct {
	w    int
	keys []uint64
	slot []uint32 // 1 + number of the state; 0 is free; a power of two, at most half full
}

func newStateTable(w int) *stateTable {
	return &stateTable{w: w, slot: make([]uint32, 1<<10)}
}

func (s *stateTable) len() int { return len(s.keys) / s.w }

func (s *stateTable) state(x int) []uint64 { return s.keys[x*s.w : (x+1)*s.w] }

func (s *stateTable) reset() {
	s.keys = s.keys[:0]
	clear(s.slot)
}

func hashWords(key []uint64) uint64 {
	h := uint64(0x9e3779b97f4a7c15)
	for _, k := range key {
		hi, lo := bits.Mul64(h^k, 0xd6e8feb86659fd93)
		h = hi ^ lo ^ k
	}
	return h * 0x9e3779b97f4a7c15 >> 20
}

// place returns the number of the state with this key, a new one if there was none.
func (s *stateTable) place(key []uint64) uint32 {
	mask := uint64(len(s.slot) - 1)
	h := hashWords(key) & mask
probe:
	for ; s.slot[h] != 0; h = (h + 1) & mask {
		at := int(s.slot[h]-1) * s.w
		for i, k := range key {
			if s.keys[at+i] != k {
				continue probe
			}
		}
		return s.slot[h] - 1
	}
	x := uint32(s.len())
	s.keys = append(s.keys, key...)
	s.slot[h] = x + 1
	if 2*s.len() > len(s.slot) {
		s.grow()
	}
	return x
}

func (s *stateTable) grow() {
	s.slot = make([]uint32, 2*len(s.slot))
	mask := uint64(len(s.slot) - 1)
	for x := range s.len() {
		h := hashWords(s.state(x)) & mask
		for s.slot[h] != 0 {
			h = (h + 1) & mask
		}
		s.slot[h] = uint32(x) + 1
	}
}

// Counts returns, for s = 0..u, the number of live sets of s nodes: from the last level up,
// count(state) = count(dead child) + x·count(live child) as polynomials in x. No coefficient at
// level t exceeds (u-t choose s), so the words of (u choose u/2) are enough for each. Cost
// O(states·u·words); memory for two levels.
func (d *Diagram) Counts(ctx context.Context) ([]*big.Int, error) {
	u := len(d.Order)
	w := wordsOf(new(big.Int).Binomial(int64(u), int64(u/2)))
	below := make([]uint64, 2*w)
	below[w] = 1 // the constant 1 of no nodes
	poll := par.NewPoll(ctx)
	for t := u - 1; t >= 0; t-- {
		width := (u - t) * w // of one place in the level below
		children := d.levels[t]
		if err := d.fits(ctx, len(children)/2, width+w); err != nil {
			return nil, err
		}
		here := make([]uint64, (firstPlace+len(children)/2)*(width+w))
		addTo(here[placeLive*(width+w):][:width], below[placeLive*width:][:width], w)
		addTo(here[placeLive*(width+w)+w:][:width], below[placeLive*width:][:width], w)
		for x := 0; x < len(children); x += 2 {
			if err := poll.Err(); err != nil {
				return nil, par.Ended(ctx)
			}
			dst := here[(firstPlace+x/2)*(width+w):][:width+w]
			copy(dst, below[int(children[x])*width:][:width])
			addTo(dst[w:], below[int(children[x+1])*width:][:width], w)
		}
		below = here
	}
	out := make([]*big.Int, u+1)
	root := below[int(d.root)*(u+1)*w:]
	for s := range out {
		out[s] = fromWords(root[s*w : (s+1)*w])
	}
	return out, nil
}

// fits returns a *quorum.LimitError if the numbers of a level, so many words for each of its
// states, take too much memory.
func (d *Diagram) fits(ctx context.Context, states, words int) error {
	if bytes := 8 * int64(firstPlace+states) * int64(words); bytes > maxLevelBytes {
		return fmt.Errorf("the numbers for one level of the decision diagram of %d states take %d bytes, more than %d", d.states, bytes, int64(maxLevelBytes))
	}
	return memory.Ask(ctx, "the numbers for one level of the decision diagram", firstPlace+states, words, 8)
}

// addTo adds src to dst, both vectors of numbers of w words, least word first.
func addTo(dst, src []uint64, w int) {
	if w == 1 {
		dst = dst[:len(src)]
		for i, x := range src {
			dst[i] += x
		}
		return
	}
	for i := 0; i < len(src); i += w {
		var carry uint64
		for j := i; j < i+w; j++ {
			dst[j], carry = bits.Add64(dst[j], src[j], carry)
		}
	}
}

// Weigh returns Σ over live sets of Π(alive[v] for its nodes)·Π(dead[v] for the others),
// for non-negative integer weights of each node of the order. Values at level t are at most
// Π_{i >= t} (alive + dead), which fixes their width. Cost O(states·words²).
func (d *Diagram) Weigh(ctx context.Context, dead, alive []*big.Int) (*big.Int, error) {
	u := len(d.Order)
	total := big.NewInt(1)
	below, width := []uint64{0, 1}, 1
	poll := par.NewPoll(ctx)
	for t := u - 1; t >= 0; t-- {
		v := d.Order[t]
		a, b := wordsFrom(dead[v]), wordsFrom(alive[v])
		total.Mul(total, new(big.Int).Add(dead[v], alive[v]))
		wide := wordsOf(total)
		children := d.levels[t]
		if err := d.fits(ctx, len(children)/2, wide); err != nil {
			return nil, err
		}
		here := make([]uint64, (firstPlace+len(children)/2)*wide)
		copy(here[placeLive*wide:], wordsFrom(total))
		for x := 0; x < len(children); x += 2 {
			if err := poll.Err(); err != nil {
				return nil, par.Ended(ctx)
			}
			dst := here[(firstPlace+x/2)*wide:][:wide]
			addProduct(dst, below[int(children[x])*width:][:width], a)
			addProduct(dst, below[int(children[x+1])*width:][:width], b)
		}
		below, width = here, wide
	}
	return fromWords(below[int(d.root)*width:][:width]), nil
}

// addProduct adds x·y to dst, least word first. Words of the product beyond dst must be 0, as
// they are where dst has room for the sum.
func addProduct(dst, x, y []uint64) {
	for i, f := range y {
		var carry uint64
		for j, g := range x {
			if i+j >= len(dst) {
				break
			}
			hi, lo := bits.Mul64(f, g)
			var c uint64
			lo, c = bits.Add64(lo, carry, 0)
			hi += c
			dst[i+j], c = bits.Add64(dst[i+j], lo, 0)
			carry = hi + c
		}
		for j := i + len(x); j < len(dst) && carry != 0; j++ {
			dst[j], carry = bits.Add64(dst[j], carry, 0)
		}
	}
}

// wordsOf returns the number of 64-bit words that hold x >= 0, at least 1.
func wordsOf(x *big.Int) int { return max(1, (x.BitLen()+63)/64) }

// wordsFrom returns x >= 0 as words, least first.
func wordsFrom(x *big.Int) []uint64 {
	bytes := x.FillBytes(make([]byte, 8*wordsOf(x)))
	out := make([]uint64, len(bytes)/8)
	for i, b := range bytes {
		place := len(bytes) - 1 - i
		out[place/8] |= uint64(b) << (8 * (place % 8))
	}
	return out
}

func fromWords(words []uint64) *big.Int {
	bytes := make([]byte, 8*len(words))
	for i := range bytes {
		place := len(bytes) - 1 - i
		bytes[i] = byte(words[place/8] >> (8 * (place % 8)))
	}
	return new(big.Int).SetBytes(bytes)
}

// maxLevelBytes bounds the memory for the numbers of one level; those of two are kept.
const maxLevelBytes = 1 << 29

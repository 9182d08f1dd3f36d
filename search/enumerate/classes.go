package enumerate

import (
	"cmp"
	"context"
	"math/bits"
	"slices"

	"coterie/internal/machine/par"
)

// classifier lists classes of self-dual functions on k+2 nodes. It is immutable after it was made.
type classifier struct {
	q     Query
	k     int
	pairs *halves
	walks [][]uint8 // by level: see walk
	heads []head
}

// head is a function p that is the canonical quarter of some class.
type head struct {
	p      table
	counts uint64
}

func (h head) compare(other head) int {
	return cmp.Or(cmp.Compare(bits.ReverseBytes64(h.counts), bits.ReverseBytes64(other.counts)), cmp.Compare(h.p, other.p))
}

// tail is a class that has a given head: its e, and its number of automorphisms.
type tail struct {
	e             table
	automorphisms int32
}

// newClassifier finds the heads, which takes a good part of a second for six variables. When ctx
// ends the error is its cause.
func newClassifier(ctx context.Context, q Query) (*classifier, error) {
	c := &classifier{q: q, k: q.split()}
	c.pairs = newHalves(c.k)
	c.walks = make([][]uint8, 1<<max(0, c.k-1))
	for level := range c.walks {
		c.walks[level] = walk(c.k, level)
	}
	others := ^uint64(0) >> (64 - 8*max(0, c.k-1)) // all bytes of counts but the last
	poll := par.NewPoll(ctx)
	for p, counts := range c.pairs.functions(0) {
		if err := poll.Err(); err != nil {
			return nil, err
		}
		if ((counts>>8|every)-counts&others)&every != every {
			continue // the counts do not ascend
		}
		if c.q.Nondominated && 2*p.size() > 1<<c.k {
			continue
		}
		if c.leads(p, counts) {
			c.heads = append(c.heads, head{p, counts})
		}
	}
	slices.SortFunc(c.heads, head.compare)
	return c, nil
}

// leads reports whether p is the least among the orders of nodes that keep its counts.
func (c *classifier) leads(p table, counts uint64) bool {
	x := p
	for _, i := range c.walks[levels(c.k, counts)] {
		if x = x.swapped(int(i)); x < p {
			return false
		}
	}
	return true
}

// renaming is a permutation of variables as exchanges of pairs.
type renaming [][2]int8

// apply renames the variables of f.
func (r renaming) apply(f table) table {
	for _, x := range r {
		f = f.exchanged(int(x[0]), int(x[1]))
	}
	return f
}

// stabiliser returns the renamings other than the identity that leave the function of h as it is.
func (c *classifier) stabiliser(h head) []renaming {
	var all []renaming
	at := [6]int8{0, 1, 2, 3, 4, 5} // at[i] is the variable that is now in place i
	x := h.p
	for _, i := range c.walks[levels(c.k, h.counts)] {
		x = x.swapped(int(i))
		at[i], at[i+1] = at[i+1], at[i]
		if x != h.p {
			continue
		}
		now := [6]int8{0, 1, 2, 3, 4, 5}
		var r renaming
		for i := range int8(c.k) {
			j := i
			for now[j] != at[i] {
				j++
			}
			if i != j {
				r = append(r, [2]int8{i, j})
				now[i], now[j] = now[j], now[i]
			}
		}
		all = append(all, r)
	}
	return all
}

// tails appends to dst the classes that have head h, in ascending order of e.
// It takes milliseconds.
func (c *classifier) tails(dst []tail, h head) []tail {
	k, p := c.k, h.p
	size := p.size()
	// Node k is in at least as many true sets as node i iff |e with i| <= |p without i|.
	bound := uint64(0)
	for i := range k {
		bound |= uint64(size-int(byte(h.counts>>(8*i)))) << (8 * i)
	}
	first := ^uint64(0) >> (64 - 8*k)          // the bytes of the counts
	even := c.q.Nondominated && 2*size == 1<<k // the last two nodes are in equally many true sets
	stabiliser := c.stabiliser(h)
	steps := c.walks[levels(k, h.counts)]
	c.pairs.under(p&p.dual(k), bound, func(e table, counts uint64) bool {
		automorphisms := 1
		for _, r := range stabiliser {
			switch moved := r.apply(e); {
			case moved < e:
				return true
			case moved == e:
				automorphisms++
			}
		}
		if !c.q.keeps(k, p, e) {
			return true
		}
		if tied := equalBytes(counts, bound) & first; even || tied != 0 {
			pairs := c.equals(h, e, tied, even, steps)
			if pairs == 0 {
				return true
			}
			automorphisms *= pairs
		}
		dst = append(dst, tail{e, int32(automorphisms)})
		return true
	})
	return dst
}

// equalBytes has the highest bit of each byte that is equal in x and y, whose bytes are at most
// 127.
func equalBytes(x, y uint64) uint64 { return (every - (x ^ y)) & every }

// equals returns how many ordered pairs of nodes, put last, give the same p and e up to the order
// of the other nodes, among them the last two as they are; or 0 if one gives less. e must be the
// least for its p. In level is a bit of byte i for each node i < k in as many true sets as node k;
// even says that node k+1 is in as many, too.
func (c *classifier) equals(h head, e table, level uint64, even bool, steps []uint8) int {
	k := c.k
	var tied [MaxNodes]int
	some := 0
	for ; level != 0; level &= level - 1 {
		tied[some] = bits.TrailingZeros64(level) / 8
		some++
	}
	x := pair(k, e, h.p)
	same := 1
	if !even {
		for _, a := range tied[:some] {
			switch x.onTop(a, k+1).against(h, e, steps) {
			case -1:
				return 0
			case 0:
				same++
			}
		}
		return same
	}
	tied[some], tied[some+1] = k, k+1
	for _, a := range tied[:some+2] {
		for _, b := range tied[:some+2] {
			if a == b || a == k && b == k+1 {
				continue
			}
			switch x.onTop(a, b).against(h, e, steps) {
			case -1:
				return 0
			case 0:
				same++
			}
		}
	}
	return same
}

// against compares the least form that x has under renaming its first k nodes with h and e.
func (x quarters) against(h head, e table, steps []uint8) int {
	p, f, counts := x.sorted()
	if counts != h.counts {
		return cmp.Compare(bits.ReverseBytes64(counts), bits.ReverseBytes64(h.counts))
	}
	result := 1
	for at := 0; ; at++ {
		switch {
		case p < h.p || p == h.p && f < e:
			return -1
		case p == h.p && f == e:
			result = 0
		}
		if at == len(steps) {
			return result
		}
		p, f = p.swapped(int(steps[at])), f.swapped(int(steps[at]))
	}
}

package extend

import (
	"context"
	"iter"
	"math/big"
	"math/bits"
	"slices"

	"coterie/internal/machine/par"
	"coterie/internal/solve/sets"
	"coterie/quorum"
)

// tableNodes bounds the nodes of a table to 2^26 bits, 8 MiB.
const tableNodes = 26

// table is a Boolean function of the subsets of n <= tableNodes nodes, one bit for each.
type table struct{ sets.Table }

// tables is the algebra of tables. Every operation costs O(2^n/64) words, Up and minimal n times
// that. Once ctx has ended they do nothing.
type tables struct {
	ctx context.Context
	n   int
}

func (a tables) stopped() bool { return a.ctx.Err() != nil }

func (a tables) empty() table { return table{sets.NewTable(a.n)} }

func (a tables) Dual(t table) table {
	out := a.empty()
	if !a.stopped() {
		t.Dual(out.Table)
	}
	return out
}

func (a tables) And(s, t table) table {
	out := a.empty()
	if !a.stopped() {
		copy(out.Bits, s.Bits)
		out.Intersect(t.Bits)
	}
	return out
}

func (a tables) Or(s, t table) table {
	out := a.empty()
	if !a.stopped() {
		copy(out.Bits, s.Bits)
		out.Unite(t.Bits)
	}
	return out
}

// AtLeast is the function "k nodes or more".
func (a tables) AtLeast(k int) table {
	out := a.empty()
	for i := range out.Bits {
		for s, places := range sets.OfSize {
			if s+bits.OnesCount(uint(i)) >= k {
				out.Bits[i] |= places & sets.FullWord(1<<a.n, i)
			}
		}
	}
	return out
}

func (a tables) Holds(v int) table {
	out := a.empty()
	for i := range out.Bits {
		switch {
		case v < 6:
			out.Bits[i] = sets.With[v] & sets.FullWord(1<<a.n, i)
		case i>>(v-6)&1 == 1:
			out.Bits[i] = ^uint64(0)
		}
	}
	return out
}

func (a tables) Up(f quorum.Family) table {
	if a.stopped() {
		return a.empty()
	}
	return table{sets.Up(a.n, f.All())}
}

func (a tables) equal(s, t table) bool { return slices.Equal(s.Bits, t.Bits) }

func (a tables) err() error { return context.Cause(a.ctx) }

func (a tables) value(t table) function { return t }

// proved checks nondomination set by set, with none of the operations that made the functions:
// every one is monotone, and f(X) and f(V∖X) differ for every X (one function); f_i(X) holds iff
// f_j(V∖X) does for no j ≠ i.
func (a tables) proved(fs []table) bool {
	full := 1<<a.n - 1
	for _, f := range fs {
		for v := range a.n {
			if a.stopped() {
				return false
			}
			for i, w := range f.Bits {
				larger := i | 1<<v>>6
				if v < 6 {
					w = w &^ sets.With[v] << (1 << v)
				}
				if w&^f.Bits[larger] != 0 {
					return false
				}
			}
		}
	}
	for x := 0; ; x++ {
		if x&0xfffff == 0 && a.stopped() {
			return false
		}
		y := full ^ x
		if len(fs) == 1 {
			if fs[0].Has(x) == fs[0].Has(y) {
				return false
			}
		} else {
			var here, there uint32 // the functions that hold at x and at y
			for i, f := range fs {
				if f.Has(x) {
					here |= 1 << i
				}
				if f.Has(y) {
					there |= 1 << i
				}
			}
			for i := range fs {
				if here>>i&1 == 1 != (there&^(1<<i) == 0) {
					return false
				}
			}
		}
		if x == full {
			return true
		}
	}
}

func (t table) has(s quorum.Set) bool {
	x := 0
	for v := range s.All() {
		x |= 1 << v
	}
	return t.Has(x)
}

func (t table) live(context.Context) ([]*big.Int, error) {
	var out []*big.Int
	for _, count := range t.BySize() {
		out = append(out, big.NewInt(count))
	}
	return out, nil
}

func (t table) count(ctx context.Context) (*big.Int, error) {
	total, poll := int64(0), par.NewPoll(ctx)
	for i := range t.Bits {
		if err := poll.Err(); err != nil {
			return nil, err
		}
		total += int64(bits.OnesCount64(t.MinimalWord(i)))
	}
	return big.NewInt(total), nil
}

// minimal yields the minimal sets by ascending number.
func (t table) minimal(ctx context.Context) iter.Seq[quorum.Set] {
	return func(yield func(quorum.Set) bool) {
		poll := par.NewPoll(ctx)
		for i := range t.Bits {
			if poll.Err() != nil {
				return
			}
			for v := range sets.Ones(t.MinimalWord(i)) {
				if !yield(quorum.SetOfMask(i<<6 | v)) {
					return
				}
			}
		}
	}
}

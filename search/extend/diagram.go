package extend

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/big"

	"coterie/internal/machine/memory"
	"coterie/internal/machine/par"
	"coterie/internal/solve/dd"
	"coterie/quorum"
)

// diagrams are monotone functions of any number of nodes, as binary decision diagrams of one store.
type diagrams struct {
	*dd.Store
	n int
}

// diagramNodes is the limit where none is given: with its share of the tables a node
// takes some 60 bytes.
const diagramNodes = 5_000_000

func (d diagrams) err() error {
	var limit *quorum.LimitError
	if errors.As(d.Err(), &limit) {
		return tooLarge("more than %d decision diagram nodes", limit.Limit)
	}
	return d.Err()
}

// tooLarge returns an error that isLimit knows: the search goes on by other means, or ends unknown.
func tooLarge(format string, args ...any) error {
	return &quorum.LimitError{Cause: fmt.Errorf(format, args...)}
}

func isLimit(err error) bool {
	return errors.As(err, new(*quorum.LimitError)) || errors.As(err, new(*memory.Error))
}

// proved compares functions by their numbers: f = f*, or f_i = ∧_{j≠i} f_j* for each i. They are
// monotone as all that the operations of an algebra make of monotone functions.
func (d diagrams) proved(fs []dd.Ref) bool {
	if len(fs) == 1 {
		return d.Dual(fs[0]) == fs[0] && d.Err() == nil
	}
	for i := range fs {
		out := dd.One
		for j, f := range fs {
			if j != i {
				out = d.And(out, d.Dual(f))
			}
		}
		if out != fs[i] || d.Err() != nil {
			return false
		}
	}
	return true
}

func (d diagrams) equal(f, g dd.Ref) bool { return f == g }

func (d diagrams) value(f dd.Ref) function { return diagram{d, f} }

// diagram is one function of a store.
type diagram struct {
	d diagrams
	f dd.Ref
}

func (e diagram) has(s quorum.Set) bool { return e.d.Has(e.f, s) }

func (e diagram) minimal(ctx context.Context) iter.Seq[quorum.Set] {
	return e.d.MinimalSets(ctx, e.f)
}

// count returns the number of minimal sets.
func (e diagram) count(ctx context.Context) (*big.Int, error) {
	if e.d.n > countedNodes {
		return nil, fmt.Errorf("quorums on more than %d nodes are not counted", countedNodes)
	}
	z, primes := e.d.Primes(ctx, e.f)
	var limit *quorum.LimitError
	if errors.As(z.Err(), &limit) {
		return nil, fmt.Errorf("the minimal sets take %v", limit) // not wrapped: that these are too many to count ends no search
	}
	if z.Err() != nil {
		return nil, z.Err()
	}
	return z.Counts().Of(primes, 0), nil
}

// countedNodes bounds the nodes of systems whose quorums are counted.
const countedNodes = 130

// countNodes bounds the nodes that live and count take: their numbers fit into one word.
const countNodes = 64

// live counts from the constants up: the counts of a diagram node by size, over the levels from its
// own on. Children have smaller numbers than their parents. Cost O(n) word operations, and up to 8n
// bytes, for each diagram node of f.
func (e diagram) live(ctx context.Context) ([]*big.Int, error) {
	d := e.d
	if d.n > countNodes {
		return nil, tooLarge("live sets of more than %d nodes are not counted by a diagram", countNodes)
	}
	reached := make([]bool, max(e.f, dd.One)+1)
	reached[e.f], reached[dd.Zero], reached[dd.One] = true, true, true
	words := 0
	for a := e.f; a > dd.One; a-- {
		if reached[a] {
			level, lo, hi := d.Split(a)
			reached[lo], reached[hi] = true, true
			words += d.n - int(level) + 1
		}
	}
	if words > countWords {
		return nil, tooLarge("the live sets take %d numbers to count", words)
	}
	counts := make([]uint64, 0, words+2)
	start := make([]int32, len(reached))
	row := func(a dd.Ref) []uint64 {
		level, _, _ := d.Split(a)
		return counts[start[a]:][:d.n-int(level)+1]
	}
	poll := par.NewPoll(ctx)
	for a := range reached {
		if !reached[a] {
			continue
		}
		if err := poll.Err(); err != nil {
			return nil, err
		}
		level, lo, hi := d.Split(dd.Ref(a))
		start[a] = int32(len(counts))
		counts = append(counts, make([]uint64, d.n-int(level)+1)...)
		dst := row(dd.Ref(a))
		if a <= int(dd.One) {
			dst[0] = uint64(a)
			continue
		}
		spread(dst[:len(dst)-1], row(lo))
		spread(dst[1:], row(hi))
	}
	top := make([]uint64, d.n+1)
	spread(top, row(e.f))
	out := make([]*big.Int, d.n+1)
	for s := range out {
		out[s] = new(big.Int).SetUint64(top[s])
	}
	return out, nil
}

// countWords bounds the memory of live to 400 MB.
const countWords = 50_000_000

// spread adds the counts by size over some levels to dst, those over perhaps more levels, whose
// nodes are in the set or not.
func spread(dst, counts []uint64) {
	if len(counts) < len(dst) {
		wider := make([]uint64, len(dst))
		copy(wider, counts)
		for k := len(counts); k < len(dst); k++ {
			for s := k; s > 0; s-- {
				wider[s] += wider[s-1]
			}
		}
		counts = wider
	}
	for s := range dst {
		dst[s] += counts[s]
	}
}

package quorum

import (
	"context"
	"math"
	"math/bits"
	"sync"
	"sync/atomic"

	"coterie/internal/machine/memory"
	"coterie/internal/machine/par"
	"coterie/internal/solve/sets"
)

// incidence is the transposed incidence matrix of the quorums lo..hi-1 of a
// family: for each node the bit vector of the quorums that contain it. It answers
// for one set and 64 quorums at a time whether they meet (OR of the rows of the
// set's nodes) or contain the set (AND).
type incidence struct {
	lo, hi int
	sets.Matrix
}

func newIncidence(ctx context.Context, f Family, lo, hi int) (incidence, error) {
	if err := memory.Ask(ctx, "the incidence of nodes and quorums", f.n, sets.Words(hi-lo), 8); err != nil {
		return incidence{}, err
	}
	inc := incidence{lo, hi, sets.NewMatrix(f.n, hi-lo)}
	poll := par.NewPoll(ctx)
	for i := lo; i < hi; i++ {
		if err := poll.Work(len(f.Quorum(i))); err != nil {
			return incidence{}, err
		}
		for _, v := range f.Quorum(i) {
			inc.Row(int(v)).Add(i - lo)
		}
	}
	return inc, nil
}

// missed returns the index of the first quorum in max(lo, from)..hi-1 that does
// not meet q, or -1. dst is scratch of inc.Words words.
func (inc incidence) missed(dst []uint64, q []int32, from int) int {
	first := max(0, from-inc.lo)
	if first >= inc.hi-inc.lo {
		return -1
	}
	w0 := first >> 6
	inc.meeting(dst, q, w0)
	for k := w0; k < inc.Words; k++ {
		miss := ^dst[k]
		if k == w0 {
			miss &= ^uint64(0) << (first & 63)
		}
		if miss != 0 {
			i := inc.lo + k<<6 + bits.TrailingZeros64(miss)
			if i >= inc.hi {
				return -1
			}
			return i
		}
	}
	return -1
}

// meeting sets dst[from:] to the OR of the rows of q. It goes through the rows once
// for every eight words, which stay in registers: three times as fast as one row
// after the other over all words.
func (inc incidence) meeting(dst []uint64, q []int32, from int) {
	k := from
	for ; k+8 <= inc.Words; k += 8 {
		var a, b, c, d, e, f, g, h uint64
		for _, v := range q {
			r := inc.Bits[int(v)*inc.Words+k:][:8:8]
			a |= r[0]
			b |= r[1]
			c |= r[2]
			d |= r[3]
			e |= r[4]
			f |= r[5]
			g |= r[6]
			h |= r[7]
		}
		out := dst[k:][:8:8]
		out[0], out[1], out[2], out[3] = a, b, c, d
		out[4], out[5], out[6], out[7] = e, f, g, h
	}
	for ; k < inc.Words; k++ {
		var a uint64
		for _, v := range q {
			a |= inc.Bits[int(v)*inc.Words+k]
		}
		dst[k] = a
	}
}

// supersets sets dst to the bit vector of the quorums that contain q.
func (inc incidence) supersets(dst []uint64, q []int32) {
	for k := range inc.Words {
		acc := ^uint64(0)
		for _, v := range q {
			acc &= inc.Bits[int(v)*inc.Words+k]
			if acc == 0 {
				break
			}
		}
		dst[k] = acc
	}
	if r := (inc.hi - inc.lo) & 63; r != 0 {
		dst[inc.Words-1] &= 1<<r - 1
	}
}

// incidenceBytes bounds the memory of one block of an incidence matrix, so that
// it stays in a core's cache.
const incidenceBytes = 2 << 20

// blocks cuts the quorums of f into ranges of a multiple of 64 whose incidence rows take about
// incidenceBytes, and at least enough of them to share the work among jobs. Up to a million nodes a
// row has at least eight words, a cache line, even if the matrix then takes more memory: a row is
// read at one place anyway.
func blocks(f Family, jobs int) [][2]int {
	m := f.Len()
	words := max(1, incidenceBytes/8/max(1, f.n))
	if f.n <= 1<<20 {
		words = max(8, words/8*8)
	}
	words = min(words, max(1, (m/64+jobs-1)/jobs))
	var out [][2]int
	for lo := 0; lo < m; lo += words * 64 {
		out = append(out, [2]int{lo, min(m, lo+words*64)})
	}
	return out
}

// Options are the settings of a computation; the zero value uses every core.
type Options struct {
	Jobs int // workers; 0 means one for each core
	// Samples is how many sets of groups JudgeConditionC draws where there are too many, by Seed.
	Samples int
	Seed    uint64
}

// pair is a pair of quorums (i, j), or none if i < 0.
type pair struct{ i, j int }

var noPair = pair{-1, -1}

// firstPair calls find on every block of f with jobs workers and returns the
// lexicographically first pair found, which does not depend on the number of
// workers. find may stop once it passes beyond the given limit on i.
func firstPair(ctx context.Context, f Family, opts Options, find func(ctx context.Context, inc incidence, limit func() int) (pair, error)) (pair, error) {
	var mu sync.Mutex // guards best, whose i is also least
	best := pair{i: math.MaxInt}
	var least atomic.Int64
	least.Store(math.MaxInt)
	limit := func() int { return int(least.Load()) }
	jobs := par.Jobs(opts.Jobs)
	parts := blocks(f, jobs)
	err := par.For(ctx, jobs, len(parts), func(ctx context.Context, _, i int) error {
		inc, err := newIncidence(ctx, f, parts[i][0], parts[i][1])
		if err != nil {
			return err
		}
		p, err := find(ctx, inc, limit)
		if err != nil || p.i < 0 {
			return err
		}
		mu.Lock()
		defer mu.Unlock()
		if p.i < best.i || p.i == best.i && p.j < best.j {
			best = p
			least.Store(int64(p.i))
		}
		return nil
	})
	if best.i == math.MaxInt {
		best = noPair
	}
	return best, err
}

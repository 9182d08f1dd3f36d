package sets

import (
	"context"
	"math"
	"math/bits"
	"slices"

	"coterie/internal/machine/par"
)

// blockVariables is the number of variables of a block of a sweep: 2^18 bits, 32 KiB, stay in a
// cache.
const blockVariables = 18

// Swept is the result of a sweep over all sets of n variables.
type Swept struct {
	BySize []int64 // how many sets of 0, 1, ..., n variables the function holds at
	// Most is a largest set at which the function does not hold, of Size variables; of several, the
	// least mask. If there is none, Size is -1.
	Most uint64
	Size int
}

// SweepWords returns how many words of 64 sets a sweep goes over, at least those of a block. A
// million of them take some 20 ms. For more than 36 variables it returns the greatest int: a sweep
// would take minutes.
func SweepWords(n int) int {
	if n > maxSwept {
		return math.MaxInt
	}
	return Words(1 << max(n, blockVariables))
}

// maxSwept bounds a sweep to 2^30 words, some 20 s.
const maxSwept = 36

// Sweep goes over all sets of n variables, in blocks, for the function that holds at every set that
// contains one of the masks of up, or has no variable of one of the masks of down. There is no
// table of 2^n bits: it branches on the variables from the greatest down, leaves out masks that can
// no longer decide, and makes a table of the least 18 variables. Cost: some 30·2^n/64 word
// operations, and a pass over the masks that are left for each branch; memory of two blocks of 32
// KiB and the masks for each of the jobs. The result does not depend on jobs. The error is the
// cause of ctx. The counts are words, which is why n is at most 57.
func Sweep(ctx context.Context, jobs, n int, up, down []uint64) (Swept, error) {
	low := min(n, blockVariables)
	return sweepParts(ctx, jobs, n, low, min(n-low, 8), up, down)
}

// sweepParts is Sweep with blocks of low variables, and as many parts of the work as the values of
// the shared ones.
func sweepParts(ctx context.Context, jobs, n, low, shared int, up, down []uint64) (Swept, error) {
	workers := make([]sweep, min(par.Jobs(jobs), 1<<shared))
	for i := range workers {
		workers[i] = sweep{
			low: low, up: slices.Clone(up), down: slices.Clone(down), most: -1,
			tables: [2]Table{NewTable(low), NewTable(low)}, counts: make([]int64, max(n, 6)+1),
		}
	}
	err := par.For(ctx, len(workers), 1<<shared, func(ctx context.Context, worker, part int) error {
		w := &workers[worker]
		above, below := w.up, w.down
		for i := range shared {
			if v := n - 1 - i; part>>(shared-1-i)&1 == 1 {
				below = without(below, v)
			} else {
				above = without(above, v)
			}
		}
		w.poll = par.NewPoll(ctx)
		return w.walk(above, below, n-shared, uint64(part)<<(n-shared))
	})
	out := Swept{BySize: make([]int64, n+1), Size: -1}
	for _, w := range workers {
		for s := range out.BySize {
			out.BySize[s] += w.counts[s]
		}
		if w.most > out.Size || w.most == out.Size && w.at < out.Most {
			out.Size, out.Most = w.most, w.at
		}
	}
	return out, err
}

// sweep is a worker of Sweep.
type sweep struct {
	low      int // variables of a block
	up, down []uint64
	tables   [2]Table
	counts   []int64
	most     int // the size of at; -1 while every set holds
	at       uint64
	poll     par.Poll
}

// without moves the masks without v to the front and returns them.
func without(masks []uint64, v int) []uint64 {
	k := 0
	for i, m := range masks {
		if m>>v&1 == 0 {
			masks[i], masks[k] = masks[k], m
			k++
		}
	}
	return masks[:k]
}

// walk goes over the sets that are equal to set from variable free on, where only the masks of up
// can still be contained and only those of down avoided. It changes the order of the masks.
func (s *sweep) walk(up, down []uint64, free int, set uint64) error {
	if err := s.poll.Work(len(up) + len(down)); err != nil {
		return err
	}
	rest, size := uint64(1)<<free-1, bits.OnesCount64(set)
	decided := func(m uint64) bool { return m&rest == 0 }
	switch {
	case slices.ContainsFunc(up, decided) || slices.ContainsFunc(down, decided):
		for k, choose := 0, int64(1); k <= free; k++ {
			s.counts[size+k] += choose
			choose = choose * int64(free-k) / int64(k+1)
		}
		return nil
	case len(up)+len(down) == 0:
		s.misses(set|rest, size+free)
		return nil
	case free == s.low:
		s.block(up, down, set, size)
		return s.poll.Work(len(s.tables[0].Bits))
	}
	v := free - 1
	if err := s.walk(without(up, v), down, v, set); err != nil {
		return err
	}
	return s.walk(up, without(down, v), v, set|1<<v)
}

// misses takes note of a set of that size at which the function does not hold.
func (s *sweep) misses(set uint64, size int) {
	if size > s.most {
		s.most, s.at = size, set
	}
}

// block goes over the sets that are equal to set, of that size, outside of the first s.low.
func (s *sweep) block(up, down []uint64, set uint64, size int) {
	t, places := s.tables[0], 1<<s.low
	t.fill(up)
	if len(down) > 0 {
		u := s.tables[1]
		u.fill(down)
		for i := range t.Bits {
			t.Bits[i] |= bits.Reverse64(u.Bits[len(u.Bits)-1-i]) >> (64 - min(places, 64))
		}
	}
	t.addBySize(s.counts[size:])
	for i, w := range t.Bits {
		at, most := size+bits.OnesCount(uint(i)), min(s.low, 6)
		missed := FullWord(places, i) &^ w
		for ; missed != 0 && at+most > s.most; most-- {
			if x := missed & OfSize[most]; x != 0 {
				s.misses(set|uint64(i<<6|bits.TrailingZeros64(x)), at+most)
			}
		}
	}
}

// fill sets t to the function that holds at every set that contains one of the masks, of which only
// the variables of t count.
func (t Table) fill(masks []uint64) {
	clear(t.Bits)
	for _, m := range masks {
		t.Add(int(m & (1<<t.N - 1)))
	}
	t.CloseUp()
}

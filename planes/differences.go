package planes

import (
	"context"
	"fmt"
	"slices"

	"coterie/internal/machine/par"
)

// IsDifferenceCover reports whether every residue modulo n is a difference a - b of two (not
// necessarily distinct) elements of d. If not, missing is the least residue that is no difference;
// otherwise it is -1. The elements of d are taken modulo n and may repeat.
//
// The translates of a difference cover, d + i for each i, meet pairwise: d + i and d + j share the
// point a + i as soon as a - b = j - i. So a difference cover of k residues modulo n gives n sets
// of k points on n points, any two of which meet.
//
// The error is the cause of ctx if that ends first. Cost: O(n + k^2 + k log k) time for k = len(d),
// O(k) memory. It panics if n < 1.
func IsDifferenceCover(ctx context.Context, n int, d []int) (missing int, ok bool, err error) {
	scan := newDifferenceScan(n, d)
	if len(d) == 0 {
		return 0, false, nil
	}
	for scan.more() {
		if _, err := scan.nextWindow(ctx); err != nil {
			return 0, false, err
		}
		if absent := scan.seen.firstAbsent(scan.width()); absent < scan.width() {
			return scan.low + absent, false, nil
		}
	}
	return -1, true, nil
}

// IsDifferenceSet reports whether d is a perfect difference set modulo n, also called planar or
// simple, or a cyclic difference set with lambda = 1: every residue except 0 is a difference a - b
// of elements of d exactly once. Then n = k(k-1) + 1 for k = len(d), and the translates of d are
// the lines of a projective plane of order k-1. If d is no difference set, residue is the least
// residue that is a difference of elements at two different places of d either never or at least
// twice, and times says how often (residue 0 means that an element repeats modulo n). If d is a
// difference set, residue is -1 and times is 0.
//
// Cost: O(n + k^2 + k log k) time, O(k) memory. It panics if n < 1.
func IsDifferenceSet(n int, d []int) (residue, times int, ok bool) {
	scan := newDifferenceScan(n, d)
	if len(scan.set) < len(d) {
		return 0, countDifference(n, d, 0), false
	}
	for scan.more() {
		repeated, _ := scan.nextWindow(context.Background())
		worst := scan.low + scan.seen.firstAbsent(scan.width())
		if repeated >= 0 {
			worst = min(worst, repeated)
		}
		if worst < scan.low+scan.width() {
			return worst, countDifference(n, d, worst), false
		}
	}
	return -1, 0, true
}

// countDifference counts the ordered pairs of different places of d whose elements differ by
// residue modulo n.
func countDifference(n int, d []int, residue int) int {
	times := 0
	for i, a := range d {
		for j, b := range d {
			if i != j && mod(a-b-residue, n) == 0 {
				times++
			}
		}
	}
	return times
}

// mod returns a modulo n in 0..n-1, for n >= 1.
func mod(a, n int) int {
	a %= n
	if a < 0 {
		a += n
	}
	return a
}

// differenceScan goes through the differences of a set of residues in windows of ascending
// residues, so that O(k) memory is enough: the differences of one element to the others, in cyclic
// order, are ascending, and one cursor per element remembers which differences are done. A residue
// and its negative are differences equally often, so that 1..n/2 stand for all.
type differenceScan struct {
	n      int
	set    []int // distinct residues, ascending
	cyclic []int // set, then set + n
	cursor []int // per element of set: the place in cyclic of the first difference that is not done
	low    int   // the least residue of this window
	high   int   // the least residue above this window
	seen   bitset
}

func newDifferenceScan(n int, d []int) *differenceScan {
	if n < 1 {
		panic(fmt.Sprintf("planes: differences modulo %d, want a modulus of at least 1", n))
	}
	set := make([]int, 0, len(d))
	for _, a := range d {
		set = append(set, mod(a, n))
	}
	slices.Sort(set)
	set = slices.Compact(set)
	k := len(set)
	scan := &differenceScan{n: n, set: set, cyclic: make([]int, 2*k), cursor: make([]int, k), high: 1}
	for i, a := range set {
		scan.cyclic[i] = a
		scan.cyclic[k+i] = a + n
		scan.cursor[i] = i + 1
	}
	scan.seen = make(bitset, min(bitsetWords(n/2), max(k, 64)))
	return scan
}

// more reports whether a window is left.
func (s *differenceScan) more() bool { return s.high <= s.n/2 }

// width returns the number of residues of this window.
func (s *differenceScan) width() int { return s.high - s.low }

// nextWindow marks the differences of the next window in seen and returns the least residue that is
// a difference twice, or -1.
func (s *differenceScan) nextWindow(ctx context.Context) (repeated int, err error) {
	s.low = s.high
	s.high = min(s.low+64*len(s.seen), s.n/2+1)
	clear(s.seen)
	repeated = -1
	k := len(s.set)
	poll := par.NewPoll(ctx)
	for i, a := range s.set {
		if err := poll.Err(); err != nil {
			return -1, err
		}
		others := s.cyclic[:i+k]
		at := s.cursor[i]
		for ; at < len(others); at++ {
			difference := others[at] - a
			if difference >= s.high {
				break
			}
			if s.seen.testAndSet(difference-s.low) && (repeated < 0 || difference < repeated) {
				repeated = difference
			}
		}
		s.cursor[i] = at
	}
	return repeated, nil
}

package dd

import (
	"context"
	"iter"
	"slices"

	"coterie/internal/machine/par"
	"coterie/quorum"
)

// Primes returns the minimal sets of the monotone f of a BDD store, as a family of a ZDD store of
// the same order and limit. All functions of s have that store in common, until it meets an error.
//
// The minimal sets of f = (v, lo, hi) are those of lo, and those of hi that are none of lo, with v:
// a minimal set T of hi makes T ∪ {v} minimal iff lo does not hold at T; and if it does, T is a
// minimal set of lo too, as lo implies hi.
func (s *Store) Primes(ctx context.Context, f Ref) (*Store, Ref) {
	if s.primes == nil || s.primes.err != nil {
		s.primes = New(ctx, ZDD, s.order, s.limit)
		s.primes.of = []Ref{Zero, One}
	}
	z := s.primes
	z.poll = par.NewPoll(ctx)
	if missing := len(s.nodes) - len(z.of); missing > 0 {
		z.of = append(z.of, make([]Ref, missing)...)
	}
	return z, z.primesOf(s, f)
}

func (s *Store) primesOf(d *Store, f Ref) Ref {
	if f == Zero || s.of[f] != 0 || s.err != nil {
		return s.of[f]
	}
	x := d.nodes[f]
	lo := s.primesOf(d, x.lo)
	out := s.Node(x.level, lo, s.Minus(s.primesOf(d, x.hi), lo))
	if s.err == nil {
		s.of[f] = out
	}
	return out
}

// MinimalSets yields the minimal sets that Primes represents, one after the other, with no store of
// its own, until ctx ends. Of two sets, the one that has the first level in which they differ comes
// first.
//
// It goes down the diagram of f with the functions that are left of f without each node chosen so
// far: the chosen set is minimal iff f holds at it and none of these does. A branch ends when one
// of them equals the rest of f, since its node is then not needed.
func (s *Store) MinimalSets(ctx context.Context, f Ref) iter.Seq[quorum.Set] {
	return func(yield func(quorum.Set) bool) {
		poll := par.NewPoll(ctx)
		var chosen []int
		// down reports whether to go on; without[k] is f without the k-th chosen node, both at the
		// levels from here on.
		var down func(f Ref, without []Ref) bool
		down = func(f Ref, without []Ref) bool {
			if poll.Err() != nil {
				return false
			}
			if f == Zero || slices.Contains(without, f) {
				return true
			}
			if f == One { // a function of without is not 1, and so, as it is monotone, 0 without further nodes
				return yield(quorum.SetOf(chosen...))
			}
			t := s.nodes[f]
			out, in := make([]Ref, len(without)), make([]Ref, len(without), len(without)+1)
			for k, g := range without {
				// It may need nodes above the level of f, which are not taken.
				for s.nodes[g].level < t.level {
					g = s.nodes[g].lo
				}
				out[k], in[k] = s.At(g, t.level)
			}
			chosen = append(chosen, s.order[t.level])
			goOn := down(t.hi, append(in, t.lo))
			chosen = chosen[:len(chosen)-1]
			return goOn && down(t.lo, out)
		}
		down(f, nil)
	}
}

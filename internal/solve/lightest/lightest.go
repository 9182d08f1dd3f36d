package lightest

import (
	"context"
	"math/big"
	"slices"

	"coterie/internal/machine/par"
	"coterie/quorum"
)

// Number is the type of weights: floating point to propose, whole numbers to prove.
type Number[T any] interface {
	Plus(T) T
	Less(T) bool
}

// Float is a weight in floating point.
type Float float64

func (x Float) Plus(y Float) Float { return x + y }
func (x Float) Less(y Float) bool  { return x < y }

// Whole is a weight that is a whole number of any size.
type Whole struct{ *big.Int }

func (x Whole) Plus(y Whole) Whole { return Whole{new(big.Int).Add(x.Int, y.Int)} }
func (x Whole) Less(y Whole) bool  { return x.Cmp(y.Int) < 0 }

// union is a set of nodes with its weight, put together from others.
type union[T Number[T]] struct {
	weight      T
	node        int // of a leaf; -1 of the union of left and right, which may be nil
	left, right *union[T]
}

func (u *union[T]) collect(to []int32) []int32 {
	if u == nil {
		return to
	}
	if u.node >= 0 {
		to = append(to, int32(u.node))
	}
	return u.right.collect(u.left.collect(to))
}

// Demand is the requirement on a set at a gate: the gate still holds after the loss of any Kill-1
// of its nodes, and, if Quick is set, it holds with the quick nodes alone.
type Demand struct {
	Kill  int
	Quick bool
}

// weigher finds the lightest sets that make the gates of a read-once formula hold. Proof of the
// recursion: docs/theorems/fleet-cheapest-quorum.md.
type weigher[T Number[T]] struct {
	weight []T
	zero   T
	quick  []bool
	poll   par.Poll
	err    error
}

// ended reports whether an error has ended the work. If not, it counts so much more work.
func (w *weigher[T]) ended(work int) bool {
	if w.err == nil {
		w.err = w.poll.Work(work)
	}
	return w.err != nil
}

// Set returns the lightest set that meets a demand at a read-once formula, whose nodes have these
// weights, and its weight, or nil if there is none. quick has the quick nodes, and may be nil if
// the demand does not ask for them. If nodes may be lost, gates of unequal votes must have nodes
// alone as parts (see Fits); otherwise they may have any parts. The error is that of ctx.
func Set[T Number[T]](ctx context.Context, f quorum.Formula, d Demand, weight []T, zero T, quick []bool) ([]int32, T, error) {
	w := &weigher[T]{weight: weight, zero: zero, quick: quick, poll: par.NewPoll(ctx)}
	u := w.upTo(f, d)[d.at()]
	if w.err != nil || u == nil {
		return nil, zero, w.err
	}
	nodes := u.collect(nil)
	slices.Sort(nodes)
	return slices.Compact(nodes), u.weight, nil
}

// at returns the place of a demand among all. Those that ask for less come before it.
func (d Demand) at() int {
	if d.Quick {
		return 2*d.Kill + 1
	}
	return 2 * d.Kill
}

// upTo returns the lightest sets for all demands that ask for no more than top, by their places.
func (w *weigher[T]) upTo(f quorum.Formula, top Demand) []*union[T] {
	all := make([]*union[T], 2*top.Kill+2)
	all[0] = &union[T]{weight: w.zero, node: -1}
	if w.ended(1 + f.Len()) {
		return all
	}
	v, leaf := f.Leaf()
	leaves := !leaf && LeavesOnly(f)
	var parts [][]*union[T] // each is weighed once
	if !leaf && !leaves {
		for i := range f.Len() {
			parts = append(parts, w.upTo(f.Part(i), top))
		}
	}
	quota, _ := f.Quota()
	for kill := 0; kill <= top.Kill; kill++ {
		for _, quick := range []bool{false, true} {
			d := Demand{kill, quick}
			switch {
			case d == Demand{} || quick && !top.Quick:
			case leaf:
				if kill < 2 && (!quick || w.quick[v]) {
					all[d.at()] = &union[T]{weight: w.weight[v], node: v}
				}
			case leaves && f.UnitVotes():
				all[d.at()] = w.leaves(f, d, quota)
			case leaves:
				all[d.at()] = w.votes(f, d, quota)
			case !f.UnitVotes():
				all[d.at()] = w.knapsack(f, parts, d, quota)
			default:
				all[d.at()] = w.gate(parts, d, quota)
			}
		}
	}
	return all
}

// Fits reports whether Set can find the lightest sets of a formula that may lose this many nodes,
// with quick nodes if quick is set: its knapsacks are small and, if nodes may be lost, gates of
// unequal votes have nodes alone as parts.
func Fits(f quorum.Formula, silent int, quick bool) bool {
	if _, leaf := f.Leaf(); leaf {
		return true
	}
	if !f.UnitVotes() {
		quota, _ := f.Quota()
		states := quota
		if silent > 0 {
			if !LeavesOnly(f) {
				return false
			}
			if states *= silent + 1; quick && quota <= MaxVotes {
				states *= quota
			}
		}
		if quota > MaxVotes || states > MaxVotes {
			return false
		}
	}
	for i := range f.Len() {
		if !Fits(f.Part(i), silent, quick) {
			return false
		}
	}
	return true
}

package readonce

import (
	"cmp"
	"context"
	"fmt"

	"coterie/internal/machine/par"
	"coterie/quorum"
)

// Method is the name of the closed forms in results.
const Method = "read-once votes"

// The limits of Load, Live and, for gates of general votes, of Load (by kind) and Disjoint.
const (
	maxLoadNodes  = 4_000 // the strategy takes about n² bits
	maxLiveNodes  = 2_100 // n+1 numbers of up to n bits
	maxCoalitions = 2_000
)

// Check returns an error that names a node which occurs more than once in a formula, so that the
// closed forms for read-once formulas do not hold; nil for a read-once formula.
func Check(f quorum.Formula) error {
	if f.ReadOnce() {
		return nil
	}
	seen := make([]bool, f.N())
	for v := range f.Leaves() {
		if seen[v] {
			return fmt.Errorf("the formula has node %v more than once; closed forms are known where every node occurs once", quorum.Node(v))
		}
		seen[v] = true
	}
	panic("readonce: a formula that is neither read-once nor reads a node twice")
}

// fits returns an error where there is no memory to go through the parts of formulas, or ctx ends.
func fits(ctx context.Context, formulas ...quorum.Formula) error {
	for _, f := range formulas {
		if err := f.Fits(ctx); err != nil {
			return cmp.Or(par.Ended(ctx), err)
		}
	}
	return nil
}

// wallGate reports whether a gate is that of a row of a wall, or of a tree: one part, heavy, with
// w-1 votes, w >= 2 parts with one, and the quota w; its minimal coalitions are the w pairs of the
// heavy part and another, and all the others.
func wallGate(f quorum.Formula) (heavy int, ok bool) {
	quota, total := f.Quota()
	if f.UnitVotes() || f.Len() != quota+1 || total != 2*quota-1 {
		return 0, false
	}
	heavy = -1
	for i := range f.Len() {
		switch v := f.PartVotes(i); {
		case v == 1:
		case v == quota-1 && heavy < 0:
			heavy = i
		default:
			return 0, false
		}
	}
	return heavy, heavy >= 0
}

// coalitionsOf lists the minimal coalitions of a gate, if there are at most limit.
func coalitionsOf(f quorum.Formula, limit int) ([][]int, bool) {
	var list [][]int
	for c := range f.MinimalCoalitions() {
		if len(list) == limit {
			return nil, false
		}
		list = append(list, append([]int(nil), c...))
	}
	return list, true
}

// Whole reports whether the closed forms certainly find every figure of a formula: it reads every
// node once, its gates are thresholds or those of walls and trees, and its nodes are not too many.
// For gates of general votes only the computation itself shows whether it stays within the limits.
func Whole(f quorum.Formula) bool { return f.N() <= maxLiveNodes && f.ReadOnce() && plainGates(f) }

func plainGates(f quorum.Formula) bool {
	if _, leaf := f.Leaf(); leaf {
		return true
	}
	if _, wall := wallGate(f); !wall && !f.UnitVotes() {
		return false
	}
	for i := range f.Len() {
		if !plainGates(f.Part(i)) {
			return false
		}
	}
	return true
}

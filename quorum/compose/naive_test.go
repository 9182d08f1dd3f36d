package compose

import (
	"context"
	"slices"

	"coterie/quorum"
)

func isAntichain(f quorum.Family) bool {
	return quorum.JudgeMinimality(context.Background(), f, quorum.Options{Jobs: 1}).Holds == quorum.Holds
}

// packsK reports whether the largest sets of disjoint quorums of f, by inclusion, have k.
func packsK(k int, f quorum.Family) bool {
	return quorum.JudgeKIntersection(context.Background(), k, f).Holds == quorum.Holds && quorum.JudgeKNonIntersection(context.Background(), k, f).Holds == quorum.Holds
}

// naiveDisjoint reports whether some quorum of f and some quorum of g are disjoint.
func naiveDisjoint(f, g quorum.Family) bool {
	for _, a := range f.All() {
		for _, b := range g.All() {
			if !slices.ContainsFunc(a, func(v int32) bool { return slices.Contains(b, v) }) {
				return true
			}
		}
	}
	return false
}

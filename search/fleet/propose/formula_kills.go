package propose

import (
	"math"
	"slices"

	"coterie/internal/solve/lightest"
	"coterie/internal/solve/sets"
	"coterie/quorum"
)

// kills is how many nodes of a set have to fail before it has no quorum of a formula that reads
// every node once.
func kills(f quorum.Formula, set uint64) int {
	if v, leaf := f.Leaf(); leaf {
		return int(set >> v & 1)
	}
	quota, _ := f.Quota()
	type part struct{ kill, votes int }
	var parts []part
	votes := 0
	for i := range f.Len() {
		if k := kills(f.Part(i), set); k > 0 {
			parts = append(parts, part{k, f.PartVotes(i)})
			votes += f.PartVotes(i)
		}
	}
	if f.UnitVotes() {
		slices.SortFunc(parts, func(a, b part) int { return a.kill - b.kill })
	} else {
		slices.SortFunc(parts, func(a, b part) int { return b.votes - a.votes })
		if !lightest.LeavesOnly(f) && votes >= quota {
			return 1 // at least
		}
	}
	sum := 0
	for _, p := range parts {
		if votes < quota {
			break
		}
		sum, votes = sum+p.kill, votes-p.votes
	}
	return sum
}

// until is the time until the answers of a set in a place hold a quorum; 0 where times are no part
// of the program.
func (v *view) until(place int, set uint64, holds func(set uint64) bool) float64 {
	if !v.timed() {
		return 0
	}
	best := math.Inf(1)
	for i := range sets.Ones(set) {
		t := v.fixed[place][i]
		if t < best && holds(set&v.within(place, t)) {
			best = t
		}
	}
	return best
}

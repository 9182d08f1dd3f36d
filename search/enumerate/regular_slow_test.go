//go:build slow

package enumerate

import (
	"testing"

	"coterie/measure"
)

// TestSlowVotesOfNineNodes counts the 319,124 regular coteries of nine nodes and those with votes.
func TestSlowVotesOfNineNodes(t *testing.T) { checkPublishedVotes(t, 9) }

// TestSlowVotesOfEightNodes finds votes of the least total for each class of eight nodes.
func TestSlowVotesOfEightNodes(t *testing.T) {
	var game votesGame
	proofs, greatest := map[string]int{}, 0
	for r, err := range Regular(t.Context(), 8, Options{}) {
		if err != nil {
			t.Fatal(err)
		}
		v, err := measure.FindVotes(t.Context(), r.Family(), measure.VotesOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if assignable, decided := game.decide(&r, maxPivots); !decided || assignable != v.Assignable || !v.Least() {
			t.Errorf("%v: %v (%v), and %+v", r.ShiftMinimal(), assignable, decided, v)
		}
		proofs[v.LowerBy]++
		greatest = max(greatest, v.Total)
	}
	t.Logf("least totals are proved by %v; the greatest is %d", proofs, greatest)
}

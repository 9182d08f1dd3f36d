//go:build slow

package enumerate

import (
	"testing"

	"coterie/internal/check/assert"
	"coterie/measure/votes"
)

// TestSlowVotesOfNineNodes counts the 319,124 regular coteries of nine nodes and those with votes.
func TestSlowVotesOfNineNodes(t *testing.T) { checkPublishedVotes(t, 9) }

// TestSlowVotesOfEightNodes finds votes of the least total for each class of at most eight nodes.
// The bound by the load is always reached.
func TestSlowVotesOfEightNodes(t *testing.T) {
	var game votesGame
	greatest := 0
	for r := range assert.Each(t, Regular(t.Context(), 8, Options{})) {
		v := assert.Got(votes.Find(t.Context(), r.Family(), votes.Options{}))(t)
		if assignable, decided := game.decide(&r, maxPivots); !decided || !assignable || !v.Least() || v.LowerBy != "load" {
			t.Errorf("%v: %v (%v), and %+v", r.Minimal(), assignable, decided, v)
		}
		greatest = max(greatest, v.Total)
	}
	t.Logf("the greatest of the least totals is %d", greatest)
}

package mutex_test

import (
	"testing"

	"coterie/internal/check/assert"
	"coterie/mutex"
	"coterie/mutex/explore"
)

// TestJoungEvery: every schedule of small configurations, in which nodes and processes are at
// places of their own: nobody is stuck, no two groups are inside, and all invariants hold.
func TestJoungEvery(t *testing.T) {
	assert.Slow(t, "slow under the race detector, which sees these goroutines in other tests")
	pair := [][]int32{{0, 1}, {0, 1}}
	cross := [][]int32{{0, 1}, {1, 2}}
	first, second, both := []explore.Choice{{Group: 0, Quorum: 0}}, []explore.Choice{{Group: 1, Quorum: 1}}, []explore.Choice{{Group: 0, Quorum: 0}, {Group: 1, Quorum: 1}}
	for i, c := range []struct {
		quorums [][]int32          // one for each group
		choices [][]explore.Choice // of each process
		entries int
		locks   int
	}{
		{pair, [][]explore.Choice{first, second}, 1, 1},
		{pair, [][]explore.Choice{first, second, first}, 1, 1},
		{pair, [][]explore.Choice{first, second, first}, 1, 2},
		{cross, [][]explore.Choice{first, second, first}, 1, 2},
		{pair, [][]explore.Choice{both, both}, 2, 2},
		{cross, [][]explore.Choice{both, both}, 2, 1},
		{pair, [][]explore.Choice{first, second, first}, 2, 2},
	} {
		for _, algorithm := range []string{"maekawa-m", "maekawa-m-fixed", "maekawa-s", "fixed-order"} {
			for _, unordered := range []bool{false, true} {
				a := mutex.Find(algorithm)
				if unordered && (a.NeedsFIFO || c.entries > 1) {
					continue
				}
				setup := &mutex.Setup{
					Nodes: 3, Processes: len(c.choices), Apart: true, Quorums: c.quorums, First: []int32{0, 1, 2},
					Rule: mutex.Rule{Name: mutex.OneGroup}, Options: mutex.Options{MaxLocks: c.locks},
				}
				config := explore.Config{Algorithm: a, Setup: setup, Entries: c.entries, NoFIFO: unordered}
				for p, choices := range c.choices {
					config.Requesters = append(config.Requesters, explore.Requester{Process: int32(p), Choices: choices})
				}
				r := assert.Got(explore.Run(t.Context(), config, explore.Options{}))(t)
				if len(r.Failures) > 0 || !r.Complete {
					t.Errorf("%s, configuration %d, FIFO %v: %+v", algorithm, i, !unordered, r)
				}
			}
		}
	}
}

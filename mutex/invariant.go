package mutex

import (
	"fmt"

	"coterie/quorum"
)

// Invariant is an assertion about every reachable state, one that the paper of an algorithm makes,
// or that a proof of its rule rests on.
type Invariant struct {
	Name string // as the paper has it, as in I4
	Text string // in words
	// Broken returns why the invariant does not hold for these machines, "" if it holds. It reads
	// the states of machines alone, never the messages under way.
	Broken func(s *System) string
}

// eachMachine judges the machines one by one.
func eachMachine[M Machine](broken func(*Setup, int32, M) string) func(*System) string {
	return func(s *System) string {
		for i, m := range s.Machines {
			if why := broken(s.Setup, int32(i), m.(M)); why != "" {
				return fmt.Sprintf("node %v: %s", quorum.Node(i), why)
			}
		}
		return ""
	}
}

package mutex

import (
	"fmt"
	"slices"
)

// Inside is a process in the critical section and the group that it named.
type Inside struct{ Process, Group int32 }

// Rule says which processes may be in the critical section together.
type Rule interface {
	// Allows reports whether these may be inside together; the last one has just entered.
	Allows(inside []Inside) bool
	// String says the rule in words.
	String() string
}

// OneProcess is mutual exclusion.
type OneProcess struct{}

// Allows reports whether there is at most one.
func (OneProcess) Allows(inside []Inside) bool { return len(inside) <= 1 }

func (OneProcess) String() string { return "one process at a time" }

// OneGroup is group mutual exclusion (Joung 2003, section 2).
type OneGroup struct{}

// Allows reports whether all are of one group.
func (OneGroup) Allows(inside []Inside) bool {
	return !slices.ContainsFunc(inside, func(x Inside) bool { return x.Group != inside[0].Group })
}

func (OneGroup) String() string { return "processes of one group at a time" }

// AtMost is k-mutual exclusion.
type AtMost struct{ K int }

// Allows reports whether there are at most k.
func (r AtMost) Allows(inside []Inside) bool { return len(inside) <= r.K }

func (r AtMost) String() string { return fmt.Sprintf("at most %d processes at a time", r.K) }

// Anyone is no rule: reads and writes of a replicated store, without locks.
type Anyone struct{}

// Allows reports true.
func (Anyone) Allows([]Inside) bool { return true }

func (Anyone) String() string { return "any processes together" }

// Resources is condition 1 of the anonymous resource conflict resolution problem (Miyamoto,
// Kakugawa and Yamashita 1994, Definition 2): every set V of processes uses at most |α(V)|
// resources. By Hall's theorem that is so if and only if those inside can each be given a resource
// of their own that they may use.
type Resources struct{ Alpha [][]int } // α(u) for each process, 0-based

// Allows looks for such an assignment by augmenting paths. Cost O(inside · Σ|α|).
func (r Resources) Allows(inside []Inside) bool {
	owner := map[int]int{}
	var seen []int
	var give func(i int) bool
	give = func(i int) bool {
		for _, resource := range r.Alpha[inside[i].Process] {
			if slices.Contains(seen, resource) {
				continue
			}
			seen = append(seen, resource)
			if other, taken := owner[resource]; !taken || give(other) {
				owner[resource] = i
				return true
			}
		}
		return false
	}
	for i := range inside {
		seen = seen[:0]
		if !give(i) {
			return false
		}
	}
	return true
}

func (r Resources) String() string { return "every set V of processes uses at most |α(V)| resources" }

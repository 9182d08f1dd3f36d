package mutex

import (
	"fmt"
	"slices"
)

// Inside is a process in the critical section and the group that it named.
type Inside struct{ Process, Group int32 }

// Rule says which processes may be in the critical section together.
type Rule struct {
	Name  string  // one of the rules below
	K     int     `json:",omitempty"` // of AtMost
	Alpha [][]int `json:",omitempty"` // of Resources: α(u) for each process, 0-based
}

// The rules, by name.
const (
	// OneProcess is mutual exclusion.
	OneProcess = "one-process"
	// OneGroup is group mutual exclusion (Joung 2003, section 2).
	OneGroup = "one-group"
	// AtMost is k-mutual exclusion.
	AtMost = "at-most"
	// Anyone allows everything: reads and writes of a replicated store, without locks.
	Anyone = "anyone"
	// Resources is condition 1 of the anonymous resource conflict resolution problem (Miyamoto,
	// Kakugawa and Yamashita 1994, Definition 2): every set V of processes uses at most |α(V)|
	// resources. By Hall's theorem that is so if and only if those inside can each be given a
	// resource of their own that they may use.
	Resources = "resources"
)

// Allows reports whether these processes may be inside together; the last one has just entered. It
// panics if there is no such rule.
func (r Rule) Allows(inside []Inside) bool {
	switch r.Name {
	case OneProcess:
		return len(inside) <= 1
	case OneGroup:
		return !slices.ContainsFunc(inside, func(x Inside) bool { return x.Group != inside[0].Group })
	case AtMost:
		return len(inside) <= r.K
	case Anyone:
		return true
	case Resources:
		return r.assigns(inside)
	}
	panic(fmt.Sprintf("mutex: there is no rule %q", r.Name))
}

// Most returns how many of these processes may be inside together. The allowed sets must form a
// matroid, as they do under Resources; then it is enough to add one process after the other.
func (r Rule) Most(processes []int32) int {
	var inside []Inside
	for _, p := range processes {
		if more := append(inside, Inside{Process: p}); r.Allows(more) {
			inside = more
		}
	}
	return len(inside)
}

// assigns looks for resources by augmenting paths. Cost O(inside · Σ|α|).
func (r Rule) assigns(inside []Inside) bool {
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

// String describes the rule in words.
func (r Rule) String() string {
	switch r.Name {
	case OneProcess:
		return "one process at a time"
	case OneGroup:
		return "processes of one group at a time"
	case AtMost:
		return fmt.Sprintf("at most %d processes at a time", r.K)
	case Resources:
		return "every set V of processes uses at most |α(V)| resources"
	}
	return "any processes together"
}

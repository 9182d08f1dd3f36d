package sim

import "coterie/mutex"

// Result is what a run came to.
type Result struct {
	Entries  int
	Messages uint64
	ByType   [mutex.Kinds]uint64
	MaxInCS  int
	// Violations counts the entries that the rule does not allow.
	Violations int
	// Stuck are the processes that still wait when nothing is left to happen.
	Stuck []int32
	// Accesses counts, for each node, the messages of requests that arrived at it.
	Accesses []uint64
	Ended    Time
}

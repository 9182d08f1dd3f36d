package explore

import (
	"coterie/mutex/trace"
)

// Options say how far to go. The zero value goes to the end, on all cores.
type Options struct {
	Jobs       int    `json:"-"`
	MostStates uint64 // 0: no limit. The budget of memory is that of the context.
	// FirstFailure ends the search with the first depth at which something fails.
	FirstFailure bool
	Progress     func(stage string, done, total int) `json:"-"`
}

// Result holds the findings of a search. Its numbers, except Bytes, do not depend on Jobs, unless
// the memory or the context ended the search. A level that was cut off does not count: the States
// of such a search are all the states at most Depth steps away, and those at fewer steps were
// judged.
type Result struct {
	States      uint64 // distinct states visited
	Transitions uint64 // steps taken from them
	Depth       int    // greatest distance of a state, in steps
	Complete    bool   // every reachable state was visited (with a reduction: all that it needs)
	Stopped     Cause  // why not

	Violations uint64   // states in which the rule is broken
	Stuck      uint64   // states in which nothing can happen, and somebody waits
	Terminal   uint64   // states in which nothing can happen
	Invariants []uint64 // states in which the i-th invariant of the algorithm does not hold

	// Failures holds a shortest run to each sort of failure and to each broken invariant, the
	// shortest first, and runs of equal length in the order of sorts.
	Failures []Failure

	Bytes uint64 // memory of all states visited
}

// Cause is why a search ended before its end.
type Cause uint8

// The causes.
const (
	Ended       Cause = iota // it came to its end
	StateLimit               // Options.MostStates
	MemoryLimit              // the budget of memory
	Interrupted              // the context ended
	FailureSeen              // Options.FirstFailure
)

// String names the cause in a word or two.
func (c Cause) String() string {
	return [...]string{"", "limit of states", "limit of memory", "interrupted", "first failure"}[c]
}

// Sort is the kind of a failure.
type Sort uint8

// What can fail.
const (
	Exclusion Sort = iota + 1 // the rule is broken
	Deadlock                  // nothing can happen, and somebody waits
	Invariant                 // an invariant of the algorithm does not hold
)

// Failure is a run to a state in which something fails. Among the shortest runs it is the least by
// the order of its steps, so it does not depend on Jobs. With a reduction a run that breaks the
// rule need not be a shortest one.
type Failure struct {
	Sort      Sort
	Invariant int // index of Algorithm.Invariants
	Schedule  []trace.Choice
	Shortest  bool
}

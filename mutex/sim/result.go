package sim

import "coterie/mutex"

// Result is the outcome of a run. Figures are about the wishes after the warm-up, checks about the
// whole run.
type Result struct {
	Requests  int // wishes
	Entries   int
	Abandoned int // number of requests given up because of a crash
	Unserved  int // wishes without a quorum to take

	Messages   uint64 // of the network, charged to these requests
	ByType     [mutex.Kinds]uint64
	Deliveries uint64 // all that arrived, the warm-up included

	// MinMessages and MaxMessages are the least and greatest number of messages charged to one
	// request; Worst is a request with the most. Late counts the charges that came after 63 further
	// requests of the process. They are not included here.
	MinMessages, MaxMessages uint32
	Worst                    mutex.Cause
	Late                     uint64

	// SyncDelay are the times from an exit that left nobody inside, while somebody waited, to the
	// next entry. Waiting are those from the wish to the entry.
	SyncDelay, Waiting Sketch
	// Overtaken is the greatest number of entries of others during one wait.
	Overtaken int
	// ContextSwitches counts the entries that name another group than the entry before.
	ContextSwitches int

	MaxInCS int
	// Accesses counts, for each node, the REQUESTs and ASKs that reached it, its own included.
	Accesses []uint64
	// EntriesOf counts the entries of each process.
	EntriesOf []int

	// The steady part lasts from the first wish that counts to the last one of all. These are its
	// length, the time during which somebody was inside, the number of processes inside summed over
	// time, and its entries.
	Steady, Busy  Time
	Inside        float64
	SteadyEntries int

	// Violations counts the entries that the rule does not allow.
	Violations int
	// Stuck are the processes that still wait when nothing is left to happen. Final is then the
	// system in its last state.
	Stuck []int32
	Final *mutex.System `json:"-"`
	// Cut reports that the run ended at a violation or at MaxEvents, before all was quiet.
	Cut   bool
	Down  []int32 // the arbiters that had crashed at the end
	Ended Time
}

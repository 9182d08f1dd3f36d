package trace

import (
	"coterie/mutex"
	"coterie/mutex/sim"
)

// Format is what a header calls the format.
const Format = "coterie-trace/1"

// Header says what ran.
type Header struct {
	Algorithm, System string
	Nodes, Processes  int
	Apart             bool
	Groups            int
	Lines             []string // as mutex.Algorithm has them: Lines[0] is empty
	Names             []string // of the nodes; nil if they have none
	Network           bool     // an actor tells itself something by a message
	Knows             mutex.Knowledge
	Late              mutex.Lateness
	MaxLocks          int
	Flaw              mutex.Flaw
	FIFO              bool
	Seed              uint64
	Steps             bool // times count steps
}

// Actors returns the number of actors.
func (h *Header) Actors() int {
	if h.Apart {
		return h.Nodes + h.Processes
	}
	return max(h.Nodes, h.Processes)
}

// Place returns the actor of a process.
func (h *Header) Place(process int32) int32 {
	if h.Apart {
		return int32(h.Nodes) + process
	}
	return process
}

// What is what happens in an event, as in a run.
type What = sim.What

// What can happen.
const (
	Wish    = sim.Wishes
	Send    = sim.Sends
	Tell    = sim.Tells
	Arrive  = sim.Arrives
	Enter   = sim.Enters
	Exit    = sim.Exits
	Abandon = sim.Abandons
	Crash   = sim.Crashes
	Learn   = sim.Learns
	Refuse  = sim.Refuses
	Lose    = sim.Loses
	Succeed = sim.Succeeds
	End     = sim.Ends
)

// Event is what happened at a moment. Numbers are 0-based; which fields hold something depends on
// What.
type Event struct {
	At       float64
	What     What
	Process  int32 // Wish, Enter, Exit, Abandon, Refuse
	Entry    uint32
	Arose    float64       // Wish: the moment at which it came up; before At if it waited for its turn
	Group    int32         // Wish
	Quorum   int32         // Wish: -1 if the process takes none
	Members  []int32       // Wish: of the quorum
	Violates bool          // Enter
	ID       uint64        // Send, Arrive, Lose: the number of the message
	Message  mutex.Message // Send, Tell, Arrive, Lose
	Node     int32         // Crash, Learn, Succeed
	By       int32         // Succeed: the actor that takes the arbiter of Node over
	Stuck    []int32       // End
}

// Trace is a whole run.
type Trace struct {
	Header
	Events []Event
}

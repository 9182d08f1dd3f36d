package trace

import (
	"coterie/mutex"
	"coterie/mutex/sim"
)

// Format is the name of the format in a header.
const Format = "coterie-trace/1"

// Header is the first line of a file. It describes the algorithm and the setup of the run.
type Header struct {
	Format    string   `json:"format"`
	Algorithm string   `json:"algorithm"`
	System    string   `json:"system"`
	Nodes     int      `json:"nodes"`
	Processes int      `json:"processes"`
	Apart     bool     `json:"apart,omitempty"`
	Groups    int      `json:"groups"`
	Lines     []string `json:"lines"` // as mutex.Algorithm has them, with an empty Lines[0], which no file has
	Names     []string `json:"names,omitempty"`
	Self      string   `json:"self"`           // how an actor tells itself something: "local" or "network"
	Knows     string   `json:"knows"`          // the word of a mutex.Knowledge
	Late      string   `json:"late,omitempty"` // the word of a mutex.Lateness, empty for LateCurrent
	MaxLocks  int      `json:"max_locks,omitempty"`
	Flaw      string   `json:"flaw,omitempty"` // its name
	FIFO      bool     `json:"fifo"`
	Seed      uint64   `json:"seed"`
	Clock     string   `json:"clock"` // times are in "units", or count "steps"
}

// ClockSteps is the Clock of a run whose times count steps.
const ClockSteps = "steps"

const (
	clockUnits             = "units"
	selfLocal, selfNetwork = "local", "network"
)

// Options returns the choices of the model that the header names.
func (h *Header) Options() mutex.Options {
	flaw, _ := mutex.FindFlaw(h.Flaw)
	o := mutex.Options{MaxLocks: h.MaxLocks, Flaw: flaw.Flaw, Self: mutex.SelfLocal}
	if h.Self == selfNetwork {
		o.Self = mutex.SelfNetwork
	}
	if h.Knows == mutex.KnowsEver.String() {
		o.Knows = mutex.KnowsEver
	}
	if h.Late == mutex.LateIgnored.String() {
		o.Late = mutex.LateIgnored
	}
	return o
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

// What is the kind of an event, as in a run.
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

// Event is an event of a run, at a moment. Numbers are 0-based. What decides which fields are used.
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

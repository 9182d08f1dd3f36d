package sim

import "coterie/mutex"

// Config is a run.
type Config struct {
	Algorithm *mutex.Algorithm
	Setup     *mutex.Setup

	Requesters []Requester
	Latency    Distribution
	Matrix     [][]float64 // in place of Latency: units from actor to actor
	Think      Distribution
	Critical   Distribution
	NoFIFO     bool // messages of a channel may overtake one another
	Entries    int  // wishes stop once so many have been made; the run then ends when all is quiet
	Seed       uint64

	// Trace, if not nil, sees every event in its order.
	Trace func(Event)
}

// Requester is a process that wishes to enter, the groups that it names in turn at random, and for
// each of them the quorums that it takes.
type Requester struct {
	Process int32
	Groups  []int32
	Menus   []Menu // beside Groups
}

// Menu is the quorums to choose from, and the share of each: Cumulative[i] is the probability of
// the first i+1 of them; nil if all are equally likely. An empty menu is for an algorithm without
// quorums.
type Menu struct {
	Quorums    []int32
	Cumulative []float64
}

// What is what happens in an event.
type What uint8

// What can happen.
const (
	Wishes What = iota + 1
	Sends
	Tells // to itself, at once
	Arrives
	Enters
	Exits
)

// String returns the word of the trace file.
func (w What) String() string {
	return [...]string{Wishes: "wish", Sends: "send", Tells: "tell", Arrives: "arrive", Enters: "enter", Exits: "exit"}[w]
}

// Event is what happened at a moment. ID pairs a message's sending with its arrival.
type Event struct {
	At      Time
	What    What
	Process int32
	Group   int32
	Quorum  int32
	Entry   uint32
	Message mutex.Message
	ID      uint64
}

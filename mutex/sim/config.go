package sim

import "coterie/mutex"

// Config describes a run. The zero values mean messages that take no time, a closed workload, no
// crashes, messages that arrive in the order of the times drawn.
type Config struct {
	Algorithm *mutex.Algorithm
	Setup     *mutex.Setup

	Requesters []Requester
	Latency    Distribution
	Matrix     [][]float64  // in place of Latency: units from actor to actor
	Think      Distribution // from an exit to the next wish of the process; in an open workload from wish to wish
	Critical   Distribution // how long a process is in the critical section
	Open       bool         // wishes come whether or not the last one was served, and wait their turn
	NoFIFO     bool         // messages of a channel may overtake one another
	Schedule   Schedule
	Victim     int32 // the process that Starve holds up

	Entries int // wishes that are measured; then there are no more, and the run ends when all is quiet
	Warmup  int // wishes before them, which are not measured
	Seed    uint64
	Stream  uint64 // the number of the replication; each draws numbers of its own

	// CrashProbability is the probability that an arbiter is down from before the first wish,
	// independently for each. All requesters know which arbiters are down. Crashes come at their
	// times and are known Detect units later, but those of time 0 from before the first wish.
	CrashProbability float64
	Crashes          []Crash
	Detect           float64

	StopAtViolation bool
	MaxEvents       uint64 // the run is cut off after so many events; 0: never

	// Trace, if not nil, is called with every event in its order. After, if not nil, is called with
	// the system after every event of the queue: an arrival, a wish, an exit, a crash.
	Trace func(Event)               `json:"-"`
	After func(Time, *mutex.System) `json:"-"`
}

// Requester is a process that wishes to enter, the groups that it names in turn at random, and, for
// each of these groups, the quorums that it takes.
type Requester struct {
	Process int32
	Groups  []int32
	Menus   []Menu // parallel to Groups
}

// Wishes returns every wish that the requester can make; its Quorum is -1 where it takes none.
func (r *Requester) Wishes() (wishes []mutex.Wish) {
	for i, g := range r.Groups {
		quorums := r.Menus[i].Quorums
		if len(quorums) == 0 {
			quorums = []int32{-1}
		}
		for _, q := range quorums {
			wishes = append(wishes, mutex.Wish{Process: r.Process, Group: g, Quorum: q})
		}
	}
	return wishes
}

// Menu holds the quorums to choose from, and their shares: Cumulative[i] is the probability of the
// first i+1 of them; nil if all are equally likely. An empty menu is for an algorithm without
// quorums. From a Live menu only quorums without a member known to be down are taken; from another
// one any, and a request whose quorum has such a member is not served.
type Menu struct {
	Quorums    []int32
	Cumulative []float64
	Live       bool
}

// Crash is the end of an arbiter. The process at its place lives on.
type Crash struct {
	Node int32
	At   float64 // units
}

// Schedule chooses the message that arrives when one is due.
type Schedule uint8

// The schedules. They keep the order of a channel unless NoFIFO is set.
const (
	Random Schedule = iota // the one that is due
	LIFO                   // of all that are under way the one sent last
	Starve                 // one to or from the victim's process only if no other is under way
)

// What is the kind of an event.
type What uint8

// What can happen.
const (
	Wishes What = iota + 1
	Sends
	Tells // to itself, at once
	Arrives
	Enters
	Exits
	Abandons // a request whose quorum has a member that is down
	Crashes  // the arbiter of Process
	Learns   // all requesters learn that the arbiter of Process is down
	Refuses  // a wish for which there is no quorum without a member that is down
	Loses    // a message that comes to an arbiter that is down
	Succeeds // the actor By takes over the arbiter of Process, which is down
	Ends     // the run
)

// String returns the word of the trace file.
func (w What) String() string {
	return [...]string{
		Wishes: "wish", Sends: "send", Tells: "tell", Arrives: "arrive", Enters: "enter", Exits: "exit", Abandons: "abandon",
		Crashes: "crash", Learns: "learn", Refuses: "refuse", Loses: "lose", Succeeds: "succeed", Ends: "end",
	}[w]
}

// Opens reports whether the event begins a step: it comes from outside of the machines.
func (w What) Opens() bool {
	switch w {
	case Wishes, Arrives, Exits, Abandons, Crashes, Learns, Refuses, Loses, Succeeds:
		return true
	}
	return false
}

// Event is an event of a run, at a moment. ID pairs a message's sending with its arrival or its
// loss. Waited belongs to a wish: it is the time for which it has waited for its turn, or with
// quorums that it gave up.
type Event struct {
	At      Time
	Waited  Time
	What    What
	Process int32
	By      int32
	Group   int32
	Quorum  int32
	Entry   uint32
	Message mutex.Message
	ID      uint64
}

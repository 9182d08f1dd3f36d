package mutex

import "fmt"

// Phase is where a process is.
type Phase uint8

// The phases of a process.
const (
	Idle     Phase = iota // outside the critical section, and not wishing to enter
	Trying                // wishing to enter
	Critical              // in the critical section
)

// String returns the phase as Joung has it: NCS, trying or CS.
func (p Phase) String() string {
	return [...]string{"NCS", "trying", "CS"}[p]
}

// Wish is the first event of a request: a process wishes to enter.
type Wish struct {
	Process int32
	Entry   uint32 // the number of this wish among those of the process, from 1
	Group   int32  // the group that it names, where there are groups
	Quorum  int32  // the quorum that it takes: an index of Setup.Quorums; -1 where the algorithm takes none
}

// Machine is one actor: the arbiter of a node, a process, or both.
//
// The methods with the parameter out append to it the messages that the actor sends, in the order
// of sending, including those to itself. Wish panics unless the process is Idle, Exit unless it is
// Critical.
//
// State names to a codec every variable of the machine that a later step or an invariant reads. A
// machine that loads the state of an equal machine behaves as that one does.
type Machine interface {
	Wish(w Wish, out []Message) []Message
	Receive(m Message, out []Message) []Message
	Exit(out []Message) []Message

	Phase() Phase // of the process
	View() View

	State(c *Codec)
	// MessageTimes calls visit with the times of a message of the algorithm. It may change them,
	// where the [Token] is the caller's own.
	MessageTimes(of *Message, visit TimeVisit)
}

// Abandoner is a machine whose process can give up a request before it is granted, when it learns
// that a member of its quorum has crashed: it takes back its requests to the other members. Abandon
// panics unless the process is Trying; it is Idle afterwards, and may wish again, under the same
// Entry.
type Abandoner interface {
	Machine
	Abandon(out []Message) []Message
}

// Successor is a machine that can take over the arbiter of a node that has failed. It asks the
// processes whose own quorum contains that node for their knowledge of it; from then on they ask
// this actor instead. Nobody may take over a node that has not failed.
type Successor interface {
	Machine
	TakeOver(node int32, out []Message) []Message
}

// mustBe panics unless the process is in the phase that a call needs.
func mustBe(is, needed Phase, call string) {
	if is != needed {
		panic(fmt.Sprintf("mutex: %s of a process in %v, not %v", call, is, needed))
	}
}

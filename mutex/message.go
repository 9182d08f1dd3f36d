package mutex

import (
	"fmt"

	"coterie/quorum"
)

// Kind is the type of a message, named as in the paper of its algorithm.
type Kind uint8

// The types of messages.
const (
	Request    Kind = iota + 1
	Locked          // Maekawa, Joung: the lock of the sender
	Failed          // Maekawa: the lock is another's, whose request precedes
	Inquire         // Maekawa, Joung: will you succeed?
	Relinquish      // Maekawa: no, take the lock back
	Release         // Maekawa: out of the critical section
	Unlock          // Joung: the lock back, after the critical section or for an INQUIRE
	Grant           // Joung, Maekawa_S: all nodes are locked; a control node: enter
	OK              // Miyamoto et al.: permission
	Reply           // Ricart and Agrawala, Raymond: permission
	Privilege       // Suzuki and Kasami, Raymond: the token
	Ask             // access: a read or a write
	Answer          // access: its answer
	Recover         // removal of a node: what do you know of the failed one?
	Status          // removal of a node: the answer
	kinds
)

// Kinds is one more than the greatest Kind: the length of a table indexed by it.
const Kinds = int(kinds)

// String returns the name of the type, as in REQUEST.
func (k Kind) String() string {
	names := [...]string{
		Request: "REQUEST", Locked: "LOCKED", Failed: "FAILED", Inquire: "INQUIRE", Relinquish: "RELINQUISH", Release: "RELEASE",
		Unlock: "UNLOCK", Grant: "GRANT", OK: "OK", Reply: "REPLY", Privilege: "PRIVILEGE", Ask: "ASK", Answer: "ANSWER",
		Recover: "RECOVER", Status: "STATUS",
	}
	if k == 0 || k >= kinds {
		return fmt.Sprintf("Kind(%d)", uint8(k))
	}
	return names[k]
}

// ToArbiter reports whether a message of the type goes to the arbiter at its place, not to the
// process there. Tokens and permissions of algorithms without arbiters go to processes.
func (k Kind) ToArbiter() bool {
	switch k {
	case Request, Relinquish, Release, Unlock, Ask, Status:
		return true
	}
	return false
}

// Stamp is the timestamp of a request: a Lamport clock and the process, which make it unique.
type Stamp struct {
	Time    uint32
	Process int32
}

// Precedes reports whether s comes before t: the smaller time, among equals the smaller process.
func (s Stamp) Precedes(t Stamp) bool {
	return s.Time < t.Time || s.Time == t.Time && s.Process < t.Process
}

// String returns the stamp as time.process, as in 1.7.
func (s Stamp) String() string {
	return fmt.Sprintf("%d.%v", s.Time, quorum.Node(s.Process))
}

// Cause is the request to which a message is charged: the Entry-th wish of a process, from 1.
type Cause struct {
	Process int32
	Entry   uint32
}

// Message goes from one actor to another. The algorithm and the type decide which fields are set;
// the others are zero.
type Message struct {
	Kind Kind
	Line uint8 // the step that sent it: an index of Algorithm.Lines
	Flag bool  // Joung: the sender has completed its request

	From, To int32 // actors
	Node     int32 // the arbiter whose lock it is about
	Group    int32
	Stamp    Stamp  // the request that it is about
	Clock    uint32 // the logical clock of the sender
	Round    uint32 // the number of the arbiter's grant that it is about; of a REPLY: the further requests that it answers
	Quorum   int32  // an index of Setup.Quorums
	Cause    Cause
	Token    *Token // the contents of a token; never changed once sent
}

// Token holds the contents of a token (Suzuki and Kasami 1985).
type Token struct {
	Served []uint32 // LN: the number of the last request of each process that was served
	Queue  []int32  // processes that wait for the token
	// Entries runs parallel to Queue and holds the wish of each process. Only the accounts read it.
	Entries []uint32
}

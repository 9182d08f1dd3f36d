// Package mutex holds mutual-exclusion algorithms as pure state machines over any quorum system.
//
// # Model
//
// There are actors, one at each place. A node of the quorum system is an arbiter: it gives its lock
// to processes. A process wishes to enter the critical section (CS). Process i lives at the place
// of node i, unless [Setup].Apart keeps processes and nodes apart, as the arbiters of a sharing
// structure are.
//
// A [Machine] is one actor: [Machine.Wish], [Machine.Receive] and [Machine.Exit] take an event,
// change its state, and append the messages that it sends. It has no clock, no goroutine and no
// randomness, and it sees nothing but its own state, the messages it gets and the [Setup], which
// never changes. The time at which a message arrives is decided outside: mutex/sim draws it.
//
// A [System] holds all machines of a run. It delivers at once the messages that an actor sends to
// itself, if [Options].Self asks for that (Maekawa: "node i pretends to have received a REQUEST");
// it hands out all others as messages of the network.
//
// Every message carries the step of the paper that sent it ([Message.Line], an index of
// [Algorithm].Lines), and the request that it is charged to ([Message.Cause]): the one that
// caused it. A REQUEST, its answer LOCKED or FAILED and its RELEASE are charged to the request
// itself; an INQUIRE, the RELINQUISH it brings, and the LOCKED by which the lock later returns to
// the process that gave it up are charged to the request that took the lock away; a FAILED that
// tells a waiting request that another one precedes it is charged to the other one. (Joung's UNLOCK
// is a RELEASE or, with its flag false, a RELINQUISH.)
//
// [Machine.State] names the variables of a machine to a [Codec], which writes or reads them, or
// shows the times among them. [Codec.Append] writes a canonical encoding of the state: equal bytes
// mean equal behaviour from there on, and everything in it is read by some later step or invariant.
// The charges that the machine keeps are part of it where [Codec].Charges says so.
//
// A run can be kept as a file in the format coterie-trace/1, which mutex/trace documents, writes
// and reads. The file names the steps of the papers, and together with the machines it determines
// the state after each step.
//
// # Waits
//
// [Machine.View] says which nodes gave a process their lock and which it lacks, and who holds the
// lock of a node: hence [System.Waits]. Where no message is under way and nobody is inside, a
// [CircularWait] of it is a deadlock: each process waits for a lock that the next one keeps.
package mutex

// Package explore visits every state that an algorithm of package mutex can reach in a small
// configuration, and judges each of them.
//
// # The graph
//
// A configuration is an algorithm, a setup, the processes that wish to enter, and how often each of
// them does. A state is the states of all machines, the messages under way in each channel, and how
// often each process has wished. A step is one of three things: a process wishes to enter, a
// message arrives, a process leaves the critical section. Each is one event of the machine that it
// happens to, with all the messages that this machine delivers to itself at once. There are no
// times: any step that is possible may be the next one.
//
// Where channels keep their order the next message of a channel is its oldest, and else any of
// them. Two states are one if their canonical encodings are equal ([mutex.Codec],
// [mutex.Message.AppendState]); clocks and counters are part of them.
//
// # How it is done
//
// A step changes its own machine and the messages under way to others, and nothing else. So an
// actor with the messages under way to it is a local state, which has a number; the steps of a
// local state, and its successor when a message comes to its mailbox, are computed once. A state is
// the vector of the numbers of its local states, and the set of those visited is that of
// internal/solve/vectors: exact, some 16 to 30 bytes each. The search goes by levels, whose states
// are shared out among workers; no state keeps its predecessor (see [Failure]).
//
// # Judgements
//
// [Run] judges every state: whether the rule holds, whether somebody waits though nothing can
// happen, and the invariants of the algorithm. [Entering] asks whether the processes that the rule
// lets inside together all come in, when they alone wish and nobody leaves. [Messages] finds the
// greatest cost of a request. [All] keeps a small graph with all its steps, for other questions
// about it. The package mutex/lockout looks for a process that is passed over for ever. The purpose
// of a step of an algorithm shows when it is left out: [mutex.Flaws].
//
// # Reductions
//
// With [PartialOrder] each machine says which messages it needs before it speaks to another
// ([mutex.Teller]). From these needs the search finds, in each state, a set of processes and
// arbiters that nobody else can disturb, and takes only the steps of this set:
// docs/theorems/partial-order.md. [Classes] spares sets of requesters that are images of others:
// docs/theorems/requester-classes.md.
package explore

// Package promela writes a configuration of mutex/explore as a model for spin, so that others may
// check our findings with a tool that shares no code with us.
//
// # The model
//
// Each actor that takes part is one process of the model, and each pair of actors that talk is one
// channel. A process has one step for each event: it receives a message (or wishes, or leaves the
// critical section), does all that the algorithm says, delivers the messages to itself, and sends
// the others. That is one atomic step, as a step of package explore is. The text has the algorithm
// once, as inlines that name the steps of its paper, and then the channels and the processes of the
// configuration.
//
// # Comparison
//
// The model keeps exactly the state of our machines: the same variables, and those that a machine
// clears because it no longer uses them are 0. So spin without reduction stores exactly as many
// states as [explore.Run] visits without one. A stuck state, where nothing can happen and somebody
// waits, is an invalid end state of spin, and no other state is one. The rule is an assertion in
// the step by which a process enters.
//
// Timestamps are numbers: the clock times the number of requesters, plus the place of the process
// among them. The order of these numbers is that of timestamps.
//
// Spin does not know the charges of messages, the invariants and the message counts of package
// explore. A channel that keeps no order is a sorted channel, and any of its messages may be taken.
// Joung's algorithm needs channels that keep it.
package promela

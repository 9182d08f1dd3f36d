// Package player writes a run as a page that plays it, step by step: the space-time diagram with
// the present moment in it, what happens in a sentence, the state of every node beside it, and who
// waits for whom, with the circle where there is one.
//
// The page is one file. It asks nothing of the network, and works on a phone, in the dark and by
// the keyboard.
//
// # What is shown
//
// The events of a run are enough for the diagram. The states of the nodes are those of machines
// that run beside the events ([coterie/mutex/trace.Replay]); where there are none, or where they do
// something else than the run, a process is known to wait, to be inside or neither, and no more,
// and the page says why.
//
// Position k of the page, from 0, is the moment after the k-th step. Whom a process waits for is
// what [coterie/mutex.System.Waits] says of the states of that moment. A circle of waits can open
// again while messages are under way: it stays as long as all its waits do. That of the end is a
// shortest one, and is shown from the moment on since which all its waits stand.
package player

// Package lockout judges whether a process can wait for ever while others go on.
//
// # What is judged
//
// A run is as in package mutex/explore, but nobody counts the entries: each requester may wish to
// enter again and again, or not. It is fair if every message under way arrives some day, and every
// process that is inside leaves some day; nobody has to wish. A lockout is a fair infinite run in
// which a request waits for ever from some moment on. A run that stops since nothing but wishes can
// happen, while somebody waits, is a deadlock and no lockout ([Result].Stuck); and where a request
// waits for ever while others go on, but nothing that may still happen can let it in, that is a
// deadlock of some of the processes ([Blocked]).
//
// # How
//
// Clocks grow for ever, so the states are infinitely many. Of the times of a state
// ([mutex.TimeKind]) only their order is kept, and a new timestamp, one more than a clock, takes
// either its own place above that clock or that of the next time above. So every run has its image
// in a graph that is finite wherever the messages under way are bounded. It may have more paths
// than there are runs, so that what it does not show does not exist, and what it shows is tried.
//
// While a request R waits, only finitely many timestamps below its own are ever issued. Hence R
// waits for ever in a fair run only if the graph has a strongly connected part in which R waits, no
// step issues a timestamp below that of R, nor of any other request that waits throughout, no
// message stays under way throughout that does something, and nobody stays inside throughout. Where
// there is no such part for any process, there is no lockout ([Free]). Where there is one, a cycle
// through it is performed by real machines, from their first state, until one round of it shifts
// their times as the one before did, each the more the greater it is: then it goes on so for ever
// ([Found]). What cannot be performed so is no answer ([Unknown]), nor is a graph that was cut off.
//
// Proofs: docs/theorems/lockout.md.
package lockout

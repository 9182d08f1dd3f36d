// Package lockout judges whether a process can wait for ever while others go on.
//
// # Definitions
//
// A run is as in package mutex/explore, but nobody counts the entries: each requester may wish to
// enter again and again, or not. It is fair if every message under way arrives some day, and every
// process that is inside leaves some day; nobody has to wish. A lockout is a fair infinite run in
// which a request waits for ever from some moment on. A run that stops because nothing but wishes
// can happen, while somebody waits, is a deadlock and no lockout ([Result].Stuck); and where a
// request waits for ever while others go on, but no event that may still happen can let it in, that
// is a deadlock of some of the processes ([Blocked]).
//
// # How
//
// Clocks grow for ever, so the states are infinitely many. Of the times of a state
// ([mutex.TimeKind]) only their order is kept, and a new timestamp, one more than a clock, takes
// either its own place above that clock or that of the next time above. So every run has its image
// in a graph that is finite wherever the messages under way are bounded. It may have more paths
// than there are runs. So a lockout that it does not show does not exist, and one that it shows
// still has to be tried.
//
// While a request R waits, only finitely many timestamps below its own are ever issued. Hence R
// waits for ever in a fair run only if the graph has a strongly connected part in which R waits, no
// step issues a timestamp below that of R or of any other request that waits throughout, no message
// that does something stays under way throughout, and nobody stays inside throughout. Where there
// is no such part for any process, there is no lockout ([Free]). Where there is one, a cycle
// through it is performed by real machines, from their first state, until one round of it shifts
// their times as the one before did, each the more the greater it is: then it goes on so for ever
// ([Found]). If no cycle can be performed so, or the graph was cut off, the verdict is [Unknown].
//
// Proofs: docs/theorems/lockout.md.
package lockout

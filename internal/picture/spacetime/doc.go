// Package spacetime draws runs: a line for each actor, time downwards, a message as an arrow with
// its name and the step of the paper beside its head, waiting processes as thick lines and
// processes in the critical section as bars. It is the diagram of L. Lamport (Commun. ACM 21,
// 1978), turned.
//
// # Invariants
//
// Every step of the run has a row of its own, in which its text stands alone, so that no two texts
// overlap; the remaining room shows how far apart in time the steps are. Steps for which a page has
// no room are left out, and [coterie/internal/picture/draw.Picture.Note] says so.
package spacetime

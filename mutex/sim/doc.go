// Package sim runs the machines of package mutex as seeded discrete events: processes think, wish
// to enter, wait, are in the critical section and leave, and messages take the times of a Latency.
// It counts what a run costs and checks, at every step, that the rule of the algorithm holds, and
// at the end that nobody is stuck.
//
// Times are whole numbers of ticks, [Unit] of them to the unit in which latencies, think times and
// critical sections are given. Equal configurations give equal results, on every machine.
package sim

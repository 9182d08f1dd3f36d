// Package work is how long computations are split: a [Job] is a deterministic computation of
// several parts, parameters in, bytes out. Whoever has one hands it to a [Runner] with the [Task]
// that computes its parts. [Here] runs the parts on the cores of this machine; the runner of
// package cluster hands them to many machines. The results are the same bytes in either case, so
// no answer depends on who computed it.
//
// A [Kind] is the other side: how a worker on another machine, which has nothing but the bytes of a
// job, opens its task. Job and executable together determine every result; [Job.Key] is a hash of
// both. Each job says how a result from elsewhere is trusted ([Trust]), and the [Report] of a run
// names it.
//
// The package knows no network.
package work

// Package work splits long computations. A [Job] is a deterministic computation in several parts,
// with parameters as its input and bytes as its results. A caller hands a job to a [Runner]
// together with the [Task] that computes its parts. [Here] runs the parts on the cores of this
// machine; the runner of package cluster distributes them to many machines. Both give the same
// bytes, so no answer depends on the machine that computed it.
//
// A [Kind] belongs to the worker. A worker on another machine has only the bytes of a job, and a
// kind tells how to open the job's task. Job and executable together determine every result;
// [Job.Key] is a hash of both. Each job says how a result from another machine is trusted
// ([Trust]), and the [Report] of a run repeats it.
//
// The package knows no network.
package work

// Package cluster hands the parts of jobs (see package work) to many machines. A server keeps jobs,
// parts and results: NATS with JetStream, in this process ([Serve]) or elsewhere. All others are
// its clients ([Connect]): a coordinator ([Cluster.Runner]) gives out the parts of a job and takes
// their results, workers ([Cluster.Work]) compute them.
//
// What the server keeps, under JOB, the key of a job, and I, the number of a part:
//
//	coterie-parts     a work queue; coterie.part.EXECUTABLE.JOB.I waits until it is acknowledged
//	coterie-jobs      JOB: kind, params, number of parts, executable, platform, state
//	coterie-results   JOB.I: the worker, and the bytes or the object that has them
//	coterie-failures  JOB.N.I: failure N of the part, with its reason
//	coterie-refused   the names of workers that were caught with a wrong result
//	coterie-workers   the names of workers that are there; in memory, for fifteen seconds
//	coterie-objects   params, inputs and results that are longer than a message should be
//
// What holds, whatever breaks and in whatever order:
//
//   - A part is computed at least once. A worker has the lease of a part as long as it says so now
//     and then; if it falls silent, another one gets the part. A worker that was killed is no
//     failure of the part.
//   - There is one result of a part. It is created only if there is none: the first valid one wins,
//     and since jobs are deterministic every one is the same. A worker looks for the result before
//     it computes a part. No duplicate is told by a window of time.
//   - A coordinator judges each result on arrival as the job says ([work.Trust]), and takes none
//     before its sample is judged. A worker that is caught is refused by its name, its results that
//     were not taken are removed, and their parts handed out again.
//   - A part of which three failures were reported is parked. All others are computed; then the run
//     ends with a [ParkedError]. The next run tries the part again.
//   - A coordinator that ends or dies leaves the job at the server; the same job run again, from
//     any machine with the same executable, takes what is there. Several may run one job at once.
//   - A server that is away is waited for, a server without room refuses: the coordinator ends with
//     a [NoRoomError], workers keep their results and try again.
//   - A worker computes only what its own executable does, on its own platform. It runs no program
//     and reads no file that a job names.
//
// When a job is done its results stay for a day, or longer while its executable has open jobs.
// A message that is lost is no harm: notes between clients only make things faster, and whoever
// waits looks at the server now and then. There are no checkpoints within a part: parts are made so
// short that to lose one is cheap.
package cluster

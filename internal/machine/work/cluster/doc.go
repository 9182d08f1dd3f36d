// Package cluster distributes the parts of jobs (see package work) to many machines. A server keeps
// the jobs, their parts and their results. It is NATS with JetStream, in this process ([Serve]) or
// elsewhere. All others are its clients ([Connect]): a coordinator ([Cluster.Runner]) hands out the
// parts of a job and takes their results, and workers ([Cluster.Work]) compute them.
//
// The server keeps the following, where JOB is the key of a job and I is the number of a part:
//
//	coterie-parts     a work queue; coterie.part.EXECUTABLE.JOB.I waits until it is acknowledged
//	coterie-jobs      JOB: kind, params, number of parts, executable, platform, state
//	coterie-results   JOB.I: the worker, and the bytes or the object that has them
//	coterie-failures  JOB.N.I: failure N of the part, with its reason
//	coterie-refused   the names of workers that were caught with a wrong result
//	coterie-workers   the names of workers that are there; in memory, for fifteen seconds
//	coterie-objects   params, inputs and results that are longer than a message should be
//
// These guarantees hold, whatever breaks and in whatever order:
//
//   - A part is computed at least once. A worker keeps the lease of a part by renewing it; if the
//     worker falls silent, another one gets the part. If a worker is killed, this does not count
//     as a failure of the part.
//   - A part has one result. It is created only if there is none, so the first valid result wins;
//     since jobs are deterministic, all valid results are the same. A worker looks for the result
//     before it computes a part. Duplicates are never detected by a window of time.
//   - A coordinator judges each result on arrival, as the job says ([work.Trust]), and takes none
//     before the sample is judged. A worker that returned a wrong result is refused by its name.
//     Its results that were not taken are removed, and their parts are handed out again.
//   - A part with three reported failures is parked. All other parts are computed, and then the
//     run ends with an [Error] of the reason [PartsParked]. The next run tries the part again.
//   - A coordinator that ends or dies leaves the job at the server. If the same job runs again, on
//     any machine with the same executable, it takes the existing results. Several coordinators
//     may run one job at once.
//   - If the server is away, its clients wait for it. If it has no room, the coordinator ends with
//     an [Error] of the reason [NoRoom], and workers keep their results and try again.
//   - A worker computes only jobs of its own executable and platform. It runs no program and reads
//     no file that a job names.
//
// The results of a finished job stay for a day, or longer while its executable has open jobs. A
// lost message does no harm: notes between clients only save time, and every client that waits also
// checks the server from time to time. There are no checkpoints within a part, because parts are
// short enough that losing one is cheap.
package cluster

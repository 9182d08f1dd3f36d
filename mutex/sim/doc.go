// Package sim runs the machines of package mutex as seeded discrete events: processes think, wish
// to enter, wait, are in the critical section and leave, and messages take times that are drawn. It
// counts the costs of a run and checks, at every step, that the rule of the algorithm holds, and at
// the end that nobody is stuck. [Run] is one run, [Replicate] several independent ones with
// confidence intervals.
//
// Times are whole numbers of ticks, [Unit] of them to the unit in which latencies, think times and
// critical sections are given. Equal configurations give equal results, on every machine and
// however many jobs share the replications.
//
// # Workloads
//
// In a closed workload a process thinks, wishes, waits, is inside, and thinks again. In an open one
// its wishes come at intervals that do not depend on its being served, Poisson where they are
// exponential; those that come while it is busy wait their turn, and their waiting counts from when
// they came. After Warmup and Entries wishes of all processes together there are no more, and the
// run ends when all is quiet. The first Warmup wishes count nowhere; nor do their messages.
//
// # Measurements
//
//   - Messages are those of the network. Each but those of a removal is charged to the request that
//     caused it ([mutex.Message].Cause), however late it comes: messages per entry are those that
//     are charged to the requests that count, over their entries.
//   - The synchronization delay is the time from an exit that leaves nobody inside, while somebody
//     waits, to the next entry, in mean latencies. Where several processes may be inside together
//     it is thus the time between two sessions.
//   - A context switch is an entry for another group than that of the entry before it.
//   - Throughput, and how many are inside at a time, are those between the first wish that counts
//     and the last one of all, while the load is as configured.
//   - An access is a REQUEST or an ASK that reaches a node, its own included. The accesses of the
//     busiest node for one request are comparable to the load of the system (Naor and Wool 1998),
//     which no strategy for choosing quorums can be below.
//   - Fairness is Jain's index of the entries of the requesters: 1 if all enter equally often.
//   - Waiting times go to an HdrHistogram, right to three digits in bounded memory. The memory of a
//     run does not grow with its length: a request has an account of its own until its process has
//     made 64 more, and later charges to it count only in the sums.
//
// # Crashes
//
// An arbiter crashes and stays down; the process at its place, and all requesters, live on. Its
// state is lost, and so is every message that comes to it from then on; the messages that it sent
// before arrive. A lock that it had given stays valid: nobody else can get it any more.
//
// Some time later (Detect) all requesters learn of it. If the machines are
// [coterie/mutex.Successor] and every site asks its own S_i, the next node that is up then takes
// over the arbiter, and the requests go on. The messages of a takeover are counted, but charged to
// no request. Otherwise every process that waits for a quorum with this member gives the request
// up, tells the other members so, and takes another quorum for the same wish; this is so even if it
// had the lock of the node that crashed, since an INQUIRE on its way may take the lock back.
// Whoever is inside stays there. From then on no quorum with a member that is known to be down is
// used: from a Live [Menu] another one is drawn, and from any other menu the wish is not served,
// nor is it where no quorum lives. It counts as a request, not as an entry. In a closed workload
// the process then wishes again once the requesters have wished as often as it has, in the mean:
// refusals take no time, and would else use up all wishes. Arbiters that crash before the run are
// known to be down from its first wish on.
//
// # Schedules
//
// Messages arrive at the times that were drawn, in the order of sending within a channel unless
// NoFIFO is set. An adversary may choose instead which message arrives at such a time: the one
// sent last ([LIFO]), or any but those of one process ([Starve]).
package sim

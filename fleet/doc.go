// Package fleet is the model of servers that differ, and the figures of a quorum system under it.
//
// # The model
//
// A [Fleet] has nodes, each with the reads and the writes that it can answer in a second, a
// latency, a probability of being down, and perhaps a zone, whose nodes fail as one, besides each
// on its own. Requests are reads and writes; the [Workload] has their shares, and how often each
// share holds. Clients are in places, from which a node may be nearer or farther.
//
// A [System] under a fleet is two families of quorums over its nodes: every read quorum meets every
// write quorum. A strategy chooses a read quorum for each read and a write quorum for each write,
// by chance, in each client place by its own probabilities. With a the probability that a read asks
// node i and b that a write does, and the share r of reads, the node is busy for
//
//	r·a/reads(i) + (1-r)·b/writes(i)
//
// seconds for each request in a second. The load of a strategy is that of its busiest node, in
// seconds a request; its capacity is 1/load, in requests a second. With a distribution of shares
// one strategy serves all of them: its load is the weighted mean of the loads at each share, its
// capacity the weighted mean of 1/load, and the best strategy is that of the least mean load (M.
// Whittaker, A. Charapko, J. M. Hellerstein, H. Howard and I. Stoica, Read-write quorum systems
// made practical, PaPoC 2021).
//
// Numbers are exact: capacities in requests a second, times in seconds, shares and probabilities as
// fractions.
//
// # The fleet file
//
// A fleet is a file in YAML or JSON, which [Read] reads and docs/fleet.schema.json describes. All
// keys but nodes may be left out.
//
//	nodes:
//	  - {name: fra1, zone: eu, reads: 4000, writes: 2000, latency: 1ms, crash: 1%}
//	  - {name: nyc, count: 3, zone: us, capacity: 1000, latency: {p50: 1ms, p99: 20ms, p100: 50ms}}
//	zones: {eu: {crash: 0.1%}, us: {}}
//	workload: {reads: {0.9: 10, 0.8: 20}, silent: 1, adapts: true}
//	clients: [{zone: eu, share: 70%, latency: {fra1: 1ms, us: 80ms}}, {name: home, share: 30%}]
//	require: {survive: {nodes: 1, zones: 1}, capacity: 3000, latency: 30ms, p99: 80ms, asked: 4, availability: 99.99%, same: true, writes_meet: true, liars: 1}
//	protocol: majority-log
//	leader: eu
//	keyspace: shop
//	optimize: [capacity, latency]
//	systems: [majority, grid, "expr:a*b+c*d", mine.json]
//
// A node has these keys: name (default: its number, counted from 1); count, the number of such
// nodes (default 1), which are then called name1, name2, ...; zone (default none); operator, who
// runs it (default nobody); capacity, how
// many requests it answers in a second, or reads and writes apart, for all nodes or for none
// (default 1: figures are then multiples of one node); latency, the time from a client and back
// (default 0); crash, the probability that it is down (default 0), or its afr, annual failure rate,
// with the mean time of a repair: crash: {afr: 4%, repair: 6h}; leaves, that it runs today and no
// plan may ask it; witness, that it votes and stores no data, so that no quorum is of witnesses
// alone (both false by default). A node may also be its name
// alone: nodes: [a, b, c].
//
// An afr is a rate: the crashes in a year of operation of 365 days, as the failures of a year are
// counted per drive days/365 (Backblaze, Hard drive stats for Q2 2016); its probability to crash
// within a year is 1-exp(-afr). With repairs it is down with probability afr·repair/(1+afr·repair)
// in the long run. Rates by age are points, each of which holds from its age on: afr: [{at: 0y,
// rate: 8%}, {at: 1y, rate: 2%}]. Without repair, it is down for ever, and there is no
// availability.
//
// zones gives each zone the probability that it is down as one (default 0). If the key is there, it
// must list all zones; if not, the zones are the ones that nodes name.
//
// workload has the share of reads (or as writes that of writes) among all requests, or several
// shares with their weights (default 0.5); silent, how many of the nodes asked may stay silent
// (default 0); adapts, whether each share of reads has a strategy of its own (default false).
//
// clients are the places that requests come from. A place has a name (default: the name of its
// zone), the zone that it is in, its share of all requests (default: all places have the same), and
// latencies to nodes, or to all nodes of a zone, where they differ from the latencies of the nodes.
// Default: one place, with the latencies of the nodes.
//
// require has the limits that an answer must keep: survive, how many nodes and zones may be down at
// once, whichever they are (default 0 and 0); a least capacity; a greatest mean latency; p50, p99
// and p99.9, times that at most 50 %, 1 % and 0.1 % of all requests may exceed, where answers later
// than the last percentile of a latency count as late; asked, the greatest mean number of nodes
// that a request asks (network, its name in JSON, is read too); a least availability; same, that
// reads and writes use the same quorums, any two of which then meet (a coterie), as one lock for
// readers and writers needs (default false); writes_meet, that every two writes share a node, as
// locks, blind writes and logs that assume majorities need (default false); liars, how many nodes
// may lie, whichever they are, or {nodes: 1, kind: dissemination} where data is signed (kind is
// masking by default): reads and writes then share 2b+1 nodes, or b+1, and b silent nodes besides
// those that are down are survived. In place of the number stand sets of nodes that may lie
// together: zones for each zone, operators for each operator, or a list of nodes, zones, operators
// and lists of these, such as [eu, [a, b], c]; reads and writes then share a node outside any two
// of them, or any one. Default: nothing.
//
// protocol is what runs on the quorums: register, flexible-paxos, majority-log or lock. The last
// two require that writes meet, so that writes_meet need not be said, and may not be false beside
// them; the first two require nothing further. Default: not said.
//
// leader is for the protocols flexible-paxos and majority-log: the nodes that may lead, by their
// names, zones or operators, one or a list, or best for all. All requests then come from the
// leader, which is the best of those that are named, and never a witness. A leader has the times of
// the clients in its zone, and none to itself. Default: each place of clients asks quorums by
// itself. The reads of flexible-paxos are its elections; without a workload there are none.
//
// keyspace is the name of the keyspace of Cassandra or ScyllaDB whose replicas the nodes are.
// Default: not said.
//
// optimize has one goal, or two, whose front is sought: capacity, load, latency, p50, p99, p99.9,
// asked, availability (default capacity). shape has one of the forms any, counts, zones, weights
// and groups, several, or all: the best system of each is sought (default any; not beside systems).
// systems are the specs of the only systems that may be taken. A family without parameters is built
// for the number of nodes of the fleet. Paths of files are read as in specs. Default: all systems.
//
// Scalars are read as text, so that 0.9 is nine tenths exactly: numbers are decimals, fractions
// (3/7) or percentages (70%), none negative, of at most nineteen digits; times are numbers with ns,
// us, ms, s, min, h, d or y. Of percentiles p0, p50, p99.9, ..., a latency has at least one, and
// neither p0 nor p100 alone; from one percentile to the next the distribution is taken to be
// linear, and also from 0 to the first percentile where p0, the least time, is not given. Keys that
// are not known or stand twice, names that stand twice, anchors, aliases and tags are errors; every
// error names the line. A file has at most 1 MiB and 1000 nodes.
package fleet

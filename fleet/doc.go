// Package fleet is the model of servers that differ, and the figures of a quorum system under it.
//
// # The model
//
// A [Fleet] has nodes, each with the reads and the writes that it can answer in a second, a
// latency, a probability of being down, and perhaps a zone, which fails as one besides its nodes.
// Requests are reads and writes; the [Workload] says in which shares, and how often each share
// holds. Clients are in places, from which a node may be nearer or farther.
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
// A fleet is a file in YAML or JSON, which [Read] reads and docs/fleet.schema.json
// describes. All but nodes may be left out.
//
//	nodes:
//	  - {name: fra1, zone: eu, reads: 4000, writes: 2000, latency: 1ms, crash: 1%}
//	  - {name: nyc, count: 3, zone: us, capacity: 1000, latency: {p50: 1ms, p99: 20ms, p100: 50ms}}
//	zones: {eu: {crash: 0.1%}, us: {}}
//	workload: {reads: {0.9: 10, 0.8: 20}, silent: 1, adapts: true}
//	clients: [{zone: eu, share: 70%, latency: {fra1: 1ms, us: 80ms}}, {name: home, share: 30%}]
//	require: {survive: {nodes: 1, zones: 1}, capacity: 3000, latency: 30ms, asked: 4, availability: 99.99%, same: true, writes_meet: true}
//	optimize: [capacity, latency]
//	systems: [majority, grid, "expr:a*b+c*d", mine.json]
//
// Of a node: name, or its number, counted from 1, where none is said; count, how many there are of
// it (default 1), which are then name1, name2, ...; zone (default none); capacity, how many
// requests it answers in a second, or reads and writes apart, which all nodes say or none (default
// 1: figures are then multiples of one node); latency, the time from a client and back (default 0);
// crash, the probability that it is down (default 0). A node may also be its name alone: nodes: [a,
// b, c].
//
// zones says of each zone with which probability it is down as one (default 0). Where it stands, it
// has all zones; else zones are those that nodes name.
//
// workload has the share of reads among all requests, or several with their weights (default 0.5);
// silent, how many of the nodes asked may stay silent (default 0); adapts, whether each share of
// reads has a strategy of its own (default false).
//
// clients are places that requests come from: a name (default that of the zone), the zone that it
// is in, its share of all requests (default: all places have the same), and latencies to nodes, or
// to all nodes of a zone, where they are not those that the nodes say. Default: one place, with the
// latencies of the nodes.
//
// require has what an answer must keep: survive, any so many nodes and zones down at once (default
// 0 and 0); a least capacity; a greatest mean latency; asked, the greatest mean number of nodes
// that a request asks (network, its name in JSON, is read too); a least availability; same, that
// reads and writes use the same quorums, any two of which then meet (a coterie), as one lock for
// readers and writers needs (default false); writes_meet, that every two writes share a node, as
// locks, blind writes and logs that assume majorities need (default false). Default: nothing.
//
// optimize has one goal, or two, whose front is sought: capacity, load, latency, asked,
// availability (default capacity). systems are specs, the only systems to be looked at; families
// without parameters are taken for as many nodes as there are. Paths of files are those of specs.
// Default: all systems.
//
// Scalars are read as text, so that 0.9 is nine tenths exactly: numbers are decimals, fractions
// (3/7) or percentages (70%), none negative, of at most nineteen digits; times are numbers with ns,
// us, ms, s or min. Of percentiles p0, p50, p99.9, ..., a latency has at least one, and neither p0
// nor p100 alone; from one to the next its distribution is taken to be linear, and from 0 to the
// first where p0, the least time, is not given. Keys that are not known or stand twice, names that
// stand twice, anchors, aliases and tags are errors; every error names the line. A file has at most
// 1 MiB and 1000 nodes.
package fleet

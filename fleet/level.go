package fleet

import (
	"slices"

	"coterie/quorum"
)

// Level says how many nodes, and of which zones, have to answer a request.
type Level int

// The levels. CockroachDB has a majority of the voting replicas of a range, which all stand in the
// home region where zone failures are to be survived, and in several regions where region failures
// are (CockroachDB manual, When to use ZONE or REGION survival goals). A majority in most zones is
// what ZooKeeper's groups are with a zone for each group.
const (
	LocalZone  Level = iota // a majority of the zone that the request comes from
	EachZone                // a majority of each zone
	MostZones               // a majority of each of more than half of the zones
	MostNodes               // a majority of all nodes
	EveryNode               // all nodes
	OneNode                 // any node
	TwoNodes                // any two
	ThreeNodes              // any three
)

var levels = [...]struct{ words, cassandra string }{
	{"local zone", "LOCAL_QUORUM"}, {"each zone", "EACH_QUORUM"}, {"most zones", ""}, {"all nodes", "QUORUM"},
	{"every node", "ALL"}, {"one node", "ONE"}, {"two nodes", "TWO"}, {"three nodes", "THREE"},
}

// String returns the level in words.
func (l Level) String() string { return levels[l].words }

// Levels returns the levels that n nodes can answer.
func Levels(n int) (all []Level) {
	for l := range min(Level(len(levels)), OneNode+Level(n)) {
		all = append(all, l)
	}
	return all
}

// Cassandra returns the name that Cassandra has for a level of an operation, with zones as its
// datacenters, or "" where it has none; with scylla that of ScyllaDB, which does not read at
// EACH_QUORUM. (Cassandra, Architecture, Dynamo, Tunable Consistency; EACH_QUORUM reads since 3.0,
// CASSANDRA-9602. ScyllaDB, CQL Reference, Consistency Levels.)
func (l Level) Cassandra(of Operation, scylla bool) string {
	if scylla && of == Reads && l == EachZone {
		return ""
	}
	return levels[l].cassandra
}

// Quorums returns the quorums of a level on n nodes in zones, where the zones with these indices
// are the local ones. It panics where the level asks more nodes than there are.
func (l Level) Quorums(n int, zones [][]int, local []int) quorum.Formula {
	majority := func(nodes []int) quorum.Formula { return someOf(len(nodes)/2+1, nodes) }
	all := quorum.FullSet(n).Nodes()
	switch l {
	case MostNodes:
		return majority(all).Over(n)
	case EveryNode:
		return someOf(n, all).Over(n)
	case OneNode, TwoNodes, ThreeNodes:
		return someOf(int(l-OneNode)+1, all).Over(n)
	case EachZone, MostZones:
		local = quorum.FullSet(len(zones)).Nodes()
	}
	var parts []quorum.Formula
	for _, zone := range slices.Compact(slices.Sorted(slices.Values(local))) {
		parts = append(parts, majority(zones[zone]))
	}
	return quorum.Choose([]int{1, len(parts), len(parts)/2 + 1}[l], parts...).Over(n)
}

// someOf returns the quorums of k of these nodes.
func someOf(k int, nodes []int) quorum.Formula {
	var parts []quorum.Formula
	for _, v := range nodes {
		parts = append(parts, quorum.Leaf(v))
	}
	return quorum.Choose(k, parts...)
}

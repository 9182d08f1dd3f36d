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
	LocalLevel Level = iota // a majority of the zone that the request comes from
	EachLevel               // a majority of each zone
	MostLevel               // a majority of each of more than half of the zones
	AllLevel                // a majority of all nodes
	EveryLevel              // all nodes
	OneLevel                // any node
	TwoLevel                // any two
	ThreeLevel              // any three
)

var levels = [...]struct{ words, cassandra string }{
	{"local zone", "LOCAL_QUORUM"}, {"each zone", "EACH_QUORUM"}, {"most zones", ""}, {"all nodes", "QUORUM"},
	{"every node", "ALL"}, {"one node", "ONE"}, {"two nodes", "TWO"}, {"three nodes", "THREE"},
}

// String returns the level in words.
func (l Level) String() string { return levels[l].words }

// Levels returns the levels that n nodes can answer.
func Levels(n int) (all []Level) {
	for l := range min(Level(len(levels)), OneLevel+Level(n)) {
		all = append(all, l)
	}
	return all
}

// Consistency returns the name that Cassandra and ScyllaDB have for the level, with datacenters as
// zones; "" where they have none. (Cassandra, Architecture, Dynamo, Tunable Consistency. ScyllaDB,
// CQL Reference, Consistency Levels: it does not read at EACH_QUORUM.)
func (l Level) Consistency() string { return levels[l].cassandra }

// Quorums returns the quorums of a level on n nodes in zones, where the zones with these indices
// are the local ones. It panics where the level asks more nodes than there are.
func (l Level) Quorums(n int, zones [][]int, local []int) quorum.Formula {
	switch {
	case l >= AllLevel:
		return quorum.Choose([]int{n/2 + 1, n, 1, 2, 3}[l-AllLevel], quorum.Leaves(quorum.FullSet(n).Nodes())...).Over(n)
	case l != LocalLevel:
		local = quorum.FullSet(len(zones)).Nodes()
	}
	var parts []quorum.Formula
	for _, zone := range slices.Compact(slices.Sorted(slices.Values(local))) {
		parts = append(parts, quorum.Choose(len(zones[zone])/2+1, quorum.Leaves(zones[zone])...))
	}
	return quorum.Choose([]int{1, len(parts), len(parts)/2 + 1}[l], parts...).Over(n)
}

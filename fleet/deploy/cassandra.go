package deploy

import (
	"cmp"
	"fmt"
	"strings"

	"coterie/fleet"
	"coterie/quorum"
)

const scylla = "ScyllaDB" // which does not read at EACH_QUORUM

// cassandra returns the software of Cassandra, or of ScyllaDB.
func cassandra(name string) software {
	return software{
		name, "--",
		"the consistency levels ONE, TWO, THREE, QUORUM and ALL, and with several datacenters LOCAL_QUORUM and EACH_QUORUM",
		"which replicas a request asks, and how often: the strategy of the plan; with LOCAL_QUORUM, clients stay in their datacenter",
		func(x *export) (list []setup) {
			names, centers := x.zones("/") // racks stand behind it
			levels, of := x.levels(centers)
			for i, r := range levels {
				for j, w := range levels {
					if name != scylla || r != fleet.EachLevel.Consistency() {
						list = append(list, setup{"reads at " + r + ", writes at " + w, of[i], of[j], func() []string { return cql(names, centers, r, w) }})
					}
				}
			}
			return list
		},
		false,
	}
}

// Levels returns which pairs of levels of zones the software of a format has, or nil where all may
// be tried.
func Levels(format string) func(reads, writes fleet.Level) bool {
	if format != "cassandra" && format != "scylla" {
		return nil
	}
	return func(r, w fleet.Level) bool {
		return r.Consistency() != "" && w.Consistency() != "" && (format == "cassandra" || r != fleet.EachLevel)
	}
}

// levels returns the consistency levels, with their quorums of all nodes, which are the replicas of
// a row.
func (x *export) levels(centers [][]int) (names []string, of []quorum.Formula) {
	var each []quorum.Formula
	for _, nodes := range centers {
		each = append(each, x.majority(nodes))
	}
	all, n := x.all(), x.f.N()
	names = []string{fleet.AllLevel.Consistency(), "ALL", fleet.LocalLevel.Consistency(), fleet.EachLevel.Consistency()}
	of = []quorum.Formula{x.majority(all), x.count(n, all), quorum.Or(each...), quorum.And(each...)}
	for i, name := range []string{"ONE", "TWO", "THREE"} {
		if i < n {
			names, of = append(names, name), append(of, x.count(i+1, all))
		}
	}
	return names, of
}

// cql returns the lines of CQL, and of cqlsh for the levels, which clients set for each request.
func cql(names []string, centers [][]int, reads, writes string) []string {
	replication := "'class': 'NetworkTopologyStrategy'"
	for i, name := range names {
		replication += fmt.Sprintf(", '%s': %d", strings.ReplaceAll(cmp.Or(name, "datacenter1"), "'", "''"), len(centers[i]))
	}
	return []string{
		"-- these nodes are the replicas of a row; put the name of the keyspace",
		"ALTER KEYSPACE keyspace_name WITH replication = {" + replication + "};",
		"-- SimpleStrategy counts no datacenters; where the replicas change, on each node: nodetool repair -full keyspace_name",
		"-- before reads, or as the level of their statements in the driver",
		"CONSISTENCY " + reads + ";",
		"-- before writes, likewise",
		"CONSISTENCY " + writes + ";",
	}
}

package deploy

import (
	"cmp"
	"fmt"
	"strings"

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
					if name != scylla || r != "EACH_QUORUM" {
						list = append(list, setup{"reads at " + r + ", writes at " + w, of[i], of[j], func() []string { return cql(names, centers, r, w) }})
					}
				}
			}
			return list
		},
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
	names = []string{"QUORUM", "ALL", "LOCAL_QUORUM", "EACH_QUORUM"}
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
		"-- every node is a replica of every row; put the name of the keyspace",
		"ALTER KEYSPACE keyspace_name WITH replication = {" + replication + "};",
		"-- before reads, or as the level of their statements in the driver",
		"CONSISTENCY " + reads + ";",
		"-- before writes, likewise",
		"CONSISTENCY " + writes + ";",
	}
}

package deploy

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"coterie/fleet"
	"coterie/internal/words/show"
	"coterie/quorum"
)

// cassandra returns the software of Cassandra, or of ScyllaDB.
func cassandra(name string, scylla bool) software {
	return software{
		name, "--",
		"the consistency levels ONE, TWO, THREE, QUORUM and ALL, and with several datacenters LOCAL_QUORUM and EACH_QUORUM",
		"which replicas a request asks, and how often: the strategy of the plan; with LOCAL_QUORUM, clients stay in their datacenter",
		func(x *export) (list []setup) {
			n, levels := x.f.N(), fleet.Levels(x.f.N())
			names, centers := x.zones("/")   // racks stand behind it
			zoned := levels[:fleet.AllLevel] // of which a level of all nodes has precedence
			if levels = levels[fleet.AllLevel:]; len(centers) > 1 {
				levels = append(slices.Clone(levels), zoned...)
			}
			for _, local := range x.homes(centers) {
				for _, r := range levels {
					for _, w := range levels {
						c := cql{names, centers, local, r.Consistency(), w.Consistency(), x.f.Keyspace}
						if c.reads != "" && c.writes != "" && (!scylla || r != fleet.EachLevel) {
							list = append(list, setup{c.String(), r.Quorums(n, centers, local), w.Quorums(n, centers, local), c.lines})
						}
					}
				}
			}
			return list
		},
		nil,
	}
}

// homes returns the datacenters that may be the local ones: those of the clients, where all say
// theirs; else all of them, or one in which all clients stay.
func (x *export) homes(centers [][]int) (homes [][]int) {
	var own []int
	for _, c := range x.f.Clients {
		at := slices.IndexFunc(centers, func(nodes []int) bool {
			return slices.ContainsFunc(nodes, func(v int) bool { return c.Zone != fleet.NoZone && x.f.Nodes[v].Zone == c.Zone })
		})
		if own = append(own, at); at < 0 {
			all := quorum.FullSet(len(centers)).Nodes()
			return append([][]int{all}, slices.Collect(slices.Chunk(all, 1))...)
		}
	}
	return [][]int{own}
}

// cql is the levels of reads and writes on the replicas of a row, by datacenter.
type cql struct {
	names                   []string
	centers                 [][]int
	local                   []int // the datacenters of the clients
	reads, writes, keyspace string
}

func (c cql) String() string {
	text := "reads at " + c.reads + ", writes at " + c.writes
	if len(c.local) < len(c.centers) && strings.Contains(c.reads+c.writes, "LOCAL") {
		text += ", with clients in " + show.Join(c.local, ", ", func(at int) string { return c.names[at] }) + " alone"
	}
	return text
}

// lines returns the lines of CQL, and of cqlsh for the levels, which clients set for each request.
func (c cql) lines() []string {
	about, replication := "-- these nodes are the replicas of a row", "'class': 'NetworkTopologyStrategy'"
	for i, name := range c.names {
		replication += fmt.Sprintf(", '%s': %d", strings.ReplaceAll(cmp.Or(name, "datacenter1"), "'", "''"), len(c.centers[i]))
	}
	if c.keyspace = `"` + strings.ReplaceAll(c.keyspace, `"`, `""`) + `"`; c.keyspace == `""` {
		c.keyspace, about = "keyspace_name", about+"; put the name of the keyspace"
	}
	return []string{
		about,
		"ALTER KEYSPACE " + c.keyspace + " WITH replication = {" + replication + "};",
		"-- SimpleStrategy counts no datacenters; where the replicas change, on each node: nodetool repair -full " + c.keyspace,
		"-- before reads, or as the level of their statements in the driver",
		"CONSISTENCY " + c.reads + ";",
		"-- before writes, likewise",
		"CONSISTENCY " + c.writes + ";",
	}
}

package deploy

import (
	"cmp"
	"fmt"
	"regexp"
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
			names, centers := x.zones("/")    // racks stand behind it
			zoned := levels[:fleet.MostNodes] // of which a level of all nodes has precedence
			if levels = levels[fleet.MostNodes:]; len(centers) > 1 {
				levels = append(slices.Clone(levels), zoned...)
			}
			for _, local := range x.homes(centers) {
				for _, r := range levels {
					for _, w := range levels {
						c := cql{names, centers, local, r.Cassandra(fleet.Reads, scylla), w.Cassandra(fleet.Writes, scylla), x.f.Keyspace}
						if c.reads != "" && c.writes != "" {
							list = append(list, setup{c.String(), r.Quorums(n, centers, local), w.Quorums(n, centers, local), c.lines})
						}
					}
				}
			}
			return list
		},
		nil, false,
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

var lowerName = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

// identifier returns a name as CQL has it; one that is not of lower case stands in quotes.
func identifier(name string) string {
	if lowerName.MatchString(name) {
		return name
	}
	return `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
}

// lines returns the lines of CQL, and of cqlsh for the levels, which clients set for each request.
func (c cql) lines() []string {
	lines, replication := []string{"-- the nodes of the plan are the replicas of a row"}, "'class': 'NetworkTopologyStrategy'"
	for i, name := range c.names {
		replication += fmt.Sprintf(", '%s': %d", strings.ReplaceAll(cmp.Or(name, "datacenter1"), "'", "''"), len(c.centers[i]))
	}
	if c.keyspace == "" {
		c.keyspace = "keyspace_name"
		lines[0] += "; put the name of the keyspace"
	}
	lines = append(lines, "ALTER KEYSPACE "+identifier(c.keyspace)+" WITH replication = {"+replication+"};")
	for _, v := range [][3]string{{c.reads, "reads", ", or as the level of their statements in the driver"}, {c.writes, "writes", ", likewise"}} {
		if stops := map[string]string{"ALL": "replica", "EACH_QUORUM": "datacenter"}[v[0]]; stops != "" {
			lines = append(lines, fmt.Sprintf("-- with %s one %s that is down stops the %s", v[0], stops, v[1]))
		}
		lines = append(lines, "-- before "+v[1]+v[2], "CONSISTENCY "+v[0]+";")
	}
	return lines
}

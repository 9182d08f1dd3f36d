package inventory

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"coterie/internal/words/show"
)

// inWords puts the letters of a status and a state in words.
var inWords = strings.NewReplacer("U", "", "D", " (down)", "N", "", "L", " (leaving)", "J", " (joining: left out)", "M", " (moving)", "S", " (stopped)", "?", " (unknown)")

var (
	datacenterLine  = regexp.MustCompile(`^Datacenter:[ \t]*(\S.*?)\s*$`)
	memberStart     = regexp.MustCompile(`^[UD?][NLJMSX?][ \t]`)
	memberLine      = regexp.MustCompile(`^([UD?])([NLJMSX?])[ \t]+(\S+)[ \t]+(?:\?|[0-9.,]+[ \t]+\S+)[ \t]+(\S+)[ \t].*[ \t](\S+)\s*$`)
	replicationLine = regexp.MustCompile(`(?i)\breplication\s*=\s*\{([^}]*)\}`)
	keyspaceName    = regexp.MustCompile(`(?i)\bkeyspace\s+(?:if\s+not\s+exists\s+)?(?:"([^"]+)"|(\w+))\s+with\b`)
	replicationPair = regexp.MustCompile(`'([^']+)'\s*:\s*'?([^',\s]+)'?`)
)

// datacenter has the nodes of a datacenter that hold rows, and its racks in the order in which they
// first stand.
type datacenter struct {
	name    string
	members []member
	racks   []string
}

type member struct {
	at            *yaml.Node
	address, rack string
}

// takeNodetool reads the members of a cluster. The columns are those of Cassandra and ScyllaDB:
// status and state, address, load, tokens, share of the rows, host and rack.
func takeNodetool(p *reader, lines []string, _ []*yaml.Node) {
	var centers []*datacenter
	var odd []string
	var at *yaml.Node // of the replication
	tokens, factors := map[string]bool{}, map[string]string{}
	for i, line := range lines {
		here, m := &yaml.Node{Line: i + 1}, memberLine.FindStringSubmatch(line)
		if center := datacenterLine.FindStringSubmatch(line); center != nil {
			centers = append(centers, &datacenter{center[1], nil, nil})
		} else if replication := replicationLine.FindStringSubmatch(line); replication != nil {
			at = here
			if name := keyspaceName.FindStringSubmatch(line); name != nil {
				p.rest = []string{"keyspace: " + quoted(cmp.Or(name[1], strings.ToLower(name[2])))}
			}
			for _, pair := range replicationPair.FindAllStringSubmatch(replication[1], -1) {
				factors[pair[1]] = pair[2]
			}
		} else if memberStart.MatchString(line) && (m == nil || centers == nil) {
			p.Fail(here, "UN  10.0.0.1  47.66 KiB  16  33.3%  HOST-ID  rack1, below the line Datacenter: dc1", "this line is no node of nodetool status in its datacenter")
		}
		if m == nil || centers == nil {
			continue
		}
		if tokens[m[4]] = true; m[1]+m[2] != "UN" {
			odd = append(odd, m[3]+inWords.Replace(m[1]+m[2]))
		}
		if c := centers[len(centers)-1]; m[2] != "J" { // who joins has no rows yet
			if c.members = append(c.members, member{here, m[3], m[5]}); !slices.Contains(c.racks, m[5]) {
				c.racks = append(c.racks, m[5])
			}
		}
	}
	p.noteAll(odd, "not all nodes are up and normal; those that join are left out, and the plan counts the others as if they were")
	if len(tokens) > 1 {
		p.notef("the nodes have different numbers of tokens, and so of rows: capacities say it in a fleet")
	}
	if !strings.HasSuffix(factors["class"], "NetworkTopologyStrategy") {
		problem := "nodetool status does not say the replication of a keyspace in each datacenter, and it decides how many nodes a quorum is of"
		advice := "add the line that cqlsh -e 'DESCRIBE KEYSPACE NAME' prints, as in: replication = {"
		if strings.HasSuffix(factors["class"], "SimpleStrategy") {
			problem = "the keyspace has SimpleStrategy, which is blind to datacenters and racks, so that nothing says where the replicas of a row are"
			advice = "change the keyspace, and repair its nodes, before the levels: ALTER KEYSPACE NAME WITH replication = {"
		}
		example := "'class': 'NetworkTopologyStrategy'"
		for _, c := range centers {
			example += fmt.Sprintf(", '%s': %d", c.name, min(3, len(c.members)))
		}
		p.Fail(cmp.Or(at, nowhere), advice+example+"}", "%s", problem)
	}
	for _, c := range centers {
		p.addReplicas(c, at, factors, len(centers) > 1)
		delete(factors, c.name)
	}
	for _, name := range slices.Sorted(maps.Keys(factors)) {
		if name != "class" && name != "replication_factor" {
			p.Fail(at, "", "there is no datacenter %s in nodetool status", show.Value(name))
		}
	}
}

// addReplicas adds the replicas of a row that a datacenter has: all of its nodes, or as many as the
// replication says, spread over the racks as NetworkTopologyStrategy spreads them. From Cassandra
// 4.0 on replication_factor is of every datacenter.
func (p *reader) addReplicas(c *datacenter, at *yaml.Node, factors map[string]string, several bool) {
	factor, said := factors[c.name]
	if !said {
		factor = factors["replication_factor"]
	}
	count, err := strconv.Atoi("0" + factor)
	switch {
	case err != nil || count > len(c.members):
		p.Fail(at, "", "datacenter %s has %s, and %s replicas of a row", show.Brief(c.name), show.Count(len(c.members), "node"), show.Value(factor))
	case count == 0:
		p.noteAll([]string{c.name}, "a datacenter without replicas, which is left out")
	case count < len(c.members):
		p.notef("%d of the %d nodes of datacenter %s have a row: the nodes of the fleet are its replicas", count, len(c.members), c.name)
	}
	for i, m := range c.members[:count] {
		if count < len(c.members) {
			m = member{at, fmt.Sprintf("%s-%d", c.name, i+1), c.racks[i%len(c.racks)]}
		}
		zone := c.name
		if !several && len(c.racks) > 1 {
			zone += "/" + m.rack
		}
		p.add(m.at, m.address, "zone", quoted(zone))
	}
}

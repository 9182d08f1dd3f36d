package fleet

import (
	"cmp"
	"fmt"
	"math/big"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"coterie/construct"
	"coterie/internal/machine/yamlfile"
	"coterie/internal/words/show"
)

// readZones reads the key zones: the names of zones with their crash probabilities.
func (p *reader) readZones(n *yaml.Node) {
	p.zoneAt = map[string]int{}
	if n == nil {
		return
	}
	if n.Kind != yaml.MappingNode || len(n.Content) == 0 {
		p.Fail(n, "zones: {eu: {crash: 0.1%}, us: {}}", "zones are a mapping from their names")
	}
	for key, value := range yamlfile.Pairs(n) {
		name := p.Name(key, "the name of a zone")
		what := "zone " + show.Brief(name)
		crash, life := p.crash(p.Fields(value, what, zoneKeys)["crash"], what)
		p.addZone(Zone{name, crash, life})
	}
}

func (p *reader) addZone(z Zone) {
	p.zoneAt[z.Name] = len(p.fleet.Zones)
	p.fleet.Zones = append(p.fleet.Zones, z)
}

// zone returns the index of a zone; NoZone where nothing is given. Where the file has no list of
// zones, a zone exists once a node names it.
func (p *reader) zone(n *yaml.Node, listed bool) int {
	if n == nil {
		return NoZone
	}
	name := p.Name(n, "the zone")
	_, known := p.zoneAt[name]
	switch {
	case known:
	case listed:
		p.Fail(n, yamlfile.Near(name, p.zoneNames()), "there is no zone %s", show.Value(name))
	default:
		p.addZone(Zone{Name: name, Crash: new(big.Rat)})
	}
	return p.zoneAt[name]
}

func (p *reader) zoneNames() []string {
	var names []string
	for _, z := range p.fleet.Zones {
		names = append(names, z.Name)
	}
	return names
}

// readNodes reads the nodes; zones says that there is a list of zones.
func (p *reader) readNodes(n *yaml.Node, zones bool) {
	if n.Kind != yaml.SequenceNode || len(n.Content) == 0 {
		p.Fail(n, "nodes: [{name: a, reads: 4000, writes: 2000}, ...]", "nodes are a list")
	}
	p.nodeAt = map[string]int{}
	var first *yaml.Node // a node of the file with a capacity
	bare := map[*yaml.Node]bool{}
	for _, item := range n.Content {
		sized := p.readNode(item, zones)
		if sized && first == nil {
			first = item
		}
		bare[item] = !sized
	}
	if !slices.ContainsFunc(p.fleet.Nodes, func(v Node) bool { return !v.Leaves }) {
		p.Fail(n, "leaves: true is for nodes that run today and that no plan may ask", "every node leaves")
	}
	if !slices.ContainsFunc(p.fleet.Nodes, func(v Node) bool { return !v.Leaves && !v.Witness }) {
		p.Fail(n, "witness: true is for nodes that vote and store no data", "no node stores data")
	}
	for _, item := range n.Content {
		if first != nil && bare[item] {
			p.Fail(item, "capacity: 1000, or reads: 2000 and writes: 1000", "this node has no capacity, and the node of line %d has", first.Line)
		}
	}
}

// readNode reads one node, or as many alike as its count says, and reports whether their capacity
// is given.
func (p *reader) readNode(n *yaml.Node, zones bool) (sized bool) {
	keys := map[string]*yaml.Node{"name": n}
	if n.Kind != yaml.ScalarNode {
		keys = p.Fields(n, "a node", nodeKeys)
	}
	var node Node
	what := "node " + strconv.Itoa(len(p.fleet.Nodes)+1)
	if v := keys["name"]; v != nil {
		node.Name = p.Name(v, "the name of a node")
		what = "node " + show.Brief(node.Name)
	}
	count := p.Whole(keys["count"], "the count of "+what, 1, mostNodes)
	node.Zone = p.zone(keys["zone"], zones)
	if v := keys["operator"]; v != nil {
		node.Operator = p.Name(v, "the operator")
	}
	node.Crash, node.Life = p.crash(keys["crash"], what)
	node.Leaves = p.Truth(keys["leaves"], "leaves")
	node.Witness = p.Truth(keys["witness"], "witness")
	latency := p.latency(keys["latency"], "the latency of "+what)
	sized = p.capacity(n, keys, &node, what)
	for i := range count {
		alike := node
		switch {
		case node.Name == "":
			alike.Name = strconv.Itoa(len(p.fleet.Nodes) + 1)
		case keys["count"] != nil:
			alike.Name = node.Name + strconv.Itoa(i+1)
		}
		p.addNode(n, alike, latency)
	}
	return sized
}

// capacity sets how many requests a node answers in a second: 1 where nothing is given.
func (p *reader) capacity(n *yaml.Node, keys map[string]*yaml.Node, node *Node, what string) bool {
	both, reads, writes := keys["capacity"], keys["reads"], keys["writes"]
	node.Reads, node.Writes = big.NewRat(1, 1), big.NewRat(1, 1)
	switch {
	case both != nil && (reads != nil || writes != nil):
		p.Fail(both, "either capacity, or reads and writes", "%s has a capacity for both, and one for reads or writes", what)
	case both != nil:
		node.Reads = p.Positive(both, "the capacity of "+what)
		node.Writes = node.Reads
	case reads != nil && writes != nil:
		node.Reads = p.Positive(reads, "what "+what+" reads")
		node.Writes = p.Positive(writes, "what "+what+" writes")
	case reads != nil || writes != nil:
		p.Fail(n, "capacity: 1000 is for both", "%s has a capacity for reads or for writes, and none for the other", what)
	}
	return both != nil || reads != nil || writes != nil
}

// everyone is the name of the only place of clients where the file names none.
const everyone = "clients"

var digits = regexp.MustCompile(`^[0-9]+$`)

// addNode takes a node whose name is new. A name that is a number is the node's own: nodes without
// names are known by their numbers.
func (p *reader) addNode(n *yaml.Node, node Node, latency Latency) {
	number := len(p.fleet.Nodes) + 1
	_, twice := p.nodeAt[node.Name]
	_, zone := p.zoneAt[node.Name]
	switch {
	case twice:
		p.Fail(n, "", "two nodes have the name %s", show.Value(node.Name))
	case zone:
		p.Fail(n, "", "%s is the name of a zone and of a node", show.Value(node.Name))
	case digits.MatchString(node.Name) && node.Name != strconv.Itoa(number):
		p.Fail(n, "letters before it, as in n"+node.Name, "node %d has the name %s, the number of another", number, node.Name)
	case number > mostNodes:
		p.Fail(n, "", "there are more than %d nodes", mostNodes)
	}
	p.nodeAt[node.Name] = number - 1
	p.fleet.Nodes = append(p.fleet.Nodes, node)
	p.latencies = append(p.latencies, latency)
}

// readClients reads the places of clients. Where the key is left out, it takes one place, with the
// latencies of the nodes.
func (p *reader) readClients(n *yaml.Node) {
	if n == nil {
		p.fleet.Clients = []Client{{Name: everyone, Zone: NoZone, Share: big.NewRat(1, 1), Latency: p.latencies}}
		return
	}
	if n.Kind != yaml.SequenceNode || len(n.Content) == 0 {
		p.Fail(n, "clients: [{zone: eu, share: 70%}, {zone: us, share: 30%}]", "clients are a list of places")
	}
	if len(n.Content) > mostClients {
		p.Fail(n, "", "%d places of clients; at most %d are taken", len(n.Content), mostClients)
	}
	names, shared := map[string]bool{}, 0
	for i, item := range n.Content {
		c := p.readClient(item, i)
		if names[c.Name] {
			p.Fail(item, "name: gives a place a name of its own", "two places of clients have the name %s", show.Value(c.Name))
		}
		names[c.Name] = true
		if c.Share != nil {
			shared++
		}
		p.fleet.Clients = append(p.fleet.Clients, c)
	}
	p.checkShares(n, shared)
}

// checkShares gives all places the same share where none has its own. Otherwise the shares must sum
// to 1.
func (p *reader) checkShares(n *yaml.Node, said int) {
	clients := p.fleet.Clients
	if said == 0 {
		for i := range clients {
			clients[i].Share = big.NewRat(1, int64(len(clients)))
		}
		return
	}
	if said < len(clients) {
		p.Fail(n, "without any share all places have the same", "%d of %d places of clients have a share: all or none", said, len(clients))
	}
	sum := new(big.Rat)
	for _, c := range clients {
		sum.Add(sum, c.Share)
	}
	if sum.Cmp(one) != 0 {
		p.Fail(n, "thirds are 1/3; without any share all places have the same", "the shares of the clients are together %s %%, not 100 %%", yamlfile.NumberText(sum.Quo(sum, percent)))
	}
}

// readClient reads place i. Its share is nil where none is given.
func (p *reader) readClient(n *yaml.Node, i int) Client {
	keys := p.Fields(n, "a place of clients", clientKeys)
	c := Client{Name: fmt.Sprintf("place %d", i+1), Zone: p.zone(keys["zone"], true), Latency: slices.Clone(p.latencies)}
	if v := cmp.Or(keys["name"], keys["zone"]); v != nil {
		c.Name = p.Name(v, "the name of a place")
	}
	c.Share = p.Positive(keys["share"], "the share of "+show.Brief(c.Name))
	if v := keys["latency"]; v != nil {
		p.readDistances(v, &c)
	}
	return c
}

// readDistances reads the latencies from one place: to a node by its name, or to all nodes of a
// zone. The latency to a node has precedence.
func (p *reader) readDistances(n *yaml.Node, c *Client) {
	if n.Kind != yaml.MappingNode {
		p.Fail(n, "latency: {fra1: 1ms, us: 80ms}", "the latencies from a place are a mapping from the names of nodes or zones")
	}
	own := map[int]bool{}
	for key, value := range yamlfile.Pairs(n) {
		what := "the latency from " + show.Brief(c.Name) + " to " + show.Brief(key.Value)
		node, isNode := p.nodeAt[key.Value]
		zone, isZone := p.zoneAt[key.Value]
		if !isNode && !isZone {
			names := append(p.fleet.Names(), p.zoneNames()...)
			p.Fail(key, yamlfile.Near(key.Value, names), "there is no node and no zone %s", show.Value(key.Value))
		}
		l := p.latency(value, what)
		if isNode {
			c.Latency[node], own[node] = l, true
			continue
		}
		for i, v := range p.fleet.Nodes {
			if v.Zone == zone && !own[i] {
				c.Latency[i] = l
			}
		}
	}
}

// readSystems takes all systems where nothing is given. Names of families are judged here, where
// the line is known. Their systems, and files, are judged where they are used.
func (p *reader) readSystems(n *yaml.Node) {
	if n == nil {
		return
	}
	if n.Kind != yaml.SequenceNode || len(n.Content) == 0 || len(n.Content) > mostSystems {
		p.Fail(n, `systems: [majority, grid, "expr:a*b+c*d", mine.json]`, "systems are a list of 1 to %d", mostSystems)
	}
	seen := map[string]bool{}
	for _, item := range n.Content {
		spec := p.Text(item, "a system")
		switch {
		case spec == "" || spec == "-":
			p.Fail(item, "a family, an expression or a file", "%s is no system for a fleet", show.Value(spec))
		case seen[spec]:
			p.Fail(item, "", "the system %s stands here twice", show.Value(spec))
		}
		family, _, _ := strings.Cut(spec, ":")
		isFile := strings.HasPrefix(spec, "@") || filepath.Ext(spec) == ".json" || strings.ContainsAny(family, `/\`)
		if _, known := construct.Lookup(family); !known && !isFile && family != "expr" && !strings.HasPrefix(spec, "{") {
			unknown := &construct.UnknownFamilyError{Name: family}
			p.Fail(item, unknown.Hint()+"; a spec with commas stands in quotes", "%v", unknown)
		}
		seen[spec] = true
		p.fleet.Systems = append(p.fleet.Systems, spec)
	}
}

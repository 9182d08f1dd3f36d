package fleet

import (
	"cmp"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"coterie/internal/machine/yamlfile"
	"coterie/internal/solve/lp"
	"coterie/internal/words/show"
)

// The limits on a file. They are far above the sizes for which any figure is computed. They keep a
// file that grew by mistake, or by malice, from filling the memory.
const (
	mostBytes   = 1 << 20
	mostNodes   = 1000
	mostClients = 100
	mostShares  = 100
	mostSystems = 1000

	mostPercentiles = 100
)

// The keys of each kind of mapping in a file. The keys of zones, of latencies of clients, of
// distributions and of shares are not here: they are names, percentiles and numbers.
var (
	topKeys      = []string{"nodes", "zones", "clients", "workload", "require", "protocol", "leader", "keyspace", "optimize", "shape", "systems"}
	nodeKeys     = []string{"name", "count", "zone", "operator", "capacity", "reads", "writes", "latency", "crash", "witness", "leaves"}
	zoneKeys     = []string{"crash"}
	clientKeys   = []string{"name", "zone", "share", "latency"}
	workloadKeys = []string{"reads", "writes", "silent", "adapts"}
	requireKeys  = []string{"survive", "capacity", "latency", "p50", "p99", "p99.9", "asked", "network", "availability", "same", "writes_meet", "liars"}
	surviveKeys  = []string{"nodes", "zones"}
	crashKeys    = []string{"afr", "repair"}
	rateKeys     = []string{"at", "rate"}
)

// Read reads a fleet from a file in YAML or JSON, as doc.go describes it; errors call the file by
// name. The error is a *quorum.InputError or the error of r.
func Read(r io.Reader, name string) (*Fleet, error) {
	data, err := io.ReadAll(io.LimitReader(r, mostBytes+1))
	if err != nil {
		return nil, err
	}
	p := &reader{fleet: &Fleet{}, Reader: yamlfile.Reader{
		What: "a fleet", Most: mostBytes, Example: "nodes: [{name: a}, {name: b}, {name: c}]",
	}}
	if err := p.ReadFile(data, name, p.readTop); err != nil {
		return nil, err
	}
	return p.fleet, nil
}

// reader reads one file.
type reader struct {
	yamlfile.Reader
	fleet *Fleet

	nodeAt, zoneAt map[string]int
	latencies      []Latency // of the nodes, as they say it themselves
	lived          string    // the last with an afr
	mended         bool      // whether it is repaired
}

func (p *reader) readTop(root *yaml.Node) {
	top := p.Fields(root, "the fleet", topKeys)
	if top["nodes"] == nil {
		p.Fail(root, "nodes: [{name: a}, {name: b}, {name: c}]", "there are no nodes")
	}
	p.readZones(top["zones"])
	p.readNodes(top["nodes"], top["zones"] != nil)
	p.readClients(top["clients"])
	p.readWorkload(top["workload"])
	p.readRequire(top["require"])
	p.readProtocol(top["protocol"], top["require"])
	p.readLeader(top["leader"])
	if p.fleet.Protocol == FlexiblePaxos && top["workload"] == nil {
		p.fleet.Workload.Shares[0].Reads = new(big.Rat) // elections are few
	}
	if keyspace := top["keyspace"]; keyspace != nil {
		p.fleet.Keyspace = p.Name(keyspace, "the keyspace")
	}
	p.readOptimize(top["optimize"])
	p.readShape(top["shape"], top["systems"] != nil)
	p.readSystems(top["systems"])
}

// readWorkload reads the key workload. Without it half of the requests are reads.
func (p *reader) readWorkload(n *yaml.Node) {
	w := &p.fleet.Workload
	w.Shares = []Share{{big.NewRat(1, 2), big.NewRat(1, 1)}}
	if n == nil {
		return
	}
	keys := p.Fields(n, "the workload", workloadKeys)
	if reads := keys["reads"]; reads != nil {
		w.Shares = p.shares(reads, "reads")
	}
	if writes := keys["writes"]; writes != nil {
		if keys["reads"] != nil {
			p.Fail(writes, "", "the workload has a share of reads and one of writes: one of them")
		}
		w.Shares = p.shares(writes, "writes")
		for _, s := range w.Shares {
			s.Reads.Sub(one, s.Reads)
		}
		slices.Reverse(w.Shares)
	}
	w.Silent = p.Whole(keys["silent"], "silent", 0, len(p.fleet.Nodes)-1)
	w.Adapts = p.Truth(keys["adapts"], "adapts")
}

// shares reads a share of reads or of writes, or shares with their weights, which need not sum to
// 1.
func (p *reader) shares(n *yaml.Node, of string) []Share {
	if n.Kind == yaml.ScalarNode {
		return []Share{{p.Probability(n, "the share of "+of), big.NewRat(1, 1)}}
	}
	if n.Kind != yaml.MappingNode {
		p.Fail(n, fmt.Sprintf("%s: 0.9, or with weights %[1]s: {0.9: 10, 0.8: 20}", of), "%s is a share, or shares with their weights", of)
	}
	if count := len(n.Content) / 2; count > mostShares {
		p.Fail(n, "", "%d shares of %s; at most %d are taken", count, of, mostShares)
	}
	var list []Share
	sum := new(big.Rat)
	for key, value := range yamlfile.Pairs(n) {
		share := p.Probability(key, "the share of "+of)
		weight := p.Number(value, "the weight of "+key.Value, "10, or 0 for a share that never holds")
		for _, other := range list {
			if other.Reads.Cmp(share) == 0 {
				p.Fail(key, "", "the share %s stands here twice", key.Value)
			}
		}
		list = append(list, Share{share, weight})
		sum.Add(sum, weight)
	}
	if sum.Sign() == 0 {
		p.Fail(n, of+": {0.9: 10, 0.8: 20}", "no share of %s has a weight above 0", of)
	}
	return p.normal(n, list, sum)
}

// normal returns the shares of positive weight by descending share, their weights divided by sum.
func (p *reader) normal(n *yaml.Node, list []Share, sum *big.Rat) []Share {
	var kept []Share
	for _, s := range list {
		if s.Weight.Sign() > 0 {
			kept = append(kept, Share{s.Reads, s.Weight.Quo(s.Weight, sum)})
		}
	}
	slices.SortFunc(kept, func(a, b Share) int { return b.Reads.Cmp(a.Reads) })
	var weights []*big.Rat
	for _, s := range kept {
		weights = append(weights, s.Weight)
	}
	whole, _ := lp.Integers(weights)
	for _, w := range whole {
		if w.BitLen() > yamlfile.MostBits {
			p.Fail(n, "weights may be whole numbers, such as 10 and 20", "the weights of the shares together have too many digits")
		}
	}
	return kept
}

func (p *reader) readRequire(n *yaml.Node) {
	if n == nil {
		return
	}
	require := &p.fleet.Require
	keys := p.Fields(n, "require", requireKeys)
	if survive := keys["survive"]; survive != nil {
		p.readSurvive(survive)
	}
	require.Capacity = p.Positive(keys["capacity"], "the capacity to have")
	require.Latency = p.Seconds(keys["latency"], "the latency to keep")
	for i, g := range PercentileGoals() {
		require.Percentiles[i] = p.Seconds(keys[string(g)], "the "+string(g)+" to keep")
	}
	asked, network := keys[askedKey], keys[string(Network)]
	require.Network = p.Positive(cmp.Or(asked, network), "the number of nodes to ask")
	if asked != nil && network != nil {
		p.Fail(network, "", "asked and network are one limit: one of them")
	}
	require.Availability = p.Probability(keys["availability"], "the availability to have")
	p.needRepair(keys["availability"])
	require.Same = p.Truth(keys["same"], "same")
	require.WritesMeet = p.Truth(keys["writes_meet"], "writes_meet")
	require.Liars = p.readLiars(keys["liars"])
}

func (p *reader) readSurvive(n *yaml.Node) {
	keys := p.Fields(n, "survive", surviveKeys)
	require := &p.fleet.Require
	require.SurviveNodes = p.Whole(keys["nodes"], "the number of nodes to survive", 0, len(p.fleet.Nodes))
	zones := keys["zones"]
	if zones != nil && len(p.fleet.Zones) == 0 && zones.Value != "0" {
		p.Fail(zones, "a node names its zone: {name: a, zone: eu}", "no zone can be survived, for there are none")
	}
	require.SurviveZones = p.Whole(zones, "the number of zones to survive", 0, len(p.fleet.Zones))
}

// readOptimize reads the goals. Without them the goal is capacity.
func (p *reader) readOptimize(n *yaml.Node) {
	if n == nil {
		p.fleet.Optimize = []Goal{Capacity}
		return
	}
	items := []*yaml.Node{n}
	if n.Kind == yaml.SequenceNode {
		items = n.Content
	}
	if len(items) < 1 || len(items) > 2 || n.Kind == yaml.MappingNode {
		p.Fail(n, "optimize: capacity, or optimize: [capacity, latency]", "one goal is optimized, or the front of two is sought")
	}
	for _, item := range items {
		text := p.Text(item, "the goal")
		if !goalNamed(text) {
			p.Fail(item, yamlfile.Near(text, goalNames()), "there is no goal %s", show.Value(text))
		}
		switch text {
		case askedKey:
			text = string(Network)
		case string(Availability):
			p.needRepair(item)
		}
		p.fleet.Optimize = append(p.fleet.Optimize, Goal(text))
	}
	if goals := p.fleet.Optimize; len(goals) == 2 && amount(goals[0]) == amount(goals[1]) {
		p.Fail(items[1], "capacity and load are one goal: the least mean load", "%s and %s have no front", goals[0], goals[1])
	}
}

// readShape reads the shapes: one, or a list.
func (p *reader) readShape(n *yaml.Node, systems bool) {
	if n == nil {
		return
	}
	items := []*yaml.Node{n}
	if n.Kind == yaml.SequenceNode {
		items = n.Content
	}
	switch {
	case len(items) == 0 || n.Kind == yaml.MappingNode:
		p.Fail(n, "shape: counts, or shape: [counts, zones]", "a shape is a name, or a list of names")
	case systems:
		p.Fail(n, "one of them", "systems are the only ones to be looked at, and a shape asks for others")
	}
	var names []string
	for _, item := range items {
		names = append(names, p.Text(item, "the shape"))
		if _, err := ParseShapes(names[len(names)-1]); err != nil {
			p.Fail(item, yamlfile.Near(names[len(names)-1], ShapeNames()), "%v", err)
		}
	}
	p.fleet.Shapes, _ = ParseShapes(strings.Join(names, ","))
}

// amount returns the goal, with one name for the two goals that ask for the least load.
func amount(g Goal) Goal {
	if g == Load {
		return Capacity
	}
	return g
}

func goalNames() []string {
	return []string{string(Capacity), string(Load), string(LatencyGoal), string(P50), string(P99), string(P999), askedKey, string(Availability)}
}

func goalNamed(text string) bool {
	return text == string(Network) || slices.Contains(goalNames(), text)
}

// askedKey is the name of Network in files and for people. Its name in JSON, network, is read, too.
const askedKey = "asked"

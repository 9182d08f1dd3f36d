package fleet

import (
	"context"
	"math/big"
	"slices"

	"go.yaml.in/yaml/v3"

	"coterie/internal/words/show"
	"coterie/quorum"
)

// anyLeader is the name for every node that may lead.
const anyLeader = "best"

// readLeader reads the key leader: names of nodes, zones and operators, one of which has the
// leader.
func (p *reader) readLeader(n *yaml.Node) {
	if n == nil {
		return
	}
	f := p.fleet
	if !f.Protocol.Leads() {
		p.Fail(n, "protocol: "+string(FlexiblePaxos)+", or "+string(MajorityLog), "a leader is for protocols that have one")
	}
	items := []*yaml.Node{n}
	if n.Kind == yaml.SequenceNode {
		items = n.Content
	}
	if len(items) == 0 || n.Kind == yaml.MappingNode {
		p.Fail(n, "leader: best, or leader: [fra1, us]", "a leader is a name of a node, a zone or an operator, or a list of names")
	}
	for _, item := range items {
		named, name := p.named(item, "the leader", anyLeader), item.Value
		before, untimed, twice := len(f.Leaders), false, false
		for v, may := range f.Nodes {
			if !named.Has(v) || may.Witness || may.Leaves {
				continue
			}
			if f.placeOf(v) < 0 {
				untimed = true
			} else if twice = slices.Contains(f.Leaders, v); !twice {
				f.Leaders = append(f.Leaders, v)
			}
		}
		switch {
		case len(f.Leaders) > before:
		case twice:
			p.Fail(item, "", "%s is among the leaders before", show.Value(name))
		case untimed:
			p.Fail(item, "clients: [{zone: eu, latency: {eu: 1ms, us: 80ms}}, ...]", "the times from a leader to the others are those of the clients in its zone, and there are none")
		default:
			p.Fail(item, "a witness stores no data, and a node that leaves is there no more", "%s may not lead", show.Value(name))
		}
	}
}

// placeOf returns the place of clients whose times node v has as a leader; -1 where there is none.
// Where nothing takes time, any place is.
func (f *Fleet) placeOf(v int) int {
	place := slices.IndexFunc(f.Clients, func(c Client) bool { return c.Zone == f.Nodes[v].Zone })
	if place < 0 && f.Timeless() {
		place = 0
	}
	return place
}

// Led returns f for the requests of node v as the leader. They come from one place, which has the
// times of the clients in the zone of v, and no time to v itself.
func (f *Fleet) Led(v int) *Fleet {
	led := *f
	c := f.Clients[f.placeOf(v)]
	c.Name, c.Zone, c.Share, c.Latency = "the leader "+f.Nodes[v].Name, f.Nodes[v].Zone, big.NewRat(1, 1), slices.Clone(c.Latency)
	c.Latency[v] = Latency{[]*big.Rat{one}, []*big.Rat{new(big.Rat)}}
	led.Clients, led.Leaders = []Client{c}, []int{v}
	return &led
}

// Places returns the nodes that may lead, of those that no figure tells apart the first.
func (f *Fleet) Places() []int {
	var list []int
	for _, v := range f.Leaders {
		if !slices.ContainsFunc(list, func(u int) bool { return f.Alike(u, v) && f.Nodes[u].Crash.Cmp(f.Nodes[v].Crash) == 0 }) {
			list = append(list, v)
		}
	}
	return list
}

// Alike reports whether two nodes are in one zone, with the same capacities and latencies, and
// both, or neither, store data and are in each set that may lie.
func (f *Fleet) Alike(i, j int) bool {
	u, v := f.Nodes[i], f.Nodes[j]
	if u.Zone != v.Zone || u.Witness != v.Witness || u.Reads.Cmp(v.Reads) != 0 || u.Writes.Cmp(v.Writes) != 0 {
		return false
	}
	if l := f.Require.Liars; l != nil && slices.ContainsFunc(l.Sets, func(set quorum.Set) bool { return set.Has(i) != set.Has(j) }) {
		return false
	}
	return !slices.ContainsFunc(f.Clients, func(c Client) bool { return !c.Latency[i].Equal(c.Latency[j]) })
}

// WayTo returns the mean time from the clients to node v. Its error is that of MeanTime.
func (f *Fleet) WayTo(ctx context.Context, v int) (*big.Rat, error) {
	way := new(big.Rat)
	for _, c := range f.Clients {
		t, err := MeanTime(ctx, c, []int32{int32(v)})
		if err != nil {
			return nil, err
		}
		way.Add(way, t.Mul(t, c.Share))
	}
	return way, nil
}

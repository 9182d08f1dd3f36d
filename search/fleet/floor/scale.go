package floor

import (
	"math/big"

	"coterie/fleet"
)

// scaled returns f in other units, in which loads and latencies are at most 1 or so, as floating
// point likes it: loads are to be multiplied by load, times by time.
func scaled(f *fleet.Fleet) (g *fleet.Fleet, load, time *big.Rat) {
	load, time = busiest(f), f.LongestTime()
	h := *f
	h.Nodes = make([]fleet.Node, len(f.Nodes))
	for i, v := range f.Nodes {
		v.Reads, v.Writes = product(v.Reads, load), product(v.Writes, load)
		h.Nodes[i] = v
	}
	h.Clients = make([]fleet.Client, len(f.Clients))
	for c, client := range f.Clients {
		client.Latency = make([]fleet.Latency, len(client.Latency))
		for i, l := range f.Clients[c].Latency {
			times := make([]*big.Rat, len(l.Time))
			for k, t := range l.Time {
				times[k] = ratio(t, time)
			}
			client.Latency[i] = fleet.Latency{At: l.At, Time: times}
		}
		h.Clients[c] = client
	}
	if c := f.Require.Capacity; c != nil {
		h.Require.Capacity = product(c, load)
	}
	if l := f.Require.Latency; l != nil {
		h.Require.Latency = ratio(l, time)
	}
	return &h, load, time
}

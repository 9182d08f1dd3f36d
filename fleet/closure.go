package fleet

import (
	"context"
	"math/big"
	"slices"

	"coterie/internal/machine/par"
)

// maxClosure returns a set of vertices of the greatest total gain, among the sets that hold with a
// vertex all vertices above it; of several such sets the least. It is a minimum cut (J.-C. Picard,
// Maximal closure of a graph, 1976): the vertices that are reached from the source when no more
// flows. Flows are integers, found by Dinic's method.
func maxClosure(ctx context.Context, gain []*big.Int, above [][]int) ([]bool, error) {
	n := len(gain)
	c := &network{first: make([][]int, n+2)}
	source, sink := n, n+1
	for v, g := range gain {
		switch g.Sign() {
		case 1:
			c.arc(source, v, new(big.Int).Set(g))
		case -1:
			c.arc(v, sink, new(big.Int).Neg(g))
		}
		for _, u := range above[v] {
			c.arc(v, u, nil)
		}
	}
	for c.layer(source); c.level[sink] >= 0; c.layer(source) {
		if err := par.Ended(ctx); err != nil {
			return nil, err
		}
		c.at = make([]int, n+2)
		for c.push(source, sink, nil) != nil {
		}
	}
	out := make([]bool, n)
	for v := range out {
		out[v] = c.level[v] >= 0
	}
	return out, nil
}

// network is a graph whose arcs have room for a flow; arc e^1 is arc e backwards.
type network struct {
	first [][]int // the arcs from each vertex
	to    []int
	room  []*big.Int // nil: without end
	level []int
	at    []int
}

func (c *network) arc(from, to int, room *big.Int) {
	c.first[from], c.first[to] = append(c.first[from], len(c.to)), append(c.first[to], len(c.to)+1)
	c.to, c.room = append(c.to, to, from), append(c.room, room, new(big.Int))
}

func (c *network) open(e int) bool { return c.room[e] == nil || c.room[e].Sign() > 0 }

// layer finds the distance of each vertex from the source along arcs with room; -1 if it is not
// reached.
func (c *network) layer(source int) {
	c.level = slices.Repeat([]int{-1}, len(c.first))
	c.level[source] = 0
	for queue := []int{source}; len(queue) > 0; queue = queue[1:] {
		for _, e := range c.first[queue[0]] {
			if u := c.to[e]; c.level[u] < 0 && c.open(e) {
				c.level[u] = c.level[queue[0]] + 1
				queue = append(queue, u)
			}
		}
	}
}

// push sends as much as fits along one path of descending levels, and returns how much; nil if no
// path is left.
func (c *network) push(v, sink int, most *big.Int) *big.Int {
	if v == sink {
		return most
	}
	for ; c.at[v] < len(c.first[v]); c.at[v]++ {
		e := c.first[v][c.at[v]]
		if u := c.to[e]; c.level[u] != c.level[v]+1 || !c.open(e) {
			continue
		}
		fits := most
		if c.room[e] != nil && (most == nil || c.room[e].Cmp(most) < 0) {
			fits = c.room[e]
		}
		sent := c.push(c.to[e], sink, fits)
		if sent == nil {
			continue
		}
		if sent == c.room[e] {
			sent = new(big.Int).Set(sent)
		}
		if c.room[e] != nil {
			c.room[e].Sub(c.room[e], sent)
		}
		if c.room[e^1] != nil {
			c.room[e^1].Add(c.room[e^1], sent)
		}
		return sent
	}
	return nil
}

package flow

import (
	"context"
	"math/big"
	"slices"

	"coterie/internal/machine/par"
)

// Network is a graph whose arcs have room for a flow. Arc e^1 is arc e backwards.
type Network struct {
	first [][]int // the arcs from each vertex
	to    []int
	room  []*big.Int // nil: without end
	level []int
	at    []int
}

// New returns a network of the vertices 0..vertices-1 without arcs.
func New(vertices int) *Network { return &Network{first: make([][]int, vertices)} }

// Arc adds an arc with room for a flow, nil for one without end, and returns its number. The
// network changes the integer room points to.
func (c *Network) Arc(from, to int, room *big.Int) int {
	e := len(c.to)
	c.first[from], c.first[to] = append(c.first[from], e), append(c.first[to], e+1)
	c.to, c.room = append(c.to, to, from), append(c.room, room, new(big.Int))
	return e
}

// Run sends as much as fits from source to sink, which no path of endless arcs joins. It ends early
// with the error of ctx.
func (c *Network) Run(ctx context.Context, source, sink int) error {
	for c.layer(source); c.level[sink] >= 0; c.layer(source) {
		if err := par.Ended(ctx); err != nil {
			return err
		}
		c.at = make([]int, len(c.first))
		for c.push(source, sink, nil) != nil {
		}
	}
	return nil
}

// Sent reports whether arc e carries a flow.
func (c *Network) Sent(e int) bool { return c.room[e^1].Sign() > 0 }

// Near reports whether vertex v is on the source's side of the least cut that [Network.Run] has
// found: the vertices that are reached from the source when no more flows.
func (c *Network) Near(v int) bool { return c.level[v] >= 0 }

func (c *Network) open(e int) bool { return c.room[e] == nil || c.room[e].Sign() > 0 }

// layer finds the distance of each vertex from the source along arcs with room; -1 if it is not
// reached.
func (c *Network) layer(source int) {
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
func (c *Network) push(v, sink int, most *big.Int) *big.Int {
	if v == sink {
		return new(big.Int).Set(most)
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

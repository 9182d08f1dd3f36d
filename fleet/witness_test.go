package fleet

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"coterie/internal/check/assert"
	"coterie/quorum"
)

// TestLostByDefinition goes through every pair of a write and a read: if they share witnesses
// alone, the data of the write is lost with the nodes that keep its copies.
func TestLostByDefinition(t *testing.T) {
	source, lost := rand.New(rand.NewPCG(32, 5)), 0
	for range 200 {
		n := 2 + source.IntN(5)
		f, s := randomFleet(source, n, 0), randomSystem(t, source, n)
		for v := range n {
			f.Nodes[v].Witness = source.IntN(3) == 0
		}
		witnesses := f.Witnesses()
		reads, _ := s.Reads.List()
		writes, _ := s.Writes.List()
		var crashes []quorum.Set
		alone := false
		for _, w := range writes.Sets() {
			alone = alone || w.SubsetOf(witnesses)
			for _, r := range reads.Sets() {
				alone = alone || r.SubsetOf(witnesses)
				if r.Intersect(w).SubsetOf(witnesses) {
					crashes = append(crashes, w.Minus(witnesses))
				}
			}
		}
		assert.Equal(t, f.WitnessesAlone(s), alone, "%v, witnesses %v", s, witnesses)
		ways := assert.Got(FindLost(t.Context(), f, s))(t)
		for _, c := range crashes {
			assert.True(t, slices.ContainsFunc(ways, func(l Lost) bool { return l.Crash.SubsetOf(c) }), "%v: none of %v is in %v", s, ways, c)
		}
		for i, l := range ways {
			shared := l.Read.Intersect(l.Write)
			holds := contains(s.Reads, l.Read) && contains(s.Writes, l.Write) && shared.SubsetOf(witnesses) && l.Crash.Equal(l.Write.Minus(witnesses))
			assert.True(t, holds && slices.ContainsFunc(crashes, l.Crash.Equal), "%v: %v", s, l)
			for _, k := range ways[:i] {
				assert.True(t, !k.Crash.SubsetOf(l.Crash), "%v: %v and %v", s, k, l)
			}
			lost++
		}
		all := &Strategy{Menus: []Menu{{Operation: Writes, Share: -1}}}
		for _, w := range writes.Sets() {
			all.Menus[0].Choices = append(all.Menus[0].Choices, Choice{Nodes: w.Nodes()})
		}
		assert.Equal(t, f.Risks(s, all), len(ways) > 0, "%v", s)
	}
	assert.True(t, lost > 100, "only %d ways to lose data", lost)
}

// TestLed: a leader has the times of the clients in its zone, and none to itself.
func TestLed(t *testing.T) {
	f := read(t, `nodes: [{name: a, zone: x}, {name: b, zone: x}, {name: c, zone: y}, {name: w, zone: y, witness: true}]
clients: [{zone: x, share: 3/4, latency: {x: 1ms, y: 9ms}}, {zone: y, share: 1/4, latency: {x: 7ms, y: 2ms}}]
protocol: flexible-paxos
leader: best`)
	assert.Deep(t, f.Leaders, []int{0, 1, 2}, "leaders")
	assert.Deep(t, f.Places(), []int{0, 2}, "places")
	acme := read(t, `nodes: [{name: a, operator: acme}, {name: b, operator: acme}, {name: c}, {name: d}]
protocol: flexible-paxos
leader: [acme, d]`)
	assert.Deep(t, acme.Leaders, []int{0, 1, 3}, "leaders of an operator, and one more")
	for v, want := range map[int][]int64{1: {1, 0, 9, 9}, 2: {7, 7, 0, 2}} {
		led := f.Led(v)
		assert.Equal(t, len(led.Clients), 1, "places")
		for u, l := range led.Clients[0].Latency {
			got, fixed := l.Fixed()
			assert.True(t, fixed && got.Cmp(big.NewRat(want[u], 1000)) == 0, "from %d to %d: %v", v, u, got)
		}
	}
	assert.Equal(t, assert.Got(f.WayTo(t.Context(), 2))(t).RatString(), "29/4000", "9 and 2 ms")
	s := System{Reads: quorum.Choose(2, quorum.Leaves([]int{0, 1, 2})...).Over(4)}
	s.Writes = s.Reads
	x := assert.Got(FindFigures(t.Context(), f, s, StrategyOptions{}))(t)
	assert.Equal(t, x.Seats, 2, "places")
	assert.Deep(t, x.Fleet.Leaders, []int{0}, "a is nearer to the others, and to the clients")
}

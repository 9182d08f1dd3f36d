package fleet

import (
	"fmt"
	"math/big"
	"testing"

	"coterie/fleet"
	"coterie/internal/check/assert"
	"coterie/internal/check/fleets"
	"coterie/search"
)

// TestPercentilesAgainstAllSystems: with percentiles as goals and limits, of three nodes no system
// at all is better than the plan, and the bound says so.
func TestPercentilesAgainstAllSystems(t *testing.T) {
	assert.Slow(t, "over a second of CPU")
	const nodes = "nodes: [{name: a, reads: 400, writes: 200, latency: %s}, {name: b, capacity: 100, latency: %s}, {name: c, capacity: 300, latency: 4ms}]\n" +
		"clients: [{name: near, share: 30%%}, {name: far, share: 70%%, latency: {c: 1ms}}]\nworkload: {reads: 0.75}\n"
	systems := fleets.Systems(t, 3)
	for i, rest := range []string{
		"optimize: p99", "optimize: p50\nrequire: {capacity: 250}", "optimize: p99.9\nrequire: {survive: {nodes: 1}, latency: 5ms}",
		"require: {p99: 4ms}", "optimize: asked\nrequire: {p50: 2ms, p99: 8ms}", "optimize: latency\nrequire: {p50: 3ms}",
	} {
		for _, times := range [][2]any{{"1ms", "2ms"}, {"{p0: 1ms, p50: 2ms, p100: 7ms}", "{p50: 3ms, p99: 4ms, p100: 9ms}"}} {
			f := fleets.Read(t, fmt.Sprintf(nodes, times[:]...)+rest)
			a := planned(t, f, Options{})
			goal, want := a.Goals[0], fleets.Best(t, f, a.Goals[0], systems...)
			if want == nil {
				assert.Equal(t, a.Verdict, search.ProvenAbsent, "%s", rest)
				continue
			}
			assert.MustTrue(t, a.Best >= 0, "%s: %v", rest, a.Verdict)
			most := new(big.Rat)
			if goal.Percentile() >= 0 {
				most.Mul(f.LongestTime(), big.NewRat(1, 1<<19))
			}
			apart := new(big.Rat).Sub(a.Entries[a.Best].Value(goal), want)
			if apart.Abs(apart).Cmp(most) > 0 || !a.Optimal && i < 4 {
				t.Errorf("%s: %v, bound %v (%s), best of all systems %v", rest, a.Entries[a.Best].Value(goal), a.Bound, a.BoundBy, want)
			}
		}
	}
	a := planned(t, fleets.Read(t, fmt.Sprintf(nodes, "1ms", "2ms")+"require: {p99: 500us}"), Options{})
	if a.Verdict != search.ProvenAbsent || len(a.Conflict) != 1 || a.Conflict[0] != "p99" {
		t.Errorf("a p99 below every latency: %v, %v", a.Verdict, a.Conflict)
	}
	a = planned(t, fleets.Read(t, fmt.Sprintf(nodes, "1ms", "2ms")+"optimize: [capacity, p99]"), Options{})
	for _, i := range a.Front {
		v := a.Entries[i].Value(fleet.P99)
		if better := fleets.Best(t, limitedTo(a.Fleet, fleet.P99, v), fleet.Load, systems...); better.Cmp(a.Entries[i].Strategy.Load) < 0 {
			t.Errorf("a point of the front has a p99 of %v and a load of %v, another %v", v, a.Entries[i].Strategy.Load, better)
		}
	}
	assert.True(t, a.FrontOptimal && len(a.Front) > 1, "%v, proven %v", a.Front, a.FrontOptimal)
}

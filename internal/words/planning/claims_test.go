package planning

import (
	"bytes"
	"context"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"coterie/fleet"
	"coterie/internal/check/assert"
	plans "coterie/search/fleet"
	"coterie/search/fleet/require"
)

// TestOfWhich: a proof for the named systems, or for systems with the same quorums, is not stated
// for all systems.
func TestOfWhich(t *testing.T) {
	assert.Slow(t, "over a second of CPU")
	const nodes = "nodes: [{name: a, capacity: 100, latency: 1ms}, {name: b, capacity: 100, latency: 2ms}, {name: c, capacity: 300, latency: 9ms}]\n"
	const same, given = "no system with the same quorums for reads and writes ", "no system that the fleet names "
	for _, c := range []struct {
		text, want string
		opts       plans.Options
	}{
		{nodes, "no system at all has more", plans.Options{}},
		{nodes + "optimize: [capacity, latency]\n", "front: proven, no system at all is better", plans.Options{}},
		{nodes + "require: {same: true}\n", same + "has more", plans.Options{}},
		{nodes + "require: {same: true}\noptimize: [capacity, latency]\n", "front: proven, " + same + "is better", plans.Options{}},
		{"nodes: [{count: 9}]\nrequire: {same: true}\n", same + "can have more than", plans.Options{Intervals: 2, Steps: 1}},
		{"nodes: [{count: 9}]\nrequire: {same: true}\noptimize: load\n", same + "can have less than", plans.Options{Intervals: 2, Steps: 1}},
		{nodes + "systems: [\"expr:a\", \"expr:a*b\"]\noptimize: [capacity, latency]\n", "front: proven, " + given + "is better", plans.Options{}},
		{nodes + "systems: [\"expr:a\", \"expr:a*b\"]\nrequire: {survive: {nodes: 1}}\n", given + "keeps this requirement: survive nodes", plans.Options{}},
		{nodes + "systems: [\"expr:a\", \"expr:a*b\"]\nrequire: {latency: 1ms, capacity: 120}\n", given + "keeps these requirements together: capacity; latency", plans.Options{}},
		{nodes + "systems: [majority]\nrequire: {survive: {nodes: 1}, capacity: 1}\n", "surviving one more node cannot be had: " + given + "keeps that", plans.Options{Explain: true}},
	} {
		a := planOf(t, c.text, c.opts)
		var out bytes.Buffer
		assert.OK(t, WritePlan(&out, a, Text{Width: 10_000, Explain: true}))
		assert.Contains(t, out.String(), c.want, "%s", c.text)
		if strings.Contains(c.text, "systems:") && (strings.Contains(out.String(), "at all") || strings.Contains(out.String(), "no system keeps")) {
			t.Errorf("more is claimed than of named systems:\n%s", out.String())
		}
	}
}

// TestCostLines: dropping a requirement never costs, and adding one never gains, whatever the
// searches found.
func TestCostLines(t *testing.T) {
	f := planOf(t, "nodes: [{name: s, capacity: 2}]\n", plans.Options{}).Fleet
	for _, c := range []struct {
		goal       fleet.Goal
		change     require.Change
		own, other int64 // hundredths
		want       string
	}{
		{fleet.Capacity, require.Dropped, 20, 10, "costs 50 % of the capacity: without it 10 requests a second"},
		{fleet.Capacity, require.OneMore, 10, 20, "would cost 50 % of the capacity: with it 5 requests a second"},
		{fleet.Network, require.Dropped, 300, 200, "adds 50 % to the number asked: without it 2 asked"},
		{fleet.Network, require.OneMore, 200, 300, "would add 50 % to the number asked: with it 3 asked"},
		{fleet.Availability, require.Dropped, 50, 75, "costs 50 % of the availability: without it 75 %"},
		{fleet.Availability, require.OneMore, 50, 25, "would cost 50 % of the availability: with it 25 %"},
		{fleet.Capacity, require.Dropped, 10, 20, "costs nothing"},
		{fleet.Capacity, require.OneMore, 20, 10, "would cost nothing"},
		{fleet.Network, require.Dropped, 200, 300, "costs nothing"},
		{fleet.Network, require.OneMore, 300, 200, "would cost nothing"},
		{fleet.Load, require.OneLess, 200, 300, "costs nothing"},
		{fleet.Availability, require.Dropped, 75, 50, "costs nothing"},
		{fleet.Availability, require.OneMore, 50, 75, "would cost nothing"},
		{fleet.Capacity, require.Dropped, 10, 10, "costs nothing"},
	} {
		own, other := big.NewRat(c.own, 100), big.NewRat(c.other, 100)
		cost := require.Cost{Requirement: require.SurviveNodes, Change: c.change, Answer: require.Answer{Value: other}}
		cost.Share = new(big.Rat).Sub(new(big.Rat).Quo(other, own), big.NewRat(1, 1))
		for _, cost.Proven = range []bool{false, true} {
			want := c.want
			if !cost.Proven {
				want += " (as far as was found)"
			}
			if got := costLine(f, c.goal, cost); !strings.HasSuffix(got, " "+want) {
				t.Errorf("%s, %s, %d to %d: %q, want %q", c.goal, c.change, c.own, c.other, got, want)
			}
		}
	}
}

// TestCertain: the certain cost of a requirement is at most its true cost, wherever the best lies
// between the values and the bounds.
func TestCertain(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 1))
	said := map[require.Change]int{}
	// between draws an answer of a search and a bound around the best load.
	between := func(best int64) require.Answer {
		return require.Answer{Value: big.NewRat(best+r.Int64N(30)*r.Int64N(2), 1), Bound: big.NewRat(best-r.Int64N(30)*r.Int64N(2), 1)}
	}
	f := &fleet.Fleet{Nodes: make([]fleet.Node, 5), Require: fleet.Requirements{SurviveNodes: 1}}
	for range 300 {
		less, own, more := 50+r.Int64N(50), 100+r.Int64N(50), 150+r.Int64N(50)
		costs := assert.Got(require.Costs(t.Context(), f, between(own), func(_ context.Context, g *fleet.Fleet) (require.Answer, error) {
			if g.Require.SurviveNodes > 1 {
				return between(more), nil
			}
			return between(less), nil
		}))(t)
		for _, c := range costs {
			cost := big.NewRat(own-less, own)
			if c.Change == require.OneMore {
				cost = big.NewRat(more-own, more)
			}
			if least := certain(fleet.Capacity, c); least != nil {
				said[c.Change]++
				if least.Cmp(cost) > 0 {
					t.Fatalf("%s: at least %v for certain, and it costs %v", c.Change, least, cost)
				}
			}
		}
	}
	if said[require.Dropped] < 100 || said[require.OneMore] < 100 {
		t.Errorf("said %v times", said)
	}
}

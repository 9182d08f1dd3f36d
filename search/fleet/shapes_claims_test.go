package fleet

import (
	"context"
	"math"
	"math/big"
	"testing"

	"coterie/fleet"
	"coterie/internal/check/assert"
	"coterie/internal/check/fleets"
)

// unknown is a pool of which no availability is known.
type unknown struct{ *formulas }

func (unknown) fails(context.Context, *fleet.Fleet, int) ([]string, bool) {
	return []string{"availability"}, false
}

// TestShapesCutShort: where something is not known of a system, or was not gone through, nothing is
// proven of the shape.
func TestShapesCutShort(t *testing.T) {
	f := fleets.Read(t, "nodes: [{count: 3, latency: {p0: 1ms, p100: 9ms}}]")
	p, c := &planner{}, countPool(f, false)
	assert.True(t, !p.pick(t.Context(), f, []fleet.Goal{fleet.Capacity}, unknown{c}).closed, "an availability is not known")
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	_, _, closed := p.least(ended, f, fleet.Load, []int{0, 1, 2}, c)
	assert.True(t, !closed, "no time")
	x := ShapeAnswer{Shape: fleet.CountShape} // the prices of a percentile prove nothing of distributions
	p.shape(t.Context(), f, []fleet.Goal{fleet.P99}, &x)
	assert.True(t, x.Entry != nil && !x.Optimal && x.Bound == nil, "%+v", x)
	f = fleets.Read(t, "nodes: [{count: 3, latency: {p0: 1ms, p100: 9ms}}]\noptimize: p99")
	a := planned(t, f, Options{Shapes: []fleet.Shape{fleet.AnyShape, fleet.CountShape}})
	x = a.Shapes[1] // a better one of the shape may not have been found
	assert.True(t, a.Optimal && x.Loses != nil && !x.Optimal && !x.LosesProven, "%v, %+v", a.Optimal, x)
}

// TestClientsEverywhere: where no client has a zone, a majority of any zone is a local one, as
// LOCAL_QUORUM has it in two datacenters.
func TestClientsEverywhere(t *testing.T) {
	f := fleets.Read(t, "nodes: [{count: 3, zone: x}, {count: 3, zone: y}]")
	x := planned(t, f, Options{Shapes: []fleet.Shape{fleet.ZoneShape}}).Shapes[0]
	assert.Equal(t, x.Reads+", "+x.Writes, "local zone, each zone")
	assert.SameNumber(t, x.Entry.Value(fleet.Capacity), big.NewRat(1, 2), "load")
}

// TestPricesOfShapes: prices prove of the system that they come from its value, limits included,
// exactly and in floating point.
func TestPricesOfShapes(t *testing.T) {
	f := fleets.Read(t, "nodes: [{name: a, capacity: 100, latency: 9ms}, {name: b, capacity: 50, latency: 1ms}, {name: c, capacity: 20, latency: 2ms}]\nrequire: {latency: 4ms}")
	for _, c := range []pool{countPool(f, false), weightPool(f)} {
		priced := 0
		for i := range c.size() {
			st, err := fleet.FindStrategy(t.Context(), f, c.member(i).system, fleet.StrategyOptions{Limits: f.Require.Limits()})
			if err != nil {
				continue
			}
			low, exact := c.under(t.Context(), f, vector{st.Prices, fleet.Load, f.Require.Limits()})
			assert.SameNumber(t, exact(i), st.Value, "%d", i)
			want, _ := st.Value.Float64()
			assert.True(t, math.Abs(low(i)-want) < 1e-9, "%d: %v, want %v", i, low(i), want)
			priced += st.Prices.Latency.Sign()
		}
		assert.True(t, priced > 0, "the limit has no price")
	}
}

// TestShapesTogether: of several shapes the bound is that of the best one.
func TestShapesTogether(t *testing.T) {
	f := fleets.Read(t, "nodes: [{capacity: 100}, {capacity: 50}, {capacity: 20}, {capacity: 20}]")
	a := planned(t, f, Options{Shapes: []fleet.Shape{fleet.CountShape, fleet.WeightShape}})
	values := []*big.Rat{a.Shapes[0].Bound, a.Shapes[1].Bound}
	assert.True(t, better(fleet.Capacity, values[1], values[0]), "%v", values)
	assert.SameNumber(t, a.Bound, values[1])
}

// TestManyVotesMeet: the reads of votes on more nodes than are gone through meet the writes.
func TestManyVotesMeet(t *testing.T) {
	f := fleets.Read(t, "nodes: [{count: 5, capacity: 30}, {count: 4, capacity: 20}, {capacity: 10}]")
	for _, m := range someVotes(f).list {
		assert.NoError(t, m.system.Meets(t.Context()), "reads %s, writes %s", m.reads, m.writes)
	}
}

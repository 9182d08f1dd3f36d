package fleet

import (
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"coterie/internal/check/assert"
	"coterie/quorum"
)

// TestLeastPercentile: the least percentile within a limit on the load is the first time at which
// the naive program finds few enough late requests.
func TestLeastPercentile(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	found, none := 0, 0
	for round := range assert.Sized(12, 60) {
		f, s := mixedFleet(r, 2+r.IntN(2)), System{}
		s = mixedSystem(r, f.N())
		g, limits := PercentileGoals()[r.IntN(3)], Limits{}
		if least, ok := naiveStrategy(f, s, Load, limits); ok && round%2 == 0 {
			limits.Load = least.Mul(least, big.NewRat(10+r.Int64N(2), 10))
		}
		var want *big.Rat
		for tenths := int64(0); tenths < 5 && want == nil; tenths++ {
			at := big.NewRat(tenths, 10)
			late, ok := naiveStrategy(f.LateAt(at), s, LatencyGoal, limits)
			if ok && late.Cmp(MostLate(g.Percentile())) <= 0 {
				want = at
			}
		}
		st, err := FindStrategy(t.Context(), f, s, StrategyOptions{Goal: g, Limits: limits, Then: []Goal{Network}})
		if want == nil {
			none++
			assert.True(t, errors.As(err, new(*InfeasibleError)), "round %d: %v", round, err)
			continue
		}
		found++
		assert.MustTrue(t, err == nil, "round %d: %v", round, err)
		assert.SameNumber(t, st.Value, want, "round %d: %s", round, g)
		assert.SameNumber(t, assert.Got(FindPercentiles(t.Context(), f, s, st))(t).Of(g), want, "round %d: %s of the strategy", round, g)
		limits.Percentiles[g.Percentile()] = want
		again := assert.Got(FindStrategy(t.Context(), f, s, StrategyOptions{Goal: Network, Limits: limits}))(t)
		assert.SameNumber(t, again.Network, st.Network, "round %d: fewest asked within %v", round, limits)
	}
	if found < 5 || none == 0 {
		t.Error(found, none)
	}
}

// TestMixedForPercentile: of nodes of 1 ms and 9 ms, none of which may take more than half of the
// reads, a p50 of 1 ms takes both.
func TestMixedForPercentile(t *testing.T) {
	f := read(t, "nodes: [{name: a, latency: 1ms}, {name: b, latency: 9ms}]\nworkload: {reads: 1}\nrequire: {capacity: 2, p50: 1ms}")
	s := expression(t, f, "a+b")
	st := assert.Got(FindStrategy(t.Context(), f, s, StrategyOptions{Goal: P99, Limits: f.Require.Limits()}))(t)
	p := assert.Got(FindPercentiles(t.Context(), f, s, st))(t)
	if len(st.Menus[0].Choices) != 2 || p.Of(P50).Cmp(big.NewRat(1, 1000)) != 0 || st.Value.Cmp(big.NewRat(9, 1000)) != 0 || st.Below.Cmp(big.NewRat(1, 1000)) != 0 {
		t.Errorf("%+v, %+v", st, p)
	}
	st.Value = big.NewRat(8, 1000)
	assert.Fails(t, CheckStrategy(t.Context(), f, s, st), "later than p99")
}

// TestPercentilesDrawn: of drawn requests, places, choices and times, the shares that take no
// longer than the percentiles are those of the percentiles.
func TestPercentilesDrawn(t *testing.T) {
	assert.Long(t, "over half a second of CPU")
	f := read(t, `
nodes:
  - {name: a, latency: {p0: 1ms, p50: 2ms, p99: 9ms, p100: 30ms}}
  - {name: b, latency: {p50: 3ms, p90: 4ms, p100: 90ms}}
  - {name: c, latency: {p0: 2ms, p100: 12ms}}
  - {name: d, latency: {p0: 4ms, p99.9: 5ms, p100: 200ms}}
clients: [{name: here, share: 1/3}, {name: there, share: 2/3, latency: {a: {p0: 3ms, p100: 60ms}, c: 7ms}}]
workload: {reads: {0.9: 1, 0.2: 2}, silent: 1}
`)
	s := expression(t, f, "choose(2,a,b,c,d)")
	st := assert.Got(FindStrategy(t.Context(), f, s, StrategyOptions{}))(t)
	p := assert.Got(FindPercentiles(t.Context(), f, s, st))(t)
	const draws = 20_000
	r := rand.New(rand.NewPCG(7, 8))
	live := [2]func([]int32) bool{liveOf(s.Reads), liveOf(s.Writes)}
	var all []float64
	from := make([][]float64, len(f.Clients))
	for range draws {
		m := st.Menus[drawn(r, len(st.Menus), func(i int) *big.Rat { return f.weightOf(st.Menus[i]) })]
		set := m.Choices[drawn(r, len(m.Choices), func(i int) *big.Rat { return m.Choices[i].Weight })].Nodes
		c := Client{Latency: make([]Latency, f.N())}
		for _, v := range set {
			c.Latency[v] = always(new(big.Rat).SetFloat64(timeAt(f.Clients[m.Place].Latency[v], r.Float64())))
		}
		time := 0.0
		for _, v := range set { // the first by which the nodes that have answered have a quorum
			var have []int32
			x := c.Latency[v].Time[0]
			for _, w := range set {
				if c.Latency[w].Time[0].Cmp(x) <= 0 {
					have = append(have, int32(w))
				}
			}
			if y, _ := x.Float64(); live[m.Operation](have) && (time == 0 || y < time) {
				time = y
			}
		}
		all, from[m.Place] = append(all, time), append(from[m.Place], time)
	}
	judge := func(what string, times []float64, quantiles []Quantile) {
		for _, q := range quantiles {
			share, _ := q.Share.Float64()
			seconds, _ := q.Seconds.Float64()
			below, within, n := 0.0, 0.0, float64(len(times))
			for _, x := range times {
				if x < seconds-1e-9 {
					below += 1 / n
				}
				if x <= seconds {
					within += 1 / n
				}
			}
			// 4.5 deviations: one of some 150,000 would be outside.
			if apart := 4.5 * math.Sqrt(share*(1-share)/n); below > share+apart || within < share-apart {
				t.Errorf("%s: %v of the times are below %v, and %v within, want %v", what, below, seconds, within, share)
			}
		}
	}
	judge("all", all, p.All)
	for i, own := range p.Places {
		judge(f.Clients[i].Name, from[i], own)
	}
}

// drawn returns a number from 0 up with the given probabilities.
func drawn(r *rand.Rand, n int, of func(int) *big.Rat) int {
	x := r.Float64()
	for i := range n {
		p, _ := of(i).Float64()
		if x -= p; x < 0 {
			return i
		}
	}
	return n - 1
}

// timeAt returns the time that a share of answers does not exceed.
func timeAt(l Latency, share float64) float64 {
	k := l.knots()
	for i := 1; i < len(k); i++ {
		p, _ := k[i-1].at.Float64()
		q, _ := k[i].at.Float64()
		s, _ := k[i-1].time.Float64()
		t, _ := k[i].time.Float64()
		if share <= q {
			return s + (t-s)*(share-p)/(q-p)
		}
	}
	panic("no p100")
}

// TestOpenPercentiles: a percentile is nil where an answer beyond the last one of its node could
// change it, and a limit counts such answers as late.
func TestOpenPercentiles(t *testing.T) {
	const node = "nodes: [{name: a, latency: {p50: 1s, p90: 2s}}, {name: b, latency: 3s}]\nworkload: {silent: 1, reads: 1}"
	f := read(t, node)
	s := System{Reads: quorum.Or(quorum.Leaf(0), quorum.Leaf(1)), Writes: quorum.And(quorum.Leaf(0), quorum.Leaf(1))}
	st := &Strategy{Menus: []Menu{{0, Reads, -1, []Choice{{Nodes: []int{0, 1}, Weight: one}}}}}
	p := assert.Got(FindPercentiles(t.Context(), f, s, st))(t)
	assert.SameNumber(t, p.Of(P50), one)
	assert.True(t, p.Of(P99) == nil && p.Of(P999) == nil, "%+v", p)
	f = read(t, node+"\nrequire: {p99: 3s}")
	f.Workload.Silent = 0
	for limit, keeps := range map[int64]bool{2: false, 3: true} {
		l := Limits{Percentiles: [3]*big.Rat{nil, big.NewRat(limit, 1)}}
		_, err := FindStrategy(t.Context(), f, s, StrategyOptions{Limits: l})
		assert.Equal(t, err == nil, keeps, "%d s: %v", limit, err)
	}
	writes := System{Reads: s.Writes, Writes: s.Reads}
	assert.Refused(FindStrategy(t.Context(), f, writes, StrategyOptions{Goal: P99}))(t, "add p100")
}

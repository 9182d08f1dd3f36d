package propose

import (
	"math"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"testing"

	"coterie/fleet"
	"coterie/internal/check/assert"
	"coterie/internal/check/fleets"
	"coterie/quorum"
)

// random makes a fleet of n nodes with whatever chance adds, but for requirements.
func random(n int, rng *rand.Rand) *fleet.Fleet {
	f := fleets.Hard(rng, n)
	f.Require = fleet.Requirements{}
	if rng.IntN(3) == 0 {
		f.Workload.Silent = 0
		for _, c := range f.Clients {
			c.Latency[rng.IntN(n)] = fleet.Latency{At: []*big.Rat{rat("1/2"), rat("1")}, Time: []*big.Rat{big.NewRat(2, 1000), big.NewRat(12, 1000)}}
		}
	}
	return f
}

// The floating figures of a system are the exact ones, whatever the goal and the limits are.
func TestFiguresAgainstExact(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	judged := 0
	for range 150 {
		n := 3 + rng.IntN(3)
		f := random(n, rng)
		goal := []fleet.Goal{fleet.Capacity, fleet.LatencyGoal, fleet.Network}[rng.IntN(3)]
		if rng.IntN(2) == 0 && goal != fleet.LatencyGoal {
			f.Require.Latency = big.NewRat(3+rng.Int64N(8), 1000)
		}
		if rng.IntN(3) == 0 && goal != fleet.Network {
			f.Require.Network = big.NewRat(3+rng.Int64N(6), 2)
		}
		if rng.IntN(3) == 0 && goal != fleet.Capacity {
			f.Require.Capacity = big.NewRat(1000*(1+rng.Int64N(8)), 2)
		}
		function := fleets.Function(rng, n)
		s := assert.Got(newSpace(t.Context(), newView(f, goal)))(t)
		got, ok := s.worker().interval(function, function)
		want, err := fleet.FindStrategy(t.Context(), f, fleets.System(t, function), fleet.StrategyOptions{Goal: goal, Limits: f.Require.Limits()})
		if err != nil {
			if ok && got.excess == 0 {
				t.Fatalf("%v, and yet a strategy was found", err)
			}
			continue
		}
		if !ok || got.excess > 0 {
			t.Fatalf("no strategy within the limits, which has %v", want.Value)
		}
		judged++
		value := map[fleet.Goal]float64{fleet.Capacity: got.value * s.scale}
		for _, u := range got.strategy {
			value[fleet.LatencyGoal] += s.groups[u.group].mean * u.p * u.time
			value[fleet.Network] += s.groups[u.group].mean * u.p * float64(bits.OnesCount64(u.set))
		}
		exact, _ := want.Value.Float64()
		tolerance := 1e-6 * (1 + exact)
		if goal != fleet.Capacity {
			tolerance = 1e-3 * exact // the load has some weight, too
		}
		for place := range s.grids {
			if len(s.grids[place].at) > 0 && s.timed() {
				tolerance = 0.02 * exact // times are integrated in steps
			}
		}
		if math.Abs(value[goal]-exact) > tolerance {
			t.Fatalf("%s: %v, exactly %v (silent %d, adapts %v)", goal, value[goal], exact, f.Workload.Silent, f.Workload.Adapts)
		}
	}
	if judged < 60 {
		t.Errorf("only %d systems have a strategy", judged)
	}
}

// On four nodes the search finds the best of all functions.
func TestFindAgainstAllFunctions(t *testing.T) {
	assert.Long(t, "slow under the race detector, which sees these goroutines in other tests")
	rng := rand.New(rand.NewPCG(5, 6))
	all := fleets.Systems(t, 4)
	for range 4 {
		f := random(4, rng)
		f.Workload.Silent = 0
		if rng.IntN(2) == 0 {
			f.Require.Network = rat("5/2")
		}
		best := fleets.Best(t, f, fleet.Load, all...)
		found, err := Find(t.Context(), f, fleet.Capacity, Options{Steps: 400})
		if err != nil || len(found) == 0 {
			t.Fatal(found, err)
		}
		got := fleets.Value(t, f, fleet.Load, found[0].System)
		if (got == nil) != (best == nil) || got != nil && got.Cmp(best) != 0 {
			t.Errorf("found %v, the best of all has %v", got, best)
		}
	}
}

// The chances of sets of nodes add up to the exact availability.
func TestAvailabilityAgainstExact(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 40 {
		n := 3 + rng.IntN(5)
		f := random(n, rng)
		g := fleets.Function(rng, n)
		s := assert.Got(newSpace(t.Context(), newView(f, fleet.Availability)))(t)
		ofReads, ofWrites := s.available(g)
		want := assert.Got(fleet.FindAvailability(t.Context(), f, fleets.System(t, g)))(t)
		r, _ := want.Reads.Float64()
		w, _ := want.Writes.Float64()
		if math.Abs(ofReads-r) > 1e-12 || math.Abs(ofWrites-w) > 1e-12 {
			t.Fatalf("%v and %v, exactly %v and %v", ofReads, ofWrites, r, w)
		}
	}
}

// A light set meets all that it has to, needs each of its nodes, and is seldom far from lightest.
func TestLightMeeting(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	lightest := 0
	const rounds = 200
	for range rounds {
		n := 4 + rng.IntN(7)
		family := make([]uint64, 1+rng.IntN(12))
		for i := range family {
			family[i] = 1 + rng.Uint64N(1<<n-1)
		}
		node := make([]float64, n)
		for i := range node {
			node[i] = rng.Float64()
		}
		among := rng.Uint64N(1 << n)
		large := family[:rng.IntN(len(family)+1)]
		set, weight := lightHitting(family[len(large):], large, node, among)
		least, some := math.Inf(1), false
		for other := range uint64(1 << n) {
			if other&^among == 0 && meetsAll(other, family) {
				sum := 0.0
				for v := range quorum.SetOfMask(other).All() {
					sum += node[v]
				}
				least, some = math.Min(least, sum), true
			}
		}
		assert.MustEqual(t, some, (set != 0), "found %b, and there is one", set)
		if !some {
			continue
		}
		if set&^among != 0 || !meetsAll(set, family) || weight < least-1e-9 {
			t.Fatalf("%b weighs %v of at least %v", set, weight, least)
		}
		if weight < least+1e-9 {
			lightest++
		}
	}
	if lightest < rounds/2 {
		t.Errorf("lightest %d times", lightest)
	}
}

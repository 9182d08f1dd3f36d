package propose

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"testing"

	"coterie/fleet"
	"coterie/internal/check/assert"
	"coterie/internal/solve/sets"
	"coterie/quorum"
)

// random makes a fleet of n nodes with two zones, two places, and whatever chance adds.
func random(n int, rng *rand.Rand) *fleet.Fleet {
	f := &fleet.Fleet{}
	for z := range 2 {
		f.Zones = append(f.Zones, fleet.Zone{Name: fmt.Sprint("z", z), Crash: big.NewRat(rng.Int64N(3), 50)})
	}
	for i := range n {
		f.Nodes = append(f.Nodes, fleet.Node{
			Name: fmt.Sprint("v", i), Zone: rng.IntN(3) - 1,
			Reads: big.NewRat(1+rng.Int64N(5), 1), Writes: big.NewRat(1+rng.Int64N(5), 2), Crash: big.NewRat(1+rng.Int64N(9), 30),
		})
	}
	spread := rng.IntN(2) == 0
	for place := range 2 {
		c := fleet.Client{Zone: fleet.NoZone, Share: big.NewRat(1+2*int64(place), 4)}
		for range n {
			l := fleet.Latency{At: []*big.Rat{rat("1")}, Time: []*big.Rat{big.NewRat(1+rng.Int64N(9), 1000)}}
			if spread && rng.IntN(3) == 0 {
				l = fleet.Latency{At: []*big.Rat{rat("1/2"), rat("1")}, Time: []*big.Rat{l.Time[0], big.NewRat(12, 1000)}}
			}
			c.Latency = append(c.Latency, l)
		}
		f.Clients = append(f.Clients, c)
	}
	f.Workload.Shares = []fleet.Share{{Reads: rat("9/10"), Weight: rat("1/4")}, {Reads: rat("3/10"), Weight: rat("3/4")}}
	f.Workload.Adapts = rng.IntN(3) == 0
	if !spread && rng.IntN(3) == 0 {
		f.Workload.Silent = 1
	}
	return f
}

// function returns a monotone function that is no constant.
func function(n int, rng *rand.Rand) sets.Table {
	for {
		f := sets.NewTable(n)
		for range 1 + rng.IntN(5) {
			f.Add(1 + rng.IntN(1<<n-1))
		}
		f.CloseUp()
		if !f.Has(0) {
			return f
		}
	}
}

func system(f sets.Table) fleet.System {
	dual := sets.NewTable(f.N)
	f.Dual(dual)
	return fleet.System{Reads: family(f.N, f), Writes: family(f.N, dual)}
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
			f.Require.Capacity = big.NewRat(1+rng.Int64N(8), 2)
		}
		function := function(n, rng)
		s, ok := newSpace(newView(f, goal))
		if !ok {
			t.Fatal("nothing has to survive, and yet no system does")
		}
		got, ok := s.worker().interval(function, function)
		want, err := fleet.FindStrategy(t.Context(), f, system(function), fleet.StrategyOptions{Goal: goal, Limits: f.Require.Limits()})
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
		o := got
		value := map[fleet.Goal]float64{fleet.Capacity: o.value * s.scale}
		if goal != fleet.Capacity {
			load, time, asked := 0.0, 0.0, 0.0
			busy := make([]float64, 2*n)
			for _, u := range o.strategy {
				g := s.groups[u.group]
				time += g.mean * u.p * u.time
				asked += g.mean * u.p * float64(bits.OnesCount64(u.set))
				for j, k := range g.shares {
					for v := range quorum.SetOfMask(u.set).All() {
						busy[k*n+v] += u.p * g.busy[j][v]
					}
				}
			}
			_ = load
			value[fleet.LatencyGoal], value[fleet.Network] = time, asked
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
	if testing.Short() {
		t.Skip("slow under the race detector, which sees these goroutines in other tests")
	}
	rng := rand.New(rand.NewPCG(5, 6))
	for range 4 {
		f := random(4, rng)
		f.Workload.Silent = 0
		if rng.IntN(2) == 0 {
			f.Require.Network = rat("5/2")
		}
		var best *big.Rat
		count := 0
		for bitsOf := range 1 << 16 {
			g := sets.Table{N: 4, Bits: sets.Bits{uint64(bitsOf)}}
			up := g.Clone()
			up.CloseUp()
			if up.Bits[0] != g.Bits[0] || g.Has(0) || !g.Has(15) {
				continue
			}
			count++
			s, err := fleet.FindStrategy(t.Context(), f, system(g), fleet.StrategyOptions{Goal: fleet.Load, Limits: f.Require.Limits(), SkipCheck: true})
			if err == nil && (best == nil || s.Value.Cmp(best) < 0) {
				best = s.Value
			}
		}
		assert.MustEqual(t, count, 166, "functions")
		found, err := Find(t.Context(), f, fleet.Capacity, Options{Steps: 400})
		if err != nil || len(found) == 0 {
			t.Fatal(found, err)
		}
		s, err := fleet.FindStrategy(t.Context(), f, found[0].System, fleet.StrategyOptions{Goal: fleet.Load, Limits: f.Require.Limits()})
		if err != nil {
			if best == nil {
				continue
			}
			t.Fatal(err)
		}
		if s.Value.Cmp(best) != 0 {
			t.Errorf("found %v, the best of all has %v", s.Value, best)
		}
	}
}

// The chances of sets of nodes add up to the exact availability.
func TestAvailabilityAgainstExact(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 40 {
		n := 3 + rng.IntN(5)
		f := random(n, rng)
		g := function(n, rng)
		s, _ := newSpace(newView(f, fleet.Availability))
		ofReads, ofWrites := s.available(g)
		want := assert.Got(fleet.FindAvailability(t.Context(), f, system(g)))(t)
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

// Gate by gate the lightest quorum of a formula is found.
func TestLeastOfFormula(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	for _, text := range []string{"a*b+c*d*e", "choose(2,a*b,c+d,e)", "choose(4,3:a,2:b,1:c,1:d+e)", "majority(a,b,c)*(d+e*f)"} {
		f, _ := assert.Got2(quorum.ParseFormula(text))(t)
		s := &formulaMenu{}
		for range 30 {
			node := make([]float64, f.N())
			for i := range node {
				node[i] = rng.Float64()
			}
			among := rng.Uint64N(1 << f.N())
			set, weight := s.least(f, node, among)
			least := math.Inf(1)
			for other := range uint64(1 << f.N()) {
				if other&^among == 0 && f.Eval(quorum.SetOfMask(other)) {
					sum := 0.0
					for v := range quorum.SetOfMask(other).All() {
						sum += node[v]
					}
					least = math.Min(least, sum)
				}
			}
			if math.IsInf(least, 1) != (set == 0) || set != 0 && (math.Abs(weight-least) > 1e-9 || !f.Eval(quorum.SetOfMask(set))) {
				t.Fatalf("%s: %b weighs %v, the lightest %v", text, set, weight, least)
			}
		}
	}
}

package intervals

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"coterie/fleet"
	"coterie/internal/check/assert"
	"coterie/internal/check/fleets"
	"coterie/internal/solve/lp"
	"coterie/internal/solve/sets"
)

// almostAlike are nodes that differ in one thing at most: the latency, the crash probability, or
// the zone.
func almostAlike(rng *rand.Rand, n int) *fleet.Fleet {
	f := fleets.Random(rng, n, 1)
	f.Zones = []fleet.Zone{{Name: "x", Crash: big.NewRat(1, 5)}, {Name: "y", Crash: big.NewRat(1, 5)}}
	what := rng.IntN(3)
	for i := range f.Nodes {
		v := fleet.Node{Name: f.Nodes[i].Name, Zone: fleet.NoZone, Reads: big.NewRat(3000, 1), Writes: big.NewRat(1000, 1), Crash: big.NewRat(1, 8)}
		time := int64(1)
		switch what {
		case 0:
			time = []int64{1, 1, 9}[rng.IntN(3)]
		case 1:
			v.Crash = big.NewRat(1, []int64{8, 8, 2}[rng.IntN(3)])
		default:
			v.Zone = rng.IntN(3) - 1
		}
		f.Nodes[i] = v
		f.Clients[0].Latency[i] = fleets.Always(big.NewRat(time, 1000))
	}
	if what == 0 {
		f.Require.Latency = big.NewRat(8, 1000)
	} else {
		f.Require.Availability = big.NewRat(1, 10)
	}
	return f
}

// image returns the function that is true at perm[s] where t is true at s.
func image(t sets.Table, perm []uint32) sets.Table {
	out := sets.NewTable(t.N)
	for s := range 1 << t.N {
		if t.Has(s) {
			out.Add(int(perm[s]))
		}
	}
	return out
}

// TestSymmetriesByDefinition: each of them leaves the figure of any system as it is, and what an
// orbit has is an image under one of them that keeps both ends of the interval.
func TestSymmetriesByDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 91))
	moved, grew := 0, 0
	for range 60 {
		n := 4 + 5*rng.IntN(2) // both ways to make them
		f := almostAlike(rng, n)
		p := assert.Got(newProblem(t.Context(), f, fleet.Load))(t)
		group := newSymmetries(p)
		r := newRelaxation(p)
		figures := func(g sets.Table) [2]string {
			var out [2]string
			iv := interval{g, g}
			if r.fill(iv) {
				r.program()
				if at, err := r.exactly(t.Context()); err != nil {
					t.Fatal(err)
				} else if at != nil {
					out[0] = at.RatString()
				}
			}
			if p.sets != nil {
				out[1] = p.sets.fails(g).RatString()
			}
			return out
		}
		perms := slices.Clone(group.perms)
		rng.Shuffle(len(perms), func(i, j int) { perms[i], perms[j] = perms[j], perms[i] })
		for _, perm := range perms[:min(3, len(perms))] {
			moved++
			if g := fleets.Function(rng, n); figures(g) != figures(image(g, perm)) {
				t.Fatalf("%v: %v is not as good as its image", figures(g), sets.AppendMinimal[uint32](nil, g))
			}
		}
		lo, hi := fleets.Function(rng, n), fleets.Function(rng, n)
		hi.Unite(lo.Bits)
		if rng.IntN(2) == 0 { // an end that all permutations keep
			lo = sets.NewTable(n)
			lo.Add(1<<n - 1)
		}
		iv := interval{lo, hi}
		for range 5 {
			set := uint32(1 + rng.IntN(1<<n-1))
			orbit := group.orbit(iv, set)
			for _, to := range orbit[1:] {
				grew++
				if !slices.ContainsFunc(group.perms, func(perm []uint32) bool {
					return perm[set] == to && slices.Equal(image(lo, perm).Bits, lo.Bits) && slices.Equal(image(hi, perm).Bits, hi.Bits)
				}) {
					t.Fatalf("%b to %b by nothing that keeps the interval", set, to)
				}
			}
		}
	}
	if moved < 50 || grew < 20 {
		t.Errorf("only %d permutations and %d images", moved, grew)
	}
}

// TestBoundsBelowExactValues: what floats prove of an interval is not above the exact optimum, and
// where they prove that nothing keeps the limits, nothing does.
func TestBoundsBelowExactValues(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 3))
	bounds, none := 0, 0
	for round := range 150 {
		n := 3 + rng.IntN(3)
		f := fleets.Hard(rng, n)
		f.Require.Availability = nil
		goal := []fleet.Goal{fleet.Load, fleet.LatencyGoal, fleet.Network}[rng.IntN(3)]
		p := assert.Got(newProblem(t.Context(), f, goal))(t)
		r := newRelaxation(p)
		g := fleets.Function(rng, n)
		if !r.fill(interval{g, g}) {
			continue
		}
		bound, end := r.solve(math.Inf(1))
		exact := assert.Got(r.exactly(t.Context()))(t)
		if end == lp.Infeasible {
			if none++; exact != nil {
				t.Errorf("round %d: a strategy keeps the limits that none keeps", round)
			}
			continue
		}
		if exact == nil {
			continue
		}
		bounds++
		value, _ := exact.Float64()
		if bound > value*(1+1e-15) || bound < value*(1-1e-9) {
			t.Errorf("round %d, %s: bound %g of %g", round, goal, bound, value)
		}
	}
	if bounds < 40 || none < 10 {
		t.Errorf("only %d bounds, and %d without strategies", bounds, none)
	}
}

// TestCutSearches: a search that is cut off says optimal only of what is, and its bound holds.
func TestCutSearches(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 80))
	cut, open := 0, 0
	for range 10 {
		f := fleets.Random(rng, 5, 2)
		f.Require.SurviveNodes = 1
		whole, err := Find(t.Context(), f, fleet.Load, Options{})
		if err != nil || !whole.Optimal {
			t.Fatal(err, whole)
		}
		for nodes := 1; nodes < whole.Visited; nodes += 1 + nodes/2 {
			part := assert.Got(Find(t.Context(), f, fleet.Load, Options{Nodes: nodes}))(t)
			cut++
			if part.Bound.Cmp(whole.Value) > 0 {
				t.Errorf("after %d intervals the bound is %s, above %s", nodes, part.Bound, whole.Value)
			}
			if part.Value.Cmp(whole.Value) > 0 {
				open++
				if part.Optimal {
					t.Errorf("after %d intervals %s is called optimal, but %s is", nodes, part.Value, whole.Value)
				}
			}
		}
	}
	t.Logf("%d searches cut off, %d of them before the best system", cut, open)
}

package intervals

import (
	"context"
	"errors"
	"math"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize/convex/lp"

	"coterie/fleet"
	"coterie/internal/check/assert"
	"coterie/internal/solve/sets"
	"coterie/search"
)

// everyFunction lists the monotone functions of n <= 5 nodes but the constants.
func everyFunction(n int) []sets.Table {
	all := []uint64{0, 1}
	for v := range n {
		var next []uint64
		for _, without := range all {
			for _, with := range all {
				if without&^with == 0 {
					next = append(next, without|with<<(1<<v))
				}
			}
		}
		all = next
	}
	var list []sets.Table
	for _, w := range all {
		t := sets.NewTable(n)
		t.Bits[0] = w
		if w != 0 && !t.Has(0) {
			list = append(list, t)
		}
	}
	return list
}

// figure returns the best figure of one system from the definition: every set that can be asked is
// a column, with its time. It is +Inf where no strategy keeps the limits.
func figure(t *testing.T, f *fleet.Fleet, goal fleet.Goal, reads, writes sets.Table) float64 {
	t.Helper()
	n, all := f.N(), 1<<f.N()-1
	down := make([]int, len(f.Zones))
	for i, v := range f.Nodes {
		if v.Zone != fleet.NoZone {
			down[v.Zone] |= 1 << i
		}
	}
	var fails [2]float64
	for state := range 1 << (n + len(f.Zones)) {
		p, live := 1.0, all
		for z := range f.Zones {
			q, _ := f.Zones[z].Crash.Float64()
			if state>>(n+z)&1 == 1 {
				p *= q
				live &^= down[z]
			} else {
				p *= 1 - q
			}
		}
		for i, v := range f.Nodes {
			q, _ := v.Crash.Float64()
			if state>>i&1 == 1 {
				p *= q
				live &^= 1 << i
			} else {
				p *= 1 - q
			}
		}
		if !reads.Has(live) {
			fails[0] += p
		}
		if !writes.Has(live) {
			fails[1] += p
		}
	}
	r := f.Require
	if r.Availability != nil {
		if a, _ := r.Availability.Float64(); max(fails[0], fails[1]) > 1-a+1e-12 {
			return math.Inf(1)
		}
	}
	for z := range 1 << len(f.Zones) {
		for s := range all + 1 {
			if bits.OnesCount(uint(z)) <= r.SurviveZones && bits.OnesCount(uint(s)) <= r.SurviveNodes {
				live := all &^ s
				for i := range f.Zones {
					if z>>i&1 == 1 {
						live &^= down[i]
					}
				}
				if !reads.Has(live) || !writes.Has(live) {
					return math.Inf(1)
				}
			}
		}
	}
	// Columns: one for each op, place, share and set that may be asked.
	type col struct {
		op, place, share, set int
		time                  float64
	}
	var cols []col
	var some [2]bool
	shares := f.Workload.Shares
	k := len(shares)
	runs := 1
	if f.Workload.Adapts {
		runs = k
	}
	for op, family := range []sets.Table{reads, writes} {
		for c, place := range f.Clients {
			for share := range runs {
				for s := 1; s <= all; s++ {
					ok := true
					for out := range all + 1 {
						if bits.OnesCount(uint(out)) <= f.Workload.Silent && !family.Has(s&^out) {
							ok = false
						}
					}
					if !ok {
						continue
					}
					some[op] = true
					best := math.Inf(1)
					for i := range n {
						limit, _ := place.Latency[i].Fixed()
						near := 0
						for j := range n {
							if own, _ := place.Latency[j].Fixed(); s>>j&1 == 1 && own.Cmp(limit) <= 0 {
								near |= 1 << j
							}
						}
						if v, _ := limit.Float64(); family.Has(near) {
							best = min(best, v)
						}
					}
					cols = append(cols, col{op, c, share, s, best})
				}
			}
		}
	}
	if !some[0] || !some[1] {
		return math.Inf(1)
	}
	// Variables: columns, loads of the shares. Rows: nodes and shares, groups, limits.
	var rows [][]float64
	var right []float64
	var equal []bool
	add := func(row []float64, b float64, eq bool) {
		rows, right, equal = append(rows, row), append(right, b), append(equal, eq)
	}
	weight := func(c col) (reads float64, parts []float64) {
		part, _ := f.Clients[c.place].Share.Float64()
		total := 0.0
		for i, s := range shares {
			w, _ := s.Weight.Float64()
			v, _ := s.Reads.Float64()
			if c.op == 1 {
				v = 1 - v
			}
			if f.Workload.Adapts && i != c.share {
				v = 0
			}
			parts = append(parts, part*v)
			total += part * v * w
		}
		return total, parts
	}
	width := len(cols) + k
	load, time, size := make([]float64, width), make([]float64, width), make([]float64, width)
	for j, c := range cols {
		mass, _ := weight(c)
		time[j], size[j] = mass*c.time, mass*float64(bits.OnesCount(uint(c.set)))
	}
	for s := range k {
		load[len(cols)+s], _ = shares[s].Weight.Float64()
		for i, v := range f.Nodes {
			row := make([]float64, width)
			row[len(cols)+s] = -1
			for j, c := range cols {
				if c.set>>i&1 == 1 {
					rate := v.Reads
					if c.op == 1 {
						rate = v.Writes
					}
					q, _ := rate.Float64()
					_, parts := weight(c)
					row[j] = parts[s] / q * 1000
				}
			}
			add(row, 0, false)
		}
	}
	for op := range 2 {
		for c := range f.Clients {
			for share := range runs {
				row := make([]float64, width)
				for j, at := range cols {
					if at.op == op && at.place == c && at.share == share {
						row[j] = 1
					}
				}
				add(row, 1, true)
			}
		}
	}
	for _, l := range []struct {
		row []float64
		b   *big.Rat
	}{{time, r.Latency}, {size, r.Network}} {
		if l.b != nil {
			b, _ := l.b.Float64()
			add(l.row, b, false)
		}
	}
	if r.Capacity != nil {
		b, _ := r.Capacity.Float64()
		add(load, 1000/b, false)
	}
	slacks := 0
	for _, eq := range equal {
		if !eq {
			slacks++
		}
	}
	a := mat.NewDense(len(rows), width+slacks, nil)
	next := width
	for i, row := range rows {
		for j, v := range row {
			a.Set(i, j, v)
		}
		if !equal[i] {
			a.Set(i, next, 1)
			next++
		}
	}
	cost := make([]float64, width+slacks)
	switch goal {
	case fleet.Load:
		copy(cost, load)
	case fleet.LatencyGoal:
		copy(cost, time)
	case fleet.Network:
		copy(cost, size)
	}
	value, _, err := lp.Simplex(cost, a, right, 1e-12, nil)
	switch {
	case errors.Is(err, lp.ErrInfeasible):
		return math.Inf(1)
	case err != nil:
		return math.NaN() // the opponent's trouble
	case goal == fleet.Availability:
		return max(fails[0], fails[1])
	case goal == fleet.Load:
		value /= 1000
	}
	return value
}

// hardFleet has everything that a fleet can have.
func hardFleet(rng *rand.Rand, n int) *fleet.Fleet {
	f := randomFleet(rng, n, 1+rng.IntN(3))
	for i, k := 0, int64(len(f.Workload.Shares)); i < int(k); i++ {
		f.Workload.Shares[i].Weight = big.NewRat(2*int64(i+1), k*(k+1))
	}
	if rng.IntN(2) == 0 {
		f.Zones = []fleet.Zone{{Name: "x", Crash: big.NewRat(1, 30)}, {Name: "y", Crash: big.NewRat(1, 7)}}
		for i := range f.Nodes {
			f.Nodes[i].Zone = rng.IntN(3) - 1
		}
	}
	if rng.IntN(2) == 0 {
		second := randomFleet(rng, n, 1).Clients[0]
		second.Share = big.NewRat(1, 3)
		f.Clients[0].Share = big.NewRat(2, 3)
		f.Clients = append(f.Clients, second)
	}
	f.Workload.Silent = rng.IntN(4) / 3
	f.Workload.Adapts = rng.IntN(3) == 0
	r := &f.Require
	r.SurviveNodes, r.SurviveZones = rng.IntN(2), rng.IntN(4)/3
	if rng.IntN(3) == 0 {
		r.Capacity = big.NewRat(int64(1000+100*rng.IntN(10)), 1)
	}
	if rng.IntN(3) == 0 {
		r.Latency = big.NewRat(int64(10+rng.IntN(30)), 10000)
	}
	if rng.IntN(3) == 0 {
		r.Network = big.NewRat(int64(15+rng.IntN(15)), 10)
	}
	if rng.IntN(3) == 0 {
		r.Availability = big.NewRat(int64(85+rng.IntN(14)), 100)
	}
	return f
}

func dual(f sets.Table) sets.Table {
	g := sets.NewTable(f.N)
	f.Dual(g)
	return g
}

// meetAll reports whether each set at which one function is true meets each of another.
func meetAll(f, g sets.Table) bool {
	for a := range 1 << f.N {
		for b := range 1 << f.N {
			if a&b == 0 && f.Has(a) && g.Has(b) {
				return false
			}
		}
	}
	return true
}

// TestFindAgainstAll compares with the best of all systems on 3 nodes, and on 4 of those whose
// writes are the dual of the reads, each judged from the definition by another solver.
func TestFindAgainstAll(t *testing.T) {
	rounds := 100
	if testing.Short() {
		rounds = 8
	}
	rng := rand.New(rand.NewPCG(19, 7))
	absent, compared := 0, 0
	for round := range rounds {
		n := 3 + round%4/3
		f := hardFleet(rng, n)
		goal := []fleet.Goal{fleet.Load, fleet.LatencyGoal, fleet.Network, fleet.Availability}[rng.IntN(4)]
		kind := rng.IntN(4)
		selfDual := kind == 0
		f.Require.WritesMeet, f.Require.Same = kind == 1, selfDual
		want := math.Inf(1)
		trouble := false
		functions := everyFunction(n)
		for _, g := range functions {
			writes := []sets.Table{dual(g)}
			if n == 3 {
				writes = functions
			}
			for _, h := range writes {
				if !meetAll(g, h) || selfDual && !slices.Equal(g.Bits, h.Bits) || f.Require.WritesMeet && !meetAll(h, h) {
					continue
				}
				v := figure(t, f, goal, g, h)
				trouble = trouble || math.IsNaN(v)
				want = min(want, v)
			}
		}
		if trouble {
			continue
		}
		res := assert.Got(Find(context.Background(), f, goal, Options{products: round%2 == 0}))(t, "round %d", round)
		compared++
		if math.IsInf(want, 1) {
			absent++
			if res.Verdict != search.ProvenAbsent {
				t.Errorf("round %d, %s: %s %v, want none", round, goal, res.Verdict, res.Value)
			}
			continue
		}
		if goal == fleet.Availability {
			want = 1 - want
		}
		if res.Value == nil || !res.Optimal {
			t.Errorf("round %d, %s, kind %d: %s, want %g", round, goal, kind, res.Verdict, want)
			continue
		}
		if v, _ := res.Value.Float64(); math.Abs(v-want) > 1e-9*want {
			t.Errorf("round %d, %s, kind %d: %g, want %g", round, goal, kind, v, want)
		}
	}
	t.Logf("%d of %d compared, %d of them have no system", compared, rounds, absent)
}

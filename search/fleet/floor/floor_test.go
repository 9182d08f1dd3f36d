package floor

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"testing"

	"coterie/fleet"
	"coterie/internal/check/assert"
)

// equalNodes returns n nodes with capacity 1 in the given zones, asked from one place.
func equalNodes(shares []fleet.Share, zones ...int) *fleet.Fleet {
	f := &fleet.Fleet{Workload: fleet.Workload{Shares: shares}, Optimize: []fleet.Goal{fleet.Capacity}}
	var latency []fleet.Latency
	for z, n := range zones {
		f.Zones = append(f.Zones, fleet.Zone{Name: fmt.Sprint("z", z), Crash: zero})
		for range n {
			f.Nodes = append(f.Nodes, fleet.Node{Name: fmt.Sprint("v", len(f.Nodes)), Zone: z, Reads: one, Writes: one, Crash: zero})
			latency = append(latency, fleet.Latency{At: []*big.Rat{one}, Time: []*big.Rat{zero}})
		}
	}
	f.Clients = []fleet.Client{{Name: "", Zone: fleet.NoZone, Share: one, Latency: latency}}
	return f
}

func share(r int64, of int64) []fleet.Share {
	return []fleet.Share{{Reads: big.NewRat(r, of), Weight: one}}
}

// monotone returns the minimal sets of all monotone functions on n nodes that are no constants.
func monotone(n int) [][]uint {
	var all [][]uint
	for table := uint64(0); table < 1<<(1<<n); table++ {
		if table&1 != 0 || table>>(1<<n-1)&1 == 0 {
			continue
		}
		var minimal []uint
		good := true
		for s := uint(0); s < 1<<n && good; s++ {
			in := table>>s&1 == 1
			least := in
			for i := range n {
				if s>>i&1 == 0 {
					continue
				}
				if below := table>>(s&^(1<<i))&1 == 1; below {
					good = good && in
					least = false
				}
			}
			if least {
				minimal = append(minimal, s)
			}
		}
		if good {
			all = append(all, minimal)
		}
	}
	return all
}

func transversals(n int, family []uint) []uint {
	var all []uint
next:
	for s := uint(1); s < 1<<n; s++ {
		for _, q := range family {
			if q&s == 0 {
				continue next
			}
		}
		for _, t := range all {
			if t&s == t {
				continue next
			}
		}
		all = append(all, s)
	}
	return all
}

// survives judges the requirement from the definition.
func survives(f *fleet.Fleet, reads, writes []uint) bool {
	n := f.N()
	for down := uint(0); down < 1<<n; down++ {
		for zones := range 1 << len(f.Zones) {
			if bits.OnesCount(uint(zones)) != f.Require.SurviveZones {
				continue
			}
			var dead uint
			for i, v := range f.Nodes {
				if v.Zone != fleet.NoZone && zones>>v.Zone&1 == 1 {
					dead |= 1 << i
				}
			}
			if bits.OnesCount(down&^dead) > f.Require.SurviveNodes {
				continue
			}
			for _, family := range [][]uint{reads, writes} {
				alive := false
				for _, q := range family {
					alive = alive || q&(down|dead) == 0
				}
				if !alive {
					return false
				}
			}
		}
	}
	return true
}

// best returns the best value of the goal for the system under the limits of f, by a linear program
// over its quorums, which is solved in floating point; infinite where there is no strategy.
func best(t *testing.T, f *fleet.Fleet, goal fleet.Goal, reads, writes []uint) float64 {
	t.Helper()
	p := &program{}
	var loads []int
	top := busiest(f)
	for _, s := range f.Workload.Shares {
		var cost *big.Rat
		if goal == fleet.Load {
			cost = s.Weight
		}
		loads = append(loads, p.unknown("load", whole(1000), cost))
	}
	mean := f.Workload.MeanReads()
	type column struct {
		variable int
		set      uint
		write    bool
	}
	var columns []column
	var network, latency []term
	for k, family := range [][]uint{reads, writes} {
		part := mean
		if k == 1 {
			part = new(big.Rat).Sub(one, mean)
		}
		for _, client := range f.Clients {
			var sum, less []term
			for _, q := range family {
				last := new(big.Rat)
				for i := range f.N() {
					if v := client.Latency[i].Time[0]; q>>i&1 == 1 && v.Cmp(last) > 0 {
						last = v
					}
				}
				size := product(product(part, client.Share), whole(bits.OnesCount(q)))
				slow := product(product(part, client.Share), last)
				var cost *big.Rat
				switch goal {
				case fleet.Network:
					cost = size
				case fleet.LatencyGoal:
					cost = slow
				}
				v := p.unknown("", one, cost)
				columns = append(columns, column{v, q, k == 1})
				sum, less = append(sum, term{v, one}), append(less, term{v, minus(one)})
				network = append(network, term{v, minus(size)})
				latency = append(latency, term{v, minus(slow)})
			}
			p.add("", one, sum...)
			p.add("", minus(one), less...)
		}
	}
	if f.Require.Network != nil {
		p.add("", minus(f.Require.Network), network...)
	}
	if f.Require.Latency != nil {
		p.add("", minus(f.Require.Latency), latency...)
	}
	var total []term
	for k, s := range f.Workload.Shares {
		total = append(total, term{loads[k], minus(s.Weight)})
		for i, v := range f.Nodes {
			terms := []term{{loads[k], one}}
			for c, col := range columns {
				if col.set>>i&1 == 0 {
					continue
				}
				client := clientOf(f, c, len(reads), len(writes))
				busy := ratio(s.Reads, v.Reads)
				if col.write {
					busy = ratio(new(big.Rat).Sub(one, s.Reads), v.Writes)
				}
				terms = append(terms, term{col.variable, minus(product(busy, client.Share))})
			}
			p.add("", zero, terms...)
		}
	}
	if f.Require.Capacity != nil {
		p.add("", minus(ratio(one, f.Require.Capacity)), total...)
	}
	most, _ := top.Float64()
	s := assert.Got(p.solve(t.Context(), 1000*(1+most)))(t)
	if s.value > 1000*(1+most) {
		return math.Inf(1)
	}
	return s.value
}

func clientOf(f *fleet.Fleet, column, reads, writes int) fleet.Client {
	places := len(f.Clients)
	if column < places*reads {
		return f.Clients[column/reads]
	}
	return f.Clients[(column-places*reads)/writes]
}

// randomFleet returns n nodes in some zones with numbers and limits by chance.
func randomFleet(random *rand.Rand, n int) *fleet.Fleet {
	sizes := []int{n}
	if random.IntN(2) == 0 {
		sizes = []int{n / 2, n - n/2}
	}
	if random.IntN(3) == 0 {
		sizes = []int{1, 1, n - 2}
	}
	f := equalNodes(share(int64(random.IntN(11)), 10), sizes...)
	if random.IntN(2) == 0 {
		f.Workload.Shares = []fleet.Share{{Reads: big.NewRat(9, 10), Weight: big.NewRat(1, 3)}, {Reads: big.NewRat(2, 10), Weight: big.NewRat(2, 3)}}
	}
	latency := func() []fleet.Latency {
		var all []fleet.Latency
		for range n {
			all = append(all, fleet.Latency{At: []*big.Rat{one}, Time: []*big.Rat{big.NewRat(int64(1+random.IntN(4)), 1000)}})
		}
		return all
	}
	f.Clients[0].Latency = latency()
	if random.IntN(2) == 0 {
		f.Clients = []fleet.Client{
			{Zone: fleet.NoZone, Share: big.NewRat(7, 10), Latency: latency()}, {Zone: fleet.NoZone, Share: big.NewRat(3, 10), Latency: latency()}}
	}
	for i := range f.Nodes {
		if random.IntN(2) == 0 {
			f.Nodes[i].Reads = big.NewRat(int64(1+random.IntN(4)), 1)
			f.Nodes[i].Writes = big.NewRat(int64(1+random.IntN(4)), 2)
		}
	}
	f.Require.SurviveNodes, f.Require.SurviveZones = random.IntN(2), random.IntN(2)*(len(sizes)/2)
	if random.IntN(3) == 0 {
		f.Require.Capacity = big.NewRat(int64(2+random.IntN(9)), 5)
	}
	if random.IntN(3) == 0 {
		f.Require.Network = big.NewRat(int64(2+random.IntN(5)), 2)
	}
	if random.IntN(3) == 0 {
		f.Require.Latency = big.NewRat(int64(2+random.IntN(6)), 2000)
	}
	return f
}

// Every function on four nodes with its dual, by linear programs from the definition, against the
// bounds of many fleets.
func TestEverySystemIsAbove(t *testing.T) {
	const n = 4
	all := monotone(n)
	if len(all) != 166 {
		t.Fatalf("%d functions on %d nodes", len(all), n)
	}
	duals := make([][]uint, len(all))
	for k, reads := range all {
		duals[k] = transversals(n, reads)
	}
	random := rand.New(rand.NewPCG(1, 2))
	absent, missed := 0, 0
	worst := map[fleet.Goal]float64{}
	fleets := 60
	if testing.Short() {
		fleets = 8
	}
	for trial := range fleets {
		f := randomFleet(random, n)
		f.Require.WritesMeet = trial%2 == 1
		for _, goal := range []fleet.Goal{fleet.Load, fleet.LatencyGoal, fleet.Network} {
			b := assert.Got(Find(t.Context(), f, goal))(t)
			least := math.Inf(1)
			for k, reads := range all {
				if survives(f, reads, duals[k]) && (!f.Require.WritesMeet || meet(duals[k])) {
					least = min(least, best(t, f, goal, reads, duals[k]))
				}
			}
			switch {
			case b.Absent && !math.IsInf(least, 1):
				t.Fatalf("fleet %d, %s: a system has %v, the bound says that there is none, by %s: %+v", trial, goal, least, b.By, f)
			case b.Absent:
				absent++
				continue
			case math.IsInf(least, 1):
				missed++
				continue
			}
			v, _ := b.Value.Float64()
			if v > least*(1+1e-7)+1e-9 {
				t.Fatalf("fleet %d, %s: a system has %v, the bound is %v by %s: %+v", trial, goal, least, v, b.By, f)
			}
			worst[goal] = max(worst[goal], 1-v/least)
		}
	}
	t.Logf("%d proven absent, %d absent and not proven, worst gaps %v", absent, missed, worst)
}

func meet(family []uint) bool {
	for i, a := range family {
		for _, b := range family[:i] {
			if a&b == 0 {
				return false
			}
		}
	}
	return true
}

func TestClosedForm(t *testing.T) {
	for _, n := range []int{4, 11, 50} {
		for _, r := range []int64{3, 5, 6} {
			f := equalNodes(share(r, 10), n)
			b := assert.Got(Find(t.Context(), f, fleet.Load))(t)
			v, _ := b.Value.Float64()
			x := float64(r) / 10
			want := 2 * math.Sqrt(x*(1-x)/float64(n))
			if a := want / 2 / x; a > 1 || want/2/(1-x) > 1 {
				continue
			}
			if math.Abs(v/want-1) > 1e-3 {
				t.Errorf("%d nodes, %d tenths reads: %v, want %v", n, r, v, want)
			}
		}
	}
}

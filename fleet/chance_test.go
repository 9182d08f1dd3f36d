package fleet

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/solve/sets"
	"coterie/quorum"
)

// randomFleet returns n nodes in the given number of zones, or in none, with probabilities as
// fleets have them.
func randomFleet(source *rand.Rand, n, zones int) *Fleet {
	f := &Fleet{Clients: []Client{{Zone: NoZone, Share: one}}, Workload: Workload{Shares: []Share{{big.NewRat(1, 2), one}}}}
	for z := range zones {
		f.Zones = append(f.Zones, Zone{Name: fmt.Sprint("z", z), Crash: big.NewRat(int64(source.IntN(4)), 20)})
	}
	for v := range n {
		f.Nodes = append(f.Nodes, Node{
			Name: fmt.Sprint("n", v), Zone: source.IntN(zones+1) - 1, Reads: one, Writes: one,
			Crash: big.NewRat(int64(source.IntN(5)), 10),
		})
		f.Clients[0].Latency = append(f.Clients[0].Latency, always(new(big.Rat)))
	}
	return f
}

// randomSystem returns a random monotone function, as a list, with its dual.
func randomSystem(t *testing.T, source *rand.Rand, n int) System {
	reads := sets.NewTable(n)
	for range 1 + source.IntN(4) {
		reads.Add(1 + source.IntN(1<<n-1))
	}
	reads.CloseUp()
	return systemOf(t, reads)
}

func systemOf(t *testing.T, reads sets.Table) System {
	writes := sets.NewTable(reads.N)
	reads.Dual(writes)
	return System{Reads: minimal(t, reads), Writes: minimal(t, writes)}
}

func minimal(t *testing.T, f sets.Table) quorum.Family {
	return assert.Got(quorum.FamilyOfMasks(f.N, sets.AppendMinimal[uint64](nil, f)))(t)
}

func contains(f quorum.Quorums, alive quorum.Set) bool {
	if formula, ok := f.Formula(); ok {
		return formula.Eval(alive)
	}
	family, _ := f.List()
	for i := range family.Len() {
		if family.Set(i).SubsetOf(alive) {
			return true
		}
	}
	return false
}

// chanceByDefinition goes through every outcome of every node and zone.
func chanceByDefinition(f *Fleet, q quorum.Quorums) *big.Rat {
	sum := new(big.Rat)
	for zones := range 1 << len(f.Zones) {
		for nodes := range 1 << f.N() {
			p, alive := big.NewRat(1, 1), []int{}
			for z := range f.Zones {
				if zones>>z&1 == 1 {
					p.Mul(p, f.Zones[z].Crash)
				} else {
					p.Mul(p, new(big.Rat).Sub(one, f.Zones[z].Crash))
				}
			}
			for v, node := range f.Nodes {
				if nodes>>v&1 == 1 {
					p.Mul(p, node.Crash)
				} else {
					p.Mul(p, new(big.Rat).Sub(one, node.Crash))
					if node.Zone == NoZone || zones>>node.Zone&1 == 0 {
						alive = append(alive, v)
					}
				}
			}
			if p.Sign() > 0 && contains(q, quorum.SetOf(alive...)) {
				sum.Add(sum, p)
			}
		}
	}
	return sum
}

func TestAvailabilityByDefinition(t *testing.T) {
	ctx, source := context.Background(), rand.New(rand.NewPCG(3, 1))
	for range 40 {
		n := 1 + source.IntN(6)
		f := randomFleet(source, n, source.IntN(4))
		if len(f.Zones) > 1 && source.IntN(3) == 0 {
			f.Zones[source.IntN(len(f.Zones))].Crash = one // a zone that is always down leaves the others
		}
		s := randomSystem(t, source, n)
		got := assert.Got(FindAvailability(ctx, f, s))(t)
		for i, q := range []quorum.Quorums{s.Reads, s.Writes} {
			if want := chanceByDefinition(f, q); want.Cmp([]*big.Rat{got.Reads, got.Writes}[i]) != 0 {
				t.Errorf("%d nodes, %d zones: %v, by definition %v of %v", n, len(f.Zones), got, want, q)
			}
		}
		weights, whole := assert.Got2(Survivors(ctx, f))(t)
		sum, all := new(big.Int), new(big.Int)
		for x, w := range weights {
			all.Add(all, w)
			if contains(s.Reads, quorum.SetOfMask(x)) {
				sum.Add(sum, w)
			}
		}
		if all.Cmp(whole) != 0 || new(big.Rat).SetFrac(sum, whole).Cmp(got.Reads) != 0 {
			t.Errorf("survivors: %v of %v over %v, want %v", sum, all, whole, got.Reads)
		}
	}
}

// A formula and its list have the same figures.
func TestChancesOfFormulas(t *testing.T) {
	ctx, source := context.Background(), rand.New(rand.NewPCG(4, 1))
	for _, text := range []string{"choose(2, n1,n2,n3)*n4+n5*n6", "choose(3, n1,n2,n3,n4,n5)*(n6+n7)", "choose(2, n1*n2,n3+n4,choose(2, n5,n6,n7))"} {
		formula, _ := assert.Got2(quorum.ParseFormula(text))(t)
		reads := assert.Got(formula.MinimalSets(ctx, 1000))(t)
		writes := assert.Got(formula.Dual().MinimalSets(ctx, 1000))(t)
		for range 5 {
			f := randomFleet(source, formula.N(), 3)
			listed, direct := System{Reads: reads, Writes: writes}, System{Reads: formula, Writes: formula.Dual()}
			a := assert.Got(FindAvailability(ctx, f, listed))(t)
			if b, err := FindAvailability(ctx, f, direct); err != nil || a.Reads.Cmp(b.Reads) != 0 || a.Writes.Cmp(b.Writes) != 0 {
				t.Errorf("%s: %v by its list, %v (%v) by the formula", text, a, b, err)
			}
			x, _ := assert.Got2(FindSurvival(ctx, f, listed))(t)
			if y, _, err := FindSurvival(ctx, f, direct); err != nil || fmt.Sprint(x) != fmt.Sprint(y) {
				t.Errorf("%s: survives %v by its list, %v (%v) by the formula", text, x, y, err)
			}
		}
	}
}

func TestSurvivalByDefinition(t *testing.T) {
	ctx, source := context.Background(), rand.New(rand.NewPCG(5, 1))
	for range 60 {
		n := 1 + source.IntN(7)
		f := randomFleet(source, n, source.IntN(4))
		s := randomSystem(t, source, n)
		holds := func(want Survival) bool {
			f.Require.SurviveZones, f.Require.SurviveNodes = want.Zones, want.Nodes
			for down := range f.Failures() {
				alive := quorum.FullSet(n).Minus(down)
				if !contains(s.Reads, alive) || !contains(s.Writes, alive) {
					return false
				}
			}
			return true
		}
		most, witnesses := assert.Got2(FindSurvival(ctx, f, s))(t)
		for z := range len(f.Peopled()) + 1 {
			for k := range n + 1 {
				want := Survival{z, k}
				fails := assert.Got(FindFailure(ctx, f, s, want))(t)
				known := z < len(most) && k <= most[z].Nodes
				if holds(want) != (fails == nil) || known != (fails == nil) {
					t.Fatalf("%v of %v: %v by definition, failure %v, survival %v", want, s.Reads, holds(want), fails, most)
				}
				if fails == nil {
					continue
				}
				kind := s.Writes
				if fails.Reads {
					kind = s.Reads
				}
				if len(fails.Zones) > z || fails.Nodes.Len() > k || contains(kind, quorum.FullSet(n).Minus(fails.Down(f))) {
					t.Fatalf("%v: no failure of %v: %v", want, s.Reads, fails)
				}
			}
		}
		if len(witnesses) != min(len(most)+1, len(f.Peopled())+1) {
			t.Fatalf("%d witnesses for %v", len(witnesses), most)
		}
	}
}

// committed reads a fleet of docs/fleets.
func committed(t testing.TB, name string) *Fleet {
	file := assert.Got(os.Open("../docs/fleets/" + name + ".yaml"))(t)
	defer file.Close()
	return assert.Got(Read(file, name))(t)
}

func majorityOf(f *Fleet) System {
	var leaves []quorum.Formula
	for v := range f.N() {
		leaves = append(leaves, quorum.Leaf(v))
	}
	q := quorum.Choose(len(leaves)/2+1, leaves...)
	return System{Reads: q, Writes: q.Dual()}
}

// Eleven servers in three zones have a system that is as available as any can be, and it is not the
// majority.
func TestChancesOfElevenServers(t *testing.T) {
	ctx, f := context.Background(), committed(t, "eleven")
	m, err := FindMostAvailable(ctx, f)
	if err != nil || !m.Attained {
		t.Fatalf("%v, %v", m, err)
	}
	majority, err := FindAvailability(ctx, f, majorityOf(f))
	if err != nil || majority.Least().Cmp(m.Bound) >= 0 {
		t.Errorf("majority %v, %v; bound %v", majority, err, m.Bound)
	}
	if c, err := FindAvailability(ctx, f, m.System); err != nil || c.Least().Cmp(m.Bound) != 0 {
		t.Errorf("the system has %v, %v; the bound is %v", c, err, m.Bound)
	}
	most, _, err := FindSurvival(ctx, f, majorityOf(f))
	if want := []Survival{{0, 5}, {1, 1}}; err != nil || fmt.Sprint(most) != fmt.Sprint(want) {
		t.Errorf("the majority survives %v, %v, want %v", most, err, want)
	}
}

// The test has the figures that quoracle's README prints for its grid and asserts of its case study
// (mwhittaker/quoracle at 1348ee4).
func TestQuoraclesResilience(t *testing.T) {
	for _, c := range []struct {
		reads         string
		read, write   int
		nodes, atMost int
	}{
		{"a*b*c+d*e*f", 1, 2, 6, 1},
		{"majority(a,b,c,d,e)", 2, 2, 5, 2},
		{"a*b+c*d*e", 1, 1, 5, 1},
		{"a*b+a*c*e+d*e+d*c*b", 1, 1, 5, 1},
	} {
		f, names := assert.Got2(quorum.ParseFormula(c.reads))(t)
		family := assert.Got(f.MinimalSets(t.Context(), 100))(t)
		dual := assert.Got(f.Dual().MinimalSets(t.Context(), 100))(t)
		fleet := &Fleet{}
		for _, name := range names {
			fleet.Nodes = append(fleet.Nodes, Node{Name: name, Zone: NoZone})
		}
		for i, s := range []System{{Reads: family, Writes: family}, {Reads: dual, Writes: dual}, {Reads: family, Writes: dual}} {
			most, _, err := FindSurvival(t.Context(), fleet, s)
			if want := []int{c.read, c.write, c.atMost}[i]; err != nil || len(most) != 1 || most[0].Nodes != want {
				t.Errorf("%s, system %d: survives %v, %v, want %d nodes", c.reads, i, most, err, want)
			}
		}
	}
}

func BenchmarkChances(b *testing.B) {
	for _, name := range []string{"eleven", "fifty"} {
		f := committed(b, name)
		s := majorityOf(f)
		b.Run("fleet="+name+"/availability", func(b *testing.B) {
			for b.Loop() {
				assert.Got(FindAvailability(b.Context(), f, s))(b)
			}
		})
		b.Run("fleet="+name+"/survival", func(b *testing.B) {
			for b.Loop() {
				assert.Got2(FindSurvival(b.Context(), f, s))(b)
			}
		})
		b.Run("fleet="+name+"/best", func(b *testing.B) {
			for b.Loop() {
				assert.Got(FindMostAvailable(b.Context(), f))(b)
			}
		})
	}
}

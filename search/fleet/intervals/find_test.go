package intervals

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"coterie/fleet"
	"coterie/internal/check/assert"
)

func rat(s string) *big.Rat {
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		panic(s)
	}
	return r
}

// caseStudy is the fleet of quoracle's examples/case_study.py.
func caseStudy() *fleet.Fleet {
	f := &fleet.Fleet{Optimize: []fleet.Goal{fleet.Capacity}}
	place := fleet.Client{Zone: fleet.NoZone, Share: rat("1")}
	for i, v := range []struct{ writes, reads, latency string }{{"2000", "4000", "1"}, {"1000", "2000", "1"}, {"2000", "4000", "3"}, {"1000", "2000", "4"}, {"2000", "4000", "5"}} {
		f.Nodes = append(f.Nodes, fleet.Node{Name: string(rune('a' + i)), Zone: fleet.NoZone, Reads: rat(v.reads), Writes: rat(v.writes), Crash: rat("0")})
		place.Latency = append(place.Latency, fleet.Latency{At: []*big.Rat{rat("1")}, Time: []*big.Rat{rat(v.latency)}})
	}
	f.Clients = []fleet.Client{place}
	for i, w := range []int64{10, 20, 100, 100, 100, 60, 30, 30, 20} {
		f.Workload.Shares = append(f.Workload.Shares, fleet.Share{Reads: big.NewRat(int64(9-i), 10), Weight: big.NewRat(w, 470)})
	}
	f.Require.SurviveNodes = 1
	return f
}

// randomFleet has few different numbers, so that nodes may be alike and figures tie.
func randomFleet(rng *rand.Rand, n, shares int) *fleet.Fleet {
	f := &fleet.Fleet{}
	place := fleet.Client{Zone: fleet.NoZone, Share: rat("1")}
	for i := range n {
		f.Nodes = append(f.Nodes, fleet.Node{Name: fmt.Sprint(i), Zone: fleet.NoZone,
			Reads: big.NewRat(int64(1000*(1+rng.IntN(4))), 1), Writes: big.NewRat(int64(500*(1+rng.IntN(4))), 1), Crash: big.NewRat(int64(1+rng.IntN(3)), 20)})
		place.Latency = append(place.Latency, fleet.Latency{At: []*big.Rat{rat("1")}, Time: []*big.Rat{big.NewRat(int64(1+rng.IntN(5)), 1000)}})
	}
	f.Clients = []fleet.Client{place}
	for range shares {
		f.Workload.Shares = append(f.Workload.Shares, fleet.Share{Reads: big.NewRat(int64(1+rng.IntN(9)), 10), Weight: big.NewRat(1, int64(shares))})
	}
	return f
}

// TestFindFiveNodes goes through all 7,579 systems on five nodes: none is better than what was
// found, compared exactly.
func TestFindFiveNodes(t *testing.T) {
	fleets := []*fleet.Fleet{caseStudy()}
	if !testing.Short() {
		rng := rand.New(rand.NewPCG(5, 5))
		fleets = append(fleets, randomFleet(rng, 5, 1), randomFleet(rng, 5, 2))
	}
	all := everyFunction(5)
	assert.MustEqual(t, len(all), 7579, "functions")
	for i, f := range fleets {
		res := assert.Got(Find(context.Background(), f, fleet.Load, Options{products: i > 0}))(t)
		p := assert.Got(newProblem(context.Background(), f, fleet.Load))(t)
		root, _ := p.root()
		r := newRelaxation(p)
		least := math.Inf(1)
		var best *big.Rat
		for _, g := range all {
			if !root.lo.SubsetOf(g.Bits) || !g.SubsetOf(root.hi.Bits) || !r.fill(interval{g, g}) {
				continue
			}
			if bound, _ := r.solve(least); bound > least*(1+1e-9) {
				continue
			}
			exact := assert.Got(r.exactly(context.Background()))(t)
			if best == nil || exact.Cmp(best) < 0 {
				best = exact
				least, _ = best.Float64()
			}
		}
		if v := p.value(best); !res.Optimal || res.Value.Cmp(v) != 0 {
			t.Errorf("fleet %d: %v, optimal %v, want %v", i, res.Value, res.Optimal, v)
		}
	}
}

// TestFindCaseStudy has the optimum of quoracle's case study over all systems.
func TestFindCaseStudy(t *testing.T) {
	f := caseStudy()
	for _, c := range []struct {
		silent int
		want   string
	}{{0, "379/1880000"}, {1, "63/188000"}} {
		f.Workload.Silent = c.silent
		var first *Result
		for _, jobs := range []int{1, 3} {
			res := assert.Got(Find(context.Background(), f, fleet.Capacity, Options{Jobs: jobs}))(t)
			if !res.Optimal || res.Value.Cmp(rat(c.want)) != 0 || res.Bound.Cmp(res.Value) != 0 {
				t.Errorf("silent %d: load %v, optimal %v, want %s", c.silent, res.Value, res.Optimal, c.want)
			}
			if first == nil {
				first = res
			} else if res.Visited != first.Visited || !res.Reads.Equal(first.Reads) {
				t.Errorf("silent %d: another answer with %d jobs", c.silent, jobs)
			}
		}
	}
}

// TestFindStops is cut off, and its bound holds.
func TestFindStops(t *testing.T) {
	f := randomFleet(rand.New(rand.NewPCG(8, 8)), 6, 3)
	whole := assert.Got(Find(context.Background(), f, fleet.Load, Options{}))(t)
	last := new(big.Rat)
	for _, nodes := range []int{1, 20, 100} {
		res := assert.Got(Find(context.Background(), f, fleet.Load, Options{Nodes: nodes}))(t)
		if res.Optimal || res.StoppedBy != "nodes" || res.Bound.Cmp(whole.Value) > 0 || res.Value.Cmp(whole.Value) < 0 || res.Bound.Cmp(last) < 0 {
			t.Errorf("%d nodes: between %v and %v, stopped by %q, optimum %v", nodes, res.Bound, res.Value, res.StoppedBy, whole.Value)
		}
		last = res.Bound
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if res, err := Find(ctx, f, fleet.Load, Options{}); err != nil || res.StoppedBy != "interrupt" || res.Optimal {
		t.Errorf("cancelled: %+v, %v", res, err)
	}
}

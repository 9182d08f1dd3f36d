package fleets

import (
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"coterie/fleet"
	"coterie/internal/check/assert"
	"coterie/internal/solve/sets"
	"coterie/quorum"
)

// Read reads the text of a fleet, or one of docs/fleets by its name.
func Read(t testing.TB, text string) *fleet.Fleet {
	t.Helper()
	if strings.HasSuffix(text, ".yaml") {
		root := "."
		for ; !exists(filepath.Join(root, "go.mod")); root = filepath.Join(root, "..") {
		}
		text = string(assert.Got(os.ReadFile(filepath.Join(root, "docs", "fleets", text)))(t))
	}
	return assert.Got(fleet.Read(strings.NewReader(text), "test.yaml"))(t)
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// Always returns a latency that is always the same.
func Always(seconds *big.Rat) fleet.Latency {
	return fleet.Latency{At: []*big.Rat{big.NewRat(1, 1)}, Time: []*big.Rat{seconds}}
}

// Random returns n nodes with few different numbers, so that nodes may be alike and figures tie,
// asked from one place at the given number of shares of reads.
func Random(rng *rand.Rand, n, shares int) *fleet.Fleet {
	f := &fleet.Fleet{}
	place := fleet.Client{Zone: fleet.NoZone, Share: big.NewRat(1, 1)}
	for i := range n {
		f.Nodes = append(f.Nodes, fleet.Node{Name: fmt.Sprint(i), Zone: fleet.NoZone,
			Reads: big.NewRat(int64(1000*(1+rng.IntN(4))), 1), Writes: big.NewRat(int64(500*(1+rng.IntN(4))), 1), Crash: big.NewRat(int64(1+rng.IntN(3)), 20)})
		place.Latency = append(place.Latency, Always(big.NewRat(int64(1+rng.IntN(5)), 1000)))
	}
	f.Clients = []fleet.Client{place}
	for range shares {
		f.Workload.Shares = append(f.Workload.Shares, fleet.Share{Reads: big.NewRat(int64(1+rng.IntN(9)), 10), Weight: big.NewRat(1, int64(shares))})
	}
	return f
}

// Hard returns a random fleet of n nodes that may have every feature of a fleet: zones, places,
// shares of different weights, silent nodes, and every requirement.
func Hard(rng *rand.Rand, n int) *fleet.Fleet {
	f := Random(rng, n, 1+rng.IntN(3))
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
		second := Random(rng, n, 1).Clients[0]
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

// Functions lists the non-constant monotone functions of n <= 5 nodes: 1, 4, 18, 166 and 7,579 for
// n = 1..5.
func Functions(n int) []sets.Table {
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
		f := sets.NewTable(n)
		if f.Bits[0] = w; w != 0 && !f.Has(0) {
			list = append(list, f)
		}
	}
	return list
}

// Function returns a random non-constant monotone function of n nodes.
func Function(rng *rand.Rand, n int) sets.Table {
	f := sets.NewTable(n)
	for range 1 + rng.IntN(5) {
		f.Add(1 + rng.IntN(1<<n-1))
	}
	f.CloseUp()
	return f
}

// Dual returns the dual of a function.
func Dual(f sets.Table) sets.Table {
	dual := sets.NewTable(f.N)
	f.Dual(dual)
	return dual
}

// Family lists the minimal sets of a function.
func Family(t testing.TB, f sets.Table) quorum.Family {
	t.Helper()
	return assert.Got(quorum.FamilyOfMasks(f.N, sets.AppendMinimal[uint64](nil, f)))(t)
}

// System returns the system of a function: its minimal sets are the reads, those of its dual the
// writes.
func System(t testing.TB, reads sets.Table) fleet.System {
	t.Helper()
	return fleet.System{Name: "one", Reads: Family(t, reads), Writes: Family(t, Dual(reads))}
}

// Systems returns the systems of all functions of n <= 5 nodes.
func Systems(t testing.TB, n int) []fleet.System {
	t.Helper()
	var all []fleet.System
	for _, f := range Functions(n) {
		all = append(all, System(t, f))
	}
	return all
}

// Best returns the best value of a goal over the systems; nil if none keeps the requirements.
func Best(t testing.TB, f *fleet.Fleet, goal fleet.Goal, systems ...fleet.System) *big.Rat {
	t.Helper()
	var best *big.Rat
	for _, s := range systems {
		v := Value(t, f, goal, s)
		if v != nil && (best == nil || v.Cmp(best) != 0 && (v.Cmp(best) > 0) == (goal == fleet.Availability)) {
			best = v
		}
	}
	return best
}

// Value returns the best value of a goal for a system within the requirements on survived failures,
// on witnesses, on its availability and on its strategy; nil if it does not keep them.
func Value(t testing.TB, f *fleet.Fleet, goal fleet.Goal, s fleet.System) *big.Rat {
	t.Helper()
	failure := assert.Got(fleet.FindFailure(t.Context(), f, s, f.Require.Survival()))(t)
	if failure != nil || f.WitnessesAlone(s) {
		return nil
	}
	strategy := goal
	if goal == fleet.Availability {
		strategy = fleet.Load
	}
	if goal == fleet.Availability || f.Require.Availability != nil {
		chances := assert.Got(fleet.FindAvailability(t.Context(), f, s))(t)
		if least := f.Require.Availability; least != nil && chances.Least().Cmp(least) < 0 {
			return nil
		} else if goal == fleet.Availability && f.Require.Limits() == (fleet.Limits{}) {
			return chances.Least()
		}
	}
	st, err := fleet.FindStrategy(t.Context(), f, s, fleet.StrategyOptions{Goal: strategy, Limits: f.Require.Limits(), SkipCheck: true})
	switch {
	case errors.As(err, new(*fleet.InfeasibleError)):
		return nil
	case err != nil:
		t.Fatal(err)
	case goal == fleet.Availability:
		return assert.Got(fleet.FindAvailability(t.Context(), f, s))(t).Least()
	}
	return st.Value
}

package intervals

import (
	"context"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"coterie/fleet"
	"coterie/internal/check/assert"
	"coterie/internal/check/fleets"
	"coterie/internal/solve/sets"
	"coterie/quorum"
	"coterie/search/fleet/require"
)

// TestEveryOnce compares with every gate over every partition, as quoracle makes them.
func TestEveryOnce(t *testing.T) {
	for n, want := range []int{0, 1, 4, 18, 126, 1370, 20320} {
		all := everyOnce(n)
		seen := map[uint64]bool{}
		for _, g := range all {
			seen[g.table] = true
		}
		if len(all) != want || len(seen) != want {
			t.Errorf("%d nodes: %d functions, %d of them differ, want %d", n, len(all), len(seen), want)
		}
		if n > 5 || n == 0 {
			continue
		}
		of := make([]map[uint64]bool, 1<<n)
		plain := map[uint64]bool{}
		for s := 1; s < 1<<n; s++ {
			of[s] = map[uint64]bool{}
			var split func(rest int, parts []uint64)
			split = func(rest int, parts []uint64) {
				for k := 1; rest == 0 && k <= len(parts); k++ {
					table := uint64(0)
					for x := range 64 {
						count := 0
						for _, p := range parts {
							count += int(p >> x & 1)
						}
						if count >= k {
							table |= 1 << x
						}
					}
					of[s][table] = true
				}
				for block := rest; block > 0; block = (block - 1) & rest {
					if block&(rest&-rest) != 0 && block != s {
						for g := range of[block] {
							split(rest&^block, append(parts[:len(parts):len(parts)], g))
						}
					}
				}
			}
			if s&(s-1) == 0 {
				of[s][sets.With[log2(s)]] = true
			} else {
				split(s, nil)
			}
			for g := range of[s] {
				plain[g] = true
			}
		}
		assert.Equal(t, len(plain), want, "%d nodes: functions from all gates", n)
		for g := range plain {
			assert.MustTrue(t, seen[g], "%d nodes: %#x is missing", n, g)
		}
	}
}

func log2(s int) int {
	v := 0
	for s >>= 1; s > 0; s >>= 1 {
		v++
	}
	return v
}

// bestOnce is the best load of the formulas of four nodes, each judged by itself.
func bestOnce(t *testing.T, f *fleet.Fleet) *big.Rat {
	t.Helper()
	var systems []fleet.System
	for _, g := range everyOnce(4) {
		reads := sets.Table{N: 4, Bits: sets.Bits{g.table & 0xffff}}
		if !f.Require.Same || slices.Equal(reads.Bits, fleets.Dual(reads).Bits) {
			systems = append(systems, fleets.System(t, reads))
		}
	}
	return fleets.Best(t, f, fleet.Load, systems...)
}

// TestFindReadOnce judges each formula by itself, and finds fleets whose best system is none.
func TestFindReadOnce(t *testing.T) {
	assert.Long(t, "slow under the race detector, which sees these goroutines in other tests")
	rng := rand.New(rand.NewPCG(7, 4))
	rounds := assert.Sized(10, 40)
	beaten := 0
	for i := range rounds {
		f := fleets.Random(rng, 4, 1+i%2*2)
		f.Require.SurviveNodes = i % 2
		if i%5 == 4 {
			f.Require.Network = big.NewRat(2, 1)
		}
		res := assert.Got(Find(t.Context(), f, fleet.Load, Options{}))(t)
		got := assert.Got(FindReadOnce(t.Context(), f, fleet.Load, nil, Options{}))(t)
		best := bestOnce(t, f)
		if best == nil || got.Value == nil {
			assert.Equal(t, got.Value, best, "fleet %d", i)
			continue
		}
		assert.SameNumber(t, got.Value, best, "fleet %d", i)
		again, err := FindReadOnce(t.Context(), f, fleet.Load, res.Value, Options{})
		if err != nil || again.Value.Cmp(got.Value) != 0 {
			t.Errorf("fleet %d: %v with a target, %v without", i, again.Value, got.Value)
		}
		switch got.Value.Cmp(res.Value) {
		case -1:
			t.Errorf("fleet %d: a formula has %v, less than %v", i, got.Value, res.Value)
		case 1:
			beaten++
		}
	}
	if beaten == 0 {
		t.Error("no fleet has a best system that no formula reaches")
	}
	t.Logf("%d of %d fleets have a better system than any read-once formula", beaten, rounds)
}

// TestFindBetween leaves what is between two systems.
func TestFindBetween(t *testing.T) {
	f := caseStudy(t)
	whole := assert.Got(Find(t.Context(), f, fleet.Load, Options{}))(t)
	same, err := Find(t.Context(), f, fleet.Load, Options{Least: whole.Reads, Greatest: whole.Reads})
	if err != nil || same.Value.Cmp(whole.Value) != 0 || !same.Reads.Equal(whole.Reads) {
		t.Errorf("%+v, %v", same, err)
	}
	majority := assert.Got(quorum.Choose(3, quorum.Leaf(0), quorum.Leaf(1), quorum.Leaf(2), quorum.Leaf(3), quorum.Leaf(4)).MinimalSets(t.Context(), 100))(t)
	some, err := Find(t.Context(), f, fleet.Load, Options{Least: majority})
	if err != nil || some.Value.Cmp(whole.Value) < 0 || !some.Optimal {
		t.Errorf("%+v, %v", some, err)
	}
}

// TestAbsent finds which requirements cannot hold together, by going through all systems.
func TestAbsent(t *testing.T) {
	f := caseStudy(t)
	f.Require.Network = big.NewRat(2, 1)
	f.Require.Capacity = big.NewRat(4500, 1)
	absent := func(ctx context.Context, f *fleet.Fleet) (string, bool, error) { return Absent(ctx, f, Options{}) }
	set, why, err := require.Conflict(t.Context(), f, absent)
	if err != nil {
		t.Fatal(err)
	}
	t.Log(set, why)
	if len(set) < 2 {
		t.Error("one requirement alone can hold")
	}
	f.Require.SurviveNodes = 3
	if set, _, err = require.Conflict(t.Context(), f, absent); err != nil || len(set) != 1 || set[0] != require.SurviveNodes {
		t.Error(set, err)
	}
}

// TestFindReadOnceRequired: the best formula of nodes that are nearly alike is that of all formulas
// judged one by one, also where reads and writes are the same, or have to be available.
func TestFindReadOnceRequired(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 5))
	reached := 0
	for round := range 6 {
		f := alike(rng, 4)
		switch f.Require.SurviveNodes = 0; round % 3 {
		case 1:
			f.Require.Same = true
		case 2:
			f.Require.Availability = big.NewRat(98, 100)
		}
		got := assert.Got(FindReadOnce(t.Context(), f, fleet.Load, nil, Options{}))(t)
		best := bestOnce(t, f)
		if (best == nil) != (got.Value == nil) || best != nil && best.Cmp(got.Value) != 0 {
			t.Errorf("fleet %d: %v, want %v", round, got.Value, best)
		}
		if best != nil {
			reached++
		}
	}
	if reached < 4 {
		t.Errorf("only %d fleets have a formula", reached)
	}
}

package fleet

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/solve/sets"
)

// monotone returns all monotone functions of n nodes but the constants.
func monotone(n int) []sets.Table {
	var out []sets.Table
	all := uint64(1)<<(1<<n) - 1
	for x := range all {
		t := sets.NewTable(n)
		t.Bits[0] = x
		t.CloseUp()
		if t.Bits[0] == x && x != 0 {
			out = append(out, t)
		}
	}
	return out
}

// Against all monotone functions on up to four nodes: none exceeds the bound, and where the
// likelihood rule gave it, one reaches it.
func TestMostAvailableAgainstAllFunctions(t *testing.T) {
	ctx, source := context.Background(), rand.New(rand.NewPCG(7, 1))
	cuts, below, open := 0, 0, 0
	for n := 1; n <= 4; n++ {
		functions := monotone(n)
		for range 40 {
			f := randomFleet(source, n, source.IntN(3))
			for z := range f.Zones {
				f.Zones[z].Crash = big.NewRat(int64(source.IntN(19)), 20)
			}
			for v := range f.Nodes {
				if source.IntN(8) == 0 {
					f.Nodes[v].Crash = big.NewRat(int64(source.IntN(11)), 10)
				}
			}
			weights, whole := assert.Got2(Survivors(ctx, f))(t)
			greatest := new(big.Rat)
			for _, reads := range functions {
				writes := sets.NewTable(n)
				reads.Dual(writes)
				c := Chances{chanceOf(reads, weights, whole), chanceOf(writes, weights, whole)}
				if x := c.Least(); x.Cmp(greatest) > 0 {
					greatest = x
				}
			}
			m := assert.Got(FindMostAvailable(ctx, f))(t)
			if m.Bound.Cmp(greatest) < 0 || m.Chances.Least().Cmp(greatest) > 0 {
				t.Fatalf("%v: bound %v, found %v, the greatest of all is %v", f, m.Bound, m.Chances, greatest)
			}
			if strings.Contains(m.By, "cut") {
				cuts++
				if !m.Attained {
					below++
				}
			} else if !m.Attained {
				t.Errorf("the likelihood rule does not reach its bound %v: %v", m.Bound, m.Chances)
			}
			if m.Chances.Least().Cmp(greatest) < 0 {
				open++
			}
		}
	}
	if cuts == 0 {
		t.Error("no fleet needed a cut")
	}
	t.Logf("%d cuts, %d without a system that reaches the bound; a more available system than the one found: %d times", cuts, below, open)
}

func chanceOf(f sets.Table, weights []*big.Int, whole *big.Int) *big.Rat {
	sum := new(big.Int)
	for x, w := range weights {
		if f.Has(x) {
			sum.Add(sum, w)
		}
	}
	return new(big.Rat).SetFrac(sum, whole)
}

// With nodes that fail independently the votes of Amir and Wool are the most available system.
func TestMostAvailableVotes(t *testing.T) {
	ctx := context.Background()
	f := &Fleet{Clients: []Client{{Zone: NoZone}}}
	for v := range 30 {
		f.Nodes = append(f.Nodes, Node{Name: fmt.Sprint("n", v), Zone: NoZone, Crash: big.NewRat(1, 10)})
	}
	for _, n := range []int{29, 30} {
		g := *f
		g.Nodes = f.Nodes[:n]
		m, err := FindMostAvailable(ctx, &g)
		if err != nil || !m.Attained {
			t.Errorf("%d nodes that are alike: %v, %v", n, m, err)
		}
	}
	// Odds 9 and 9³: votes 1 and 3.
	for v := range 6 {
		f.Nodes[v].Crash = big.NewRat(1, 730)
	}
	if votes := AmirWoolVotes(f, 3); votes[0] != 3 || votes[29] != 1 {
		t.Errorf("votes %v", votes)
	}
	if m, err := FindMostAvailable(ctx, f); err != nil || !m.Attained {
		t.Errorf("nodes of two kinds: %v, %v", m, err)
	}
	// Bounds of rounded probabilities hold, too.
	for v := range f.Nodes {
		f.Nodes[v].Crash = big.NewRat(int64(10+v), 400)
	}
	m, err := FindMostAvailable(ctx, f)
	if err != nil || !strings.Contains(m.By, "rounded") || m.Chances.Least().Cmp(m.Bound) > 0 {
		t.Errorf("nodes that all differ: %v, %v", m, err)
	}
}

// Failure probabilities of nodes and zones are only rounded down; votes are never negative; and a
// system attains a bound just where its lesser availability is the bound.
func TestMostAvailableOdds(t *testing.T) {
	assert.Slow(t, "over a second of CPU")
	source := rand.New(rand.NewPCG(11, 2))
	attained, below := 0, 0
	for range 12 {
		f := randomFleet(source, 17+source.IntN(3), source.IntN(4))
		for v := range f.Nodes {
			f.Nodes[v].Crash = big.NewRat(int64(1+source.IntN(60)*source.IntN(2)), 70)
		}
		for step := range 6 {
			g := roundedDown(f, step)
			for v := range f.Nodes {
				if g.Nodes[v].Crash.Cmp(f.Nodes[v].Crash) > 0 {
					t.Fatalf("step %d: node %d from %v to %v", step, v, f.Nodes[v].Crash, g.Nodes[v].Crash)
				}
			}
			for z := range f.Zones {
				if g.Zones[z].Crash.Cmp(f.Zones[z].Crash) > 0 {
					t.Fatalf("step %d: zone %d from %v to %v", step, z, f.Zones[z].Crash, g.Zones[z].Crash)
				}
			}
		}
		for v, x := range AmirWoolVotes(f, 10) {
			if x < 0 {
				t.Fatalf("node %d of crash %v has %d votes", v, f.Nodes[v].Crash, x)
			}
		}
		m := assert.Got(FindMostAvailable(t.Context(), f))(t)
		switch d := m.Chances.Least().Cmp(m.Bound); {
		case d > 0 || m.Attained != (d == 0):
			t.Fatalf("attained %v: %v of at most %v", m.Attained, m.Chances.Least(), m.Bound)
		case d == 0:
			attained++
		default:
			below++
		}
	}
	if below == 0 {
		t.Errorf("%d attained, %d below", attained, below)
	}
}

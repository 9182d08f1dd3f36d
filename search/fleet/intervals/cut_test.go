package intervals

import (
	"context"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
	"time"

	"coterie/fleet"
	"coterie/internal/check/assert"
	"coterie/internal/check/fleets"
)

// alike is a fleet whose nodes differ by parts of a hundred, so that its systems do by less.
func alike(rng *rand.Rand, n int) *fleet.Fleet {
	f := fleets.Random(rng, n, 1)
	for i := range f.Nodes {
		f.Nodes[i].Reads, f.Nodes[i].Writes = big.NewRat(10_000+rng.Int64N(60), 1), big.NewRat(10_000+rng.Int64N(60), 1)
	}
	f.Require.SurviveNodes = 1
	return f
}

// TestCutSearchesNearTies: of systems that differ by less than a hundredth no other than the best
// is called optimal by a search that is cut off.
func TestCutSearchesNearTies(t *testing.T) {
	assert.Long(t, "slow under the race detector, which sees these goroutines in other tests")
	rng := rand.New(rand.NewPCG(8, 81))
	near := 0
	for round := range 12 {
		f := alike(rng, 5)
		whole, err := Find(t.Context(), f, fleet.Load, Options{})
		if err != nil || !whole.Optimal {
			t.Fatal(err, whole)
		}
		for nodes := 1; nodes < whole.Visited; nodes += 1 + nodes/2 {
			part := assert.Got(Find(t.Context(), f, fleet.Load, Options{Nodes: nodes}))(t)
			if part.Optimal && part.Value.Cmp(whole.Value) != 0 || part.Bound.Cmp(whole.Value) > 0 {
				t.Errorf("fleet %d, %d intervals: %s, optimal %v, bound %s, and the best is %s", round, nodes, part.Value, part.Optimal, part.Bound, whole.Value)
			}
			if q := new(big.Rat).Quo(part.Value, whole.Value); q.Cmp(big.NewRat(1, 1)) > 0 && q.Cmp(big.NewRat(101, 100)) < 0 {
				near++
			}
		}
	}
	if near < 5 {
		t.Errorf("%d searches end near the best", near)
	}
}

// TestNearTiesAgainstAll: of all systems on four nodes that are nearly alike none has less load.
func TestNearTiesAgainstAll(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 82))
	all := fleets.Systems(t, 4)
	for round := range 4 {
		f := alike(rng, 4)
		f.Require.SurviveNodes = round % 2
		got, err := Find(t.Context(), f, fleet.Load, Options{})
		if err != nil || !got.Optimal {
			t.Fatal(err, got)
		}
		assert.SameNumber(t, got.Value, fleets.Best(t, f, fleet.Load, all...), "fleet %d: the least load", round)
	}
}

// TestCutByTime: the bound of a search that ends at any moment holds for the intervals that it was
// about to look at.
func TestCutByTime(t *testing.T) {
	f := fleets.Random(rand.New(rand.NewPCG(8, 8)), 6, 3)
	start := time.Now()
	whole, err := Find(t.Context(), f, fleet.Load, Options{Jobs: 1})
	if err != nil || !whole.Optimal {
		t.Fatal(err, whole)
	}
	took := min(time.Since(start), 200*time.Millisecond)
	for k := range time.Duration(12) {
		ctx, cancel := context.WithTimeout(t.Context(), took*k/12)
		part, err := Find(ctx, f, fleet.Load, Options{Jobs: 1})
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		if part.Bound != nil && part.Bound.Cmp(whole.Value) > 0 || part.Optimal && part.Value.Cmp(whole.Value) != 0 {
			t.Errorf("after %v: %v, optimal %v, bound %v, and the best is %v", took*k/12, part.Value, part.Optimal, part.Bound, whole.Value)
		}
	}
}

// TestReportOfCutSearch: the best so far is optimal only where nothing open may have less.
func TestReportOfCutSearch(t *testing.T) {
	p := assert.Got(newProblem(t.Context(), caseStudy(t), fleet.Load))(t)
	s := &finder{problem: p}
	s.improve(&candidate{fleets.Functions(5)[7], big.NewRat(3, 7)})
	for _, c := range []struct {
		lowest  float64
		optimal bool
	}{{s.upper, true}, {s.upper * (1 - 1e-12), false}, {s.upper * 0.999, false}, {0, false}} {
		res := &Result{StoppedBy: "nodes"}
		assert.OK(t, s.report(res, c.lowest))
		if res.Optimal != c.optimal || (res.Bound.Cmp(res.Value) < 0) == c.optimal {
			t.Errorf("with %g open: optimal %v, bound %v of %v", c.lowest, res.Optimal, res.Bound, res.Value)
		}
	}
}

// TestPace: a search ends where the bound that rises on as it did stays below the known one, and
// goes on where it will pass it.
func TestPace(t *testing.T) {
	for _, c := range []struct {
		rise, known float64
		hopeless    bool
	}{{0, 1.1, true}, {0, 0.9, false}, {0.1, 1.15, false}, {0.1, 1.25, true}, {0, math.Inf(-1), false}} {
		p := pace{known: c.known, limit: 8 * firstPace, next: firstPace, last: math.Inf(-1)}
		if p.hopeless(firstPace, 1-c.rise) || p.hopeless(firstPace+1, 0) {
			t.Errorf("%+v: given up before there is a pace", c)
		}
		assert.Equal(t, p.hopeless(2*firstPace, 1), c.hopeless, "%+v, with two doublings to go", c)
	}
}

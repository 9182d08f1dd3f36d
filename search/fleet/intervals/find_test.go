package intervals

import (
	"context"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"coterie/fleet"
	"coterie/internal/check/assert"
	"coterie/internal/check/fleets"
)

func rat(s string) *big.Rat {
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		panic(s)
	}
	return r
}

// caseStudy is the fleet of quoracle's examples/case_study.py.
func caseStudy(t testing.TB) *fleet.Fleet { return fleets.Read(t, "five.yaml") }

// TestFindFiveNodes goes through all 7,579 systems on five nodes: none is better than what was
// found, compared exactly.
func TestFindFiveNodes(t *testing.T) {
	several := []*fleet.Fleet{caseStudy(t)}
	if assert.WithSlow {
		rng := rand.New(rand.NewPCG(5, 5))
		several = append(several, fleets.Random(rng, 5, 1), fleets.Random(rng, 5, 2))
	}
	all := fleets.Functions(5)
	assert.MustEqual(t, len(all), 7579, "functions")
	for i, f := range several {
		res := assert.Got(Find(t.Context(), f, fleet.Load, Options{}))(t)
		p := assert.Got(newProblem(t.Context(), f, fleet.Load))(t)
		root, _ := p.root()
		s, r := &finder{problem: p, upper: math.Inf(1)}, newRelaxation(p)
		var pool []prices
		for _, g := range all {
			if root.lo.SubsetOf(g.Bits) && g.SubsetOf(root.hi.Bits) {
				s.improve(assert.Got(s.priced(t.Context(), r, g, &pool))(t))
			}
		}
		if v := p.value(s.best.value); !res.Optimal || res.Value.Cmp(v) != 0 {
			t.Errorf("fleet %d: %v, optimal %v, want %v", i, res.Value, res.Optimal, v)
		}
	}
}

// TestFindCaseStudy has the optimum of quoracle's case study over all systems.
func TestFindCaseStudy(t *testing.T) {
	f := caseStudy(t)
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
	f := fleets.Random(rand.New(rand.NewPCG(8, 8)), 6, 3)
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

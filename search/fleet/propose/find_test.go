package propose

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"coterie/fleet"
	"coterie/internal/check/assert"
	"coterie/internal/check/fleets"
	"coterie/internal/solve/sets"
	"coterie/quorum"
)

func rat(s string) *big.Rat {
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		panic(s)
	}
	return r
}

// five is a fleet of two kinds of nodes in one place.
func five(t *testing.T) *fleet.Fleet {
	return fleets.Read(t, "nodes: [{name: a, reads: 4000, writes: 2000}, {name: b, reads: 2000, writes: 1000}, {name: c, reads: 4000, writes: 2000}, {name: d, reads: 2000, writes: 1000}, {name: e, reads: 4000, writes: 2000}]")
}

// zoned is a fleet of three zones with so many nodes each, clients in all of them, and every
// requirement.
func zoned(counts ...int) *fleet.Fleet {
	f := &fleet.Fleet{Optimize: []fleet.Goal{fleet.Capacity}}
	for z, count := range counts {
		f.Zones = append(f.Zones, fleet.Zone{Name: fmt.Sprint("z", z), Crash: rat("1/1000")})
		for i := range count {
			r := int64(4000 - 700*(i%5))
			f.Nodes = append(f.Nodes, fleet.Node{Name: fmt.Sprintf("z%dv%d", z, i), Zone: z, Reads: big.NewRat(r, 1), Writes: big.NewRat(r/2, 1), Crash: rat("1/100")})
		}
	}
	for z, share := range []string{"1/2", "3/10", "1/5"} {
		c := fleet.Client{Zone: z, Share: rat(share)}
		for _, node := range f.Nodes {
			d := node.Zone - z
			seconds := big.NewRat(2, 1000)
			if d != 0 {
				seconds = big.NewRat(int64(10*(d*d+1)), 1000)
			}
			c.Latency = append(c.Latency, fleets.Always(seconds))
		}
		f.Clients = append(f.Clients, c)
	}
	f.Workload.Shares = []fleet.Share{{Reads: rat("9/10"), Weight: rat("2/3")}, {Reads: rat("8/10"), Weight: rat("1/3")}}
	f.Require = fleet.Requirements{SurviveNodes: 1, SurviveZones: 1, Capacity: rat("3000"), Latency: rat("30/1000"), Network: rat("5"), Availability: rat("9999/10000")}
	return f
}

// checkProposals judges what was found by the definitions: reads meet writes, and what has to
// survive survives.
func checkProposals(t *testing.T, f *fleet.Fleet, found []Proposal) {
	t.Helper()
	if len(found) == 0 {
		t.Fatal("nothing found")
	}
	failures := newView(f, fleet.Capacity).failures
	for _, p := range found {
		var masks [2][]uint64
		for op, q := range []quorum.Quorums{p.System.Reads, p.System.Writes} {
			list, ok := q.List()
			if !ok || list.N() != f.N() {
				t.Fatalf("%s: no list over %d nodes", p.By, f.N())
			}
			for _, set := range list.All() {
				masks[op] = append(masks[op], sets.Mask(set))
			}
		}
		for _, r := range masks[reads] {
			for _, w := range masks[writes] {
				if r&w == 0 {
					t.Fatalf("%s: read %b misses write %b", p.By, r, w)
				}
			}
		}
		for _, down := range failures {
			for op := range masks {
				if !slices.ContainsFunc(masks[op], func(q uint64) bool { return q&down == 0 }) {
					t.Errorf("%s: without %b no quorum of operation %d lives", p.By, down, op)
				}
			}
		}
	}
}

// Every goal gets systems that keep what is required.
func TestFind(t *testing.T) {
	assert.Slow(t, "over a second of CPU")
	for _, goal := range []fleet.Goal{fleet.Capacity, fleet.LatencyGoal, fleet.Network, fleet.Availability} {
		for name, f := range map[string]*fleet.Fleet{"five": five(t), "zoned": zoned(3, 3, 3)} {
			t.Run(fmt.Sprint(name, "/", goal), func(t *testing.T) {
				found := assert.Got(Find(t.Context(), f, goal, Options{Steps: 30}))(t)
				checkProposals(t, f, found)
				for _, p := range found[:min(3, len(found))] {
					t.Log(p.By, p.System.Name)
				}
			})
		}
	}
}

func TestProposalsDoNotDependOnJobs(t *testing.T) {
	assert.Slow(t, "some seconds")
	f := zoned(3, 3, 3)
	one := assert.Got(Find(t.Context(), f, fleet.Capacity, Options{Jobs: 1, Steps: 60, Seed: 5}))(t)
	many := assert.Got(Find(t.Context(), f, fleet.Capacity, Options{Jobs: 4, Steps: 60, Seed: 5}))(t)
	assert.Deep(t, one, many, "one worker and four find other systems")
}

// On more nodes than a table has, what is proposed is judged by the definitions, too.
func TestFindMany(t *testing.T) {
	assert.Slow(t, "some seconds")
	f := zoned(6, 6, 6)
	f.Require.Network = rat("7")
	found, err := Find(t.Context(), f, fleet.Capacity, Options{Steps: 8})
	if err != nil || len(found) == 0 {
		t.Fatal(found, err)
	}
	var listed []Proposal
	for _, p := range found {
		if _, ok := p.System.Reads.List(); ok {
			listed = append(listed, p)
			continue
		}
		formula, _ := p.System.Reads.Formula()
		dual, _ := p.System.Writes.Formula()
		assert.Equal(t, dual.String(), formula.Dual().String(), "%s: writes are not the dual of reads", p.By)
		for _, down := range newView(f, fleet.Capacity).failures {
			if formula.Eval(quorum.SetOfMask(down)) || dual.Eval(quorum.SetOfMask(down)) {
				t.Errorf("%s does not survive %b", p.By, down)
			}
		}
	}
	checkProposals(t, f, listed)
	again, err := Find(t.Context(), f, fleet.Capacity, Options{Steps: 8, Jobs: 3})
	if err != nil || len(again) != len(found) {
		t.Fatal(err, len(again), len(found))
	}
	for i := range found {
		if found[i].By != again[i].By || fmt.Sprint(found[i].System) != fmt.Sprint(again[i].System) {
			t.Errorf("%d: %s, and with three workers %s", i, found[i].By, again[i].By)
		}
	}
}

// What nothing survives is said.
func TestFindNothing(t *testing.T) {
	if _, err := Find(t.Context(), zoned(3, 2, 2), fleet.Capacity, Options{}); err == nil || !strings.HasPrefix(err.Error(), "no system survives what it has to") {
		t.Errorf("%v", err)
	}
}

// The families are systems on any number of nodes, and keep what has to survive, wherever their
// nodes are put.
func TestFamilyStarts(t *testing.T) {
	f := zoned(3, 3, 3)
	space := assert.Got(newSpace(t.Context(), newView(f, fleet.Capacity)))(t)
	starts := assert.Got(space.familyStarts(t.Context()))(t)
	for _, st := range starts {
		p, err := space.worker().begin(t.Context(), st)
		if err != nil || !p.ok {
			t.Fatal(st.by, err)
		}
		checkProposals(t, f, []Proposal{{System: fleets.System(t, p.f), By: st.by}})
	}
	if len(starts) < 10 {
		t.Errorf("only %d families", len(starts))
	}
}

// With silent nodes on more nodes than a table has, the floating figure is the exact one.
func TestSilentMany(t *testing.T) {
	f := zoned(6, 6, 6)
	f.Workload.Silent = 1
	f.Require = fleet.Requirements{SurviveNodes: 1, SurviveZones: 1, Latency: rat("1")}
	v := newView(f, fleet.Capacity)
	var zones []quorum.Formula
	for z := range 3 {
		zones = append(zones, quorum.Choose(4, v.leaves([]int{6 * z, 6*z + 1, 6*z + 2, 6*z + 3, 6*z + 4, 6*z + 5})...))
	}
	for _, formula := range []quorum.Formula{quorum.Choose(10, v.leaves(nil)...), quorum.Choose(2, zones...)} {
		formula = formula.Over(v.n)
		w := v.judgeFormula(start{formula: &formula})
		if !w.ok || w.formula == nil {
			t.Fatal("no strategy")
		}
		s := assert.Got(fleet.FindStrategy(t.Context(), f, v.system(w), fleet.StrategyOptions{Goal: fleet.Load, Limits: f.Require.Limits()}))(t)
		if want, _ := s.Value.Float64(); math.Abs(w.value*v.scale/want-1) > 1e-6 || w.excess > 0 {
			t.Errorf("%v: a load of %v, exactly %v", formula, w.value*v.scale, want)
		}
	}
}

// Where the failures to survive are too many to list, formulas are judged without a list.
func TestFindManyFailures(t *testing.T) {
	assert.Long(t, "it searches for long")
	f := zoned(30)
	f.Require = fleet.Requirements{SurviveNodes: 10} // 30 million sets
	found, err := Find(t.Context(), f, fleet.Capacity, Options{})
	if err != nil || len(found) == 0 {
		t.Fatal(found, err)
	}
	for _, p := range found {
		failure, err := fleet.FindFailure(t.Context(), f, p.System, fleet.Survival{Nodes: 10})
		if failure != nil || err != nil {
			t.Error(p.By, failure, err)
		}
	}
}

// Quorums that are added for likely failures meet all of the others, and make both kinds more
// available.
func TestReinforced(t *testing.T) {
	f := zoned(6, 6, 6)
	v := newView(f, fleet.Capacity)
	rng := rand.New(rand.NewPCG(1, 1))
	o, ok := v.buildAround(t.Context(), [2][]uint64{}, nil, 0, rng)
	assert.MustTrue(t, ok, "no strategy")
	w := draft{outcome: o}
	for op := range w.lists {
		w.lists[op] = v.asked(o.strategy, op)
	}
	more := w
	more.lists = v.reinforced(w.lists, rng)
	before := assert.Got(fleet.FindAvailability(t.Context(), f, v.system(w)))(t)
	after := assert.Got(fleet.FindAvailability(t.Context(), f, v.system(more)))(t)
	if after.Reads.Cmp(before.Reads) < 0 || after.Writes.Cmp(before.Writes) <= 0 {
		t.Errorf("reads %v and writes %v of the time, %v and %v before", after.Reads, after.Writes, before.Reads, before.Writes)
	}
	checkProposals(t, f, []Proposal{{System: v.system(more), By: "reinforced"}})
}

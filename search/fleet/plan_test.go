package fleet

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"coterie/fleet"
	"coterie/internal/check/assert"
	"coterie/internal/check/fleets"
	"coterie/search"
)

func planned(t testing.TB, f *fleet.Fleet, opts Options) *Answer {
	t.Helper()
	a := assert.Got(Plan(t.Context(), f, opts))(t)
	check(t, a)
	return a
}

// check is what holds of every answer.
func check(t testing.TB, a *Answer) {
	t.Helper()
	goal := a.Goals[0]
	if a.Majority < 0 || !strings.HasPrefix(a.Entries[a.Majority].System.Name, "majority:") {
		t.Error("no majority for comparison")
	}
	if a.Optimal && (a.OptimalBy == "" || a.Entries[a.Best].Value(goal).Cmp(a.Bound) != 0) {
		t.Error("optimal without what proves it")
	}
	for i := range a.Entries {
		e := &a.Entries[i]
		assert.NoError(t, e.System.Meets(t.Context()), "%s", e.System.Name)
		if !e.Keeps() && a.Best >= 0 && i < a.Best {
			t.Errorf("%s breaks %v and stands before the best", e.System.Name, e.Fails)
		}
		if e.Keeps() && a.Bound != nil && better(goal, e.Value(goal), a.Bound) && len(a.Fleet.Systems) == 0 {
			t.Errorf("%s is better than the bound of all systems: %v, %v", e.System.Name, e.Value(goal), a.Bound)
		}
		if e.Keeps() && a.Best >= 0 && e.Second == "" && e.Given == a.Entries[a.Best].Given && better(goal, e.Value(goal), a.Entries[a.Best].Value(goal)) {
			t.Errorf("%s is better than the best", e.System.Name)
		}
		if e.System.Name == "" {
			continue
		}
		// The spec gives the same system back.
		s, err := systemOf(t.Context(), a.Fleet, e.System.Name)
		if err != nil {
			t.Errorf("%s: %v", e.System.Name, err)
			continue
		}
		again, err := fleet.System{Reads: s.Reads, Writes: e.System.Reads}.Same(t.Context())
		if keyOf(s) != keyOf(e.System) && (!again || err != nil) && !strings.HasPrefix(e.System.Name, "majority:") {
			t.Errorf("%s is read as another system", e.System.Name)
		}
	}
}

// TestPlanOfTheCaseStudy: the answer is the one that the study has, and does not depend on workers.
func TestPlanOfTheCaseStudy(t *testing.T) {
	assert.Slow(t, "over a second of CPU")
	f := fleets.Read(t, "five.yaml")
	a := planned(t, f, Options{Jobs: 1, Explain: true})
	if !a.Optimal || a.Verdict != search.Found || a.Bound.RatString() != "379/1880000" || a.Gap().Sign() != 0 {
		t.Errorf("optimal %v, bound %v", a.Optimal, a.Bound)
	}
	if a.ReadOnce == nil || a.ReadOnce.Cmp(a.Bound) != 0 || a.OnceTried == 0 {
		t.Errorf("read-once %v of %d", a.ReadOnce, a.OnceTried)
	}
	if len(a.Costs) != 2 || !a.Costs[0].Proven || a.Costs[0].Share.Sign() >= 0 || a.Costs[1].Share.Sign() <= 0 {
		t.Errorf("costs %+v", a.Costs)
	}
	b := planned(t, f, Options{Jobs: 3, Explain: true})
	if !reflect.DeepEqual(told(a), told(b)) {
		t.Errorf("another answer with other workers:\n%v\n%v", told(a), told(b))
	}
}

// told is an answer as text.
func told(a *Answer) []string {
	list := []string{fmt.Sprint(a.Verdict, a.Best, a.Majority, a.Bound, a.BoundBy, a.Optimal, a.Front, a.Conflict, a.Notes)}
	for i := range a.Entries {
		e := &a.Entries[i]
		list = append(list, fmt.Sprint(e.System.Name, e.By, e.Strategy.Load, e.Strategy.Latency, e.Strategy.Network, e.Fails, e.Survives, e.Most))
	}
	return list
}

// TestPlanAgainstAllSystems: of random fleets of three and four nodes no system is better than the
// plan, none that ties is better in the next figures, and none keeps requirements that the plan
// says none keeps.
func TestPlanAgainstAllSystems(t *testing.T) {
	assert.Long(t, "some seconds of linear programs")
	againstAllSystems(t, 1, 4) // more of them in TestSlowPlanAgainstAllSystems
}

// againstAllSystems draws so many fleets.
func againstAllSystems(t *testing.T, seed uint64, trials int) {
	r := rand.New(rand.NewPCG(19, seed))
	absent := 0
	for trial := range trials {
		n := 3 + trial%2
		var text strings.Builder
		fmt.Fprintln(&text, "nodes:")
		for i := range n {
			fmt.Fprintf(&text, "  - {name: s%d, zone: z%d, reads: %d, writes: %d, latency: %dms, crash: %d%%}\n", i, i%2, 100*(1+r.IntN(4)), 100*(1+r.IntN(4)), 1+r.IntN(9), r.IntN(20))
		}
		fmt.Fprintf(&text, "zones: {z0: {crash: 1%%}, z1: {crash: 2%%}}\nworkload: {reads: {0.%d: 1, 0.%d: 2}}\n", 1+r.IntN(4), 5+r.IntN(5))
		fmt.Fprintf(&text, "require: {survive: {nodes: %d}, latency: %dms, availability: %d%%}\n", r.IntN(2), 2+r.IntN(8), r.IntN(97))
		order := [][]fleet.Goal{
			{fleet.Capacity, fleet.LatencyGoal, fleet.Availability, fleet.Network}, {fleet.LatencyGoal, fleet.Capacity, fleet.Availability, fleet.Network},
			{fleet.Network, fleet.Capacity, fleet.LatencyGoal, fleet.Availability}, {fleet.Availability, fleet.Capacity, fleet.LatencyGoal, fleet.Network},
		}[trial/2%4]
		goal := order[0]
		fmt.Fprintf(&text, "optimize: %s\n", goal)
		f := fleets.Read(t, text.String())
		a := planned(t, f, Options{})
		var best []*big.Rat
		for _, s := range fleets.Systems(t, n) {
			e := judge(t.Context(), f, s, "", order)
			if !e.Keeps() {
				continue
			}
			first := 0 // the first figure in which it differs
			for best != nil && first < 3 && e.Value(order[first]).Cmp(best[first]) == 0 {
				first++
			}
			if best == nil || better(order[first], e.Value(order[first]), best[first]) {
				best = []*big.Rat{e.Value(order[0]), e.Value(order[1]), e.Value(order[2]), e.Value(order[3])}
			}
		}
		switch {
		case best == nil:
			absent++
			if a.Verdict != search.ProvenAbsent || a.Best >= 0 {
				t.Errorf("trial %d: no system keeps the requirements, and the plan is %s\n%s", trial, a.Verdict, text.String())
			}
		case !a.Optimal || !a.TiesOptimal:
			t.Errorf("trial %d: the best has %v, the plan %v (optimal %v, bound %v, ties %v)\n%s", trial, best[0], a.Best, a.Optimal, a.Bound, a.TiesOptimal, text.String())
		default:
			for k, g := range order {
				if got := a.Entries[a.Best].Value(g); got.Cmp(best[k]) != 0 {
					t.Errorf("trial %d: the best of all in %v has %s %v, the plan %v\n%s", trial, order, g, best[k], got, text.String())
				}
			}
		}
	}
	if trials > 4 && (absent == 0 || absent == trials) {
		t.Errorf("%d of %d fleets have no system", absent, trials)
	}
}

// TestFront: no point of a front is beaten in both goals, and its ends are the best in each.
func TestFront(t *testing.T) {
	assert.Slow(t, "a second of branch and bound for every point")
	base := "nodes:\n  - {name: a, reads: 400, writes: 200, latency: 1ms}\n  - {name: b, capacity: 100, latency: 2ms}\n  - {name: c, capacity: 300, latency: 4ms}\n  - {name: d, reads: 100, writes: 50, latency: 9ms}\n"
	a := planned(t, fleets.Read(t, base+"optimize: [capacity, latency]\n"), Options{})
	if len(a.Front) < 3 || !a.FrontOptimal {
		t.Fatalf("front %v, optimal %v", a.Front, a.FrontOptimal)
	}
	for k, i := range a.Front[1:] {
		before, e := &a.Entries[a.Front[k]], &a.Entries[i]
		if e.Value(fleet.Capacity).Cmp(before.Value(fleet.Capacity)) < 0 || e.Value(fleet.LatencyGoal).Cmp(before.Value(fleet.LatencyGoal)) > 0 {
			t.Errorf("%s does not follow %s on the front", e.System.Name, before.System.Name)
		}
	}
	for k, goal := range []string{"capacity", "latency"} {
		alone := planned(t, fleets.Read(t, base+"optimize: "+goal+"\n"), Options{})
		end := &a.Entries[a.Front[k*(len(a.Front)-1)]]
		if g := fleet.Goal(goal); end.Value(g).Cmp(alone.Entries[alone.Best].Value(g)) != 0 {
			t.Errorf("the front ends at %v in %s, and the best has %v", end.Value(g), goal, alone.Entries[alone.Best].Value(g))
		}
	}
}

// TestConflict: the fewest requirements that no system keeps together are named.
func TestConflict(t *testing.T) {
	f := fleets.Read(t, "nodes:\n  - {name: a, capacity: 100, latency: 1ms}\n  - {name: b, capacity: 100, latency: 50ms}\n  - {name: c, capacity: 100, latency: 50ms}\nrequire: {survive: {nodes: 1}, latency: 10ms, network: 3, capacity: 10}\n")
	a := planned(t, f, Options{})
	if a.Verdict != search.ProvenAbsent || !reflect.DeepEqual(a.Conflict, []string{"survive nodes", "latency"}) || a.ConflictBy == "" {
		t.Errorf("%s: %v by %q", a.Verdict, a.Conflict, a.ConflictBy)
	}
}

// TestGivenSystems: nothing but the named systems is taken, and what cannot be is told.
func TestGivenSystems(t *testing.T) {
	f := fleets.Read(t, "nodes: [{name: s, count: 5, capacity: 100}]\nsystems: [wheel, fpp, 'expr:s1*s2+s3*s4*s5']\n")
	a := planned(t, f, Options{})
	if best := a.Entries[a.Best]; !best.Given || !strings.HasPrefix(best.System.Name, "expr:") || !a.Optimal {
		t.Errorf("best %+v, optimal %v", best, a.Optimal)
	}
	if len(a.Entries) != 3 || len(a.Notes) != 1 || !strings.HasPrefix(a.Notes[0], "fpp is left out: ") {
		t.Errorf("%d systems, notes %q", len(a.Entries), a.Notes)
	}
	assert.Refused(Plan(t.Context(), fleets.Read(t, "nodes: [{name: s, count: 5}]\nsystems: [fpp]\n"), Options{}))(t, "", "no system can be taken, and there is no error")

	// What is too large to be judged may be better; what is no system of the fleet is an error.
	f = fleets.Read(t, "nodes: [{name: s, count: 30}]\nsystems: [majority, 'truncated:of=(majority:n=31),n=30']\n")
	a = planned(t, f, Options{})
	if a.Best != 0 || a.Optimal || a.Bound != nil || len(a.Notes) != 1 {
		t.Errorf("best %d, optimal %v, bound %v, notes %q", a.Best, a.Optimal, a.Bound, a.Notes)
	}
	for _, spec := range []string{"expr:a*((", "nofile.json", "grid:n=4"} {
		_, err := Plan(t.Context(), fleets.Read(t, "nodes: [{name: s, count: 5}]\nsystems: [majority, '"+spec+"']\n"), Options{})
		if err == nil || !strings.HasPrefix(err.Error(), spec+": ") {
			t.Errorf("%s beside majority: %v", spec, err)
		}
	}
}

// Of systems to choose from, the best is one of them, even where the majority is none and better.
func TestMajorityIsNotGiven(t *testing.T) {
	a := planned(t, fleets.Read(t, "nodes: [{name: a, capacity: 1}, {name: b, capacity: 900}, {name: c, capacity: 900}]\nsystems: [\"expr:a\"]"), Options{})
	if a.Best != 0 || a.Entries[0].System.Name != "expr:a" || !a.Optimal || a.Verdict != search.Found {
		t.Errorf("best is %d of %v, optimal %v", a.Best, told(a), a.Optimal)
	}
}

// Among strategies that are as good, the least load decides before the rest: it costs nothing.
func TestLoadDecidesAmongEquals(t *testing.T) {
	assert.Long(t, "it plans twice")
	for _, goal := range []string{"network", "latency"} {
		f := fleets.Read(t, "nodes: [{name: a, capacity: 1}, {name: b, capacity: 900}, {name: c, capacity: 900}, {name: d, capacity: 900}]\noptimize: "+goal)
		a := planned(t, f, Options{})
		m := a.Entries[a.Majority]
		best := assert.Got(fleet.FindStrategy(t.Context(), f, m.System, fleet.StrategyOptions{}))(t)
		if m.Strategy.Load.Cmp(best.Load) != 0 {
			t.Errorf("%s: the majority has load %v with a strategy as good as one of %v", goal, m.Strategy.Load, best.Load)
		}
	}
}

// TestPlanCutShort: an ended context leaves the majority at least, and says so.
func TestPlanCutShort(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	a, err := Plan(ctx, fleets.Read(t, "eleven.yaml"), Options{})
	if err != nil || a.StoppedBy == "" || a.Majority < 0 || a.Optimal {
		t.Errorf("%v: %+v", err, a)
	}
	// Opened before the end, and without a figure after it.
	f := fleets.Read(t, "nodes: [{name: a, count: 30}]\nworkload: {silent: 1}\nsystems: [majority]\noptimize: [load, network]\n")
	soon, done := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer done()
	if a, err = Plan(soon, f, Options{}); err == nil && (a.Best < 0) == (a.Verdict == search.Found) {
		t.Errorf("%s, and the best is %d", a.Verdict, a.Best)
	}
}

// TestUnknownMeans: where the mean latency of some systems is not known, a limit on it excludes
// nothing, and nothing is proven.
func TestUnknownMeans(t *testing.T) {
	const nodes = "nodes: [{name: a, latency: {p99: 20ms}}, {name: b, latency: 5ms}, {name: c, latency: 5ms}]\n"
	for _, rest := range []string{"optimize: latency\n", "require: {latency: 1ms}\n", "require: {latency: 1ms, survive: {nodes: 1}}\n"} {
		a := planned(t, fleets.Read(t, nodes+rest), Options{})
		if a.Optimal || a.Verdict == search.ProvenAbsent || a.Bound != nil {
			t.Errorf("%s%s: %s, optimal %v, bound %v", nodes, rest, a.Verdict, a.Optimal, a.Bound)
		}
	}
}

// TestNoTime: a latency of 0 is the best there is.
func TestNoTime(t *testing.T) {
	assert.Long(t, "it plans many fleets")
	a := planned(t, fleets.Read(t, "nodes: [{latency: 10ms}, {latency: 0ms}, {latency: 30ms}]\noptimize: latency\n"), Options{})
	if !a.Optimal || a.Bound == nil || a.Bound.Sign() != 0 {
		t.Errorf("optimal %v, bound %v by %q", a.Optimal, a.Bound, a.OptimalBy)
	}
	a = planned(t, fleets.Read(t, "nodes: [{latency: 10ms}, {latency: 0ms}, {latency: 30ms}]\noptimize: [latency, capacity]\n"), Options{})
	assert.True(t, a.FrontOptimal, "the front is not proven")
}

// TestGap: what little work leaves between the best system and the bound is not called optimal.
func TestGap(t *testing.T) {
	a := planned(t, fleets.Read(t, "nodes: [{count: 7}]\nworkload: {reads: 0.5}\nrequire: {survive: {nodes: 1}}\n"), Options{Steps: 1, Intervals: 2})
	value := a.Entries[a.Best].Value(fleet.Capacity)
	if a.Bound == nil || value.Cmp(a.Bound) <= 0 {
		t.Fatalf("no gap: %v and the bound %v", value, a.Bound)
	}
	if a.Optimal || a.OptimalBy != "" {
		t.Errorf("optimal by %q: %v and the bound %v", a.OptimalBy, value, a.Bound)
	}
}

// TestLeastTimes: where percentiles begin at p0, no system of three nodes has a less mean latency
// than the plan.
func TestLeastTimes(t *testing.T) {
	assert.Long(t, "half a second of CPU")
	r := rand.New(rand.NewPCG(28, 3))
	for range 6 {
		text := "nodes:\n"
		for range 3 {
			least := 1 + r.IntN(9)
			text += fmt.Sprintf("  - {latency: {p0: %dms, p50: %dms, p100: %dms}}\n", least, least+r.IntN(3), least+2+r.IntN(9))
		}
		f := fleets.Read(t, text+"require: {survive: {nodes: 1}}\noptimize: latency\n")
		a := planned(t, f, Options{})
		best := fleets.Best(t, f, fleet.LatencyGoal, fleets.Systems(t, 3)...)
		if !a.Optimal || a.Bound.Cmp(best) != 0 {
			t.Errorf("the plan has %v (optimal %v), the best of all %v\n%s", a.Bound, a.Optimal, best, text)
		}
	}
}

package fleet

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"coterie/fleet"
	"coterie/internal/check/assert"
	"coterie/internal/check/fleets"
	"coterie/internal/check/reach"
	"coterie/internal/solve/sets"
	"coterie/quorum"
	"coterie/search"
	"coterie/search/enumerate"
	"coterie/search/fleet/intervals"
)

// byDefinition returns the systems of a shape on n nodes, set by set.
func byDefinition(t *testing.T, shape fleet.Shape, n int) (systems []fleet.System) {
	t.Helper()
	seen := map[string]bool{}
	add := func(reads, writes func(set int) bool) {
		var s [2]sets.Table
		for i, holds := range []func(int) bool{reads, writes} {
			s[i] = sets.NewTable(n)
			for set := range 1 << n {
				if holds(set) {
					s[i].Add(set)
				}
			}
		}
		key := fmt.Sprint(s)
		if s[0].Has(0) || s[1].Has(0) || !s[0].Has(1<<n-1) || !s[1].Has(1<<n-1) || seen[key] {
			return
		}
		seen[key] = true
		systems = append(systems, fleet.System{Name: "one", Reads: fleets.Family(t, s[0]), Writes: fleets.Family(t, s[1])})
	}
	quota := func(votes []int, least int) func(set int) bool {
		return func(set int) bool {
			have := 0
			for v := range sets.Ones(uint64(set)) {
				have += votes[v]
			}
			return have >= least
		}
	}
	each := func(most int, yield func(numbers []int)) {
		numbers := make([]int, n)
		for code := range power(most+1, n) {
			for v := range numbers {
				numbers[v] = code / power(most+1, v) % (most + 1)
			}
			yield(numbers)
		}
	}
	switch shape {
	case fleet.CountShape:
		for r := 1; r <= n; r++ {
			for w := n + 1 - r; w <= n; w++ {
				ones := slices.Repeat([]int{1}, n)
				add(quota(ones, r), quota(ones, w))
			}
		}
	case fleet.WeightShape:
		each(3, func(votes []int) {
			for r := 1; r <= sets.Sum(votes); r++ {
				for w := sets.Sum(votes) + 1 - r; w <= sets.Sum(votes); w++ {
					add(quota(votes, r), quota(votes, w))
				}
			}
		})
	case fleet.GroupShape:
		each(n-1, func(group []int) {
			each(2, func(weight []int) {
				holds := func(set int) bool {
					groups, have := 0, 0
					for g := range n {
						all, some := 0, 0
						for v := range n {
							if group[v] == g {
								all += weight[v]
								some += weight[v] * (set >> v & 1)
							}
						}
						if all > 0 {
							groups++
							if 2*some > all {
								have++
							}
						}
					}
					return 2*have > groups
				}
				add(holds, holds)
			})
		})
	}
	return systems
}

func power(x, k int) int {
	p := 1
	for range k {
		p *= x
	}
	return p
}

// TestShapesByDefinition: of random fleets no system of a shape is better than the answer, and none
// keeps requirements where the answer says that none does.
func TestShapesByDefinition(t *testing.T) {
	assert.Long(t, "some seconds of linear programs")
	r := rand.New(rand.NewPCG(32, 3))
	met := map[string]int{}
	for round := range assert.Sized(8, 60) {
		n := 3 + round/4%2
		f := fleets.Hard(r, n)
		f.Require.WritesMeet = r.IntN(3) == 0
		goal := allGoals[round%len(allGoals)]
		f.Optimize = []fleet.Goal{goal}
		p := &planner{}
		for _, shape := range []fleet.Shape{fleet.CountShape, fleet.WeightShape, fleet.GroupShape} {
			systems := slices.DeleteFunc(byDefinition(t, shape, n), func(s fleet.System) bool {
				return f.Require.WritesMeet && quorum.JudgeWritesMeet(t.Context(), s.Writes, quorum.Options{}).Holds != quorum.Holds
			})
			want := fleets.Best(t, f, goal, systems...)
			x := ShapeAnswer{Shape: shape}
			p.shape(t.Context(), f, orderOf(f.Optimize), &x)
			switch {
			case want == nil && (x.Entry != nil || !x.Absent || x.Reason == ""):
				t.Errorf("round %d, %s for %s: %+v, and none of %d systems keeps %+v", round, shape, goal, x, len(systems), f.Require)
			case want != nil && (x.Entry == nil || !x.Optimal || x.Entry.Value(goal).Cmp(want) != 0 || x.Bound.Cmp(want) != 0):
				t.Errorf("round %d, %s for %s: optimal %v, %v %v, and the best of %d systems has %v", round, shape, goal, x.Optimal, x.Bound, x.Reason, len(systems), want)
			}
			if met["none"]++; want != nil {
				met[string(goal)]++
				assert.NoError(t, x.Entry.System.Meets(t.Context()))
			}
		}
	}
	t.Log(met)
}

// TestBallots: votes that are enough give every system of votes, as many as there are.
func TestBallots(t *testing.T) {
	for n := 1; n <= assert.Sized(5, allVotes); n++ {
		counts := func(n int) int64 {
			return assert.Got(enumerate.CountVotes(t.Context(), n, enumerate.Options{}))(t).Labelled.Int64()
		}
		found := int64(0)
		for _, b := range ballots(n, enoughVotes[n], false) {
			placings(b.votes, quorum.FullSet(n).Nodes(), func([]int) { found++ })
		}
		// A self-dual function of one variable more is a function whose dual is no greater, or is
		// no less; the two constant ones are no systems.
		if want := 2*counts(n+1) - counts(n) - 2; found != want {
			t.Errorf("%d nodes: %d systems of votes, of %d", n, found, want)
		}
	}
	for n := 1; n <= assert.Sized(6, allGroups); n++ {
		found, choose := 0, 1 // the nodes that count, chosen among n
		for size := 1; size <= n; size++ {
			choose = choose * (n + 1 - size) / size
			found += choose * len(inGroup(size))
		}
		if want := assert.Got(enumerate.CountVotes(t.Context(), n, enumerate.Options{}))(t).Labelled.Int64(); int64(found) != want {
			t.Errorf("%d nodes: %d nondominated majorities of votes, of %d", n, found, want)
		}
	}
}

// TestVotesBranched: branch and bound over votes has the best of the systems that tables list.
func TestVotesBranched(t *testing.T) {
	assert.Long(t, "some seconds of linear programs")
	r := rand.New(rand.NewPCG(32, 6))
	for round := range assert.Sized(16, 120) {
		f := fleets.Hard(r, 3+round%3)
		f.Require.WritesMeet = r.IntN(3) == 0
		goal := allGoals[round%len(allGoals)]
		got, err := intervals.Find(t.Context(), f, goal, intervals.Options{Votes: true})
		if err != nil || goal.Percentile() >= 0 {
			continue
		}
		want := ShapeAnswer{Shape: fleet.WeightShape}
		(&planner{}).shape(t.Context(), f, orderOf([]fleet.Goal{goal}), &want)
		switch {
		case want.Entry == nil && got.Verdict != search.ProvenAbsent:
			t.Errorf("round %d: %v, and %s", round, got, want.Reason)
		case want.Entry != nil:
			assert.SameNumber(t, got.Value, want.Entry.Value(goal), "round %d, %s", round, goal)
		}
	}
}

// TestNineVotes: the votes and groups of nine nodes that live the likeliest fail in one of each set
// of live nodes and its complement, the less likely one.
func TestNineVotes(t *testing.T) {
	f := fleets.Random(rand.New(rand.NewPCG(32, 7)), 9, 1)
	for v := range f.Nodes {
		f.Nodes[v].Crash = big.NewRat(int64(1+v*v+v), 257)
	}
	chance, whole, err := fleet.Survivors(t.Context(), f)
	assert.NoError(t, err)
	alive := new(big.Int)
	for m, w := range chance[:256] {
		if other := chance[511-m]; w.Cmp(other) < 0 {
			w = other
		}
		alive.Add(alive, w)
	}
	order := orderOf([]fleet.Goal{fleet.Availability})
	for _, shape := range []fleet.Shape{fleet.WeightShape, fleet.GroupShape} {
		x, list := ShapeAnswer{Shape: shape}, []member(nil)
		text, all := (&planner{}).throughVotes(t.Context(), f, order, &x, &picked{at: -1, closed: true}, &list, "")
		assert.True(t, all, text)
		e := judge(t.Context(), f, list[0].system, text, order)
		assert.SameNumber(t, e.Value(fleet.Availability), new(big.Rat).SetFrac(alive, whole), "%s", shape)
	}
}

// zonedFleet has three zones of 3, 2 and 2 nodes; with clients in the first two.
func zonedFleet(t testing.TB, clients string) *fleet.Fleet {
	return fleets.Read(t, `
nodes:
  - {name: a, count: 3, zone: x, reads: 4000, writes: 2000, latency: 1ms, crash: 1%}
  - {name: b, count: 2, zone: y, reads: 2000, writes: 1000, latency: 5ms, crash: 1%}
  - {name: c, count: 2, zone: z, reads: 1000, writes: 1000, latency: 9ms, crash: 2%}
`+clients)
}

// TestZones: two levels are told apart exactly where a set of one and a set of the other share no
// node, and these are the sets that are named.
func TestZones(t *testing.T) {
	for _, clients := range []string{"", "clients: [{zone: x}, {zone: y}]", "clients: [{zone: x}, {name: far}]"} {
		f := zonedFleet(t, clients)
		c, apart, why := zonePool(f)
		assert.MustEqual(t, why, "")
		for _, m := range c.list {
			lists := [2]quorum.Family{}
			for i, q := range []quorum.Quorums{m.system.Reads, m.system.Writes} {
				formula, _ := q.Formula()
				lists[i] = assert.Got(formula.MinimalSets(t.Context(), 1000))(t)
			}
			assert.NoError(t, fleet.System{Reads: lists[0], Writes: lists[1]}.Meets(t.Context()), "%s: reads %s, writes %s", clients, m.reads, m.writes)
		}
		for _, x := range apart {
			assert.True(t, !x.Read.Intersects(x.Write), "%v and %v", x.Read, x.Write)
		}
		if len(c.list) == 0 || len(apart) == 0 {
			t.Errorf("%d pairs of levels, %d apart", len(c.list), len(apart))
		}
		a := planned(t, f, Options{Shapes: []fleet.Shape{fleet.ZoneShape}, Steps: 1})
		if a.Best < 0 || !a.Optimal || len(a.Shapes) != 1 || a.Shapes[0].Loses == nil {
			t.Errorf("%s: %+v", clients, a.Shapes)
		}
	}
	f := zonedFleet(t, "")
	f.Nodes[0].Zone = fleet.NoZone
	_, _, why := zonePool(f)
	assert.Contains(t, why, "in no zone")
}

// TestZonesApart: for every pair of levels and local zones the closed form agrees with all sets.
func TestZonesApart(t *testing.T) {
	for _, z := range []*zoning{
		{n: 7, zones: []int{0, 1, 2}, nodes: [][]int{{0, 1, 2}, {3, 4}, {5, 6}}},
		{n: 7, zones: []int{0, 1, 2, 3}, nodes: [][]int{{0, 1, 2}, {3, 4}, {5}, {6}}},
	} {
		for r := fleet.LocalZone; r <= fleet.MostNodes; r++ {
			for w := fleet.LocalZone; w <= fleet.MostNodes; w++ {
				for _, home := range [][]int{{0}, {2}, {0, 1}, {1, 2, 0}} {
					reads, writes := r.Quorums(z.n, z.nodes, home), w.Quorums(z.n, z.nodes, home)
					want := false
					for set := range 1 << z.n {
						want = want || reads.Eval(quorum.SetOfMask(set)) && writes.Eval(quorum.SetOfMask(1<<z.n-1-set))
					}
					a, b, got := z.apart(r, w, home)
					if got != want || got && (a.Intersects(b) || !reads.Eval(a) || !writes.Eval(b)) {
						t.Errorf("%d zones, levels %d and %d, local zones %v: %v and %v, %v, want %v", len(z.zones), r, w, home, a, b, got, want)
					}
				}
			}
		}
	}
}

// TestShapesOfNine: votes and groups of nine nodes are gone through, and each has an interval up to
// the bound of all systems.
func TestShapesOfNine(t *testing.T) {
	assert.Slow(t, "some seconds of CPU")
	f := fleets.Random(rand.New(rand.NewPCG(32, 9)), 9, 1)
	a := planned(t, f, Options{Shapes: []fleet.Shape{fleet.CountShape, fleet.WeightShape, fleet.GroupShape}, Intervals: 1000})
	values := map[fleet.Shape]*big.Rat{}
	for _, x := range a.Shapes {
		values[x.Shape] = x.Entry.Value(fleet.Capacity)
		if x.Bound == nil || better(fleet.Capacity, values[x.Shape], x.Bound) {
			t.Errorf("%s: %v beyond %v", x.Shape, values[x.Shape], x.Bound)
		}
	}
	if better(fleet.Capacity, values[fleet.CountShape], values[fleet.WeightShape]) {
		t.Errorf("counts have %v, and weights, of which they are some, %v", values[fleet.CountShape], values[fleet.WeightShape])
	}
}

// manyNodesFleet returns n nodes that all differ.
func manyNodesFleet(t testing.TB, n int) *fleet.Fleet {
	var text strings.Builder
	fmt.Fprintln(&text, "nodes:")
	for v := range n {
		fmt.Fprintf(&text, "  - {name: s%d, zone: z%d, reads: %d, writes: %d, latency: %dms, crash: %d%%}\n", v, v%8, 2000+7*v, 1000+(v*v)%997, 1+v%40, 1+v%3)
	}
	fmt.Fprintln(&text, "workload: {reads: 0.9}\nrequire: {survive: {zones: 1}}")
	return fleets.Read(t, text.String())
}

// BenchmarkShapeCounts finds the best counts of 200 nodes that all differ.
func BenchmarkShapeCounts(b *testing.B) {
	f := manyNodesFleet(b, 200)
	for b.Loop() {
		x := ShapeAnswer{Shape: fleet.CountShape}
		(&planner{}).shape(b.Context(), f, orderOf([]fleet.Goal{fleet.Capacity}), &x)
		if !x.Optimal {
			b.Fatal(x.Reason)
		}
	}
	reach.Time(b, "shape/counts/n=200", reach.PerRun(b), 5*time.Second)
}

package availability

import (
	"fmt"
	"math/big"
	"testing"

	"coterie/bounds"
	"coterie/experiments/small"
	"coterie/experiments/studytest"
	"coterie/internal/check/assert"
	"coterie/internal/solve/sets"
	"coterie/measure/availability"
)

// naiveOrder compares two availabilities at many p below 1/2.
func naiveOrder(a, b []*big.Int) order {
	less, more := false, false
	for k := int64(1); k < 40; k++ {
		switch c := naiveAvailability(a, big.NewRat(k, 80)).Cmp(naiveAvailability(b, big.NewRat(k, 80))); {
		case c < 0:
			less = true
		case c > 0:
			more = true
		}
	}
	switch {
	case less && more:
		return mixedOrder
	case less:
		return lessAvailable
	case more:
		return moreAvailable
	}
	return asAvailable
}

// TestMostAvailable: the best of all coteries, found by trying them at many p.
func TestMostAvailable(t *testing.T) {
	seen := map[order]int{}
	for n := 1; n <= 4; n++ {
		best := mostAvailable(n)
		for _, x := range crashProbabilities() {
			if got, want := best.Failure(x), bounds.FailureFloor(n, x); got.Cmp(want) != 0 {
				t.Errorf("n = %d, p = %v: failure probability %v, floor %v", n, x, got, want)
			}
		}
		reached := 0
		for _, c := range small.Antichains(n) {
			if sets.MostDisjoint(c) > 1 {
				continue
			}
			live := countsOf(n, c).live(n)
			got := orderBelowHalf(live, best)
			if want := naiveOrder(live.Counts, best.Counts); got != want || got > asAvailable {
				t.Errorf("n = %d: %v is %d beside the best, want %d", n, small.Groups{c}, got, want)
			}
			if got == asAvailable {
				reached++
			}
			majority := thresholdLive(n, n/2+1)
			got = orderBelowHalf(live, majority)
			assert.Equal(t, got, naiveOrder(live.Counts, majority.Counts), "n = %d: %v: beside the majority", n, small.Groups{c})
			seen[got]++
		}
		if reached == 0 {
			t.Errorf("n = %d: no coterie reaches the best", n)
		}
	}
	assert.Equal(t, len(seen), 4, "orders seen: %v", seen)
}

// TestTallyGroups: the tallies of small systems, beside the definitions.
func TestTallyGroups(t *testing.T) {
	for _, c := range []struct{ n, m int }{{1, 2}, {2, 2}, {3, 2}, {4, 2}, {2, 3}, {3, 3}} {
		got := assert.Got(tallyGroups(t.Context(), c.n, c.m))(t)
		var want smallGroupTally
		best := timesLive(mostAvailable(c.n), c.m)
		orders := map[string]order{}
		for g := range small.GroupSystems(c.n, c.m) {
			want.Systems++
			wide := 0
			var list []availability.LiveSets
			for _, cartel := range g {
				wide = max(wide, sets.MostDisjoint(cartel))
				list = append(list, countsOf(c.n, cartel).live(c.n))
			}
			if wide < 2 {
				continue
			}
			want.Wide++
			sum := sumOf(list)
			key := fmt.Sprint(sum.Counts)
			if _, ok := orders[key]; !ok {
				orders[key] = naiveOrder(sum.Counts, best.Counts)
			}
			mean := orders[key]
			if mean == asAvailable {
				want.Free++
			} else if mean != lessAvailable {
				t.Errorf("%v: the mean is %d beside the best", g, mean)
			}
			if g.Degree() > 1 {
				want.Degree++
				if mean == asAvailable {
					want.FreeDegree++
				}
			}
		}
		if got.Systems != want.Systems || got.Wide != want.Wide || got.Free != want.Free || got.Degree != want.Degree || got.FreeDegree != want.FreeDegree {
			t.Errorf("n = %d, m = %d: %+v, want %+v", c.n, c.m, got, want)
		}
		if got.Exception != "" || got.SecondAbove != "" {
			t.Errorf("n = %d, m = %d: %s%s", c.n, c.m, got.Exception, got.SecondAbove)
		}
	}
}

// TestFreeDegree: the example in "What degree costs in availability".
func TestFreeDegree(t *testing.T) {
	g := small.Groups{{0b0011, 0b1100, 0b1001}, {0b0101, 0b1010, 0b1001}}
	if !small.CrossesAll(g[:1], g[1]) || g.Degree() != 2 {
		t.Fatalf("%v is no group system of degree 2", g)
	}
	for i, cartel := range g {
		assert.Equal(t, naiveOrder(countsOf(4, cartel).live(4).Counts, mostAvailable(4).Counts), asAvailable, "cartel %d costs availability", i+1)
	}
}

func TestMaekawaM(t *testing.T) {
	for _, c := range []struct{ c, locks, want int }{{3, 1, 18}, {3, 2, 27}, {8, 7, 192}} {
		assert.Equal(t, maekawaM(c.c, c.locks), c.want, "c = %d, %d locks: messages", c.c, c.locks)
	}
}

func TestGroupAvailabilitySmall(t *testing.T) {
	assert.Long(t, "half a second of CPU")
	folder := studytest.Small(t, declareGroupAvailability, groupAvailabilityParameters{
		Coteries: 4, Small: 4, Three: 3, Nodes: 12, Groups: []int{2, 3, 4}, Listed: 500, States: 1 << 15, Rows: 4, Order: 5,
	}, nil)
	studytest.WantRows(t, folder, "coteries.csv", "1,1,1,1,true,0,0", "2,3,2,2,false,2,0", "3,11,4,1,true,0,0", "4,80,12,8,false,26,20")
	studytest.WantRows(t, folder, "group-families.csv", `9,2,"net:side=3,m=2",3,0.0199025,0.0199025,0.0199025,0.00089092,22.3393,true,0,`)
	studytest.WantRows(t, folder, "loads.csv", "10,triangle-lattice,triangle-lattice:rows=4,4,2/5,2/5,1.26491,1.1295,8,20,")
	studytest.WantRows(t, folder, "messages.csv", "4,8,21,135,16,36,3.75")
	studytest.WantRows(t, folder, "surficial-loads.csv", "9,2,3,1/3,1,degenerate-fpp:n=9,2/5")
}

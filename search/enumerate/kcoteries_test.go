package enumerate

import (
	"fmt"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
	"coterie/quorum"
)

// TestKCoteriesByDefinition judges all monotone functions of few variables by the definition of
// package quorum, and compares those that no other one is above with the listing.
func TestKCoteriesByDefinition(t *testing.T) {
	for n := 1; n <= assert.Sized(4, 5); n++ {
		for k := 1; k <= n; k++ {
			var want, greatest []Function
			for _, f := range allMonotone(n).members[1:] {
				if f == one(n) {
					continue
				}
				g := Function{n: n, words: [4]uint64{uint64(f)}}
				family := g.Family()
				if quorum.JudgeKIntersection(t.Context(), k, family).Holds == quorum.Holds && quorum.JudgeKNonIntersection(t.Context(), k, family).Holds == quorum.Holds {
					want = append(want, g)
				}
			}
			for i, f := range want {
				dominated := false
				for j, g := range want {
					dominated = dominated || i != j && f.Below(g)
				}
				if !dominated {
					greatest = append(greatest, f)
				}
			}
			for nondominated, want := range map[bool][]Function{false: want, true: greatest} {
				q := Query{Nodes: n, K: k, Nondominated: nondominated}
				var got []Function
				for item := range assert.Each(t, List(t.Context(), q, Options{})) {
					assert.OK(t, q.Admits(item))
					got = append(got, item.Cartels[0])
				}
				assert.Slice(t, got, want, "%+v", q)
			}
		}
	}
}

// TestKCoteriesCounted compares two counts of every kind, and those of k = 1 with the numbers of
// coteries. On six nodes it takes seconds for each.
func TestKCoteriesCounted(t *testing.T) {
	for n := 1; n <= assert.Sized(5, 6); n++ {
		for k := 1; k <= min(3, n); k++ {
			for flags := range map[bool]int{false: 8, true: 4}[n == 6] {
				q := Query{Nodes: n, K: k, Nondominated: flags&1 > 0, Classes: flags&2 > 0, AllUsed: flags&4 > 0}
				count := assert.Got(Count(t.Context(), q, Options{}))(t)
				listed := assert.Got(CountBy(t.Context(), q, Listing, Options{}))(t)
				assert.Equal(t, count.Count.String(), listed.Count.String(), "%+v, %s", q, count.Method)
				if k == 1 {
					q.K = 0
					assert.Equal(t, assert.Got(Count(t.Context(), q, Options{}))(t).Count.String(), count.Count.String(), "coteries, %+v", q)
				}
			}
		}
	}
}

// TestKCoteriesResumed goes on after each item of a listing.
func TestKCoteriesResumed(t *testing.T) {
	q := Query{Nodes: 4, K: 2, Classes: true}
	var all []string
	var items []Item
	for item := range assert.Each(t, List(t.Context(), q, Options{})) {
		all, items = append(all, fmt.Sprint(item)), append(items, item)
	}
	for i, after := range items {
		var rest []string
		for item := range assert.Each(t, List(t.Context(), q, Options{After: &after})) {
			rest = append(rest, fmt.Sprint(item))
		}
		assert.Slice(t, rest, all[i+1:], "after item %d", i)
	}
}

// TestKCoteriesRefused: what is out of reach, or no k-coterie, is an input error.
func TestKCoteriesRefused(t *testing.T) {
	for _, q := range []Query{{Nodes: 7, K: 2}, {Nodes: 0, K: 1}, {Nodes: 3, K: 4}, {Nodes: 3, K: 2, Groups: 2}} {
		for _, err := range []error{q.CheckList(), q.CheckCount()} {
			assert.ErrorAs[*quorum.InputError](t, err)
		}
	}
	f := Function{n: 3, words: [4]uint64{uint64(with(0) & one(3))}} // {1}
	assert.Refused(0, Query{Nodes: 3, K: 2}.Admits(Item{Cartels: []Function{f}}))(t, "no 2-coterie")
	assert.Refused(0, Query{Nodes: 3, K: 1, Nondominated: true}.Admits(Item{Cartels: []Function{{n: 3, words: [4]uint64{1<<7 | 1<<3}}}}))(t, "dominates it")
}

// BenchmarkKCoteries goes through all functions of six variables.
func BenchmarkKCoteries(b *testing.B) {
	for b.Loop() {
		for _, nondominated := range []bool{false, true} {
			assert.Got(CountBy(b.Context(), Query{Nodes: 6, K: 2, Nondominated: nondominated}, Listing, Options{}))(b)
		}
	}
	reach.Time(b, "k-coteries/n=6/k=2", reach.PerRun(b), 60e9)
}

package enumerate

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"coterie/internal/check/assert"
	"coterie/quorum"
)

// TestListByDefinition compares every listing for at most five nodes with all families, by
// definition.
func TestListByDefinition(t *testing.T) {
	for n := 1; n <= 5; n++ {
		coteries := allCoteries(n)
		for _, q := range queries(n, false) {
			want := q.wanted(coteries)
			for i, item := range collect(t, q, Options{}) {
				f := item.Cartels[0]
				if item.Index != i || item.Automorphisms != 0 || item.Orbit != 0 || len(item.Cartels) != 1 {
					t.Fatalf("%+v: item %d is %+v", q, i, item)
				}
				if !want[f] {
					t.Fatalf("%+v: %b is listed twice, or wrongly", q, f.Minimal())
				}
				delete(want, f)
			}
			if len(want) > 0 {
				t.Errorf("%+v: %d are missing", q, len(want))
			}
		}
	}
}

// TestListLengths compares lengths with what is published, and the order with what the package
// comment says.
func TestListLengths(t *testing.T) {
	known := readPublished(t)
	last := assert.Sized(6, 7)
	for n := 1; n <= last; n++ {
		for _, q := range []Query{{Nodes: n, Nondominated: true}, {Nodes: n - 1}} {
			if q.Nodes == 0 {
				continue
			}
			count := 0
			var before Function
			for item := range assert.Each(t, List(t.Context(), q, Options{})) {
				f := item.Cartels[0]
				if count > 0 && q.split() >= 0 {
					k := q.split()
					mask := one(k)
					// Quarter p stands behind quarter e in the table.
					at := 1 << k
					p, e := table(f.words[at/64]>>(at%64))&mask, table(f.words[0])&mask
					p0, e0 := table(before.words[at/64]>>(at%64))&mask, table(before.words[0])&mask
					if p < p0 || p == p0 && e <= e0 {
						t.Fatalf("%+v: item %d is out of order", q, item.Index)
					}
				}
				before = f
				count++
			}
			want := known.Labelled[n-1]
			if !q.Nondominated {
				want--
			}
			assert.Equal(t, count, want, "%+v", q)
		}
	}
}

// TestListGoesOn takes listings up behind items at several places.
func TestListGoesOn(t *testing.T) {
	for n := 1; n <= 6; n++ {
		for _, q := range append(queries(n, false), queries(n, true)...) {
			if q.split() > 4 && !q.Classes {
				continue
			}
			items := collect(t, q, Options{})
			for at := 0; at < len(items); at += 1 + len(items)/17 {
				rest := collect(t, q, Options{After: &items[at], Jobs: 2})
				if !slices.EqualFunc(rest, items[at+1:], equalItems) {
					t.Fatalf("%+v behind item %d: %d items, want %d", q, at, len(rest), len(items)-at-1)
				}
			}
			if len(items) > 0 {
				if rest := collect(t, q, Options{After: &items[len(items)-1]}); len(rest) > 0 {
					t.Errorf("%+v: %d items behind the last", q, len(rest))
				}
			}
		}
	}
}

func equalItems(a, b Item) bool {
	return a.Index == b.Index && a.Automorphisms == b.Automorphisms && a.Orbit == b.Orbit && slices.Equal(a.Cartels, b.Cartels)
}

// TestListRefusesItems goes on behind what is no item of the listing.
func TestListRefusesItems(t *testing.T) {
	majority := family{0b011, 0b101, 0b110}.function(3)
	pair := family{0b011}.function(3)
	for _, c := range []struct {
		name  string
		q     Query
		after Item
		want  string
	}{
		{"no function", Query{Nodes: 3}, Item{}, "0 cartels, not 1"},
		{"two functions", Query{Nodes: 3}, Item{Cartels: []Function{majority, majority}}, "2 cartels, not 1"},
		{"negative index", Query{Nodes: 3}, Item{Index: -1, Cartels: []Function{majority}}, "place is -1"},
		{"other n", Query{Nodes: 4}, Item{Cartels: []Function{majority}}, "3 nodes, not 4"},
		{"no quorum", Query{Nodes: 3}, Item{Cartels: []Function{{n: 3}}}, "without quorums"},
		{"disjoint quorums", Query{Nodes: 3}, Item{Cartels: []Function{family{1, 2}.function(3)}}, "do not meet"},
		{"dominated", Query{Nodes: 3, Nondominated: true}, Item{Cartels: []Function{pair}}, "dominated"},
		{"unused", Query{Nodes: 3, AllUsed: true}, Item{Cartels: []Function{pair}}, "in no quorum"},
		{"not canonical", Query{Nodes: 3, Classes: true}, Item{Cartels: []Function{pair.reversed()}, Automorphisms: 2, Orbit: 3}, "does not represent its class"},
	} {
		var last error
		for item, err := range List(t.Context(), c.q, Options{After: &c.after}) {
			if err == nil {
				t.Fatalf("%s: item %+v", c.name, item)
			}
			last = err
		}
		var bad *quorum.InputError
		if !errors.As(last, &bad) || bad.What != "resume" || !strings.Contains(bad.Why, c.want) {
			t.Errorf("%s: %v", c.name, last)
		}
	}
}

// TestListStops ends contexts and loops early; nothing of the listing runs on afterwards.
func TestListStops(t *testing.T) {
	for _, q := range []Query{{Nodes: 7, Nondominated: true}, {Nodes: 7, Nondominated: true, Classes: true}} {
		for _, after := range []int{0, 1, 300} {
			before := runtime.NumGoroutine()
			cause := errors.New("enough")
			ctx, cancel := context.WithCancelCause(t.Context())
			if after == 0 {
				cancel(cause)
			}
			seen := 0
			var last error
			for item, err := range List(ctx, q, Options{Jobs: 3}) {
				if last != nil {
					t.Fatal("something comes behind an error")
				}
				if last = err; err != nil {
					if item.Cartels != nil {
						t.Errorf("an item with error %v", err)
					}
					continue
				}
				if seen++; seen == after {
					cancel(cause)
				}
			}
			assert.Is(t, last, cause, "%+v, ended after %d", q, after)
			cancel(nil)
			checkGoroutines(t, before)

			seen = 0
			for range assert.Each(t, List(t.Context(), q, Options{Jobs: 3})) {
				if seen++; seen > after {
					break
				}
			}
			checkGoroutines(t, before)
		}
	}
}

// checkGoroutines reports goroutines that were not there before. One that has just ended may be
// counted for a moment.
func checkGoroutines(t *testing.T, before int) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); runtime.NumGoroutine() > before; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d goroutines, %d before", runtime.NumGoroutine(), before)
		}
	}
}

// TestListReports counts forward, never beyond the total.
func TestListReports(t *testing.T) {
	assert.Long(t, "half a second of CPU")
	for _, q := range []Query{{Nodes: 7, Nondominated: true, Classes: true}, {Nodes: 6, AllUsed: true}} {
		calls, before := 0, -1
		collect(t, q, Options{Progress: func(stage string, done, total int) {
			if stage == "" || done <= before || total > 0 && done > total || q.Classes && total == 0 {
				t.Errorf("%+v: %q, %d of %d behind %d", q, stage, done, total, before)
			}
			calls, before = calls+1, done
		}})
		if calls == 0 {
			t.Errorf("%+v: no report", q)
		}
	}
}

// TestCheckList holds the limits against listings that are refused, and the numbers in the refusal
// against the count.
func TestCheckList(t *testing.T) {
	known := readPublished(t)
	for _, c := range []struct {
		q    Query
		want string
	}{
		{Query{Nodes: 8, Nondominated: true}, grouped(fmt.Sprint(known.Labelled[7])) + " systems, 7.35 TB"},
		{Query{Nodes: 7}, grouped(fmt.Sprint(known.Labelled[7]-1)) + " systems, 3.68 TB"},
		{Query{Nodes: 9, Nondominated: true}, "at least 72,057,594,037,927,936 systems"},
		{Query{Nodes: 9, Nondominated: true, AllUsed: true}, "at least 36,028,797,018,963,968 systems"},
		{Query{Nodes: 9, Nondominated: true, Classes: true}, "at least 198,571,412,141 systems, 12.7 TB"},
		{Query{Nodes: 8, Classes: true}, "at least 1,787,142,709,274 systems"},
		{Query{Nodes: 30, Nondominated: true}, "at least 10^"},
		{Query{Nodes: 1 << 40}, "at least 10^"},
	} {
		smaller := c.q
		smaller.Nodes = map[bool]int{true: 6, false: 5}[c.q.Nondominated] + map[bool]int{true: 2, false: 1}[c.q.Classes]
		var bad *ListLimitError
		if err := c.q.CheckList(); !errors.As(err, &bad) || bad.Input.What != "n" || !strings.Contains(bad.Input.Why, c.want) || bad.Listed != smaller.Nodes || bad.Counted < 8 {
			t.Errorf("%+v: %v", c.q, err)
		}
		assert.NoError(t, smaller.CheckList())
	}
	for _, n := range []int{0, -5} {
		for item, err := range List(t.Context(), Query{Nodes: n}, Options{}) {
			assert.Fails(t, err, "", "%d nodes: %+v", n, item)
		}
	}
}

// TestManyMajorities compares the lower bound with listings, and the reasoning about unused nodes
// with the functions that it speaks of.
func TestManyMajorities(t *testing.T) {
	for n := 3; n <= 6; n++ {
		for _, q := range queries(n, false) {
			if q.split() > 4 {
				continue
			}
			bound := q.manyMajorities().Int64()
			count := 0
			majorities := 0
			for _, item := range collect(t, q, Options{}) {
				count++
				if q.Nondominated && item.Cartels[0].isMajority() {
					majorities++
				}
			}
			if int64(count) < bound {
				t.Errorf("%+v: %d, but the bound is %d", q, count, bound)
			}
			if q.Nondominated && !q.AllUsed && int64(majorities) != bound || q.Nondominated && q.AllUsed && int64(majorities) < bound {
				t.Errorf("%+v: %d majorities, bound %d", q, majorities, bound)
			}
		}
	}
}

// isMajority reports whether f is one of the functions that manyMajorities counts.
func (f Function) isMajority() bool {
	m := f.n / 2
	for set := range 1 << f.n {
		size := bits.OnesCount(uint(set))
		switch {
		case size < m && f.Has(set), size > f.n-m && !f.Has(set):
			return false
		case f.n%2 == 1 && size == m && f.Has(set) && set&1 == 0:
			return false
		}
	}
	return true
}

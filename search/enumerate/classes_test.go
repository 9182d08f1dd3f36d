package enumerate

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"coterie/internal/check/assert"
)

// TestClassesByDefinition compares the classes for at most five nodes with the orbits of all
// coteries under all renamings.
func TestClassesByDefinition(t *testing.T) {
	for n := 1; n <= 5; n++ {
		coteries := allCoteries(n)
		orders := allOrders(n)
		for _, q := range queries(n, true) {
			want := q.wanted(coteries)
			for i, item := range collect(t, q, Options{}) {
				f := item.Cartels[0]
				orbit := map[Function]bool{}
				for _, to := range orders {
					orbit[f.renamedNaively(to)] = true
				}
				if item.Index != i || item.Orbit != len(orbit) || item.Orbit*item.Automorphisms != len(orders) {
					t.Fatalf("%+v: %+v, but the orbit has %d", q, item, len(orbit))
				}
				for g := range orbit {
					if !want[g] {
						t.Fatalf("%+v: class %d is listed twice, or wrongly", q, i)
					}
					delete(want, g)
				}
			}
			if len(want) > 0 {
				t.Errorf("%+v: %d systems are in no class", q, len(want))
			}
		}
	}
}

// TestClassesAddUp adds the orbits up, compares numbers of classes with what is published, and each
// class with its canonical form and its place in the order.
func TestClassesAddUp(t *testing.T) {
	known := readPublished(t)
	for n := 1; n <= 7; n++ {
		for _, q := range queries(n, true) {
			if q.split() > 5 {
				continue
			}
			sum, classes := 0, 0
			var before head
			var e table
			for _, item := range collect(t, q, Options{}) {
				f := item.Cartels[0]
				assert.MustEqual(t, item.Orbit*item.Automorphisms, factorial(n), "%+v: %+v", q, item)
				if least, automorphisms := Canonical(f); least != f || automorphisms != item.Automorphisms {
					t.Fatalf("%+v: item %d has canonical form %b, %d automorphisms", q, item.Index, least.Minimal(), automorphisms)
				}
				if k := q.split(); k >= 0 {
					at := assert.Got(q.placeOf(item))(t)
					next := head{at.p, at.p.counts(k)}
					if c := before.compare(next); classes > 0 && (c > 0 || c == 0 && e >= at.e) {
						t.Fatalf("%+v: item %d is out of order", q, item.Index)
					}
					before, e = next, at.e
				}
				sum += item.Orbit
				classes++
			}
			switch {
			case q.AllUsed && q.Nondominated && classes != known.ClassesAllUsed[n-1], !q.AllUsed && q.Nondominated && classes != known.Classes[n-1]:
				t.Errorf("%+v: %d classes", q, classes)
			case !q.AllUsed && q.Nondominated && sum != known.Labelled[n-1], !q.AllUsed && !q.Nondominated && sum != known.Labelled[n]-1:
				t.Errorf("%+v: the orbits add up to %d", q, sum)
			}
		}
	}
}

// TestClassesWithAllNodesUsed holds the filter against a listing of all classes.
func TestClassesWithAllNodesUsed(t *testing.T) {
	for n := 1; n <= 7; n++ {
		for _, q := range queries(n, true) {
			if q.split() > 5 || q.AllUsed {
				continue
			}
			var want []Function
			for _, item := range collect(t, q, Options{}) {
				if item.Cartels[0].Used() == 1<<n-1 {
					want = append(want, item.Cartels[0])
				}
			}
			q.AllUsed = true
			var got []Function
			for _, item := range collect(t, q, Options{}) {
				got = append(got, item.Cartels[0])
			}
			assert.Slice(t, got, want, "%+v: %d, want %d", q, len(got), len(want))
		}
	}
}

// TestClassesWhateverJobs lists with one, two and three workers.
func TestClassesWhateverJobs(t *testing.T) {
	for _, q := range []Query{{Nodes: 7, Nondominated: true, Classes: true}, {Nodes: 6, Classes: true}} {
		want := collect(t, q, Options{Jobs: 1})
		for jobs := 2; jobs <= 3; jobs++ {
			if got := collect(t, q, Options{Jobs: jobs}); !slices.EqualFunc(got, want, equalItems) {
				t.Errorf("%+v: another listing with %d workers", q, jobs)
			}
		}
	}
}

// TestClassesOfSixVariables takes random nondominated coteries on 8 nodes, and coteries on 7, and
// finds the class of each under the head of its canonical form, with as many automorphisms, and the
// others of that head in their canonical forms.
func TestClassesOfSixVariables(t *testing.T) {
	assert.Long(t, "half a second of CPU")
	rng := rand.New(rand.NewPCG(9, 10))
	for _, q := range []Query{{Nodes: 8, Nondominated: true, Classes: true}, {Nodes: 7, Classes: true}} {
		c := assert.Got(newClassifier(t.Context(), q))(t)
		for range 40 {
			f := randomFunction(rng, 8, true)
			p, e, automorphisms := leastSplit(split(f), !q.Nondominated)
			if !q.keeps(c.k, p, e) {
				continue // node 8 alone
			}
			at, ok := slices.BinarySearchFunc(c.heads, head{p, p.counts(c.k)}, head.compare)
			assert.MustTrue(t, ok, "%+v: %x is no head", q, p)
			tails := c.tails(nil, c.heads[at])
			assert.MustTrue(t, slices.Contains(tails, tail{e, int32(automorphisms)}), "%+v: %x, %x with %d automorphisms is not listed", q, p, e, automorphisms)
			for i, other := range tails {
				if i > 0 && other.e <= tails[i-1].e {
					t.Fatalf("%+v: head %x: tail %d is out of order", q, p, i)
				}
				if i%50 > 0 {
					continue
				}
				p1, e1, number := leastSplit(pair(c.k, other.e, p), !q.Nondominated)
				if p1 != p || e1 != other.e || number != int(other.automorphisms) {
					t.Fatalf("%+v: %x, %x is not canonical", q, p, other.e)
				}
			}
		}
	}
}

// TestHeadsStop ends the search for heads, which comes before the first class.
func TestHeadsStop(t *testing.T) {
	why := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(why)
	for _, q := range []Query{{Nodes: 8, Nondominated: true, Classes: true}, {Nodes: 7, Classes: true}} {
		if c, err := newClassifier(ctx, q); c != nil || err != why {
			t.Errorf("%+v: %v", q, err)
		}
	}
}

// TestHeads compares the heads and their stabilisers with orbits of monotone functions.
func TestHeads(t *testing.T) {
	known := readPublished(t)
	for k := 0; k <= 6; k++ {
		c := assert.Got(newClassifier(t.Context(), Query{Nodes: k + 1}))(t)
		assert.Equal(t, len(c.heads), known.MonotoneClasses[k], "k = %d: heads", k)
		if k > 4 {
			continue
		}
		orders := allOrders(k)
		for _, h := range c.heads {
			fixed := 0
			for _, to := range orders {
				g := renamedNaive(h.p, k, to)
				if g == h.p {
					fixed++
				}
				counts := g.counts(k)
				if ascends(k, counts) && (head{g, counts}).compare(h) < 0 {
					t.Fatalf("k = %d: %x is less than head %x", k, g, h.p)
				}
			}
			stabiliser := c.stabiliser(h)
			assert.Equal(t, len(stabiliser)+1, fixed, "k = %d, head %x: renamings", k, h.p)
			for _, r := range stabiliser {
				if r.apply(h.p) != h.p || len(r) == 0 {
					t.Errorf("k = %d: %v does not fix %x", k, r, h.p)
				}
			}
		}
	}
}

func ascends(k int, counts uint64) bool {
	for i := 1; i < k; i++ {
		if byte(counts>>(8*i)) < byte(counts>>(8*i-8)) {
			return false
		}
	}
	return true
}

// TestHalves compares functions made of halves with the lattice of all.
func TestHalves(t *testing.T) {
	for k := 0; k <= 4; k++ {
		h := newHalves(k)
		all := allMonotone(k).members
		for from, want := range all {
			var got []table
			for x, counts := range h.functions(want) {
				if counts != naiveCounts(x, k) || counts != x.counts(k) {
					t.Fatalf("k = %d: counts of %x are %x", k, x, counts)
				}
				got = append(got, x)
			}
			assert.MustSlice(t, got, all[from:], "k = %d from %d", k, from)
		}
		for _, top := range all {
			for _, bounding := range all {
				bound := naiveCounts(bounding, k)
				var want []table
				for _, x := range all {
					fits := x.below(top)
					for i := range k {
						fits = fits && byte(naiveCounts(x, k)>>(8*i)) <= byte(bound>>(8*i))
					}
					if fits {
						want = append(want, x)
					}
				}
				var got []table
				h.under(top, bound, func(x table, counts uint64) bool {
					got = append(got, x)
					return counts == naiveCounts(x, k)
				})
				assert.MustSlice(t, got, want, "k = %d below %x, counts below %x", k, top, bound)
			}
		}
	}
}

func naiveCounts(f table, k int) uint64 {
	counts := uint64(0)
	for set := range f.sets() {
		for i := range k {
			counts += uint64(set>>i&1) << (8 * i)
		}
	}
	return counts
}

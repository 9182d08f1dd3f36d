package atlas

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"coterie/bounds"
	"coterie/internal/check/assert"
	"coterie/internal/machine/par"
	"coterie/internal/solve/sets"
	"coterie/measure/availability"
	"coterie/measure/transversals"
	"coterie/measure/votes"
	"coterie/quorum"
	"coterie/search/enumerate"
)

func classesOn(n int) enumerate.Query {
	return enumerate.Query{Nodes: n, Nondominated: true, Classes: true}
}

// all measures the classes on n nodes.
func all(t testing.TB, n int) (list []Class) {
	t.Helper()
	for item := range assert.Each(t, List(t.Context(), classesOn(n), enumerate.Options{})) {
		assert.MustEqual(t, item.Index, len(list))
		list = append(list, *item.Class)
	}
	return list
}

func loadOf(c Class) bounds.Fraction { return bounds.FractionOf(int64(c.Busiest), int64(c.Times)) }

// compare measures the class by the packages measure and measure/votes, which share no code with
// this one.
func compare(ctx context.Context, t *testing.T, c Class) {
	t.Helper()
	f := c.Function.Family()
	v, err := votes.Find(ctx, f, votes.Options{})
	if err != nil {
		t.Error(err)
		return
	}
	if v.Load.Value.Cmp(loadOf(c)) != 0 || v.Assignable != (c.Total > 0) || v.Total != c.Total {
		t.Errorf("%v: load %v and %d votes, want %v and %d", f.Sets(), loadOf(c), c.Total, v.Load.Value, v.Total)
	}
	transversal, err := transversals.Smallest(ctx, f, transversals.Options{Load: &v.Load, Jobs: 1})
	if err != nil || transversal.Set.Len()-1 != c.Resilience() {
		t.Errorf("%v: resilience %d, the smallest transversal is %v, %v", f.Sets(), c.Resilience(), transversal.Set, err)
	}
	live, err := availability.CountLive(ctx, f, availability.LiveOptions{})
	if err != nil {
		t.Error(err)
		return
	}
	for size, count := range live.Counts {
		assert.Equal(t, count.Int64(), int64(c.Live[size]), "%v: %d live sets of %d nodes, want %v", f.Sets(), c.Live[size], size, count)
	}
	sizes := make([]int, f.Len())
	for i := range sizes {
		sizes[i] = f.Set(i).Len()
	}
	if c.Quorums != f.Len() || c.MinQuorum != slices.Min(sizes) || c.MaxQuorum != slices.Max(sizes) {
		t.Errorf("%v: %d quorums of %d to %d nodes", f.Sets(), c.Quorums, c.MinQuorum, c.MaxQuorum)
	}
	assert.Equal(t, automorphisms(f), c.Automorphisms, "%v: %d automorphisms, want", f.Sets(), c.Automorphisms)
}

// automorphisms goes through all renamings, one after the other, leaving those in which a node
// comes to one in another number of quorums.
func automorphisms(f quorum.Family) (found int) {
	n, in := f.N(), f.Responsibilities()
	isQuorum := make([]bool, 1<<n)
	for _, q := range f.All() {
		isQuorum[sets.Mask(q)] = true
	}
	to := make([]int, n)
	var choose func(v, taken int)
	choose = func(v, taken int) {
		if v == n {
			for _, q := range f.All() {
				image := 0
				for _, x := range q {
					image |= 1 << to[x]
				}
				if !isQuorum[image] {
					return
				}
			}
			found++
			return
		}
		for x := range n {
			if taken>>x&1 == 0 && in[x] == in[v] {
				to[v] = x
				choose(v+1, taken|1<<x)
			}
		}
	}
	choose(0, 0)
	return found
}

// TestMeasureUpToSeven: the figures of every class on at most 7 nodes are those of other code, and
// there are as many classes as are counted without a list.
func TestMeasureUpToSeven(t *testing.T) {
	most := assert.Sized(6, 7)
	for n := 1; n <= most; n++ {
		list := all(t, n)
		assert.MustEqual(t, assert.Got(enumerate.Count(t.Context(), classesOn(n), enumerate.Options{}))(t).Count.Int64(), int64(len(list)), "n = %d", n)
		assert.NoError(t, par.For(t.Context(), 0, len(list), func(ctx context.Context, _, i int) error {
			compare(ctx, t, list[i])
			return nil
		}))
	}
}

// sampleOfEight measures one class of each of some slices of those on 8 nodes.
func sampleOfEight(t testing.TB, slicesTaken int) (list []Class) {
	t.Helper()
	s := assert.Got(enumerate.OpenSlices(t.Context(), classesOn(8)))(t)
	random := rand.New(rand.NewPCG(8, 1985))
	var k Kernel
	for range slicesTaken {
		slice := random.IntN(s.Parts())
		seen := 0
		var chosen Class
		assert.OK(t, s.Each(t.Context(), slice, func(f enumerate.Function, automorphisms int) error {
			if seen++; random.IntN(seen) == 0 { // each of the slice with the same chance
				var err error
				chosen, err = k.Measure(f, automorphisms)
				return err
			}
			return nil
		}))
		if seen > 0 {
			list = append(list, chosen)
		}
	}
	return list
}

// TestMeasureEight: the figures of a sample of the classes on 8 nodes, and of the last ones of the
// listing, which have votes, are those of other code.
func TestMeasureEight(t *testing.T) {
	taken := assert.Sized(4, 40)
	list := sampleOfEight(t, taken)
	if len(list) < taken/2 {
		t.Fatalf("%d classes", len(list))
	}
	var k Kernel
	voted := 0
	for r := range assert.Each(t, enumerate.Regular(t.Context(), 8, enumerate.Options{})) {
		if voted++; voted%(5000/taken) == 1 {
			f := assert.Got(enumerate.FunctionOf(r.Family()))(t)
			c, err := k.Measure(f, r.Automorphisms())
			if err != nil || c.Total == 0 {
				t.Fatalf("%v: %d votes, %v", f.Minimal(), c.Total, err)
			}
			list = append(list, c)
		}
	}
	for _, c := range list {
		compare(t.Context(), t, c)
	}
}

// TestCheck: a class with anything changed is refused.
func TestCheck(t *testing.T) {
	for _, c := range append(all(t, 6), sampleOfEight(t, 3)...) {
		assert.OK(t, c.Check())
		n := c.Nodes()
		for name, spoil := range map[string]func(c *Class){
			"load":          func(c *Class) { c.Busiest-- },
			"live sets":     func(c *Class) { c.Live[n/2]++ },
			"quorums":       func(c *Class) { c.Quorums++ },
			"smallest":      func(c *Class) { c.MinQuorum++ },
			"largest":       func(c *Class) { c.MaxQuorum-- },
			"automorphisms": func(c *Class) { c.Automorphisms = 11 },
			"strategy":      func(c *Class) { c.strategy[0].Times++; c.figure() },
			"node weights":  func(c *Class) { c.weights[0]++; c.figure() },
			"a total":       func(c *Class) { c.Total += 2 },
			"votes":         func(c *Class) { c.votes[0]++; c.Total++ },
			"twice the votes": func(c *Class) {
				for i := range c.votes {
					c.votes[i] *= 3
				}
				c.Total *= 3
				c.votes[0] += 2
				c.Total += 2
			},
			"another function": func(c *Class) {
				words := c.Function.Words()
				c.Function, _ = enumerate.SelfDual(n, [2]uint64{words[0] ^ 2})
				c.figure()
			},
		} {
			spoilt := c
			spoil(&spoilt)
			if (name == "strategy" || name == "node weights") && c.strategyLen == 1 {
				continue // a dictator is asked every time
			}
			assert.Fails(t, spoilt.Check(), "", "%v: the class passes with another %s", c.Function.Minimal(), name)
		}
	}
}

// TestBounded: the rule that ends in any case, kept to from the first exchange on or from a later
// one, finds the same load, and of several variables that will do takes that of the least number.
func TestBounded(t *testing.T) {
	list := sampleOfEight(t, 3)
	for n := 1; n <= 6; n++ {
		list = append(list, all(t, n)...)
	}
	for _, c := range list {
		for free := range 4 {
			k := Kernel{n: c.Nodes(), words: c.Function.Words()}
			k.list()
			k.load.Begin(k.n, k.quorum[:k.m], false)
			for pivots := 0; k.load.Step(pivots >= free); pivots++ {
			}
			again := Class{Function: c.Function, Automorphisms: c.Automorphisms}
			k.read(&again)
			again.votes, again.Total = c.votes, c.Total
			if err := again.Check(); err != nil || loadOf(again).Cmp(loadOf(c)) != 0 {
				t.Fatalf("%v: load %v after %d free exchanges, want %v, %v", c.Function.Minimal(), loadOf(again), free, loadOf(c), err)
			}
		}
	}
}

package kcoteries

import (
	"fmt"
	"math/big"
	"math/bits"
	"slices"
	"testing"

	"coterie/bounds"
	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
	"coterie/measure/loads"
	"coterie/quorum"
	"coterie/search"
	"coterie/search/enumerate"
)

// naiveSize returns the least K by the definition: over all k-coteries and all ways to give each
// site a quorum that holds it, such that all quorums are given.
func naiveSize(t *testing.T, n, k int) int {
	least := n + 1
	for item := range assert.Each(t, enumerate.List(t.Context(), enumerate.Query{Nodes: n, K: k}, enumerate.Options{})) {
		quorums := item.Cartels[0].Minimal()
		given, responsibility := make([]int, len(quorums)), make([]int, n)
		var give func(site int)
		give = func(site int) {
			if site == n {
				if !slices.Contains(given, 0) {
					largest := 0
					for _, q := range quorums {
						largest = max(largest, bits.OnesCount(uint(q)))
					}
					least = min(least, max(largest, slices.Max(responsibility)))
				}
				return
			}
			for i, q := range quorums {
				if q>>site&1 == 0 {
					continue
				}
				for step := range 2 { // and back
					given[i] += 1 - 2*step
					for v := range n {
						responsibility[v] += (q >> v & 1) * (1 - 2*step)
					}
					if step == 0 {
						give(site + 1)
					}
				}
			}
		}
		give(0)
	}
	return least
}

// TestSizes compares the least K with the definition.
func TestSizes(t *testing.T) {
	for n := 1; n <= 4; n++ {
		for k := 1; k <= n; k++ {
			want := naiveSize(t, n, k)
			r := assert.Got(Least(t.Context(), n, k, search.Options{}))(t)
			assert.Equal(t, fmt.Sprint(r.Verdict, r.Value, r.Optimal), fmt.Sprint(search.Found, want, true), "n = %d, k = %d", n, k)
		}
	}
}

// TestSizesMeet: up to 40 nodes the bounds meet. Two planes are the least for 2(q²+q+1) nodes, and
// where there is no plane, one more is needed.
func TestSizesMeet(t *testing.T) {
	assert.Long(t, "it searches at every n to 40")
	for k := 2; k <= 5; k++ {
		for n := k; n <= 40; n++ {
			r := assert.Got(Least(t.Context(), n, k, search.Options{}))(t)
			assert.True(t, r.Optimal, "n = %d, k = %d: %+v", n, k, r)
		}
	}
	for q, want := range map[int]int{2: 3, 3: 4, 4: 5, 6: 8, 7: 8} {
		r := assert.Got(Least(t.Context(), 2*(q*q+q+1), 2, search.Options{}))(t)
		assert.True(t, r.Optimal && r.Value.Cmp(bounds.Integer(want)) == 0, "order %d: %v", q, r.Value)
	}
}

// TestLoads compares the least load with that of every k-coterie, dominated or not, and the bound
// and the construction for more nodes with it.
func TestLoads(t *testing.T) {
	for n := 1; n <= assert.Sized(4, 5); n++ {
		for k := 1; k <= n; k++ {
			var least *big.Rat
			for item := range assert.Each(t, enumerate.List(t.Context(), enumerate.Query{Nodes: n, K: k, Classes: true}, enumerate.Options{})) {
				if v := assert.Got(loads.Find(t.Context(), item.Cartels[0].Family(), loads.Options{}))(t).Value.Rat(); least == nil || v.Cmp(least) < 0 {
					least = v
				}
			}
			r := assert.Got(Load(t.Context(), n, k, search.Options{}))(t)
			assert.True(t, r.Optimal && r.Value.Rat().Cmp(least) == 0, "n = %d, k = %d: %v, want %v", n, k, r.Value, least)
			assert.True(t, new(big.Rat).Inv(capacity(n, k)).Cmp(least) <= 0, "n = %d, k = %d: the bound %v exceeds %v", n, k, capacity(n, k), least)
		}
	}
	for n := 1; n <= 30; n++ {
		for k := 1; k <= 3; k++ {
			assert.Equal(t, capacity(n, k).RatString(), naiveCapacity(n, k).RatString(), "capacity of n = %d, k = %d", n, k)
		}
	}
	for _, c := range [][2]int{{7, 2}, {14, 2}, {21, 3}, {100, 4}} {
		r := assert.Got(Load(t.Context(), c[0], c[1], search.Options{}))(t)
		family, _ := r.System.List()
		if c[0] < 30 {
			assert.Equal(t, assert.Got(loads.Find(t.Context(), family, loads.Options{}))(t).Value.String(), r.Value.String(), "the load for %v", c)
		}
		assert.True(t, r.Verdict == search.Found && r.Lower.Cmp(*r.Upper) < 0 && r.StoppedBy != "", "%v: %+v", c, r)
	}
}

// naiveCapacity is the bound of docs/theorems/k-coterie-load.md, by its recursion.
func naiveCapacity(n, k int) *big.Rat {
	if k == 1 && n > 0 {
		return new(big.Rat).Inv(bounds.LoadFromWholeSizes(n))
	}
	best := new(big.Rat)
	for t := 1; t <= n; t++ {
		value := new(big.Rat).Add(naiveCapacity(n-t, k-1), big.NewRat(int64(t), 1))
		if all := big.NewRat(int64(n), int64(t)); all.Cmp(value) < 0 {
			value = all
		}
		if value.Cmp(best) > 0 {
			best = value
		}
	}
	return best
}

// TestFailures compares the least failure with that of every k-coterie, by going through all sets
// of nodes that survive.
func TestFailures(t *testing.T) {
	p := bounds.FractionOf(1, 5)
	for n := 1; n <= 4; n++ {
		for k := 1; k <= n; k++ {
			for h := 1; h <= k; h++ {
				least := big.NewRat(2, 1)
				for item := range assert.Each(t, enumerate.List(t.Context(), enumerate.Query{Nodes: n, K: k, Classes: true}, enumerate.Options{})) {
					failure := new(big.Rat)
					for alive := range 1 << n {
						if disjoint(item.Cartels[0].Minimal(), alive) < h {
							chance := big.NewRat(1, 1)
							for v := range n {
								chance.Mul(chance, big.NewRat(int64(1+alive>>v&1*3), 5))
							}
							failure.Add(failure, chance)
						}
					}
					if failure.Cmp(least) < 0 {
						least = failure
					}
				}
				r := assert.Got(Failure(t.Context(), n, k, h, p, search.Options{}))(t)
				assert.True(t, r.Optimal && r.Value.Rat().Cmp(least) == 0, "n = %d, k = %d, h = %d: %v, want %v", n, k, h, r.Value, least)
			}
		}
	}
}

// disjoint returns the most pairwise disjoint quorums within a set.
func disjoint(quorums []int, alive int) int {
	most := 0
	for i, q := range quorums {
		if q&^alive == 0 {
			most = max(most, 1+disjoint(quorums[i+1:], alive&^q))
		}
	}
	return most
}

// TestSharing goes through structures of at most three processes and three resources: without
// crashes as many nodes as resources are optimal, and condition C holds. With crashes, every set of
// nodes that crash leaves the disjoint quorums.
func TestSharing(t *testing.T) {
	assert.Long(t, "it judges condition C of many structures")
	for code := 0; code < 7*7*7; code += assert.Sized(11, 1) {
		var alpha [][]int
		for _, own := range [3]int{code % 7, code / 7 % 7, code / 49} {
			alpha = append(alpha, quorum.SetOfMask(own+1).Nodes())
		}
		resources := bits.OnesCount(uint((code%7 + 1) | (code/7%7 + 1) | (code/49 + 1)))
		structure := assert.Got(quorum.NewSharingStructure("", 3, alpha, 0, nil, nil))(t)
		if structure.Unused() >= 0 {
			assert.ErrorAs[*quorum.InputError](t, assert.Err(Sharing(t.Context(), structure, 0, search.Options{})))
			continue
		}
		for crashes := range 2 {
			r := assert.Got(Sharing(t.Context(), structure, crashes, search.Options{}))(t)
			found, listed := r.System.Structure.(*quorum.SharingStructure)
			if crashes == 0 {
				assert.True(t, r.Optimal && found.N() == resources, "%v: %+v", alpha, r)
				assert.Equal(t, quorum.JudgeConditionC(t.Context(), found, quorum.Options{}).Holds, quorum.Holds, "%v", alpha)
				continue
			}
			assert.Equal(t, r.Optimal, len(structure.Groups()) == 1 || resources == 1, "%v: %+v", alpha, r)
			var all []int
			for _, f := range found.Families() {
				for _, q := range f.Family.Sets() {
					mask := 0
					for v := range q.All() {
						mask |= 1 << v
					}
					all = append(all, mask)
				}
			}
			for v := range found.N() {
				assert.True(t, listed && disjoint(all, (1<<found.N()-1)&^(1<<v)) == resources, "%v: node %d crashes", alpha, v)
			}
		}
	}
}

// TestRefused: numbers that are out of range are input errors.
func TestRefused(t *testing.T) {
	half := bounds.FractionOf(1, 2)
	for _, err := range []error{
		assert.Err(Least(t.Context(), 0, 1, search.Options{})), assert.Err(Least(t.Context(), 3, 4, search.Options{})),
		assert.Err(Load(t.Context(), MaxNodes+1, 2, search.Options{})), assert.Err(Failure(t.Context(), 7, 2, 1, half, search.Options{})),
		assert.Err(Failure(t.Context(), 5, 2, 3, half, search.Options{})), assert.Err(Failure(t.Context(), 5, 2, 1, bounds.Integer(2), search.Options{})),
	} {
		assert.ErrorAs[*quorum.InputError](t, err)
	}
}

// BenchmarkSmall decides every question of n <= 6 and k <= 3.
func BenchmarkSmall(b *testing.B) {
	for b.Loop() {
		for n := 1; n <= 6; n++ {
			for k := 1; k <= min(n, 3); k++ {
				results := []*search.Result{assert.Got(Least(b.Context(), n, k, search.Options{}))(b), assert.Got(Load(b.Context(), n, k, search.Options{}))(b)}
				for h := 1; h <= k; h++ {
					results = append(results, assert.Got(Failure(b.Context(), n, k, h, bounds.FractionOf(1, 10), search.Options{}))(b))
				}
				for _, r := range results {
					assert.True(b, r.Optimal, "n = %d, k = %d: %+v", n, k, r)
				}
			}
		}
	}
	reach.Time(b, "k-coteries/n<=6/k<=3", reach.PerRun(b), 120e9)
}

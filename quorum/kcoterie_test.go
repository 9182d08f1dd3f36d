package quorum

import (
	"math/rand/v2"
	"strings"
	"testing"

	"coterie/internal/check/assert"
)

func TestKPropertiesAgainstNaive(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 1))
	count := map[[2]bool]int{}
	for range 900 {
		n := 2 + rng.IntN(8)
		k := 1 + rng.IntN(3)
		f := randomFamily(rng, n, 1+rng.IntN(10), 1+n/(k+1))
		if rng.IntN(3) == 0 { // all sets of one size of some nodes beside it
			f = allBeside(t, f, 1+rng.IntN(4), 1+rng.IntN(2))
		}
		meet, extend := naiveKIntersection(k, f), naiveKNonIntersection(k, f)
		count[[2]bool{meet, extend}]++
		if v := JudgeKIntersection(ctx, k, f); (v.Holds == Holds) != meet || v.Holds == Unknown {
			t.Fatalf("k-intersection: %+v, naive %v", v, meet)
		} else if v.Holds == Fails {
			checkPacking(t, f, v, k+1)
		}
		if v := JudgeKNonIntersection(ctx, k, f); (v.Holds == Holds) != extend || v.Holds == Unknown {
			t.Fatalf("k-non-intersection: %+v, naive %v", v, extend)
		} else if v.Holds == Fails {
			checkPacking(t, f, v, len(v.Witness.Quorums))
			for i := range f.Len() {
				free := true
				for _, s := range v.Witness.Sets {
					free = free && !s.Intersects(f.Set(i))
				}
				if free {
					t.Fatalf("witness %v extends by quorum %d", v.Witness, i)
				}
			}
			if len(v.Witness.Quorums) >= k {
				t.Fatalf("witness of %d quorums for k = %d", len(v.Witness.Quorums), k)
			}
		}
	}
	for _, b := range [][2]bool{{true, true}, {true, false}, {false, true}, {false, false}} {
		if count[b] < 10 {
			t.Errorf("one-sided sample: %v", count)
		}
	}
}

// allBeside adds to a family all sets of size, at most 2, of m nodes of their own.
func allBeside(t *testing.T, f Family, m, size int) Family {
	sets := f.Sets()
	for v := range m {
		for w := range v + 1 {
			if (v == w) == (size == 1) {
				sets = append(sets, SetOf(f.N()+v, f.N()+w))
			}
		}
	}
	return assert.Got(FamilyOfSets(f.N()+m, sets))(t)
}

func checkPacking(t *testing.T, f Family, v Judged, size int) {
	t.Helper()
	assert.MustEqual(t, len(v.Witness.Quorums), size, "witness %v: quorums", v.Witness)
	for i, a := range v.Witness.Sets {
		assert.MustTrue(t, a.Equal(f.Set(int(v.Witness.Quorums[i]))), "set %d is not the quorum it names", i)
		for _, b := range v.Witness.Sets[i+1:] {
			if a.Intersects(b) {
				t.Fatalf("witness %v is not disjoint", v.Witness)
			}
		}
	}
}

// TestKMajority: the sets of ⌈(n+1)/(k+1)⌉ of n nodes are a k-coterie whenever
// k such sets fit (Kakugawa et al. 1993, the k-majority coterie).
func TestKMajority(t *testing.T) {
	for n := 1; n <= 9; n++ {
		for k := 1; k <= 4; k++ {
			size := (n + 1 + k) / (k + 1)
			if k*size > n {
				continue
			}
			c := assert.Got(NewKCoterie("", k, subsetsOfSize(n, size), nil))(t)
			for _, p := range KindKCoterie.Defining() {
				if v, ok := Check(ctx, c, Options{}).Judged(p); !ok || v.Holds != Holds {
					t.Errorf("n=%d k=%d: %+v", n, k, v)
				}
			}
		}
	}
}

func subsetsOfSize(n, size int) Family {
	b, _ := NewFamilyBuilder(n)
	for x := range 1 << n {
		var q []int
		for v := range n {
			if x>>v&1 == 1 {
				q = append(q, v)
			}
		}
		if len(q) == size {
			if err := b.Add(q...); err != nil {
				panic(err)
			}
		}
	}
	return b.Family()
}

func TestKNonIntersectionOfNoQuorums(t *testing.T) {
	f, _ := NewFamily(3, nil)
	assert.Equal(t, JudgeKNonIntersection(ctx, 1, f).Holds, Fails)
	assert.Equal(t, JudgeKIntersection(ctx, 1, f).Holds, Holds)
}

// sharing is the example of the file format: process 1 may use resources 1 and 2,
// process 2 resources 2 and 3.
func sharing(t *testing.T, left, right Family) *SharingStructure {
	t.Helper()
	s := assert.Got(NewSharingStructure("", 3, [][]int{{0, 1}, {1, 2}}, left.N(),
		[]GroupFamily{{[]int{0}, left}, {[]int{1}, right}}, nil))(t)
	return s
}

func TestConditionC(t *testing.T) {
	// Miyamoto et al., section 3.2.2: Q_G* is the product of one |α(S)|-coterie for
	// every S that holds G, on disjoint arbiters: here 2-, 2- and 3-coteries of
	// singletons on arbiters {1,2}, {3,4} and {5,6,7}.
	product := func(own []int) Family {
		var quorums [][]int
		for _, a := range own {
			for _, b := range []int{4, 5, 6} {
				quorums = append(quorums, []int{a, b})
			}
		}
		return assert.Got(NewFamily(7, quorums))(t)
	}
	good := sharing(t, product([]int{0, 1}), product([]int{2, 3}))
	assert.Equal(t, JudgeConditionC(ctx, good, Options{}).Holds, Holds)
	// Three disjoint quorums for the two resources of process 1.
	bad := sharing(t, product([]int{0, 1, 2}), product([]int{2, 3}))
	v := JudgeConditionC(ctx, bad, Options{})
	if v.Holds != Fails || !strings.Contains(v.Reason, "the groups of processes 1, with 2 resources: k-intersection") {
		t.Errorf("%+v", v)
	}
	// The families are right one by one but not together: 4 disjoint quorums, 3 resources.
	apart := func(a, b int) Family { return mustFamily(4, []int{a}, []int{b}) }
	v = JudgeConditionC(ctx, sharing(t, apart(1, 2), apart(3, 4)), Options{})
	if v.Holds != Fails || len(v.Witness.Processes) != 2 || len(v.Witness.Quorums) != 4 {
		t.Errorf("%+v", v)
	}
	// A quorum of both groups counts once.
	assert.Equal(t, JudgeConditionC(ctx, sharing(t, mustFamily(3, []int{1}, []int{2}), mustFamily(3, []int{2}, []int{3})), Options{}).Holds, Holds)
	none, _ := NewSharingStructure("", 1, [][]int{{0}}, 0, nil, nil)
	assert.Equal(t, JudgeConditionC(ctx, none, Options{}).Holds, Unknown)
}

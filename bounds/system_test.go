package bounds

import (
	"math"
	"math/big"
	"math/bits"
	"testing"

	"coterie/internal/check/assert"
)

// TestEverySystem checks each bound on ordinary quorum systems against every family of pairwise
// meeting sets of up to four nodes, repetitions aside, and every coterie of five; and that each is
// attained where it should be.
func TestEverySystem(t *testing.T) {
	reached := map[string]int{}
	check := func(n int, family []nodeSet) {
		c, r := smallest(family), largest(family)
		load := exactLoad(n, family)
		below := func(name string, order int) {
			switch {
			case order > 0:
				t.Fatalf("n=%d %b: the load %s is below the bound %s", n, family, load, name)
			case order == 0:
				reached[name]++
			}
		}
		below("LoadFromSize", LoadFromSize(n, c).Cmp(load))
		below("LoadFromNodes", LoadFromNodes(n).Cmp(load))
		below("PlaneLoad", PlaneLoad(n).Cmp(load))
		below("LoadFromLargest", LoadFromLargest(n, r).Cmp(load))
		assert.MustEqual(t, LoadFromLargest(n, r).Cmp(fraction(1, r)), min(r-1, 1), "n=%d r=%d: LoadFromLargest against 1/r", n, r)

		resilience := mostCrashes(n, family)
		above := func(name string, bound int) {
			switch {
			case resilience > bound:
				t.Fatalf("n=%d %b: the resilience %d is above the bound %s = %d", n, family, resilience, name, bound)
			case resilience == bound:
				reached[name]++
			}
		}
		above("ResilienceFromSize", ResilienceFromSize(c))
		above("ResilienceFromSurvivors", ResilienceFromSurvivors(n, c))
		above("ResilienceFromNodes", ResilienceFromNodes(n))

		if sizes := responsibilities(n, family); allEqual(sizes) {
			total := 0
			for _, s := range family {
				total += bits.OnesCount32(s)
			}
			mean := big.NewRat(int64(total), int64(len(family)))
			switch order := MeanSizeFloor(n).Cmp(mean); {
			case order > 0:
				t.Fatalf("n=%d %b: the mean size %s is below the bound", n, family, mean)
			case order == 0:
				reached["MeanSizeFloor"]++
			}
			if r < MaekawaSize(n) {
				t.Fatalf("n=%d %b: equal responsibility, but no quorum of %d nodes", n, family, MaekawaSize(n))
			}
		}
	}
	for n := 1; n <= 3; n++ {
		intersectingFamilies(n, func(family []nodeSet) { check(n, family) })
	}
	four := 0
	intersectingFamilies(4, func(family []nodeSet) {
		// All families of four nodes in a long run, those of at most four sets in a short one.
		if len(family) <= 4 || assert.WithSlow {
			check(4, family)
			four++
		}
	})
	if assert.WithSlow {
		for _, family := range antichains(5) {
			if crossMeets(family, family) {
				check(5, family)
			}
		}
	}
	for _, name := range []string{
		"LoadFromSize", "PlaneLoad", "LoadFromLargest", "MeanSizeFloor",
		"ResilienceFromSize", "ResilienceFromSurvivors", "ResilienceFromNodes",
	} {
		if reached[name] == 0 {
			t.Errorf("%s was reached by no system", name)
		}
	}
	t.Logf("%d families of four nodes; reached: %v", four, reached)
}

func allEqual(xs []int) bool {
	for _, x := range xs {
		if x != xs[0] {
			return false
		}
	}
	return true
}

// TestLoadNeedsIntersection shows that the hypothesis matters: the 2-element subsets of five
// nodes do not meet pairwise, and have a load below every bound that needs it.
func TestLoadNeedsIntersection(t *testing.T) {
	var family []nodeSet
	for s := nodeSet(1); s < 1<<5; s++ {
		if bits.OnesCount32(s) == 2 {
			family = append(family, s)
		}
	}
	load := exactLoad(5, family)
	assert.MustSameNumber(t, load, big.NewRat(2, 5), "load of 2 of 5")
	if LoadFromNodes(5).Cmp(load) <= 0 || PlaneLoad(5).Cmp(load) <= 0 || LoadFromSize(5, 2).Cmp(load) <= 0 {
		t.Error("a bound that needs intersection holds for 2 of 5")
	}
}

// TestPlaneLoadOnCyclicSystems takes every set B of residues modulo n whose translates meet
// pairwise. Such a system is regular, so its load is |B|/n; the bound is reached exactly by the
// difference sets, which exist for n = 1, 3, 7 and 13 in this range.
func TestPlaneLoadOnCyclicSystems(t *testing.T) {
	limit := assert.Sized(10, 14)
	reached := map[int]bool{}
	for n := 1; n <= limit; n++ {
		for base := nodeSet(1); base < 1<<n; base++ {
			meets := true
			for shift := 1; shift < n && meets; shift++ {
				rotated := (base<<shift | base>>(n-shift)) & (1<<n - 1)
				meets = base&rotated != 0
			}
			if !meets {
				continue
			}
			size := bits.OnesCount32(base)
			switch order := PlaneLoad(n).Cmp(fraction(size, n)); {
			case order > 0:
				t.Fatalf("n=%d: translates of %b have load %d/%d, below the bound %s", n, base, size, n, PlaneLoad(n))
			case order == 0:
				reached[n] = true
			}
			if MeanSizeFloor(n).Cmp(bigRat(size)) > 0 || size < PlaneSize(n) {
				t.Fatalf("n=%d: %b is smaller than the bounds on size", n, base)
			}
		}
		_, difference := OrderOfPoints(n)
		assert.Equal(t, reached[n], difference || n == 1, "n=%d: bound reached, order of a plane: %v", n, difference)
	}
}

// TestEverySiteAssignment checks Maekawa's bound, and the general one, on every site assignment
// of up to four nodes (five, with sets of at most three nodes) whose sets meet; the star shows
// that the hypothesis on responsibilities is needed.
func TestEverySiteAssignment(t *testing.T) {
	try := func(n, maxSize int) (assignments, tight int) {
		sets := make([]nodeSet, 0, n)
		counts := make([]int, n)
		var assign func()
		assign = func() {
			if len(sets) == n {
				assignments++
				k, d, least := largest(sets), 0, smallest(sets)
				for _, count := range counts {
					d = max(d, count)
				}
				if n > NodesByResponsibility(least, d) {
					t.Fatalf("%b: %d nodes, bound %d", sets, n, NodesByResponsibility(least, d))
				}
				if d <= k {
					if n > MaekawaNodes(k) || k < MaekawaSize(n) || k < PlaneSize(n) {
						t.Fatalf("%b: %d nodes with K = %d", sets, n, k)
					}
					if n == MaekawaNodes(k) {
						tight++
					}
				}
				includes := true
				for i, s := range sets {
					includes = includes && s>>i&1 == 1
				}
				if includes && k < InclusionSize(n) {
					t.Fatalf("%b: K = %d", sets, k)
				}
				return
			}
			for s := nodeSet(1); s < 1<<n; s++ {
				if bits.OnesCount32(s) > maxSize || !meetsAll(s, sets) {
					continue
				}
				sets = append(sets, s)
				for x := range n {
					counts[x] += int(s >> x & 1)
				}
				assign()
				for x := range n {
					counts[x] -= int(s >> x & 1)
				}
				sets = sets[:len(sets)-1]
			}
		}
		assign()
		return assignments, tight
	}
	for n := 1; n <= 4; n++ {
		assignments, tight := try(n, n)
		_, plane := OrderOfPoints(n)
		assert.Equal(t, (tight > 0), (plane || n == 1), "n=%d: of %d assignments %d reach K(K-1)+1", n, assignments, tight)
	}
	if assert.WithSlow {
		try(5, 3)
	}
	star := make([]nodeSet, 0, 16)
	for i := range nodeSet(16) {
		star = append(star, 1|1<<i)
	}
	if !crossMeets(star, star) || largest(star) != 2 || MaekawaNodes(2) >= len(star) {
		t.Error("the star does not refute the bound without responsibilities")
	}
	if InclusionSize(len(star)) != 2 || InclusionSize(1) != 1 {
		t.Error("InclusionSize is not that of the star")
	}
}

// TestSizesAreInverse checks MaekawaSize against its definition, by counting up.
func TestSizesAreInverse(t *testing.T) {
	k := 1
	for n := 1; n <= 4000; n++ {
		for k*(k-1)+1 < n {
			k++
		}
		assert.MustEqual(t, MaekawaSize(n), k, "MaekawaSize(%d)", n)
		if s := MeanSizeFloor(n); s.Cmp(big.NewRat(int64(k), 1)) > 0 || s.Cmp(big.NewRat(int64(k-1), 1)) <= 0 {
			t.Fatalf("⌈(1+√(4·%d-3))/2⌉ is not %d", n, k)
		}
		// The load bound is the size bound over n, and beats Naor and Wool's except at n = 1.
		if a, b := PlaneLoad(n), LoadFromNodes(n); n > 1 && a.Float64() <= b.Float64() {
			t.Fatalf("n=%d: %s is not more than %s", n, a, b)
		}
	}
	for _, k := range []int{1, 2, 3, 1000, 40_000, maxSize} {
		n := MaekawaNodes(k)
		assert.Equal(t, MaekawaSize(n), k, "MaekawaSize(MaekawaNodes(%d))", k)
		assert.Equal(t, MaekawaSize(n+1), k+1, "MaekawaSize(MaekawaNodes(%d)+1)", k)
		assert.Equal(t, n, NodesByResponsibility(k, k), "NodesByResponsibility(%d,%d) = %d, want", k, k, NodesByResponsibility(k, k))
	}
	for n, want := range map[int]int{1: 1, 2: 2, 3: 2, 43: 8, 111: 12, 211: 16, 57: 8, 42: 8, 41: 8, 55: 9, 54: 8, 40: 7, 29: 7, 28: 6, 44: 8, 13: 4, math.MaxInt: MaekawaSize(math.MaxInt)} {
		assert.Equal(t, PlaneSize(n), want, "PlaneSize(%d)", n)
	}
}

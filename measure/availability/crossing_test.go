package availability

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"coterie/bounds"
	"coterie/internal/check/assert"
	"coterie/internal/solve/roots"
)

// liveOf counts by trying all sets which of them satisfy a predicate.
func liveOf(n int, live func(set uint) bool) LiveSets {
	counts := make([]*big.Int, n+1)
	for s := range counts {
		counts[s] = new(big.Int)
	}
	for set := range uint(1) << n {
		if live(set) {
			size := 0
			for v := range n {
				size += int(set >> v & 1)
			}
			counts[size].Add(counts[size], big.NewInt(1))
		}
	}
	return LiveSets{Counts: counts}
}

func majorityLive(n int) LiveSets {
	counts := make([]*big.Int, n+1)
	for s := range counts {
		counts[s] = new(big.Int)
		if 2*s > n {
			counts[s].Binomial(int64(n), int64(s))
		}
	}
	return LiveSets{Counts: counts}
}

func singletonLive(n int) LiveSets { return liveOf(n, func(set uint) bool { return set&1 == 1 }) }

func TestCrossingsOfKnownSystems(t *testing.T) {
	width := bounds.FractionOf(1, 1_000_000)
	// Majority of 3 and the singleton: 1-3p²+2p³ against 1-p meet at p = 1/2 alone, and majority is
	// better before.
	list, equal := Crossings(majorityLive(3), singletonLive(3), width)
	if equal || len(list) != 1 || list[0].Low.Cmp(bounds.FractionOf(1, 2)) != 0 || list[0].High.Cmp(bounds.FractionOf(1, 2)) != 0 || list[0].Before != 1 || list[0].After != -1 {
		t.Errorf("majority of 3 and singleton: %+v, equal %v", list, equal)
	}
	// Systems of different n.
	if _, equal := Crossings(singletonLive(1), singletonLive(6), width); !equal {
		t.Error("a singleton differs from itself with idle nodes")
	}
	// Node 1 or 2 against node 1 and 2, of two nodes: 1-p² and (1-p)² are equal at 0 and 1 alone.
	any := liveOf(2, func(set uint) bool { return set != 0 })
	both := liveOf(2, func(set uint) bool { return set == 3 })
	if list, equal := Crossings(any, both, width); equal || len(list) != 0 {
		t.Errorf("either and both: %+v, equal %v", list, equal)
	}
	// Both of two against majority of three: (1-p)² - (1-p)²(1+2p) = -2p(1-p)² < 0.
	if list, _ := Crossings(both, majorityLive(3), width); len(list) != 0 {
		t.Errorf("both of two and majority of three: %+v", list)
	}
}

// TestCrossingsTouch: availabilities that touch and do not cross. The difference of the made-up
// counts is ((2p-1)²)·p·(1-p), which is 0 at 1/2 and positive on both sides.
func TestCrossingsTouch(t *testing.T) {
	// (1-2p)² p(1-p) = u p (u-p)² with u = 1-p: u³p - 2u²p² + up³.
	ints := func(list ...int64) LiveSets {
		var l LiveSets
		for _, v := range list {
			l.Counts = append(l.Counts, big.NewInt(v))
		}
		return l
	}
	list, _ := Crossings(ints(0, 1, 4, 1, 0), ints(0, 0, 6, 0, 0), bounds.FractionOf(1, 100))
	if len(list) != 1 || list[0].Low.Cmp(bounds.FractionOf(1, 2)) != 0 || list[0].Before != 1 || list[0].After != 1 {
		t.Errorf("touching: %+v", list)
	}
}

// TestCrossingsAgainstSampling compares the crossings of random differences with the sign changes
// on a fine grid of points, which cannot see more than there are.
func TestCrossingsAgainstSampling(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	seen := 0
	for range 80 {
		n := 2 + random.IntN(9)
		var a, b LiveSets
		for range n + 1 {
			a.Counts = append(a.Counts, big.NewInt(random.Int64N(40)))
			b.Counts = append(b.Counts, big.NewInt(random.Int64N(40)))
		}
		list, equal := Crossings(a, b, bounds.FractionOf(1, 1<<30))
		difference := roots.Difference(a.Polynomial(), b.Polynomial())
		assert.MustEqual(t, equal, (len(difference) == 0), "equal")
		// Signs between the crossings must be those told, and there must be no change elsewhere.
		const steps = 1 << 8
		at := func(k int) *big.Rat { return big.NewRat(int64(2*k+1), 2*steps) }
		for k := range steps {
			x, s := at(k), difference.At(at(k))
			next := slices.IndexFunc(list, func(c Crossing) bool { return c.High.Rat().Cmp(x) >= 0 })
			switch {
			case next >= 0 && list[next].Low.Rat().Cmp(x) <= 0: // within an isolating interval
			case next >= 0 && s != list[next].Before:
				t.Fatalf("%v and %v at %v: sign %d before %+v", a.Counts, b.Counts, x, s, list[next])
			case next < 0 && len(list) > 0 && s != list[len(list)-1].After:
				t.Fatalf("%v and %v at %v: sign %d after %+v", a.Counts, b.Counts, x, s, list[len(list)-1])
			case next < 0 && len(list) == 0 && s != difference.At(at(0)):
				t.Fatalf("%v and %v: a change of sign at %v that is not told", a.Counts, b.Counts, x)
			}
		}
		for i, c := range list {
			seen++
			if i > 0 && list[i-1].High.Rat().Cmp(c.Low.Rat()) >= 0 {
				t.Fatalf("%+v and %+v overlap", list[i-1], c)
			}
			if i > 0 && list[i-1].After != c.Before {
				t.Fatalf("signs %+v then %+v", list[i-1], c)
			}
			if c.Low.Cmp(c.High) != 0 && difference.SquareFree().At(c.Low.Rat()) == difference.SquareFree().At(c.High.Rat()) {
				t.Fatalf("no root in %+v", c)
			}
		}
	}
	if seen < 25 {
		t.Errorf("only %d crossings seen", seen)
	}
}

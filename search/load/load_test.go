package load

import (
	"context"
	"math/big"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"coterie/bounds"
	"coterie/internal/check/assert"
	"coterie/internal/solve/lp"
	"coterie/internal/solve/session"
	"coterie/measure/loads"
	"coterie/quorum"
	"coterie/search"
)

// byFlips lists all nondominated coteries on n <= 6 nodes as truth tables: from a single node on,
// each minimal live set is exchanged with its complement, which leads from every one to every
// other.
func byFlips(n int) map[uint64][]uint64 {
	full := uint64(1)<<n - 1
	start := uint64(0)
	for set := range full + 1 {
		start |= (set & 1) << set
	}
	found := map[uint64][]uint64{start: nil}
	for queue := []uint64{start}; len(queue) > 0; queue = queue[1:] {
		f := queue[0]
		for set := range full + 1 {
			minimal := f>>set&1 == 1
			for v := range n {
				minimal = minimal && (set>>v&1 == 0 || f>>(set&^(1<<v))&1 == 0)
			}
			if !minimal {
				continue
			}
			found[f] = append(found[f], set)
			g := f&^(1<<set) | 1<<(full&^set)
			if _, ok := found[g]; !ok && g&1 == 0 {
				found[g] = nil
				queue = append(queue, g)
			}
		}
	}
	return found
}

func leastLoadOf(t *testing.T, n int, families [][]uint64) (least *big.Rat) {
	t.Helper()
	for _, sets := range families {
		l := assert.Got(loads.Find(context.Background(), family(n, sets), loads.Options{}))(t)
		if v := l.Value.Rat(); least == nil || v.Cmp(least) < 0 {
			least = v
		}
	}
	return least
}

// TestAgainstAllCoteries compares with the least over all nondominated coteries, listed in another
// way.
func TestAgainstAllCoteries(t *testing.T) {
	for n, count := range []int{1: 1, 2: 2, 3: 4, 4: 12, 5: 81} {
		if n == 0 {
			continue
		}
		var families [][]uint64
		for _, sets := range byFlips(n) {
			families = append(families, sets)
		}
		assert.MustEqual(t, len(families), count)
		r := assert.Got(Find(context.Background(), n, Options{}))(t)
		if want := leastLoadOf(t, n, families); !r.Optimal || r.Verdict != search.Found || r.Value.Rat().Cmp(want) != 0 {
			t.Errorf("n = %d: %v, optimal %v, want %v", n, r.Value, r.Optimal, want)
		}
	}
}

// TestAgainstAllSystems compares with the least over all quorum systems on up to four nodes,
// dominated ones too.
func TestAgainstAllSystems(t *testing.T) {
	for n := 1; n <= 4; n++ {
		var least *big.Rat
		var extend func(sets []uint64, from uint64)
		extend = func(sets []uint64, from uint64) {
			if len(sets) > 0 {
				if v := leastLoadOf(t, n, [][]uint64{sets}); least == nil || v.Cmp(least) < 0 {
					least = v
				}
			}
			for set := from; set < 1<<n; set++ {
				if !slices.ContainsFunc(sets, func(other uint64) bool { return other&set == 0 || other&^set == 0 || set&^other == 0 }) {
					extend(append(slices.Clone(sets), set), set+1)
				}
			}
		}
		extend(nil, 1)
		r := assert.Got(Find(context.Background(), n, Options{}))(t)
		assert.SameNumber(t, r.Value.Rat(), least, "n = %d", n)
	}
}

// TestValues checks what is proved by bounds that meet: small n, planes, and planes without a
// point.
func TestValues(t *testing.T) {
	for _, c := range []struct {
		n    int
		want string
	}{{1, "1"}, {2, "1"}, {3, "2/3"}, {4, "3/5"}, {5, "5/9"}, {6, "1/2"}, {7, "3/7"}, {12, "1/3"}, {13, "4/13"}, {20, "1/4"}, {21, "5/21"}, {30, "1/5"}, {31, "6/31"}, {57, "8/57"}} {
		r := assert.Got(Find(context.Background(), c.n, Options{}))(t)
		if r.Value.String() != c.want || !r.Optimal || r.StoppedBy != "" {
			t.Errorf("n = %d: %v (optimal %v), want %s", c.n, r.Value, r.Optimal, c.want)
		}
		judgeLoad(t, c.n, r)
	}
}

// judgeLoad checks a result: its system has the upper bound as its load.
func judgeLoad(t *testing.T, n int, r *search.Result) {
	t.Helper()
	s := r.System.Structure.(*quorum.System)
	if s.N() != n || quorum.JudgeIntersection(context.Background(), s.Family(), quorum.Options{}).Holds != quorum.Holds {
		t.Fatalf("n = %d: no quorum system on n nodes", n)
	}
	l, err := loads.Find(context.Background(), s.Family(), loads.Options{})
	if err != nil || r.Upper.Cmp(bounds.NewFraction(l.Value.Rat())) != 0 || r.Upper.Cmp(*r.Value) != 0 {
		t.Errorf("n = %d: upper %v, value %v, load %v, %v", n, r.Upper, r.Value, l.Value, err)
	}
	if r.Load == nil || r.Value.Cmp(bounds.NewFraction(r.Load.Value.Rat())) != 0 {
		t.Fatalf("n = %d: no proof that %v is the load", n, r.Value)
	}
	assert.NoError(t, loads.Check(t.Context(), s.Family(), *r.Load), "n = %d", n)
	for _, words := range append([]string{r.LowerBy, r.UpperBy}, r.Notes...) {
		if regexp.MustCompile(`[a-z]\.[A-Z]`).MatchString(words) {
			t.Errorf("n = %d: an identifier, in text for people: %s", n, words)
		}
	}
	if r.Optimal != (r.Lower.Cmp(*r.Upper) == 0) || r.Lower.Cmp(*r.Upper) > 0 || r.LowerBy == "" || r.UpperBy == "" {
		t.Errorf("n = %d: bounds %v (%s), %v (%s), optimal %v", n, r.Lower, r.LowerBy, r.Upper, r.UpperBy, r.Optimal)
	}
}

// TestLoadWithin: without one point the plane of order 3 keeps 9 of its lines, without two points
// 6.
func TestWithin(t *testing.T) {
	plane, _ := assert.Got2(plane(context.Background(), 3))(t)
	for n, want := range map[int]int{13: 13, 12: 9, 11: 6} {
		if f, err := within(plane.Family(), n); err != nil || f.Len() != want || f.N() != n {
			t.Errorf("%d nodes: %d lines, %v, want %d", n, f.Len(), err, want)
		}
	}
}

// TestLoadKeep: a family that is no coterie, or whose load contradicts a bound, is refused.
func TestKeep(t *testing.T) {
	ctx := context.Background()
	for _, c := range []struct {
		sets  []uint64
		lower *big.Rat
		want  string
	}{
		{[]uint64{1, 2, 4}, new(big.Rat), "intersection of the test: fails"},
		{[]uint64{3, 7}, new(big.Rat), "minimality of the test: fails"},
		{[]uint64{3, 5, 6}, big.NewRat(7, 10), "is below the bound"},
		{[]uint64{3, 5, 6}, big.NewRat(2, 3), ""},
	} {
		s := &run{Session: session.New(t.Context(), search.Options{}, &search.Result{}), n: 3}
		s.raise(c.lower, "the test")
		if err := s.offer(ctx, family(3, c.sets), "the test"); (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%b: %v, want %q", c.sets, err, c.want)
		}
		if c.want != "" && s.System.Structure != nil {
			t.Errorf("%b: kept", c.sets)
		}
	}
}

// TestLoadFalls: with a node more the bounds are no worse, for an unused node is no harm.
func TestFalls(t *testing.T) {
	var last *search.Result
	for _, n := range []int{5, 6, 7, 12, 13, 21, 40, 57, 58, 100, 133, 200} {
		r := assert.Got(Find(context.Background(), n, Options{Method: "bounds"}))(t)
		judgeLoad(t, n, r)
		if last != nil && (r.Upper.Cmp(*last.Upper) > 0 || r.Lower.Cmp(*last.Lower) > 0) {
			t.Errorf("n = %d: %v to %v, before %v to %v", n, r.Lower, r.Upper, last.Lower, last.Upper)
		}
		last = r
	}
}

// TestFractionalMatching makes of a best system the covering of pairs that it is: a point for each
// part of the strategy, a block for each node.
func TestFractionalMatching(t *testing.T) {
	assert.Slow(t, "over a second of CPU")
	for n := 2; n <= 8; n++ {
		r := assert.Got(Find(t.Context(), n, Options{}))(t)
		var parts []bounds.Fraction
		var quorums []quorum.Set
		for _, c := range r.Load.Strategy {
			parts, quorums = append(parts, c.Weight), append(quorums, c.Nodes)
		}
		times, ok := integers(parts)
		if !ok {
			t.Fatal(parts)
		}
		var points []quorum.Set
		for i, count := range times {
			for range count {
				points = append(points, quorums[i])
			}
		}
		largest := 0
		for node := range n {
			size := 0
			for _, p := range points {
				if p.Has(node) {
					size++
				}
			}
			largest = max(largest, size)
		}
		assert.SameNumber(t, big.NewRat(int64(largest), int64(len(points))), r.Value.Rat(), "n = %d: blocks of %d of %d points, load %v", n, largest, len(points), r.Value)
		for i, p := range points {
			for _, q := range points[:i] {
				if !p.Intersects(q) {
					t.Errorf("n = %d: %v and %v are in no common block", n, p, q)
				}
			}
		}
	}
}

// integers returns fractions that sum to 1 multiplied with their common denominator, if that is
// small enough for products.
func integers(fractions []bounds.Fraction) ([]int64, bool) {
	rats := make([]*big.Rat, len(fractions))
	for i, f := range fractions {
		rats[i] = f.Rat()
	}
	numerators, common := lp.Integers(rats)
	out := make([]int64, len(fractions))
	for i, v := range numerators {
		out[i] = v.Int64()
	}
	return out, common.BitLen() <= 30
}

// TestLightest compares with all sets.
func TestLightest(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 300 {
		n := 1 + rng.IntN(7)
		var sets []uint64
		for range 1 + rng.IntN(6) {
			sets = append(sets, 1+rng.Uint64N(1<<n-1))
		}
		weights := make([]float64, n)
		for v := range weights {
			weights[v] = float64(rng.IntN(5))
		}
		limit := float64(1 + rng.IntN(8))
		best := limit
		for set := range uint64(1) << n {
			sum := 0.0
			for v := range quorum.SetOfMask(set).All() {
				sum += weights[v]
			}
			if sum < best && !slices.ContainsFunc(sets, func(other uint64) bool { return other&set == 0 }) {
				best = sum
			}
		}
		got, weight := lightest(weights, sets, limit)
		if (got != 0) != (best < limit) || weight != best {
			t.Fatalf("sets %b, weights %v, limit %v: %b of weight %v, want %v", sets, weights, limit, got, weight, best)
		}
	}
}

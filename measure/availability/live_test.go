package availability

import (
	"context"
	"errors"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
	"coterie/internal/check/systems"
	"coterie/internal/solve/live"
	"coterie/quorum"
)

// liveOracle counts live sets by asking each of the 2^n sets about each quorum.
func liveOracle(f quorum.Family) []*big.Int {
	counts := make([]int64, f.N()+1)
	masks := SetMasks(f)
	for s := range uint64(1) << f.N() {
		if slices.ContainsFunc(masks, func(q uint64) bool { return q&^s == 0 }) {
			counts[bits.OnesCount64(s)]++
		}
	}
	out := make([]*big.Int, len(counts))
	for s, c := range counts {
		out[s] = big.NewInt(c)
	}
	return out
}

func SetMasks(f quorum.Family) []uint64 {
	var masks []uint64
	for _, q := range f.All() {
		var m uint64
		for _, v := range q {
			m |= 1 << v
		}
		masks = append(masks, m)
	}
	return masks
}

// RandomFamily has m quorums of any sizes up to most on n nodes, some of which may be in none. It
// may repeat quorums, and they need not intersect.
func RandomFamily(rng *rand.Rand, n, m, most int) quorum.Family {
	var quorums [][]int
	for range m {
		quorums = append(quorums, rng.Perm(n)[:1+rng.IntN(min(n, most))])
	}
	if rng.IntN(3) == 0 {
		quorums = append(quorums, quorums[rng.IntN(m)])
	}
	f, err := quorum.NewFamily(n, quorums)
	if err != nil {
		panic(err)
	}
	return f
}

func sameCounts(a, b []*big.Int) bool {
	return slices.EqualFunc(a, b, func(x, y *big.Int) bool { return x.Cmp(y) == 0 })
}

func TestCountLiveAgainstAllSets(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for trial := range 600 {
		n := 1 + trial%12
		if trial%100 == 99 {
			n = 16
		}
		f := RandomFamily(rng, n, 1+rng.IntN(20), 1+rng.IntN(n))
		want := liveOracle(f)
		for _, method := range []live.Representation{live.Any, live.Masks, live.ZDDs} {
			got := assert.Got(CountLive(context.Background(), f, LiveOptions{method: method}))(t)
			if !sameCounts(got.Counts, want) {
				t.Fatalf("method %d counts %v, not %v, for %v", method, got.Counts, want, SetMasks(f))
			}
		}
	}
}

// Every listed family here is counted by all methods; the numbers must agree, and beyond the reach
// of the oracle they must satisfy the known rules.
func TestCountLiveMethodsAgree(t *testing.T) {
	for _, spec := range []string{
		"fpp:order=2", "fpp:order=3", "fpp:order=4", "billiard:q=7", "billiard:q=11", "grid:n=9", "grid:n=36", "grid:n=47", "grid:n=30",
		"wall:rows=1-2-3-4-5", "tree:height=3", "triangle-lattice:rows=6", "paths:d=2", "majority:n=9", "majority:n=10", "wheel:n=9",
	} {
		f := systems.Family(t, spec)
		a := assert.Got(CountLive(context.Background(), f, LiveOptions{}))(t, "%v", spec)
		for _, method := range []live.Representation{live.Masks, live.ZDDs} {
			b := assert.Got(CountLive(context.Background(), f, LiveOptions{method: method}))(t, "%v", spec)
			if !sameCounts(a.Counts, b.Counts) {
				t.Errorf("%s: %v by %s, %v by %s", spec, a.Counts, a.Method, b.Counts, b.Method)
			}
		}
		if f.N() <= 13 && !sameCounts(a.Counts, liveOracle(f)) {
			t.Errorf("%s: %v, not %v", spec, a.Counts, liveOracle(f))
		}
		checkLiveRules(t, spec, f, a)
	}
}

// checkLiveRules checks the rules that hold for the live sets of any family.
func checkLiveRules(t *testing.T, name string, f quorum.Family, l LiveSets) {
	t.Helper()
	n := f.N()
	// The smallest live sets are the smallest quorums.
	least, _ := f.Sizes()
	smallest := 0
	for _, q := range f.Minimized().All() {
		if len(q) == least {
			smallest++
		}
	}
	for s := range least {
		assert.Equal(t, l.Counts[s].Sign(), 0, "%s: %v live sets of %d nodes", name, l.Counts[s], s)
	}
	assert.SameNumber(t, l.Counts[least], big.NewInt(int64(smallest)), "%s: live sets of %d nodes", name, least)
	for s := range n {
		// A live set of s nodes is in n-s of s+1: double counting (the local LYM inequality).
		up := new(big.Int).Mul(l.Counts[s], big.NewInt(int64(n-s)))
		if up.Cmp(new(big.Int).Mul(l.Counts[s+1], big.NewInt(int64(s+1)))) > 0 {
			t.Errorf("%s: too few live sets of %d nodes", name, s+1)
		}
	}
	half := big.NewRat(1, 2)
	all := new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), uint(n)))
	if a := l.Availability(half); a.Mul(a, all).Cmp(new(big.Rat).SetInt(l.Total())) != 0 {
		t.Errorf("%s: availability at 1/2 is not the share of live sets", name)
	}
	for _, p := range []*big.Rat{new(big.Rat), big.NewRat(1, 1), big.NewRat(2, 7), half} {
		sum, power := new(big.Rat), big.NewRat(1, 1)
		for _, c := range l.Polynomial() {
			sum.Add(sum, new(big.Rat).Mul(power, new(big.Rat).SetInt(c)))
			power = new(big.Rat).Mul(power, p)
		}
		if a := l.Availability(p); sum.Cmp(a) != 0 || a.Add(a, l.Failure(p)).Cmp(big.NewRat(1, 1)) != 0 {
			t.Errorf("%s: the polynomial at %v is not the probability", name, p)
		}
	}
}

// In the dual the live sets are the complements of the sets that are not live.
func TestCountLiveOfTheDual(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 100 {
		n := 2 + rng.IntN(9)
		f := RandomFamily(rng, n, 1+rng.IntN(8), n)
		dual := assert.Got(f.Dual(context.Background(), 1000))(t)
		a := assert.Got(CountLive(context.Background(), f, LiveOptions{}))(t)
		b := assert.Got(CountLive(context.Background(), dual, LiveOptions{}))(t)
		for s := range n + 1 {
			sum := new(big.Int).Add(a.Counts[s], b.Counts[n-s])
			assert.MustSameNumber(t, sum, new(big.Int).Binomial(int64(n), int64(s)), "size %d: %v and %v do not sum to (%d choose %d)", s, a.Counts[s], b.Counts[n-s], n, s)
		}
	}
}

func TestNondominatedCoteriesHaveHalfOfAllSets(t *testing.T) {
	for spec, nondominated := range map[string]bool{
		"fpp:order=2": true, "majority:n=9": true, "tree:height=3": true, "wheel:n=8": true, "wall:rows=1-3-4-5": true,
		"fpp:order=3": false, "grid:n=25": false, "billiard:q=7": false, "majority:n=8": false,
	} {
		f := systems.Family(t, spec)
		l := assert.Got(CountLive(context.Background(), f, LiveOptions{}))(t)
		half := new(big.Int).Lsh(big.NewInt(1), uint(f.N()-1))
		if c := l.Total().Cmp(half); nondominated != (c == 0) || c > 0 {
			t.Errorf("%s: %v live sets of 2·%v", spec, l.Total(), half)
		}
	}
}

func TestCountLiveOfThresholds(t *testing.T) {
	f := systems.Family(t, "majority:n=17")
	l := assert.Got(CountLive(context.Background(), f, LiveOptions{}))(t)
	for s, c := range l.Counts {
		want := new(big.Int)
		if s >= 9 {
			want.Binomial(17, int64(s))
		}
		assert.SameNumber(t, c, want, "majority of 17: live sets of %d nodes", s)
	}
}

// More than 67 nodes need counts of two words: disjoint quorums and nodes in none have a closed
// form.
func TestCountLiveOfWideFamilies(t *testing.T) {
	for _, c := range []struct{ quorums, size, free int }{{40, 2, 0}, {1, 100, 0}, {24, 3, 60}, {65, 1, 65}, {34, 2, 3}} {
		var quorums [][]int
		for i := range c.quorums {
			var q []int
			for j := range c.size {
				q = append(q, i*c.size+j)
			}
			quorums = append(quorums, q)
		}
		n := c.quorums*c.size + c.free
		f := assert.Got(quorum.NewFamily(n, quorums))(t)
		l := assert.Got(CountLive(context.Background(), f, LiveOptions{}))(t)
		for _, p := range []*big.Rat{big.NewRat(1, 10), big.NewRat(2, 3)} {
			want := big.NewRat(1, 1) // that every quorum dies
			for range c.quorums {
				lives := big.NewRat(1, 1)
				for range c.size {
					lives.Mul(lives, new(big.Rat).Sub(big.NewRat(1, 1), p))
				}
				want.Mul(want, lives.Sub(big.NewRat(1, 1), lives))
			}
			assert.SameNumber(t, l.Failure(p), want, "%+v at %v: failure", c, p)
			a := assert.Got(At(context.Background(), f, []*big.Rat{p}, LiveOptions{}))(t)
			assert.SameNumber(t, a, l.Availability(p), "%+v at %v: availability", c, p)
		}
	}
}

func TestAvailabilityAtAgainstAllSets(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for trial := range 150 {
		n := 1 + rng.IntN(9)
		f := RandomFamily(rng, n, 1+rng.IntN(12), n)
		p := make([]*big.Rat, n)
		for v := range p {
			den := 1 + rng.Int64N(1<<rng.IntN(60))
			p[v] = big.NewRat(rng.Int64N(den+1), den)
			if trial%5 == 0 { // denominators of several words
				p[v].Mul(p[v], new(big.Rat).SetFrac(big.NewInt(rng.Int64()), new(big.Int).Lsh(big.NewInt(1), 130)))
			}
		}
		want := new(big.Rat)
		masks := SetMasks(f)
		for s := range uint64(1) << n {
			if !slices.ContainsFunc(masks, func(q uint64) bool { return q&^s == 0 }) {
				continue
			}
			x := big.NewRat(1, 1)
			for v := range n {
				if s>>v&1 == 0 {
					x.Mul(x, p[v])
				} else {
					x.Mul(x, new(big.Rat).Sub(big.NewRat(1, 1), p[v]))
				}
			}
			want.Add(want, x)
		}
		for _, method := range []live.Representation{live.Any, live.Masks, live.ZDDs} {
			got := assert.Got(At(context.Background(), f, p, LiveOptions{method: method}))(t)
			assert.MustSameNumber(t, got, want, "method %d, for %v at %v", method, masks, p)
		}
	}
}

func TestCountLiveStops(t *testing.T) {
	f := systems.Family(t, "fpp:order=7")
	var limit *quorum.LimitError
	for _, method := range []live.Representation{live.Masks, live.ZDDs} {
		_, err := CountLive(context.Background(), f, LiveOptions{MaxStates: 5000, method: method})
		if !errors.As(err, &limit) || err.Error() != "the decision diagram has more than 5000 states" {
			t.Errorf("method %d: %+v", method, err)
		}
	}
	cause := errors.New("enough")
	for _, method := range []live.Representation{live.Masks, live.ZDDs} {
		for _, wait := range []time.Duration{0, 30 * time.Millisecond} {
			ctx, cancel := context.WithCancelCause(context.Background())
			var ended time.Duration
			if wait == 0 {
				cancel(cause)
				ended = reach.CPU()
			} else {
				time.AfterFunc(wait, func() { ended = reach.CPU(); cancel(cause) })
			}
			_, err := CountLive(ctx, f, LiveOptions{method: method})
			if !errors.Is(err, cause) || !errors.As(err, &limit) {
				t.Errorf("method %d: %v", method, err)
			}
			// A benchmark prints the time against its target; here is only told that it does stop.
			if late := reach.CPU() - ended; late > 5*time.Second {
				t.Errorf("method %d: stopped %v late", method, late)
			}
			cancel(nil)
		}
	}
}

func TestLiveInput(t *testing.T) {
	ctx := context.Background()
	assert.As[*quorum.InputError](CountLive(ctx, quorum.Family{}, LiveOptions{}))(t)
	wide := assert.Got(quorum.NewFamily(MaxLiveNodes+1, [][]int{{0}}))(t)
	assert.As[*quorum.InputError](CountLive(ctx, wide, LiveOptions{}))(t)
	f := systems.Family(t, "fpp:order=2")
	for _, p := range [][]*big.Rat{nil, {big.NewRat(1, 2), big.NewRat(1, 2)}, {big.NewRat(3, 2)}, {big.NewRat(-1, 2)}} {
		assert.As[*quorum.InputError](At(ctx, f, p, LiveOptions{}))(t, "%v", p)
	}
}

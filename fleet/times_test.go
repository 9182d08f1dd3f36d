package fleet

import (
	"context"
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/quorum"
)

// uniform is an answer at any time up to t alike.
func uniform(t *big.Rat) Latency {
	half := big.NewRat(1, 2)
	return Latency{At: []*big.Rat{half, one}, Time: []*big.Rat{new(big.Rat).Mul(t, half), t}}
}

func always(t *big.Rat) Latency { return Latency{At: []*big.Rat{one}, Time: []*big.Rat{t}} }

// The k-th of n uniform times has the mean k/(n+1).
func TestExpectedTimeOrderStatistics(t *testing.T) {
	for n := 1; n <= 6; n++ {
		c, set := Client{}, []int32{}
		for i := range n {
			c.Latency, set = append(c.Latency, uniform(big.NewRat(3, 1))), append(set, int32(i))
		}
		for k := 1; k <= n; k++ {
			got, err := expectedTime(context.Background(), c, set, func(s []int32) bool { return len(s) >= k })
			if want := big.NewRat(int64(3*k), int64(n+1)); err != nil || got.Cmp(want) != 0 {
				t.Errorf("answer %d of %d: mean %v, %v, want %v", k, n, got, err, want)
			}
		}
		assert.SameNumber(t, assert.Got(expectedTime(context.Background(), c, set, nil))(t), big.NewRat(int64(3*n), int64(n+1)), "the last of %d: mean", n)
	}
}

// With p0 times begin there: the k-th of n times between 5 and 8 has the mean 5 + 3k/(n+1), a tail
// is within the interval, and without p0 a mean can lie below the p50 of every node.
func TestLeastTime(t *testing.T) {
	f := assert.Got(Read(strings.NewReader("nodes: [{name: s, count: 4, latency: {p0: 5s, p100: 8s}}]"), "test"))(t)
	for k := 1; k <= 4; k++ {
		got, err := expectedTime(t.Context(), f.Clients[0], []int32{0, 1, 2, 3}, func(s []int32) bool { return len(s) >= k })
		if want := big.NewRat(int64(25+3*k), 5); err != nil || got.Cmp(want) != 0 {
			t.Errorf("answer %d of 4: mean %v, %v, want %v", k, got, err, want)
		}
	}
	s := System{Name: "a", Reads: quorum.Leaf(0).Over(4), Writes: quorum.Leaf(0).Over(4)}
	tail, err := FindTail(t.Context(), f, s, nil, Reads, []*big.Rat{big.NewRat(1, 3)})
	if err != nil || tail[0].Low.Cmp(big.NewRat(5, 1)) != 0 || tail[0].High.Cmp(big.NewRat(8, 1)) != 0 || tail[0].Seconds.Cmp(big.NewRat(6, 1)) < 0 || tail[0].Seconds.Cmp(big.NewRat(6_000_001, 1_000_000)) > 0 {
		t.Errorf("a third of times between 5 and 8: %+v, %v", tail, err)
	}
	for text, below := range map[string]bool{"{p50: 80ms, p100: 81ms}": true, "{p0: 79ms, p50: 80ms, p100: 82ms}": false} {
		f := assert.Got(Read(strings.NewReader("nodes: [{name: a, latency: "+text+"}]"), "test"))(t)
		if got, err := expectedTime(t.Context(), f.Clients[0], []int32{0}, nil); err != nil || got.Cmp(big.NewRat(80, 1000)) < 0 != below {
			t.Errorf("%s: mean %v, %v", text, got, err)
		}
	}
}

// Random distributions, against the sum of a fine partition of the definition.
func TestExpectedTimeAgainstSums(t *testing.T) {
	source := rand.New(rand.NewPCG(1, 2))
	for range 25 {
		n := 1 + source.IntN(4)
		c, set := Client{}, []int32{}
		end := 0.0
		for i := range n {
			var l Latency
			if source.IntN(3) == 0 {
				l = always(big.NewRat(int64(source.IntN(20)), 4))
			} else {
				at, time := int64(0), int64(0)
				for at < 8 {
					at = min(8, at+1+source.Int64N(4))
					time += source.Int64N(6)
					l.At, l.Time = append(l.At, big.NewRat(at, 8)), append(l.Time, big.NewRat(time, 4))
				}
				if len(l.At) == 1 {
					l.At, l.Time = append([]*big.Rat{big.NewRat(1, 8)}, l.At...), append([]*big.Rat{new(big.Rat)}, l.Time...)
				}
			}
			last, _ := l.Time[len(l.Time)-1].Float64()
			end = max(end, last)
			c.Latency, set = append(c.Latency, l), append(set, int32(i))
		}
		mask := 1 + source.IntN(1<<n-1)
		live := func(s []int32) bool { // all of mask, or the most nodes
			have := 0
			for _, v := range s {
				have |= 1 << v
			}
			return have&mask == mask || len(s) > n/2+1
		}
		got := assert.Got(expectedTime(context.Background(), c, set, live))(t)
		const steps = 1500
		sum, p := 0.0, make([]float64, n)
		for j := range steps {
			at := new(big.Rat).SetFloat64(end * (float64(j) + .5) / steps)
			for i := range p {
				p[i], _ = c.Latency[i].until(at).Float64()
			}
			for x := range 1 << n {
				weight, have := 1.0, []int32{}
				for i := range n {
					if x>>i&1 == 1 {
						weight *= p[i]
						have = append(have, int32(i))
					} else {
						weight *= 1 - p[i]
					}
				}
				if !live(have) {
					sum += weight * end / steps
				}
			}
		}
		if value, _ := got.Float64(); math.Abs(value-sum) > 3e-3*(end+1) {
			t.Errorf("%v nodes %v: mean %v, a sum gives %v", n, c.Latency, value, sum)
		}
	}
}

// A mean needs p100, but not of a node without which a quorum always answers in the end.
func TestExpectedTimeOpenEnds(t *testing.T) {
	open := Latency{At: []*big.Rat{big.NewRat(1, 2)}, Time: []*big.Rat{one}}
	c := Client{Latency: []Latency{always(big.NewRat(2, 1)), open, always(big.NewRat(3, 1))}}
	var unknown *NoMeanError
	if _, err := expectedTime(context.Background(), c, []int32{0, 1}, nil); !errors.As(err, &unknown) || unknown.Node != 1 {
		t.Errorf("a mean of an open distribution: %v", err)
	}
	two := func(s []int32) bool { return len(s) >= 2 }
	// The second answer comes at 2 or later with node 1 by then, of probability 1/2, else at 3.
	assert.SameNumber(t, assert.Got(expectedTime(context.Background(), c, []int32{0, 1, 2}, two))(t), big.NewRat(5, 2), "two of three answers")
}

func tailFleet(latency ...Latency) *Fleet {
	f := &Fleet{Clients: []Client{{Zone: NoZone, Share: one, Latency: latency}}, Workload: Workload{Shares: []Share{{big.NewRat(1, 2), one}}}}
	for range latency {
		f.Nodes = append(f.Nodes, Node{Zone: NoZone, Reads: one, Writes: one, Crash: new(big.Rat)})
	}
	return f
}

// The last of n uniform times is at most q^(1/n) with probability q.
func TestTailOfUniformTimes(t *testing.T) {
	ctx := context.Background()
	for n := 1; n <= 4; n++ {
		var latency []Latency
		nodes := make([]quorum.Formula, n)
		for v := range n {
			latency, nodes[v] = append(latency, uniform(one)), quorum.Leaf(v)
		}
		f, s := tailFleet(latency...), System{Reads: quorum.And(nodes...), Writes: quorum.Or(nodes...)}
		for _, strategy := range []*Strategy{nil, {Menus: []Menu{{0, Reads, -1, []Choice{{Nodes: quorum.FullSet(n).Nodes(), Weight: one}}}}}} {
			tail := assert.Got(FindTail(ctx, f, s, strategy, Reads, TailShares()))(t)
			for _, q := range tail {
				share, _ := q.Share.Float64()
				got, _ := q.Seconds.Float64()
				if want := math.Pow(share, 1/float64(n)); math.Abs(got-want) > 1e-8 {
					t.Errorf("the last of %d is at most %v with probability %v, want %v", n, got, share, want)
				}
			}
		}
	}
}

// Whatever the distribution between the percentiles, quantiles are within their interval; and both
// ends come from a possible distribution.
func TestTailWithinInterval(t *testing.T) {
	ctx, source := context.Background(), rand.New(rand.NewPCG(9, 1))
	for range 30 {
		n := 1 + source.IntN(5)
		var known, finer []Latency
		for range n {
			var l Latency // known has every second percentile of it
			at, time := int64(0), int64(0)
			for at < 100 {
				at, time = min(100, at+1+source.Int64N(40)), time+1+source.Int64N(9)
				l.At, l.Time = append(l.At, big.NewRat(at, 100)), append(l.Time, big.NewRat(time, 100))
			}
			var coarse Latency
			for i := (len(l.At) + 1) % 2; i < len(l.At); i += 2 {
				coarse.At, coarse.Time = append(coarse.At, l.At[i]), append(coarse.Time, l.Time[i])
			}
			if len(coarse.At) == 1 {
				coarse = l
			}
			known, finer = append(known, coarse), append(finer, l)
		}
		s := randomSystem(t, source, n)
		f := tailFleet(known...)
		tail := assert.Got(FindTail(ctx, f, s, nil, Writes, TailShares()))(t)
		other := assert.Got(FindTail(ctx, tailFleet(finer...), s, nil, Writes, TailShares()))(t)
		for i, q := range tail {
			for _, x := range []*big.Rat{q.Seconds, other[i].Seconds, other[i].Low, other[i].High} {
				if x.Cmp(q.Low) < 0 || x.Cmp(q.High) > 0 {
					t.Errorf("%v of the requests: %v is out of %v to %v", q.Share, x, q.Low, q.High)
				}
			}
		}
	}
	// Without p100 there is no end of the last percent, and an exact time where times are fixed.
	open := Latency{At: []*big.Rat{big.NewRat(99, 100)}, Time: []*big.Rat{one}}
	s := System{Reads: quorum.Leaf(0).Over(2), Writes: quorum.Leaf(0).Over(2)}
	tail, err := FindTail(ctx, tailFleet(open, always(one)), s, nil, Reads, TailShares())
	if err != nil || tail[2].High.Cmp(one) != 0 || tail[3].High != nil || tail[3].Seconds != nil {
		t.Errorf("an open tail: %v, %v", tail, err)
	}
	tail, err = FindTail(ctx, tailFleet(always(one), open), s, nil, Reads, TailShares())
	if err != nil || tail[3].Seconds.Cmp(one) != 0 || tail[3].Low.Cmp(one) != 0 {
		t.Errorf("a fixed time: %v, %v", tail, err)
	}
}

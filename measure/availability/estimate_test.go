package availability

import (
	"context"
	"errors"
	"math"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/check/systems"
	"coterie/quorum"
)

// The interval must hold the exact availability about as often as it says: at 95 % and 400 seeds at
// least 360 times, which fails by chance with probability below 10^-4.
func TestEstimateCoversTheExactValue(t *testing.T) {
	ctx := context.Background()
	for _, spec := range []string{"fpp:order=3", "grid:n=20"} {
		f := systems.Family(t, spec)
		l := assert.Got(CountLive(ctx, f, LiveOptions{}))(t)
		for _, p := range []float64{0.1, 0.4} {
			exact, _ := l.Availability(new(big.Rat).SetFloat64(p)).Float64()
			inside, sum := 0, 0.0
			for seed := range uint64(400) {
				e := assert.Got(Sample(ctx, f, []float64{p}, SampleOptions{Samples: 1000, Seed: seed, Confidence: 0.95}))(t)
				if e.Low <= exact && exact <= e.High {
					inside++
				}
				if !(e.Low <= e.Value && e.Value <= e.High) || e.Samples != 1000 {
					t.Fatalf("%+v", e)
				}
				sum += e.Value
			}
			if inside < 360 {
				t.Errorf("%s at %v: %d of 400 intervals hold %v", spec, p, inside, exact)
			}
			// The mean of 400 000 samples has standard deviation at most 0.0008.
			if math.Abs(sum/400-exact) > 0.004 {
				t.Errorf("%s at %v: mean %v, exact %v", spec, p, sum/400, exact)
			}
		}
	}
}

func TestEstimateWithProbabilitiesOfNodes(t *testing.T) {
	ctx := context.Background()
	rng := rand.New(rand.NewPCG(11, 12))
	for seed := range uint64(20) {
		f := RandomFamily(rng, 9, 6, 4)
		p, exactP := make([]float64, 9), make([]*big.Rat, 9)
		for v := range p {
			p[v] = rng.Float64()
			if v == 3 {
				p[v] = float64(seed % 2)
			}
			exactP[v] = new(big.Rat).SetFloat64(p[v])
		}
		want := assert.Got(At(ctx, f, exactP, LiveOptions{}))(t)
		exact, _ := want.Float64()
		e := assert.Got(Sample(ctx, f, p, SampleOptions{Samples: 20000, Seed: seed, Confidence: 0.99999}))(t)
		if exact < e.Low-1e-12 || exact > e.High+1e-12 {
			t.Errorf("seed %d: %v is not in %+v", seed, exact, e)
		}
	}
}

func TestEstimateDoesNotDependOnJobs(t *testing.T) {
	ctx := context.Background()
	f := systems.Family(t, "fpp:order=3")
	for _, samples := range []int{1, 63, 64, 65, 1000, 5000, 12345} {
		var first Estimate
		for jobs := range 6 {
			e := assert.Got(Sample(ctx, f, []float64{0.3}, SampleOptions{Samples: samples, Seed: 5, Jobs: jobs}))(t)
			if jobs == 0 {
				first = e
			}
			if e != first || e.Samples != samples {
				t.Errorf("%d samples, %d jobs: %+v, not %+v", samples, jobs, e, first)
			}
		}
	}
	a, _ := Sample(ctx, f, []float64{0.3}, SampleOptions{Samples: 10000, Seed: 1})
	b, _ := Sample(ctx, f, []float64{0.3}, SampleOptions{Samples: 10000, Seed: 2})
	if a.Live == b.Live {
		t.Errorf("seeds 1 and 2 both have %d live samples", a.Live)
	}
}

// An oracle of the live function agrees with the list.
func TestEstimateLive(t *testing.T) {
	ctx := context.Background()
	f := systems.Family(t, "majority:n=7")
	opts := SampleOptions{Samples: 3000, Seed: 9}
	a := assert.Got(Sample(ctx, f, []float64{0.4}, opts))(t)
	b := assert.Got(SampleLive(ctx, 7, []float64{0.4}, func(alive []uint64) uint64 {
		var out uint64
		for bit := range 64 {
			count := 0
			for _, word := range alive {
				count += int(word >> bit & 1)
			}
			if count >= 4 {
				out |= 1 << bit
			}
		}
		return out
	}, opts))(t)
	assert.Equal(t, a, b, "by the list and by count")
}

func TestEstimateStops(t *testing.T) {
	cause := errors.New("enough")
	ctx, cancel := context.WithCancelCause(context.Background())
	calls := 0
	full := SampleOptions{Samples: 100_000, Seed: 3}
	e, err := SampleLive(ctx, 3, []float64{0.5}, func(alive []uint64) uint64 {
		if calls++; calls == 40 {
			cancel(cause)
		}
		return alive[0]
	}, full)
	if !errors.Is(err, cause) || e.Samples != 2*64*wordsPerBlock || e.Low > 0.5 || e.High < 0.5 {
		t.Errorf("%+v, %v", e, err)
	}
	// The result is the estimate of just so many samples.
	short := full
	short.Samples = e.Samples
	again, err := SampleLive(context.Background(), 3, []float64{0.5}, func(alive []uint64) uint64 { return alive[0] }, short)
	if err != nil || again != e {
		t.Errorf("%+v, not %+v", again, e)
	}
	if e, err = SampleLive(ctx, 3, []float64{0.5}, func(alive []uint64) uint64 { return 0 }, full); e.Samples != 0 || e.Low != 0 || e.High != 1 || err == nil {
		t.Errorf("without samples: %+v, %v", e, err)
	}
}

func TestEstimateInput(t *testing.T) {
	ctx := context.Background()
	f := systems.Family(t, "fpp:order=2")
	for _, p := range [][]float64{nil, {0.1, 0.2}, {-0.1}, {1.1}, {math.NaN()}} {
		assert.As[*quorum.InputError](Sample(ctx, f, p, SampleOptions{}))(t, "%v", p)
	}
	assert.As[*quorum.InputError](Sample(ctx, quorum.Family{}, []float64{0.1}, SampleOptions{}))(t)
}

// Frequencies of single bits and of pairs, for a p with many binary digits and for the ends.
func TestBernoulliWord(t *testing.T) {
	source := rand.NewPCG(1, 1)
	const words = 40000
	for _, p := range []float64{0, 1, 0.5, 0.25, 0.1, 1.0 / 3, 0.999, 1e-3, 5e-324} {
		ones, pairs := 0, 0
		for range words {
			w := bernoulliWord(source, p)
			ones += bits.OnesCount64(w)
			pairs += bits.OnesCount64(w & bits.RotateLeft64(w, 1))
		}
		n := float64(64 * words)
		for _, c := range []struct{ got, p float64 }{{float64(ones), p}, {float64(pairs), p * p}} {
			// Pairs overlap, so allow their sum twice the deviation of independent ones.
			if dev := math.Sqrt(n*c.p*(1-c.p))*2 + 1e-9; math.Abs(c.got-n*c.p) > 5*dev {
				t.Errorf("p = %v: %v of %v, not %v", p, c.got, n, n*c.p)
			}
		}
	}
}

// The limits of Clopper and Pearson are defined by binomial tails, summed here in math/big.
func TestClopperPearson(t *testing.T) {
	tail := func(from, to, n int, x float64) float64 {
		p := new(big.Float).SetPrec(300).SetFloat64(x)
		q := new(big.Float).SetPrec(300).Sub(big.NewFloat(1), p)
		sum := new(big.Float).SetPrec(300)
		for k := from; k <= to; k++ {
			term := new(big.Float).SetPrec(300).SetInt(new(big.Int).Binomial(int64(n), int64(k)))
			for range k {
				term.Mul(term, p)
			}
			for range n - k {
				term.Mul(term, q)
			}
			sum.Add(sum, term)
		}
		out, _ := sum.Float64()
		return out
	}
	for _, c := range []struct{ k, n int }{{0, 10}, {10, 10}, {3, 10}, {1, 200}, {199, 200}, {100, 200}} {
		for _, confidence := range []float64{0.9, 0.99, 0.9999} {
			low, high := ClopperPearson(c.k, c.n, confidence)
			want := (1 - confidence) / 2
			if c.k == 0 && low != 0 || c.k == c.n && high != 1 {
				t.Errorf("%v: %v, %v", c, low, high)
			}
			if got := tail(c.k, c.n, c.n, low); c.k > 0 && math.Abs(got/want-1) > 1e-7 {
				t.Errorf("%v at %v: low %v has tail %v, not %v", c, confidence, low, got, want)
			}
			if got := tail(0, c.k, c.n, high); c.k < c.n && math.Abs(got/want-1) > 1e-7 {
				t.Errorf("%v at %v: high %v has tail %v, not %v", c, confidence, high, got, want)
			}
		}
	}
	// With many samples the limits stay in order and near a normal interval.
	for _, k := range []int{0, 1, 17, 500_000, 999_999, 1_000_000} {
		low, high := ClopperPearson(k, 1_000_000, 0.99)
		x := float64(k) / 1e6
		if !(low <= x && x <= high) || high-low > 2*2.6*math.Sqrt(x*(1-x)/1e6)+2e-5 {
			t.Errorf("%d of a million: %v..%v", k, low, high)
		}
	}
}

func TestAvailabilityBounds(t *testing.T) {
	ctx := context.Background()
	rng := rand.New(rand.NewPCG(13, 14))
	used := map[string]bool{}
	check := func(name string, f quorum.Family) {
		l := assert.Got(CountLive(ctx, f, LiveOptions{}))(t)
		for _, p := range []*big.Rat{new(big.Rat), big.NewRat(1, 1000), big.NewRat(1, 10), big.NewRat(1, 2), big.NewRat(9, 10), big.NewRat(999, 1000), big.NewRat(1, 1)} {
			b := assert.Got(Bounds(ctx, f, p))(t)
			used[b.LowBy], used[b.HighBy] = true, true
			if a := l.Availability(p); a.Cmp(b.Low) < 0 || a.Cmp(b.High) > 0 {
				t.Errorf("%s at %v: %v is not in %v (%s) .. %v (%s)", name, p, a.FloatString(30), b.Low.FloatString(30), b.LowBy, b.High.FloatString(30), b.HighBy)
			}
		}
	}
	for range 60 {
		f := RandomFamily(rng, 2+rng.IntN(9), 1+rng.IntN(10), 5)
		check("random", f)
	}
	for _, spec := range []string{"fpp:order=3", "grid:n=36", "billiard:q=7", "majority:n=9", "wheel:n=9"} {
		check(spec, systems.Family(t, spec))
	}
	for _, by := range []string{"harris", "transversals", "packing", "pairs"} {
		assert.True(t, used[by], "%s is never the best bound", by)
	}
	// Where quorums seldom live, both sides meet.
	f := systems.Family(t, "fpp:order=4")
	b := assert.Got(Bounds(ctx, f, big.NewRat(99, 100)))(t)
	if ratio := new(big.Rat).Quo(b.High, b.Low); ratio.Cmp(big.NewRat(1001, 1000)) > 0 {
		t.Errorf("bounds %v and %v", b.Low.FloatString(20), b.High.FloatString(20))
	}
	assert.As[*quorum.InputError](Bounds(ctx, quorum.Family{}, big.NewRat(1, 2)))(t)
	// A context that has ended takes the slow arguments away; the other bounds still hold.
	cause := errors.New("enough")
	ended, cancel := context.WithCancelCause(ctx)
	cancel(cause)
	short, err := Bounds(ended, f, big.NewRat(99, 100))
	if !errors.Is(err, cause) || short.Low.Cmp(b.Low) > 0 || short.High.Cmp(b.High) < 0 || short.High.Cmp(big.NewRat(1, 1)) >= 0 {
		t.Errorf("%+v, %v", short, err)
	}
}

package availability

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/check/systems"
	"coterie/quorum"
)

var failureChances = []*big.Rat{big.NewRat(1, 1000), big.NewRat(1, 100), big.NewRat(1, 10), big.NewRat(3, 10), big.NewRat(9, 10)}

// The proved bounds hold the exact value, and the interval holds it about as often as it says: at
// 99 % and 60 seeds at least 54 times, which fails by chance with probability below 10^-5.
func TestFailureIntervalsCoverTheExactValue(t *testing.T) {
	assert.Slow(t, "over a second of CPU")
	intervalsCover(t, 100, "fpp:order=3", "wheel:n=9") // a greater one in the slow part
}

// intervalsCover tests this for these systems. At least so many intervals must be sampled.
func intervalsCover(t *testing.T, least int, specs ...string) {
	ctx := t.Context()
	sampled := 0
	for _, spec := range specs {
		f := systems.Family(t, spec)
		l := assert.Got(CountLive(ctx, f, LiveOptions{}))(t)
		covered := make([]int, len(failureChances))
		const seeds = 60
		for seed := range uint64(seeds) {
			// Few quorums in the relaxed family, little work: there is something left to sample.
			opts := FailureOptions{Samples: 300, Seed: seed, MaxWork: 1 << (10 + seed%8), quorums: 3 + int(seed%5)}
			list := assert.Got(FindFailures(ctx, f, failureChances, opts))(t)
			for i, got := range list {
				exact := l.Failure(failureChances[i])
				if got.low.Cmp(exact) <= 0 && exact.Cmp(got.high) <= 0 {
					covered[i]++
				} else if got.Confidence == 1 {
					t.Fatalf("%s, p = %v: %v is not in %v..%v, which is proved", spec, failureChances[i], exact.FloatString(20), got.Low, got.High)
				}
				if exact.Cmp(got.proved[0]) < 0 || exact.Cmp(got.proved[1]) > 0 {
					t.Fatalf("%s, p = %v: %v is not in what is proved, %v", spec, failureChances[i], exact.FloatString(20), got.proved)
				}
				if got.low.Cmp(got.value) > 0 || got.value.Cmp(got.high) > 0 || got.Low > got.Value || got.Value > got.High {
					t.Fatalf("%+v", got)
				}
				if got.Samples > 0 {
					sampled++
				}
			}
		}
		for i, count := range covered {
			if count < seeds-6 {
				t.Errorf("%s, p = %v: %d of %d intervals hold the exact value", spec, failureChances[i], count, seeds)
			}
		}
	}
	if sampled < least {
		t.Errorf("only %d intervals were sampled", sampled)
	}
}

// The failure probabilities of small families, whose transversals are all counted, are exact.
func TestFailuresOfRandomFamilies(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 32))
	for range 60 {
		f := RandomFamily(rng, 2+rng.IntN(9), 1+rng.IntN(10), 5)
		l := assert.Got(CountLive(t.Context(), f, LiveOptions{}))(t)
		s := assert.Got(newStrata(t.Context(), f, failureChances, FailureOptions{Samples: 100, Jobs: 2, MaxWork: 1 << 40, quorums: 2}))(t)
		s.count(t.Context())
		for k, c := range s.counted {
			want := new(big.Int).Sub(s.all[k], l.Counts[f.N()-k])
			if c.Cmp(want) != 0 || want.Cmp(s.relaxed[k]) > 0 {
				t.Errorf("%v transversals of %d nodes, %v of the relaxed family, not %v: %v", c, k, s.relaxed[k], want, f)
			}
		}
	}
}

// The plane of order 7 has too many live sets of states to be counted; at p = 1/100 two digits of
// its failure probability are settled, and the workers do not matter.
func TestFailuresOfThePlaneOfOrder7(t *testing.T) {
	assert.Slow(t, "over a second of CPU")
	f := systems.Family(t, "fpp:order=7")
	var first []FailureInterval
	for jobs := 1; jobs <= 2; jobs++ {
		list := assert.Got(FindFailures(t.Context(), f, failureChances[:2], FailureOptions{Seed: 1, Jobs: jobs, Samples: 20_000, MaxWork: 1 << 27}))(t)
		if jobs == 1 {
			first = list
		}
		for i, got := range list {
			if got.Digits() < 2 || got.Smallest != 8 || got.Counted < 10 {
				t.Errorf("p = %v: %+v has %d digits", failureChances[i], got, got.Digits())
			}
			if got.value.Cmp(first[i].value) != 0 || got.Hits != first[i].Hits || got.Counted != first[i].Counted {
				t.Errorf("%d jobs: %+v, not %+v", jobs, got, first[i])
			}
		}
	}
	assert.Equal(t, first[1].ValueText(2), "5.7e-15", "at 1/100 it fails with probability")
}

func TestFailuresInput(t *testing.T) {
	assert.As[*quorum.InputError](FindFailures(t.Context(), quorum.Family{}, failureChances, FailureOptions{}))(t)
	list, err := FindFailures(t.Context(), systems.Family(t, "fpp:order=2"), []*big.Rat{new(big.Rat), big.NewRat(1, 1)}, FailureOptions{quorums: 2})
	if err != nil || list[0].High != 0 || list[1].Low != 1 || list[0].Digits() == 0 {
		t.Errorf("%+v, %v", list, err)
	}
}

// Texts of an interval are rounded outward, and tell as many digits as it settles.
func TestFailureIntervalTexts(t *testing.T) {
	of := func(value, low, high string) FailureInterval {
		var x [3]*big.Rat
		for i, s := range []string{value, low, high} {
			x[i], _ = new(big.Rat).SetString(s)
		}
		return newFailureInterval(x[0], x[1], x[2])
	}
	i := of("5.7032e-15", "5.6989e-15", "5.7091e-15")
	if i.ValueText(2) != "5.7e-15" || i.LowText(3) != "5.69e-15" || i.HighText(3) != "5.71e-15" || i.Digits() != 3 {
		t.Errorf("%s in %s..%s, %d digits", i.ValueText(2), i.LowText(3), i.HighText(3), i.Digits())
	}
	if i = of("1e-400", "9e-401", "3e-400"); i.ValueText(2) != "1e-400" || i.Digits() != 0 || i.Low != 0 || i.High == 0 {
		t.Errorf("%s in %s..%s, %d digits, %v..%v", i.ValueText(2), i.LowText(2), i.HighText(2), i.Digits(), i.Low, i.High)
	}
	if i = of("0.123", "0.123", "0.123"); i.Digits() != 17 {
		t.Errorf("%d digits", i.Digits())
	}
}

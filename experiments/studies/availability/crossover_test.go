package availability

import (
	"errors"
	"math/big"
	"slices"
	"testing"

	"coterie/bounds"
	"coterie/construct"
	"coterie/experiments/studytest"
	"coterie/internal/check/assert"
	"coterie/quorum"
)

// naiveLive tries all sets of nodes.
func naiveLive(f quorum.Family) []*big.Int {
	counts := make([]*big.Int, f.N()+1)
	for s := range counts {
		counts[s] = new(big.Int)
	}
	var masks []uint
	for _, q := range f.All() {
		var m uint
		for _, v := range q {
			m |= 1 << v
		}
		masks = append(masks, m)
	}
	for set := range uint(1) << f.N() {
		if slices.ContainsFunc(masks, func(m uint) bool { return m&set == m }) {
			size := 0
			for x := set; x != 0; x &= x - 1 {
				size++
			}
			counts[size].Add(counts[size], big.NewInt(1))
		}
	}
	return counts
}

// naiveAvailability adds up the probabilities of the live sets.
func naiveAvailability(counts []*big.Int, p *big.Rat) *big.Rat {
	n := len(counts) - 1
	up := new(big.Rat).Sub(big.NewRat(1, 1), p)
	sum := new(big.Rat)
	for s, c := range counts {
		term := new(big.Rat).SetInt(c)
		for range s {
			term.Mul(term, up)
		}
		for range n - s {
			term.Mul(term, p)
		}
		sum.Add(sum, term)
	}
	return sum
}

// TestCrossoverAgainstAllSets: compare the systems, pair by pair and over all families, at many p,
// from sets counted one by one.
func TestCrossoverAgainstAllSets(t *testing.T) {
	assert.Long(t, "half a second of CPU")
	p := crossoverParameters{Listed: 10_000, States: 1 << 15, Width: 1_000_000}
	changes := 0
	for n := 3; n <= 13; n++ {
		row := assert.Got(crossoverAt(t.Context(), p, n))(t)
		counts := make([][]*big.Int, len(row.Systems))
		for i, s := range row.Systems {
			instance := assert.Got(construct.Parse(t.Context(), s.Spec))(t)
			built := assert.Got(instance.Build(t.Context(), 0))(t)
			counts[i] = naiveLive(built.(*quorum.System).Family())
			if !slices.EqualFunc(counts[i], s.Live.Counts, func(a, b *big.Int) bool { return a.Cmp(b) == 0 }) {
				t.Errorf("%s: %v, want %v", s.Spec, s.Live.Counts, counts[i])
			}
		}
		for k := int64(1); k < 97; k++ {
			x := big.NewRat(k, 97)
			values := make([]*big.Rat, len(counts))
			for i := range counts {
				values[i] = naiveAvailability(counts[i], x)
			}
			for _, pair := range row.Pairs {
				want := values[pair.First].Cmp(values[pair.Second])
				got, known := pair.signAt(x)
				if known && got != want {
					t.Errorf("n = %d, p = %v: %s against %s: %d, want %d", n, x, row.Systems[pair.First].Spec, row.Systems[pair.Second].Spec, got, want)
				}
			}
			for _, e := range []struct {
				parts    []envelopePart
				admitted func(availableSystem) bool
			}{{row.All, availableSystem.known}, {row.Light, availableSystem.light}} {
				var best []int
				for i, v := range values {
					if !e.admitted(row.Systems[i]) {
						continue
					}
					if len(best) == 0 || v.Cmp(values[best[0]]) > 0 {
						best = []int{i}
					} else if v.Cmp(values[best[0]]) == 0 {
						best = append(best, i)
					}
				}
				at := 0
				for at < len(e.parts)-1 && e.parts[at].Until.High.Rat().Cmp(x) < 0 {
					at++
				}
				changes += at
				if len(best) == 0 && len(e.parts) == 0 {
					continue
				}
				assert.Slice(t, best, e.parts[at].Best, "n = %d, p = %v: the best are %v, want", n, x, e.parts[at].Best)
			}
		}
	}
	if changes == 0 {
		t.Error("no change of the best was seen")
	}
}

// signAt returns which of the pair is better at x, by its crossings. It is not known within an
// isolating interval.
func (c crossoverPair) signAt(x *big.Rat) (sign int, known bool) {
	if len(c.Crossings) == 0 {
		return c.Sign, true
	}
	for _, k := range c.Crossings {
		if x.Cmp(k.Low.Rat()) < 0 {
			return k.Before, true
		}
		if x.Cmp(k.High.Rat()) <= 0 {
			return 0, false
		}
	}
	return c.Crossings[len(c.Crossings)-1].After, true
}

// TestEnvelopeTooClose: three systems that meet in one p which is no binary fraction are not told
// apart by narrower intervals, and the error says so. Two systems give no error.
func TestEnvelopeTooClose(t *testing.T) {
	made := func(counts ...int64) availableSystem {
		var s availableSystem
		for _, c := range counts {
			s.Live.Counts = append(s.Live.Counts, big.NewInt(c))
		}
		return s
	}
	// Differences (1-3p)·(1-p)p² and twice that: with u = 1-p, (u-2p)up²: roots at p = 1/3.
	systems := []availableSystem{made(0, 9, 9, 9, 0), made(0, 7, 10, 9, 0), made(0, 5, 11, 9, 0)}
	pairs := crossoverPairs(systems, bounds.FractionOf(1, 1000))
	if _, err := upperEnvelope(systems, pairs, availableSystem.known, false); !errors.Is(err, errTooClose) {
		t.Errorf("error %v", err)
	}
	parts, err := upperEnvelope(systems, pairs, availableSystem.known, true)
	if err != nil || len(parts) != 2 || parts[0].Best[0] != 2 || parts[1].Best[0] != 0 {
		t.Errorf("parts %+v, %v", parts, err)
	}
	two := systems[:2]
	parts, err = upperEnvelope(two, crossoverPairs(two, bounds.FractionOf(1, 1000)), availableSystem.known, false)
	if err != nil || len(parts) != 2 || parts[0].Best[0] != 1 || parts[0].Until.Low.Cmp(bounds.FractionOf(1, 3)) > 0 || parts[0].Until.High.Cmp(bounds.FractionOf(1, 3)) < 0 {
		t.Errorf("parts %+v, %v", parts, err)
	}
}

func TestCrossoverSmall(t *testing.T) {
	folder := studytest.Small(t, declareCrossover, crossoverParameters{From: 3, To: 13, Listed: 400, States: 1 << 15, Width: 1_000_000_000, Drawn: []int{13}}, nil)
	studytest.WantRows(t, folder, "systems.csv",
		"7,fpp,fpp:order=2,3/7,2,64,true,decision diagram over masks of quorums,",
		"13,fpp,fpp:order=3,4/13,3,3862,false,decision diagram over masks of quorums,",
		"13,paths,paths:d=2,11/27,2,2764,false,decision diagram over masks of quorums,",
		"13,majority,majority:n=13,7/13,6,4096,true,read-once votes,",
	)
	studytest.WantRows(t, folder, "crossings.csv", "7,fpp,majority,crosses,0.5,1/2,1/2,majority,fpp,-1/7,-1", "7,fpp,degenerate-fpp,equal,,,,,,0,0")
	studytest.WantRows(t, folder, "envelope.csv", "13,all,0,0.5,majority,", "13,all,0.5,1,singleton,")
	// Results beyond the limits carry a reason.
	folder = studytest.Declare(t, declareCrossover, crossoverParameters{From: 13, To: 13, Listed: 20, States: 40, Width: 1000}, nil)
	studytest.WantRows(t, folder, "systems.csv", "13,paths,paths:d=2,,,,,,more than 20 quorums", "13,fpp,fpp:order=3,,,,,,more than 40 states")
}

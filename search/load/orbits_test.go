package load

import (
	"maps"
	"math"
	"math/big"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"coterie/bounds"
	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
	"coterie/internal/solve/session"
	"coterie/search"
)

// TestFloats compares the totals and the excluded cases of the programs in floating point with
// those in whole numbers, case after case.
func TestFloats(t *testing.T) {
	const n = 8
	for _, value := range []*big.Rat{big.NewRat(5, 12), big.NewRat(2, 5), big.NewRat(3, 7)} {
		whole, near := newTree(n, value, 3, 3), newFloats(n, value)
		excluded, open := 0, []part{whole.begin([]uint64{0b111}, nil)}
		for range 300 {
			p := open[0]
			total, share, _, err := whole.solve(p.candidates)
			assert.OK(t, err)
			other, others, weights, err := near.solve(p.candidates)
			assert.OK(t, err)
			assert.MustEqual(t, others == nil, share == nil, "%v: excluded", value)
			if share == nil {
				assert.True(t, len(weights) == n && heavy(masksOf(minimal(nil, p.candidates)), weights, value), "%v: weights %v exclude nothing", value, weights)
				excluded++
			} else if math.Abs(total-other) > 1e-6 {
				t.Errorf("%v: a total of %v, and %v in floating point", value, total, other)
			}
			open = append(open[1:], assert.Got(whole.split(p))(t)...)
			if len(open) == 0 || whole.better != nil {
				break
			}
		}
		assert.True(t, excluded > 0, "%v: nothing is excluded", value)
	}
}

func masksOf(columns []uint16) (masks []uint64) {
	for _, c := range columns {
		masks = append(masks, uint64(c))
	}
	return masks
}

// byCases goes through what is better than value by cases, and returns the result.
func byCases(t *testing.T, n int, value *big.Rat, jobs int) *search.Result {
	t.Helper()
	s := &run{Session: session.New(t.Context(), search.Options{Jobs: jobs}, &search.Result{}), n: n, rng: rand.New(rand.NewPCG(1, 2))}
	s.raise(new(big.Rat), "nothing")
	s.Upper = new(bounds.NewFraction(value))
	assert.OK(t, s.byOrbits(t.Context()))
	assert.MustEqual(t, s.Lower.String(), s.Upper.String(), "n = %d, below %v: the bounds", n, value)
	return s.Result
}

// TestOrbitsAgainstAllCoteries: a system below a value is found if and only if one of all
// nondominated coteries is below it, and then a best one is found in the end, whatever the jobs.
func TestOrbitsAgainstAllCoteries(t *testing.T) {
	for n := 2; n <= 5; n++ {
		least := leastLoadOf(t, n, slices.Collect(maps.Values(byFlips(n))))
		found := 0
		for k := int64(3); k <= 16; k++ {
			value := big.NewRat(k, 16)
			r := byCases(t, n, value, 1)
			if least.Cmp(value) >= 0 {
				assert.Equal(t, r.Upper.String(), value.RatString(), "n = %d, below %v", n, value)
				assert.True(t, r.System.Structure == nil, "n = %d, below %v: a system", n, value)
				continue
			}
			found++
			assert.Equal(t, r.Upper.String(), least.RatString(), "n = %d, below %v", n, value)
			if other := byCases(t, n, value, 3); !reflect.DeepEqual(other.System, r.System) || other.LowerBy != r.LowerBy {
				t.Errorf("n = %d, below %v: with 3 jobs another answer", n, value)
			}
		}
		assert.True(t, n == 2 || found > 0, "n = %d: nothing found", n)
	}
	for n, want := range map[int]string{6: "1/2", 7: "3/7"} {
		assert.Equal(t, byCases(t, n, big.NewRat(1, 1), 1).Upper.String(), want, "n = %d", n)
	}
}

// TestSameOrbit: the orbit of a set is that under all renamings that keep the classes of alike
// nodes.
func TestSameOrbit(t *testing.T) {
	const n = 6
	p := part{alike: []uint64{0b000111, 0b011000, 0b100000}}
	for set := uint64(0); set < 1<<n; set++ {
		orbit := map[uint64]bool{}
		for _, order := range ordersOf(n) {
			moved, keeps := uint64(0), true
			for v, w := range order {
				keeps = keeps && classOf(p.alike, v) == classOf(p.alike, w)
				moved |= set >> v & 1 << w
			}
			if keeps {
				orbit[moved] = true
			}
		}
		for other := uint64(0); other < 1<<n; other++ {
			assert.Equal(t, p.sameOrbit(set, other), orbit[other], "%06b and %06b", set, other)
			assert.Equal(t, part{}.sameOrbit(set, other), set == other, "%06b and %06b, without alike nodes", set, other)
		}
	}
}

func classOf(alike []uint64, v int) int {
	for i, class := range alike {
		if class>>v&1 == 1 {
			return i
		}
	}
	return -1
}

// TestExcludes: weights that leave no slack need their denominator, and weights that are too light
// exclude nothing.
func TestExcludes(t *testing.T) {
	f := newFloats(7, big.NewRat(3, 7))
	lines := []uint16{0b0000111, 0b0011001, 0b1100001, 0b0101010, 0b1010010, 0b1001100, 0b0110100}
	third := []float64{1. / 3, 1. / 3, 1. / 3, 1. / 3, 1. / 3, 1. / 3, 1. / 3}
	assert.True(t, f.exclude(lines, third) != nil, "the plane is excluded below its load")
	f.value = big.NewRat(431, 1000)
	assert.True(t, f.exclude(lines, third) == nil, "the plane is not excluded above its load")
	f.value = big.NewRat(3, 7)
	third[0] = 0
	assert.True(t, f.exclude(lines, third) == nil, "weights that are too light")
}

// BenchmarkCases compares the cases of 11 nodes, one of each orbit, with those that a solver
// refutes, in CPU time.
func BenchmarkCases(b *testing.B) {
	spent := map[search.Method]time.Duration{}
	took := func(n int, method search.Method, want string) time.Duration {
		start := reach.CPU()
		r := assert.Got(Find(b.Context(), n, Options{Method: method}))(b)
		assert.MustEqual(b, r.Value.String(), want, "n = %d, %s: optimal %v", n, method, r.Optimal)
		return reach.CPU() - start
	}
	b.Run("n=11", func(b *testing.B) {
		for b.Loop() {
			for _, method := range []search.Method{search.Bounds, Coteries, Cases} {
				spent[method] += took(11, method, "5/14")
			}
		}
		plain := spent[search.Bounds] // constructions and local search, which both need
		reach.Ratio(b, "load/n=11/cases/against=solver", float64(spent[Coteries]-plain)/float64(max(spent[Cases]-plain, time.Millisecond)), 5)
	})
}

package availability

import (
	"context"
	"math/big"
	"math/bits"
	"testing"
	"time"

	"coterie/bounds"
	"coterie/construct"
	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
	"coterie/internal/check/systems"
	"coterie/internal/solve/live"
	"coterie/internal/solve/sets"
	"coterie/quorum"
)

func BenchmarkCountLive(b *testing.B) {
	for _, c := range []struct {
		spec, name string
		method     live.Representation
		target     time.Duration // of the project where it states one, else of this file
	}{
		{"fpp:order=4", "any", live.Any, 10 * time.Millisecond},
		{"fpp:order=5", "any", live.Any, time.Second},
		{"fpp:order=5", "zdd", live.ZDDs, 3 * time.Second},
		{"billiard:q=11", "any", live.Any, 500 * time.Millisecond},
		{"billiard:q=15", "any", live.Any, 10 * time.Second},
		{"grid:n=49", "closed", live.Any, 200 * time.Millisecond},
		{"grid:n=49", "masks", live.Masks, 200 * time.Millisecond},
		{"grid:n=60", "any", live.Any, 2 * time.Second},
		{"tree:height=4", "any", live.Any, 2 * time.Second},
		{"triangle-lattice:rows=9", "any", live.Any, 2 * time.Second},
		{"triangle-lattice:rows=10", "any", live.Any, 20 * time.Second},
		{"majority:n=21", "any", live.Any, 10 * time.Second},
		{"paths:d=4", "any", live.Any, 20 * time.Second},
	} {
		b.Run(c.spec+"/method="+c.name, func(b *testing.B) {
			if testing.Short() && c.target > 5*time.Second {
				b.Skip("too long with -short")
			}
			f := systems.Family(b, c.spec)
			for b.Loop() {
				assert.Got(CountLive(context.Background(), f, LiveOptions{method: c.method}))(b)
			}
			reach.Time(b, "live_sets/"+c.spec+"/method="+c.name, reach.PerRun(b), c.target)
		})
	}
}

// grayCounts counts live sets by walking all 2^n sets in Gray order, one node at a time, with the
// number of absent nodes of every quorum kept up to date.
func grayCounts(f quorum.Family) []int64 {
	n := f.N()
	through := make([][]int32, n)
	absent := make([]int32, f.Len())
	for i, q := range f.All() {
		absent[i] = int32(len(q))
		for _, v := range q {
			through[v] = append(through[v], int32(i))
		}
	}
	counts := make([]int64, n+1)
	set, whole := uint64(0), 0
	for k := uint64(1); ; k++ {
		if whole > 0 {
			counts[bits.OnesCount64(set)]++
		}
		if k == 1<<n {
			return counts
		}
		v := bits.TrailingZeros64(k)
		set ^= 1 << v
		if set>>v&1 == 1 {
			for _, i := range through[v] {
				if absent[i]--; absent[i] == 0 {
					whole++
				}
			}
		} else {
			for _, i := range through[v] {
				if absent[i]++; absent[i] == 1 {
					whole--
				}
			}
		}
	}
}

// tableCounts counts live sets with a table of 2^n bits: mark the quorums, close upwards node by
// node with shifts of words, and count by size.
func tableCounts(f quorum.Family) []int64 {
	return sets.Up(f.N(), f.All()).BySize()
}

// The plain ways, in the same run: at 21 and 24 nodes. At 21 the table of bits is about as fast as
// the diagram; it doubles with each node.
func BenchmarkCountLiveAgainstPlain(b *testing.B) {
	for _, c := range []struct {
		spec        string
		gray, table float64 // how many times faster the diagram should be
	}{
		{"fpp:order=4", 4, 0.5},
		{"billiard:q=7", 40, 4},
	} {
		b.Run(c.spec, func(b *testing.B) {
			f := systems.Family(b, c.spec)
			var diagram, gray, table time.Duration
			for b.Loop() {
				from := time.Now()
				live := assert.Got(CountLive(context.Background(), f, LiveOptions{}))(b)
				diagram += time.Since(from)
				from = time.Now()
				one := grayCounts(f)
				gray += time.Since(from)
				from = time.Now()
				other := tableCounts(f)
				table += time.Since(from)
				for s, c := range live.Counts {
					if c.Cmp(big.NewInt(one[s])) != 0 || one[s] != other[s] {
						b.Fatalf("size %d: %v by diagram, %d in Gray order, %d by table", s, c, one[s], other[s])
					}
				}
			}
			reach.Ratio(b, "live_sets/"+c.spec+"/against=gray", float64(gray)/float64(diagram), c.gray)
			reach.Ratio(b, "live_sets/"+c.spec+"/against=table", float64(table)/float64(diagram), c.table)
		})
	}
}

func BenchmarkAvailability(b *testing.B) {
	p := big.NewRat(1, 10)
	b.Run("grid=100x100/method=closed", func(b *testing.B) {
		for b.Loop() {
			OfGrid(100, 100, p)
		}
		reach.Time(b, "availability/grid=100x100", reach.PerRun(b), 200*time.Millisecond)
	})
	b.Run("fpp:order=5/method=exact", func(b *testing.B) {
		f := systems.Family(b, "fpp:order=5")
		for b.Loop() {
			assert.Got(At(context.Background(), f, []*big.Rat{p}, LiveOptions{}))(b)
		}
		reach.Time(b, "availability/fpp:order=5", reach.PerRun(b), time.Second)
	})
	for _, spec := range []string{"fpp:order=97", "grid:n=9801"} {
		b.Run(spec+"/samples=100000", func(b *testing.B) {
			f := systems.Family(b, spec)
			for b.Loop() {
				assert.Got(Sample(context.Background(), f, []float64{0.1}, SampleOptions{}))(b)
			}
			reach.Time(b, "estimate/"+spec, reach.PerRun(b), 10*time.Second)
		})
		b.Run(spec+"/bounds", func(b *testing.B) {
			f := systems.Family(b, spec)
			for b.Loop() {
				assert.Got(Bounds(context.Background(), f, p))(b)
			}
			reach.Time(b, "bounds/"+spec, reach.PerRun(b), 5*time.Second)
		})
	}
}

// How long after the end of its context a count returns, in the midst of a family beyond its reach.
func BenchmarkCountLiveStops(b *testing.B) {
	for name, method := range map[string]live.Representation{"masks": live.Masks, "zdd": live.ZDDs} {
		b.Run("fpp:order=7/method="+name, func(b *testing.B) {
			f := systems.Family(b, "fpp:order=7")
			var worst time.Duration
			for b.Loop() {
				ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
				if _, err := CountLive(ctx, f, LiveOptions{method: method}); err == nil {
					b.Fatal("counted")
				}
				end, _ := ctx.Deadline()
				worst = max(worst, time.Since(end))
				cancel()
			}
			reach.Time(b, "stop/fpp:order=7/method="+name, worst, 100*time.Millisecond)
		})
	}
}

// BenchmarkConcurrency finds the availability of a k-coterie for every h <= k and four crash
// probabilities, by closed form, and on a table of the sets of 25 nodes.
func BenchmarkConcurrency(b *testing.B) {
	for spec, target := range map[string]time.Duration{"k-majority:n=1001,k=5": time.Second, "k-majority:n=25,k=6": 10 * time.Second} {
		b.Run(spec, func(b *testing.B) {
			s := assert.Got(construct.Build(b.Context(), spec))(b)
			most := s.K
			if s.Structure != nil { // on the list, for two holders
				s.Origin, most = nil, 2
			}
			for b.Loop() {
				for h := 1; h <= most; h++ {
					l := assert.Got(CountConcurrent(b.Context(), s, h, LiveOptions{}))(b)
					for _, p := range []int64{1000, 100, 10, 3} {
						l.At(bounds.FractionOf(1, p))
					}
				}
			}
			reach.Time(b, "concurrency/"+spec, reach.PerRun(b), target)
		})
	}
}

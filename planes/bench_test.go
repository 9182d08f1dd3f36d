package planes

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"

	"coterie/internal/check/assert"
)

// verdict prints a measurement against its target, and fails the benchmark at twice the target.
func verdict(b *testing.B, what string, measured, target float64, unit string) {
	b.Helper()
	word := "PASS"
	if measured > target {
		word = "MISS"
	}
	fmt.Printf("%s: measured %.3f %s, target %.3f %s: %s\n", what, measured, unit, target, unit, word)
	if measured > 2*target {
		b.Errorf("%s: %.3f %s is more than twice the target %.3f", what, measured, unit, target)
	}
}

// heapOf builds something and returns it with the growth of the heap and the bytes allocated on the
// way.
func heapOf[T any](build func() T) (built T, growth, allocated int64) {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	built = build()
	runtime.GC()
	runtime.ReadMemStats(&after)
	return built, int64(after.HeapAlloc) - int64(before.HeapAlloc), int64(after.TotalAlloc - before.TotalAlloc)
}

// PG(2,256) must be in memory within 1.5 times the bytes of its incidences as int32; allocations
// while building count as well.
func BenchmarkProjectiveMemory(b *testing.B) {
	const q, target = 256, 1.5
	var growth, allocated int64
	var p *Plane
	for b.Loop() {
		p, growth, allocated = heapOf(func() *Plane { return mustProjective(b, q) })
		runtime.KeepAlive(p)
	}
	incidences := float64(4 * p.Lines() * p.LineSize())
	b.ReportMetric(float64(growth), "heap-B")
	b.ReportMetric(incidences, "incidence-B")
	heap := fmt.Sprintf("heap growth by %s, %d lines", p.Name(), p.Lines())
	verdict(b, heap, float64(growth)/incidences, target, "x incidence bytes")
	verdict(b, "allocated while building it", float64(allocated)/incidences, target, "x incidence bytes")
}

func BenchmarkNewProjective(b *testing.B) {
	for _, q := range []int{16, 64, 128, 256} {
		b.Run(fmt.Sprintf("order=%d", q), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				mustProjective(b, q)
			}
		})
	}
}

func BenchmarkSingerSet(b *testing.B) {
	for _, q := range []int{256, 1009, 6561, 8191, 8192} {
		b.Run(fmt.Sprintf("order=%d", q), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				mustSinger(b, q)
			}
		})
	}
}

// Verification of a perfect difference set by windows of O(q) memory, against a table of all v
// residues.
func BenchmarkIsDifferenceSet(b *testing.B) {
	for _, q := range []int{512, 4096} {
		s := mustSinger(b, q)
		set := s.set
		b.Run(fmt.Sprintf("order=%d/method=windows", q), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, _, ok := IsDifferenceSet(s.v, set); !ok {
					b.Fatal("not perfect")
				}
			}
		})
		b.Run(fmt.Sprintf("order=%d/method=naive", q), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if times := naiveDifferences(s.v, set); times[1] != 1 {
					b.Fatal("not perfect")
				}
			}
		})
	}
}

// The line through two points: from coordinates, and by merging the pencils of a second
// table.
func BenchmarkLineThrough(b *testing.B) {
	const q = 31
	p := mustProjective(b, q)
	listed := assert.Got(FromLines(b.Context(), "listed", p.Points(), linesOf(p)))(b)
	for _, method := range []struct {
		name string
		join func(a, b int) int
	}{
		{"coordinates", p.LineThrough}, {"pencils", listed.LineThrough},
	} {
		b.Run(fmt.Sprintf("order=%d/method=%s", q, method.name), func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 1))
			for b.Loop() {
				x := rng.IntN(p.Points() - 1)
				method.join(x, p.Points()-1)
			}
		})
	}
}

func BenchmarkVerify(b *testing.B) {
	for _, q := range []int{16, 32, 64} {
		p := mustProjective(b, q)
		b.Run(fmt.Sprintf("order=%d", q), func(b *testing.B) {
			for b.Loop() {
				assert.OK(b, p.Verify(b.Context()))
			}
		})
	}
}

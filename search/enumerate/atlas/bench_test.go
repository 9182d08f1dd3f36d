package atlas

import (
	"testing"
	"time"

	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
	"coterie/measure/availability"
	"coterie/measure/transversals"
	"coterie/measure/votes"
	"coterie/search/enumerate"
)

// classesOfEight is how many there are, by Burnside's lemma (package enumerate counts them).
const classesOfEight = 6_001_501

// BenchmarkAtlas measures what all classes on 8 nodes take on one core, from a sample of their
// slices, and how many times faster that is than measuring each by the packages for any system.
func BenchmarkAtlas(b *testing.B) {
	b.Run("classes/n=8", func(b *testing.B) {
		t := assert.Got(open(b.Context(), classesOn(8)))(b)
		job, measured := t.job(0), 0
		for b.Loop() {
			for part := 7; part < job.Parts; part += 53 {
				result := assert.Got(t.Do(b.Context(), job.Part(part, 0)))(b)
				assert.OK(b, t.each(result, func(*Class) error { measured++; return nil }))
			}
		}
		each := b.Elapsed() / time.Duration(max(1, measured))
		b.ReportMetric(float64(time.Second/max(1, each)), "classes/s")
		reach.Time(b, "atlas/all of n=8, on one core, extrapolated", each*classesOfEight, time.Hour)
	})
	b.Run("against=measure", func(b *testing.B) {
		sample := sampleOfEight(b, 20)
		var k Kernel
		var kernel, general time.Duration
		for b.Loop() {
			start := time.Now()
			for range 20 {
				for _, c := range sample {
					assert.Got(k.Measure(c.Function, c.Automorphisms))(b)
				}
			}
			kernel += time.Since(start) / 20
			start = time.Now()
			for _, c := range sample {
				f := c.Function.Family()
				v, err := votes.Find(b.Context(), f, votes.Options{})
				if err == nil {
					_, err = transversals.Smallest(b.Context(), f, transversals.Options{Load: &v.Load, Jobs: 1})
				}
				if err == nil {
					_, err = availability.CountLive(b.Context(), f, availability.LiveOptions{})
				}
				if err == nil {
					enumerate.Canonical(c.Function)
				}
				if err != nil {
					b.Fatal(err)
				}
			}
			general += time.Since(start)
		}
		reach.Ratio(b, "atlas/against measure", float64(general)/float64(kernel), 20)
	})
}

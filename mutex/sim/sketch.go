package sim

import (
	"slices"

	"github.com/HdrHistogram/hdrhistogram-go"
)

// Sketch is a collection of times in bounded memory. Its count, mean and maximum are exact, and so
// are the quantiles of a few times. Those of many are right to three digits. The zero value is
// empty.
type Sketch struct {
	count   int
	sum     float64
	max     Time
	times   []Time // as long as there are few
	buckets *hdrhistogram.Histogram
}

const (
	// few is the number of times that are kept exactly.
	few = 512
	// sketchTop is the longest time that is distinguished from longer ones.
	sketchTop = 1_000_000_000 * int64(Unit)
)

// Add adds a time, which is not negative.
func (s *Sketch) Add(t Time) {
	s.count++
	s.sum += float64(t)
	s.max = max(s.max, t)
	if s.buckets == nil && len(s.times) < few {
		s.times = append(s.times, t)
		return
	}
	s.spill()
	s.record(t)
}

// Merge adds the times of t.
func (s *Sketch) Merge(t Sketch) {
	if t.buckets == nil {
		for _, x := range t.times {
			s.Add(x)
		}
		return
	}
	s.spill()
	s.count += t.count
	s.sum += t.sum
	s.max = max(s.max, t.max)
	s.buckets.Merge(t.buckets)
}

// spill goes over to buckets.
func (s *Sketch) spill() {
	if s.buckets != nil {
		return
	}
	s.buckets = emptyBuckets()
	for _, t := range s.times {
		s.record(t)
	}
	s.times = nil
}

func emptyBuckets() *hdrhistogram.Histogram { return hdrhistogram.New(1, sketchTop, 3) }

func (s *Sketch) record(t Time) {
	if err := s.buckets.RecordValue(min(int64(t), sketchTop)); err != nil {
		panic(err)
	}
}

// Count returns how many times there are.
func (s Sketch) Count() int { return s.count }

// Mean returns the mean in units, 0 for an empty sketch.
func (s Sketch) Mean() float64 {
	if s.count == 0 {
		return 0
	}
	return s.sum / float64(s.count) / float64(Unit)
}

// Max returns the longest in units.
func (s Sketch) Max() float64 { return s.max.Units() }

// Quantile returns in units the time whose rank is nearest to the share q of all of them, 0 for an
// empty sketch.
func (s Sketch) Quantile(q float64) float64 {
	switch {
	case s.count == 0:
		return 0
	case s.buckets != nil:
		return min(Time(s.buckets.ValueAtQuantile(100*q)), s.max).Units()
	}
	rank := max(1, int(q*float64(s.count)+0.5))
	return slices.Sorted(slices.Values(s.times))[rank-1].Units()
}

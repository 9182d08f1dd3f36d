package sim

import "github.com/HdrHistogram/hdrhistogram-go"

// Sketch is a collection of times in bounded memory. Its count, mean, least and greatest are exact,
// its quantiles right to three digits. The zero value is empty.
type Sketch struct {
	buckets *hdrhistogram.Histogram
	count   int
	sum     float64
	max     Time
}

// sketchTop is the longest time that is told apart from longer ones.
const sketchTop = 1_000_000_000 * int64(Unit)

// Add adds a time.
func (s *Sketch) Add(t Time) {
	if s.buckets == nil {
		s.buckets = hdrhistogram.New(1, sketchTop, 3)
	}
	s.count++
	s.sum += float64(t)
	s.max = max(s.max, t)
	if err := s.buckets.RecordValue(min(int64(t), sketchTop)); err != nil {
		panic(err) // a negative time
	}
}

// Merge adds the times of t.
func (s *Sketch) Merge(t Sketch) {
	if t.count == 0 {
		return
	}
	if s.buckets == nil {
		s.buckets = hdrhistogram.New(1, sketchTop, 3)
	}
	s.count += t.count
	s.sum += t.sum
	s.max = max(s.max, t.max)
	s.buckets.Merge(t.buckets)
}

// Count returns how many times there are.
func (s Sketch) Count() int { return s.count }

// Mean returns the mean in units, 0 of none.
func (s Sketch) Mean() float64 {
	if s.count == 0 {
		return 0
	}
	return s.sum / float64(s.count) / float64(Unit)
}

// Max returns the longest in units.
func (s Sketch) Max() float64 { return s.max.Units() }

// Quantile returns in units the least time that the share q of them does not exceed.
func (s Sketch) Quantile(q float64) float64 {
	if s.count == 0 {
		return 0
	}
	return min(Time(s.buckets.ValueAtQuantile(100*q)), s.max).Units()
}

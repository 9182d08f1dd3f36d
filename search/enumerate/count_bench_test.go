package enumerate

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
)

// BenchmarkCount counts labelled nondominated coteries with all cores.
func BenchmarkCount(b *testing.B) {
	for _, c := range []struct {
		n      int
		target time.Duration
	}{{8, 50 * time.Millisecond}, {9, 2 * time.Minute}} {
		b.Run(fmt.Sprintf("nd/n=%d", c.n), func(b *testing.B) {
			for b.Loop() {
				assert.Got(Count(context.Background(), Query{Nodes: c.n, Nondominated: true}, Options{}))(b)
			}
			reach.Time(b, fmt.Sprintf("enumerate/count/nd/n=%d", c.n), reach.PerRun(b), c.target)
		})
	}
	for _, method := range []Method{SplitFour, SplitThree} {
		b.Run(fmt.Sprintf("nd/n=8/method=%s", method), func(b *testing.B) {
			for b.Loop() {
				assert.Got(CountBy(context.Background(), Query{Nodes: 8, Nondominated: true}, method, Options{}))(b)
			}
		})
	}
}

// BenchmarkCountStop measures how long the longest counts go on after they were told to end.
func BenchmarkCountStop(b *testing.B) {
	for _, c := range []struct {
		name  string
		q     Query
		after []time.Duration
	}{
		{"count/nd/n=9/stop", Query{Nodes: 9, Nondominated: true}, []time.Duration{10, 50, 150, 300, 700, 1500}},
		{"count/groups=3/n=6/stop", Query{Nodes: 6, Groups: 3}, []time.Duration{10, 50, 100, 200, 400, 700}},
	} {
		b.Run(c.name, func(b *testing.B) {
			var longest time.Duration
			for b.Loop() {
				for _, after := range c.after {
					ctx, cancel := context.WithCancelCause(context.Background())
					var ended time.Time
					time.AfterFunc(after*time.Millisecond, func() { ended = time.Now(); cancel(errors.New("enough")) })
					if _, err := Count(ctx, c.q, Options{}); err == nil {
						b.Fatal("it ended before it was stopped")
					}
					longest = max(longest, time.Since(ended))
				}
			}
			reach.Time(b, "enumerate/"+c.name, longest, 200*time.Millisecond)
		})
	}
}

// BenchmarkCountInner measures one term of the sum over C on nine nodes, with one worker: as it is
// computed, and by looking up four intervals for each term. Both go through the whole of V for some
// A and B.
func BenchmarkCountInner(b *testing.B) {
	l := allMonotone(5)
	f := l.frames()[0]
	f.tabulate(nil)
	assert.OK(b, f.fill(context.Background(), 2))
	count := l.intervals(f.orbit.first)
	var v []table
	for i := range f.members {
		v = append(v, f.at(uint16(i)))
	}
	pairs := func(yield func(a, b uint16) bool) {
		for i := range 200 { // all over V
			if !yield(uint16(i*37%len(v)), uint16(i*i*101%len(v))) {
				return
			}
		}
	}
	var fast, plain wide
	var term, naive time.Duration
	b.Run("kernel", func(b *testing.B) {
		for b.Loop() {
			fast = wide{}
			for x, y := range pairs {
				t := f.rows(x, y)
				t.add(&fast, 0, f.doubled, 1, 1)
				t.add(&fast, f.doubled, len(f.columns), 1, 2)
			}
		}
		term = reach.PerRun(b) / 200
		b.ReportMetric(float64(term.Nanoseconds())/float64(2*len(f.columns)), "ns/term")
		// A billion terms take as many seconds as one takes nanoseconds.
		reach.Time(b, "enumerate/count/nd/n=9/billion-inner-terms", term*1e9/time.Duration(2*len(f.columns)), 2*time.Second)
	})
	b.Run("plain", func(b *testing.B) {
		for b.Loop() {
			plain = wide{}
			for x, y := range pairs {
				plain.add(1, l.plainInner(count, f.at(x), f.at(y), v))
			}
		}
		naive = reach.PerRun(b) / 200
		b.ReportMetric(float64(naive.Nanoseconds())/float64(len(v)), "ns/term")
		assert.Equal(b, plain, fast, "%v and %v", plain.big(), fast.big())
		reach.Ratio(b, "enumerate/count/inner/against=lookups", float64(naive)/float64(term), 8)
	})
}

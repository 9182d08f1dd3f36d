package sim

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"testing"

	"github.com/HdrHistogram/hdrhistogram-go"

	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
)

// plainSketch is a sketch as JSON, as the library writes and reads it: the buckets that are not
// empty, each with its index and its number of times.
type plainSketch struct {
	Count   int
	Sum     float64
	Max     Time
	Times   []Time
	Buckets map[int]int64
}

func (s Sketch) MarshalJSON() ([]byte, error) {
	p := plainSketch{s.count, s.sum, s.max, s.times, nil}
	if s.buckets != nil {
		p.Buckets = map[int]int64{}
		for i, n := range s.buckets.Export().Counts {
			if n > 0 {
				p.Buckets[i] = n
			}
		}
	}
	return json.Marshal(p)
}

func (s *Sketch) UnmarshalJSON(data []byte) error {
	var p plainSketch
	if err := json.Unmarshal(data, &p); err != nil {
		return err
	}
	*s = Sketch{p.Count, p.Sum, p.Max, p.Times, nil}
	if p.Buckets != nil {
		snapshot := emptyBuckets().Export()
		for i, n := range p.Buckets {
			if i < 0 || i >= len(snapshot.Counts) {
				return errors.New("no such bucket")
			}
			snapshot.Counts[i] = n
		}
		s.buckets = hdrhistogram.Import(snapshot)
	}
	return nil
}

// encoded returns a result as the part of a job has it.
func encoded(r Result) []byte {
	var w wire
	w.result(&r)
	return w.bytes
}

// decoded reads a result of c.
func decoded(data []byte, c *Config) (got Result, err error) {
	one := &replications{*c, 1, 1}
	err = one.read(0, data, func(r Result) { got = r })
	return got, err
}

// TestResultAgainstJSON: a result is the same through JSON.
func TestResultAgainstJSON(t *testing.T) {
	for i, c := range eachSort(t) {
		c.Latency, c.Critical, c.Entries = Distribution{Exponential, 1, 0}, Distribution{Uniform, 1, 2}, 40+600*(i%2)
		r := assert.Got(Run(t.Context(), c))(t)
		r.Final = nil
		var want Result
		assert.OK(t, json.Unmarshal(assert.Got(json.Marshal(r))(t), &want))
		got := assert.Got(decoded(encoded(r), &c))(t)
		if !reflect.DeepEqual(got, want) || c.Entries > few && got.Waiting.buckets == nil {
			t.Errorf("%s over %s: read %+v, by JSON %+v", c.Algorithm.Name, c.Setup.Name, got, want)
		}
	}
}

// FuzzResult: bytes are the result of a replication, which is written as it is read, or an error.
func FuzzResult(f *testing.F) {
	all := eachSort(f)
	for i := range all {
		c := &all[i]
		c.Latency, c.Critical, c.Entries = Distribution{Exponential, 1, 0}, Distribution{Uniform, 1, 2}, 4+600*(i%2)
		f.Add(encoded(assert.Got(Run(f.Context(), *c))(f)), uint8(i))
	}
	f.Fuzz(func(t *testing.T, data []byte, sort uint8) {
		c := all[int(sort)%len(all)]
		r, err := decoded(data, &c)
		if err != nil {
			return
		}
		again, err := decoded(encoded(r), &c)
		if err != nil || !reflect.DeepEqual(again, r) {
			t.Errorf("read %+v, then %+v, %v", r, again, err)
		}
		s := newSummary(c)
		s.add(r)
		s.report(t.Context(), nil)
	})
}

// BenchmarkResult compares the CPU time of a replication with that of its travel from a worker to
// a coordinator, which reads it twice: to judge and to take it. Before, that was by JSON.
func BenchmarkResult(b *testing.B) {
	for _, entries := range []int{40, 2000} {
		b.Run(fmt.Sprintf("entries=%d", entries), func(b *testing.B) {
			c := closed(b, "grid:n=9", "maekawa-fixed", entries)
			r := assert.Got(Run(b.Context(), c))(b)
			cpu := func(f func()) float64 {
				begun := reach.CPU()
				for range 40_000 / entries {
					f()
				}
				return float64(reach.CPU() - begun)
			}
			var run, before, after float64
			for b.Loop() {
				run += cpu(func() { assert.Got(Run(b.Context(), c))(b) })
				before += cpu(func() {
					data := assert.Got(json.Marshal(r))(b)
					for range 2 {
						var got Result
						assert.OK(b, json.Unmarshal(data, &got))
					}
				})
				after += cpu(func() {
					data := encoded(r)
					for range 2 {
						assert.Got(decoded(data, &c))(b)
					}
				})
			}
			b.Logf("before, by JSON: %.3f of the time of the replication", before/run)
			reach.AtMost(b, fmt.Sprintf("sim/travel-of-a-replication/entries=%d", entries), after/run, 0.05)
		})
	}
}

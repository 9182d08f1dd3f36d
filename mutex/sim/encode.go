package sim

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"sync"

	"github.com/HdrHistogram/hdrhistogram-go"
)

// errResult is the error for bytes that are no result.
var errResult = errors.New("the result of a replication is malformed")

// wire writes results to bytes, or reads them. Each field is named once, for both. Numbers are
// varints, because text would take longer to read than a short replication takes to run.
type wire struct {
	reads bool
	bytes []byte // written, or still to be read
	bad   bool   // the bytes to be read are no result; everything is then zero
}

// numbers writes or reads integers.
func numbers[T ~int | ~int32 | ~int64 | ~uint32 | ~uint64](w *wire, values ...*T) {
	for _, v := range values {
		if !w.reads {
			w.bytes = binary.AppendVarint(w.bytes, int64(*v))
			continue
		}
		x, n := binary.Varint(w.bytes)
		if *v = T(x); n <= 0 || int64(*v) != x {
			*v, n, w.bad = 0, len(w.bytes), true
		}
		w.bytes = w.bytes[n:]
	}
}

// numberList writes or reads a list. An empty one comes back as nil.
func numberList[T ~int | ~int32 | ~int64 | ~uint32 | ~uint64](w *wire, values *[]T) {
	n := len(*values)
	numbers(w, &n)
	if w.reads {
		if n < 0 || n > len(w.bytes) { // each takes a byte at least
			n, w.bad = 0, true
		}
		if *values = nil; n > 0 {
			*values = make([]T, n)
		}
	}
	for i := range n {
		numbers(w, &(*values)[i])
	}
}

// float writes or reads the bits of a finite number.
func (w *wire) float(v *float64) {
	switch {
	case !w.reads:
		w.bytes = binary.LittleEndian.AppendUint64(w.bytes, math.Float64bits(*v))
	case len(w.bytes) < 8:
		*v, w.bytes, w.bad = 0, nil, true
	default:
		*v = math.Float64frombits(binary.LittleEndian.Uint64(w.bytes))
		w.bytes = w.bytes[8:]
		w.bad = w.bad || math.IsNaN(*v-*v) // infinite, or no number
	}
}

// result writes or reads everything of a result except Final.
func (w *wire) result(r *Result) {
	cut := 0
	if r.Cut {
		cut = 1
	}
	numbers(w, &r.Requests, &r.Entries, &r.Abandoned, &r.Unserved, &r.Overtaken, &r.ContextSwitches, &r.MaxInCS, &r.SteadyEntries, &r.Violations, &cut)
	numbers(w, &r.Messages, &r.Deliveries, &r.Late)
	for k := range r.ByType {
		numbers(w, &r.ByType[k])
	}
	numbers(w, &r.MinMessages, &r.MaxMessages, &r.Worst.Entry)
	numbers(w, &r.Worst.Process)
	numbers(w, &r.Steady, &r.Busy, &r.Ended)
	w.float(&r.Inside)
	w.sketch(&r.SyncDelay)
	w.sketch(&r.Waiting)
	numberList(w, &r.Accesses)
	numberList(w, &r.EntriesOf)
	numberList(w, &r.Stuck)
	numberList(w, &r.Down)
	r.Cut = cut == 1
	w.bad = w.bad || cut&^1 != 0
}

// sketch writes or reads the whole of a sketch. Of the buckets it lists those that are not empty,
// each with its distance from the one before and its number of times.
func (w *wire) sketch(s *Sketch) {
	var buckets []int64
	if s.buckets != nil {
		before := 0
		for i, n := range s.buckets.Export().Counts {
			if n > 0 {
				buckets = append(buckets, int64(i-before), n)
				before = i
			}
		}
	}
	numbers(w, &s.count)
	numbers(w, &s.max)
	w.float(&s.sum)
	numberList(w, &s.times)
	numberList(w, &buckets)
	if w.reads {
		w.bad = w.bad || !s.fill(buckets)
	}
}

// howManyBuckets is the number of buckets of a sketch.
var howManyBuckets = sync.OnceValue(func() int64 { return int64(len(emptyBuckets().Export().Counts)) })

// fill sets the buckets of a sketch that was read, and returns whether its figures agree.
func (s *Sketch) fill(buckets []int64) bool {
	if s.sum < 0 || len(s.times) > few || len(s.times) > 0 && len(buckets) > 0 || len(buckets)%2 > 0 {
		return false
	}
	for _, t := range s.times {
		if t < 0 || t > s.max {
			return false
		}
	}
	total := int64(len(s.times))
	var counts []int64 // up to the last one that is not empty
	for at := int64(0); len(buckets) > 0; buckets = buckets[2:] {
		if gap, n := buckets[0], buckets[1]; gap < 0 || gap >= howManyBuckets()-at || n < 1 || n > int64(s.count)-total {
			return false
		}
		at, total = at+buckets[0], total+buckets[1]
		counts = append(counts, make([]int64, at+1-int64(len(counts)))...)
		counts[at] += buckets[1]
	}
	if counts != nil {
		s.buckets = hdrhistogram.Import(&hdrhistogram.Snapshot{LowestTrackableValue: 1, HighestTrackableValue: sketchTop, SignificantFigures: 3, Counts: counts})
	}
	return s.max >= 0 && total == int64(s.count)
}

// check returns an error if a result that was read is not one of c.
func (r *Result) check(c *Config) error {
	if len(r.Accesses) != c.Setup.Nodes || len(r.EntriesOf) != c.Setup.Processes {
		return fmt.Errorf("the result of a replication is of %d nodes and %d processes, not %d and %d",
			len(r.Accesses), len(r.EntriesOf), c.Setup.Nodes, c.Setup.Processes)
	}
	return nil
}

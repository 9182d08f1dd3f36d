package sim

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/HdrHistogram/hdrhistogram-go"
)

// errSketch is the error for bytes that are no sketch.
var errSketch = errors.New("a collection of times is malformed")

// encodedSketch is a sketch as JSON. It lists the buckets that are not empty, each with its
// distance from the one before and its number of times.
type encodedSketch struct {
	Count   int
	Sum     float64
	Max     Time
	Times   []Time     `json:",omitempty"`
	Buckets [][2]int64 `json:",omitempty"`
}

// MarshalJSON returns the whole sketch, for another process of the same program.
func (s Sketch) MarshalJSON() ([]byte, error) {
	e := encodedSketch{Count: s.count, Sum: s.sum, Max: s.max, Times: s.times}
	if s.buckets != nil {
		before := 0
		for i, n := range s.buckets.Export().Counts {
			if n > 0 {
				e.Buckets = append(e.Buckets, [2]int64{int64(i - before), n})
				before = i
			}
		}
	}
	return json.Marshal(e)
}

// UnmarshalJSON reads the output of MarshalJSON.
func (s *Sketch) UnmarshalJSON(data []byte) error {
	var e encodedSketch
	if err := json.Unmarshal(data, &e); err != nil {
		return err
	}
	if e.Sum < 0 || e.Max < 0 || len(e.Times) > few {
		return errSketch
	}
	total := int64(len(e.Times))
	for _, t := range e.Times {
		if t < 0 || t > e.Max {
			return errSketch
		}
	}
	decoded := Sketch{count: e.Count, sum: e.Sum, max: e.Max, times: e.Times}
	if len(e.Buckets) > 0 {
		snapshot := emptyBuckets().Export()
		at := int64(0)
		for _, b := range e.Buckets {
			if b[0] < 0 || b[0] >= int64(len(snapshot.Counts))-at || b[1] < 1 || b[1] > int64(e.Count)-total {
				return errSketch
			}
			at += b[0]
			snapshot.Counts[at] += b[1]
			total += b[1]
		}
		decoded.buckets = hdrhistogram.Import(snapshot)
	}
	if total != int64(e.Count) || len(e.Times) > 0 && len(e.Buckets) > 0 {
		return errSketch
	}
	*s = decoded
	return nil
}

// decodeResult reads a result of c from JSON: everything except Final.
func decodeResult(data []byte, c *Config) (Result, error) {
	var r Result
	if err := json.Unmarshal(data, &r); err != nil {
		return Result{}, fmt.Errorf("the result of a replication: %w", err)
	}
	if len(r.Accesses) != c.Setup.Nodes || len(r.EntriesOf) != c.Setup.Processes {
		return Result{}, fmt.Errorf("the result of a replication is of %d nodes and %d processes, not %d and %d",
			len(r.Accesses), len(r.EntriesOf), c.Setup.Nodes, c.Setup.Processes)
	}
	return r, nil
}

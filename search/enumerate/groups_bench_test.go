package enumerate

import (
	"fmt"
	"runtime"
	"testing"
	"time"

	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
)

// BenchmarkGroupCount measures the largest counts.
func BenchmarkGroupCount(b *testing.B) {
	for _, c := range []struct {
		q      Query
		target time.Duration
	}{
		{Query{Nodes: 6, Groups: 2}, time.Second},
		{Query{Nodes: 6, Groups: 2, Classes: true}, time.Second},
		{Query{Nodes: 6, Groups: 3}, 10 * time.Second},
		{Query{Nodes: 6, Groups: 3, Classes: true}, 10 * time.Second},
		{Query{Nodes: 5, Groups: 100}, time.Second},
		{Query{Nodes: 5, Groups: 100, Classes: true}, time.Second},
		{Query{Nodes: 7, Groups: 2, Nondominated: true}, time.Second},
		{Query{Nodes: 7, Groups: 2, Nondominated: true, Classes: true}, time.Second},
		{Query{Nodes: 6, Groups: 100, Nondominated: true}, time.Second},
		{Query{Nodes: 6, Groups: 100, Nondominated: true, Classes: true}, time.Second},
	} {
		name := fmt.Sprintf("n=%d/m=%d/nondominated=%v/classes=%v", c.q.Nodes, c.q.Groups, c.q.Nondominated, c.q.Classes)
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				assert.Got(countGroups(b.Context(), c.q, Options{}))(b)
			}
			reach.Time(b, "count groups "+name, reach.PerRun(b), c.target)
		})
	}
}

// BenchmarkGroupList goes through the longest listings, and prints what they allocate beyond the
// items.
func BenchmarkGroupList(b *testing.B) {
	for _, c := range []struct {
		q      Query
		target time.Duration
	}{
		{Query{Nodes: 5, Groups: 2}, 10 * time.Second},
		{Query{Nodes: 5, Groups: 2, Classes: true}, 10 * time.Second},
		{Query{Nodes: 4, Groups: 4, Classes: true}, 10 * time.Second},
		{Query{Nodes: 5, Groups: 10, Nondominated: true}, 10 * time.Second},
		{Query{Nodes: 6, Groups: 2, Nondominated: true}, 10 * time.Second},
		{Query{Nodes: 6, Groups: 2, Nondominated: true, Classes: true}, 10 * time.Second},
		{Query{Nodes: 6, Groups: 7, Nondominated: true, Classes: true}, 30 * time.Second},
	} {
		name := fmt.Sprintf("n=%d/m=%d/nondominated=%v/classes=%v", c.q.Nodes, c.q.Groups, c.q.Nondominated, c.q.Classes)
		b.Run(name, func(b *testing.B) {
			var most uint64
			for b.Loop() {
				for item := range assert.Each(b, listGroups(b.Context(), c.q, Options{})) {
					if item.Index%(1<<20) == 1000 {
						var memory runtime.MemStats
						runtime.GC()
						runtime.ReadMemStats(&memory)
						most = max(most, memory.HeapAlloc)
					}
				}
			}
			b.ReportMetric(float64(most)/1e6, "MB-live")
			reach.Time(b, "list groups "+name, reach.PerRun(b), c.target)
		})
	}
}

package enumerate

import (
	"fmt"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
)

// BenchmarkList measures the listings that have a target.
func BenchmarkList(b *testing.B) {
	known := readPublished(b)
	eight := Query{Nodes: 8, Nondominated: true, Classes: true}
	var upToSeven []Query
	for n := 1; n <= 7; n++ {
		upToSeven = append(upToSeven, Query{Nodes: n, Nondominated: true, Classes: true})
	}
	sum := 0
	for _, labelled := range known.Labelled[:7] {
		sum += labelled
	}
	for _, c := range []struct {
		name    string
		queries []Query
		systems int // listed, or in the orbits of those listed
		target  time.Duration
	}{
		{"list/nd/n=7", []Query{{Nodes: 7, Nondominated: true}}, known.Labelled[6], time.Second},
		{"list/coteries/n=6", []Query{{Nodes: 6}}, known.Labelled[6] - 1, time.Second},
		{"classes/nd/n<=7", upToSeven, sum, time.Second},
		{"classes/nd/n=8", []Query{eight}, known.Labelled[7], 4 * time.Minute},
		{"classes/coteries/n=7", []Query{{Nodes: 7, Classes: true}}, known.Labelled[7] - 1, 4 * time.Minute},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				systems := 0
				for _, q := range c.queries {
					for item := range assert.Each(b, List(b.Context(), q, Options{})) {
						systems += max(1, item.Orbit)
					}
				}
				assert.MustEqual(b, systems, c.systems, "systems")
			}
			reach.Time(b, "enumerate/"+c.name, reach.PerRun(b), c.target)
		})
	}
	b.Run("memory/classes/nd/n=8", func(b *testing.B) {
		var peak atomic.Uint64
		for b.Loop() {
			var m runtime.MemStats
			for item := range assert.Each(b, List(b.Context(), eight, Options{Jobs: 2})) {
				if item.Index%(1<<16) == 0 {
					runtime.ReadMemStats(&m)
					peak.Store(max(peak.Load(), m.HeapInuse))
				}
			}
		}
		const target = 2 << 30
		verdict := "PASS"
		if peak.Load() > target {
			verdict = "MISS"
		}
		b.Logf("REACH job=enumerate/memory/classes/nd/n=8 measured=%dMB target=%dMB of heap in use, with two workers %s", peak.Load()>>20, target>>20, verdict)
	})
}

// BenchmarkCanonical measures the canonical form of a coterie with few and with all renamings open.
func BenchmarkCanonical(b *testing.B) {
	var functions []Function
	for item := range assert.Each(b, List(b.Context(), Query{Nodes: 7, Nondominated: true, Classes: true}, Options{})) {
		functions = append(functions, item.Cartels[0])
	}
	b.Run("classes/nd/n=7", func(b *testing.B) {
		for b.Loop() {
			for _, f := range functions {
				Canonical(f)
			}
		}
		b.ReportMetric(float64(reach.PerRun(b).Nanoseconds())/float64(len(functions)), "ns/function")
	})
	b.Run("projective plane of order 2", func(b *testing.B) {
		fano := family{0b0000111, 0b0011001, 0b1100001, 0b0101010, 0b1010010, 0b1001100, 0b0110100}.function(7)
		for b.Loop() {
			if _, automorphisms := Canonical(fano); automorphisms != 168 {
				b.Fatal(automorphisms)
			}
		}
	})
}

// minimalOneByOne is Function.Minimal by a look at each set, in their order.
func minimalOneByOne(f Function) []int {
	var minimal Function
	for w := range f.table().Bits {
		minimal.words[w] = f.table().MinimalWord(w)
	}
	var list []int
	for _, set := range setOrder {
		if minimal.Has(int(set)) {
			list = append(list, int(set))
		}
	}
	return list
}

// BenchmarkMinimal compares the quorums of coteries on 8 nodes with a look at each set.
func BenchmarkMinimal(b *testing.B) {
	var functions []Function
	for item := range assert.Each(b, List(b.Context(), Query{Nodes: 8, Nondominated: true, Classes: true}, Options{})) {
		if functions = append(functions, item.Cartels[0]); len(functions) == 20_000 {
			break
		}
	}
	for _, f := range functions {
		assert.MustEqual(b, fmt.Sprint(f.Minimal()), fmt.Sprint(minimalOneByOne(f)), "minimal sets")
	}
	var spent [2]time.Duration
	for b.Loop() {
		for i, minimal := range []func(Function) []int{minimalOneByOne, Function.Minimal} {
			start := reach.CPU()
			for _, f := range functions {
				minimal(f)
			}
			spent[i] += reach.CPU() - start
		}
	}
	reach.Ratio(b, "enumerate/minimal/n=8/against=one by one", float64(spent[0])/float64(spent[1]), 3)
}

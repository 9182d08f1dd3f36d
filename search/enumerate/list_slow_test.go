//go:build slow

package enumerate

import (
	"testing"

	"coterie/internal/check/assert"
)

// TestSlowClassesOfEight lists the classes of nondominated coteries on 8 nodes and of all coteries
// on 7. The orbits add up to the labelled counts, and a sample has the canonical form; behind an
// item in the middle come the same ones.
func TestSlowClassesOfEight(t *testing.T) {
	known := readPublished(t)
	for _, q := range []Query{{Nodes: 8, Nondominated: true, Classes: true}, {Nodes: 7, Classes: true}} {
		labelled := q
		labelled.Classes = false
		counted := assert.Got(Count(t.Context(), labelled, Options{}))(t)
		sum, classes := int64(0), 0
		var middle Item
		var sample []Item
		all := factorial(q.Nodes)
		for item := range assert.Each(t, List(t.Context(), q, Options{})) {
			assert.MustEqual(t, item.Orbit*item.Automorphisms, all, "%+v", item)
			sum += int64(item.Orbit)
			classes++
			switch {
			case item.Index == 3_000_000:
				middle = item
			case middle.Cartels != nil && len(sample) < 1000:
				sample = append(sample, item)
			}
			if item.Index%1009 == 0 {
				if least, automorphisms := Canonical(item.Cartels[0]); least != item.Cartels[0] || automorphisms != item.Automorphisms {
					t.Fatalf("item %d is not canonical", item.Index)
				}
			}
		}
		want := int64(known.Labelled[7])
		if !q.Nondominated {
			want--
		}
		if sum != want || counted.Count.Int64() != want {
			t.Errorf("%+v: the orbits of %d classes add up to %d, counted %v, want %d", q, classes, sum, counted.Count, want)
		}
		at := 0
		for item := range assert.Each(t, List(t.Context(), q, Options{After: &middle, Jobs: 1})) {
			if !equalItems(item, sample[at]) {
				t.Fatalf("behind the middle, item %d is %+v, want %+v", at, item, sample[at])
			}
			if at++; at == len(sample) {
				break
			}
		}
		t.Logf("%+v: %d classes", q, classes)
	}
}

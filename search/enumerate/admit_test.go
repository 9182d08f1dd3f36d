package enumerate

import (
	"coterie/internal/check/assert"
	"fmt"
	"testing"
)

// TestAdmits lists all families of cartels of three nodes and asks of each, for every query: those
// of the listing are admitted, all others are not.
func TestAdmits(t *testing.T) {
	const n = 3
	functions := allMonotone(n).members
	var tuples [][]Function
	for _, f := range functions {
		first := Function{n: n, words: [4]uint64{uint64(f)}}
		tuples = append(tuples, []Function{first})
		for _, g := range functions {
			second := Function{n: n, words: [4]uint64{uint64(g)}}
			tuples = append(tuples, []Function{first, second})
			for _, h := range functions {
				tuples = append(tuples, []Function{first, second, {n: n, words: [4]uint64{uint64(h)}}})
			}
		}
	}
	for _, groups := range []int{0, 2, 3} {
		for _, nondominated := range []bool{false, true} {
			for _, used := range []bool{false, true} {
				q := Query{Nodes: n, Groups: groups, Nondominated: nondominated, AllUsed: used}
				listed := map[string]bool{}
				for item := range assert.Each(t, List(t.Context(), q, Options{})) {
					listed[fmt.Sprint(item.Cartels)] = true
				}
				for _, cartels := range tuples {
					err := q.Admits(Item{Cartels: cartels})
					assert.Equal(t, err == nil, listed[fmt.Sprint(cartels)], "%+v: %v", q, cartels)
				}
			}
		}
	}
}

// TestAdmitsClasses wants of a class its canonical form, and the numbers that belong to it.
func TestAdmitsClasses(t *testing.T) {
	q := Query{Nodes: 5, Classes: true}
	some := map[Function]Item{}
	for item := range assert.Each(t, List(t.Context(), q, Options{})) {
		some[item.Cartels[0]] = item
		for _, c := range []struct {
			name  string
			spoil func(*Item)
		}{
			{"more automorphisms", func(i *Item) { i.Automorphisms++ }},
			{"a smaller orbit", func(i *Item) { i.Orbit-- }},
			{"other numbers with the same product", func(i *Item) {
				if i.Orbit%2 == 0 {
					i.Automorphisms, i.Orbit = 2*i.Automorphisms, i.Orbit/2
				} else {
					i.Automorphisms, i.Orbit = i.Automorphisms/2, 2*i.Orbit
				}
			}},
		} {
			spoilt := item
			if c.spoil(&spoilt); q.Admits(spoilt) == nil {
				t.Errorf("%s: %+v is admitted", c.name, spoilt)
			}
		}
	}
	for item := range assert.Each(t, List(t.Context(), Query{Nodes: 5}, Options{})) {
		if q.Admits(item) == nil {
			t.Errorf("%v is admitted without its class", item.Cartels)
		}
		class, _ := Canonical(item.Cartels[0])
		item.Automorphisms, item.Orbit = some[class].Automorphisms, some[class].Orbit
		assert.Equal(t, q.Admits(item) == nil, class == item.Cartels[0], "%v", item.Cartels)
		if labelled := (Query{Nodes: 5}); labelled.Admits(item) == nil {
			t.Errorf("%v is admitted with a class", item.Cartels)
		}
	}
}

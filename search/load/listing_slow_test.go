//go:build slow

package load

import (
	"context"
	"math/big"
	"math/bits"
	"testing"

	"coterie/bounds"
	"coterie/internal/check/assert"
	"coterie/measure/loads"
	"coterie/search"
	"coterie/search/enumerate"
)

// weighed are whole node weights with the weight of every set of 8 nodes.
type weighed struct {
	sum int64
	of  [256]int64
}

func newWeighed(t *testing.T, weights []bounds.Fraction) *weighed {
	whole, ok := integers(weights)
	assert.MustTrue(t, ok, "node weights %v", weights)
	w := &weighed{}
	for v, x := range whole {
		w.sum += x
		for set := range 1 << v {
			w.of[set|1<<v] = w.of[set] + x
		}
	}
	return w
}

// TestSlowOfEightByListing goes through all classes of nondominated coteries on 8 nodes, and finds
// the least load without a solver and without the cases of Load: node weights that gave one class
// its load show of most others that theirs is at least the best so far; of the rest the load is
// found.
func TestSlowOfEightByListing(t *testing.T) {
	r, err := Find(t.Context(), 8, Options{Options: search.Options{Seed: 1}})
	if err != nil || !r.Optimal {
		t.Fatalf("%+v, %v", r, err)
	}
	want := r.Value.Rat()
	var pool []*weighed // those that excluded most recently first
	classes, solved, reach := 0, 0, 0
	for item := range assert.Each(t, enumerate.List(context.Background(), enumerate.Query{Nodes: 8, Nondominated: true, Classes: true}, enumerate.Options{})) {
		classes++
		quorums := item.Cartels[0].Minimal()
		if bits.OnesCount(uint(quorums[0])) <= 2 {
			continue // one node of two is asked with probability 1/2 at least, and want is less
		}
		excluded := false
		for i, w := range pool {
			least := w.sum
			for _, q := range quorums {
				least = min(least, w.of[q])
			}
			if least*want.Denom().Int64() > want.Num().Int64()*w.sum { // the load is greater than want
				excluded = true
				pool[i/2], pool[i] = pool[i], pool[i/2]
				break
			}
		}
		if excluded {
			continue
		}
		solved++
		load := assert.Got(loads.Find(context.Background(), item.Cartels[0].Family(), loads.Options{}))(t)
		switch load.Value.Rat().Cmp(want) {
		case -1:
			t.Fatalf("class %d has load %v, less than %v", item.Index+1, load.Value, want)
		case 0:
			reach++
		default:
			pool = append(pool, newWeighed(t, load.NodeWeights))
		}
	}
	if want.Cmp(big.NewRat(1, 2)) >= 0 || reach == 0 {
		t.Errorf("none of %d classes has load %v", classes, want)
	}
	t.Logf("%d classes, the load of %d of them found, %d reach %v", classes, solved, reach, r.Value)
}

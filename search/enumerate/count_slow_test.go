//go:build slow

package enumerate

import (
	"context"
	"testing"
)

// TestSlowCountNine counts nondominated coteries on nine nodes, and compares with the published
// number.
func TestSlowCountNine(t *testing.T) {
	want := readPublished(t).SelfDual[8]
	got, err := Count(context.Background(), Query{Nodes: 9, Nondominated: true}, Options{})
	if err != nil || got.Count.Cmp(want) != 0 {
		t.Errorf("%v %v, want %v", got, err, want)
	}
}

//go:build slow

package enumerate

import (
	"context"
	"coterie/internal/check/assert"
	"testing"
)

// TestSlowCountNine counts nondominated coteries on nine nodes, and compares with the published
// number.
func TestSlowCountNine(t *testing.T) {
	want := readPublished(t).SelfDual[8]
	assert.SameNumber(t, assert.Got(Count(context.Background(), Query{Nodes: 9, Nondominated: true}, Options{}))(t).Count, want)
}

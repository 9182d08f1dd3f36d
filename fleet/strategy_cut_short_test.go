package fleet

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"coterie/construct"
	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
	"coterie/quorum"
)

// TestStrategyCutShort: with many nodes and places the sets to begin with take half a minute, which
// an ended context does not wait for.
func TestStrategyCutShort(t *testing.T) {
	var b strings.Builder
	b.WriteString("nodes:\n  - {name: a, count: 300, capacity: 10}\nclients:\n")
	for i := range 100 {
		fmt.Fprintf(&b, "  - {share: 1%%, latency: {a1: %dms, a7: 3ms}}\n", i+1)
	}
	f := assert.Got(Read(strings.NewReader(b.String()), "many.yaml"))(t)
	k := assert.Got(construct.Build(t.Context(), "majority:n=300"))(t)
	s := assert.Got(f.Place(k))(t)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	begin := reach.CPU()
	assert.As[*quorum.LimitError](FindStrategy(ctx, f, s, StrategyOptions{}))(t)
	if took := reach.CPU() - begin; took > 5*time.Second {
		t.Errorf("it took %v after its end", took)
	}
}

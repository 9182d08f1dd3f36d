package enumerate

import (
	"fmt"
	"testing"
	"time"

	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
)

// BenchmarkVotes counts the coteries that have a vote assignment.
func BenchmarkVotes(b *testing.B) {
	targets := []time.Duration{8: 10 * time.Second, 9: 2 * time.Minute}
	for n := 8; n <= MaxRegular; n++ {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			for b.Loop() {
				assert.Got(CountVotes(b.Context(), n, Options{}))(b)
			}
			reach.Time(b, fmt.Sprintf("enumerate/votes/n=%d", n), reach.PerRun(b), targets[n])
		})
	}
}

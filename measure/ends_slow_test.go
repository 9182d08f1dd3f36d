//go:build slow && unix

package measure

import (
	"slices"
	"testing"
	"time"

	"coterie/bounds"
)

// TestSlowMeasureEndsAnywhere: whatever it is at when its context ends.
func TestSlowMeasureEndsAnywhere(t *testing.T) {
	for _, h := range heavy {
		s := h.make(t)
		for _, f := range Figures() {
			endsSoon(t, h.name, s, Options{Only: []Figure{f}}, 500*time.Millisecond)
		}
		crash := slices.Repeat([]bounds.Fraction{bounds.FractionOf(1, 10)}, s.Nodes)
		endsSoon(t, h.name, s, Options{Only: []Figure{AvailabilityFigure}, NodeCrash: crash}, time.Second)
	}
}

//go:build slow && unix

package measure

import (
	"slices"
	"testing"
	"time"

	"coterie/bounds"
)

// TestSlowMeasureEndsAnywhere: Measure ends at any point of its work when its context ends.
func TestSlowMeasureEndsAnywhere(t *testing.T) {
	for _, h := range heavy {
		s := h.make(t)
		for _, f := range Figures() {
			for _, after := range []time.Duration{0, time.Second / 4} {
				endsSoon(t, h.name, s, Options{Only: []Figure{f}}, after)
			}
		}
		crash := slices.Repeat([]bounds.Fraction{bounds.FractionOf(1, 10)}, s.Nodes)
		endsSoon(t, h.name, s, Options{Only: []Figure{AvailabilityFigure}, NodeCrash: crash}, time.Second)
	}
}

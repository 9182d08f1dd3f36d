package experiments

import (
	"math"

	"coterie/internal/picture/plot"
)

// NodeAxis returns the axis of n, which most plots use.
func NodeAxis() plot.Axis { return plot.Linear("n", "nodes") }

// RootGuides returns curves of multiples of √n, as a comparison for ordinary systems.
func RootGuides(t *Sheet, from, to int) []Layer {
	guide := func(name string, factor float64) Layer {
		return t.Curve(name, float64(from), float64(to), func(n float64) float64 { return factor * math.Sqrt(n) })
	}
	return []Layer{guide("2√n", 2), guide("√2·√n", math.Sqrt2), guide("√n", 1)}
}

package experiments

import (
	"math"
	"slices"

	"coterie/internal/plot"
)

// FamilyLooks keeps a family's glyph and colour the same in every figure.
var FamilyLooks = [...]string{"fpp", "degenerate-fpp", "grid", "billiard", "triangle", "surficial", "affine", "net", "majority", "wheel", "tree", "triangle-lattice", "paths", "singleton"}

func FamilyLook(family string) int { return slices.Index(FamilyLooks[:], family) + 1 }

// RootGuides are the multiples of √n that ordinary systems are compared with.
func RootGuides(from, to int) []plot.Series {
	var guides []plot.Series
	for _, g := range []struct {
		name   string
		factor float64
	}{{"2√n", 2}, {"√2·√n", math.Sqrt2}, {"√n", 1}} {
		guides = append(guides, plot.Series{Name: g.name, Kind: plot.Guide, Points: plot.Curve(float64(from), float64(to), 200, func(n float64) float64 {
			return g.factor * math.Sqrt(n)
		})})
	}
	return guides
}

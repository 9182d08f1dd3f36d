package experiments

import (
	"math"
	"slices"
)

// FamilyLooks keeps a family's glyph and colour the same in every figure.
var FamilyLooks = [...]string{"fpp", "degenerate-fpp", "grid", "billiard", "triangle", "surficial", "affine", "net", "majority", "wheel", "tree", "triangle-lattice", "paths", "singleton"}

// FamilyLook returns the look of a family, the same in every figure; 0 for one without.
func FamilyLook(family string) int { return slices.Index(FamilyLooks[:], family) + 1 }

// RootGuides are the multiples of √n that ordinary systems are compared with.
func RootGuides(t *Sheet, from, to int) []Layer {
	guide := func(name string, factor float64) Layer {
		return t.Curve(name, float64(from), float64(to), func(n float64) float64 { return factor * math.Sqrt(n) })
	}
	return []Layer{guide("2√n", 2), guide("√2·√n", math.Sqrt2), guide("√n", 1)}
}

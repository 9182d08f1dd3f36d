package plot

import "slices"

// Looks is the number of series that can be told apart in a figure, one for each glyph. Looks i and
// i+7 have the same colour, but different glyphs and dashes.
const Looks = 35

// GuideLooks is the number of guides that can be told apart, one for each dash pattern.
const GuideLooks = 5

// Searched is the name under which results of searches have a look of their own.
const Searched = "search"

// families returns the owners of the looks, from 1. A family never moves, so that readers recognise
// it in every figure; a new one stands at the end, or nowhere and takes a free look in each figure.
// Families that appear together have different colours, as far as seven colours allow. The looks
// after the last family are for systems of no family (see [OwnLook]).
func families() []string {
	return []string{
		"fpp", "degenerate-fpp", "grid", "billiard", "triangle", "surficial", "affine",
		"net", "majority", "wheel", "tree", "triangle-lattice", "paths", "singleton",
		"weighted", "gifford", "rectangular-surficial", "design-surficial", "lift", "wall", "cyclic",
		Searched, "composition", "hierarchical", "truncated", "read-write-grid", "sharing", "cover",
	}
}

// LookOf returns the look of a family of package construct, or of [Searched]. It is the same in
// every figure, and no other system has it. For any other name it is 0.
func LookOf(family string) int { return slices.Index(families(), family) + 1 }

// OwnLooks returns the number of looks for systems of no family.
func OwnLooks() int { return Looks - len(families()) }

// OwnLook returns the look of the i-th system of no family, from 0. After the last such look it
// returns 0, which stands for any free look.
func OwnLook(i int) int {
	if i < 0 || i >= OwnLooks() {
		return 0
	}
	return len(families()) + 1 + i
}

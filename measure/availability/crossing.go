package availability

import (
	"fmt"

	"coterie/bounds"
	"coterie/internal/solve/roots"
)

// Crossing is a crash probability at which two availabilities change places, or touch.
type Crossing struct {
	// Low and High isolate the crossing: it is the only one in Low..High, and High - Low is at most
	// the width asked for. They are equal where the crossing is exactly this number.
	Low, High bounds.Fraction
	// Before and After are the signs of the difference a - b on the two sides: +1 where a is more
	// available, -1 where b is. They are equal where the two availabilities only touch.
	Before, After int
}

// Crossings returns every p in 0 < p < 1 at which two systems are equally available, in ascending
// order, each in an isolating interval of at most the given width > 0; equal is true, and there is
// no crossing, if they are equally available at every p. The systems may have different numbers of
// nodes.
//
// With a_s live sets of s nodes, A(p) = Σ_s a_s (1-p)^s p^(n-s). The difference of two such
// polynomials has integer coefficients; package internal/solve/roots isolates its roots. Cost O(d²
// log(1/width)) big-number operations for each crossing and each halving, where d is the greater
// number of nodes.
//
// It panics if width is not positive.
func Crossings(a, b LiveSets, width bounds.Fraction) (list []Crossing, equal bool) {
	if width.Rat().Sign() <= 0 {
		panic(fmt.Sprintf("availability: Crossings: width %v", width))
	}
	difference := roots.Difference(a.Polynomial(), b.Polynomial())
	if len(difference) == 0 {
		return nil, true
	}
	simple := difference.SquareFree()
	for _, i := range simple.Isolate() {
		i.Refine(simple, width.Rat())
		before, after := difference.SignsAround(i, simple)
		list = append(list, Crossing{bounds.NewFraction(i.Low), bounds.NewFraction(i.High), before, after})
	}
	return list, false
}

package maekawa

import (
	"fmt"
	"math"

	"coterie/bounds"
	"coterie/experiments"
	"coterie/gf"
)

// claimNearOptimal judges section 7 for every number of nodes. It also tries on every number the
// statements that the paper makes only for N = K(K-1)+1.
//
// The two conditions of section 7 are symmetry, and the minimum size that section 3 derives, the K
// with N = K(K-1)+1. Sets with (a) to (d) of that size are the lines of a plane.
//
// Proof: docs/theorems/assignments-are-planes.md.
func claimNearOptimal(out *experiments.Output, p nearOptimal, rows []nearOptimalRow) {
	every := fmt.Sprintf("every n in 1..%d", p.To)
	without := experiments.Keep(rows, func(r nearOptimalRow) bool { return r.Plane == 0 && r.N > 1 })
	out.Claim("maekawa-sacrifice", paper, "section 7",
		"Where there is no projective plane of N points, or N is no K(K-1)+1, symmetry or the minimum size has to be sacrificed.",
		experiments.ForAll(fmt.Sprintf("every n in 2..%d without a plane; the minimum size is that of section 3, with N = K(K-1)+1", p.To), without,
			func(r nearOptimalRow) (bool, string) {
				return bounds.MaekawaNodes(r.Lower) > r.N, fmt.Sprintf("N = %d: no K below %d, and K(K-1)+1 = %d", r.N, r.Lower, bounds.MaekawaNodes(r.Lower))
			}))

	const ours = experiments.BeyondThePaper
	out.Claim("ours-counting-reached", ours, "after Maekawa 1985, section 3", "For every N the least K is the least one with N <= K(K-1)+1.",
		experiments.ForAll(every, rows, func(r nearOptimalRow) (bool, string) {
			return r.Lower == bounds.MaekawaSize(r.N), fmt.Sprintf("N = %d: counting allows K = %d, but %s", r.N, bounds.MaekawaSize(r.N), r.LowerBy)
		}))
	out.Claim("ours-least-root-n", ours, "after Maekawa 1985, section 3", "For every N the least K is less than √N + 1.",
		// If the lower bound is √N + 1 or more, there are no such sets.
		experiments.ForAll(every, rows, func(r nearOptimalRow) (bool, string) {
			return r.above(r.Lower) < 1, fmt.Sprintf("N = %d: K >= %d (%s), √N = %.3g", r.N, r.Lower, r.LowerBy, math.Sqrt(float64(r.N)))
		}))
	out.Claim("ours-symmetric-and-least", ours, "after Maekawa 1985, section 7",
		"Without a projective plane of N points no sets with (a) to (d) have the least K that responsibilities of at most K allow.",
		experiments.ForAll(fmt.Sprintf("every n in 2..%d without a plane", p.To), experiments.LargestFirst(without), func(r nearOptimalRow) (bool, string) {
			return r.status() != "optimal" || !r.Equal, fmt.Sprintf("N = %d: sets with (a) to (d) have K = %d, which is least", r.N, r.Upper)
		}))
	squares := experiments.Keep(rows, func(r nearOptimalRow) bool { root := gf.FloorSqrt(r.N); return r.N > 1 && root*root == r.N })
	out.Claim("ours-grid-twice-best", ours, "after Maekawa 1985, section 7, Method 2",
		"The grid takes at most twice the messages of the best sets known: 2√N - 2 is at most 2(K-1).",
		experiments.ForAll(fmt.Sprintf("squares N in 4..%d", p.To), squares, func(r nearOptimalRow) (bool, string) {
			return r.Grid-1 <= 2*(r.Upper-1), fmt.Sprintf("N = %d: grid %d, best known %d", r.N, r.Grid, r.Upper)
		}))
}

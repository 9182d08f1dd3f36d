package maekawa

import (
	"fmt"
	"math"

	"coterie/bounds"
	"coterie/experiments"
	"coterie/gf"
	"coterie/internal/plot"
)

func (r nearOptimalRow) status() string {
	if r.Lower == r.Upper {
		return "optimal"
	}
	return "open"
}

// above is how far a K is above √N.
func (r nearOptimalRow) above(k int) float64 { return float64(k) - math.Sqrt(float64(r.N)) }

func tabulateNearOptimal(out *experiments.Output, p nearOptimal, rows []nearOptimalRow) {
	t := experiments.Table(out, "near-optimal", rows,
		experiments.Ints("n", "nodes", "number of nodes", func(r nearOptimalRow) int { return r.N }),
		experiments.Ints("lower", "nodes", "no K below this is possible: sets that meet pairwise, sizes and responsibilities at most K",
			func(r nearOptimalRow) int { return r.Lower }),
		experiments.Texts("lower_by", "", "the argument", func(r nearOptimalRow) string { return r.LowerBy }),
		experiments.Ints("upper", "nodes", "the least K known, with i in S_i; the sets are in best-sets.json",
			func(r nearOptimalRow) int { return r.Upper }),
		experiments.Texts("upper_by", "", "what has it", func(r nearOptimalRow) string { return r.UpperBy }),
		experiments.Texts("status", "", "optimal: both bounds meet; open: nothing is known between them", nearOptimalRow.status),
		experiments.Floats("above_sqrt", "nodes", "upper less √n", func(r nearOptimalRow) float64 { return r.above(r.Upper) }),
		experiments.Bools("equal", "", "every size and every responsibility of these sets is K: (c) and (d)",
			func(r nearOptimalRow) bool { return r.Equal }),
		experiments.Bools("unique", "", "no two of these sets are equal", func(r nearOptimalRow) bool { return r.Unique }),
		experiments.Ints("plane", "nodes", "K of the projective plane; empty if n is no q²+q+1 for a prime power q, or 1",
			func(r nearOptimalRow) int { return r.Plane }).NonZero(),
		experiments.Ints("cyclic", "nodes", "size of the smallest difference cover of Z_n", func(r nearOptimalRow) int { return r.Cyclic }),
		experiments.Ints("orbits", "nodes", "K of a system with a permutation of several orbits, looked for where cyclic leaves a gap; empty: not looked for or none",
			func(r nearOptimalRow) int { return r.Orbits }).NonZero(),
		experiments.Texts("orbits_absent", "", "what was looked for with such a permutation and proven absent",
			func(r nearOptimalRow) string { return r.OrbitsAbsent }),
		experiments.Ints("degenerate_size", "nodes", "Method 1 (Maekawa 1985, section 7), the default degenerate-fpp: greatest size",
			func(r nearOptimalRow) int { return r.DegenerateSize }).NonZero(),
		experiments.Ints("degenerate_responsibility", "sets", "its greatest responsibility, which no limit holds",
			func(r nearOptimalRow) int { return r.DegenerateMost }).NonZero(),
		experiments.Ints("grid", "nodes", "Method 2: greatest size", func(r nearOptimalRow) int { return r.Grid }).NonZero(),
		experiments.Ints("billiard", "nodes", "billiard quorums, where n = (q²-1)/2: size",
			func(r nearOptimalRow) int { return r.Billiard }).NonZero())
	out.Plot("k-near-optimal", "The least K known, beside the constructions",
		plot.Axis{Label: "n", Unit: "nodes", From: 0, To: float64(p.To)}, plot.Axis{Label: "largest quorum K", Unit: "nodes"},
		append(experiments.RootGuides(t, 1, p.To),
			t.Steps("grid", "n", "grid").Family("grid"),
			t.Scatter("billiard", "n", "billiard").Family("billiard"),
			t.Steps("degenerate plane, size alone", "n", "degenerate_size").Family("degenerate-fpp"),
			t.Scatter("projective plane", "n", "plane").Family("fpp"),
			t.Scatter("best known, optimal", "n", "upper", experiments.Is("status", "optimal")).Family(plot.Searched),
			t.Scatter("best known, open", "n", "upper", experiments.Is("status", "open")).Family(plot.Searched).Ringed(true))...)
}

func claimNearOptimal(out *experiments.Output, p nearOptimal, rows []nearOptimalRow) {
	every := fmt.Sprintf("every n in 1..%d", p.To)
	out.Claim("maekawa-fractional-error", paper, "section 3", "With a fractional error, the optimal K of every N is √N.",
		experiments.HoldsUnderReading("N is the number of points of a projective plane, or of the triangle",
			// Within one node of √n: for a lower bound above it no sets are.
			experiments.ForAll(every, rows, func(r nearOptimalRow) (bool, string) {
				return r.above(r.Lower) < 1, fmt.Sprintf("N = %d: K >= %d (%s), √N = %.3g", r.N, r.Lower, r.LowerBy, math.Sqrt(float64(r.N)))
			}),
			experiments.ForAll(fmt.Sprintf("planes and the triangle, n in 1..%d", p.To),
				experiments.Keep(rows, func(r nearOptimalRow) bool { return r.Plane > 0 }), func(r nearOptimalRow) (bool, string) {
					return r.status() == "optimal" && r.above(r.Upper) < 1, fmt.Sprintf("N = %d: K = %d", r.N, r.Upper)
				})))
	out.Claim("maekawa-sacrifice", paper, "section 7",
		"Where there is no projective plane of N points, or N is no K(K-1)+1, symmetry or the minimum size has to be sacrificed.",
		experiments.ForAll(fmt.Sprintf("every n in 2..%d without a plane", p.To),
			experiments.Keep(rows, func(r nearOptimalRow) bool { return r.Plane == 0 && r.N > 1 }), func(r nearOptimalRow) (bool, string) {
				return r.status() != "optimal" || !r.Equal,
					fmt.Sprintf("N = %d: sets with (a) to (d) have K = %d, the least size that responsibilities of at most K allow", r.N, r.Upper)
			}))
	squares := experiments.Keep(rows, func(r nearOptimalRow) bool { root := gf.FloorSqrt(r.N); return r.N > 1 && root*root == r.N })
	out.Claim("maekawa-method-2-twice", paper, "section 7, Method 2",
		"With the grid's 2√N - 1 the number of messages is about twice that of the best sets: 3(K-1) is at most twice as many.",
		experiments.ForAll(fmt.Sprintf("squares N in 4..%d", p.To), squares, func(r nearOptimalRow) (bool, string) {
			return r.Grid-1 <= 2*(r.Upper-1), fmt.Sprintf("N = %d: grid %d, best known %d", r.N, r.Grid, r.Upper)
		}))
	out.Claim("maekawa-bound-reached", paper, "section 3", "For a given N the optimal K is the least with N <= K(K-1)+1.",
		experiments.ForAll(every, rows, func(r nearOptimalRow) (bool, string) {
			return r.Lower == bounds.MaekawaSize(r.N), fmt.Sprintf("N = %d: counting allows K = %d, but %s", r.N, bounds.MaekawaSize(r.N), r.LowerBy)
		}))
}

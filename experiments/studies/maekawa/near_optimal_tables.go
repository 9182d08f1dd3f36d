package maekawa

import (
	"math"

	"coterie/experiments"
	"coterie/internal/picture/plot"
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
			func(r nearOptimalRow) int { return r.Billiard }).NonZero(),
		experiments.Texts("left", "", "of an open row: what is known of a system with K = lower", nearOptimalRow.left),
		experiments.Texts("orders_left", "", "of an open row: prime orders that automorphisms of such a system could have; with their numbers of fixed nodes above 3",
			nearOptimalRow.ordersLeft),
		experiments.Texts("cited", "", "what others have proved of it or built, and no run here", nearOptimalRow.cited))
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

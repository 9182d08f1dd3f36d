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

// above returns the difference between K and √N.
func (r nearOptimalRow) above(k int) float64 { return float64(k) - math.Sqrt(float64(r.N)) }

func tabulateNearOptimal(out *experiments.Output, p nearOptimal, rows []nearOptimalRow) {
	t := experiments.Table(out, "near-optimal", rows,
		"n", "lower", "lower_by", "upper", "upper_by",
		experiments.Texts("status", "", "optimal: both bounds meet; open: nothing is known between them", nearOptimalRow.status),
		experiments.Floats("above_sqrt", "nodes", "upper less √n", func(r nearOptimalRow) float64 { return r.above(r.Upper) }),
		"equal", "unique", "plane", "cyclic", "orbits", "orbits_absent", "degenerate_size",
		"degenerate_responsibility", "grid", "billiard",
		experiments.Texts("left", "", "of an open row: what is known of a system with K = lower", nearOptimalRow.left),
		experiments.Texts("orders_left", "", "of an open row: prime orders that automorphisms of such a system could have; with their numbers of fixed nodes above 3",
			nearOptimalRow.ordersLeft),
		experiments.Texts("cited", "", "what others have proved of it or built, and no run here", nearOptimalRow.cited))
	out.Plot("k-near-optimal", "The least K known, beside the constructions",
		plot.Linear("n", "nodes").Between(0, float64(p.To)), plot.Linear("largest quorum K", "nodes"),
		append(experiments.RootGuides(t, 1, p.To),
			t.Steps("grid", "n", "grid").Family("grid"),
			t.Scatter("billiard", "n", "billiard").Family("billiard"),
			t.Steps("degenerate plane, size alone", "n", "degenerate_size").Family("degenerate-fpp"),
			t.Scatter("projective plane", "n", "plane").Family("fpp"),
			t.Scatter("best known, optimal", "n", "upper", experiments.Is("status", "optimal")).Family(plot.Searched),
			t.Scatter("best known, open", "n", "upper", experiments.Is("status", "open")).Family(plot.Searched).Ringed(true))...)
}

package availability

import (
	"coterie/experiments"
	"coterie/internal/picture/plot"
)

// plotLoadFailure draws load against failure: every ordinary system whose figures are both exact.
func plotLoadFailure(out *experiments.Output, p measuresParameters, t *experiments.Sheet) {
	if out.Full { // the finding tells the story, and the page shows that of the default part
		return
	}
	const least = 1e-9
	var layers []experiments.Layer
	for _, family := range ordinaryFamilies() {
		layers = append(layers, t.Scatter(family, "load_decimal", "failure_0_1",
			experiments.Is("family", family), experiments.Is("failures", byExact), experiments.AtLeast("failure_0_1", least), manyNodes()).Family(family))
	}
	out.Plot("load-failure", "Failure probability against load, at crash probability 0.1",
		plot.Logarithmic("load", plot.NoUnit), plot.Logarithmic("failure probability", plot.NoUnit).Between(least, 1), layers...)
}

func foundMeasures(out *experiments.Output, p measuresParameters, systems []measuredSystem) {
	const tenth = 2 // of crashProbabilities
	failure := func(s measuredSystem) float64 { return s.Own.Failures[tenth].Value }
	var light, safe *measuredSystem
	for _, s := range systems {
		if s.M > 0 || s.Own.Load == nil || s.Own.Failures == nil {
			continue
		}
		if light == nil || s.Own.Load.Cmp(*light.Own.Load) < 0 {
			light = &s
		}
		if s.Own.Failures[tenth].By == byExact && (safe == nil || failure(s) < failure(*safe)) {
			safe = &s
		}
	}
	if light == nil || safe == nil || light.Family == safe.Family {
		return
	}
	how := map[string]string{byExact: "", byEstimate: "about ", byBounds: "at most "}[light.Own.Failures[tenth].By]
	likely := failure(*light)
	if light.Own.Failures[tenth].By == byBounds {
		likely = light.Own.Failures[tenth].High
	}
	out.Found("load-failure", "No family has both the least load and the least failure probability. Of the systems of all families up to %d nodes the least load, %s, is that of %s, which fails with probability %s%.2g where one node in ten does; "+
		"the least failure probability that is known exactly, %.1g, is that of %s, at load %.2f.", p.To, light.Own.Load.Rat().RatString(), light.Spec, how, likely, failure(*safe), safe.Spec, safe.Own.Load.Float64())
}

func foundCrossover(out *experiments.Output, rows []crossoverRow) {
	var lowest, plane *breakEven
	for _, b := range experiments.Flat(rows, crossoverRow.breakEvens) {
		if lowest == nil || b.P < lowest.P {
			lowest = &b
		}
		if b.Family == "fpp" {
			plane = &b
		}
	}
	if plane == nil {
		return
	}
	out.Found("break-even", "One node alone is more available than the projective plane of %d nodes from crash probability %.3f on. Of the systems of all families up to %d nodes the %s of %d gives way first, at %.3f.",
		plane.N, plane.P, rows[len(rows)-1].N, lowest.Family, lowest.N, lowest.P)
}

func foundPelegWool(out *experiments.Output, p pelegWoolParameters, rows pelegWoolRows) {
	turn := turningSide(rows.grids, p.Grids)
	best := experiments.Keep(rows.grids, func(r failureRow) bool { return r.N == turn*turn })
	if len(best) == 0 {
		return
	}
	last := rows.grids[p.Grids-1]
	out.Found("failure-against-n", "At crash probability %s no square grid fails less often than that of %d nodes (%.2g). From there on a larger grid is a worse one, and that of %d nodes fails with probability %.2g.",
		p.P, turn*turn, best[0].Failure, last.N, last.Failure)
}

func foundCoteries(out *experiments.Output, rows []coterieRow) {
	if len(rows) == 0 {
		return
	}
	last := rows[len(rows)-1]
	out.Found("", "Of the %d coteries on %d nodes %d %s the most available at every crash probability below 1/2.", last.Coteries, last.N, last.Best,
		map[bool]string{true: "is", false: "are"}[last.Best == 1])
}

package availability

import (
	"fmt"
	"math/big"

	"coterie/experiments"
	"coterie/internal/picture/plot"
	"coterie/internal/words/table"
)

// The ends of the axes of the two figures.
const (
	leastFailureShown   = 1e-10
	leastAvailableShown = 1e-4
	mostNodesFailure    = 100_000
	mostNodesAvailable  = 12_000
)

// fewestEvents is the number of samples that an estimate must count before a figure shows it as a
// point. The table has all estimates.
const fewestEvents = 10

// counted keeps the rows whose figure is exact or rests on enough samples.
func counted(figure string) experiments.Filter {
	return func(cell func(string) table.Cell) bool {
		value, _ := cell(figure).Number()
		samples, sampled := cell("samples").Number()
		return !sampled || samples*value >= fewestEvents-0.5
	}
}

// inAxes keeps the points within the axes of a figure.
func inAxes(y string, leastY float64, mostX int) experiments.Filter {
	return func(cell func(string) table.Cell) bool {
		n, _ := cell("n").Number()
		value, ok := cell(y).Number()
		return ok && value >= leastY && n <= float64(mostX)
	}
}

// systemLayers returns the layers of both figures for systems other than hierarchies. A family has
// one colour; an estimate is an open glyph.
func systemLayers(t *experiments.Sheet, y string, shown experiments.Filter) []experiments.Layer {
	of := func(family, method string) []experiments.Filter {
		return []experiments.Filter{experiments.Is("family", family), experiments.Is("method", method), counted(y), shown}
	}
	layers := []experiments.Layer{t.Line("grid", "n", y, of("grid", exactClosedForm)...).Family("grid")}
	for _, f := range []struct{ family, name string }{{"billiard", "billiard"}, {"fpp", "plane"}} {
		layers = append(layers, t.Line(f.name, "n", y, of(f.family, exactLiveSets)...).Family(f.family),
			t.Scatter(f.name+", estimate", "n", y, of(f.family, bySampling)...).Family(f.family).Ringed(true))
	}
	return layers
}

func plotGrowth(out *experiments.Output, p *big.Rat, failures, hierarchies *experiments.Sheet) {
	shown := inAxes("failure", leastFailureShown, mostNodesFailure)
	layers := []experiments.Layer{failures.Guide("majority: the least possible", "n", "failure", experiments.Is("family", "majority"), shown)}
	layers = append(layers, systemLayers(failures, "failure", shown)...)
	for _, u := range []struct {
		unit, name string
		look       int
	}{
		{"hierarchical grid, k = 2", "hierarchical grid, k = 2", plot.LookOf("hierarchical")},
		{"billiard:q=3", "billiard q = 3 in itself", 0},
		{"billiard:q=5", "billiard q = 5 in itself", 0},
		{"fpp:order=2", "plane of order 2 in itself", 0},
	} {
		layers = append(layers, hierarchies.Scatter(u.name, "n", "failure", experiments.Is("unit", u.unit), shown).Look(u.look))
	}
	out.Plot("failure-against-n", fmt.Sprintf("Failure probability where each node crashes with probability %s", p.RatString()),
		plot.Logarithmic("n", "nodes").Between(1, mostNodesFailure),
		plot.Logarithmic("failure probability", plot.NoUnit).Between(leastFailureShown, 1), layers...)
}

func plotAvailability(out *experiments.Output, p *big.Rat, failures *experiments.Sheet) {
	guide := func(name, y, family, method string, look int) experiments.Layer {
		return failures.Guide(name, "n", y, experiments.Is("family", family), experiments.Is("method", method),
			inAxes(y, leastAvailableShown, mostNodesAvailable)).Look(look)
	}
	layers := []experiments.Layer{
		guide("billiard, at most", "availability_high", "billiard", byUnionBound, 1),
		guide("plane, at most", "availability_high", "fpp", byPairs, 2),
		guide("plane, at least", "availability_low", "fpp", byPairs, 3),
	}
	out.Plot("availability-against-n", fmt.Sprintf("Availability where each node crashes with probability %s", p.RatString()),
		plot.Linear("n", "nodes").Between(0, mostNodesAvailable),
		plot.Logarithmic("probability that a quorum survives", plot.NoUnit).Between(leastAvailableShown, 1),
		append(layers, systemLayers(failures, "availability", inAxes("availability", leastAvailableShown, mostNodesAvailable))...)...)
}

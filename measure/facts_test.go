package measure_test

import (
	"context"
	"testing"

	"coterie/bounds"
	"coterie/construct"
	"coterie/internal/check/assert"
	"coterie/measure"
	"coterie/measure/loads"
)

// The resilience alone is as exact as beside the availability, whose counts of live sets give it.
func TestResilienceByFacts(t *testing.T) {
	known := assert.Got(construct.Build(context.Background(), "grid:n=100"))(t)
	for _, only := range [][]measure.Figure{{measure.ResilienceFigure}, {measure.ResilienceFigure, measure.AvailabilityFigure}} {
		r := assert.Got(measure.Measure(t.Context(), known, measure.Options{Only: only}))(t)
		assert.True(t, r.Resilience != nil && *r.Resilience == 9, "%v: resilience %v, %v", only, r.Resilience, r.Reasons["resilience"])
	}
}

// The load without a strategy is that of Find, and the mean size that of its strategy; at 10,000
// nodes the load of a majority is K/n, that of a wheel (n-1)/(2n-3).
func TestLoadValue(t *testing.T) {
	for _, spec := range []string{"majority:n=8", "wheel:n=9", "wall:rows=1-3-4-2", "tree:height=3", "weighted:votes=5-3-2-2-1-1", "hierarchical:outer=(majority:n=3),inner=(wheel:n=5)", "singleton:n=4"} {
		known := assert.Got(construct.Build(t.Context(), spec))(t)
		formula, _ := known.Formula()
		want := assert.Got(loads.Find(t.Context(), formula, loads.Options{}))(t)
		load, size, err := loads.Value(t.Context(), formula)
		assert.OK(t, err)
		assert.Equal(t, load.Cmp(want.Value), 0, "%s: load %v, not %v", spec, load, want.Value)
		mean := bounds.Integer(0).Rat()
		for _, c := range want.Strategy {
			part := bounds.Integer(c.Nodes.Len()).Rat()
			mean.Add(mean, part.Mul(part, c.Weight.Rat()))
		}
		assert.SameNumber(t, size, mean, "%s: mean size", spec)
	}
	for spec, want := range map[string]bounds.Fraction{"majority:n=10000": bounds.FractionOf(5001, 10_000), "wheel:n=10000": bounds.FractionOf(9999, 19_997)} {
		known := assert.Got(construct.Build(t.Context(), spec))(t)
		load, _, err := loads.Value(t.Context(), known)
		assert.OK(t, err)
		assert.Equal(t, load.Cmp(want), 0, "%s: load %v", spec, load)
	}
}

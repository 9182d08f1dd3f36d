package availability

import (
	"fmt"
	"math/big"

	"coterie/experiments"
	"coterie/internal/plot"
	"coterie/internal/table"
)

// The ends of the axes of the two figures.
const (
	leastFailureShown   = 1e-10
	leastAvailableShown = 1e-4
	mostNodesFailure    = 100_000
	mostNodesAvailable  = 12_000
)

// shown returns the points of rows of a table that lie within the axes.
func shown(t *table.Table, y string, leastY, mostX float64, keep func(row int) bool) []table.Point {
	var points []table.Point
	for _, p := range t.Points("n", y, keep) {
		if p.X <= mostX && p.Y >= leastY {
			points = append(points, p)
		}
	}
	return points
}

// pelegWoolSeries is a series of failure.csv.
type pelegWoolSeries struct {
	family, method, name string
	kind                 plot.SeriesKind
	look                 int
}

// pelegWoolLines lists what both figures show of systems that are no hierarchies. A family has one colour; an estimate is an open glyph.
func pelegWoolLines() []pelegWoolSeries {
	billiard, plane := experiments.FamilyLook("billiard"), experiments.FamilyLook("fpp")
	return []pelegWoolSeries{
		{"grid", exactClosedForm, "grid", plot.Line, experiments.FamilyLook("grid")},
		{"billiard", exactLiveSets, "billiard", plot.Line, billiard},
		{"billiard", bySampling, "billiard, estimate", plot.Scatter, billiard + plot.Looks/2},
		{"fpp", exactLiveSets, "plane", plot.Line, plane},
		{"fpp", bySampling, "plane, estimate", plot.Scatter, plane + plot.Looks/2},
	}
}

// fewestEvents is how many samples an estimate must count before a figure shows it as a point; the table has all of them.
const fewestEvents = 10

// of takes a series from failure.csv; ok is false if it has no point to show.
func (s pelegWoolSeries) of(t *table.Table, y string, leastY, mostX float64) (series plot.Series, ok bool) {
	points := shown(t, y, leastY, mostX, func(row int) bool {
		value, _ := t.At(row, y).Number()
		samples, sampled := t.At(row, "samples").Number()
		return t.At(row, "family") == table.Text(s.family) && t.At(row, "method") == table.Text(s.method) && (!sampled || samples*value >= fewestEvents-0.5)
	})
	return plot.Series{Name: s.name, Kind: s.kind, Points: points, Look: s.look}, len(points) > 0
}

func growthFigure(p *big.Rat, failures, hierarchies *table.Table) plot.Figure {
	f := plot.Figure{
		Title: fmt.Sprintf("Failure probability where each node crashes with probability %s", p.RatString()),
		X:     plot.Axis{Label: "n", Unit: "nodes", Log: true, From: 1, To: mostNodesFailure},
		Y:     plot.Axis{Label: "failure probability", Unit: plot.NoUnit, Log: true, From: leastFailureShown, To: 1},
	}
	add := func(s plot.Series, ok bool) {
		if ok {
			f.Series = append(f.Series, s)
		}
	}
	add(pelegWoolSeries{"majority", exactClosedForm, "majority: the least possible", plot.Guide, 0}.of(failures, "failure", leastFailureShown, mostNodesFailure))
	for _, s := range pelegWoolLines() {
		add(s.of(failures, "failure", leastFailureShown, mostNodesFailure))
	}
	for _, u := range []struct {
		unit, name string
		look       int
	}{
		{"hierarchical grid, k = 2", "hierarchical grid, k = 2", 2},
		{"billiard:q=3", "billiard q = 3 in itself", 5},
		{"billiard:q=5", "billiard q = 5 in itself", 12},
		{"fpp:order=2", "plane of order 2 in itself", 6},
	} {
		points := shown(hierarchies, "failure", leastFailureShown, mostNodesFailure, func(row int) bool { return hierarchies.At(row, "unit") == table.Text(u.unit) })
		add(plot.Series{Name: u.name, Kind: plot.Line, Points: points, Look: u.look}, len(points) > 0)
	}
	return f
}

func availabilityFigure(p *big.Rat, failures *table.Table) plot.Figure {
	f := plot.Figure{
		Title: fmt.Sprintf("Availability where each node crashes with probability %s", p.RatString()),
		X:     plot.Axis{Label: "n", Unit: "nodes", From: 0, To: mostNodesAvailable},
		Y:     plot.Axis{Label: "probability that a quorum survives", Unit: plot.NoUnit, Log: true, From: leastAvailableShown, To: 1},
	}
	add := func(s plot.Series, ok bool) {
		if ok {
			f.Series = append(f.Series, s)
		}
	}
	for _, s := range []pelegWoolSeries{
		{"billiard", byUnionBound, "billiard, at most", plot.Guide, 1},
		{"fpp", byPairs, "plane, at most", plot.Guide, 2},
	} {
		add(s.of(failures, "availability_high", leastAvailableShown, mostNodesAvailable))
	}
	add(pelegWoolSeries{"fpp", byPairs, "plane, at least", plot.Guide, 3}.of(failures, "availability_low", leastAvailableShown, mostNodesAvailable))
	for _, s := range pelegWoolLines() {
		add(s.of(failures, "availability", leastAvailableShown, mostNodesAvailable))
	}
	return f
}

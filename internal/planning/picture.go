package planning

import (
	"cmp"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"coterie/fleet"
	"coterie/internal/plot"
	"coterie/internal/table"
	plans "coterie/search/fleet"
)

// PictureOf draws the systems of a plan by two goals: those of the fleet, or capacity and latency
// where there is one goal. The error says that there is nothing to draw.
func PictureOf(a *plans.Answer) (plot.Figure, error) {
	one := plans.Figure(a.Fleet, a.Goals[0])
	two := fleet.LatencyGoal
	switch {
	case len(a.Goals) > 1:
		two = plans.Figure(a.Fleet, a.Goals[1])
	case one == fleet.LatencyGoal:
		two = plans.Figure(a.Fleet, fleet.Capacity)
	case allZero(a):
		two = fleet.Network
	}
	fig := plot.Figure{Title: fmt.Sprintf("%d nodes: %s against %s", a.Fleet.N(), one, two)}
	if a.Best < 0 {
		fig.Title += "; none of these keeps the requirements"
	}
	var front, rest, failing, majority []table.Point
	for i := range a.Entries {
		e := &a.Entries[i]
		x, ok := coordinate(e, two)
		y, both := coordinate(e, one)
		if !ok || !both {
			continue
		}
		at := table.Point{X: x, Y: y}
		switch {
		case i == a.Majority:
			majority = append(majority, at)
		case slices.Contains(a.Front, i):
			front = append(front, at)
		case !e.Keeps():
			failing = append(failing, at)
		default:
			rest = append(rest, at)
		}
	}
	slices.SortStableFunc(front, func(p, q table.Point) int { return cmp.Compare(p.X, q.X) })
	add := func(name string, kind plot.SeriesKind, points []table.Point) {
		if len(points) > 0 {
			fig.Series = append(fig.Series, plot.Series{Name: name, Kind: kind, Points: points})
		}
	}
	if len(front) > 1 {
		add("front", plot.Line, front)
	} else {
		add("front", plot.Scatter, front)
	}
	add("other systems", plot.Scatter, rest)
	add("breaks a requirement", plot.Scatter, failing)
	add("majority", plot.Scatter, majority)
	fig.X.Label, fig.X.Unit = axis(a.Fleet, two, fig.Series, func(p *table.Point) *float64 { return &p.X })
	fig.Y.Label, fig.Y.Unit = axis(a.Fleet, one, fig.Series, func(p *table.Point) *float64 { return &p.Y })
	if len(fig.Series) == 0 {
		return fig, errors.New("there is nothing to draw: no system has both figures")
	}
	return fig, nil
}

// allZero reports whether no latency tells systems apart.
func allZero(a *plans.Answer) bool {
	var first *big.Rat
	for i := range a.Entries {
		v := a.Entries[i].Value(fleet.LatencyGoal)
		switch {
		case v == nil:
		case first == nil:
			first = v
		case first.Cmp(v) != 0:
			return false
		}
	}
	return true
}

// axis says what an axis has of a goal. Times are made the milliseconds or microseconds that a
// person would write.
func axis(f *fleet.Fleet, g fleet.Goal, series []plot.Series, of func(*table.Point) *float64) (label, unit string) {
	if g == fleet.LatencyGoal || g == fleet.Load && !unitless(f) {
		label, per := "latency", ""
		if g == fleet.Load {
			label, per = "load", "/request"
		}
		var most float64
		for _, s := range series {
			for i := range s.Points {
				most = max(most, *of(&s.Points[i]))
			}
		}
		unit, factor := "s", 1.0
		switch {
		case most > 0 && most < 1e-3:
			unit, factor = "µs", 1e6
		case most > 0 && most < 1:
			unit, factor = "ms", 1e3
		}
		for _, s := range series {
			for i := range s.Points {
				*of(&s.Points[i]) *= factor
			}
		}
		return label, unit + per
	}
	switch {
	case g == fleet.Capacity && unitless(f):
		return "capacity, of one node", plot.NoUnit
	case g == fleet.Capacity:
		return "capacity", "requests/s"
	case g == fleet.Load:
		return "load", plot.NoUnit
	case g == fleet.Network:
		return "nodes asked by a request", plot.NoUnit
	}
	return "unavailability", plot.NoUnit
}

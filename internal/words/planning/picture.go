package planning

import (
	"errors"
	"fmt"
	"slices"
	"sort"
	"strconv"

	"coterie/fleet"
	"coterie/internal/picture/plot"
	"coterie/internal/words/table"
	plans "coterie/search/fleet"
)

// PictureOf draws the systems of a plan by two goals: those of the fleet, or capacity and latency
// if there is one goal. Points are labelled by the ranks of their systems. PictureOf fails if there
// is nothing to draw.
func PictureOf(a *plans.Answer) (plot.Figure, error) {
	one := plans.Figure(a.Fleet, a.Goals[0])
	two := fleet.LatencyGoal
	switch {
	case len(a.Goals) > 1:
		two = plans.Figure(a.Fleet, a.Goals[1])
	case one == fleet.LatencyGoal:
		two = plans.Figure(a.Fleet, fleet.Capacity)
	case a.Fleet.Timeless():
		two = fleet.Network
	}
	fig := plot.Figure{Title: fmt.Sprintf("%d nodes: %s against %s; numbers: ranks in the table", a.Fleet.N(), word(a.Fleet, one), word(a.Fleet, two))}
	if a.Best < 0 {
		fig.Title += "; none of these keeps the requirements"
	}
	front := plans.Front(a.Entries, one, two)
	series := []plot.Series{{Name: "front", Kind: plot.Line}, {Name: "other systems"}, {Name: "breaks a requirement"}, {Name: "majority"}}
	for i := range a.Entries {
		e := &a.Entries[i]
		x, ok := coordinate(e, two)
		y, both := coordinate(e, one)
		if !ok || !both {
			continue
		}
		kind := 1
		switch {
		case i == a.Majority:
			kind = 3
		case slices.Contains(front, i):
			kind = 0
		case !e.Keeps():
			kind = 2
		}
		s, at, rank := &series[kind], table.At(x, y), strconv.Itoa(i+1)
		if same := slices.Index(s.Points, at); same >= 0 { // one label beside the other
			s.Labels[same] += " " + rank
			continue
		}
		s.Points, s.Labels = append(s.Points, at), append(s.Labels, rank)
		if kind == 3 && slices.Contains(front, i) { // the line goes through it
			series[0].Points, series[0].Labels = append(series[0].Points, at), append(series[0].Labels, "")
		}
	}
	sort.Sort(byX(series[0]))
	if len(series[0].Points) == 1 {
		series[0].Kind = plot.Scatter
	}
	for _, s := range series {
		if len(s.Points) > 0 {
			fig.Series = append(fig.Series, s)
		}
	}
	fig.X.Label, fig.X.Unit = axis(a.Fleet, two, fig.Series, func(p *table.Point) *float64 { return &p.X })
	fig.Y.Label, fig.Y.Unit = axis(a.Fleet, one, fig.Series, func(p *table.Point) *float64 { return &p.Y })
	if len(fig.Series) == 0 {
		return fig, errors.New("there is nothing to draw: no system has both figures")
	}
	return fig, nil
}

// byX sorts the points of a line from the left to the right.
type byX plot.Series

func (s byX) Len() int           { return len(s.Points) }
func (s byX) Less(i, j int) bool { return s.Points[i].X < s.Points[j].X }
func (s byX) Swap(i, j int) {
	s.Points[i], s.Points[j] = s.Points[j], s.Points[i]
	s.Labels[i], s.Labels[j] = s.Labels[j], s.Labels[i]
}

// axis returns the axis of a goal. It converts times to the milliseconds or microseconds that a
// person would write.
func axis(f *fleet.Fleet, g fleet.Goal, series []plot.Series, of func(*table.Point) *float64) (label, unit string) {
	if g == fleet.LatencyGoal || g.Percentile() >= 0 || g == fleet.Load && !unitless(f) {
		label, per := string(g), ""
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
		return "asked", "nodes"
	}
	return "unavailability", plot.NoUnit
}

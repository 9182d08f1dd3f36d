package coteries

import (
	"fmt"
	"slices"
	"strings"

	"coterie/experiments"
	pictures "coterie/internal/draw"

	"coterie/internal/plot"
	"coterie/internal/table"
)

// atlasDraw emits the page of pictures and, for each n, load against failure probability.
func atlasDraw(out *experiments.Output, p atlasParameters, rows []atlasRow, t *table.Table, fronts []atlasFront) error {
	page, err := atlasPage(rows, p.Pictured)
	if err != nil {
		return err
	}
	if err := experiments.PlotBoth(out, "coteries", page, atlasFile); err != nil {
		return err
	}
	for _, n := range p.Fronts {
		f := plot.Figure{
			Title: fmt.Sprintf("Load and availability of all nondominated coteries on %d nodes but the singleton", n),
			X:     plot.Axis{Label: "load", Unit: plot.NoUnit},
			Y:     plot.Axis{Label: "failure probability at p = 0.1", Unit: plot.NoUnit, Log: true},
		}
		for resilience := 1; resilience < n; resilience++ { // 0: one node decides for all, far from everything else
			points := t.Points("load", "failure", func(row int) bool {
				return experiments.CountAt(t, row, "n") == n && experiments.CountAt(t, row, "resilience") == resilience
			})
			if len(points) > 0 {
				f.Series = append(f.Series, plot.Series{Name: fmt.Sprintf("resilience %d", resilience), Kind: plot.Scatter, Points: points, Look: resilience})
			}
		}
		for _, front := range fronts {
			if front.N != n || front.Criteria != "load, failure probability" || front.P.Cmp(atlasDrawnCrash()) != 0 {
				continue
			}
			var points []table.Point
			for _, r := range front.Classes {
				points = append(points, table.Point{X: experiments.FloatRat(r.Load.Rat()), Y: experiments.FloatRat(r.sets().Failure(front.P))})
			}
			f.Series = append(f.Series, plot.Series{Name: "best of both", Kind: plot.Guide, Points: points})
		}
		if len(f.Series) == 0 {
			continue
		}
		if err := experiments.PlotBoth(out, fmt.Sprintf("load-failure-n%d", n), f, atlasFile, "pareto.csv"); err != nil {
			return err
		}
	}
	return nil
}

// atlasPage draws the systems of at most so many nodes, each on the nodes in use.
func atlasPage(rows []atlasRow, nodes int) (*pictures.Picture, error) {
	var list []pictures.Exhibit
	for _, r := range rows {
		if r.N > nodes || r.Used < r.N {
			continue
		}
		e := pictures.Exhibit{Title: fmt.Sprintf("n = %d, class %d", r.N, r.Class), N: r.N}
		if family, _, ok := strings.Cut(r.known(), ":"); ok {
			e.Title += ", " + family
		}
		facts := []string{fmt.Sprintf("%d quorums", len(r.Quorums))}
		if len(r.Quorums) == 1 {
			facts[0] = "one quorum"
		}
		facts = append(facts, "load "+r.Load.String(), fmt.Sprintf("resilience %d", r.resilience()), fmt.Sprintf("failure %.3g", experiments.FloatRat(r.sets().Failure(atlasDrawnCrash()))))
		if r.Orbit == 1 {
			facts = append(facts, "1 labelled")
		} else {
			facts = append(facts, fmt.Sprintf("%d labelled", r.Orbit))
		}
		e.Remark = strings.Join(facts, " · ")
		for _, q := range r.Quorums {
			e.Quorums = append(e.Quorums, q.Nodes())
		}
		for _, w := range r.Votes.Weights {
			e.Votes = append(e.Votes, fmt.Sprint(w))
		}
		list = append(list, e)
	}
	slices.SortStableFunc(list, func(a, b pictures.Exhibit) int { return a.N - b.N })
	return pictures.Gallery(fmt.Sprintf("All nondominated coteries on at most %d nodes, up to the names of the nodes", nodes), list,

		"Failure: the probability that no quorum survives if each node crashes with probability 0.1. Labelled: how many systems the names of the nodes make. "+
			"A system that leaves nodes idle is shown once, without these.")
}

package coteries

import (
	"fmt"
	"strings"

	"coterie/experiments"
	"coterie/internal/picture/draw"
	"coterie/internal/picture/plot"
)

// plotFront draws load against failure probability.
func plotFront(out *experiments.Output, n int, atlas, pareto *experiments.Sheet) {
	var layers []experiments.Layer
	for resilience := 1; resilience < n; resilience++ { // 0: one node decides for all, which is far from all other systems
		layers = append(layers, atlas.Scatter(fmt.Sprintf("resilience %d", resilience), "load", "failure",
			experiments.Is("n", n), experiments.Is("resilience", resilience)).Look(resilience))
	}
	layers = append(layers, pareto.Guide("best of both", "load", "failure", experiments.Is("n", n),
		experiments.Is("criteria", "load, failure probability"), experiments.Is("p", drawnCrash().RatString())))
	out.PlotWithLegend(fmt.Sprintf("load-failure-n%d", n),
		fmt.Sprintf("Load and availability of all nondominated coteries on %d nodes but the singleton", n),
		plot.Linear("load", plot.NoUnit),
		plot.Logarithmic("failure probability at p = 0.1", plot.NoUnit), layers...)
}

// gallery draws the systems of at most the given number of nodes, each on the nodes in use.
func gallery(rows []row, nodes int) (*draw.Picture, error) {
	var list []draw.Exhibit
	for _, r := range rows {
		if r.N > nodes || r.used() < r.N {
			continue
		}
		e := draw.Exhibit{Title: fmt.Sprintf("n = %d, class %d", r.N, r.Class), N: r.N}
		if family, _, ok := strings.Cut(r.known(), ":"); ok {
			e.Title += ", " + family
		}
		number := fmt.Sprintf("%d quorums", len(r.Quorums))
		if len(r.Quorums) == 1 {
			number = "one quorum"
		}
		e.Remark = fmt.Sprintf("%s · load %v · resilience %d · failure %.3g · %d labelled",
			number, r.Votes.Load.Value, r.resilience(), experiments.FloatRat(r.failure(drawnCrash())), r.Orbit)
		for _, q := range r.Quorums {
			e.Quorums = append(e.Quorums, q.Nodes())
		}
		for _, w := range r.Votes.Weights {
			e.Votes = append(e.Votes, fmt.Sprint(w))
		}
		list = append(list, e)
	}
	return draw.Gallery(fmt.Sprintf("All nondominated coteries on at most %d nodes, up to the names of the nodes", nodes), list,
		"Failure: the probability that no quorum survives if each node crashes with probability 0.1. Labelled: how many systems the names of the nodes make. "+
			"A system that leaves nodes idle is shown once, without these.")
}

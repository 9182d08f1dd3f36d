package coteries

import (
	"math/big"

	"coterie/experiments"
)

func foundCounts(out *experiments.Output, rows []number) {
	var labelled, classes number
	for _, r := range rows {
		if r.Key.Kind != nondominated || r.Key.AllUsed {
			continue
		}
		if r.Key.Labelled && r.Key.N >= labelled.Key.N {
			labelled = r
		}
		if !r.Key.Labelled && r.Key.N >= classes.Key.N {
			classes = r
		}
	}
	if labelled.Count == nil || classes.Count == nil {
		return
	}
	out.Found("counts", "There are %v nondominated coteries on %d nodes, and %v on %d up to the names of the nodes.",
		labelled.Count, labelled.Key.N, classes.Count, classes.Key.N)
}

func foundAtlas(out *experiments.Output, p atlasParameters, rows []row) {
	of := experiments.Keep(rows, func(r row) bool { return r.N == p.Nodes })
	if len(of) == 0 {
		return
	}
	crash := drawnCrash()
	light, safe := of[0], of[0]
	for _, r := range of {
		if r.load().Cmp(light.load()) < 0 {
			light = r
		}
		if r.failure(crash).Cmp(safe.failure(crash)) < 0 {
			safe = r
		}
	}
	failure := func(r row) *big.Rat { return r.failure(crash) }
	out.Found("coteries", "The best of all quorum systems on %d nodes are among %d nondominated coteries, %d of which come from votes. "+
		"The least load, %s, is that of %s, the least failure probability, %.2g where one node in ten crashes, that of %s.",
		p.Nodes, len(of), experiments.Count(of, row.voted), light.load().RatString(), light.known(), experiments.FloatRat(failure(safe)), safe.known())
}

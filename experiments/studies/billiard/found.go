package billiard

import (
	"coterie/experiments"
)

func foundFigures(out *experiments.Output, p figureParameters, rows []generateRow) {
	sites, agree := 0, 0
	for _, r := range rows {
		sites += r.Sites
		agree += r.Agree
	}
	out.Found("figure-5", "The printed procedure gives what a walk of the broken billiard path gives for %d of %d sites. These are the sites of all grids of odd side up to %d.",
		agree, sites, p.Sides)
}

func foundProperties(out *experiments.Output, rows []propertyRow) {
	if len(rows) == 0 {
		return
	}
	last := rows[len(rows)-1]
	edge, centre := last.boundary(), last.centre()
	out.Found("responsibility-by-ring", "Billiard quorums lean on the centre. With q = %d a site on the boundary is in %s quorums, one in the innermost ring in %s.",
		last.Q, experiments.FromTo(edge.Least, edge.Greatest), experiments.FromTo(centre.Least, centre.Greatest))
}

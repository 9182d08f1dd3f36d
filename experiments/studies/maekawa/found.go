package maekawa

import (
	"coterie/experiments"
)

func foundSets(out *experiments.Output, parts []printedPart) {
	planes := experiments.Count(parts, func(p printedPart) bool { return p.to != nil })
	sound := experiments.Count(parts, func(p printedPart) bool { return len(p.broken) == 0 })
	out.Found("", "Of the %d families of sets that Figure 1 prints, %d satisfy (a) to (d). Up to the names of the nodes %d are planes.",
		len(parts), sound, planes)
}

func foundTableOne(out *experiments.Output, rows []countRow) {
	out.Found("", "On planes that were built, %d of the %d rows of Table I come out as printed.", experiments.Count(rows, countRow.reached), len(rows))
}

func foundVoting(out *experiments.Output, p remarksParameters, rows []votingRow) {
	if len(rows) == 0 {
		return
	}
	last := rows[len(rows)-1]
	out.Found("", "Of the %d ways to give %d nodes 0 to %d votes each, %d make quorums of one size. In %d ways every node is in equally many.",
		last.Vectors, last.N, p.Votes, last.Effort, last.Equal)
}

func foundNearOptimal(out *experiments.Output, p nearOptimal, rows []nearOptimalRow) {
	optimal := experiments.Count(rows, func(r nearOptimalRow) bool { return r.status() == "optimal" })
	planes := experiments.Count(rows, func(r nearOptimalRow) bool { return r.Plane > 0 })
	most, above := 0, 0.0
	for _, r := range rows {
		most, above = max(most, r.Upper-r.Lower), max(above, r.above(r.Upper))
	}
	out.Found("k-near-optimal", "Only %d of the %d sizes up to %d nodes have a projective plane. Yet the least quorum size is proved for %d sizes, "+
		"for the other %d it is known to within %d, and nowhere is it more than %.2f above √n.",
		planes, len(rows), p.To, optimal, len(rows)-optimal, most, above)
}

func foundCovers(out *experiments.Output, p cyclicCoversParameters, rows []coverRow) {
	reached := experiments.Count(rows, func(r coverRow) bool { return r.gap() == 0 })
	most := 0
	for _, r := range rows {
		most = max(most, r.gap())
	}
	out.Found("cyclic-covers", "Translates of one set of residues are quorums for every n. The smallest such set is proved for all n up to %d, "+
		"is as small as counting allows for %d of them, and elsewhere larger by at most %d.", p.Nodes, reached, most)
	for _, r := range rows {
		if r.Cited > r.K {
			out.Found("", "OEIS A283297 has %d for n = %d, where %d residues are enough, and least. They are %v.", r.Cited, r.N, r.K, r.Cover)
		}
	}
}

func foundLeastTotals(out *experiments.Output, rows []leastTotalRow) {
	count := map[string]int{}
	for _, r := range rows {
		count[r.status()]++
	}
	out.Found("table-2-optimal", "Of %d questions about the least total size of N sets %d are decided and %d open. N is as in Table II, under a limit on responsibility; "+
		"in %d there are no such sets.", len(rows), count["optimal"]+count["absent"], count["open"], count["absent"])
}

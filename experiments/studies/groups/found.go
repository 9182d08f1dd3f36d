package groups

import (
	"cmp"
	"slices"

	"coterie/bounds"
	"coterie/experiments"
)

func foundDegrees(out *experiments.Output, p degreeParameters, rows []degreeRow) {
	three := experiments.Keep(rows, func(r degreeRow) bool { return r.M >= 3 })
	nets, surficial := degreesOf(three, "net"), degreesOf(three, "surficial")
	reached := experiments.Count(nets, func(s partitions) bool { return s.Degree == bounds.Degree(s.N, s.M) })
	short := experiments.Count(surficial, func(s partitions) bool { return s.Degree < bounds.Degree(s.N, s.M) })
	out.Found("degree-m3", "With three groups or more %d of %d nets let √n processes of a group in at once, the limit. All have up to %d nodes; %d of %d surficial systems stay below it.",
		reached, len(nets), p.To, short, len(surficial))
}

func foundOptimal(out *experiments.Output, p optimalParameters, rows []optimalRow) {
	decided := experiments.Count(rows, optimalRow.decided)
	above := experiments.Count(rows, func(r optimalRow) bool { return r.Lower > r.Reached["surficial"] })
	least, most := 0, 0
	if len(p.Groups) > 0 {
		least, most = p.Groups[0], p.Groups[len(p.Groups)-1]
	}
	out.Found("degree-m3", "How many of one group can enter at once is proved for %d of %d pairs of nodes and groups. In %d of them it is more than the surficial system allows; they have up to %d nodes and %d to %d groups.",
		decided, len(rows), above, p.To, least, most)
}

func foundSurficial(out *experiments.Output, p surficialParameters, rows []surficialRow) {
	all := experiments.Count(rows, func(r surficialRow) bool {
		return r.isGroupSystem() && r.uniformDegree() && r.quorumsPrinted() && r.sizesPrinted() && r.responsibilityTwo() && r.SingleMeetings
	})
	out.Found("staircase-m4", "Of the %d surficial systems of at most %d nodes %d have everything that Theorem 3.1 says.", len(rows), p.Nodes, all)
}

func foundDominated(out *experiments.Output, p dominatedParameters, rows []dominatedRow) {
	var free []int
	for _, r := range rows {
		if !r.Dominated {
			free = append(free, r.N)
		}
	}
	out.Found("", "Of the %d surficial systems of at most %d nodes %d are dominated. Those that are not have n = %s.",
		len(rows), p.Nodes, len(rows)-len(free), experiments.JoinInts(free))
}

func foundRemarks(out *experiments.Output, rows []planeRow) {
	var free []int
	for _, r := range rows {
		if !r.Dominated {
			free = append(free, r.Order)
		}
	}
	out.Found("", "Of %d projective planes all are dominated but those of the orders %s.", len(rows), experiments.JoinInts(free))
}

func foundTradeoff(out *experiments.Output, rows []tradeoffRow) {
	pairs, one := map[[2]int]tradeoffRow{}, map[[2]int]tradeoffRow{} // by degree and number of groups
	var best [2]int
	for _, r := range rows {
		k := [2]int{r.Degree, r.M}
		switch r.Design {
		case "pairs":
			pairs[k] = r
		case "one":
			one[k] = r
		}
		if _, ok := one[k]; !ok {
			continue
		}
		if _, ok := pairs[k]; ok && slices.Compare(k[:], best[:]) > 0 {
			best = k
		}
	}
	if best == [2]int{} {
		return
	}
	p, o := pairs[best], one[best]
	out.Found("nodes", "For %d groups of degree %d the surficial system takes %d nodes, and the net takes %d. Their responsibilities are %d and %d; block designs lie between.",
		p.M, p.Degree, p.N, o.N, p.Responsibility, o.Responsibility)
}

func foundTable(out *experiments.Output, p tableParameters, full, limited []tableRow) {
	status := func(status string) int {
		return experiments.Count(full, func(r tableRow) bool { return r.status(p.Nodes) == status })
	}
	than := func(sign int) int { // systems that are smaller (-1) than the covering arrays of the tables, as small, or larger
		return experiments.Count(full, func(r tableRow) bool { return r.Upper > 0 && r.Cited > 0 && cmp.Compare(r.Upper, r.Cited) == sign })
	}
	out.Found("degree-3", "The least number of nodes is proved for %d of %d pairs of degree and number of groups. With up to %d groups %d more are proved by others. Of the systems found here %d are smaller than the best covering arrays in Colbourn's tables, %d as small, and %d larger.",
		status("exact"), len(full), p.Groups, status("cited"), than(-1), than(0), than(1))
	out.Found("", "With a limit of responsibility, it is proved for %d of %d.", experiments.Count(limited, tableRow.decided), len(limited))
}

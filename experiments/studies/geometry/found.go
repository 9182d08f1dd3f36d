package geometry

import (
	"coterie/experiments"
)

func foundPlanes(out *experiments.Output, p planeParameters, rows []planeRow, squares []squareRow) {
	if list := tallies(rows); len(list) > 0 {
		last := list[len(list)-1]
		out.Found("counts", "Of the orders up to %d, %d have a projective plane, %d have none, and of %d nobody knows.",
			p.Orders, last.exists, last.excluded, last.order-last.exists-last.excluded)
	}
	var without []int
	for _, s := range squares {
		if !s.Found {
			without = append(without, s.Side)
		}
	}
	out.Found("", "Of the sides 2 to %d all have two orthogonal Latin squares but %s.", p.Squares, experiments.JoinInts(without))
}

func foundDesargues(out *experiments.Output, rows []namedPlaneRow) {
	refuted := experiments.Keep(rows, func(r namedPlaneRow) bool { return r.Refutation != nil })
	if len(refuted) == 0 {
		return
	}
	least := refuted[0].Order
	for _, r := range refuted {
		least = min(least, r.Order)
	}
	out.Found("", "Desargues's theorem fails in %d of %d planes, the least of order %d. Each time there is a configuration that anybody can check.",
		len(refuted), len(rows), least)
}

package availability

import (
	"slices"

	"coterie/bounds"
	"coterie/experiments"
	"coterie/gf"
)

// messageCase is a group of k members under Maekawa_M on the planes of order d: once on quorums of
// d+1 nodes, and once on quorums of d nodes with d disjoint quorums in its cartel.
type messageCase struct {
	k int `csv:"k,processes" doc:"members of the group that may be in the critical section at once"`
	d int `csv:"order" doc:"order q of both planes"`
}

// plane and affine return the worst-case messages per entry that Theorem 4.5 prints for the planes
// of order d: on the affine plane each of d subgroups has a disjoint quorum.
func (c messageCase) plane() int  { return maekawaM(c.d+1, c.k) }
func (c messageCase) affine() int { return maekawaM(c.d, ceilDiv(c.k, c.d)) }

// maekawaM returns the worst-case messages per entry of Maekawa_M on quorums of c nodes, each of
// which gives away the given number of locks.
func maekawaM(c, locks int) int {
	for _, row := range bounds.MessageCounts(bounds.MessageParams{Size: c, Locks: locks}) {
		if row.Algorithm == "Maekawa_M" && row.Formula == "3c + 3c·max[g]" {
			return int(row.Worst.Num().Int64())
		}
	}
	panic("experiments: no formula for Maekawa_M")
}

func ceilDiv(a, b int) int { return (a + b - 1) / b }

// declareMessages evaluates Joung's two cases by his Theorem 4.5; the study tradeoff judges them by
// runs.
func declareMessages(out *experiments.Output, p groupAvailabilityParameters) {
	if out.Stopped() {
		return
	}
	orders := experiments.Keep(experiments.Numbers(2, p.Order), gf.IsPrimePower)
	rows := experiments.Flat(orders, func(q int) (list []messageCase) {
		for _, k := range slices.Compact([]int{1, q / 2, q, 2 * q, q * q}) {
			list = append(list, messageCase{k, q})
		}
		return list
	})
	experiments.Table(out, "messages", rows,
		"order", "k",
		experiments.Ints("plane_n", "nodes", "nodes of the projective plane", func(c messageCase) int { return bounds.PlanePoints(c.d) }),
		experiments.Ints("plane_messages", "messages per entry", "3c + 3c·k of Maekawa_M on it, as Joung 2003, Theorem 4.5 prints it", messageCase.plane),
		experiments.Ints("affine_n", "nodes", "nodes of the affine plane", func(c messageCase) int { return c.d * c.d }),
		experiments.Ints("affine_messages", "messages per entry", "3c + 3c·⌈k/q⌉ on it, a disjoint quorum for each of q subgroups", messageCase.affine),
		experiments.Floats("ratio", "", "plane_messages / affine_messages", func(c messageCase) float64 { return float64(c.plane()) / float64(c.affine()) }))
}

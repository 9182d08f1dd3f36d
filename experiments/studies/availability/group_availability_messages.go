package availability

import (
	"fmt"
	"slices"

	"coterie/bounds"
	"coterie/experiments"
	"coterie/gf"
)

// messageCase is a group of k members under Maekawa_M, on quorums of c nodes and with d disjoint
// ones in its cartel; on the planes of order d.
type messageCase struct{ c, k, d int }

// plane and affine are the worst-case messages per entry that Theorem 4.5 prints for the planes of
// order d: on the affine plane each of d subgroups has a disjoint quorum.
func (c messageCase) plane() int  { return maekawaM(c.d+1, c.k) }
func (c messageCase) affine() int { return maekawaM(c.d, ceilDiv(c.k, c.d)) }

// atMost is the least bound of the mean, which the study tradeoff tries by runs; Theorem 4.5 prints
// a smaller one.
//
// Proof: docs/theorems/maekawa-m-messages.md.
func atMost(c, locks int) int { return 6 * c * locks }

// maekawaM returns the worst-case messages per entry of Maekawa_M, quorums of c nodes, each of
// which gives away so many locks.
func maekawaM(c, locks int) int {
	for _, row := range bounds.MessageCounts(bounds.MessageParams{Size: c, Locks: locks}) {
		if row.Algorithm == "Maekawa_M" && row.Formula == "3c + 3c·max[g]" {
			return int(row.Worst.Num().Int64())
		}
	}
	panic("experiments: no formula for Maekawa_M")
}

func ceilDiv(a, b int) int { return (a + b - 1) / b }

// declareMessages evaluates Joung's two cases.
//
// Proof: docs/theorems/group-messages.md.
func declareMessages(out *experiments.Output, p groupAvailabilityParameters) {
	if out.Stopped() {
		return
	}
	orders := experiments.Keep(experiments.Numbers(2, p.Order), func(q int) bool { _, _, ok := gf.PrimePower(q); return ok })
	onPlanes := func(ks func(q int) []int) []messageCase {
		return experiments.Flat(orders, func(q int) (list []messageCase) {
			for _, k := range ks(q) {
				list = append(list, messageCase{q + 1, k, q})
			}
			return list
		})
	}
	rows := onPlanes(func(q int) []int { return slices.Compact([]int{1, q / 2, q, 2 * q, q * q}) })
	experiments.Table(out, "messages", rows,
		experiments.Ints("order", "", "order q of both planes", func(c messageCase) int { return c.d }),
		experiments.Ints("k", "processes", "members of the group that may be in the critical section at once", func(c messageCase) int { return c.k }),
		experiments.Ints("plane_n", "nodes", "nodes of the projective plane", func(c messageCase) int { return bounds.PlanePoints(c.d) }),
		experiments.Ints("plane_messages", "messages per entry", "3c + 3c·k of Maekawa_M on it, as Joung 2003, Theorem 4.5 prints it", messageCase.plane),
		experiments.Ints("affine_n", "nodes", "nodes of the affine plane", func(c messageCase) int { return c.d * c.d }),
		experiments.Ints("affine_messages", "messages per entry", "3c + 3c·⌈k/q⌉ on it, a disjoint quorum for each of q subgroups", messageCase.affine),
		experiments.Floats("ratio", "", "plane_messages / affine_messages", func(c messageCase) float64 { return float64(c.plane()) / float64(c.affine()) }))

	const most = 60
	upTo := experiments.Numbers(1, most)
	pairs := experiments.Flat(upTo, func(c int) (list []messageCase) {
		for _, k := range upTo {
			list = append(list, messageCase{c: c, k: k})
		}
		return list
	})
	rooted := experiments.Flat(upTo, func(d int) (list []messageCase) { // n = d², degree d, so quorums of d nodes or more
		for _, c := range []int{d, d + 1, 2*d - 1, d * d} {
			for k := d + 1; k <= min(d*d, 4*most); k++ {
				list = append(list, messageCase{c, k, d})
			}
		}
		return list
	})
	busy := onPlanes(func(q int) []int { return experiments.Numbers(q+1, bounds.PlanePoints(q)) })
	planes := fmt.Sprintf("prime-power orders q in 2..%d, k in q+1..q²+q+1", p.Order)

	claim := func(id, statement, over string, cases []messageCase, messages func(c messageCase) int, within func(messages int, c messageCase) bool) {
		if out.Stopped() {
			return
		}
		out.Claim(id, joung, joungSection, statement, experiments.ForAll(over, cases, func(c messageCase) (bool, string) {
			m := messages(c)
			return within(m, c), fmt.Sprintf("c = %d, k = %d, degree %d: %d messages", c.c, c.k, c.d, m)
		}).Proved("group-messages"))
	}
	claim("joung-case-1-ordinary", "Under Maekawa_M, an ordinary quorum system whose quorums have c nodes or fewer has worst-case message complexity O(c·k) for k members in the critical section.",
		fmt.Sprintf("c and k in 1..%d, at most 6·c·k messages", most), pairs,
		func(c messageCase) int { return atMost(c.c, c.k) }, func(m int, c messageCase) bool { return m <= 6*c.c*c.k })
	claim("joung-case-1-group", "Under Maekawa_M, a k-degree group quorum system whose quorums have c nodes or fewer has message complexity O(c).",
		fmt.Sprintf("c and k in 1..%d, at most 6·c messages", most), pairs,
		func(c messageCase) int { return atMost(c.c, ceilDiv(c.k, c.k)) }, func(m int, c messageCase) bool { return m <= 6*c.c })
	claim("joung-case-2-group", "A √n-degree group quorum system has message complexity O(c·k/√n) for k > √n.",
		fmt.Sprintf("n = d² with d in 1..%d, c = d, d+1, 2d-1 and n, k in d+1..n, k <= %d; at most 12·c·k/√n messages", most, 4*most), rooted,
		func(c messageCase) int { return atMost(c.c, ceilDiv(c.k, c.d)) }, func(m int, c messageCase) bool { return m*c.d <= 12*c.c*c.k })
	claim("joung-case-2-plane", "The projective-plane quorum system has message complexity O(√n·k).", planes+", at most 9·√n·k messages", busy,
		func(c messageCase) int { return atMost(c.d+1, c.k) }, func(m int, c messageCase) bool { return m*m <= 81*bounds.PlanePoints(c.d)*c.k*c.k })
	claim("joung-case-2-affine", "The affine-plane group quorum system has message complexity O(k).", planes+", at most 12·k messages", busy,
		func(c messageCase) int { return atMost(c.d, ceilDiv(c.k, c.d)) }, func(m int, c messageCase) bool { return m <= 12*c.k })
}

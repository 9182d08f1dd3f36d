package trust

import (
	"fmt"
	"slices"

	"coterie/asymmetric"
	"coterie/experiments"
	"coterie/quorum"
)

// believed returns the k-th of the 64 ways in which two processes name sets of processes each: bits
// 0 to 2 are those of process 1, bits 3 to 5 those of process 2.
func believed(k int) [][]quorum.Set {
	lists := make([][]quorum.Set, 2)
	for bit := range 6 {
		if k>>bit&1 == 1 {
			lists[bit/3] = append(lists[bit/3], quorum.SetOfMask(uint64(bit%3+1)))
		}
	}
	return lists
}

// sound reports whether asymmetric quorums are consistent and available, for fail-prone sets.
func sound(out *experiments.Output, faulty, quorums [][]quorum.Set) bool {
	p := asymmetric.New(quorum.Asymmetric{N: 2, Faulty: faulty, Quorums: quorums}).Check(out.Context()).Properties
	return p[1].Holds == quorum.Holds && p[2].Holds == quorum.Holds
}

// claimAsymmetric judges claims about asymmetric trust by all fail-prone sets of two processes.
func claimAsymmetric(out *experiments.Output) {
	const source, rangeOf = "Other papers", "all 64 fail-prone systems of two processes"
	out.Claim("cachin-tackmann-b3", source, "Cachin and Tackmann 2019, the theorem on B3", "There are asymmetric quorums if and only if B3 holds, and the complements of the fail-prone sets are some then.",
		experiments.ForAll(rangeOf+", and all 49 families of quorums of each", experiments.Numbers(0, 63), func(k int) (bool, string) {
			some := slices.ContainsFunc(experiments.Numbers(0, 63), func(q int) bool {
				return q&7 > 0 && q>>3 > 0 && sound(out, believed(k), believed(q))
			})
			s := asymmetric.New(quorum.Asymmetric{N: 2, Faulty: believed(k)})
			b3 := s.Check(out.Context()).Properties[0].Holds == quorum.Holds
			return b3 == some && b3 == sound(out, believed(k), s.Quorums), fmt.Sprintf("%v: %v", s.Faulty, b3)
		}).Proved("asymmetric"))
	out.Claim("alpos-guild", source, "Alpos, Cachin, Tackmann and Zanolini 2024, the lemma on the maximal guild", "Every guild is part of one guild, the greatest.",
		experiments.ForAll(rangeOf+", whichever are faulty", experiments.Numbers(0, 255), func(k int) (bool, string) {
			s, faulty := asymmetric.New(quorum.Asymmetric{N: 2, Faulty: believed(k / 4)}), quorum.SetOfMask(uint64(k%4))
			greatest := experiments.Must(s.Measure(out.Context(), faulty)).Guild
			guild := func(g quorum.Set) bool { // of wise members, with a quorum of each
				return !slices.ContainsFunc(g.Nodes(), func(i int) bool {
					wise := !faulty.Has(i) && (faulty.Empty() || slices.ContainsFunc(s.Faulty[i], faulty.SubsetOf))
					return !wise || !slices.ContainsFunc(s.Quorums[i], func(q quorum.Set) bool { return q.SubsetOf(g) })
				})
			}
			holds := guild(greatest)
			for g := range uint64(4) {
				holds = holds && (!guild(quorum.SetOfMask(g)) || quorum.SetOfMask(g).SubsetOf(greatest))
			}
			return holds, fmt.Sprintf("%v, faulty %v: %v", s.Faulty, faulty, greatest)
		}).Proved("asymmetric"))
}

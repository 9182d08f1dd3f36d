package algorithms

import (
	"fmt"
	"math"
	"strings"

	"coterie/experiments"
)

// caseRun is a run of Maekawa_M in the terms of section 4.4 of Joung 2003: k members of a group may
// be inside at once, quorums have c nodes, and each cartel has d disjoint quorums.
type caseRun struct {
	Spec              string
	N, C, D, K        int
	Messages, Entries float64
}

func (r caseRun) String() string {
	return fmt.Sprintf("%s, k = %d: %.4g messages per entry", r.Spec, r.K, r.Messages/r.Entries)
}

// atMost reports whether an entry takes at most the given number of messages in the mean.
func (r caseRun) atMost(messages float64) (bool, string) {
	return r.Messages <= messages*r.Entries*(1+1e-9), r.String()
}

// caseRuns returns the runs of the adversary, and the runs in which every process always wishes.
// With l locks a node and d disjoint quorums d·l members of a group may be inside.
func caseRuns(attacks []takenBack, groups []groupRow) (list []caseRun) {
	for _, r := range attacks {
		d := degreeOf(r.Spec)
		list = append(list, caseRun{r.Spec, r.N, r.C, d, d * r.Locks, float64(r.Messages), float64(r.Entries)})
	}
	for _, r := range groups {
		if r.Algorithm == maekawaM && r.Locks == 0 { // as many locks as let all n processes in
			list = append(list, caseRun{r.Spec, r.N, r.C, degreeOf(r.Spec), r.N, r.Messages, 1})
		}
	}
	return list
}

// degreeOf returns the order of an affine plane, which is the degree of its system, 1 for a lifted
// plane, and 0 for others.
func degreeOf(spec string) int {
	order := 0
	switch {
	case strings.HasPrefix(spec, "lift:"):
		return 1
	case strings.HasPrefix(spec, "affine:"):
		if _, err := fmt.Sscanf(spec, "affine:order=%d", &order); err != nil {
			return 0
		}
	}
	return order
}

// claimCases judges the two cases of section 4.4 by runs: the mean over all entries, whichever
// request a message is charged to.
//
// Proof: docs/theorems/group-messages.md.
func claimCases(out *experiments.Output, attacks []takenBack, groups []groupRow) {
	runs := caseRuns(attacks, groups)
	claim := func(id, statement, what, most string, of func(r caseRun) bool, limit func(r caseRun) float64) {
		cases := experiments.Keep(runs, of)
		out.Claim(id, joungSource, "section 4.4", statement,
			experiments.ForAll(fmt.Sprintf("runs over %s, by an adversary and with every process always wishing: at most %s messages per entry in the mean", what, most),
				cases, func(r caseRun) (bool, string) { return r.atMost(limit(r)) }).Proved("group-messages"))
	}
	ordinary := func(r caseRun) bool { return r.D == 1 }
	busy := func(r caseRun) bool { return r.D > 1 && r.K > r.D }
	claim("joung-case-1-ordinary", "Under Maekawa_M, an ordinary quorum system whose quorums have c nodes or fewer has worst-case message complexity O(c·k) for k members in the critical section.",
		"lifted planes", "6·c·k", ordinary, func(r caseRun) float64 { return float64(6 * r.C * r.K) })
	claim("joung-case-1-group", "Under Maekawa_M, a k-degree group quorum system whose quorums have c nodes or fewer has message complexity O(c).",
		"affine planes, k the order", "6·c", func(r caseRun) bool { return r.D > 1 && r.K == r.D }, func(r caseRun) float64 { return float64(6 * r.C) })
	claim("joung-case-2-group", "A √n-degree group quorum system has message complexity O(c·k/√n) for k > √n.",
		"affine planes", "12·c·k/√n", busy, func(r caseRun) float64 { return float64(12*r.C*r.K) / float64(r.D) })
	claim("joung-case-2-plane", "The projective-plane quorum system has message complexity O(√n·k).",
		"lifted planes, k > √n", "9·√n·k", func(r caseRun) bool { return ordinary(r) && r.K*r.K > r.N },
		func(r caseRun) float64 { return 9 * float64(r.K) * math.Sqrt(float64(r.N)) })
	claim("joung-case-2-affine", "The affine-plane group quorum system has message complexity O(k).",
		"affine planes, k > √n", "12·k", busy, func(r caseRun) float64 { return float64(12 * r.K) })
}

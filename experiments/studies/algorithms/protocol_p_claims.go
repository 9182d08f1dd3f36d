package algorithms

import (
	"fmt"
	"slices"

	"coterie/experiments"
)

func foundProtocolP(out *experiments.Output, rows []pRow) {
	printed := experiments.Keep(rows, func(r pRow) bool { return r.Algorithm == protocolP })
	deadlocks := experiments.Keep(printed, func(r pRow) bool { return r.Circles > 0 })
	if len(deadlocks) == 0 {
		return
	}
	first := slices.MinFunc(deadlocks, func(a, b pRow) int { return a.FirstCircle - b.FirstCircle })
	out.Found("", "Protocol P as printed deadlocks on %d of %d small instances. The first has %d processes and the quorum %s, and takes %d steps. With timestamps and permissions that are taken back no run of them ends with somebody waiting.",
		len(deadlocks), len(printed), first.Processes, first.System, first.FirstCircle)
}

// claimProtocolP judges the claims that a walk of all states can decide.
func claimProtocolP(out *experiments.Output, p protocolPParameters, rows []pRow) {
	const paper = "Miyamoto, Kakugawa, Yamashita 1994"
	printed := experiments.Keep(rows, func(r pRow) bool { return r.Algorithm == protocolP })
	endless := experiments.Keep(printed, func(r pRow) bool { return r.Wishes == 0 })
	fixed := experiments.Keep(rows, func(r pRow) bool { return r.Algorithm != protocolP })
	over := func(which string) string {
		return fmt.Sprintf("all states of %s, up to renaming arbiters: 2 processes over all k-coteries on at most %d arbiters, 3 over those on at most %d",
			which, p.Pairs, p.Triples)
	}
	variants := over("P with timestamps, each process with one wish") +
		fmt.Sprintf("; of the variant that tries other quorums 2 processes on fewer than %d arbiters", p.Pairs)
	some := fmt.Sprintf(", and %d sharing structures with one wish a process", len(p.Sharing))
	none := func(flaw func(pRow) string) func(pRow) (bool, string) {
		return func(r pRow) (bool, string) { return flaw(r) == "", flaw(r) }
	}
	out.ClaimAgain("miyamoto-theorem-2-condition-1", "miyamoto-p-condition-1", paper, "section 3.1 and Theorem 2, condition 1, run",
		"In every state of protocol P each set V of processes uses at most |α(V)| resources.",
		experiments.ForAll(over("P")+some, printed, none(func(r pRow) string { return r.Unsafe })).Proved("protocol-p"))
	out.ClaimAgain("miyamoto-theorem-2-condition-2", "miyamoto-p-condition-2", paper, "Theorem 2, condition 2, run",
		"From every state of protocol P, improved as footnote 1 calls easy, one can be reached in which the processes of V use as many resources at once as they can have one of each.",
		experiments.ForAll(variants+some, fixed, none(func(r pRow) string {
			if r.Stuck != "" {
				return r.Stuck
			}
			return r.Lost
		})))
	free := experiments.Keep(endless, func(r pRow) bool { return !r.CanCircle })
	out.Claim("miyamoto-p-all-resources", paper, "Definition 2, condition 2, and section 3.1",
		"Where protocol P has no deadlock, every set V of processes comes to use all |α(V)| resources at once.",
		experiments.HoldsUnderReading("V counts for as many resources as its processes can have one of each, as P lets a process ask for one at a time",
			experiments.ForAll(over("P")+", where no circle can be chosen", free, none(func(r pRow) string { return r.Short })),
			experiments.ForAll(over("P")+", where no circle can be chosen", free, none(func(r pRow) string { return r.Lost }))))
	out.Claim("miyamoto-p-deadlock", paper, "footnote 1", "Protocol P cannot avoid deadlock.",
		experiments.JudgeExists(experiments.Every(over("P")+some), slices.Values(printed), func(r pRow) (bool, string) {
			return r.Circles > 0, fmt.Sprintf("%s: after %d steps %s", r.name(), r.FirstCircle, r.Circle)
		}))
	out.Claim("miyamoto-p-starvation", paper, "footnote 1", "Protocol P cannot avoid starvation.",
		experiments.JudgeExists(experiments.Every(over("P")), slices.Values(endless), func(r pRow) (bool, string) {
			return r.Starved != "" || r.Circles > 0, fmt.Sprintf("%s: for ever %s%s", r.name(), r.Starved, r.Circle)
		}))
	out.Claim("ours-p-starvation", ours, "protocol P", "By protocol P nobody waits for ever but in a circle, where every message arrives and every use ends.",
		experiments.ForAll(over("P"), endless, none(func(r pRow) string { return r.Starved })))
	out.Claim("miyamoto-p-improved", paper, "footnote 1", "It is easy to improve protocol P so that it avoids deadlock and starvation.",
		experiments.ForAll(variants+some, fixed, none(func(r pRow) string { return r.Stuck })).Proved("protocol-p"))
	out.Claim("protocol-p-circles", ours, "protocol P",
		"Protocol P can deadlock if and only if different processes can choose quorums that form a circle over different arbiters.",
		experiments.ForAll(over("P")+some, printed, func(r pRow) (bool, string) {
			return r.CanCircle == (r.Circles > 0), fmt.Sprintf("%s: circle %v, %d circular waits", r.name(), r.CanCircle, r.Circles)
		}).Proved("protocol-p"))
}

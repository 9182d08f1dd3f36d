package exhaustion

import (
	"fmt"

	"coterie/experiments"
	"coterie/mutex/explore"
)

func declareProtocolP(out *experiments.Output, p protocolPParameters) {
	rows := experiments.Compute(out, "structures", p.points(), exploreSharing)
	structures := experiments.Table(out, "structures", rows,
		"algorithm", "system",
		experiments.Texts("who", "", "processes that ask once each: the set V", func(r sharingRow) string { return configuration{Who: r.Who}.who() }),
		"arbiters", "resources", "together", "choices", "ends", "circular", "stuck", "broken")
	if out.Err() != nil {
		return
	}
	var first []configuration // the smallest choice that can deadlock
	for _, r := range rows {
		if r.Algorithm == protocolP && r.Stuck > 0 && (first == nil || members(r.Takes) < members(first[0].Takes)) {
			first = []configuration{{Algorithm: r.Algorithm, System: r.Spec, Who: r.Who, Groups: r.Groups, Takes: r.Takes, Entries: 1}}
		}
	}
	shortest := experiments.Compute(out, "shortest", first, exploreAll)
	if out.Err() != nil {
		return
	}
	for _, r := range shortest {
		s := story{"protocol-p-deadlock", r, explore.Deadlock}
		out.Certificate(s.name+".json", s.certificate(out))
		out.Draw(s.name, func() (experiments.Picture, error) { return s.picture(out.Context()) }, structures)
	}
	claimProtocolP(out, p, rows)
	foundProtocolP(out, p, rows, shortest)
}

// said names the structure and the processes that ask.
func (r sharingRow) said() string {
	return fmt.Sprintf("%s over %s, V = %v", r.Algorithm, r.Spec, r.Who)
}

// claimProtocolP judges section 3.1.
func claimProtocolP(out *experiments.Output, p protocolPParameters, rows []sharingRow) {
	const paper = "Miyamoto, Kakugawa, Yamashita 1994"
	of := func(algorithm string) (string, []sharingRow) {
		kept := experiments.Keep(rows, func(r sharingRow) bool { return r.Algorithm == algorithm })
		tuples, ends := 0, uint64(0)
		for _, r := range kept {
			tuples, ends = tuples+r.Tuples, ends+r.Ends
		}
		most := p.Processes
		if algorithm == protocolPFixed {
			most = p.Fixed
		}
		return fmt.Sprintf("all sharing structures of at most %d processes and %d resources, every set V of at most %d processes, each of which asks once: %d choices of quorums, whose runs end in %d states",
			p.Processes, p.Resources, most, tuples, ends), kept
	}
	over, printed := of(protocolP)
	again, fixed := of(protocolPFixed)
	out.ClaimAgain("miyamoto-theorem-2-condition-1", "miyamoto-p-condition-1-exhausted", paper, "Theorem 2, condition 1, every structure", "No set V of processes uses more than |α(V)| resources.",
		experiments.ForAll(over, printed, func(r sharingRow) (bool, string) { return r.Broken == 0, r.said() }).Proved("protocol-p"))
	out.ClaimAgain("miyamoto-theorem-2-condition-2", "miyamoto-p-condition-2-exhausted", paper, "Theorem 2, condition 2, every structure",
		"Every set V of processes can come to use as many resources at once as its processes can have one of each.",
		experiments.ForAll(over, printed, func(r sharingRow) (bool, string) {
			return r.Most == r.Can, fmt.Sprintf("%s: %d of %d", r.said(), r.Most, r.Can)
		}))
	out.ClaimAgain("protocol-p-circles", "protocol-p-circles-exhausted", ours, "protocol P", "Protocol P can deadlock by a choice of quorums if and only if they form a circle over different arbiters.",
		experiments.ForAll(over, printed, func(r sharingRow) (bool, string) { return r.Amiss == "", r.said() + ": " + r.Amiss }).Proved("protocol-p"))
	out.ClaimAgain("miyamoto-p-improved", "miyamoto-p-improved-exhausted", paper, "footnote 1, every structure", "It is easy to improve protocol P so that it avoids deadlock: with timestamps and permissions that are taken back no state is stuck.",
		experiments.ForAll(again, fixed, func(r sharingRow) (bool, string) { return r.Stuck+r.Broken == 0, r.said() }).Proved("protocol-p"))
}

// widest keeps the rows in which all processes of a structure ask, at least two of them.
func widest(rows []sharingRow) []sharingRow {
	most := map[string]int{}
	for _, r := range rows {
		most[r.Spec] = max(most[r.Spec], len(r.Who))
	}
	return experiments.Keep(rows, func(r sharingRow) bool { return len(r.Who) > 1 && len(r.Who) == most[r.Spec] })
}

func foundProtocolP(out *experiments.Output, p protocolPParameters, rows []sharingRow, shortest []explored) {
	of := widest(experiments.Keep(rows, func(r sharingRow) bool { return r.Algorithm == protocolP && r.Size == 1 }))
	stuck := experiments.Keep(of, func(r sharingRow) bool { return r.Stuck > 0 })
	for _, r := range shortest {
		out.Found("protocol-p-deadlock", "Protocol P can deadlock on %d of %d sharing structures of two or three processes and at most %d resources. Every process asks once there; over %s %d steps are enough.",
			len(stuck), len(of), p.Resources, r.System, r.steps(explore.Deadlock))
	}
	tuples := 0
	for _, r := range rows {
		if r.Algorithm == protocolP {
			tuples += r.Tuples
		}
	}
	out.Found("", "By %d choices of quorums it can deadlock exactly where they form a circle over different arbiters. With timestamps and permissions that are taken back it never does.", tuples)
}

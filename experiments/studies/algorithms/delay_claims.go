package algorithms

import (
	"context"
	"fmt"

	"coterie/experiments"
	"coterie/mutex"
	"coterie/mutex/sim"
	"coterie/quorum"
)

// lonelyRow holds the waiting times of sites that enter alone, if every message takes one unit.
type lonelyRow struct {
	rival
	N     int     `csv:"n,sites" doc:"number of sites"`
	Least float64 `csv:"least,message times" doc:"least time from wish to entry of a site that is alone; every message takes the same time"`
	Most  float64 `csv:"most,message times" doc:"greatest"`
	Asked float64 // Asked: the least number other than 0
	First quorum.Node
}

// lonely lets each site enter in a run of its own.
func lonely(ctx context.Context, of rival) (lonelyRow, error) {
	row := lonelyRow{rival: of}
	c := experiments.Must(prepare(ctx, of.System, of.Algorithm, mutex.Options{}))
	all := c.Requesters
	row.N, c.Latency, c.Entries = c.Setup.Nodes, always, 1
	for i := range all {
		c.Requesters = all[i : i+1]
		r := experiments.Must(replicate(ctx, c, sim.Options{}))
		waited := r.Waiting.Mean
		if i == 0 || waited < row.Least {
			row.Least, row.First = waited, quorum.Node(all[i].Process)
		}
		row.Most = max(row.Most, waited)
		if waited > 0 && (row.Asked == 0 || waited < row.Asked) {
			row.Asked = waited
		}
	}
	return row, nil
}

func claimDelay(out *experiments.Output, p delayParameters, rows []lonelyRow) {
	// A REQUEST and its LOCKED.
	const there, back = 1, 1
	const source, section = "Maekawa 1985", "section 10"
	over := fmt.Sprintf("every site alone, on as many sites as the planes of the orders %s have; every message takes the same time", experiments.JoinInts(p.Orders))
	of := func(algorithm string) []lonelyRow {
		return experiments.Keep(rows, func(r lonelyRow) bool { return r.Algorithm == algorithm })
	}
	exact := func(r lonelyRow) (bool, string) {
		return r.Least == there+back && r.Most == there+back, fmt.Sprintf("%s, %d sites: %g to %g", r.Algorithm, r.N, r.Least, r.Most)
	}
	out.Claim("maekawa-delay", source, section,
		"The delay is the sum of the time it takes to send a REQUEST and receive a LOCKED message.", experiments.ForAll(over, of(maekawas), exact))
	out.Claim("maekawa-delay-ricart-agrawala", source, section, "Ricart and Agrawala's algorithm has the same delay.", experiments.ForAll(over, of(unanimous), exact))
	out.Claim("maekawa-delay-minimum", source, section, "This is the minimum delay required to run any mutual exclusion algorithm.",
		experiments.HoldsUnderReading("for a site that has to ask another one",
			experiments.ForAll(over, rows, func(r lonelyRow) (bool, string) {
				return r.Least >= there+back, fmt.Sprintf("%s, %d sites: site %v enters after %g message times", r.Algorithm, r.N, r.First, r.Least)
			}),
			experiments.ForAll(over, rows, func(r lonelyRow) (bool, string) {
				return r.Asked >= there+back, fmt.Sprintf("%s, %d sites: %g", r.Algorithm, r.N, r.Asked)
			})))
}

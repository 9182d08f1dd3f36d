package algorithms

import (
	"context"
	"fmt"

	"coterie/experiments"
	"coterie/measure/transversals"
	"coterie/mutex/sim"
)

// singleRow is a process that enters alone, if every message takes one unit.
type singleRow struct {
	variant
	Spec     string  `csv:"system" doc:"group quorum system"`
	C        int     `csv:"c,nodes" doc:"size of the quorum"`
	Messages float64 `csv:"messages,messages" doc:"for an entry"`
	Delay    float64 `csv:"delay,message times" doc:"from wish to entry"`
}

func singleAt(ctx context.Context, row singleRow) (singleRow, error) {
	c := experiments.Must(prepareGroups(ctx, row.Spec, row.variant))
	// The process of the last node enters three times, each time long after the last one.
	r := c.Requesters[len(c.Requesters)-1]
	r.Groups, r.Menus = r.Groups[:1], r.Menus[:1]
	c.Requesters, c.Latency, c.Entries = []sim.Requester{r}, always, 3
	c.Think = sim.Always(1000)
	report := experiments.Must(replicate(ctx, c, sim.Options{}))
	row.C, row.Messages, row.Delay = len(c.Setup.Quorums[r.Menus[0].Quorums[0]]), float64(report.Messages)/3, report.Waiting.Mean
	return row, nil
}

// togetherRow is a run in which all processes wish at once, as members of one group.
type togetherRow struct {
	variant
	Spec   string `csv:"system" doc:"group quorum system"`
	N      int    `csv:"members,processes" doc:"of the group, who all wish at once"`
	Degree int    `csv:"degree,quorums" doc:"pairwise disjoint in its cartel"`
	Root   int    // √(2n/(m(m-1))), rounded down
	Most   int    `csv:"inside,processes" doc:"most inside at once"`
}

func togetherAt(ctx context.Context, row togetherRow) (togetherRow, error) {
	system := experiments.Must(groupSystem(ctx, row.Spec))
	c := experiments.Must(prepareGroups(ctx, row.Spec, row.variant))
	for i := range c.Requesters {
		r := &c.Requesters[i]
		r.Groups, r.Menus = r.Groups[:1], r.Menus[:1]
	}
	c.Critical, c.Entries = sim.Always(1000), c.Setup.Processes
	r := experiments.Must(sim.Run(ctx, c))
	p, err := transversals.MaxDisjoint(ctx, system.Cartels()[0], transversals.PackingOptions{})
	row.N, row.Degree, row.Most = c.Setup.Processes, p.Upper, r.MaxInCS
	for m := system.Groups(); m > 1 && m*(m-1)*(row.Root+1)*(row.Root+1) <= 2*system.N(); {
		row.Root++
	}
	return row, err
}

// claimAlone judges the entry of a process that is alone.
func claimAlone(out *experiments.Output, p tradeoffParameters) {
	var rows []singleRow
	for _, spec := range p.Growing {
		for _, algorithm := range []string{maekawaM, maekawaS, fixedOrder} {
			rows = append(rows, singleRow{variant: variant{algorithm, 0}, Spec: spec})
		}
	}
	rows = experiments.Compute(out, "alone", rows, singleAt)
	experiments.Table(out, "alone", rows,
		experiments.Texts("variant", "", "algorithm", singleRow.String),
		"system", "c", "messages", "delay")
	over := fmt.Sprintf("a process alone, over %d systems; every message takes the same time", len(p.Growing))
	claim := func(id, section, statement, algorithm string, holds func(r singleRow) bool) {
		of := experiments.Keep(rows, func(r singleRow) bool { return r.Algorithm == algorithm })
		out.Claim(id, joungSource, section, statement, experiments.ForAll(over, of, func(r singleRow) (bool, string) {
			return holds(r), fmt.Sprintf("%s, c = %d: %g messages, delay %g", r.Spec, r.C, r.Messages, r.Delay)
		}))
	}
	claim("joung-maekawa-m-delay", "Theorem 4.6", "In Maekawa_M the minimum synchronization delay is 2 message transmission times.", maekawaM,
		func(r singleRow) bool { return r.Delay == 2 })
	claim("joung-fixed-order", "section 4.3", "Locking in a fixed order takes 3c messages per entry, with minimum synchronization delay 2c.", fixedOrder,
		func(r singleRow) bool { return r.Messages == float64(3*r.C) && r.Delay == float64(2*r.C) })
	claim("joung-maekawa-s-delay", "Theorem 4.10", "In Maekawa_S the minimum synchronization delay is c+1 message transmission times.", maekawaS,
		func(r singleRow) bool { return r.Delay == float64(r.C+1) })
}

// claimTogether judges how many of a group are inside at once.
func claimTogether(out *experiments.Output, p tradeoffParameters) {
	var rows []togetherRow
	for _, spec := range p.Growing {
		for _, v := range []variant{{maekawaM, 1}, {maekawaM, 0}, {maekawaS, 0}, {fixedOrder, 0}} {
			rows = append(rows, togetherRow{variant: v, Spec: spec})
		}
	}
	rows = experiments.Compute(out, "together", rows, togetherAt)
	experiments.Table(out, "together", rows,
		experiments.Texts("variant", "", "algorithm", togetherRow.String),
		"system", "members", "degree", "inside")
	everybody := fmt.Sprintf("all processes of one group wish at once, over %d systems", len(p.Growing))
	reach := func(rows []togetherRow, most func(r togetherRow) int) experiments.Judgement {
		return experiments.ForAll(everybody, rows, func(r togetherRow) (bool, string) {
			return r.Most == most(r), fmt.Sprintf("%v over %s: %d of %d inside, degree %d", r.variant, r.Spec, r.Most, r.N, r.Degree)
		})
	}
	one, more := experiments.Keep(rows, func(r togetherRow) bool { return r.Locks == 1 }), experiments.Keep(rows, func(r togetherRow) bool { return r.Locks != 1 && r.Algorithm != fixedOrder })
	out.Claim("joung-all-inside", joungSource, "section 5", "Maekawa_M and Maekawa_S allow all group members to be in the critical section simultaneously, regardless of the degree of the quorum system.",
		reach(more, func(r togetherRow) int { return r.N }))
	out.Claim("joung-degree-inside", joungSource, "section 4.2", "With Maekawa's algorithm the number of processes of a group inside at once is limited to the degree of its cartel.",
		reach(one, func(r togetherRow) int { return r.Degree }))
	surficial := experiments.Keep(one, func(r togetherRow) bool { return familyOf(r.Spec) == "surficial" })
	out.Claim("joung-surficial-inside", joungSource, "abstract", "With Maekawa's algorithm the surficial system allows up to √(2n/(m(m-1))) processes to access the resource simultaneously.",
		reach(surficial, func(r togetherRow) int { return r.Root }))
}

// claimPassing judges who may enter beside a process that stays inside.
func claimPassing(out *experiments.Output, p tradeoffParameters) {
	entries := experiments.Compute(out, "passing", p.Against, func(ctx context.Context, spec string) (int, error) { return passing(ctx, spec, passes) })
	if len(entries) < len(p.Against) {
		return
	}
	out.Claim("joung-unbounded-concurrency", joungSource, "section 4.3", "While a reference process is inside, a fast process of its group may enter and leave any number of times, whoever else waits (Maekawa_S).",
		experiments.ForAll(fmt.Sprintf("%d entries beside one that stays inside, another group waiting, over %d systems", passes, len(p.Against)), experiments.Numbers(0, len(entries)-1), func(i int) (bool, string) {
			return entries[i] == passes, fmt.Sprintf("%s: %d", p.Against[i], entries[i])
		}))
}

package algorithms

import (
	"context"
	"fmt"
	"strconv"

	"coterie/experiments"
	"coterie/internal/picture/plot"
	"coterie/mutex"
	"coterie/mutex/byhand"
	"coterie/mutex/sim"
	"coterie/quorum"
)

// overtakingRow holds how often node 5 is overtaken at node 1, or the greatest number of
// overtakings in random schedules.
type overtakingRow struct {
	Ahead     int `csv:"ahead" doc:"entries of node 13 that raised the sequence number of node 5 before"`
	Numbers   mutex.Numbering
	Overtaken int `csv:"overtaken,requests" doc:"that node 1 is locked for and that are processed there while the REQUEST of node 5 waits for its LOCKED"`
	K         int
	Schedules int `csv:"schedules" doc:"random ones over Figure 1(b), every node thrice"`
}

func declareOvertaking(out *experiments.Output, figure map[string][]quorum.Set, p exampleParameters) (rows, random []overtakingRow) {
	both := []mutex.Numbering{mutex.NumbersRequest, mutex.NumbersAll}
	for _, numbers := range both {
		for ahead := range p.Ahead + 1 {
			rows = append(rows, overtakingRow{Ahead: ahead, Numbers: numbers})
		}
	}
	rows = experiments.Compute(out, "overtaking", rows, func(_ context.Context, of overtakingRow) (overtakingRow, error) {
		return overtake(figure, of)
	})
	sheet := experiments.Table(out, "overtaking", rows,
		"ahead",
		experiments.Texts("numbers", "", "which messages show a sequence number: a REQUEST its own, or every message the greatest that its sender has seen", func(r overtakingRow) string { return numbersText(r.Numbers) }),
		"overtaken",
		experiments.Ints("bound", "requests", "the bound of section 6.3, K-1", func(r overtakingRow) int { return r.K - 1 }))
	of := func(n mutex.Numbering) experiments.Filter { return experiments.Is("numbers", numbersText(n)) }
	out.PlotWithLegend("overtaking", "REQUESTs that are processed before one that waits", plot.Linear("how far its sequence number is ahead", plot.NoUnit), plot.Linear("overtake it", "REQUESTs"),
		sheet.Line("numbers on REQUESTs", "ahead", "overtaken", of(mutex.NumbersRequest)),
		sheet.Line("on every message", "ahead", "overtaken", of(mutex.NumbersAll)),
		sheet.Guide("K-1, section 6.3", "ahead", "bound", of(mutex.NumbersRequest)))
	random = experiments.Compute(out, "overtaking-random", both, func(ctx context.Context, numbers mutex.Numbering) (overtakingRow, error) {
		return overtakeAtRandom(ctx, out.Env, figure, numbers, p.Schedules)
	})
	experiments.Table(out, "overtaking-random", random,
		experiments.Texts("numbers", "", "which messages show a sequence number", func(r overtakingRow) string { return numbersText(r.Numbers) }),
		"schedules",
		experiments.Ints("overtaken", "requests", "the most that a node was locked for and that were processed there while one REQUEST waited for its LOCKED", func(r overtakingRow) int { return r.Overtaken }),
		experiments.Ints("bound", "requests", "the bound of section 6.3, K-1", func(r overtakingRow) int { return r.K - 1 }))
	return rows, random
}

func numbersText(n mutex.Numbering) string {
	if n == mutex.NumbersAll {
		return "every message shows a number"
	}
	return "a REQUEST alone shows one"
}

// watchOvertaking returns an observer of a run. For each REQUEST that waits for its first LOCKED it
// counts the other requests for which its node is locked, and which the node processes, meanwhile.
// The holder of the lock at that time does not count.
func watchOvertaking(seen func(node, process int32, n int)) func(sim.Event) {
	granted, processed := map[[2]int32]map[int32]bool{}, map[[2]int32]int{} // by node and process
	return func(e sim.Event) {
		m := e.Message
		arrives := e.What == sim.Arrives || e.What == sim.Tells
		switch {
		case arrives && m.Kind == mutex.Request:
			key := [2]int32{m.To, m.From}
			granted[key], processed[key] = map[int32]bool{}, 0
		case arrives && m.Kind == mutex.Release:
			for key, others := range granted {
				if key[0] == m.To && others[m.From] {
					others[m.From] = false
					processed[key]++
				}
			}
		}
		if (e.What == sim.Sends || e.What == sim.Tells) && m.Kind == mutex.Locked {
			for key, others := range granted {
				if key[0] == m.From {
					others[m.To] = true
				}
			}
			if key := [2]int32{m.From, m.To}; granted[key] != nil {
				seen(m.From, m.To, processed[key])
				delete(granted, key)
			}
		}
	}
}

// overtake lets node 5 of Figure 1(c) wait at node 1, where S_5, S_8 and S_11 meet, while nodes 8
// and 11 enter in turn. Node 13 entered before, so node 5 has seen large numbers, and 8 and 11 have
// not.
func overtake(figure map[string][]quorum.Set, row overtakingRow) (overtakingRow, error) {
	setup := experiments.Must(figureOne(figure, "c", mutex.Options{Numbers: row.Numbers}))
	row.K = len(setup.Quorums[0])
	const waits, by, other, before, meet = 4, 7, 10, 12, 0
	run := byhand.New(mutex.Find(literal), setup)
	wish := func(p int32) {
		run.Wish(p, 0, setup.Own[p])
		run.Settle(nil)
	}
	run.Seen = watchOvertaking(func(node, process int32, n int) {
		if node == meet && process == waits {
			row.Overtaken = n
		}
	})
	for range row.Ahead {
		wish(before)
		run.Exit(before)
		run.Settle(nil)
	}
	wish(by)
	wish(other)
	wish(waits)
	for p := int32(by); run.Phase(waits) != mutex.Critical; p = by + other - p {
		if run.Phase(p) != mutex.Critical {
			return row, fmt.Errorf("ahead %d: node %d is not inside", row.Ahead, p+1)
		}
		run.Exit(p)
		run.Settle(nil)
		wish(p)
	}
	return row, nil
}

// overtakeAtRandom looks for the greatest number in random schedules, in the reading of the text
// that keeps mutual exclusion.
func overtakeAtRandom(ctx context.Context, env experiments.Env, figure map[string][]quorum.Set, numbers mutex.Numbering, n int) (overtakingRow, error) {
	setup := experiments.Must(figureOne(figure, "b", mutex.Options{Numbers: numbers, Late: mutex.LateIgnored, Knows: mutex.KnowsEver}))
	row := overtakingRow{Numbers: numbers, Schedules: n, K: len(setup.Quorums[0])}
	all := everybody(setup)
	for i := range n {
		experiments.Ensure(ctx.Err())
		run := byhand.New(mutex.Find(literal), setup)
		run.Seen = watchOvertaking(func(_, _ int32, n int) { row.Overtaken = max(row.Overtaken, n) })
		scatter(run, env.Rand("overtaking", strconv.Itoa(i)), all, 3)
	}
	return row, nil
}

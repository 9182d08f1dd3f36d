package algorithms

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"coterie/experiments"
	"coterie/mutex"
	"coterie/mutex/byhand"
	"coterie/mutex/sim"
	"coterie/quorum"
)

// removalRow is one arbiter that fails while all sites ask, the node that takes over its role, and
// the cost of that.
type removalRow struct {
	Order   int
	Failed  quorum.Node `csv:"failed" doc:"the node that fails"`
	By      quorum.Node `csv:"by" doc:"the node that takes its role"`
	N       int         `csv:"n,nodes" doc:"of a projective plane"`
	K       int         `csv:"k,nodes" doc:"quorum size"`
	Told    int         `csv:"told,nodes" doc:"that must know it, but the failed one"`
	Recover int         `csv:"recover,messages" doc:"RECOVER"`
	Status  int         `csv:"status,messages" doc:"STATUS"`
	Resume  int         `csv:"resume,messages" doc:"LOCKED, FAILED and INQUIRE with which the successor goes on"`
	Entries int         `csv:"entries" doc:"of all nodes, one each"`
	Broken  bool
}

func (r removalRow) String() string {
	return fmt.Sprintf("plane of order %d, node %v for node %v: %d RECOVER, %d STATUS", r.Order, r.By, r.Failed, r.Recover, r.Status)
}

func declareRemoval(out *experiments.Output, p exampleParameters) []removalRow {
	var rows []removalRow
	for _, q := range []int{2, 3, 4, 5} {
		n := q*q + q + 1
		for failed := range n {
			for step := range n - 1 {
				if q <= p.Orders && (q <= 3 || step < 3) {
					rows = append(rows, removalRow{Order: q, Failed: quorum.Node(failed), By: quorum.Node((failed + 1 + step) % n)})
				}
			}
		}
	}
	rows = experiments.Compute(out, "removals", rows, func(ctx context.Context, of removalRow) (removalRow, error) {
		return remove(ctx, out.Env, of)
	})
	experiments.Table(out, "removals", rows,
		"n", "k", "failed", "by", "told", "recover", "status", "resume", "entries")
	return rows
}

// remove lets every site of a plane ask once in a random schedule. An arbiter fails at a random
// moment, and another node takes over a little later.
func remove(ctx context.Context, env experiments.Env, row removalRow) (removalRow, error) {
	c := experiments.Must(prepare(ctx, fmt.Sprintf("fpp:order=%d", row.Order), "maekawa-takeover", mutex.Options{}))
	setup, failed := c.Setup, int32(row.Failed)
	row.N, row.K = setup.Nodes, len(setup.Quorums[0])
	random := env.Rand("removal", strconv.Itoa(row.Order), row.Failed.String(), row.By.String())
	run := byhand.New(c.Algorithm, setup)
	run.Seen = func(e sim.Event) {
		m := e.Message
		if (e.What == sim.Sends || e.What == sim.Tells) && m.Kind == mutex.Recover && m.To != failed {
			row.Told++
		}
		switch {
		case e.What == sim.Exits:
			row.Entries++
		case e.What != sim.Sends:
		case m.Kind == mutex.Recover:
			row.Recover++
		case m.Kind == mutex.Status:
			row.Status++
		case run.System.Algorithm.Lines[m.Line] == "(9b)":
			row.Resume++
		}
	}
	crash := random.IntN(4 * row.N)
	successor := crash + random.IntN(row.N)
	all := everybody(setup)
	for step := 0; ; step++ {
		if step == crash {
			run.Crash(failed)
		}
		if step == successor {
			run.TakeOver(failed, int32(row.By))
		}
		if !goOn(run, random, all, 1) && step > successor {
			break
		}
	}
	row.Broken = run.Violations > 0
	return row, nil
}

// everybody lists the processes.
func everybody(s *mutex.Setup) (all []int32) {
	for p := range int32(s.Processes) {
		all = append(all, p)
	}
	return all
}

// variationRow holds the cost of the entries of one site by a variation of section 10.
type variationRow struct {
	Algorithm string      `csv:"algorithm" doc:"REQUESTs one by one, or passed on"`
	Part      string      `csv:"part" doc:"of Figure 1"`
	Site      quorum.Node `csv:"site" doc:"that enters"`
	K         int         `csv:"k,nodes" doc:"size of its set"`
	Middle    bool        `csv:"middle" doc:"whether it is neither the first nor the last member of its set"`
	// Messages of an entry, alone and when all ask at once: the least and the most, to enter and to
	// clear.
	Enter, Clear [2]int
}

func (r variationRow) String() string {
	return fmt.Sprintf("Figure 1(%s), node %v, K = %d: %d to %d messages to enter, %d to %d to clear", r.Part, r.Site, r.K, r.Enter[0], r.Enter[1], r.Clear[0], r.Clear[1])
}

func declareVariations(out *experiments.Output, figure map[string][]quorum.Set) []variationRow {
	var points []variationRow
	for _, algorithm := range []string{"maekawa-sequential", "maekawa-circulating"} {
		for _, part := range []string{"a", "b", "c", "d"} {
			points = append(points, variationRow{Algorithm: algorithm, Part: part})
		}
	}
	rows := slices.Concat(experiments.Compute(out, "variations", points, func(_ context.Context, at variationRow) ([]variationRow, error) {
		return vary(out.Env, figure, at)
	})...)
	experiments.Table(out, "variations", rows,
		"algorithm", "part", "site", "k", "middle",
		experiments.Ints("enter", "messages", "to enter, the most of an entry, alone and when all ask at once", func(r variationRow) int { return r.Enter[1] }),
		experiments.Ints("clear", "messages", "to clear, the most", func(r variationRow) int { return r.Clear[1] }))
	return rows
}

// vary lets each site enter alone, and then all of them in ten random schedules.
func vary(env experiments.Env, figure map[string][]quorum.Set, at variationRow) ([]variationRow, error) {
	setup := experiments.Must(figureOne(figure, at.Part, mutex.Options{}))
	rows, all := make([]variationRow, setup.Processes), everybody(setup)
	for p := range rows {
		set := setup.Quorums[setup.Own[p]]
		place := slices.Index(set, int32(p))
		rows[p] = at
		rows[p].Site, rows[p].K, rows[p].Middle = quorum.Node(p), len(set), place > 0 && place < len(set)-1
	}
	first := true
	try := func(label string, who []int32) error {
		enter, clear := make([]int, setup.Processes), make([]int, setup.Processes)
		run := byhand.New(mutex.Find(at.Algorithm), setup)
		run.Seen = func(e sim.Event) {
			switch {
			case e.What != sim.Sends:
			case e.Message.Kind == mutex.Release:
				clear[e.Message.Cause.Process]++
			default:
				enter[e.Message.Cause.Process]++
			}
		}
		scatter(run, env.Rand("variation", at.Algorithm, at.Part, label), who, 1)
		if run.Violations > 0 || len(run.Waiting()) > 0 {
			return fmt.Errorf("%s over Figure 1(%s): %d violations, %d wait", at.Algorithm, at.Part, run.Violations, len(run.Waiting()))
		}
		for _, p := range who {
			r := &rows[p]
			if first {
				r.Enter, r.Clear = [2]int{enter[p], enter[p]}, [2]int{clear[p], clear[p]}
			}
			r.Enter = [2]int{min(r.Enter[0], enter[p]), max(r.Enter[1], enter[p])}
			r.Clear = [2]int{min(r.Clear[0], clear[p]), max(r.Clear[1], clear[p])}
		}
		return nil
	}
	for p := range all {
		experiments.Ensure(try("alone", all[p:p+1]))
	}
	first = false
	for i := range 10 {
		experiments.Ensure(try(strconv.Itoa(i), all))
	}
	return rows, nil
}

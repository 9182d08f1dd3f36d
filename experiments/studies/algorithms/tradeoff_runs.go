package algorithms

import (
	"context"
	"fmt"
	"slices"

	"coterie/experiments"
	"coterie/mutex"
	"coterie/mutex/sim"
)

// judgedRow holds several runs of one kind, with the paper's assertions judged after every step,
// and the results.
type judgedRow struct {
	variant
	Spec       string
	Schedule   sim.Schedule
	NoFIFO     bool
	Runs       int    `csv:"runs,runs" doc:"runs with random numbers of their own"`
	Entries    int    `csv:"entries,entries" doc:"in all"`
	Steps      int    `csv:"steps,steps" doc:"after which the assertions were judged"`
	Violations int    `csv:"violations,runs" doc:"with two groups inside at once"`
	Stuck      int    `csv:"stuck,runs" doc:"that end while a process waits"`
	Broken     string `csv:"broken" doc:"the first of (I1) to (I9) that did not hold; empty if all did"`
	PrintedI8  string // the first time that (I8) did not hold as Figure 8 keeps requests
	Before     int    `csv:"ahead,requests" doc:"the same, with the request that was there before it"`
	After      int    `csv:"overtaking,requests" doc:"most requests of one process that come before another request in priority and reach a node after it, while it is there"`
}

func (r judgedRow) String() string {
	order := [...]string{sim.Random: "random", sim.LIFO: "the last sent first", sim.Starve: "one process starved"}[r.Schedule]
	if r.NoFIFO {
		order += ", channels without order"
	}
	return fmt.Sprintf("%v over %s, %s", r.variant, r.Spec, order)
}

// safe, live and held judge mutual exclusion, that everybody enters, and the invariants. The
// invariants are also judged as Figure 8 keeps requests.
func (r judgedRow) safe() (bool, string) { return r.Violations == 0, r.String() }
func (r judgedRow) live() (bool, string) { return r.Stuck == 0, r.String() }
func (r judgedRow) held() (bool, string) { return r.Broken == "", r.String() + ": " + r.Broken }
func (r judgedRow) heldAsPrinted() (bool, string) {
	return r.PrintedI8 == "" && r.Broken == "", fmt.Sprintf("%v: I8: %s", r, r.PrintedI8)
}

// judge makes the runs: few entries each, so that many beginnings and ends are seen.
func judge(ctx context.Context, env experiments.Env, row judgedRow, seeds int) (judgedRow, error) {
	for seed := range seeds {
		c := experiments.Must(prepareGroups(ctx, row.Spec, row.variant))
		random := env.Rand("judge", row.Spec, row.variant.String(), fmt.Sprint(row.Schedule, row.NoFIFO, seed))
		c.Seed, c.Entries, c.Schedule, c.NoFIFO, c.MaxEvents = random.Uint64(), 3*c.Setup.Nodes, row.Schedule, row.NoFIFO, 100_000
		c.Victim = random.Int32N(int32(c.Setup.Processes))
		c.Think = sim.Exp(float64(random.IntN(20)))
		c.Trace = row.overtakers(c.Setup.Nodes)
		c.After = func(_ sim.Time, s *mutex.System) {
			row.Steps++
			for _, i := range s.Algorithm.Invariants {
				if row.Broken != "" {
					break
				}
				if why := i.Broken(s); why != "" {
					row.Broken = i.Name + ": " + why
				}
			}
			if row.Algorithm == maekawaS && row.PrintedI8 == "" {
				row.PrintedI8 = mutex.PrintedI8(s)
			}
		}
		r := experiments.Must(sim.Run(ctx, c))
		row.Runs++
		row.Entries += r.Entries
		if r.Violations > 0 {
			row.Violations++
		}
		if len(r.Stuck) > 0 || r.Cut {
			row.Stuck++
		}
	}
	return row, nil
}

// overtaken is a request at a node, with the requests of each other process that come before it in
// priority: those that arrive after it, and with those that were there.
type overtaken struct {
	stamp         mutex.Stamp
	before, after map[int32]int
}

// overtakers returns an observer of the events of a run of Maekawa_M over that number of nodes. It
// keeps the greatest numbers of requests that overtake one.
func (r *judgedRow) overtakers(nodes int) func(sim.Event) {
	at := make([][]overtaken, nodes)
	return func(e sim.Event) {
		m := e.Message
		from := m.Stamp.Process
		switch {
		case e.What != sim.Arrives && e.What != sim.Tells:
		case m.Kind == mutex.Request:
			comes := overtaken{m.Stamp, map[int32]int{}, map[int32]int{}}
			for _, other := range at[m.To] {
				if other.stamp.Precedes(m.Stamp) {
					comes.before[other.stamp.Process]++
					r.Before = max(r.Before, comes.before[other.stamp.Process])
				} else {
					other.before[from]++
					other.after[from]++
					r.Before, r.After = max(r.Before, other.before[from]), max(r.After, other.after[from])
				}
			}
			at[m.To] = append(at[m.To], comes)
		case m.Kind == mutex.Unlock && m.Flag:
			at[m.To] = slices.DeleteFunc(at[m.To], func(o overtaken) bool { return o.stamp.Process == from })
		}
	}
}

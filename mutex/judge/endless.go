package judge

import (
	"context"

	"coterie/mutex/explore"
	"coterie/mutex/lockout"
	"coterie/mutex/trace"
)

// Endless asks whether a requester can be locked out where each may wish again and again, whatever
// Config.Entries is. The other judgements need wishes that end, so they have a reason instead of an
// answer. The error is that of the configuration.
func Endless(ctx context.Context, c explore.Config, o Options) (Report, error) {
	r, err := lockout.Judge(ctx, c, lockout.Options{MostStates: o.MostStates, Progress: o.Progress})
	if err != nil {
		return Report{}, err
	}
	report := reportOf(&c)
	report.Reasons["entries"] = "each wishes again and again"
	report.States, report.Transitions, report.Complete, report.StoppedBy = r.States, r.Transitions, r.Complete, r.Stopped.String()
	report.memory = r.Stopped == explore.MemoryLimit
	const bounded = "it is judged where each wishes a number of times"
	for _, key := range []string{"mutual_exclusion", "concurrent_entering", "max_messages_per_entry"} {
		report.Reasons[key] = bounded
	}
	for _, i := range c.Algorithm.Invariants {
		report.Invariants = append(report.Invariants, Invariant{Name: i.Name, Text: i.Text})
		report.Reasons["invariants"] = bounded
	}
	switch {
	case r.Stuck != nil:
		report.Reasons["stuck"] = "there are some, which nobody counts where wishes have no end"
		report.Runs = append(report.Runs, Run{Of: "stuck", Text: "ends with nothing left to happen", Config: &c, Schedule: r.Stuck})
	case r.StuckUnknown || !r.Complete:
		report.Reasons["stuck"] = "where times are known by their order alone, not every state is one of a run"
	default:
		report.Stuck = new(uint64(0))
	}
	switch r.Verdict {
	case lockout.Free:
		report.Lockout = new(false)
	case lockout.Unknown:
		report.Reasons["lockout"], report.Open = r.Reason, "whether somebody can be locked out: "+r.Reason
	case lockout.Found, lockout.Blocked:
		report.Lockout = new(true)
		says := "locks process %s out, whom others pass for ever"
		if report.Blocked = r.Verdict == lockout.Blocked; report.Blocked {
			says = "leaves process %s waiting for ever, which nothing can let in any more"
		}
		report.Runs = append(report.Runs, Run{
			Of: "lockout", Process: r.Process, Text: says, Config: &c,
			Schedule: append(append([]trace.Choice{}, r.Stem...), r.Cycle...), Cycle: len(r.Cycle),
		})
	}
	return report, nil
}

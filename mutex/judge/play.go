package judge

import (
	"fmt"

	"coterie/mutex"
	"coterie/mutex/trace"
	"coterie/quorum"
)

// Played is a run that the machines have performed again.
type Played struct {
	*trace.Trace
	System *mutex.System // as it stands at the end of the trace
	Steps  int           // of the run itself
	After  int           // steps of the trace after them, until all wishes have ended
	Why    []string      // the failure that the run shows, in sentences without full stops
}

// mostAfter is the greatest number of steps for which a run goes on after its failure.
const mostAfter = 100_000

// Play performs a run. A trace ends where nothing is left to happen, or where the rule is broken;
// so one that shows something else goes on to that end. names are those of the nodes, or nil.
func (r *Run) Play(names []string) (*Played, error) {
	c := r.Config
	p := trace.NewPlayer(c.Algorithm, c.Setup, !c.NoFIFO, true)
	for i, choice := range r.Schedule {
		if !p.Do(choice) {
			return nil, quorum.Internal("step %v of a run that was explored cannot be taken", quorum.Index(i))
		}
	}
	played := &Played{Steps: len(p.Done), System: p.System}
	h := trace.Header{Apart: c.Setup.Apart, Names: names}
	switch r.Of {
	case "stuck":
		played.Why = p.System.DescribeWaits(names)
	case "lockout":
		again := fmt.Sprintf("steps %d to %d", played.Steps-r.Cycle+1, played.Steps)
		if r.Cycle == 1 {
			again = fmt.Sprintf("step %d", played.Steps)
		}
		played.Why = []string{fmt.Sprintf("%s can happen again, and so on for ever, while process %s waits", again, h.Process(r.Process))}
	case "concurrent_entering":
		for _, q := range r.Outside {
			played.Why = append(played.Why, fmt.Sprintf("process %s waits, and nothing happens until somebody leaves or wishes", h.Process(q)))
		}
	case "invariants":
		i := c.Algorithm.Invariants[r.Invariant]
		played.Why = []string{i.Name + " Text: " + i.Text, i.Broken(p.System)}
	}
	if p.Violations == 0 && r.Of != "stuck" {
		p.Finish(mostAfter)
	}
	played.After = len(p.Done) - played.Steps
	played.Trace = p.Trace()
	played.Names = names
	return played, nil
}

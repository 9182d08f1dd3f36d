package exploration

import (
	"fmt"
	"io"
	"strings"

	"coterie/internal/words/show"
	"coterie/internal/words/simulation"
	"coterie/mutex/judge"
)

// Text writes an outcome for reading. No line is wider than width unless a word is.
func Text(w io.Writer, o Outcome, names simulation.Names, width int) error {
	p := simulation.NewPage(width)
	r := &o.Report
	p.Head(r.Algorithm, r.System, fmt.Sprintf(": %s, %s", show.Count(r.N, "node"), show.Count(len(r.Requesters), "requester")))
	who := simulation.NodeList(r.Requesters, names.Processes)
	if len(o.Sets) > 0 {
		who = fmt.Sprintf("%s of processes, each by itself", show.Count(r.StandsFor, "set"))
		if len(o.Sets) < r.StandsFor {
			who += fmt.Sprintf("; %d of them explored, of which the others are images", len(o.Sets))
		}
	}
	p.Line("requesters", "%s; %s", who, entries(r))
	p.Reading(r.Reading)
	p.Flaw(r.Flaw)
	explored(p, r, len(o.Sets) > 0)
	if r.Entries == nil {
		stuck(p, r)
		lockedOut(p, r)
		p.Line("not judged", "the rule, entering, invariants and messages: they are where each wishes a given number of times")
	} else {
		judged(p, r)
	}
	if len(o.Sets) > 0 {
		sets(p, o.Sets, names)
	}
	if o.Finished != nil {
		p.Line("finished", "every set of at most %s", show.Count(*o.Finished, "requester"))
	}
	if t := o.Trace; t != nil {
		tell(p, t, len(o.Sets) > 0)
	} else if r.Fails() {
		p.Line("run", "none is told: the search ended before the way to what fails was found")
	}
	_, err := p.WriteTo(w)
	return err
}

// judged writes the answers of the judges of every state.
func judged(p *simulation.Page, r *judge.Report) {
	rule(p, r)
	stuck(p, r)
	all := "who alone wishes comes in"
	if r.Together > 1 {
		all = fmt.Sprintf("all whom the rule lets in together come in, up to %d at a time, though nobody leaves", r.Together)
	}
	answer(p, "entering", r.ConcurrentEntering, r.Reasons["concurrent_entering"], all, "SOMEBODY WAITS whom the rule lets in, and nobody leaves")
	lockedOut(p, r)
	invariants(p, r)
	switch why := r.Reasons["max_messages_per_entry"]; {
	case r.MaxMessages != nil:
		p.Line("messages", "at most %s for one entry, and %d in one run", show.Count(int(*r.MaxMessages), "message"), *r.MaxTotal)
	case r.Open != "" || len(r.Runs) > 0 && why == "":
	case why != "":
		p.Line("messages", "not known: %s", why)
	}
}

// lockedOut writes whether a waiting process can be passed over for ever.
func lockedOut(p *simulation.Page, r *judge.Report) {
	out := "LOCKED OUT: one who waits can be passed over for ever"
	if r.Blocked {
		out = "BLOCKED: one can wait for ever whom nothing can let in, while others go on"
	}
	answer(p, "lockout", r.Lockout, r.Reasons["lockout"], out, "nobody: in a run that goes on for ever who waits comes in")
}

func entries(r *judge.Report) string {
	switch {
	case r.Entries == nil:
		return "each wishes to enter again and again"
	case *r.Entries == 1:
		return "each enters once"
	}
	return fmt.Sprintf("each enters %d times", *r.Entries)
}

func explored(p *simulation.Page, r *judge.Report, several bool) {
	all := fmt.Sprintf("%s, %s between them; the farthest is %s from the start", states(r.States), show.Count(int(r.Transitions), "step"), show.Count(r.Depth, "step"))
	switch {
	case !r.Complete && several:
		all = fmt.Sprintf("NOT ALL: %s; stopped by: %s", states(r.States), r.StoppedBy)
	case !r.Complete && r.Depth == 0 && r.Entries != nil:
		all = "NOT ALL: the start alone; stopped by: " + r.StoppedBy
	case !r.Complete:
		all = fmt.Sprintf("NOT ALL: %s, with all of fewer than %s from the start; stopped by: %s", states(r.States), show.Count(r.Depth, "step"), r.StoppedBy)
	}
	if r.Entries == nil {
		all = fmt.Sprintf("%s and %s between them, in which only the order of times is kept", states(r.States), show.Count(int(r.Transitions), "step"))
		if !r.Complete {
			all = "NOT ALL: " + all + "; stopped by: " + r.StoppedBy
		}
	}
	p.Line("explored", "%s", all)
	if r.Reduction != "none" {
		p.Line("reduction", "%s: states are left out that change no answer below", r.Reduction)
	}
}

func states(n uint64) string { return show.Count(int(n), "state") }

func rule(p *simulation.Page, r *judge.Report) {
	switch {
	case r.Violations > 0:
		p.Line("rule", "VIOLATED in %s: %s", states(r.Violations), r.Rule)
	case r.MutualExclusion == nil:
		p.Line("rule", "%s: %s", r.Rule, soFar(r, "not broken so far", "mutual_exclusion"))
	default:
		p.Line("rule", "%s: it holds in every state", r.Rule)
	}
}

func stuck(p *simulation.Page, r *judge.Report) {
	switch {
	case r.Stuck == nil && len(r.Runs) > 0 && r.Runs[0].Of == "stuck":
		p.Line("stuck", "STUCK: %s", r.Reasons["stuck"])
	case r.Stuck == nil:
		p.Line("stuck", "%s", soFar(r, "nobody so far", "stuck"))
	case *r.Stuck > 0:
		p.Line("stuck", "STUCK in %s, of %d in which nothing is left to happen", states(*r.Stuck), r.Terminal)
	default:
		p.Line("stuck", "nobody: where nothing is left to happen, nobody waits")
	}
}

// soFar returns the reason why an answer is not known, and the part that is known.
func soFar(r *judge.Report, known, key string) string {
	if r.Entries == nil {
		return "not judged: " + r.Reasons[key]
	}
	return known + "; " + r.Reasons[key]
}

// answer writes yes or no, or the reason why there is neither. It writes nothing if the question
// was not asked.
func answer(p *simulation.Page, label string, answer *bool, reason, yes, no string) {
	switch {
	case answer != nil && *answer:
		p.Line(label, "%s", yes)
	case answer != nil:
		p.Line(label, "%s", no)
	case reason != "":
		p.Line(label, "not judged: %s", reason)
	}
}

func invariants(p *simulation.Page, r *judge.Report) {
	var hold, open []string
	for _, i := range r.Invariants {
		switch {
		case i.Holds == nil:
			open = append(open, i.Name)
		case *i.Holds:
			hold = append(hold, i.Name)
		}
	}
	label := "invariants"
	line := func(format string, args ...any) {
		p.Line(label, format, args...)
		label = ""
	}
	if len(hold) > 0 {
		line("%s: true in every state", strings.Join(hold, ", "))
	}
	if len(open) > 0 {
		line("%s: not known; %s", strings.Join(open, ", "), r.Reasons["invariants"])
	}
	for _, i := range r.Invariants {
		if i.Broken > 0 {
			line("%s: FALSE in %s: %s", i.Name, states(i.Broken), i.Text)
		}
	}
}

// sets writes a line for each set in which something fails or is not known.
func sets(p *simulation.Page, list []judge.Report, names simulation.Names) {
	good, all, label := 0, 0, "sets"
	for i := range list {
		r := &list[i]
		all += r.StandsFor
		if !r.Fails() && r.Open == "" {
			good += r.StandsFor
			continue
		}
		what := "not all states were visited"
		var bad []string
		if r.Violations > 0 {
			bad = append(bad, "the rule is broken in "+states(r.Violations))
		}
		switch {
		case r.Stuck != nil && *r.Stuck > 0:
			bad = append(bad, "stuck in "+states(*r.Stuck))
		case r.Stuck == nil && len(r.Runs) > 0 && r.Runs[0].Of == "stuck":
			bad = append(bad, "somebody can be stuck")
		}
		for _, i := range r.Invariants {
			if i.Broken > 0 {
				bad = append(bad, fmt.Sprintf("%s is false in %s", i.Name, states(i.Broken)))
			}
		}
		if is := r.ConcurrentEntering; is != nil && !*is {
			bad = append(bad, "somebody waits whom the rule lets in")
		}
		if is := r.Lockout; is != nil && *is {
			bad = append(bad, "somebody can be locked out")
		}
		if r.Fails() {
			what = strings.Join(bad, ", ")
		}
		who := simulation.NodeList(r.Requesters, names.Processes)
		if r.StandsFor > 1 {
			who += " and " + show.Count(r.StandsFor-1, "image")
		}
		p.Line(label, "%s: %s; %s", who, states(r.States), what)
		label = ""
	}
	switch {
	case good == all:
		p.Line("sets", "all is well with each of them")
	case good > 0:
		p.Line("", "all is well with the other %d", good)
	}
}

// tell writes the failing run. several says that it belongs to one of several sets of requesters.
func tell(p *simulation.Page, t *Trace, several bool) {
	how := "perhaps not a shortest"
	switch {
	case t.Shortest && several:
		how = "and none of these requesters is shorter"
	case t.Shortest:
		how = "and none is shorter"
	case t.Cycle == 1:
		how = "the last of which can happen again and again"
	case t.Cycle > 0:
		how = fmt.Sprintf("the last %d of which can happen again and again", t.Cycle)
	}
	p.Told(&t.Witness, how, t.says)
}

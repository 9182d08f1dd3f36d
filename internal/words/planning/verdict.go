package planning

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"coterie/fleet"
	"coterie/internal/words/show"
	"coterie/search"
	plans "coterie/search/fleet"
)

func (t Text) verdict(w io.Writer, a *plans.Answer) {
	goal := a.Goals[0]
	switch {
	case a.Best >= 0 && a.Optimal:
		fmt.Fprintf(w, "best: %s\n", proven(a))
		switch {
		case a.OnceTried == 0:
		case a.ReadOnce == nil:
			fmt.Fprintln(w, "no formula that reads each node once keeps the requirements")
		case a.ReadOnce.Cmp(a.Bound) == 0:
			fmt.Fprintln(w, "a formula that reads each node once is as good")
		default:
			fmt.Fprintf(w, "no formula that reads each node once is as good: at best %s\n", value(a.Fleet, goal, a.ReadOnce))
		}
	case a.Best >= 0 && a.Bound != nil:
		gap := a.Gap()
		least := noSystem(a.Fleet, "") + " can have less than"
		if more(a.Fleet, goal) {
			least = noSystem(a.Fleet, "") + " can have more than"
		}
		text := fmt.Sprintf("best found: %s; %s %s", value(a.Fleet, goal, a.Entries[a.Best].Value(goal)), least, value(a.Fleet, goal, a.Bound))
		if gap != nil {
			text += ", a gap of " + Percent(gap, 1)
		}
		fmt.Fprintf(w, "%s\n  (bound by %s)\n", text, a.BoundBy)
	case a.Best >= 0:
		fmt.Fprintln(w, "best found; nothing is proven of it")
	case a.Verdict == search.ProvenAbsent && len(a.Conflict) == 1:
		fmt.Fprintf(w, "%s keeps this requirement: %s\n  (proven by %s)\n", named(a.Fleet), spoken(a.Conflict[0]), a.ConflictBy)
		if g := fleet.Goal(a.Conflict[0]); a.Possible != nil {
			fmt.Fprintf(w, "at best, without this limit: %s\n", value(a.Fleet, g, a.Possible))
		}
	case a.Verdict == search.ProvenAbsent && len(a.Conflict) > 0:
		fmt.Fprintf(w, "%s keeps these requirements together: %s\n  (proven by %s)\n", named(a.Fleet), spoken(strings.Join(a.Conflict, "; ")), a.ConflictBy)
	case a.Verdict == search.ProvenAbsent:
		fmt.Fprintf(w, "%s keeps the requirements\n  (proven by %s)\n", named(a.Fleet), a.ConflictBy)
	default:
		fmt.Fprintln(w, "none found that keeps the requirements; that there is none is not proven")
	}
	t.ties(w, a)
	if len(a.Front) > 1 && a.FrontOptimal {
		fmt.Fprintf(w, "front: proven, %s is better than one of its points in both goals\n", noSystem(a.Fleet, " at all"))
	}
	if a.StoppedBy != "" {
		fmt.Fprintf(w, "stopped before the end: %s\n", a.StoppedBy)
	}
}

// ties writes which figures decide if the first one ties, and how far that is proven.
func (t Text) ties(w io.Writer, a *plans.Answer) {
	if a.Best < 0 {
		return
	}
	goal, proof := a.Goals[0], ", among the systems found"
	best := a.Entries[a.Best].Value(goal)
	tied := func(e plans.Entry) bool { return e.Keeps() && e.Value(goal) != nil && e.Value(goal).Cmp(best) == 0 }
	switch {
	case a.TiesOptimal:
		proof = ": proven, " + noSystem(a.Fleet, " at all") + " that ties comes before the best"
	case a.Optimal:
		proof += ": proven is " + word(a.Fleet, goal) + " alone"
	case !slices.ContainsFunc(a.Entries[a.Best+1:], tied):
		return
	}
	fmt.Fprintf(w, "ties fall to %s%s\n", show.Join(a.Order[1:], ", then ", func(g fleet.Goal) string { return word(a.Fleet, g) }), proof)
}

// word returns the name of a goal's figure in the text.
func word(f *fleet.Fleet, g fleet.Goal) string {
	if figure := plans.Figure(f, g); figure != fleet.Load {
		return spoken(string(figure))
	}
	return "mean load"
}

// spoken returns a text with the word for people in place of network, the word in JSON.
func spoken(text string) string {
	return strings.ReplaceAll(text, string(fleet.Network), "asked")
}

// proven returns the sentence for a proven best.
func proven(a *plans.Answer) string {
	v := a.Entries[a.Best].Value(a.Goals[0])
	if len(a.Fleet.Systems) > 0 {
		return value(a.Fleet, a.Goals[0], v) + ", proven: the best of those that the fleet names"
	}
	other := "less"
	if more(a.Fleet, a.Goals[0]) {
		other = "more"
	}
	return fmt.Sprintf("%s, proven: %s has %s\n  (%s)", value(a.Fleet, a.Goals[0], v), noSystem(a.Fleet, " at all"), other, a.OptimalBy)
}

// noSystem returns "no system" with the systems for which a bound for f holds. It adds all if the
// bound holds for every system.
func noSystem(f *fleet.Fleet, all string) string {
	switch {
	case len(f.Systems) > 0 || shaped(f) != "":
		return named(f)
	case f.Require.Liars != nil:
		return "no system that bears the liars"
	case f.Require.Same:
		return worded(f, "no system with the same quorums for {reads} and {writes}")
	case f.Require.WritesMeet:
		return worded(f, "no system whose {writes} meet")
	}
	return named(f) + all
}

// named returns "no system", or "no system" of those that the fleet names if it names any.
func named(f *fleet.Fleet) string {
	if len(f.Systems) > 0 {
		return "no system that the fleet names"
	}
	return "no system" + shaped(f)
}

// shaped returns the shapes to which the answer for f is limited, "" if it is not.
func shaped(f *fleet.Fleet) string {
	switch {
	case slices.Contains(f.Shapes, fleet.AnyShape) || len(f.Shapes) == 0:
		return ""
	case len(f.Shapes) == 1:
		return " of the shape " + string(f.Shapes[0])
	}
	return " of the shapes " + show.Join(f.Shapes, ", ", func(s fleet.Shape) string { return string(s) })
}

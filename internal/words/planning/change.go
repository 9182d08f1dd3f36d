package planning

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"

	"coterie/fleet"
	"coterie/internal/words/report"
	"coterie/internal/words/show"
	plans "coterie/search/fleet"
)

// clash says which two quorums share no node.
func clash(c *plans.Clash, f *fleet.Fleet, old, new string) string {
	if c.Old.Len() == 0 {
		return worded(f, "it is not known whether its {reads} meet all older {writes}")
	}
	return fmt.Sprintf("%s %s %s and %s %s %s share no node", old, worded(f, "{"+c.OldOf+"}"), c.Old.Label(f.Names()), new, worded(f, "{"+c.NewOf+"}"), c.New.Label(f.Names()))
}

// change writes how to get from the system of today to the best.
func (t Text) change(w io.Writer, a *plans.Answer) {
	c := a.Change
	if c == nil {
		return
	}
	fmt.Fprintf(w, "\nfrom today, %s, to the best", report.Printable(c.From.System.Name))
	switch {
	case c.Reason != "":
		fmt.Fprintf(w, ": no chain of steps, for %s\n", c.Reason)
	case len(c.Steps) == 0:
		fmt.Fprintln(w, ": nothing changes")
	default:
		fmt.Fprintf(w, ": %s%s, safe while clients of two neighbours act at once\n", show.Count(len(c.Steps), "step"), map[bool]string{true: ", the fewest"}[c.Fewest])
	}
	for i := range c.Apart {
		fmt.Fprintln(w, "  not at once: "+report.Printable(clash(&c.Apart[i], c.Fleet, "today's", "the best's")))
	}
	if len(c.Joins) > 0 {
		fmt.Fprintln(w, "  joining, empty: "+show.Join(c.Joins, ", ", show.Item))
	}
	if len(c.Leaves) > 0 {
		fmt.Fprintln(w, "  asked no more after the last step: "+show.Join(c.Leaves, ", ", show.Item))
	}
	chain(w, c, c.Steps)
	if c.Gentler != nil {
		fmt.Fprintf(w, "  in %s the worst system between is better\n", show.Count(len(c.Gentler), "step"))
		chain(w, c, c.Gentler)
	}
	fmt.Fprintln(w)
}

// chain writes the table of the systems of a chain, and what has to be copied before which.
func chain(w io.Writer, c *plans.Change, steps []plans.Step) {
	if len(steps) == 0 {
		return
	}
	var lines strings.Builder
	tw := tabwriter.NewWriter(&lines, 0, 0, 2, ' ', 0)
	row := func(step, reads, writes string, e *plans.Entry) {
		cells := []string{"  " + step, reads, writes}
		for _, x := range figures[:5] {
			switch {
			case x.goal == fleet.Load:
			case e == nil:
				cells = append(cells, x.head)
			default:
				cells = append(cells, x.write(c.Fleet, x.of(e), 0))
			}
		}
		last := "survives"
		if e != nil {
			last = survivals(e)
		}
		fmt.Fprintln(tw, strings.Join(append(cells, last), "\t"))
	}
	row("step", worded(c.Fleet, "{reads}"), worded(c.Fleet, "{writes}"), nil)
	row("today", plans.Today, plans.Today, &c.From)
	for i := range steps {
		row(strconv.Itoa(i+1), steps[i].ReadsOf, steps[i].WritesOf, &steps[i].Entry)
	}
	_ = tw.Flush() // a strings.Builder takes everything
	for line := range strings.Lines(lines.String()) {
		fmt.Fprintln(w, strings.TrimRight(line, " \n"))
	}
	copies := 0
	for i, s := range steps {
		if s.Copy != nil {
			copies++
			fmt.Fprintf(w, "  before step %d, with all clients in step %d, copy: read each value and write it again, for %s\n",
				i+1, i, report.Printable(clash(s.Copy, c.Fleet, "the older", "the new")))
		}
		if s.Unchecked != "" {
			fmt.Fprintf(w, "  step %d is safe by its form; %s\n", i+1, show.Line(s.Unchecked))
		}
		if len(s.Fails) > 0 {
			fmt.Fprintf(w, "  step %d does not keep: %s\n", i+1, spoken(strings.Join(s.Fails, ", ")))
		}
	}
	if copies == 0 {
		fmt.Fprintln(w, worded(c.Fleet, "  no value has to be copied: all {reads} meet the older {writes}, too"))
	}
}

type stepJSON struct {
	ReadsOf   string       `json:"reads_of"`
	WritesOf  string       `json:"writes_of"`
	Safe      bool         `json:"safe_with_previous"`
	Pairs     int          `json:"pairs"`
	Unchecked string       `json:"unchecked"`
	Copy      *plans.Clash `json:"copy_before"`
	Keeps     bool         `json:"keeps"`
	Fails     []string     `json:"fails"`
	figuresJSON
}

type changeJSON struct {
	Nodes   []string      `json:"nodes"`
	From    figuresJSON   `json:"from"`
	Steps   []stepJSON    `json:"steps"`
	Fewest  bool          `json:"fewest"`
	Reason  string        `json:"reason"`
	Apart   []plans.Clash `json:"apart"`
	Joins   []string      `json:"joins"`
	Leaves  []string      `json:"leaves"`
	Gentler []stepJSON    `json:"gentler"`
}

func changeOf(c *plans.Change) *changeJSON {
	if c == nil {
		return nil
	}
	steps := func(list []plans.Step) []stepJSON {
		out := []stepJSON{}
		for _, s := range list {
			out = append(out, stepJSON{s.ReadsOf, s.WritesOf, true, s.Pairs, s.Unchecked, s.Copy, s.Keeps(), texts(s.Fails), entryOf(c.Fleet, &s.Entry)})
		}
		return out
	}
	return &changeJSON{c.Fleet.Names(), entryOf(c.Fleet, &c.From), steps(c.Steps), c.Fewest, c.Reason, append([]plans.Clash{}, c.Apart...), texts(c.Joins), texts(c.Leaves), steps(c.Gentler)}
}

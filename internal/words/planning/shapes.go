package planning

import (
	"fmt"
	"io"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"coterie/fleet"
	"coterie/internal/words/report"
	"coterie/internal/words/show"
	"coterie/quorum"
	plans "coterie/search/fleet"
)

// shapes writes the best systems of the shapes side by side, and below them how software is
// configured for each, and how far it is proven.
func (t Text) shapes(w io.Writer, a *plans.Answer) {
	if len(a.Shapes) == 0 {
		return
	}
	several := len(a.Fleet.Workload.Shares) > 1
	rows := make([][]string, 1+len(a.Shapes))
	add := func(head string, cell func(x *plans.ShapeAnswer) string) {
		rows[0] = append(rows[0], head)
		for i := range a.Shapes {
			text := ""
			if x := &a.Shapes[i]; x.Entry != nil || head == "shape" {
				text = cell(x)
			} else if head == "loses" {
				text = "none"
			}
			rows[i+1] = append(rows[i+1], text)
		}
	}
	add("shape", func(x *plans.ShapeAnswer) string { return string(x.Shape) })
	add("loses", loses)
	for _, y := range figures {
		if (several || y.goal != fleet.Load) && (y.goal.Percentile() < 0 || wants(a, y.goal)) {
			add(y.head, func(x *plans.ShapeAnswer) string { return y.write(a.Fleet, y.of(x.Entry), 0) })
		}
	}
	add("survives", func(x *plans.ShapeAnswer) string { return survivals(x.Entry) })
	fmt.Fprintf(w, "the best of each shape, and how much of the %s it loses\n", word(a.Fleet, a.Goals[0]))
	var lines strings.Builder
	tw := tabwriter.NewWriter(&lines, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		fmt.Fprintln(tw, "  "+strings.Join(row, "\t"))
	}
	_ = tw.Flush() // a strings.Builder takes everything
	for line := range strings.Lines(lines.String()) {
		fmt.Fprintln(w, show.Cut(strings.TrimRight(line, " \n"), max(t.Width, 60)))
	}
	if len(a.Fleet.Shapes) == 0 && t.Shapes != "" {
		fmt.Fprintf(w, "  %s says how software is configured for each, and what is proven\n", t.Shapes)
	}
	for i := range a.Shapes {
		if len(a.Fleet.Shapes) > 0 {
			writeShape(w, a, &a.Shapes[i])
		}
	}
	fmt.Fprintln(w)
}

// mostSet is the greatest width of a set that shows that reads do not meet writes.
const mostSet = 60

// writeShape writes how software is configured for the best of a shape, its spec, and how far it is
// proven.
func writeShape(w io.Writer, a *plans.Answer, x *plans.ShapeAnswer) {
	goal, text := a.Goals[0], ""
	switch {
	case x.Shape == fleet.AnyShape && x.Entry != nil: // which stands above
		return
	case x.Entry == nil && x.Absent:
		text = "none: " + x.Reason
	case x.Entry == nil:
		text = "none found: " + x.Reason
	case x.Optimal:
		text = configured(a.Fleet, x) + "; proven: " + x.OptimalBy
	case x.Bound != nil:
		all := &fleet.Fleet{Require: a.Fleet.Require}
		text = fmt.Sprintf("%s; the best of %s, and %s can have %s %s", configured(a.Fleet, x), x.Among, noSystem(all, " at all"), less(a.Fleet, goal), value(a.Fleet, goal, x.Bound))
	default:
		text = configured(a.Fleet, x) + "; the best of " + x.Among
	}
	fmt.Fprintf(w, "  %s: %s\n", x.Shape, show.Line(text))
	if x.Entry != nil && x.Entry.System.Name != "" {
		fmt.Fprintf(w, "    %s\n", show.Cut(report.Printable(x.Entry.System.Name), mostWide))
	}
	names := a.Fleet.Names()
	set := func(s quorum.Set) string { return show.Cut(report.Printable(s.Label(names)), mostSet) }
	for _, y := range x.Apart {
		if y.Reads > y.Writes && slices.ContainsFunc(x.Apart, func(z plans.Apart) bool { return z.Reads == y.Writes && z.Writes == y.Reads }) {
			continue // the other way round it is the same
		}
		fmt.Fprintf(w, worded(a.Fleet, "    no plan: {reads} %s and {writes} %s, for %s and %s share no node\n"), y.Reads, y.Writes, set(y.Read), set(y.Write))
	}
}

// less says on which side of a bound no value is.
func less(f *fleet.Fleet, g fleet.Goal) string {
	if more(f, g) {
		return "more than"
	}
	return "less than"
}

// loses says how much a shape falls short of the best of all systems, or of its bound.
func loses(x *plans.ShapeAnswer) string {
	switch {
	case x.Loses == nil:
		return "-"
	case x.Loses.Sign() == 0:
		return "nothing"
	case x.LosesProven:
		return Percent(x.Loses, 1)
	}
	return "at most " + Percent(x.Loses, 1)
}

// configured says how software is configured for the best system of a shape, and whether writes
// meet.
func configured(f *fleet.Fleet, x *plans.ShapeAnswer) string {
	if x.Entry.Writes.Holds == quorum.Holds {
		return setting(f, x) + worded(f, " ({writes} meet)")
	}
	return setting(f, x)
}

func setting(f *fleet.Fleet, x *plans.ShapeAnswer) string {
	names := f.Names()
	node := func(v int) string {
		text := show.Item(names[v])
		if len(x.Votes) > 0 && (len(x.Groups) == 0 || x.Votes[v] != 1) {
			text += ":" + strconv.Itoa(x.Votes[v])
		}
		return text
	}
	switch {
	case x.Groups != nil:
		return "groups " + show.Join(x.Groups, " | ", func(g []int) string { return show.Join(g, " ", node) })
	case x.Votes != nil:
		return fmt.Sprintf(worded(f, "{reads} %s, {writes} %s; votes %s"), x.Reads, x.Writes, show.Join(quorum.FullSet(f.N()).Nodes(), " ", node))
	}
	return fmt.Sprintf(worded(f, "{reads} %s, {writes} %s"), x.Reads, x.Writes)
}

// shapeJSON is the best system of a shape.
type shapeJSON struct {
	Shape       fleet.Shape `json:"shape"`
	ReadsAre    string      `json:"reads_setting"`
	WritesAre   string      `json:"writes_setting"`
	Votes       []int       `json:"votes"`
	Groups      [][]string  `json:"groups"`
	Optimal     bool        `json:"optimal"`
	OptimalBy   string      `json:"optimal_by"`
	TiesOptimal bool        `json:"ties_optimal"`
	Bound       *float64    `json:"bound"`
	BoundBy     string      `json:"bound_by"`
	Gap         *float64    `json:"gap"`
	Loses       *float64    `json:"loses"`
	LosesProven bool        `json:"loses_proven"`
	Among       string      `json:"among"`
	Tried       int         `json:"tried"`
	Absent      bool        `json:"absent"`
	Reason      string      `json:"reason"`
	Apart       []apartJSON `json:"disjoint"`
	figuresJSON
}

// apartJSON is a way to configure software whose reads do not meet its writes.
type apartJSON struct {
	Reads  string     `json:"reads_setting"`
	Writes string     `json:"writes_setting"`
	Read   quorum.Set `json:"read"`
	Write  quorum.Set `json:"write"`
}

func shapesJSON(a *plans.Answer, shown func(*big.Rat) *big.Rat) []shapeJSON {
	list := []shapeJSON{}
	names := a.Fleet.Names()
	for _, x := range a.Shapes {
		y := shapeJSON{
			Shape: x.Shape, ReadsAre: x.Reads, WritesAre: x.Writes, Votes: slices.Clone(x.Votes), Optimal: x.Optimal, OptimalBy: x.OptimalBy,
			TiesOptimal: x.TiesOptimal, Bound: float(shown(x.Bound)), BoundBy: x.BoundBy, Gap: float(x.Gap(a)), Loses: float(x.Loses), LosesProven: x.LosesProven,
			Among: x.Among, Tried: x.Tried, Absent: x.Absent, Reason: x.Reason, Apart: []apartJSON{},
		}
		for _, g := range x.Groups {
			var group []string
			for _, v := range g {
				group = append(group, names[v])
			}
			y.Groups = append(y.Groups, group)
		}
		for _, z := range x.Apart {
			y.Apart = append(y.Apart, apartJSON{z.Reads, z.Writes, z.Read, z.Write})
		}
		if x.Entry != nil {
			y.figuresJSON = entryOf(a.Fleet, x.Entry)
		}
		list = append(list, y)
	}
	return list
}

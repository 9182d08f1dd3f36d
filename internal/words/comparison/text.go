package comparison

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strings"
	"text/tabwriter"

	"coterie/compare"
	"coterie/internal/words/show"
	"coterie/quorum"
)

// WriteText writes the table for people. Below the rows are the reasons of open figures, the notes,
// and the picks. p is the crash probability as the user typed it.
func WriteText(out io.Writer, t *compare.Table, p string, notes ...string) error {
	w := bufio.NewWriter(out)
	sweep := len(t.Sizes) > 1
	fmt.Fprintf(w, "%s, each down with probability %s\n", whatIsCompared(t), p)
	var lines strings.Builder
	tw := tabwriter.NewWriter(&lines, 0, 0, 2, ' ', 0)
	for i, row := range comparisonCells(t) {
		by := " " + strings.TrimSuffix(row[8], "s") // a site has its own quorum
		if i == 0 {
			by = "" // the line below the table explains it
		}
		cells := slices.Concat(row[:7], []string{row[7] + by}, row[9:])
		if !sweep {
			cells = slices.Delete(cells, 1, 2) // n
		}
		fmt.Fprintln(tw, strings.Join(cells, "\t"))
		if sweep && i > 0 && i < len(t.Rows) && t.Rows[i].N != t.Rows[i-1].N {
			fmt.Fprintln(tw, strings.Repeat("\t", len(cells)-1))
		}
	}
	if err := tw.Flush(); err != nil {
		return err
	}
	for line := range strings.Lines(lines.String()) {
		fmt.Fprintln(w, strings.TrimRight(line, " \n"))
	}
	fmt.Fprintln(w, "* on the Pareto front of load, failure and messages")
	if slices.ContainsFunc(t.Rows, func(r compare.Row) bool { return r.Holders > 1 }) {
		fmt.Fprintln(w, "failure: not even one holder gets in; k fail: not k at once")
	}
	writeChoices(w, t)
	writeOpen(w, t)
	for _, note := range notes {
		fmt.Fprintln(w, note)
	}
	writeBest(w, t)
	if sweep {
		writeSweepPicks(w, t)
	} else {
		writePicks(w, t)
	}
	return w.Flush()
}

// writeChoices names the quorums by which messages are counted, if they are counted.
func writeChoices(w io.Writer, t *compare.Table) {
	words := map[compare.Choice]string{compare.BySites: "site, node i asks S_i", compare.ByLoad: "load, all draw by a strategy of least load"}
	var said []string
	for _, by := range []compare.Choice{compare.BySites, compare.ByLoad} {
		if slices.ContainsFunc(t.Rows, func(r compare.Row) bool { return r.MessagesBy == by }) {
			said = append(said, words[by])
		}
	}
	if said != nil {
		fmt.Fprintf(w, "messages by: %s\n", strings.Join(said, "; "))
	}
}

func whatIsCompared(t *compare.Table) string {
	nodes := fmt.Sprintf("%d nodes", t.Sizes[0])
	if t.Sizes[0] == 1 {
		nodes = "1 node"
	}
	if last := t.Sizes[len(t.Sizes)-1]; len(t.Sizes) > 1 {
		nodes = fmt.Sprintf("%d to %d nodes", t.Sizes[0], last)
	}
	if t.M > 0 {
		nodes += ", " + groupsText(t)
	}
	if t.Holders > 0 {
		nodes += fmt.Sprintf(", %d holders at once", t.Holders)
	}
	if t.Liars > 0 {
		nodes += ", " + Liars(t.Liars, t.Kind)
	}
	return nodes
}

// Liars formats a number of liars with the kind of the systems that bear them.
func Liars(b int, kind quorum.Property) string {
	return fmt.Sprintf("%s (%s)", show.Count(b, "liar"), kind)
}

// groupsText states the number of groups and their shares of the requests.
func groupsText(t *compare.Table) string {
	text := fmt.Sprintf("%d groups", t.M)
	if t.Mix == nil {
		return text + " with equal shares"
	}
	var shares []string
	for g, share := range t.Mix {
		name := fmt.Sprintf("group %d", g+1)
		if t.Roles != nil {
			name = t.Roles[g]
		}
		percent := new(big.Rat).Mul(share.Rat(), big.NewRat(100, 1))
		amount := percent.RatString() + "%"
		if !percent.IsInt() {
			amount = share.String()
		}
		shares = append(shares, name+" "+amount)
	}
	return text + ": " + strings.Join(shares, ", ")
}

// comparisonCells returns the cells of the text, headings first.
func comparisonCells(t *compare.Table) [][]string {
	rows := [][]string{{" ", "n", "system", "K", "resp.", "load", "failure", "messages", "by", "resil.", "ND"}}
	groups := slices.ContainsFunc(t.Rows, func(r compare.Row) bool { return r.M > 0 })
	if groups {
		rows[0] = slices.Insert(rows[0], 10, "degree")
	}
	holders := slices.ContainsFunc(t.Rows, func(r compare.Row) bool { return r.Holders > 1 })
	if holders {
		rows[0] = append(rows[0], "k fail")
	}
	if t.Liars > 0 {
		rows[0] = append(rows[0], "liars")
	}
	for _, r := range t.Rows {
		front := " "
		if r.Front {
			front = "*"
		}
		cells := []string{front, fmt.Sprint(r.N), r.Spec, spanText(r.K), spanText(r.Responsibility),
			cellText(r.Load, 4), cellText(r.Failure, 3), cellText(r.Messages, 4), string(r.MessagesBy), intText(r.Resilience), truthText(r.Nondominated)}
		if groups {
			cells = slices.Insert(cells, 10, intText(r.Degree))
		}
		if holders {
			cells = append(cells, cellText(r.FailureOfAll, 3))
		}
		if t.Liars > 0 {
			cells = append(cells, intText(r.Byzantine.Of(t.Kind)))
		}
		rows = append(rows, cells)
	}
	return rows
}

func intText(v *int) string {
	if v == nil {
		return "-"
	}
	return fmt.Sprint(*v)
}

func truthText(t quorum.Truth) string {
	if t == quorum.Unknown {
		return "-"
	}
	if t == quorum.Fails {
		return "no"
	}
	return "yes"
}

// spanText formats least..greatest, with three digits of a long number.
func spanText(s compare.Span) string {
	brief := func(v *big.Int) string {
		if v == nil {
			return "?"
		}
		if text := v.String(); len(text) <= 7 {
			return text
		}
		return new(big.Float).SetInt(v).Text('g', 3)
	}
	if s.Min == nil && s.Max == nil {
		return "-"
	}
	least, greatest := brief(s.Min), brief(s.Max)
	if least == greatest {
		return least
	}
	return least + ".." + greatest
}

// cellText formats an exact figure with the given number of digits, or the interval of an estimate.
func cellText(c compare.Cell, digits int) string {
	switch {
	case c.Exact != nil:
		return digitsOf(c.Exact, digits)
	case c.Interval != nil:
		low, high := c.Interval.Texts(3)
		return "~" + low + ".." + high
	}
	return "-"
}

// digitsOf rounds a number, which may be too small for a float64.
func digitsOf(r *big.Rat, digits int) string {
	return new(big.Float).SetPrec(128).SetRat(r).Text('g', digits)
}

// mostNamed bounds the systems that one line of text names.
const mostNamed = 4

// writeOpen writes the reason of every open cell. Cells that are open for the same reason share a
// line: first those of one system, then those of several.
func writeOpen(w io.Writer, t *compare.Table) {
	var order []openCell
	specs := map[openCell][]string{}
	for _, r := range t.Rows {
		for _, o := range openCells(&r) {
			if specs[o] == nil {
				order = append(order, o)
			}
			specs[o] = append(specs[o], r.Spec)
		}
	}
	estimated := false
	for _, p := range order {
		estimated = estimated || p.mark == "~"
	}
	if estimated {
		fmt.Fprintln(w, "~ not exact, but in this interval: an estimate at confidence about 0.99, if it is not proved")
	}
	for _, p := range order {
		if p.columns == notRanked {
			fmt.Fprintf(w, "%s %s: %s: %s\n", p.mark, notRanked, NamesOf(specs[p]), p.reason)
			continue
		}
		fmt.Fprintf(w, "%s %s of %s: %s\n", p.mark, p.columns, NamesOf(specs[p]), p.reason)
	}
}

// notRanked begins the line of rows that take no part in front and picks.
const notRanked = "not ranked"

// openCell names figures of one row that are not exact for the same reason.
type openCell struct{ columns, mark, reason string }

func openCells(r *compare.Row) []openCell {
	var list []openCell
	add := func(column string, estimated bool, reason string) {
		if reason == "" || reason == compare.NotAsked {
			return
		}
		mark := "-"
		if estimated {
			mark = "~"
		}
		for i := range list {
			if o := &list[i]; o.mark == mark && o.reason == reason {
				o.columns += ", " + column
				return
			}
		}
		list = append(list, openCell{column, mark, reason})
	}
	add("K", false, r.Reasons["k"])
	add("responsibility", false, r.Reasons["responsibility"])
	add("load", r.Load.Interval != nil, r.Load.Reason)
	add("failure", r.Failure.Interval != nil, r.Failure.Reason)
	add("failure for k", r.FailureOfAll.Interval != nil, r.FailureOfAll.Reason)
	add("messages", r.Messages.Interval != nil, r.Messages.Reason)
	add("resilience", false, r.Reasons["resilience"])
	add("degree", false, r.Reasons["degree"])
	if r.Meets != quorum.Fails { // else it stands with the ranking
		add("domination", false, r.Reasons["nondominated"])
		add("intersection", false, r.Reasons["meets"])
	}
	if r.Aside != "" && r.Best == nil { // the best value known has a line of its own
		list = append(list, openCell{notRanked, "-", r.Aside})
	}
	return list
}

// writeBest writes the best known values, who found them, and how much better there may be. For
// several numbers of nodes it says where to read that.
func writeBest(w io.Writer, t *compare.Table) {
	for _, r := range t.Rows {
		b := r.Best
		if b == nil {
			continue
		}
		if len(t.Sizes) > 1 {
			fmt.Fprintln(w, "best known: of all that searches and the committed tables have; JSON, CSV and the table of one n say whose it is")
			return
		}
		proved := fmt.Sprintf("at least %v: %s", b.Lower, b.LowerBy)
		has := b.UpperBy
		if b.Of == compare.Degree {
			proved, has = fmt.Sprintf("at most %v: %s", b.Upper, b.UpperBy), b.LowerBy
		}
		if b.Spec != "" && !strings.Contains(has, strings.TrimPrefix(b.Spec, "cyclic:")) {
			has += ", " + b.Spec
		}
		if r.Aside != "" {
			has = r.Aside
		}
		fmt.Fprintf(w, "%s %v (%s); %s\n", r.Spec, b.Value, has, proved)
	}
}

// pickTitles begin the last lines.
var pickTitles = map[compare.Quantity]string{compare.Load: "least load", compare.Failure: "least failure", compare.Messages: "fewest messages"}

func writePicks(w io.Writer, t *compare.Table) {
	for _, p := range t.Picks {
		text := pickText(p)
		if p.Beside != nil {
			text = fmt.Sprintf("%s (%s), where one node decides alone; else %s", p.Row.Spec, pickValue(p), pickText(*p.Beside))
		}
		fmt.Fprintf(w, "%-16s %s\n", pickTitles[p.Of], text)
	}
}

// longestFraction is the length of the longest fraction that a person can compare with another.
const longestFraction = 9

func pickValue(p compare.Pick) string {
	v := p.Row.Cell(p.Of).Exact
	if text := v.RatString(); p.Of == compare.Load && len(text) <= longestFraction {
		return text
	}
	return digitsOf(v, 4)
}

// pickText names a pick and its other two costs.
func pickText(p compare.Pick) string {
	var costs, rest []string
	for _, q := range []compare.Quantity{compare.Load, compare.Failure, compare.Messages} {
		if q != p.Of {
			costs, rest = append(costs, costText(p, q)), append(rest, string(q))
		}
	}
	text := fmt.Sprintf("%s (%s): %s", p.Row.Spec, pickValue(p), strings.Join(costs, "; "))
	if len(p.Ties) > 0 {
		text += "; as good: " + NamesOf(p.Ties)
	}
	if len(p.Tied) > 0 {
		text += fmt.Sprintf("; before %s, as ties fall to %s", NamesOf(p.Tied), strings.Join(rest, ", then "))
	}
	if len(p.Open) > 0 {
		text += "; not exact and perhaps less: " + NamesOf(p.Open)
	}
	return text
}

// NamesOf names the first few of some systems, and the number of further ones.
func NamesOf(specs []string) string {
	list := specs[:min(len(specs), mostNamed)]
	names := strings.Join(list, ", ")
	if more := len(specs) - len(list); more > 0 {
		names += fmt.Sprintf(" and %d more", more)
	}
	return names
}

func costText(p compare.Pick, q compare.Quantity) string {
	value, best := p.Row.Cell(q).Exact, p.Best[q]
	if value == nil {
		if c := p.Row.Cell(q); c.Interval != nil {
			return fmt.Sprintf("%s is an estimate, %s", q, cellText(*c, 3))
		}
		return string(q) + " is not known"
	}
	least := value.Cmp(best) <= 0
	switch q {
	case compare.Load:
		if least {
			return "as little load as any"
		}
		return fmt.Sprintf("its load is %s times the least", times(value, best))
	case compare.Failure:
		if least {
			return "fails as seldom as any"
		}
		return fmt.Sprintf("fails with probability %s, %s times the least", digitsOf(value, 2), times(value, best))
	default:
		if least && len(p.Apart) > 0 && !p.Row.Single() {
			return "as few messages as any but one node alone"
		}
		if least {
			return "as few messages as any"
		}
		more := new(big.Rat).Sub(value, best)
		return fmt.Sprintf("%s more messages than the fewest", digitsOf(more, 3))
	}
}

// times formats the ratio a/b. b must be above 0.
func times(a, b *big.Rat) string {
	if b.Sign() == 0 {
		return "infinitely many"
	}
	ratio := new(big.Rat).Quo(a, b)
	if v, _ := ratio.Float64(); v >= 100 && v < 1e6 {
		return fmt.Sprintf("%.0f", v)
	}
	return digitsOf(ratio, 3)
}

// writeSweepPicks writes, for each cost, the number of n at which each family is the pick.
func writeSweepPicks(w io.Writer, t *compare.Table) {
	for _, q := range []compare.Quantity{compare.Load, compare.Failure, compare.Messages} {
		wins := map[string]int{}
		for _, p := range t.Picks {
			if p.Of != q {
				continue
			}
			if p.Beside != nil {
				p = *p.Beside
			}
			wins[cmp.Or(p.Row.Family, p.Row.Spec)]++
		}
		var names []string
		for name := range wins {
			names = append(names, name)
		}
		slices.SortFunc(names, func(a, b string) int { return cmp.Or(wins[b]-wins[a], strings.Compare(a, b)) })
		for i, name := range names {
			names[i] = fmt.Sprintf("%s at %d", name, wins[name])
		}
		fmt.Fprintf(w, "%-16s of %d n: %s\n", pickTitles[q], len(t.Sizes), strings.Join(names, ", "))
	}
}

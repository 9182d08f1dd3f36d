package report

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strings"

	"coterie/bounds"
	"coterie/internal/words/listing"
	"coterie/internal/words/show"
	"coterie/internal/words/table"
	"coterie/measure"
	"coterie/measure/loads"
	"coterie/quorum"
)

// Proofs writes a report for reading: one line for each figure, with the limits that apply and
// their slack, and its proof below. The error may be the cause of ctx.
func Proofs(ctx context.Context, out io.Writer, r measure.Report) error {
	w := bufio.NewWriter(out)
	fmt.Fprintf(w, "%s: %s, n = %d", Printable(r.Name), r.Kind, r.N)
	if r.K > 0 {
		fmt.Fprintf(w, ", k = %d", r.K)
	}
	fmt.Fprintln(w)
	for _, v := range r.Failing {
		fmt.Fprintf(w, "  not a %s: %s\n", r.Kind, v.Reason)
	}
	all, err := measureRows(ctx, r)
	if err != nil {
		return err
	}
	seen := map[string]string{} // the figures of a part, and which part had them first
	for _, rows := range byPart(textRows(all)) {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		part := rows[0].label
		if len(r.Cartels) > 2 && rows[0].part != "" {
			figures := sameFigures(rows)
			if first, again := seen[figures]; again {
				fmt.Fprintf(w, "%s: the figures of %s, with proofs of its own (JSON has them)\n", part, first)
				continue
			}
			seen[figures] = part
		}
		if part != "" {
			fmt.Fprintln(w, part)
		}
		writeFigures(w, rows)
	}
	return w.Flush()
}

// longestNumber is the number of digits of the longest whole number that text shows in full.
const longestNumber = 40

func isDigits(text string) bool {
	return strings.Trim(text, "0123456789") == ""
}

func textValue(row figureRow) string {
	switch {
	case row.value == "":
		return "-"
	case len(row.value) > longestNumber && isDigits(row.value):
		return fmt.Sprintf("%s.%se+%d", row.value[:1], row.value[1:6], len(row.value)-1)
	case row.approx != nil && strings.Contains(row.value, "/"):
		sign, decimal := "≈", fmt.Sprintf("%.6g", *row.approx)
		if r, ok := new(big.Rat).SetString(decimal); ok && r.RatString() == row.value {
			sign = "="
		}
		if len(row.value) > longestNumber {
			return "≈ " + decimal
		}
		return row.value + " " + sign + " " + decimal
	}
	return row.value
}

// byPart cuts rows where the part changes.
func byPart(rows []figureRow) [][]figureRow {
	var parts [][]figureRow
	for i, row := range rows {
		if i == 0 || row.part != rows[i-1].part {
			parts = append(parts, nil)
		}
		parts[len(parts)-1] = append(parts[len(parts)-1], row)
	}
	return parts
}

// sameFigures returns a text that two parts share if only their proofs differ.
func sameFigures(rows []figureRow) string {
	var b strings.Builder
	for _, row := range rows {
		fmt.Fprintln(&b, row.key, row.value, row.reason, limitsText(row.limits, true))
	}
	return b.String()
}

// writeFigures writes the rows of one part. Beside a figure stands its tightest limit, or another
// remark if it has no limit.
func writeFigures(w io.Writer, rows []figureRow) {
	var told measure.Reason
	for _, row := range rows {
		limits := sortedLimits(row.limits)
		beside, lines := "", []string{row.proof}
		switch {
		case len(limits) > 0:
			beside = limitsText(limits[:1], false)
			lines = append(lines, prefixed("also ", limitsText(limits[1:], false)))
		case row.value != "" && len(row.proof) <= longestBeside:
			beside, lines = row.proof, nil
		}
		reason := row.reason
		if reason.Text == told.Text { // one reason for many figures is written once
			reason.Text = ""
		}
		told = row.reason
		fmt.Fprintln(w, strings.TrimRight(fmt.Sprintf("  %-20s %-20s %s", row.key, textValue(row), beside), " "))
		for _, line := range append(lines, methodText(row), reasonText(reason)) {
			if line != "" {
				fmt.Fprintf(w, "      %s\n", shortened(line))
			}
		}
	}
}

// longestBeside is the length of the longest proof that stands in the line of its figure.
const longestBeside = 90

// methodText returns the method by which a figure was found, unless the proof names it already.
func methodText(row figureRow) string {
	if row.method == "" || arguments[row.method] != "" || strings.Contains(row.proof, row.method) {
		return ""
	}
	return "by " + row.method
}

func prefixed(prefix, text string) string {
	if text == "" {
		return ""
	}
	return prefix + text
}

// shortened cuts a line of text that would fill a screen; JSON has it in full.
func shortened(line string) string {
	const longest = 400
	if len(line) <= longest {
		return line
	}
	return line[:max(strings.LastIndexAny(line[:longest], " ,"), 1)] + " ... (JSON has all)"
}

// reasonText returns the reason why a figure is not known. The reason of an estimate is complete by
// itself.
func reasonText(reason measure.Reason) string {
	if reason.Text == "" || reason.Kind == measure.Estimated {
		return reason.Text
	}
	return "not known: " + reason.Text
}

// availabilityText formats an availability near 1 as its distance from 1.
func availabilityText(row figureRow) string {
	if row.approx != nil && row.failure != "" && 1-*row.approx < 1e-6 && row.failure != "0" {
		return "1 - " + row.failure
	}
	return row.value
}

// textRows joins the rows of least and greatest figures, and gives rows the words of people.
func textRows(rows []figureRow) []figureRow {
	var out []figureRow
	for i := 0; i < len(rows); i++ {
		row := rows[i]
		if row.forTables {
			continue
		}
		if kind, isLeast := strings.CutPrefix(row.key, "min_"); isLeast && i+1 < len(rows) && rows[i+1].key == "max_"+kind {
			most := rows[i+1]
			row.limits = append(slices.Clone(row.limits), most.limits...)
			if row.value != most.value {
				row.value = textValue(row) + ".." + textValue(most)
			}
			if row.key = kind; kind == "quorum" {
				row.key = "quorum size"
			}
			i++
		}
		row.key = strings.ReplaceAll(row.key, "_", " ")
		if row.p != "" {
			row.key += " p=" + row.p
			row.value = availabilityText(row)
		}
		out = append(out, row)
	}
	return out
}

// sortedLimits puts the tightest limit first.
func sortedLimits(limits []measure.Comparison) []measure.Comparison {
	return slices.SortedStableFunc(slices.Values(limits), func(a, b measure.Comparison) int { return cmp.Compare(a.SlackApprox, b.SlackApprox) })
}

// limitsText lists limits with their slack; exact numbers are for programs.
func limitsText(limits []measure.Comparison, exact bool) string {
	var list []string
	for _, c := range limits {
		limit, slack := c.Limit, c.Slack
		if !exact {
			slack = fmt.Sprintf("%.4g", c.SlackApprox)
			if strings.ContainsAny(limit, "s") { // a root
				limit = fmt.Sprintf("%.6g", c.Approx)
			}
		}
		switch {
		case c.Tight:
			slack = "tight"
		case c.Slack == "": // of a figure that is not known
			list = append(list, fmt.Sprintf("%s %s (%s)", Relation(c.Direction), limit, c.Name))
			continue
		default:
			slack = "slack " + slack
		}
		list = append(list, fmt.Sprintf("%s %s (%s, %s)", Relation(c.Direction), limit, c.Name, slack))
	}
	return strings.Join(list, "; ")
}

// loadProof returns the proof of a load in one line.
func loadProof(r measure.Report, strategy []loads.Chosen, weights []bounds.Fraction) string {
	if strategy == nil {
		return ""
	}
	return "strategy " + strategyText(strategy, r.Names) + "; node weights " + weightsText(weights, r.Names)
}

// strategyText groups the quorums of a strategy by weight: "1/7 each: quorums 1-7".
func strategyText(strategy []loads.Chosen, names []string) string {
	listed := !slices.ContainsFunc(strategy, func(c loads.Chosen) bool { return c.Quorum < 0 })
	return grouped(len(strategy), func(i int) string { return strategy[i].Weight.String() }, func(members []int) string {
		if !listed {
			return show.Join(members, " ", func(i int) string { return strategy[i].Nodes.Label(names) })
		}
		places := make([]quorum.Index, len(members))
		for k, i := range members {
			places[k] = strategy[i].Quorum
		}
		return numbered("quorum", places)
	})
}

// weightsText groups nodes by weight.
func weightsText(weights []bounds.Fraction, names []string) string {
	return grouped(len(weights), func(i int) string { return weights[i].String() }, func(members []int) string {
		if names == nil {
			places := make([]quorum.Index, len(members))
			for k, v := range members {
				places[k] = quorum.Index(v)
			}
			return ranges(places)
		}
		return strings.Trim(quorum.SetOf(members...).Label(names), "{}")
	})
}

// grouped joins the members of the same weight, in the order of the first member of each weight:
// "1/7 each: ...".
func grouped(n int, weight func(int) string, label func(members []int) string) string {
	var order []string
	members := map[string][]int{}
	for i := range n {
		w := weight(i)
		if members[w] == nil {
			order = append(order, w)
		}
		members[w] = append(members[w], i)
	}
	list := make([]string, 0, len(order))
	for _, w := range order {
		if w == "0" && len(order) > 1 {
			continue // all others have no weight
		}
		each := ": "
		if len(members[w]) > 1 {
			each = " each: "
		}
		list = append(list, w+each+label(members[w]))
	}
	return strings.Join(list, ", ")
}

// numbered formats "quorum 3" or "quorums 1-7,9".
func numbered(noun string, places []quorum.Index) string {
	if len(places) > 1 {
		noun += "s"
	}
	return noun + " " + ranges(places)
}

// ranges formats numbers with runs joined: "1-7,9".
func ranges(places []quorum.Index) string {
	var list []string
	for i := 0; i < len(places); {
		j := i
		for j+1 < len(places) && places[j+1] == places[j]+1 {
			j++
		}
		if j > i+1 {
			list = append(list, places[i].String()+"-"+places[j].String())
		} else {
			for k := i; k <= j; k++ {
				list = append(list, places[k].String())
			}
		}
		i = j + 1
	}
	return strings.Join(list, ",")
}

// areNumbers reports whether the names of nodes are their numbers.
func areNumbers(names []string) bool { return listing.NodeNames(names) == nil }

// NodeList formats the nodes of a set with spaces between them, as in CSV. Names that would not be
// read as names are quoted.
func NodeList(s quorum.Set, names []string) string {
	if areNumbers(names) {
		names = nil
	}
	var list []string
	for v := range s.All() {
		text := quorum.Node(v).String()
		if v < len(names) {
			text = listing.Name(names[v])
		}
		list = append(list, text)
	}
	return strings.Join(list, " ")
}

// NodesCell returns a cell with the nodes of a set in the form of NodeList.
func NodesCell(s quorum.Set, names []string) table.Cell {
	if areNumbers(names) {
		return table.Text(NodeList(s, nil))
	}
	return table.Outside(NodeList(s, names))
}

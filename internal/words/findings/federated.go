package findings

import (
	"fmt"
	"io"
	"strings"

	"coterie/federated"
	"coterie/internal/words/show"
	"coterie/internal/words/table"
	"coterie/quorum"
)

// Row is a line on a federated system: a figure, what it is, and what shows it.
type Row struct{ Figure, Answer, Shown string }

// WriteRows writes the lines on a federated system for reading.
func WriteRows(w io.Writer, heading string, rows []Row) error {
	for _, r := range rows {
		heading += "\n" + strings.TrimRight(fmt.Sprintf("  %-22s  %-8s  %s", r.Figure, r.Answer, show.Cut(r.Shown, mostSaid)), " ")
	}
	_, err := fmt.Fprintln(w, heading)
	return err
}

// RowsTable returns the lines on a federated system as a table.
func RowsTable(rows []Row) (*table.Table, error) {
	t := table.New(table.Texts("figure", "", ""), table.Texts("answer", "", ""), table.Texts("shown", "", ""))
	for _, r := range rows {
		t.Add(table.Text(r.Figure), table.Text(r.Answer), table.Text(r.Shown))
	}
	return t.Filled()
}

// FederatedRows has a line on whether the quorums of a federated system meet, and the nodes that
// are in none.
func FederatedRows(r federated.Checked) []Row {
	v := r.Properties[0]
	row := Row{string(v.Property), v.Holds.String(), v.Reason}
	if v.Witness != nil {
		row.Shown = fmt.Sprintf("%s and %s: %s", braces(v.Witness[0]), braces(v.Witness[1]), v.Reason)
	}
	return append([]Row{row, {"nodes in quorums", fmt.Sprint(r.GreatestQuorum), ""}}, notes(append(Proofs(r.Proofs), r.Faults...))...)
}

// notes has the first lines of several; the JSON form has all.
func notes(lines []string) (rows []Row) {
	for i, line := range lines {
		if i == 3 && len(lines) > 4 {
			return append(rows, Row{"note", "", fmt.Sprintf("%d more are in no quorum", len(lines)-i)})
		}
		rows = append(rows, Row{"note", "", line})
	}
	return rows
}

func braces(names []string) string { return "{" + show.Join(names, ",", show.Item) + "}" }

// MeasuredRows has a line for each figure of a federated system.
func MeasuredRows(r *federated.Report) []Row {
	atLeast := map[bool]string{false: "≥ ", true: ""}
	rows := []Row{
		{string(quorum.QuorumIntersection), r.QuorumIntersection.String(), ""},
		{"top tier", atLeast[r.TopTier.Complete] + fmt.Sprint(len(r.TopTier.Names)), braces(r.TopTier.Names)},
	}
	list := func(figure string, s federated.Sets) {
		row := Row{figure, atLeast[s.Complete] + fmt.Sprint(s.Count), ""}
		switch {
		case s.Least != nil:
			row.Shown = fmt.Sprintf("the smallest has %d: %s", *s.Least, braces(s.Sets[0]))
		case s.Complete:
			row.Shown = "there is none"
		default:
			row.Shown = fmt.Sprintf("none has fewer than %d: %s", s.AtLeast, s.Reason)
		}
		rows = append(rows, row)
	}
	list("minimal quorums", r.MinimalQuorums)
	list("minimal blocking sets", r.Blocking)
	list("minimal splitting sets", r.Splitting)
	for _, c := range r.SymmetricClusters {
		rows = append(rows, Row{"symmetric cluster", fmt.Sprint(len(c)), braces(c)})
	}
	for _, p := range r.Availability {
		rows = append(rows, Row{"failure", p.FailureText(3), "the probability that no quorum lives, where each crashes with probability " + p.P.String()})
	}
	return append(rows, notes(r.Faults)...)
}

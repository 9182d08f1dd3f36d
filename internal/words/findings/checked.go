package findings

import (
	"fmt"
	"io"
	"strings"

	"coterie/internal/words/report"
	"coterie/internal/words/show"
	"coterie/internal/words/table"
	"coterie/quorum"
)

// mostSaid is the greatest width of the words of text on domination.
const mostSaid = 200

// WriteChecked writes the properties of a system for reading.
func WriteChecked(w io.Writer, name string, r quorum.Checked) error {
	roles := ""
	for i := range r.Roles {
		roles += ", " + r.Roles.Cartel(quorum.Index(i))
	}
	if _, err := fmt.Fprintf(w, "%s: %s, n = %d, %s%s\n", name, r.Kind, r.N, show.Count(r.Quorums, "quorum"), roles); err != nil {
		return err
	}
	line := func(label, answer, reason string) error {
		_, err := fmt.Fprintln(w, strings.TrimRight(fmt.Sprintf("  %-21s %-8s %s", label, answer, reason), " "))
		return err
	}
	for _, v := range r.Asked {
		if v.Holds == quorum.Unknown && !v.Limit {
			continue
		}
		label, reason := strings.ReplaceAll(string(v.Property), "-", " "), v.Reason
		switch v.Property {
		case quorum.QuorumSystem:
			label = strings.ReplaceAll(string(r.Kind), "-", " ")
		case quorum.WritesMeet:
			reason = v.WritesSentence(nil)
		case quorum.Nondominated:
			reason = show.Cut(reason, mostSaid) // a witness of thousands of nodes is for the other forms
		}
		said := "unknown"
		if v.Holds != quorum.Unknown {
			said = report.YesNo(v.Holds == quorum.Holds)
		}
		if err := line(label+"?", said, reason); err != nil {
			return err
		}
	}
	if k := r.Arbiter.K; k != nil && *k > 1 { // for k = 1 the quorums meet, which is said above
		if err := line(fmt.Sprintf("%d-arbiter?", *k), "yes", arbiterText(r.Arbiter)); err != nil {
			return err
		}
	}
	for _, v := range r.Properties {
		reason := v.Reason
		if v.Property == quorum.ForGood && v.Holds == quorum.Holds { // a rule of many processes is for the other forms
			reason = show.Cut(reason, mostSaid)
		}
		if err := line(string(v.Property), answer(v), reason); err != nil {
			return err
		}
	}
	return nil
}

// arbiterText says how many quorums share a node, and which do not.
func arbiterText(a quorum.Arbiter) string {
	return fmt.Sprintf("every %d quorums share a node; quorums %s share none", *a.K+1,
		show.Cut(show.Join(a.Quorums, ", ", quorum.Index.String), mostSaid))
}

func answer(v quorum.Judged) string {
	if v.Holds == quorum.Unknown && !v.Limit {
		return "-"
	}
	return v.Holds.String()
}

// CheckedTable returns a table with a row for each answer, under its key in JSON, and for each
// property.
func CheckedTable(r quorum.Checked) (*table.Table, error) {
	t := table.New(
		table.Texts("system", "", ""),
		table.Texts("kind", "", ""),
		table.Ints("n", "", ""),
		table.Ints("quorums", "", ""),
		table.Texts("property", "", ""),
		table.Bools("holds", "", ""),
		table.Texts("reason", "", ""),
	)
	row := func(name string, v quorum.Judged) {
		holds := table.Cell{}
		if v.Holds != quorum.Unknown {
			holds = table.Bool(v.Holds == quorum.Holds)
		}
		t.Add(table.Name(r.Name), table.Text(string(r.Kind)), table.Int(r.N),
			table.Int(r.Quorums), table.Text(name), holds, table.Text(v.Reason))
	}
	for _, v := range r.Asked {
		row(v.Property.Key(), v)
	}
	if k := r.Arbiter.K; k != nil && *k > 1 {
		row(fmt.Sprintf("%d-arbiter", *k), quorum.Judged{Holds: quorum.Holds, Reason: arbiterText(r.Arbiter)})
	}
	for _, v := range r.Properties {
		row(string(v.Property), v)
	}
	return t.Filled()
}

package findings

import (
	"fmt"
	"io"
	"strings"

	"coterie/internal/report"
	"coterie/internal/table"
	"coterie/quorum"
)

// WriteChecked writes the properties of a system for reading.
func WriteChecked(w io.Writer, name string, r quorum.Checked) error {
	roles := ""
	for i := range r.Roles {
		roles += ", " + r.Roles.Cartel(quorum.Index(i))
	}
	if _, err := fmt.Fprintf(w, "%s: %s, n = %d, %s%s\n", name, r.Kind, r.N, report.Count(r.Quorums, "quorum"), roles); err != nil {
		return err
	}
	for _, v := range r.Properties {
		line := fmt.Sprintf("  %-21s %-8s %s", v.Property, answer(v), v.Reason)
		if _, err := fmt.Fprintln(w, strings.TrimRight(line, " ")); err != nil {
			return err
		}
	}
	meeting, _ := r.Judged(quorum.Intersection)
	minimal, ok := r.Judged(quorum.Minimality)
	if r.Kind != quorum.KindSystem || !ok || meeting.Holds != quorum.Holds || minimal.Holds != quorum.Fails {
		return nil
	}
	_, err := fmt.Fprintf(w, "a quorum system, but not a coterie: %s\n", minimal.Reason)
	return err
}

func answer(v quorum.Judged) string {
	if v.Holds == quorum.Unknown && !v.Limit {
		return "-"
	}
	return v.Holds.String()
}

// CheckedTable has a row for each property.
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
	for _, v := range r.Properties {
		holds := table.Cell{}
		if v.Holds != quorum.Unknown {
			holds = table.Bool(v.Holds == quorum.Holds)
		}
		err := t.Append(table.Name(r.Name), table.Text(string(r.Kind)), table.Int(r.N),
			table.Int(r.Quorums), table.Text(string(v.Property)), holds, table.Text(v.Reason))
		if err != nil {
			return nil, err
		}
	}
	return t, nil
}

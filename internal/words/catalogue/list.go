package catalogue

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"coterie/construct"
	"coterie/internal/words/table"
	"coterie/quorum"
)

// Family is a family in the JSON form of the list.
type Family struct {
	Name    string            `json:"name"`
	Kind    quorum.Kind       `json:"kind"`
	Usage   string            `json:"usage"`
	Params  []construct.Param `json:"params"`
	Exists  string            `json:"exists"`
	Source  string            `json:"source"`
	Summary string            `json:"summary"`
}

// List returns the rows of families.
func List(families []construct.Family) []Family {
	rows := make([]Family, len(families))
	for i, f := range families {
		rows[i] = Family{f.Name, f.Kind, f.Usage(), append([]construct.Param{}, f.Params...), f.Exists, f.Source, f.Summary}
	}
	return rows
}

// ListTable returns the rows as a table.
func ListTable(rows []Family) (*table.Table, error) {
	t := table.New(table.TextColumns("name", "kind", "usage", "exists", "source", "summary")...)
	for _, r := range rows {
		t.Add(table.TextRow(r.Name, string(r.Kind), r.Usage, r.Exists, r.Source, r.Summary)...)
	}
	return t.Filled()
}

// WriteList writes all families for a person.
func WriteList(w io.Writer, rows []Family) error {
	for i, section := range []struct {
		kind  quorum.Kind
		title string
	}{
		{quorum.KindSystem, "Ordinary quorum systems"},
		{quorum.KindGroupSystem, "Group quorum systems"},
		{quorum.KindKCoterie, "k-coteries: up to k holders at once, each with a quorum of its own"},
		{quorum.KindSharing, "Sharing structures"},
		{"", "Systems made from others, of their kind"},
	} {
		if !slices.ContainsFunc(rows, func(r Family) bool { return r.Kind == section.kind }) {
			continue
		}
		if i > 0 {
			section.title = "\n" + section.title
		}
		if _, err := fmt.Fprintf(w, "%s\n", section.title); err != nil {
			return err
		}
		for _, r := range rows {
			if r.Kind != section.kind {
				continue
			}
			if _, err := fmt.Fprintf(w, "  %s\n      %s\n      exists for %s\n      source: %s\n", r.Usage, r.Summary, r.Exists, r.Source); err != nil {
				return err
			}
		}
	}
	return nil
}

// WriteFamily writes one family in full.
func WriteFamily(w io.Writer, r Family) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", r.Name, r.Summary)
	fmt.Fprintf(&b, "  spec        %s\n  kind        %s\n  exists for  %s\n  source      %s\n  parameters\n", r.Usage, cmp.Or(r.Kind, "that of the systems it is made from"), r.Exists, r.Source)
	for _, p := range r.Params {
		fmt.Fprintf(&b, "    %-8s %s", p.Name, p.Doc)
		switch {
		case p.InsteadOf != "":
			fmt.Fprintf(&b, " (in place of %s)", p.InsteadOf)
		case p.Optional:
			fmt.Fprintf(&b, " (default %s)", p.Default)
		}
		b.WriteByte('\n')
	}
	_, err := io.WriteString(w, b.String())
	return err
}

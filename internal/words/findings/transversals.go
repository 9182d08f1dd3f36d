package findings

import (
	"fmt"
	"io"

	"coterie/internal/words/report"
	"coterie/internal/words/table"
	"coterie/quorum"
)

// TransversalWriter returns the function by which a format (text, json or csv) writes one
// transversal of a group, and the function that ends the writing.
func TransversalWriter(w io.Writer, format string, names []string) (write func(group string, t quorum.Set) error, flush func() error, err error) {
	flush = func() error { return nil }
	switch format {
	case "json":
		write = func(group string, t quorum.Set) error {
			nodes, err := t.MarshalJSON()
			if err != nil {
				return err
			}
			if group != "" {
				group = fmt.Sprintf("%q:%q,", "group", group)
			}
			_, err = fmt.Fprintf(w, "{%s\"nodes\":%s}\n", group, nodes)
			return err
		}
	case "csv":
		cw, err := table.NewCSVWriter(w,
			table.Texts("group", "", ""),
			table.Ints("size", "nodes", ""),
			table.Texts("nodes", "", ""),
		)
		if err != nil {
			return nil, nil, err
		}
		write = func(group string, t quorum.Set) error {
			return cw.Write(table.Text(group), table.Int(t.Len()), report.NodesCell(t, names))
		}
		flush = cw.Flush
	default:
		write = func(group string, t quorum.Set) error {
			if group != "" {
				group += ": "
			}
			_, err := fmt.Fprintf(w, "%s%s\n", group, t.Label(names))
			return err
		}
	}
	return write, flush, nil
}

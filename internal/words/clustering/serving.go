package clustering

import (
	"fmt"
	"io"

	"coterie/internal/words/show"
	"coterie/internal/words/table"
)

// Serving is the address and the folder of a server.
type Serving struct {
	URL string `json:"url"`
	Dir string `json:"dir"`
}

// WriteText writes only the URL, so that a script can pass it to clients.
func (s Serving) WriteText(w io.Writer) error {
	_, err := fmt.Fprintln(w, s.URL)
	return err
}

// Table returns the address and the folder as a table of one row.
func (s Serving) Table() (*table.Table, error) {
	t := table.New(table.TextColumns("url", "dir")...)
	return t, t.Append(table.Text(s.URL), table.Name(s.Dir))
}

// Words describes the server and how to use it. access are the flags that a client must give.
func (s Serving) Words(access string) string {
	return fmt.Sprintf("jobs are kept in %s; `coterie cluster work --at %s%s` computes them, on any machine that reaches it; Ctrl-C ends the server, and they stay",
		show.Path(s.Dir), s.URL, access)
}

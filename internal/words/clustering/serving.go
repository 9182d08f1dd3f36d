package clustering

import (
	"fmt"
	"io"

	"coterie/internal/words/show"
	"coterie/internal/words/table"
)

// Serving says where a server is.
type Serving struct {
	URL string `json:"url"`
	Dir string `json:"dir"`
}

// WriteText writes the URL alone, which is what others are told.
func (s Serving) WriteText(w io.Writer) error {
	_, err := fmt.Fprintln(w, s.URL)
	return err
}

// Table is one row.
func (s Serving) Table() (*table.Table, error) {
	t := table.New(table.TextColumns("url", "dir")...)
	return t, t.Append(table.Text(s.URL), table.Name(s.Dir))
}

// Words say what is served and how it is used; access are the flags that others have to give.
func (s Serving) Words(access string) string {
	return fmt.Sprintf("jobs are kept in %s; `coterie cluster work --at %s%s` computes them, on any machine that reaches it; Ctrl-C ends the server, and they stay",
		show.Path(s.Dir), s.URL, access)
}

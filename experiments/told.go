package experiments

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"coterie/internal/words/show"
	"coterie/internal/words/table"
)

// MarshalJSON returns the entry of the study in a list of studies.
func (s Study) MarshalJSON() ([]byte, error) {
	return show.Marshal(struct {
		Name       string          `json:"name"`
		Title      string          `json:"title"`
		Doc        string          `json:"doc"`
		Parameters json.RawMessage `json:"parameters"`
		Full       json.RawMessage `json:"full"`
	}{s.name, s.title, s.doc, s.defaults, s.full})
}

// WriteList writes one line for each study.
func WriteList(w io.Writer, studies []Study) error {
	for _, s := range studies {
		if _, err := fmt.Fprintf(w, "%-24s %s\n", s.name, s.title); err != nil {
			return err
		}
	}
	return nil
}

// JSON returns the form for JSON: the finished parts: study, full, folder, files, rows, resumed.
func (r RunReport) JSON() any {
	return append([]Completed{}, r.Done...)
}

// WriteText names the files of every finished part, and the page.
func (r RunReport) WriteText(w io.Writer) error {
	for _, c := range r.Done {
		if _, err := fmt.Fprintf(w, "%s: %s\n", c.Folder, strings.Join(c.Files, " ")); err != nil {
			return err
		}
	}
	if r.Page == "" {
		return nil
	}
	_, err := fmt.Fprintf(w, "%s: the report of all of it, for a browser\n", r.Page)
	return err
}

// Table has a row for each file.
func (r RunReport) Table() (*table.Table, error) {
	t := table.New(table.TextColumns("study", "folder", "file")...)
	for _, c := range r.Done {
		for _, file := range c.Files {
			t.Add(table.TextRow(c.Study, c.Folder, file)...)
		}
	}
	return t.Filled()
}

// JSON returns the form for JSON: the differences: study, full, file, line, problem, wanted, got,
// detail.
func (r CheckReport) JSON() any {
	return append([]Difference{}, r.Differences...)
}

// WriteText writes the differences and a verdict. stopped says that the check was cut short.
func (r CheckReport) WriteText(w io.Writer, stopped bool) error {
	for _, f := range r.Differences {
		if _, err := fmt.Fprintln(w, f); err != nil {
			return err
		}
	}
	verdict := "everything is what the program computes"
	switch {
	case !r.OK():
		verdict = show.Count(len(r.Differences), "difference")
	case stopped:
		verdict = "no difference so far"
	}
	if stopped {
		verdict += "; stopped before the rest"
	}
	_, err := fmt.Fprintf(w, "%s of studies, %s: %s\n", show.Count(r.Parts, "part"), show.Count(r.Files, "file"), verdict)
	return err
}

// RedrawReport lists the parts that [Redraw] drew.
type RedrawReport []Redrawn

// JSON returns the form for JSON: the parts: study, full, files.
func (r RedrawReport) JSON() any {
	return append([]Redrawn{}, r...)
}

// WriteText names the pictures that have changed.
func (r RedrawReport) WriteText(w io.Writer) error {
	files := 0
	for _, d := range r {
		files += len(d.Files)
		if len(d.Files) == 0 {
			continue
		}
		part := ""
		if d.Full {
			part = ", full"
		}
		if _, err := fmt.Fprintf(w, "%s%s: %s\n", d.Study, part, strings.Join(d.Files, " ")); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "%s drawn otherwise than before\n", show.Count(files, "file"))
	return err
}

// Table has a row for each picture.
func (r RedrawReport) Table() (*table.Table, error) {
	t := table.New(table.TextColumns("study", "part", "file")...)
	for _, d := range r {
		for _, file := range d.Files {
			t.Add(table.TextRow(d.Study, partName(d.Full), file)...)
		}
	}
	return t.Filled()
}

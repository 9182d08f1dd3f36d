package experiments

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"coterie/internal/words/show"
	"coterie/internal/words/table"
)

// Listed is a study in the JSON form of a list.
type Listed struct {
	Name       string          `json:"name"`
	Title      string          `json:"title"`
	Doc        string          `json:"doc"`
	Parameters json.RawMessage `json:"parameters"`
	Full       json.RawMessage `json:"full"`
}

// List describes studies.
func List(studies []Study) []Listed {
	var rows []Listed
	for _, s := range studies {
		rows = append(rows, Listed{s.Name(), s.Title(), s.Doc(), s.Parameters(false), s.Parameters(true)})
	}
	return rows
}

// WriteList writes a study a line.
func WriteList(w io.Writer, rows []Listed) error {
	for _, r := range rows {
		if _, err := fmt.Fprintf(w, "%-24s %s\n", r.Name, r.Title); err != nil {
			return err
		}
	}
	return nil
}

// JSON returns the form for JSON: the finished parts: study, full, folder, files, rows, resumed.
func (r RunReport) JSON() any {
	type row struct {
		Study   string   `json:"study"`
		Full    bool     `json:"full"`
		Folder  string   `json:"folder"`
		Files   []string `json:"files"`
		Rows    int      `json:"rows"`
		Resumed int      `json:"resumed"`
	}
	rows := []row{}
	for _, c := range r.Done {
		rows = append(rows, row{c.Study, c.Full, c.Folder, c.Files, c.Rows, c.Resumed})
	}
	return rows
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
	type row struct {
		Study   string `json:"study"`
		Full    bool   `json:"full"`
		File    string `json:"file"`
		Line    int    `json:"line"`
		Problem string `json:"problem"`
		Wanted  string `json:"wanted"`
		Got     string `json:"got"`
		Detail  string `json:"detail"`
	}
	rows := []row{}
	for _, f := range r.Differences {
		rows = append(rows, row{f.Study, f.Full, f.File, f.Line, f.Problem.String(), f.Wanted, f.Got, f.Detail})
	}
	return rows
}

// WriteText writes the differences and a verdict; stopped says that there was more to check.
func (r CheckReport) WriteText(w io.Writer, stopped bool) error {
	for _, f := range r.Differences {
		if _, err := fmt.Fprintln(w, f); err != nil {
			return err
		}
	}
	files := 0
	for _, c := range r.Checked {
		files += len(c.Files)
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
	_, err := fmt.Fprintf(w, "%s of studies, %s: %s\n", show.Count(len(r.Checked), "part"), show.Count(files, "file"), verdict)
	return err
}

// RedrawReport is what [Redraw] did.
type RedrawReport []Redrawn

// JSON returns the form for JSON: the parts: study, full, files.
func (r RedrawReport) JSON() any {
	type row struct {
		Study string   `json:"study"`
		Full  bool     `json:"full"`
		Files []string `json:"files"`
	}
	rows := []row{}
	for _, d := range r {
		rows = append(rows, row{d.Study, d.Full, append([]string{}, d.Files...)})
	}
	return rows
}

// WriteText names the pictures that are other ones now.
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

package table

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"unicode/utf8"
)

// WriteText writes the table for people: columns aligned, two spaces apart, numbers to the right, everything
// else to the left, an empty cell as -, no space at the end of a line. Widths are counted in code points.
func (t *Table) WriteText(w io.Writer) error {
	widths := make([]int, len(t.columns))
	lines := make([][]string, 0, t.Len()+1)
	header := make([]string, len(t.columns))
	for i, c := range t.columns {
		header[i] = c.Name
	}
	lines = append(lines, header)
	for i := range t.Len() {
		line := make([]string, len(t.columns))
		for j, c := range t.row(i) {
			line[j] = c.text
			if c.IsEmpty() {
				line[j] = "-"
			}
		}
		lines = append(lines, line)
	}
	for _, line := range lines {
		for j, field := range line {
			widths[j] = max(widths[j], utf8.RuneCountInString(field))
		}
	}
	var out strings.Builder
	for _, line := range lines {
		var text strings.Builder
		for j, field := range line {
			if j > 0 {
				text.WriteString("  ")
			}
			pad := strings.Repeat(" ", widths[j]-utf8.RuneCountInString(field))
			if t.columns[j].Kind.Numeric() {
				text.WriteString(pad + field)
			} else {
				text.WriteString(field + pad)
			}
		}
		out.WriteString(strings.TrimRight(text.String(), " ") + "\n")
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// WriteJSON writes the table for programs: an array with one object per row and per line, keys in column
// order. Ints and floats are numbers (as printed in CSV), bools are bools, an empty cell is null; big
// integers and fractions are strings, because most readers would round them.
func (t *Table) WriteJSON(w io.Writer) error {
	var out bytes.Buffer
	out.WriteString("[")
	for i := range t.Len() {
		if i > 0 {
			out.WriteString(",")
		}
		out.WriteString("\n ")
		if err := t.writeRowJSON(&out, i); err != nil {
			return err
		}
	}
	if t.Len() > 0 {
		out.WriteString("\n")
	}
	out.WriteString("]\n")
	_, err := w.Write(out.Bytes())
	return err
}

// MarshalJSON returns the array of [Table.WriteJSON], so that a table can be part of a larger JSON value.
func (t *Table) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	err := t.WriteJSON(&out)
	return out.Bytes(), err
}

func (t *Table) writeRowJSON(out *bytes.Buffer, i int) error {
	out.WriteString("{")
	for j, c := range t.row(i) {
		if j > 0 {
			out.WriteString(",")
		}
		name, err := jsonText(t.columns[j].Name)
		if err != nil {
			return err
		}
		value, err := c.json()
		if err != nil {
			return err
		}
		out.Write(name)
		out.WriteString(":")
		out.Write(value)
	}
	out.WriteString("}")
	return nil
}

// json returns the cell as WriteJSON prints it.
func (c Cell) json() ([]byte, error) {
	switch c.kind {
	case 0:
		return []byte("null"), nil
	case KindInt, KindFloat, KindBool: // their canonical texts are JSON already
		return []byte(c.text), nil
	}
	return jsonText(c.text)
}

// jsonText quotes a string, leaving <, > and & readable.
func jsonText(s string) ([]byte, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), nil
}

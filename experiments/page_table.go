package experiments

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"html/template"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"coterie/internal/table"
)

// pageTable is a table as the page shows it: its first rows as markup, all of them as data for the
// script.
type pageTable struct {
	pageLink
	ID      string
	Columns []pageColumn
	Len     int
	First   [][]string  // as many rows as are shown at once
	Data    template.JS // see tableData
	Wide    bool        // too wide for upright paper
}

type pageColumn struct {
	Name, Kind, Unit, Doc string
	Numeric               bool
}

// Words are the name in pieces between which a heading may break.
func (c pageColumn) Words() []string { return strings.SplitAfter(c.Name, "_") }

// Hint is the tooltip of a heading.
func (c pageColumn) Hint() string {
	if c.Unit == "" {
		return c.Doc
	}
	return fmt.Sprintf("%s (%s)", c.Doc, c.Unit)
}

// paperWidth is about how many characters of a printed table fit beside each other on upright
// paper, longestCell how many a cell takes before it is broken into lines.
const (
	paperWidth  = 110
	longestCell = 24
)

// isWide reports whether a table, as shown, is too wide for upright paper.
func (t pageTable) isWide() bool {
	width := 0
	for i, c := range t.Columns {
		widest := utf8.RuneCountInString(slices.MaxFunc(c.Words(), func(a, b string) int { return len(a) - len(b) }))
		for _, row := range t.First {
			widest = max(widest, utf8.RuneCountInString(row[i]))
		}
		width += min(widest, longestCell) + 1
	}
	return width > paperWidth
}

func newPageTable(study string, link pageLink, t *table.Table) (pageTable, error) {
	shown := pageTable{
		pageLink: link,
		ID:       "table-" + study + "-" + strings.TrimSuffix(link.Name, ".csv"),
		Len:      t.Len(),
	}
	for _, c := range t.Columns() {
		shown.Columns = append(shown.Columns, pageColumn{c.Name, c.Kind.String(), c.Unit, c.Doc, c.Kind.Numeric()})
	}
	for i := range min(t.Len(), pageRows) {
		var row []string
		for _, c := range t.Row(i) {
			row = append(row, c.String())
		}
		shown.First = append(shown.First, row)
	}
	shown.Wide = shown.isWide()
	data, err := tableData(t)
	shown.Data = template.JS(data)
	return shown, err
}

// tableData is a table as compact JSON, an array with one element per column: an array of its
// cells, or, where many of them are alike, [DISTINCT, INDICES]: an array of the distinct cells and
// one of the index of each row. A cell is its text, null where it is empty, and a number in a
// column of ints, which are exact in every reader. The JSON holds no <, > or &, so it can stand in
// a script element.
func tableData(t *table.Table) ([]byte, error) {
	columns := make([]any, len(t.Columns()))
	for k, c := range t.Columns() {
		cells := make([]json.RawMessage, t.Len())
		var distinct []json.RawMessage
		place := make(map[string]int)
		indices := make([]int, t.Len())
		for i := range t.Len() {
			cell := t.Row(i)[k]
			switch {
			case cell.IsEmpty():
				cells[i] = json.RawMessage("null")
			case c.Kind == table.KindInt:
				cells[i] = json.RawMessage(cell.String())
			default:
				data, err := json.Marshal(cell.String())
				if err != nil {
					return nil, err
				}
				cells[i] = data
			}
			at, seen := place[string(cells[i])]
			if !seen {
				at = len(distinct)
				place[string(cells[i])] = at
				distinct = append(distinct, cells[i])
			}
			indices[i] = at
		}
		if size(distinct)+len(cells)*len(strconv.Itoa(len(distinct))) < size(cells) {
			columns[k] = []any{distinct, indices}
		} else {
			columns[k] = cells
		}
	}
	return json.Marshal(columns) // escapes <, > and &, in raw messages too
}

func size(cells []json.RawMessage) int {
	sum := 0
	for _, c := range cells {
		sum += len(c)
	}
	return sum
}

// isClaims reports whether a table has the columns of every claims.csv, so that it can be shown as
// claims.
func isClaims(t *table.Table) bool { return slices.Equal(t.Columns(), heads(claimColumns())) }

// claimsOf returns the claims of a table that isClaims.
func claimsOf(study string, t *table.Table) []pageClaim {
	var list []pageClaim
	if !isClaims(t) {
		return nil
	}
	for i := range t.Len() {
		at := func(column string) string { return t.At(i, column).String() }
		list = append(list, pageClaim{
			Study: study, ID: at("id"), Source: at("source"), Section: at("section"), Statement: at("statement"),
			Verdict: at("verdict"), Range: at("range"), Exhaustive: at("exhaustive") == "true",
			Cases: at("cases"), Against: at("counterexamples"),
			Reading: at("reading"), Witness: at("witness"), Doc: at("doc"), Command: at("command"),
		})
	}
	return list
}

// newPagePicture puts a picture into an address of its own: nothing in it, no style and no name,
// can touch the page, and the page needs no file beside it.
func newPagePicture(link pageLink, ext string, data []byte) pagePicture {
	p := pagePicture{pageLink: link, Title: strings.TrimSuffix(link.Name, ext)}
	if ext == ".png" {
		p.Data = template.URL("data:image/png;base64," + base64.StdEncoding.EncodeToString(data))
		return p
	}
	if title := svgTitle(data); title != "" {
		p.Title = title
	}
	// The template escapes what else an address may not hold. Escaping is shorter than base64 for
	// an SVG, which is mostly digits.
	escaped := strings.NewReplacer("%", "%25", "#", "%23", "\t", " ", "\n", " ", "&", "%26", "'", "%27").Replace(string(data))
	p.Data = template.URL("data:image/svg+xml," + escaped)
	return p
}

// svgTitle returns the title of an SVG, "" where it has none.
func svgTitle(data []byte) string {
	d := xml.NewDecoder(bytes.NewReader(data))
	for {
		token, err := d.Token()
		if err != nil {
			return ""
		}
		if start, ok := token.(xml.StartElement); ok && start.Name.Local == "title" {
			var title string
			if d.DecodeElement(&title, &start) != nil {
				return ""
			}
			return strings.TrimSpace(title)
		}
	}
}

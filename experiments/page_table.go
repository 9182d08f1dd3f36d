package experiments

import (
	"encoding/json"
	"html/template"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"coterie/internal/words/table"
)

// pageTable is a table as the page shows it: its first rows as markup, and all rows as data for the
// script. If the data is long, the page has a link to the file instead.
type pageTable struct {
	pageFile
	ID      string
	Columns []table.Column
	Len     int
	First   [][]string  // as many rows as are on show without the script
	Data    template.JS // see tableData
	Wide    bool        // too wide for upright paper
}

// words splits the name of a column into the pieces between which a heading may break.
func words(name string) []string { return strings.SplitAfter(name, "_") }

// paperWidth is about the number of characters of a printed table that fit side by side on upright
// paper. longestCell is the number of characters after which a cell is broken into lines.
const (
	paperWidth  = 110
	longestCell = 24
)

// isWide reports whether a table, as shown, is too wide for upright paper.
func (t pageTable) isWide() bool {
	width := 0
	for i, c := range t.Columns {
		widest := utf8.RuneCountInString(slices.MaxFunc(words(c.Name), func(a, b string) int { return len(a) - len(b) }))
		for _, row := range t.First {
			widest = max(widest, utf8.RuneCountInString(row[i]))
		}
		width += min(widest, longestCell) + 1
	}
	return width > paperWidth
}

func newPageTable(study string, link pageFile, t *table.Table) (pageTable, error) {
	shown := pageTable{
		pageFile: link,
		ID:       "table-" + study + "-" + strings.TrimSuffix(link.Name, ".csv"),
		Columns:  t.Columns(),
		Len:      t.Len(),
	}
	for i := range min(t.Len(), pageFirst) {
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

// tableData returns a table as compact JSON, an array with one element per column: an array of its
// cells, or, if many of them are alike, [DISTINCT, INDICES]: an array of the distinct cells and one
// of the index of each row. A cell is its text, null if it is empty, and a number in a column of
// ints, which are exact in every reader. The JSON holds no <, > or &, so it can stand in a script
// element.
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

// Rows returns the rows that the page shows before a script has run.
func (t pageTable) Rows(most int) [][]string { return t.First[:min(most, len(t.First))] }

// Whole reports whether the page holds the table whole, as data for the script.
func (t pageTable) Whole(bytes int) bool { return len(t.Data) <= bytes }

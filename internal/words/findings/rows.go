package findings

import (
	"encoding/json"
	"fmt"
	"io"
	"math/bits"
	"strconv"
	"strings"

	"coterie/internal/words/parquet"
	"coterie/internal/words/show"
	"coterie/internal/words/table"
	"coterie/quorum"
	"coterie/search/enumerate"
	"coterie/search/enumerate/atlas"
)

// Rows writes the systems of a listing, one on each line, and reads them again. There may be
// millions, so lines are formatted by hand.
type Rows struct {
	Query    enumerate.Query
	Format   string // text, json, csv or parquet
	Total    int    // the number of systems
	Width    int    // of the numbers in the text form
	Measured bool   // each with its figures: package atlas lists the possible queries
}

// Header returns the line above the rows; only CSV has one.
func (r Rows) Header() string {
	if r.Format != "csv" {
		return ""
	}
	columns := "index,quorums,min_quorum,max_quorum"
	if r.Query.Classes {
		columns += ",automorphisms,orbit"
	}
	if r.Measured {
		columns += measuredColumns
	}
	return columns + ",system\n"
}

// Begin writes the header. For a Parquet file it writes a complete file without rows.
func (r Rows) Begin(w io.Writer) error {
	if r.Format == parquetFormat {
		if r.Measured {
			t, err := atlas.NewTable(w, r.Query, 1)
			if err == nil {
				err = t.Close()
			}
			return err
		}
		return parquet.WriteTable(w, tableName, table.New(r.columns()...))
	}
	_, err := io.WriteString(w, r.Header())
	return err
}

// Start returns the beginning of the line of the item with an index: its number.
func (r Rows) Start(index int) string {
	ordinal := quorum.Index(index).Ordinal()
	switch r.Format {
	case "json":
		return fmt.Sprintf(`{"index":%d,`, ordinal)
	case "csv":
		return strconv.Itoa(ordinal) + ","
	}
	return fmt.Sprintf("%*d  ", r.Width, ordinal)
}

// Append appends the line of an item, with its line end.
func (r Rows) Append(line []byte, item enumerate.Item) []byte {
	if !r.Measured {
		return r.append(line, item, nil)
	}
	c, err := new(atlas.Kernel).Measure(item.Cartels[0], item.Automorphisms)
	if err != nil {
		// No row of a listing is such a system, but a system from a file may be.
		return fmt.Appendf(line, "%s%v\n", r.Start(item.Index), err)
	}
	return r.append(line, item, &c)
}

// append appends the line of an item, with its figures if c is not nil.
func (r Rows) append(line []byte, item enumerate.Item, c *atlas.Class) []byte {
	switch r.Format {
	case "json":
		return r.appendJSON(line, item, c)
	case "csv":
		return r.appendCSV(line, item, c)
	}
	return r.appendText(line, item, c)
}

// marks are the characters around and between quorums and cartels, and the texts of all quorums, by
// their masks.
type marks struct {
	openCartel, closeCartel, betweenCartels, between string

	quorums [1 << enumerate.MaxNodes]string
}

// spelled returns the marks with the texts of quorums, which have characters around and between
// their nodes.
func (m marks) spelled(open, closing, between string) marks {
	for set := range m.quorums {
		m.quorums[set] = open + show.Join(quorum.SetOfMask(set).Nodes(), between, func(v int) string { return strconv.Itoa(quorum.Node(v).Ordinal()) }) + closing
	}
	return m
}

// appendCartels appends the quorums of each cartel.
func appendCartels(line []byte, cartels [][]int, m *marks) []byte {
	for i, quorums := range cartels {
		if i > 0 {
			line = append(line, m.betweenCartels...)
		}
		line = append(line, m.openCartel...)
		for j, set := range quorums {
			if j > 0 {
				line = append(line, m.between...)
			}
			line = append(line, m.quorums[set]...)
		}
		line = append(line, m.closeCartel...)
	}
	return line
}

// quorumsOf returns the quorums of each cartel of an item.
func quorumsOf(item enumerate.Item) [][]int {
	cartels := make([][]int, len(item.Cartels))
	for i, f := range item.Cartels {
		cartels[i] = f.Minimal()
	}
	return cartels
}

var (
	textMarks = marks{betweenCartels: " | ", between: " "}.spelled("{", "}", ",")
	csvMarks  = marks{betweenCartels: " | ", between: " "}.spelled("", "", "-")
	jsonMarks = marks{openCartel: "[", closeCartel: "]", betweenCartels: ",", between: ","}.spelled("[", "]", ",")
)

func (r Rows) appendText(line []byte, item enumerate.Item, c *atlas.Class) []byte {
	line = append(line, r.Start(item.Index)...)
	if r.Query.Classes {
		line = fmt.Appendf(line, "aut %-*d  orbit %-*d  ", len(strconv.Itoa(r.renamings())), item.Automorphisms, len(strconv.Itoa(r.renamings())), item.Orbit)
	}
	if c != nil {
		line = appendFiguresText(line, c)
	}
	return append(appendCartels(line, quorumsOf(item), &textMarks), '\n')
}

// renamings returns the number of renamings of the nodes.
func (r Rows) renamings() int {
	f := 1
	for i := range r.Query.Nodes {
		f *= i + 1
	}
	return f
}

// columns returns the columns of a Parquet file of systems without figures.
func (r Rows) columns() []table.Column {
	columns := []table.Column{
		table.Ints("index", "", "the place in the listing, from 1"), table.Ints("quorums", "", "how many there are"),
		table.Ints("min_quorum", "nodes", "the size of a smallest one"), table.Ints("max_quorum", "nodes", "the size of a largest one"),
	}
	if r.Query.Classes {
		columns = append(columns, table.Ints("automorphisms", "", "renamings of the nodes that keep the system"), table.Ints("orbit", "", "systems of the class"))
	}
	return append(columns, table.Texts("system", "", "the nodes of a quorum with - between them, a space between quorums, | between cartels"))
}

// row returns the cells of an item under the columns.
func (r Rows) row(item enumerate.Item) []table.Cell {
	cells := []table.Cell{table.Int(quorum.Index(item.Index).Ordinal())}
	cartels := quorumsOf(item)
	values, _ := r.sizes(item, cartels)
	for _, v := range values {
		cells = append(cells, table.Int(v))
	}
	return append(cells, table.Text(string(appendCartels(nil, cartels, &csvMarks))))
}

// sizes returns the numbers of a row, and whether a spreadsheet would take its system for a date,
// as it does 1-2; see package table.
func (r Rows) sizes(item enumerate.Item, cartels [][]int) (values []int, date bool) {
	number, least, greatest := 0, enumerate.MaxNodes, 0
	for _, quorums := range cartels {
		number += len(quorums)
		for _, set := range quorums {
			least, greatest = min(least, bits.OnesCount(uint(set))), max(greatest, bits.OnesCount(uint(set)))
		}
	}
	values = []int{number, least, greatest}
	if r.Query.Classes {
		values = append(values, item.Automorphisms, item.Orbit)
	}
	return values, number == 1 && greatest > 1
}

func (r Rows) appendCSV(line []byte, item enumerate.Item, c *atlas.Class) []byte {
	line = append(line, r.Start(item.Index)...)
	cartels := quorumsOf(item)
	values, date := r.sizes(item, cartels)
	for _, v := range values {
		line = append(strconv.AppendInt(line, int64(v), 10), ',')
	}
	if c != nil {
		line = appendFiguresCSV(line, c)
	}
	if date {
		line = append(line, '\'')
	}
	return append(appendCartels(line, cartels, &csvMarks), '\n')
}

func (r Rows) appendJSON(line []byte, item enumerate.Item, c *atlas.Class) []byte {
	line = append(line, r.Start(item.Index)...)
	if r.Query.Classes {
		line = fmt.Appendf(line, `"automorphisms":%d,"orbit":%d,`, item.Automorphisms, item.Orbit)
	}
	if c != nil {
		line = appendFiguresJSON(line, c)
	}
	kind, key := quorum.KindSystem, `"quorums":`
	if r.Query.Groups > 1 {
		kind, key = quorum.KindGroupSystem, `"cartels":[`
	} else if r.Query.K > 0 {
		kind, key = quorum.KindKCoterie, fmt.Sprintf(`"k":%d,"quorums":`, r.Query.K)
	}
	line = fmt.Appendf(line, `"system":{"format":%q,"kind":%q,"name":"%v of the %d %s","n":%d,%s`, quorum.Format, string(kind), quorum.Index(item.Index), r.Total, Words(r.Query), r.Query.Nodes, key)
	line = appendCartels(line, quorumsOf(item), &jsonMarks)
	if r.Query.Groups > 1 {
		line = append(line, ']')
	}
	return append(line, "}}\n"...)
}

// Parse reads a line that Append wrote. The caller judges the item by writing it again.
func (r Rows) Parse(line string) (enumerate.Item, error) {
	item, system, err := r.fields(line)
	if err != nil {
		return item, err
	}
	open := strings.NewReplacer("{", "", "}", "", ",", "-")
	for _, cartel := range strings.Split(system, " | ") {
		var quorums [][]int
		for _, word := range strings.Fields(open.Replace(cartel)) {
			var nodes []int
			for _, v := range strings.Split(word, "-") {
				var node quorum.Node
				if err := node.UnmarshalJSON([]byte(v)); err != nil {
					return item, err
				}
				nodes = append(nodes, int(node))
			}
			quorums = append(quorums, nodes)
		}
		family, err := quorum.NewFamily(r.Query.Nodes, quorums)
		if err != nil {
			return item, err
		}
		f, err := enumerate.FunctionOf(family)
		if err != nil {
			return item, err
		}
		item.Cartels = append(item.Cartels, f)
	}
	return item, nil
}

// fields returns the item of a line without its system, and the system in the form of the text or
// of CSV.
func (r Rows) fields(line string) (item enumerate.Item, system string, err error) {
	var index int
	switch {
	case r.Format == "json":
		var row struct {
			Index         int
			Automorphisms int
			Orbit         int
			System        struct {
				Quorums [][]int
				Cartels [][][]int
			}
		}
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			return item, "", err
		}
		index, item.Automorphisms, item.Orbit = row.Index, row.Automorphisms, row.Orbit
		cartels := row.System.Cartels
		if r.Query.Groups < 2 {
			cartels = [][][]int{row.System.Quorums}
		}
		var parts []string
		for _, quorums := range cartels {
			parts = append(parts, show.Join(quorums, " ", func(q []int) string { return joinInts(q, "-") }))
		}
		system = strings.Join(parts, " | ")
	case r.Format == "csv":
		values := strings.Split(line, ",")
		if len(values) != strings.Count(r.Header(), ",")+1 {
			return item, "", fmt.Errorf("%d columns", len(values))
		}
		if index, err = strconv.Atoi(values[0]); err == nil && r.Query.Classes {
			if item.Automorphisms, err = strconv.Atoi(values[4]); err == nil {
				item.Orbit, err = strconv.Atoi(values[5])
			}
		}
		system = strings.TrimPrefix(values[len(values)-1], "'")
	case r.Query.Classes:
		_, err = fmt.Sscanf(line, "%d aut %d orbit %d", &index, &item.Automorphisms, &item.Orbit)
	default:
		_, err = fmt.Sscanf(line, "%d", &index)
	}
	if r.Format == "text" {
		if open := strings.IndexByte(line, '{'); open >= 0 {
			system = line[open:]
		}
	}
	item.Index = index - 1
	return item, system, err
}

// Kind returns the kind of systems of a query, in the words of the JSON key kind.
func Kind(q enumerate.Query) string {
	kind := "coterie"
	if q.Groups > 1 {
		kind = "group-quorum-system"
	} else if q.K > 0 {
		kind = "k-coterie"
	}
	if q.Nondominated {
		kind = "nondominated-" + kind
	}
	return kind
}

// Words returns the kind for people, in the plural.
func Words(q enumerate.Query) string {
	words := "coteries"
	if q.Groups > 1 {
		words = fmt.Sprintf("quorum systems of %d groups", q.Groups)
	} else if q.K > 0 {
		words = fmt.Sprintf("%d-coteries", q.K)
	}
	if q.Nondominated {
		words = "nondominated " + words
	}
	if q.Classes {
		words = "classes of " + words
	}
	words += " on " + show.Count(q.Nodes, "node")
	if q.AllUsed {
		words += ", with all nodes used"
	}
	return words
}

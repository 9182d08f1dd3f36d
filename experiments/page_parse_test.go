package experiments

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"coterie/internal/check/assert"
)

// parsePage parses a page as a browser does.
func parsePage(t *testing.T, data []byte) *html.Node {
	t.Helper()
	return assert.Got(html.Parse(bytes.NewReader(data)))(t)
}

func attribute(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

// elements returns the elements of a name and, unless it is empty, a class, in the order of the
// page.
func elements(root *html.Node, name, class string) []*html.Node {
	var list []*html.Node
	for n := range root.Descendants() {
		if n.Type == html.ElementNode && n.Data == name && (class == "" || slices.Contains(strings.Fields(attribute(n, "class")), class)) {
			list = append(list, n)
		}
	}
	return list
}

func byID(root *html.Node, id string) *html.Node {
	for n := range root.Descendants() {
		if n.Type == html.ElementNode && attribute(n, "id") == id {
			return n
		}
	}
	return nil
}

// text returns the text of an element, without scripts.
func text(n *html.Node) string {
	var s strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode && d.Parent.Data != "script" {
			s.WriteString(d.Data)
		}
	}
	return s.String()
}

// cellsOf decodes the data of a table in the page, by its documented form alone.
func cellsOf(t *testing.T, section *html.Node) [][]string {
	t.Helper()
	scripts := elements(section, "script", "")
	if len(scripts) != 1 || attribute(scripts[0], "type") != "application/json" {
		t.Fatalf("%d scripts in a table", len(scripts))
	}
	decoder := json.NewDecoder(strings.NewReader(scripts[0].FirstChild.Data))
	decoder.UseNumber()
	var columns [][]any
	assert.OK(t, decoder.Decode(&columns))
	cell := func(v any) string {
		switch v := v.(type) {
		case nil:
			return ""
		case json.Number:
			return v.String()
		}
		return v.(string)
	}
	rows := make([][]string, 0)
	for k, column := range columns {
		cells := make([]string, 0)
		if distinct, ok := first(column).([]any); ok {
			for _, i := range column[1].([]any) {
				at := assert.Got(i.(json.Number).Int64())(t)
				cells = append(cells, cell(distinct[at]))
			}
		} else {
			for _, v := range column {
				cells = append(cells, cell(v))
			}
		}
		for i, c := range cells {
			if k == 0 {
				rows = append(rows, nil)
			}
			rows[i] = append(rows[i], c)
		}
	}
	return rows
}

func first(list []any) any {
	if len(list) == 0 {
		return nil
	}
	return list[0]
}

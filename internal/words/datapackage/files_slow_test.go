//go:build slow

package datapackage

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/solve/record"
	"coterie/internal/words/table"
	"coterie/results"
)

const folder = "../../../results/records"

// TestSlowFiles: the committed folder is the one that the records make, and its parts agree: the
// fields of datapackage.json with the heads of the CSV files, b-files with their form, anchors with
// records, lines with records that verify reads.
func TestSlowFiles(t *testing.T) {
	var described struct {
		Version   string
		Resources []struct {
			Name, Path string
			Schema     struct {
				Fields     []struct{ Name, Type, Description string }
				PrimaryKey []string
			}
		}
	}
	assert.OK(t, json.Unmarshal(assert.Got(os.ReadFile(filepath.Join(folder, "datapackage.json")))(t), &described))
	files := assert.Got(Files(described.Version))(t)
	plain := func(name string, data []byte) string {
		if strings.HasSuffix(name, ".gz") {
			data = assert.Got(io.ReadAll(assert.Got(gzip.NewReader(bytes.NewReader(data)))(t)))(t)
		}
		return string(data)
	}
	for name, data := range files {
		committed, err := os.ReadFile(filepath.Join(folder, name))
		assert.True(t, err == nil && plain(name, committed) == plain(name, data), "%s is not what the records make: coterie record --all results/records (%v)", name, err)
	}
	assert.Equal(t, len(assert.Got(os.ReadDir(folder))(t)), len(files), "files of the folder")
	assert.Equal(t, len(described.Resources), len(results.Kinds()), "resources")

	for i, r := range described.Resources {
		k := results.Kinds()[i]
		rows := assert.Got(table.ReadCSV(bytes.NewReader(files[r.Path])))(t)
		assert.MustEqual(t, len(r.Schema.Fields), len(rows.Columns()), "%s: fields", r.Name)
		for j, c := range rows.Columns() {
			f := r.Schema.Fields[j]
			assert.True(t, f.Name == c.Name && len(f.Description) > 5, "%s: field %+v, column %s", r.Name, f, c.Name)
			for row := range rows.Len() {
				_, err := strconv.ParseInt(rows.Row(row)[j].String(), 10, 64)
				assert.MustTrue(t, f.Type != "integer" || err == nil, "%s, row %d: %s is no integer", r.Name, row, f.Name)
			}
		}
		assert.Equal(t, len(r.Schema.PrimaryKey), 1+len(k.Parameters), "%s: key", r.Name)
		page := string(files[r.Name+".html"])
		anchors := article.FindAllStringSubmatch(page, -1)
		assert.MustEqual(t, len(anchors), len(k.Records()), "%s: anchors", r.Name)
		for j, record := range k.Records() {
			assert.Equal(t, anchors[j][1], record.Anchor(), "%s: anchor", r.Name)
		}
		assert.True(t, !strings.Contains(page, "<script") && !strings.Contains(page, "ZgotmplZ") && !strings.Contains(page, "http"), "%s: a page without scripts", r.Name)
		for _, s := range k.Sequences {
			bfile(t, s, string(files["b"+s.ID[1:]+".txt"]))
		}
	}
	lines := assert.Got(record.Read([]byte(plain(".gz", files["records.jsonl.gz"]))))(t)
	total := 0
	for _, k := range results.Kinds() {
		total += len(k.Records())
	}
	assert.Equal(t, len(lines), total, "lines")
}

var (
	article = regexp.MustCompile(`<article id="([^"]+)">`)
	comment = regexp.MustCompile(`^#[ -~]*$`)
	term    = regexp.MustCompile(`^(0|[1-9][0-9]*) (0|[1-9][0-9]*)$`)
)

// bfile judges the form of a b-file: https://oeis.org/wiki/B-files.
func bfile(t *testing.T, s results.Sequence, text string) {
	t.Helper()
	assert.MustTrue(t, strings.HasSuffix(text, "\n") && !strings.HasSuffix(text, "\n\n"), "%s ends with one line end", s.ID)
	n := s.Offset
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		switch m := term.FindStringSubmatch(line); {
		case m != nil:
			assert.MustEqual(t, m[1], strconv.Itoa(n), "%s: %s", s.ID, line)
			n++
		default:
			assert.True(t, comment.MatchString(line) && n == s.Offset, "%s: %q", s.ID, line)
		}
	}
	assert.True(t, n > s.Offset+8, "%s has few terms", s.ID)
}

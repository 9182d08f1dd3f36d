package session_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/check/golden"
	"coterie/internal/solve/session"
)

// TestKept compares the kept bounds with the committed tables. With -update it writes the bounds.
func TestKept(t *testing.T) {
	var text bytes.Buffer
	for _, c := range []struct {
		table, objective, lower, upper string
		question                       func(row map[string]string) string
	}{
		{"near-optimal/near-optimal.csv", "K", "lower", "upper", func(map[string]string) string { return "maekawa" }},
		{"cyclic-covers/full/cyclic-covers.csv", "K", "k", "k", func(map[string]string) string { return "cyclic" }},
		{"cyclic-bounds/cyclic-bounds.csv", "K", "lower", "k", func(map[string]string) string { return "cyclic" }},
		{"group-covers/orders.csv", "K", "least", "least", func(map[string]string) string { return "cover" }},
		{"least-load/full/least-load.csv", "load", "lower", "upper", func(map[string]string) string { return "load" }},
		{"maekawa-table-2-optimal/table-2-optimal.csv", "total", "lower", "upper", func(row map[string]string) string {
			return fmt.Sprintf("total responsibility=%s unique=%s", row["r"], row["unique"])
		}},
		{"group-degree-table/degrees.csv", "degree", "lower", "upper", func(row map[string]string) string { return "group m=" + row["m"] }},
	} {
		file := assert.Got(os.Open(filepath.Join("../../..", "results", filepath.FromSlash(c.table))))(t)
		rows, err := csv.NewReader(file).ReadAll()
		file.Close()
		if err != nil {
			t.Fatal(err)
		}
		question, from, last := "", 0, 0
		var run [2]string // the bounds from one number of nodes to the last
		end := func() {
			if from > 0 {
				fmt.Fprintln(&text, from, last, run[0], run[1])
			}
			from = 0
		}
		for _, cells := range rows[1:] {
			row := map[string]string{}
			for i, name := range rows[0] {
				row[name] = cells[i]
			}
			if row[c.lower] == "" { // there is nothing
				continue
			}
			if q := c.question(row); q != question {
				end()
				question, last = q, 0
				fmt.Fprintf(&text, "results/%s: %s: %s\n", c.table, question, c.objective)
			}
			n := assert.Got(strconv.Atoi(row["n"]))(t)
			if bounds := [2]string{row[c.lower], row[c.upper]}; from == 0 || n != last+1 || bounds != run {
				end()
				from, run = n, bounds
			}
			last = n
		}
		end()
	}
	golden.Compare(t, "kept.txt", text.String())
	for _, c := range []struct {
		question string
		n        int
		want     string
	}{
		{"maekawa", 38, "open in results/near-optimal/near-optimal.csv: 7 <= K <= 8"},
		{"maekawa", 40, "K = 7 in results/near-optimal/near-optimal.csv"},
		{"maekawa", 101, ""},
		{"no question", 7, ""},
	} {
		assert.Equal(t, session.Kept(c.question, c.n), c.want, "%s, n = %d", c.question, c.n)
	}
	if !strings.HasSuffix(session.Kept("load", 15), "23/79 <= load <= 7/23") {
		t.Error(session.Kept("load", 15))
	}
}

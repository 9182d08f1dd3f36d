package growth

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/check/golden"
	"coterie/internal/words/show"
)

// TestPage: the tables of docs/growth.md are those of the committed runs; -update writes them.
func TestPage(t *testing.T) {
	const file, begin, end = "../../../docs/growth.md", "<!-- %s -->\n\n", "\n<!-- end of %s -->"
	var r record
	assert.OK(t, json.Unmarshal(assert.Got(os.ReadFile("../../../results/growth/full/growth.json"))(t), &r))
	page := string(assert.Got(os.ReadFile(file))(t))
	for name, table := range map[string]string{"costs": costsTable(r), "jumps": jumpsTable(r), "machine": machineLine(r)} {
		before, rest, ok := strings.Cut(page, fmt.Sprintf(begin, name))
		_, after, closed := strings.Cut(rest, fmt.Sprintf(end, name))
		if !ok || !closed {
			t.Fatalf("%s has no place for %s", file, name)
		}
		page = before + fmt.Sprintf(begin, name) + table + fmt.Sprintf(end, name) + after
	}
	golden.Compare(t, file, page)
}

func machineLine(r record) string {
	return fmt.Sprintf("The committed runs are those of %s on %s/%s, built by %s; a run is stopped after %s of CPU time.\n",
		show.Count(r.Cores, "core"), r.OS, r.Arch, r.Go, show.Count(r.Seconds, "second"))
}

func costsTable(r record) string {
	var b strings.Builder
	b.WriteString("| command | ends at n | why | CPU time grows as | n for ten times the time |\n|---|---|---|---|---|\n")
	for _, c := range r.Curves {
		if c.Series == "" {
			continue
		}
		last := c.Points[len(c.Points)-1]
		why := map[string]string{over: "too long", refused: "refused", exact: "last tried", none: "last tried, open"}[last.State]
		tenfold := "-"
		if c.TenfoldTime > 0 {
			tenfold = fmt.Sprintf("%.2g", c.TenfoldTime)
			if c.TenfoldTime < 1e6 {
				tenfold = fmt.Sprintf("%.0f", c.TenfoldTime)
			}
		}
		law := c.Law
		if law == "" {
			law = "-"
		}
		fmt.Fprintf(&b, "| `%s` | %d | %s | %s | %s |\n", strings.TrimSuffix(c.Line, " --require-exact"), last.N, why, law, tenfold)
	}
	return b.String()
}

func jumpsTable(r record) string {
	var b strings.Builder
	b.WriteString("| command | from n | to n | times, at least |\n|---|---|---|---|\n")
	for _, c := range r.Curves {
		for _, j := range c.Jumps {
			fmt.Fprintf(&b, "| `%s` | %d | %d | %.0f |\n", strings.TrimSuffix(c.Line, " --require-exact"), j.From, j.To, j.Times)
		}
	}
	return b.String()
}

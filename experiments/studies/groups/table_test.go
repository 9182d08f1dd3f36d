package groups

import (
	"slices"
	"strings"
	"testing"

	"coterie/experiments"
	"coterie/experiments/studytest"
	"coterie/internal/check/assert"
	"coterie/search/group"
)

func TestGroupDegreeTableSmall(t *testing.T) {
	p := tableParameters{Groups: 16, Nodes: 26, Responsibilities: []int{3, 4}, Searched: 3, Steps: 20_000, Pairs: 400}
	folder := studytest.Small(t, declareTable, p, experiments.Decoded(verifyTable))
	studytest.WantRows(t, folder, "covering-arrays.csv", "2,4,5,exact,", "3,5,11,exact,11,", "3,7,12,exact,12,", "4,6,,open,", "5,6,25,exact,", "5,7,,beyond the table,")
	studytest.WantRows(t, folder, "with-blanks.csv", "3,1,7,7,exact,", "3,2,5,14,exact,", "4,1,7,5,exact,", "4,2,5,8,exact,")
	studytest.WantRows(t, folder, "degrees.csv", "11,5,3,3,3,3", "12,7,3,3,3,3", "21,7,4,4,4,4", "3,9,1,1,1,1", "22,9,4,4,4,4", "21,9,,3,4,3")

	studytest.Damaged(t, func(data []byte) error { return experiments.Decoded(verifyTable)(t.Context(), p, "systems.json", data) }, studytest.Bytes(t, folder, "systems.json"), map[string]func(*certificate){
		"degree":  func(c *certificate) { c.Systems[len(c.Systems)-1].Degree++ },
		"nothing": func(c *certificate) { c.Systems = nil },
	})
}

// TestGroupDegreeTableCited: the results that others have excluded stand beside our bounds and
// decide no row. The search of the full part, with its number of steps, needs none of them for ten
// groups.
func TestGroupDegreeTableCited(t *testing.T) {
	assert.Slow(t, "takes ten seconds")
	p := tableParameters{Groups: 11, Nodes: 25, Responsibilities: []int{3}, Searched: 2}
	lines := studytest.Lines(t, studytest.Declare(t, declareTable, p, experiments.Decoded(verifyTable)), "covering-arrays.csv")
	for _, want := range []string{"3,10,,cited,", "3,11,,cited,", "4,7,,cited,"} {
		i := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, want) })
		if i < 0 || !strings.Contains(lines[i], "Torres-Jimenez") {
			t.Errorf("no row %s with its source in\n%s", want, strings.Join(lines, "\n"))
		}
	}
	l, err := group.LeastNodes(t.Context(), 10, 3, 25, group.LeastOptions{Steps: 30_000_000})
	if nodes, _ := group.Cited(10, 3); err != nil || l.Lower != l.Upper || l.Lower != nodes {
		t.Errorf("%+v, %v, cited %d", l, err, nodes)
	}
}

package main

import (
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/search"
	"coterie/search/enumerate"
	"coterie/search/latin"
)

// TestProgressUnits: if things are counted, the label begins with their name in the plural.
func TestProgressUnits(t *testing.T) {
	assert.Long(t, "it runs every search")
	units := []string{"cases", "rows", "sets", "systems", "coteries", "conflicts", "monotone functions", "first functions", "equal parts",
		"kinds of renamings", "group quorum systems", "nondominated group quorum systems", "regular coteries", "rounds"}
	counted := 0
	told := func(stage string, done, total int) {
		if done == 0 && total == 0 {
			return
		}
		counted++
		for _, unit := range units {
			if strings.HasPrefix(stage, unit) {
				return
			}
		}
		t.Errorf("%d of %d of what? %q", done, total, stage)
	}
	opts := enumerate.Options{Jobs: 1, Progress: told}
	for _, q := range []enumerate.Query{
		{Nodes: 8, Nondominated: true}, {Nodes: 7, Nondominated: true, Classes: true}, {Nodes: 6}, {Nodes: 5, Classes: true},
		{Nodes: 3, Groups: 2, Classes: true}, {Nodes: 4, Groups: 3},
	} {
		assert.Got(enumerate.Count(t.Context(), q, opts))(t)
		if q.Nodes == 8 {
			continue
		}
		for _, err := range enumerate.List(t.Context(), q, opts) {
			assert.OK(t, err)
		}
	}
	assert.Got(latin.Mols(t.Context(), 6, 2, latin.Options{Options: search.Options{Jobs: 1, Progress: told}}))(t)
	if counted < 10 {
		t.Errorf("%d numbers were told", counted)
	}
}

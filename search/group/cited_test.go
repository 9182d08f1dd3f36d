package group

import (
	"context"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/search"
)

// TestCited: a question that others have decided says so in its answer, and proves
// nothing by it.
func TestCited(t *testing.T) {
	for _, c := range []struct {
		n, m, degree, limit int
		want                string
	}{
		{14, 11, 0, 0, "no system of degree 3 on fewer than 15 nodes (Torres-Jimenez and Izquierdo-Marquez 2018"},
		{20, 7, 0, 0, "closed in the literature, and the greatest degree is 3"},
		{38, 5, 0, 0, "closed in the literature, and the greatest degree is 5"},
		{13, 10, 3, 0, "no system of degree 3 on fewer than 14 nodes (Torres-Jimenez and Izquierdo-Marquez 2016"},
		{15, 11, 0, 0, ""}, {20, 7, 3, 0, ""}, {20, 7, 0, 3, ""}, {19, 8, 0, 0, "closed"},
	} {
		opts := Options{Responsibility: c.limit, Degree: c.degree, Method: search.Bounds}
		r := assert.Got(Find(context.Background(), c.n, c.m, opts))(t)
		notes := strings.Join(r.Notes, "; ")
		if strings.Contains(notes, "cited, no part of this answer") != (c.want != "") || !strings.Contains(notes, c.want) {
			t.Errorf("n = %d, m = %d: notes %q, want %q", c.n, c.m, notes, c.want)
		}
		if c.want != "" && (r.Optimal || r.Verdict == search.ProvenAbsent || strings.Contains(r.UpperBy, "Torres")) {
			t.Errorf("n = %d, m = %d: a citation proves %+v", c.n, c.m, r)
		}
	}
}

// TestCitedAgainstKnown: the citations leave every array that is known here.
func TestCitedAgainstKnown(t *testing.T) {
	for _, k := range kept() {
		if nodes, source := Cited(k.columns, k.symbols); k.responsibility == 0 && k.rows < nodes {
			t.Errorf("%d rows, %d columns, %d symbols, and %s", k.rows, k.columns, k.symbols, source)
		}
	}
}

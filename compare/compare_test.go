package compare

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"coterie/bounds"
	"coterie/construct"
	"coterie/internal/check/assert"
	"coterie/quorum"
)

func given(t *testing.T, spec string) Given {
	t.Helper()
	source := assert.Got(construct.Open(t.Context(), spec, nil))(t)
	return Given{spec, source}
}

// file returns the system of a file with this text.
func file(t *testing.T, text string) Given {
	t.Helper()
	source := assert.Got(construct.Open(t.Context(), "-", strings.NewReader(text)))(t)
	return Given{"-", source}
}

// TestTableDoesNotDependOnJobs, neither in its figures, nor in its estimates, nor in its order.
func TestTableDoesNotDependOnJobs(t *testing.T) {
	var first []byte
	for _, jobs := range []int{1, 3} {
		table := assert.Got(Compare(t.Context(), []int{13, 14, 35}, 0, []Given{given(t, "wall:rows=1-3-4-5")}, Options{P: bounds.FractionOf(1, 50), Jobs: jobs, Seed: 7}))(t)
		text := assert.Got(json.Marshal(table))(t)
		if first != nil && string(text) != string(first) {
			t.Errorf("jobs %d:\n%s\nwant\n%s", jobs, text, first)
		}
		first = text
	}
}

// TestEveryCellIsExactOrSaysWhy, and an interval contains the estimated figure.
func TestEveryCellIsExactOrSaysWhy(t *testing.T) {
	assert.Slow(t, "over a second of CPU")
	table := assert.Got(Compare(t.Context(), []int{57, 66}, 0, nil, Options{P: bounds.FractionOf(1, 100)}))(t)
	open := 0
	for _, r := range table.Rows {
		for _, q := range costs() {
			c := r.Cell(q)
			if (c.Exact == nil) != (c.Reason != "") || c.Exact != nil && c.Interval != nil {
				t.Errorf("%s of %s: %+v", q, r.Spec, c)
			}
			if i := c.Interval; i != nil && (i.Low > i.High || i.Low < 0) {
				t.Errorf("%s of %s is in %+v", q, r.Spec, i)
			}
			if c.Exact == nil {
				open++
			}
		}
		for key, unknown := range map[string]bool{
			"k": r.K.Min == nil || r.K.Max == nil, "responsibility": r.Responsibility.Min == nil, "resilience": r.Resilience == nil,
			"nondominated": r.Nondominated == quorum.Unknown, "meets": r.Meets == quorum.Unknown,
		} {
			assert.Equal(t, unknown, r.Reasons[key] != "", "%s of %s: unknown, reason %q", key, r.Spec, r.Reasons[key])
		}
	}
	if open == 0 {
		t.Error("nothing is out of reach: the test tests nothing")
	}
}

// TestGivenSystems: a given system that is also a family's gets one row. Systems whose quorums do
// not meet are on no front.
func TestGivenSystems(t *testing.T) {
	apart := file(t, `{"format":"coterie/1","kind":"quorum-system","n":7,"quorums":[[1],[2]]}`)
	table := assert.Got(Compare(t.Context(), []int{7}, 0, []Given{given(t, "fpp:order=2"), given(t, "wall:rows=1-2-4"), apart}, Options{P: bounds.FractionOf(1, 100)}))(t)
	rows := map[string][]Row{}
	for _, r := range table.Rows {
		rows[r.Spec] = append(rows[r.Spec], r)
	}
	if plane := rows["fpp:order=2"]; len(plane) != 1 || !plane[0].Given || !plane[0].Front {
		t.Errorf("the plane: %+v", plane)
	}
	if wall := rows["wall:rows=1-2-4"]; len(wall) != 1 || wall[0].Family != "wall" || wall[0].Meets != quorum.Holds {
		t.Errorf("the wall: %+v", wall)
	}
	if bad := rows["-"]; len(bad) != 1 || bad[0].Front || bad[0].Meets != quorum.Fails || bad[0].Nondominated != quorum.Unknown {
		t.Errorf("what is no quorum system: %+v", bad)
	}
	for _, p := range table.Picks {
		if p.Row.Spec == "-" {
			t.Errorf("%s: the pick is no quorum system", p.Of)
		}
	}
}

// TestOnlyWhatIsAskedFor: cells that are not requested are open for that reason.
func TestOnlyWhatIsAskedFor(t *testing.T) {
	table := assert.Got(Compare(t.Context(), []int{9, 10}, 0, nil, Options{Only: []Quantity{Messages}}))(t)
	for _, r := range table.Rows {
		if r.Messages.Exact == nil || r.Failure.Exact != nil || r.Front {
			t.Errorf("%+v", r)
		}
	}
	if len(table.Picks) != 2 || !slices.Equal(table.Sizes, []int{9, 10}) {
		t.Errorf("picks %+v of %v", table.Picks, table.Sizes)
	}
}

func TestRefusals(t *testing.T) {
	sharing := given(t, "sharing:alpha=1-1")
	_, err := Compare(t.Context(), []int{sharing.System.Nodes}, 0, []Given{sharing}, Options{})
	assert.Fails(t, err, "a sharing-structure cannot be compared", "a sharing structure")
	assert.As[*construct.ParamError](Compare(t.Context(), []int{0}, 0, nil, Options{}))(t, "n = 0")
	ctx, cancel := context.WithCancelCause(t.Context())
	over := errors.New("over")
	cancel(over)
	table, err := Compare(ctx, []int{5}, 0, nil, Options{})
	if !errors.Is(err, over) || table == nil || len(table.Rows) != 0 {
		t.Errorf("a context that has ended: %v, %v", table, err)
	}
}

// TestIntervalTexts: the ends are rounded outward, so that the printed interval contains the exact
// one.
func TestIntervalTexts(t *testing.T) {
	for _, c := range []struct {
		i         Interval
		digits    int
		low, high string
	}{
		{Interval{Low: 0.2365432, High: 0.24723728}, 3, "0.236", "0.248"},
		{Interval{Low: 0.2365437, High: 0.24723728}, 6, "0.236543", "0.247238"},
		{Interval{Low: 0, High: 1}, 3, "0", "1"},
		{Interval{Low: 1.996e-20, High: 9.999e-20}, 2, "1.9e-20", "1e-19"},
	} {
		if low, high := c.i.Texts(c.digits); low != c.low || high != c.high {
			t.Errorf("%+v with %d digits: %s..%s, want %s..%s", c.i, c.digits, low, high, c.low, c.high)
		}
	}
}

// TestWorstOfEstimates: two intervals of 99 % hold at once with 98 %.
func TestWorstOfEstimates(t *testing.T) {
	w := worst([]Cell{{Interval: &Interval{0.1, 0.3, 0.99}}, {Interval: &Interval{0.2, 0.25, 0.99}}, {Exact: big.NewRat(1, 5)}})
	if w.Exact != nil || *w.Interval != (Interval{0.2, 0.3, 0.98}) {
		t.Errorf("%+v", w.Interval)
	}
}

// TestUnusedQuorum: K and the responsibilities are those of the S_i. A quorum that is no site's S_i
// does not count.
func TestUnusedQuorum(t *testing.T) {
	g := file(t, `{"format":"coterie/1","kind":"quorum-system","n":4,"quorums":[[1,2],[2,3],[1,3,4]],"sites":[1,2,2,2]}`)
	row := assert.Got(Compare(t.Context(), []int{4}, 0, []Given{g}, Options{}))(t).Rows
	at := slices.IndexFunc(row, func(r Row) bool { return r.Spec == g.Spec })
	assert.Equal(t, fmt.Sprint(row[at].K.Min, row[at].K.Max, row[at].Responsibility.Min, row[at].Responsibility.Max), "2 2 0 4")
}

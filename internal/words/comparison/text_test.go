package comparison

import (
	"encoding/json"
	"math/big"
	"strings"
	"testing"

	"coterie/bounds"
	"coterie/compare"
	"coterie/internal/check/assert"
	"coterie/quorum"
)

// small returns a table with an exact row, an estimate, and a row without known figures.
func small() *compare.Table {
	span := func(a, b int64) compare.Span { return compare.Span{Min: big.NewInt(a), Max: big.NewInt(b)} }
	resilience := 2
	return &compare.Table{
		Sizes: []int{7}, P: bounds.FractionOf(1, 100),
		Rows: []compare.Row{
			{N: 7, Spec: "fpp:order=2", Family: "fpp", K: span(3, 3), Responsibility: span(3, 3),
				Load: compare.Cell{Exact: big.NewRat(3, 7)}, Failure: compare.Cell{Exact: new(big.Rat).SetFrac(big.NewInt(7), new(big.Int).Exp(big.NewInt(10), big.NewInt(400), nil))},
				Messages: compare.Cell{Exact: big.NewRat(20, 3)}, MessagesBy: compare.BySites, Resilience: &resilience, Nondominated: quorum.Holds, Meets: quorum.Holds, Front: true},
			{N: 7, Spec: "a_b&c", Given: true, K: span(2, 123456789), Responsibility: span(0, 7),
				Load: compare.Cell{Exact: big.NewRat(1, 2)}, Failure: compare.Cell{Reason: "too many", Interval: &compare.Interval{Low: 1e-9, High: 2.4999e-9, Confidence: 0.99}},
				Messages: compare.Cell{Reason: "unknown"}, MessagesBy: compare.ByLoad, Nondominated: quorum.Fails, Meets: quorum.Holds, Reasons: map[string]string{"resilience": "unknown"}},
		},
	}
}

func TestWriteText(t *testing.T) {
	var b strings.Builder
	assert.OK(t, WriteText(&b, small(), "1%", "search on"))
	const want = `7 nodes, each down with probability 1%
   system       K            resp.  load    failure          messages    resil.  ND
*  fpp:order=2  3            3      0.4286  7e-400           6.667 site  2       yes
   a_b&c        2..1.23e+08  0..7   0.5     ~1e-09..2.5e-09  - load      -       no
* on the Pareto front of load, failure and messages
messages by: site, node i asks S_i; load, all draw by a strategy of least load
~ not exact, but in this interval: an estimate at confidence about 0.99, if it is not proved
~ failure of a_b&c: too many
- messages, resilience of a_b&c: unknown
search on
`
	assert.Equal(t, b.String(), want, "got\n")
}

func TestWriteLaTeX(t *testing.T) {
	var b strings.Builder
	assert.OK(t, WriteLaTeX(&b, small()))
	const want = `% 7 nodes; failure at p = 1/100; * is on the Pareto front of load, failure and messages
% \usepackage{booktabs}
\begin{tabular}{llrrrrrlrl}
\toprule
 & system & $K$ & resp. & load & failure & messages & by & resil. & ND \\
\midrule
{*} & fpp:order=2 & $3$ & $3$ & $0.4286$ & $7\cdot 10^{-400}$ & $6.667$ & sites & $2$ & yes \\
 & a\_b\&c & $2$--$1.23\cdot 10^{8}$ & $0$--$7$ & $0.5$ & $\approx 10^{-9}$--$2.5\cdot 10^{-9}$ & -- & load & -- & no \\
\bottomrule
\end{tabular}
`
	assert.Equal(t, b.String(), want, "got\n")
}

// TestBestKnown: one line states the known value, who found it, and how much better there may be.
// JSON and CSV have the same.
func TestBestKnown(t *testing.T) {
	table := small()
	table.Rows[0].Best = &compare.Best{Of: compare.K, Value: bounds.Integer(8), Lower: bounds.Integer(7), LowerBy: "counting", Upper: bounds.Integer(8), UpperBy: "a cover", Spec: "cyclic:n=7,cover=0-1-3"}
	table.Rows[0].Spec = "best known K"
	var b strings.Builder
	assert.OK(t, WriteText(&b, table, "1%"))
	assert.Contains(t, b.String(), "\nbest known K 8 (a cover, cyclic:n=7,cover=0-1-3); at least 7: counting\n")
	text, err := json.Marshal(JSONOf(table, []int{7}).Rows[0])
	if err != nil || !strings.Contains(string(text), `"best_known":{"of":"k","spec":"cyclic:n=7,cover=0-1-3","value":"8","lower":"7","lower_by":"counting","upper":"8","upper_by":"a cover"}`) {
		t.Errorf("%s (%v)", text, err)
	}
	c, err := TableOf(table)
	if err != nil || c.At(0, "best_known").String() != "k" || c.At(0, "best_lower").String() != "7" || !c.At(1, "best_known").IsEmpty() {
		t.Errorf("CSV: %v (%v)", c, err)
	}
}

// TestGroups: the head states the shares of the groups, and JSON has them.
func TestGroups(t *testing.T) {
	table := small()
	table.M = 2
	for _, c := range []struct {
		mix        []bounds.Fraction
		roles      quorum.Roles
		text, json string
	}{
		{nil, nil, "7 nodes, 2 groups with equal shares", `["1/2","1/2"]`},
		{[]bounds.Fraction{bounds.FractionOf(1, 3), bounds.FractionOf(2, 3)}, nil, "7 nodes, 2 groups: group 1 1/3, group 2 2/3", `["1/3","2/3"]`},
		{[]bounds.Fraction{bounds.FractionOf(9, 10), bounds.FractionOf(1, 10)}, quorum.ReadsAndWrites(), "7 nodes, 2 groups: reads 90%, writes 10%", `["9/10","1/10"]`},
	} {
		table.Mix, table.Roles = c.mix, c.roles
		assert.Equal(t, whatIsCompared(table), c.text)
		assert.Equal(t, string(assert.Got(json.Marshal(JSONOf(table, []int{7}).Mix))(t)), c.json)
	}
}

// TestJSONKeys: scripts depend on these.
func TestJSONKeys(t *testing.T) {
	text := assert.Got(json.Marshal(JSONOf(small(), []int{7})))(t)
	var got struct {
		N     int              `json:"n"`
		Rows  []map[string]any `json:"rows"`
		Picks []any            `json:"picks"`
	}
	if err := json.Unmarshal(text, &got); err != nil || got.N != 7 || got.Picks == nil {
		t.Fatalf("%v: %s", err, text)
	}
	for _, row := range got.Rows {
		for _, key := range []string{"spec", "family", "k", "responsibility", "load", "resilience", "failure", "messages", "messages_by", "nondominated", "front", "n"} {
			if _, ok := row[key]; !ok {
				t.Errorf("no key %s in %v", key, row)
			}
		}
	}
	assert.Contains(t, string(text), `"failure":7e-400,`, "the failure has lost its digits: %s", text)
	if row := got.Rows[1]; row["failure"] != nil || row["estimates"].(map[string]any)["failure"].(map[string]any)["high"] != 2.4999e-9 ||
		row["reasons"].(map[string]any)["messages"] != "unknown" {
		t.Errorf("what is open: %v", row)
	}
	c := assert.Got(TableOf(small()))(t)
	if got.Rows[0]["messages_by"] != "sites" || c.At(1, "messages_by").String() != "load" {
		t.Errorf("messages by: %v, CSV %v", got.Rows[0], c.Row(1))
	}
	if c.At(0, "failure").String() != "7e-400" || c.At(1, "failure_high").String() != "2.49991e-09" || !c.At(1, "messages").IsEmpty() {
		t.Errorf("CSV: %v, %v", c.Row(0), c.Row(1))
	}
}

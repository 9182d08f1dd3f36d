package comparison

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math/big"
	"slices"
	"strings"

	"coterie/bounds"
	"coterie/compare"
	"coterie/internal/words/report"
	"coterie/internal/words/table"
	"coterie/measure/liars"
	"coterie/quorum"
)

// JSON is the JSON form of a table. Its keys are a contract.
type JSON struct {
	N   any               `json:"n"` // a number, or [from, to]
	M   *int              `json:"m"`
	Mix []bounds.Fraction `json:"mix"` // null without groups
	P   float64           `json:"p"`
	K   *int              `json:"k,omitempty"` // holders at once
	// Liars, of the given kind, are borne by all ranked rows. LeftOut has the families' systems
	// that are not known to bear them, with reasons. They are there only if liars are asked about.
	Liars   int               `json:"liars,omitempty"`
	Kind    quorum.Property   `json:"kind,omitempty"`
	LeftOut map[string]string `json:"left_out,omitempty"`
	// Without are the families that have no system for the single number of nodes, Chosen those
	// that have no default. Both are null for several numbers of nodes.
	Without []string        `json:"without"`
	Chosen  []string        `json:"chosen"`
	Rows    []comparisonRow `json:"rows"`
	Picks   []pickRow       `json:"picks"`
}

type comparisonRow struct {
	N              int                         `json:"n"`
	Spec           string                      `json:"spec"`
	Family         *string                     `json:"family"`
	Given          bool                        `json:"given"`
	M              *int                        `json:"m"`
	K              *compare.Span               `json:"k"`
	Responsibility *compare.Span               `json:"responsibility"`
	Load           *bounds.Fraction            `json:"load"`
	Resilience     *int                        `json:"resilience"`
	Degree         *int                        `json:"degree"`
	Failure        *json.Number                `json:"failure"`
	Holders        *int                        `json:"holders,omitempty"`
	FailureOfAll   *json.Number                `json:"failure_of_all,omitempty"`
	Messages       *json.Number                `json:"messages"`
	MessagesExact  *bounds.Fraction            `json:"messages_exact"`
	MessagesBy     *compare.Choice             `json:"messages_by"`
	Nondominated   quorum.Truth                `json:"nondominated"`
	Intersecting   quorum.Truth                `json:"intersecting"`
	Front          bool                        `json:"front"`
	Best           *bestRow                    `json:"best_known"`
	Estimates      map[string]compare.Interval `json:"estimates,omitempty"`
	Reasons        map[string]string           `json:"reasons,omitempty"`

	*liarsOf // nil if liars are not asked about
}

type liarsOf struct {
	MinIntersection *int            `json:"min_intersection"`
	Byzantine       *liars.Greatest `json:"byzantine"`
}

// bestRow holds the best known value of one quantity, over all systems.
type bestRow struct {
	Of      compare.Quantity `json:"of"`
	Spec    *string          `json:"spec"` // null if no spec builds the system
	Value   bounds.Fraction  `json:"value"`
	Lower   bounds.Fraction  `json:"lower"`
	LowerBy string           `json:"lower_by"`
	Upper   bounds.Fraction  `json:"upper"`
	UpperBy string           `json:"upper_by"`
}

// pickRow is a pick. Its distances from the best are ratios, except for messages, where they are
// differences.
type pickRow struct {
	N            int              `json:"n"`
	Of           compare.Quantity `json:"of"`
	Spec         string           `json:"spec"`
	Load         *bounds.Fraction `json:"load"`
	Failure      *json.Number     `json:"failure"`
	Messages     *json.Number     `json:"messages"`
	LoadTimes    *json.Number     `json:"load_times_least,omitempty"`
	FailureTimes *json.Number     `json:"failure_times_least,omitempty"`
	MessagesMore *json.Number     `json:"messages_more_than_fewest,omitempty"`
	Ties         []string         `json:"ties,omitempty"`
	Tied         []string         `json:"tied,omitempty"`
	Open         []string         `json:"open,omitempty"`
	Beside       *pickRow         `json:"beside,omitempty"`
}

// number rounds an exact figure to the digits of a float64, even if it is too small for a float64.
func number(r *big.Rat) *json.Number {
	if r == nil {
		return nil
	}
	n := json.Number(digitsOf(r, 17))
	if r.IsInt() {
		n = json.Number(r.RatString())
	}
	return &n
}

// some returns a pointer to v, nil for a zero value: no groups, no family.
func some[T comparable](v T) *T {
	var none T
	if v == none {
		return nil
	}
	return &v
}

// JSONOf returns the table as scripts read it. asked lists the requested numbers of nodes.
func JSONOf(t *compare.Table, asked []int) JSON {
	c := JSON{N: asked[0], M: some(t.M), K: some(t.Holders), Liars: t.Liars, Kind: t.Kind, LeftOut: t.LeftOut, Mix: t.Mix, P: t.P.Float64(), Without: t.Without, Chosen: t.Chosen, Rows: []comparisonRow{}, Picks: []pickRow{}}
	for range t.M {
		if t.Mix == nil {
			c.Mix = append(c.Mix, bounds.FractionOf(1, int64(t.M)))
		}
	}
	if len(asked) > 1 {
		c.N = []int{asked[0], asked[len(asked)-1]}
	}
	for _, r := range t.Rows {
		row := comparisonRow{
			N: r.N, Spec: r.Spec, Given: r.Given, Family: some(r.Family), M: some(r.M), K: some(r.K), Responsibility: some(r.Responsibility),
			Load: report.Fraction(r.Load.Exact), Resilience: r.Resilience, Degree: r.Degree, Failure: number(r.Failure.Exact),
			Holders: some(r.Holders), FailureOfAll: number(r.FailureOfAll.Exact),
			Messages: number(r.Messages.Exact), MessagesExact: report.Fraction(r.Messages.Exact), MessagesBy: some(r.MessagesBy),
			Nondominated: r.Nondominated, Intersecting: r.Meets, Front: r.Front,
			Estimates: map[string]compare.Interval{}, Reasons: reasonsOf(&r),
		}
		if t.Liars > 0 {
			row.liarsOf = &liarsOf{r.MinIntersection, r.Byzantine}
		}
		if b := r.Best; b != nil {
			row.Best = &bestRow{b.Of, some(b.Spec), b.Value, b.Lower, b.LowerBy, b.Upper, b.UpperBy}
		}
		for _, q := range []compare.Quantity{compare.Load, compare.Failure, compare.Messages} {
			if i := r.Cell(q).Interval; i != nil {
				row.Estimates[string(q)] = *i
			}
		}
		if i := r.FailureOfAll.Interval; i != nil {
			row.Estimates["failure_of_all"] = *i
		}
		c.Rows = append(c.Rows, row)
	}
	for _, p := range t.Picks {
		c.Picks = append(c.Picks, *pickOf(p))
	}
	return c
}

// reasonsOf returns, by key, the reasons why figures are null.
func reasonsOf(r *compare.Row) map[string]string {
	reasons := map[string]string{}
	for key, reason := range r.Reasons {
		if key == "meets" {
			key = "intersecting"
		}
		reasons[key] = reason
	}
	if r.Aside != "" {
		reasons["front"] = r.Aside
	}
	for _, q := range []compare.Quantity{compare.Load, compare.Failure, compare.Messages} {
		if c := r.Cell(q); c.Exact == nil {
			reasons[string(q)] = c.Reason
		}
	}
	if c := r.FailureOfAll; c.Exact == nil && c.Reason != "" {
		reasons["failure_of_all"] = c.Reason
	}
	return reasons
}

func pickOf(p compare.Pick) *pickRow {
	row := &pickRow{
		N: p.N, Of: p.Of, Spec: p.Row.Spec, Load: report.Fraction(p.Row.Load.Exact),
		Failure: number(p.Row.Failure.Exact), Messages: number(p.Row.Messages.Exact), Ties: p.Ties, Tied: p.Tied, Open: p.Open,
	}
	for q, dst := range map[compare.Quantity]**json.Number{compare.Load: &row.LoadTimes, compare.Failure: &row.FailureTimes} {
		value, best := p.Row.Cell(q).Exact, p.Best[q]
		if q != p.Of && value != nil && best.Sign() > 0 {
			*dst = number(new(big.Rat).Quo(value, best))
		}
	}
	if value, best := p.Row.Messages.Exact, p.Best[compare.Messages]; value != nil && best != nil {
		row.MessagesMore = number(new(big.Rat).Sub(value, best))
	}
	if p.Beside != nil {
		row.Beside = pickOf(*p.Beside)
	}
	return row
}

// TableOf returns the table for CSV.
func TableOf(t *compare.Table) (*table.Table, error) {
	out := table.New(
		table.Ints("n", "", ""), table.Ints("m", "", ""), table.Texts("spec", "", ""), table.Texts("family", "", ""), table.Bools("given", "", ""),
		table.BigInts("k_min", "", ""), table.BigInts("k_max", "", ""),
		table.BigInts("responsibility_min", "", ""), table.BigInts("responsibility_max", "", ""),
		table.Ratios("load", "", ""), table.Floats("load_approx", "", ""), table.Ints("resilience", "", ""), table.Ints("degree", "", ""),
		table.Texts("failure", "", ""), table.Texts("failure_low", "", ""), table.Texts("failure_high", "", ""),
		table.Ratios("messages", "", ""), table.Floats("messages_approx", "", ""), table.Texts("messages_by", "", ""),
		table.Bools("nondominated", "", ""), table.Bools("intersecting", "", ""), table.Bools("front", "", ""), table.Texts("reasons", "", ""),
		table.Texts("best_known", "", ""), table.Texts("best_spec", "", ""), table.Ratios("best_value", "", ""),
		table.Ratios("best_lower", "", ""), table.Texts("best_lower_by", "", ""), table.Ratios("best_upper", "", ""), table.Texts("best_upper_by", "", ""),
		table.Ints("holders", "", ""), table.Texts("failure_of_all", "", ""), table.Texts("failure_of_all_low", "", ""), table.Texts("failure_of_all_high", "", ""),
		table.Ints("min_intersection", "", ""), table.Ints("dissemination", "", ""), table.Ints("masking", "", ""), table.Ints("opaque", "", ""),
	)
	for _, r := range t.Rows {
		best := make([]table.Cell, 7)
		if b := r.Best; b != nil {
			best = []table.Cell{table.Text(string(b.Of)), table.Name(b.Spec), table.Ratio(b.Value.Rat()),
				table.Ratio(b.Lower.Rat()), table.Quoted(b.LowerBy), table.Ratio(b.Upper.Rat()), table.Quoted(b.UpperBy)}
		}
		out.Add(slices.Concat([]table.Cell{
			table.Int(r.N), table.Maybe(some(r.M), table.Int), table.Name(r.Spec), table.Text(r.Family), table.Bool(r.Given),
			table.Big(r.K.Min), table.Big(r.K.Max), table.Big(r.Responsibility.Min), table.Big(r.Responsibility.Max),
			table.Ratio(r.Load.Exact), table.Approx(r.Load.Exact), table.Maybe(r.Resilience, table.Int), table.Maybe(r.Degree, table.Int),
		}, failureCells(r.Failure), []table.Cell{
			table.Ratio(r.Messages.Exact), table.Approx(r.Messages.Exact), table.Text(string(r.MessagesBy)),
			report.TruthCell(r.Nondominated), report.TruthCell(r.Meets), table.Bool(r.Front), table.Quoted(reasonsText(&r)),
		}, best, []table.Cell{table.Maybe(some(r.Holders), table.Int)}, failureCells(r.FailureOfAll), []table.Cell{
			table.Maybe(r.MinIntersection, table.Int), table.Maybe(r.Byzantine.Of(quorum.Dissemination), table.Int),
			table.Maybe(r.Byzantine.Of(quorum.Masking), table.Int), table.Maybe(r.Byzantine.Of(quorum.Opaque), table.Int),
		})...)
	}
	return out.Filled()
}

// failureCells returns a failure probability, or the ends of its interval.
func failureCells(c compare.Cell) []table.Cell {
	cells := make([]table.Cell, 3)
	if c.Exact != nil {
		cells[0] = table.Text(digitsOf(c.Exact, 17)) // as text: it may be too small for a float in a table
	}
	if c.Interval != nil {
		low, high := c.Interval.Texts(6)
		cells[1], cells[2] = table.Text(low), table.Text(high)
	}
	return cells
}

func reasonsText(r *compare.Row) string {
	reasons := reasonsOf(r)
	var parts []string
	for _, key := range slices.Sorted(maps.Keys(reasons)) {
		if reasons[key] != compare.NotAsked {
			parts = append(parts, key+": "+reasons[key])
		}
	}
	return strings.Join(parts, "; ")
}

// WriteLaTeX writes the table for papers.
func WriteLaTeX(w io.Writer, t *compare.Table) error {
	rows := comparisonCells(t)
	var columns []table.LaTeXColumn
	for _, head := range rows[0] {
		if head == "n" || head == "K" {
			head = "$" + head + "$"
		}
		columns = append(columns, table.LaTeXColumn{Head: strings.TrimSpace(head), Number: !slices.Contains([]string{" ", "system", "by", "ND"}, head)})
	}
	rows = rows[1:]
	var breaks []int
	for i := range rows {
		rows[i][0] = strings.TrimSpace(rows[i][0])
		if i > 0 && t.Rows[i].N != t.Rows[i-1].N {
			breaks = append(breaks, i)
		}
	}
	if len(t.Sizes) == 1 {
		columns = slices.Delete(columns, 1, 2)
		for i := range rows {
			rows[i] = slices.Delete(rows[i], 1, 2)
		}
	}
	fmt.Fprintf(w, "%% %s; failure at p = %v; * is on the Pareto front of load, failure and messages\n", whatIsCompared(t), t.P)
	return table.WriteLaTeX(w, columns, rows, breaks...)
}

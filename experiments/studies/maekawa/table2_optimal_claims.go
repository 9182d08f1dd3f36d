package maekawa

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"coterie/construct"
	"coterie/experiments"
	"coterie/internal/plot"
	"coterie/internal/table"
	"coterie/quorum"
)

// leastTotalMark is a system with the total of Table II, or one of ours, with its place among
// the limits on responsibility.
type leastTotalMark struct {
	N       int
	Whose   string
	Printed string // Table II
	Total   int    // of the sets
	R       int    // their greatest responsibility
	Row     leastTotalRow
	// Known is false where there is no row for N and R.
	Known bool
}

const (
	markPrinted = "Maekawa's printed sets"
	markLiteral = "Method 1 taken literally on Figure 1"
	markOurs    = "our degenerate-fpp"
)

// leastTotalMarks lists, for each N of Table II, the printed sets where there are any, those
// that Method 1 taken literally makes of Figure 1, and ours.
func leastTotalMarks(env experiments.Env, rows []leastTotalRow, printed printedCounts) ([]leastTotalMark, error) {
	figure, err := experiments.ReadPaper[figureOne](env, "maekawa-figure-1.json")
	if err != nil {
		return nil, err
	}
	var marks []leastTotalMark
	for _, p := range printed.Rows {
		mark := func(whose string, f quorum.Family) {
			m := leastTotalMark{N: p.N, Whose: whose, Printed: p.Proposed, Total: f.Incidences(), R: slices.Max(f.Responsibilities())}
			for _, r := range rows {
				if r.N == m.N && r.R == m.R && !r.Unique {
					m.Row, m.Known = r, true
				}
			}
			if m.Known {
				marks = append(marks, m)
			}
		}
		if p.N == printed.Sets.N {
			var sets [][]int
			for _, s := range printed.Sets.Quorums {
				sets = append(sets, s.Nodes())
			}
			f, err := quorum.NewFamily(p.N, sets)
			if err != nil {
				return nil, err
			}
			mark(markPrinted, f)
		}
		d, err := degenerationOf(figure, p.N)
		if err != nil {
			return nil, err
		}
		literal, err := d.literal()
		if err != nil {
			return nil, err
		}
		mark(markLiteral, literal.SiteFamily())
		own, err := construct.DegenerateFPP(p.N, 0)
		if err != nil {
			return nil, err
		}
		mark(markOurs, own.SiteFamily())
	}
	return marks, nil
}

func leastTotalMarksTable(out *experiments.Output, marks []leastTotalMark) (*table.Table, error) {
	t := table.New(
		table.Ints("n", "nodes", "N"),
		table.Texts("sets", "", "whose sets"),
		table.Ints("total", "nodes", "Σ|S_i| of these sets"),
		table.Ints("r", "sets", "their greatest responsibility"),
		table.Floats("mean_decimal", "nodes", "mean |S_i|"),
		table.Ratios("messages", "messages", "3(|S_i| - 1), mean over the sites"),
		table.Texts("printed", "messages", "Table II"),
		table.Ints("lower", "nodes", "no sets with responsibilities at most r have a smaller total"),
		table.Ints("upper", "nodes", "the smallest total that is known for them"),
	)
	for _, m := range marks {
		mean, _ := big.NewRat(int64(m.Total), int64(m.N)).Float64()
		if err := t.Append(table.Int(m.N), table.Text(m.Whose), table.Int(m.Total), table.Int(m.R), table.Float(mean), table.Ratio(messagesOfTotal(m.Total, m.N)), table.Text(m.Printed), table.Int(m.Row.Lower), table.Int(m.Row.Upper)); err != nil {
			return nil, err
		}
	}
	return t, out.Table("table-2-marks.csv", t)
}

// plotLeastTotals draws the mean size against R, for sets of any kind, with the marks.
func plotLeastTotals(out *experiments.Output, p leastTotalParameters, t, marks *table.Table) error {
	f := plot.Figure{
		Title: "Least mean size of N sets under a limit on responsibility",
		X:     plot.Axis{Label: "limit R on the responsibility of a node", Unit: "sets"},
		Y:     plot.Axis{Label: "mean size of S_i", Unit: "nodes"},
	}
	add := func(s plot.Series) {
		if len(s.Points) > 0 {
			f.Series = append(f.Series, s)
		}
	}
	status := func(row int, want string) bool {
		return t.At(row, "unique") == table.Bool(false) && t.At(row, "status") == table.Text(want)
	}
	for i, limits := range p.Nodes {
		add(plot.Series{Name: fmt.Sprintf("N = %d", limits.N), Kind: plot.Line, Look: i + 1, Points: t.Points("r", "mean_decimal", func(row int) bool {
			return t.At(row, "n") == table.Int(limits.N) && t.At(row, "unique") == table.Bool(false)
		})})
	}
	add(plot.Series{Name: "lower bound, if open", Kind: plot.Scatter, Look: len(p.Nodes) + 1, Points: t.Points("r", "lower_mean", func(row int) bool { return status(row, "open") })})
	for i, whose := range []string{markLiteral, markOurs} {
		add(plot.Series{Name: []string{"Table II (Method 1)", "degenerate-fpp"}[i], Kind: plot.Scatter, Look: len(p.Nodes) + 2 + i,
			Points: marks.Points("r", "mean_decimal", func(row int) bool { return marks.At(row, "sets") == table.Text(whose) })})
	}
	return experiments.PlotBoth(out, "table-2-optimal", f, "table-2-optimal.csv", "table-2-marks.csv")
}

// leastTotalClaims judges whether Table II is the least possible.
func leastTotalClaims(rows []leastTotalRow, marks []leastTotalMark) []experiments.Claim {
	const command = "coterie experiment run maekawa-table-2-optimal"
	var claims []experiments.Claim
	claim := func(id string, n int, statement string, j experiments.Judgement) {
		claims = append(claims, experiments.Claim{ID: id, Source: "Maekawa 1985", Section: fmt.Sprintf("Table II, N = %d", n), Statement: statement, Command: command, Judgement: j})
	}
	for _, m := range marks {
		if m.Whose == markOurs || !m.Known {
			continue
		}
		if m.Row.Lower == m.Total || m.Row.Upper > 0 && m.Row.Upper < m.Total {
			id, whose := fmt.Sprintf("maekawa-table-2-n%d-least", m.N), "the sets that Method 1 makes of Figure 1"
			if m.Whose == markPrinted {
				id, whose = id+"-printed", "the printed sets"
			}
			claim(id, m.N,
				fmt.Sprintf("For N = %d no sets with (a) and (b) take fewer messages on average than %s, without a greater responsibility.", m.N, whose),
				experiments.JudgeOnce(experiments.Every(fmt.Sprintf("all sets for N = %d with (a), (b) and responsibilities at most %d", m.N, m.R)), m.Row.Lower == m.Total,
					fmt.Sprintf("their total is %d, the greatest responsibility %d; the least total with that: %s", m.Total, m.R, boundsText(m.Row))))
		}
	}
	for n, printed := range printedTotals(marks) {
		if j, ok := judgeSomewhereLeast(rows, n, printed); ok {
			claim(fmt.Sprintf("maekawa-table-2-n%d-somewhere-least", n), n,
				fmt.Sprintf("There is a limit on responsibility for which the printed number of messages for N = %d is the least possible.", n), j)
		}
	}
	slices.SortStableFunc(claims, func(a, b experiments.Claim) int { return strings.Compare(a.ID, b.ID) })
	return claims
}

// printedTotals is, for each N, the total of the sets that give the printed number.
func printedTotals(marks []leastTotalMark) map[int]int {
	totals := map[int]int{}
	for _, m := range marks {
		if m.Whose == markLiteral && asPrinted(messagesOfTotal(m.Total, m.N), m.Printed) == m.Printed {
			totals[m.N] = m.Total
		}
	}
	return totals
}

// judgeSomewhereLeast compares a total with the least for every R; ok is false where that is
// open for some R.
func judgeSomewhereLeast(rows []leastTotalRow, n, total int) (j experiments.Judgement, ok bool) {
	over := experiments.Every(fmt.Sprintf("R in 1..%d", n))
	var said []string
	before := ""
	for _, r := range rows {
		if r.N != n || r.Unique {
			continue
		}
		switch {
		case r.optimal() && r.Lower == total:
			return experiments.JudgeOnce(over, true, fmt.Sprintf("a total of %d, at R = %d: %s", total, r.R, boundsText(r))), true
		case r.Absent, r.Lower > total, r.Upper > 0 && r.Upper < total:
		default:
			return experiments.Judgement{}, false
		}
		if text := boundsText(r); text != before {
			said = append(said, fmt.Sprintf("R = %d: %s", r.R, text))
			before = text
		}
	}
	if len(said) == 0 {
		return experiments.Judgement{}, false
	}
	return experiments.JudgeOnce(over, false, fmt.Sprintf("the printed total is %d; the least with responsibilities up to R, from each R on to the next: %s", total, strings.Join(said, "; "))), true
}

// boundsText says what is known of the least total.
func boundsText(r leastTotalRow) string {
	switch {
	case r.Absent:
		return "no such sets"
	case r.Settled:
		return fmt.Sprint(r.Lower)
	case r.Upper == 0:
		return fmt.Sprintf("at least %d", r.Lower)
	}
	return fmt.Sprintf("from %d to %d", r.Lower, r.Upper)
}

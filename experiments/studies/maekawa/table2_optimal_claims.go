package maekawa

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"

	"coterie/construct"
	"coterie/experiments"
	"coterie/internal/picture/plot"
	"coterie/quorum"
)

// leastTotalMark is a system with the total of Table II, or one of ours, with its place among the
// limits on responsibility.
type leastTotalMark struct {
	N       int    `csv:"n,nodes" doc:"N"`
	Whose   string `csv:"sets" doc:"whose sets"`
	Printed string `csv:"printed,messages" doc:"Table II"`
	Total   int    `csv:"total,nodes" doc:"Σ|S_i| of these sets"`
	R       int    `csv:"r,sets" doc:"their greatest responsibility"`
	Row     leastTotalRow
}

const (
	markPrinted = "Maekawa's printed sets"
	markLiteral = "Method 1 taken literally on Figure 1"
	markOurs    = "our degenerate-fpp"
)

// leastTotalMarks lists, for each N of Table II, the printed sets if there are any, the sets that
// Method 1 taken literally makes from Figure 1, and ours if there is a row for N and R.
func leastTotalMarks(out *experiments.Output, rows []leastTotalRow, printed printedCounts) []leastTotalMark {
	figure := readFigureOne(out)
	var marks []leastTotalMark
	for _, p := range printed.Rows {
		mark := func(whose string, s *quorum.System) {
			f := s.SiteFamily()
			total, most := f.Incidences(), slices.Max(f.Responsibilities())
			for _, r := range rows {
				if r.N == p.N && r.R == most && !r.Unique {
					marks = append(marks, leastTotalMark{p.N, whose, p.Proposed, total, most, r})
				}
			}
		}
		if p.N == printed.Sets.N {
			sets := make([][]int, p.N)
			for i, s := range printed.Sets.Quorums {
				sets[i] = s.Nodes()
			}
			s := experiments.Must(siteSystem(markPrinted, sets))
			mark(markPrinted, s)
		}
		d := experiments.Must(degenerationOf(out.Context(), figure, p.N))
		mark(markLiteral, d.literal)
		mark(markOurs, experiments.Must(quorum.As[*quorum.System](construct.DegenerateFPP(p.N, 0))))
	}
	return marks
}

// tabulateLeastTotals emits the bounds and the marks, and draws the mean size against R, for sets
// of any kind.
func tabulateLeastTotals(out *experiments.Output, p leastTotalParameters, rows []leastTotalRow, marks []leastTotalMark) {
	printed := map[int]string{}
	for _, m := range marks {
		printed[m.N] = m.Printed
	}
	totals := experiments.Table(out, "table-2-optimal", rows,
		"n", "r", "unique",
		experiments.Texts("status", "", "optimal, absent (there are no such sets) or open", leastTotalRow.status),
		experiments.If(leastTotalRow.exist, "lower"),
		experiments.Floats("lower_mean", "nodes", "the bound on the mean |S_i|",
			func(r leastTotalRow) float64 { return float64(r.Lower) / float64(r.N) }).If(leastTotalRow.exist),
		"lower_by", "upper",
		experiments.If(leastTotalRow.found, "upper_by"),
		experiments.Ratios("mean", "nodes", "mean |S_i| of that system",
			func(r leastTotalRow) *big.Rat { return big.NewRat(int64(r.Upper), int64(r.N)) }).If(leastTotalRow.found),
		experiments.Floats("mean_decimal", "nodes", "the same",
			func(r leastTotalRow) float64 { return float64(r.Upper) / float64(r.N) }).If(leastTotalRow.found),
		experiments.Ratios("messages", "messages", "3(|S_i| - 1), mean over the sites",
			func(r leastTotalRow) *big.Rat { return messagesOfTotal(r.Upper, r.N) }).If(leastTotalRow.found),
		experiments.Ratios("messages_least", "messages", "no such sets take fewer",
			func(r leastTotalRow) *big.Rat { return messagesOfTotal(r.Lower, r.N) }).If(leastTotalRow.exist),
		experiments.Texts("printed", "messages", "Table II", func(r leastTotalRow) string { return printed[r.N] }))
	marked := experiments.Table(out, "table-2-marks", marks,
		"n", "sets", "total", "r",
		experiments.Floats("mean_decimal", "nodes", "mean |S_i|", func(m leastTotalMark) float64 { return float64(m.Total) / float64(m.N) }),
		experiments.Ratios("messages", "messages", "3(|S_i| - 1), mean over the sites",
			func(m leastTotalMark) *big.Rat { return messagesOfTotal(m.Total, m.N) }),
		"printed",
		experiments.Ints("lower", "nodes", "no sets with responsibilities at most r have a smaller total",
			func(m leastTotalMark) int { return m.Row.Lower }),
		experiments.Ints("upper", "nodes", "the smallest total that is known for them", func(m leastTotalMark) int { return m.Row.Upper }))

	var layers []experiments.Layer
	for _, limits := range p.Nodes {
		layers = append(layers, totals.Line(fmt.Sprintf("N = %d", limits.N), "r", "mean_decimal",
			experiments.Is("n", limits.N), experiments.Is("unique", false)))
	}
	out.PlotWithLegend("table-2-optimal", "Least mean size of N sets under a limit on responsibility",
		plot.Linear("limit R on the responsibility of a node", "sets"), plot.Linear("mean size of S_i", "nodes"),
		append(layers,
			totals.Scatter("lower bound, if open", "r", "lower_mean", experiments.Is("unique", false), experiments.Is("status", "open")),
			marked.Scatter("Table II (Method 1)", "r", "mean_decimal", experiments.Is("sets", markLiteral)).Family("degenerate-fpp").Ringed(true),
			marked.Scatter("degenerate-fpp", "r", "mean_decimal", experiments.Is("sets", markOurs)).Family("degenerate-fpp"))...)
}

// claimLeastTotals judges whether the totals of Table II are the least possible, if that is
// decided. The paper does not claim it: these are questions of our own.
func claimLeastTotals(out *experiments.Output, rows []leastTotalRow, marks []leastTotalMark) {
	claims := map[string]func(){} // by ID
	for _, m := range marks {
		if m.Whose == markOurs {
			continue
		}
		claim := func(id, statement string, j experiments.Judgement) {
			claims[id] = func() {
				out.Claim(id, experiments.BeyondThePaper, fmt.Sprintf("after Maekawa 1985, Table II, N = %d", m.N), statement, j)
			}
		}
		id := fmt.Sprintf("ours-table-2-n%d", m.N)
		if m.Row.Lower == m.Total || m.Row.found() && m.Row.Upper < m.Total {
			least, whose := id+"-least", "the sets that Method 1 makes of Figure 1"
			if m.Whose == markPrinted {
				least, whose = id+"-least-printed", "the printed sets"
			}
			over := fmt.Sprintf("all sets for N = %d with (a), (b) and responsibilities at most %d", m.N, m.R)
			claim(least,
				fmt.Sprintf("For N = %d no sets with (a) and (b) take fewer messages on average than %s, without a greater responsibility.", m.N, whose),
				experiments.JudgeOnce(experiments.Every(over), m.Row.Lower == m.Total,
					fmt.Sprintf("their total is %d, the greatest responsibility %d; the least total with that: %v", m.Total, m.R, m.Row)))
		}
		if m.Whose == markLiteral && asPrinted(messagesOfTotal(m.Total, m.N), m.Printed) == m.Printed {
			if j, ok := judgeSomewhereLeast(rows, m.N, m.Total); ok {
				claim(id+"-somewhere-least",
					fmt.Sprintf("There is a limit on responsibility for which the printed number of messages for N = %d is the least possible.", m.N), j)
			}
		}
	}
	for _, id := range slices.Sorted(maps.Keys(claims)) {
		claims[id]()
	}
}

// judgeSomewhereLeast compares a total with the least total for every R. ok is false if the least
// total is open for some R.
func judgeSomewhereLeast(rows []leastTotalRow, n, total int) (j experiments.Judgement, ok bool) {
	over := experiments.Every(fmt.Sprintf("R in 1..%d", n))
	var said []string
	before := ""
	for _, r := range rows {
		if r.N != n || r.Unique {
			continue
		}
		switch {
		case r.status() == "optimal" && r.Lower == total:
			return experiments.JudgeOnce(over, true, fmt.Sprintf("a total of %d, at R = %d: %v", total, r.R, r)), true
		case r.Absent, r.Lower > total, r.found() && r.Upper < total:
		default:
			return j, false
		}
		if r.String() != before {
			before = r.String()
			said = append(said, fmt.Sprintf("R = %d: %s", r.R, before))
		}
	}
	if len(said) == 0 {
		return j, false
	}
	return experiments.JudgeOnce(over, false, fmt.Sprintf("the printed total is %d; the least with responsibilities up to R, from each R on to the next: %s", total, strings.Join(said, "; "))), true
}

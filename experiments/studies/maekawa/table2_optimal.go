package maekawa

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"slices"

	"coterie/experiments"
	"coterie/internal/table"
	"coterie/quorum"
	"coterie/search"
	"coterie/search/total"
)

// leastTotalLimits is a list of questions: the least Σ|S_i| of N sets for each R.
type leastTotalLimits struct {
	N int `json:"n"`
	// Steps limits the exhaustive search for some R; 0 for the others: no limit.
	Steps map[int]int64 `json:"steps,omitempty"`
}

// leastTotalParameters holds the parameters of the study maekawa-table-2-optimal.
type leastTotalParameters struct {
	Nodes []leastTotalLimits `json:"nodes"`
}

// leastTotalRow is what is known about one question.
type leastTotalRow struct {
	N, R    int
	Unique  bool
	Absent  bool
	Lower   int
	LowerBy string
	Upper   int // 0 without a system
	UpperBy string
	Settled bool
	System  json.RawMessage // null without one
}

func (r leastTotalRow) optimal() bool { return r.Settled && !r.Absent }

func LeastTotals() experiments.Study {
	// For N = 18 and R = 5, 6, 7 one step leaves arithmetic and constructions alone.
	quick := leastTotalParameters{Nodes: []leastTotalLimits{{N: 5}, {N: 6}, {N: 10}, {N: 18, Steps: map[int]int64{6: 200_000_000, 7: 2_000_000}}}}
	full := leastTotalParameters{Nodes: []leastTotalLimits{{N: 5}, {N: 6}, {N: 10}, {N: 18, Steps: map[int]int64{6: 600_000_000, 7: 600_000_000}}}}
	return experiments.NewStudy(experiments.Spec[leastTotalParameters]{
		Name:  "maekawa-table-2-optimal",
		Title: "The least mean size of N sets under a limit on responsibility, beside Maekawa's Table II",
		Doc: "For the N of Table II and every limit R on responsibility: the least Σ|S_i| of N sets S_i that hold i and meet pairwise, " +
			"with and without the condition that they differ, or a lower bound and the best that is known; the mean size, and the messages " +
			"3(K-1) that Table II counts, beside the printed ones. The paper prints the sets for N = 5 only. For the others the " +
			"responsibilities of Method 1 taken literally on Figure 1, and of the program's own degenerate-fpp, are marked. " +
			"The default part has bounds by arithmetic and constructions alone for N = 18, R = 5, 6, 7; the full part searches there, R = 6 and 7 " +
			"with a limit of steps. sets-nN.json holds a system for every upper bound.",
		Default: quick,
		Full:    &full,
		Run:     runLeastTotal,
		Verify:  verifyLeastTotal,
	})
}

// leastTotalQuestion is one row to compute: both kinds of sets for one N and R.
type leastTotalQuestion struct {
	N, R  int
	Steps int64
}

func runLeastTotal(ctx context.Context, env experiments.Env, p leastTotalParameters, out *experiments.Output) error {
	var questions []leastTotalQuestion
	for _, limits := range p.Nodes {
		for r := 1; r <= limits.N; r++ {
			questions = append(questions, leastTotalQuestion{limits.N, r, limits.Steps[r]})
		}
	}
	pairs, err := experiments.Rows(ctx, env, "limits", questions, leastTotals)
	if err != nil {
		return err
	}
	rows := slices.Concat(pairs...)
	printed, err := experiments.ReadPaper[printedCounts](env, "maekawa-table-2.json")
	if err != nil {
		return err
	}
	t, err := leastTotalTable(rows, printed)
	if err != nil {
		return err
	}
	if err := out.Table("table-2-optimal.csv", t); err != nil {
		return err
	}
	marks, err := leastTotalMarks(env, rows, printed)
	if err != nil {
		return err
	}
	marked, err := leastTotalMarksTable(out, marks)
	if err != nil {
		return err
	}
	for _, limits := range p.Nodes {
		if err := certifyLeastTotals(ctx, out, limits.N, rows); err != nil {
			return err
		}
	}
	if err := plotLeastTotals(out, p, t, marked); err != nil {
		return err
	}
	return out.Claims(leastTotalClaims(rows, marks)...)
}

// leastTotals answers for one N and R, without and with the condition that the sets differ. A
// bound for any sets holds for different ones too.
func leastTotals(ctx context.Context, q leastTotalQuestion) ([]leastTotalRow, error) {
	var rows []leastTotalRow
	for _, unique := range []bool{false, true} {
		options := total.Options{Responsibility: q.R, Unique: unique, Steps: q.Steps}
		if unique && q.Steps > 0 {
			options.Steps = min(q.Steps, leastTotalUniqueSteps)
		}
		options.Jobs = 1
		found, err := total.Find(ctx, q.N, options)
		if err != nil {
			return nil, err
		}
		if ctx.Err() != nil {
			return nil, experiments.ContextError(ctx)
		}
		row := leastTotalRow{N: q.N, R: q.R, Unique: unique, Absent: found.Verdict == search.ProvenAbsent, LowerBy: found.LowerBy, UpperBy: found.UpperBy}
		row.Lower, _ = found.Lower.Int()
		row.Upper, _ = found.Upper.Int()
		if found.System != nil {
			var text bytes.Buffer
			if err := quorum.Write(&text, found.System); err != nil {
				return nil, err
			}
			row.System = text.Bytes()
		}
		if unique {
			if anySets := rows[0]; anySets.Lower > row.Lower {
				row.Lower, row.LowerBy = anySets.Lower, anySets.LowerBy
			}
		}
		row.Settled = row.Absent || row.Upper == row.Lower
		rows = append(rows, row)
	}
	return rows, nil
}

// leastTotalUniqueSteps is enough of a limit where the sets must differ, as the lower bound for
// any sets is known then.
const leastTotalUniqueSteps = 5_000_000

func leastTotalTable(rows []leastTotalRow, printed printedCounts) (*table.Table, error) {
	t := table.New(
		table.Ints("n", "nodes", "N"),
		table.Ints("r", "sets", "R: every node is in at most so many of the S_i"),
		table.Bools("unique", "", "the S_i must differ"),
		table.Texts("status", "", "optimal, absent (there are no such sets) or open"),
		table.Ints("lower", "nodes", "a proven lower bound on Σ|S_i|"),
		table.Floats("lower_mean", "nodes", "the bound on the mean |S_i|"),
		table.Texts("lower_by", "", "what proves it, or that there are no such sets"),
		table.Ints("upper", "nodes", "Σ|S_i| of a system that was found and checked; where optimal, the least"),
		table.Texts("upper_by", "", "where the system comes from"),
		table.Ratios("mean", "nodes", "mean |S_i| of that system"),
		table.Floats("mean_decimal", "nodes", "the same"),
		table.Ratios("messages", "messages", "3(|S_i| - 1), mean over the sites"),
		table.Ratios("messages_least", "messages", "no such sets take fewer"),
		table.Texts("printed", "messages", "Table II"),
	)
	for _, r := range rows {
		status := "open"
		if r.Absent {
			status = "absent"
		} else if r.Settled {
			status = "optimal"
		}
		cells := []table.Cell{table.Int(r.N), table.Int(r.R), table.Bool(r.Unique), table.Text(status), table.Empty(), table.Empty(), table.Text(r.LowerBy), table.Empty(), table.Empty(), table.Empty(), table.Empty(), table.Empty(), table.Empty(), table.Text(printedFor(printed, r.N))}
		if !r.Absent {
			least, _ := big.NewRat(int64(r.Lower), int64(r.N)).Float64()
			cells[4], cells[5] = table.Int(r.Lower), table.Float(least)
			cells[12] = table.Ratio(messagesOfTotal(r.Lower, r.N))
		}
		if r.Upper > 0 {
			mean := big.NewRat(int64(r.Upper), int64(r.N))
			decimal, _ := mean.Float64()
			cells[7], cells[8], cells[9], cells[10], cells[11] = table.Int(r.Upper), table.Text(r.UpperBy), table.Ratio(mean), table.Float(decimal), table.Ratio(messagesOfTotal(r.Upper, r.N))
		}
		if err := t.Append(cells...); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// messagesOfTotal is 3(total/n - 1).
func messagesOfTotal(total, n int) *big.Rat { return big.NewRat(int64(3*(total-n)), int64(n)) }

// printedFor is the entry of Table II, "" if there is none.
func printedFor(printed printedCounts, n int) string {
	for _, row := range printed.Rows {
		if row.N == n {
			return row.Proposed
		}
	}
	return ""
}

// leastTotalCertificate holds a system for each limit on responsibility for which one is known.
type leastTotalCertificate struct {
	N       int                 `json:"n"`
	Systems []leastTotalWitness `json:"systems"`
}

type leastTotalWitness struct {
	R      int             `json:"r"`
	Unique bool            `json:"unique"`
	Total  int             `json:"total"`
	System json.RawMessage `json:"system"`
}

func certifyLeastTotals(ctx context.Context, out *experiments.Output, n int, rows []leastTotalRow) error {
	c := leastTotalCertificate{N: n}
	for _, r := range rows {
		if r.N == n && r.Upper > 0 {
			c.Systems = append(c.Systems, leastTotalWitness{r.R, r.Unique, r.Upper, r.System})
		}
	}
	return out.Certificate(fmt.Sprintf("sets-n%d.json", n), c)
}

// verifyLeastTotal judges every system of a certificate by the definitions.
func verifyLeastTotal(ctx context.Context, p leastTotalParameters, name string, data []byte) error {
	var c leastTotalCertificate
	if err := experiments.StrictJSON(data, &c); err != nil {
		return err
	}
	if name != fmt.Sprintf("sets-n%d.json", c.N) || !slices.ContainsFunc(p.Nodes, func(l leastTotalLimits) bool { return l.N == c.N }) {
		return fmt.Errorf("%s holds sets for N = %d", name, c.N)
	}
	if len(c.Systems) == 0 { // with R = N there is always the star
		return fmt.Errorf("%s holds no sets", name)
	}
	for _, w := range c.Systems {
		read, err := quorum.Read(bytes.NewReader(w.System))
		if err != nil {
			return err
		}
		s, ok := read.(*quorum.System)
		if !ok || !s.HasSites() || s.N() != c.N {
			return fmt.Errorf("sets for R = %d: no site assignment of %d nodes", w.R, c.N)
		}
		f := s.SiteFamily()
		judged := []quorum.Judged{quorum.JudgeIntersection(ctx, f, quorum.Options{Jobs: 1}), quorum.JudgeInclusion(s)}
		if w.Unique {
			judged = append(judged, quorum.JudgeUniqueness(s))
		}
		for _, v := range judged {
			if v.Holds != quorum.Holds {
				return fmt.Errorf("sets for R = %d: %s", w.R, v.Reason)
			}
		}
		if r := slices.Max(f.Responsibilities()); r > w.R {
			return fmt.Errorf("sets for R = %d: a responsibility of %d", w.R, r)
		}
		if f.Incidences() != w.Total {
			return fmt.Errorf("sets for R = %d: a total of %d, not %d", w.R, f.Incidences(), w.Total)
		}
	}
	return nil
}

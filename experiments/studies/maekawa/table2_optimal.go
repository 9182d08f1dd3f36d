package maekawa

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"coterie/experiments"
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

// leastTotalRow holds the known bounds for one question.
type leastTotalRow struct {
	N       int   `csv:"n,nodes" doc:"N"`
	Steps   int64 // limits the exhaustive search; 0: no limit
	R       int   `csv:"r,sets" doc:"R: every node is in at most so many of the S_i"`
	Unique  bool  `csv:"unique" doc:"the S_i must differ"`
	Absent  bool
	Lower   int             `csv:"lower,nodes" doc:"a proven lower bound on Σ|S_i|"`
	LowerBy string          `csv:"lower_by" doc:"what proves it, or that there are no such sets"`
	Upper   int             `csv:"upper,nodes,omitzero" doc:"Σ|S_i| of a system that was found and checked; where optimal, the least"`
	UpperBy string          `csv:"upper_by" doc:"where the system comes from"`
	System  json.RawMessage // null without one
}

func (r leastTotalRow) exist() bool { return !r.Absent }
func (r leastTotalRow) found() bool { return r.Upper > 0 }
func (r leastTotalRow) status() string {
	switch {
	case r.Absent:
		return "absent"
	case r.Upper == r.Lower:
		return "optimal"
	}
	return "open"
}

// String describes the known bounds on the least total.
func (r leastTotalRow) String() string {
	switch {
	case r.Absent:
		return "no such sets"
	case r.Upper == r.Lower:
		return fmt.Sprint(r.Lower)
	case r.Upper == 0:
		return fmt.Sprintf("at least %d", r.Lower)
	}
	return fmt.Sprintf("from %d to %d", r.Lower, r.Upper)
}

// LeastTotals returns the study maekawa-table-2-optimal.
func LeastTotals() experiments.Study {
	// For N = 18 and R = 5, 6, 7 a limit of one step leaves only arithmetic and constructions.
	limited := func(six, seven int64) leastTotalParameters {
		return leastTotalParameters{Nodes: []leastTotalLimits{{N: 5}, {N: 6}, {N: 10}, {N: 18, Steps: map[int]int64{6: six, 7: seven}}}}
	}
	full := limited(600_000_000, 600_000_000)
	return experiments.NewStudy(experiments.Spec[leastTotalParameters]{
		Name:  "maekawa-table-2-optimal",
		Title: "The least mean size of N sets under a limit on responsibility, beside Maekawa's Table II",
		Doc: "For the N of Table II and every limit R on responsibility: the least Σ|S_i| of N sets S_i that hold i and meet pairwise, " +
			"with and without the condition that they differ, or a lower bound and the best that is known; the mean size, and the messages " +
			"3(K-1) that Table II counts, beside the printed ones. The paper prints the sets for N = 5 only. For the others the " +
			"responsibilities of Method 1 taken literally on Figure 1, and of the program's own degenerate-fpp, are marked. " +
			"The default part has bounds by arithmetic and constructions alone for N = 18, R = 5, 6, 7; the full part searches there, R = 6 and 7 " +
			"with a limit of steps. sets-nN.json holds a system for every upper bound.",
		Default: limited(200_000_000, 2_000_000),
		Full:    &full,
		Declare: declareLeastTotals,
		Verify:  experiments.Decoded(verifyLeastTotals),
	})
}

func declareLeastTotals(out *experiments.Output, p leastTotalParameters) {
	questions := experiments.Flat(p.Nodes, func(limits leastTotalLimits) (list []leastTotalRow) {
		for r := 1; r <= limits.N; r++ {
			list = append(list, leastTotalRow{N: limits.N, R: r, Steps: limits.Steps[r]})
		}
		return list
	})
	rows := slices.Concat(experiments.Compute(out, "limits", questions, leastTotals)...)
	printed := experiments.Printed[printedCounts](out, "maekawa-table-2.json")
	marks := leastTotalMarks(out, rows, printed)
	tabulateLeastTotals(out, p, rows, marks)
	for _, limits := range p.Nodes {
		c := leastTotalCertificate{N: limits.N}
		for _, r := range rows {
			if r.N == limits.N && r.found() {
				c.Systems = append(c.Systems, leastTotalWitness{r.R, r.Unique, r.Upper, r.System})
			}
		}
		out.Certificate(fmt.Sprintf("sets-n%d.json", limits.N), c)
	}
	foundLeastTotals(out, rows)
	claimLeastTotals(out, rows, marks)
}

// leastTotals answers for one N and R, without and with the condition that the sets differ. A bound
// for any sets holds for different sets too. It is then known, so that uniqueSteps are enough for
// different sets.
func leastTotals(ctx context.Context, row leastTotalRow) ([]leastTotalRow, error) {
	const uniqueSteps = 5_000_000
	var rows []leastTotalRow
	for _, unique := range []bool{false, true} {
		options := total.Options{Responsibility: row.R, Unique: unique, Steps: row.Steps}
		if unique && row.Steps > 0 {
			options.Steps = min(row.Steps, uniqueSteps)
		}
		options.Jobs = 1
		found := experiments.Must(total.Find(ctx, row.N, options))
		if ctx.Err() != nil {
			return nil, experiments.ContextError(ctx)
		}
		row.Unique, row.Absent, row.LowerBy, row.UpperBy = unique, found.Verdict == search.ProvenAbsent, found.LowerBy, found.UpperBy
		row.Lower, _ = found.Lower.Int()
		row.Upper, _ = found.Upper.Int()
		if row.System = nil; found.System.Structure != nil {
			var text bytes.Buffer
			experiments.Ensure(quorum.Write(&text, found.System.Structure))
			row.System = text.Bytes()
		}
		if unique && rows[0].Lower > row.Lower {
			row.Lower, row.LowerBy = rows[0].Lower, rows[0].LowerBy
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// leastTotalCertificate holds a system for each limit on responsibility for which a system is
// known.
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

// verifyLeastTotals judges every system of a certificate by the definitions.
func verifyLeastTotals(_ context.Context, p leastTotalParameters, name string, c leastTotalCertificate) error {
	if name != fmt.Sprintf("sets-n%d.json", c.N) || !slices.ContainsFunc(p.Nodes, func(l leastTotalLimits) bool { return l.N == c.N }) {
		return fmt.Errorf("%s holds sets for N = %d", name, c.N)
	}
	if len(c.Systems) == 0 { // with R = N there is always the star
		return fmt.Errorf("%s holds no sets", name)
	}
	for _, w := range c.Systems {
		read := experiments.Must(quorum.Read(bytes.NewReader(w.System)))
		s, ok := read.(*quorum.System)
		if !ok || !s.HasSites() || s.N() != c.N {
			return fmt.Errorf("sets for R = %d: no site assignment of %d nodes", w.R, c.N)
		}
		f := s.SiteFamily()
		if got := judgeSites(s); !got.Intersection || !got.Inclusion {
			return fmt.Errorf("sets for R = %d: %v", w.R, got)
		}
		if v := quorum.JudgeUniqueness(context.Background(), s); w.Unique && v.Holds != quorum.Holds {
			return fmt.Errorf("sets for R = %d: %s", w.R, v.Reason)
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

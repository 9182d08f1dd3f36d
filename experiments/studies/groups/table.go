package groups

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"coterie/bounds"
	"coterie/experiments"
	"coterie/internal/picture/plot"
	"coterie/search/group"
)

type tableParameters struct {
	Groups           int   `json:"groups"`           // m up to this
	Nodes            int   `json:"nodes"`            // n up to this
	Responsibilities []int `json:"responsibilities"` // beside no limit
	Searched         int   `json:"searched"`         // degrees up to this are searched for without a limit
	Steps            int   `json:"steps"`            // of the exhaustive search, for each question
	Pairs            int   `json:"pairs"`            // of entries, in a question for SAT
}

// tableRow is a question, the least number of nodes for a degree, with the known bounds.
type tableRow struct {
	D int `csv:"degree,quorums" doc:"d: disjoint quorums in every cartel, symbols of the array"`
	M int `csv:"m,groups" doc:"number of groups, columns of the array"`
	R int `csv:"responsibility,quorums" doc:"no node is in more quorums"` // 0: no limit

	Lower        int    `csv:"least_n,nodes" doc:"the least number of nodes, rows of the array; empty if it is open"`
	Upper        int    `csv:"upper,nodes,omitzero" doc:"there is a system; empty if none with so many nodes as the table has is known here"` // 0: none is known
	LowerBy      string `csv:"lower_by" doc:"what excludes one node less"`
	UpperBy      string `csv:"upper_by" doc:"the system"`
	Cited        int    // best that others know; 0 without one
	CitedLower   int    `csv:"cited_lower,nodes,omitzero" doc:"no array of fewer rows, as others found by listing all up to isomorphism; cited, not executed"`
	CitedLowerBy string `csv:"cited_lower_by" doc:"who did"`
	Cartels      []string
}

func (r tableRow) decided() bool { return r.Lower == r.Upper }

func (r tableRow) status(most int) string {
	switch {
	case r.decided():
		return "exact"
	case r.Lower > most:
		return "beyond the table"
	case r.Cited > 0 && r.Cited == r.CitedLower:
		return "cited"
	}
	return "open"
}

// colbourn returns a function that looks up the tables of covering arrays: the number of rows of
// the best known array with at least that many columns, 0 if there is none.
func colbourn(out *experiments.Output) func(symbols, columns int) int {
	printed := experiments.Printed[struct {
		Source string `json:"source"`
		Tables []struct {
			Symbols int                           `json:"symbols"`
			Sizes   []struct{ Columns, Rows int } `json:"sizes"`
		} `json:"tables"`
	}](out, "colbourn-can2.json")
	return func(symbols, columns int) int {
		for _, t := range printed.Tables {
			for _, s := range t.Sizes {
				if t.Symbols == symbols && s.Columns >= columns {
					return s.Rows
				}
			}
		}
		return 0
	}
}

// mills returns a function that gives the number of triples or quadruples that it takes to cover
// the pairs of a set of points.
func mills(out *experiments.Output) func(points, size int) int {
	printed := experiments.Printed[struct {
		Source     string                       `json:"source"`
		Exceptions []struct{ Points, More int } `json:"exceptions"`
	}](out, "mills-quadruples.json")
	return func(points, size int) int {
		n := bounds.NodesByDegree(points, 1, size)
		for _, e := range printed.Exceptions {
			if size == 4 && e.Points == points {
				n += e.More
			}
		}
		return n
	}
}

// Table returns the study group-degree-table.
func Table() experiments.Study {
	return experiments.NewStudy(experiments.Spec[tableParameters]{
		Name:  "group-degree-table",
		Title: "How many nodes a degree takes: covering arrays, with and without blanks",
		Doc: "For every degree and number of groups the least number of nodes of a group quorum system, from both sides: it is the covering array number CAN(2, m, d), " +
			"so the table can be laid beside Colbourn's, whose best known sizes stand in a column as cited, and lower bounds of others in another one. The other lower bounds are arguments and exhaustive searches of this run; " +
			"upper bounds are constructions, and arrays that the program keeps, which local search found, a few with a SAT solver. With no node in more than three or four quorums the arrays have blanks, and " +
			"the number is that of the blocks of a group divisible covering design. A second table turns the numbers round: the greatest degree for n nodes and m groups. " +
			"The full part searches further for degree 3: there 14 nodes for ten groups are least by a search of its own.",
		Full:    &tableParameters{Groups: 10, Nodes: 25, Responsibilities: []int{3}, Searched: 3, Steps: 30_000_000, Pairs: 400},
		Default: tableParameters{Groups: 30, Nodes: 60, Responsibilities: []int{3, 4}, Searched: 4, Steps: 200_000, Pairs: 400},
		Declare: declareTable,
		Verify:  experiments.Decoded(verifyTable),
	})
}

func declareTable(out *experiments.Output, p tableParameters) {
	arrays, blocks := colbourn(out), mills(out)
	if out.Stopped() {
		return
	}
	var params []tableRow
	for d := 2; d*d <= p.Nodes; d++ {
		for m := 2; m <= p.Groups; m++ {
			params = append(params, tableRow{D: d, M: m})
		}
	}
	for _, r := range p.Responsibilities {
		for d := 1; ; d++ {
			if bounds.NodesByDegree(r+1, d, r) > p.Nodes {
				break
			}
			for m := r + 1; m <= p.Groups && bounds.NodesByDegree(m, d, r) <= p.Nodes; m++ {
				params = append(params, tableRow{D: d, M: m, R: r})
			}
		}
	}
	all := experiments.Compute(out, "degrees", params, func(ctx context.Context, row tableRow) (tableRow, error) {
		opts := group.LeastOptions{Responsibility: row.R, Pairs: p.Pairs}
		if row.D <= p.Searched {
			opts.Steps = p.Steps
		}
		l := experiments.Must(group.LeastNodes(ctx, row.M, row.D, p.Nodes, opts))
		row.Lower, row.LowerBy, row.Upper, row.UpperBy = l.Lower, l.LowerBy, l.Upper, l.UpperBy
		if l.System.Structure != nil {
			row.Cartels = certifiedCartels(l.System)
		}
		return row, nil
	})
	for i := range all {
		switch r := &all[i]; {
		case r.R == 0:
			r.Cited = arrays(r.D, r.M)
			r.CitedLower, r.CitedLowerBy = group.Cited(r.M, r.D)
		case r.D == 1:
			r.Cited = blocks(r.M, r.R)
		}
		if r := all[i]; r.Cited > 0 && (r.Lower > r.Cited || r.Upper > 0 && (r.R > 0 && r.Upper < r.Cited || r.Upper < r.CitedLower)) {
			out.Fail(fmt.Errorf("degree %d, %d groups, responsibility %d: between %d and %d nodes, and others have %d", r.D, r.M, r.R, r.Lower, r.Upper, r.Cited))
			return
		}
	}
	full := experiments.Keep(all, func(r tableRow) bool { return r.R == 0 })
	limited := experiments.Keep(all, func(r tableRow) bool { return r.R > 0 })

	columns := func(cited string) []experiments.Column[tableRow] {
		return experiments.Columns[tableRow](
			"degree", "m",
			experiments.If(tableRow.decided, "least_n"),
			experiments.Texts("status", "", "exact; cited, where others have decided it and this part has not; open; or beyond the table", func(r tableRow) string { return r.status(p.Nodes) }),
			experiments.Ints("lower", "nodes", "no system has fewer", func(r tableRow) int { return r.Lower }),
			"lower_by", "upper", "upper_by",
			experiments.Ints("cited", "nodes", cited, func(r tableRow) int { return r.Cited }).NonZero(),
		)
	}
	sheet := experiments.Table(out, "covering-arrays", full,
		columns("best known rows in Colbourn's tables of November 2024; cited, not executed"),
		"cited_lower", "cited_lower_by")
	cited := columns("for d = 1 the least number, by Fort and Hedlund 1958 for triples and Mills 1978, 1979 for quadruples; cited, not executed")
	experiments.Table(out, "with-blanks", limited, "responsibility", cited)
	tableOfDegrees(out, p, full)
	out.Certificate(optimalFile, tableCertificate(all))

	for d := 3; d <= 5 && d*d <= p.Nodes; d++ {
		is := experiments.Is("degree", d)
		out.Plot(fmt.Sprintf("degree-%d", d), fmt.Sprintf("Nodes of group quorum systems of degree %d", d),
			plot.Linear("m", "groups"), experiments.NodeAxis(),
			sheet.Line("no system has fewer", "m", "lower", is),
			sheet.Scatter("found here", "m", "upper", is),
			sheet.Steps("best known (cited)", "m", "cited", is))
	}
	foundTable(out, p, full, limited)
}

// tableOfDegrees inverts the table of nodes into a table of degrees.
func tableOfDegrees(out *experiments.Output, p tableParameters, rows []tableRow) {
	type degreeAt struct {
		N     int `csv:"n,nodes" doc:"number of nodes"`
		M     int `csv:"m,groups" doc:"number of groups"`
		Lower int `csv:"degree,quorums" doc:"the greatest degree; empty if it is open"`
		Upper int `csv:"upper,quorums" doc:"there is none of a greater one"`
		Cited int `csv:"cited,quorums" doc:"the degree that the best known covering arrays give; cited, not executed"`
	}
	var list []degreeAt
	for m := 2; m <= p.Groups; m++ {
		for n := 1; n <= p.Nodes; n++ {
			at := degreeAt{n, m, 1, 1, 1}
			for _, r := range rows {
				if r.M != m {
					continue
				}
				if r.Upper > 0 && r.Upper <= n {
					at.Lower = max(at.Lower, r.D)
				}
				if r.Lower <= n {
					at.Upper = max(at.Upper, r.D)
				}
				if r.Cited > 0 && r.Cited <= n || r.M <= 2 && r.D*r.D <= n {
					at.Cited = max(at.Cited, r.D)
				}
			}
			list = append(list, at)
		}
	}
	experiments.Table(out, "degrees", list,
		"n", "m",
		experiments.If(func(r degreeAt) bool { return r.Lower == r.Upper }, "degree"),
		experiments.Ints("lower", "quorums", "there is a system of this degree", func(r degreeAt) int { return r.Lower }),
		"upper", "cited")
}

// tableCertificate keeps, for every degree, limit and number of nodes, the system of the most
// groups.
func tableCertificate(rows []tableRow) certificate {
	list := certificate{Systems: []certifiedSystem{}}
	for i, r := range rows {
		if r.Cartels == nil || slices.ContainsFunc(rows[i+1:], func(s tableRow) bool {
			return s.D == r.D && s.R == r.R && s.Cartels != nil && s.Upper <= r.Upper
		}) {
			continue
		}
		list.Systems = append(list.Systems, certifiedSystem{r.Upper, r.M, r.R, r.D, r.Cartels})
	}
	return list
}

// verifyTable judges the systems of the certificate as [verifyOptimal] does.
func verifyTable(ctx context.Context, _ tableParameters, name string, list certificate) error {
	if len(list.Systems) < 10 {
		return errors.New("fewer than ten systems")
	}
	return verifyOptimal(ctx, optimalParameters{}, name, list)
}

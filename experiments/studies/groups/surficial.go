package groups

import (
	"context"
	"fmt"
	"slices"

	"coterie/construct"
	"coterie/experiments"
	"coterie/experiments/small"
	pictures "coterie/internal/draw"
	"coterie/internal/table"
	"coterie/quorum"
)

// surficialParameters holds the parameters of the study surficial-properties.
type surficialParameters struct {
	Nodes int `json:"nodes"` // every surficial system of at most so many nodes, m >= 2
}

// surficialRow is what was found about one surficial system, on the listed quorums.
type surficialRow struct {
	N, M, Side int // n = Side² m(m-1)/2

	Crossing, Minimal bool   // Definition 3.1
	EqualCartels      bool   // condition 1, with the number printed in Theorem 3.1
	EqualSizes        bool   // condition 2, likewise
	Responsibility2   bool   // condition 3
	SingleMeetings    bool   // condition 4
	UniformDegree     bool   // every cartel has Side disjoint quorums, and no more
	Reason            string // what breaks first; empty if nothing does
}

func Surficial() experiments.Study {
	full := surficialParameters{Nodes: 10_000}
	return experiments.NewStudy(experiments.Spec[surficialParameters]{
		Name:  "surficial-properties",
		Title: "The four conditions of Joung's Theorem 3.1",
		Doc: "Every surficial quorum system of at most `nodes` nodes is listed and judged by the definitions: that it is a group quorum system, " +
			"its degree, and the four conditions of Theorem 3.1 with the numbers printed there.",
		Default: surficialParameters{Nodes: 2000},
		Full:    &full,
		Run:     runSurficial,
	})
}

func runSurficial(ctx context.Context, env experiments.Env, p surficialParameters, out *experiments.Output) error {
	params := small.SurficialSizes(p.Nodes)
	rows, err := experiments.Rows(ctx, env, "systems", params, func(ctx context.Context, c small.SurficialSize) (surficialRow, error) {
		return judgeSurficial(ctx, c.N, c.M, c.Side)
	})
	if err != nil {
		return err
	}
	t := table.New(
		table.Ints("n", "nodes", "number of nodes"),
		table.Ints("m", "groups", "number of cartels"),
		table.Ints("side", "nodes", "k = √(2n/(m(m-1))), the side of each square"),
		table.Bools("group_quorum_system", "", "quorums of different cartels meet and cartels are antichains (Definition 3.1)"),
		table.Bools("degree_k", "", "every cartel has k disjoint quorums and no more: uniform degree k"),
		table.Bools("condition_1", "", "every cartel has k quorums"),
		table.Bools("condition_2", "", "every quorum has (m-1)k nodes"),
		table.Bools("condition_3", "", "every node is in 2 quorums"),
		table.Bools("condition_4", "", "quorums of different cartels share exactly one node"),
	)
	for _, r := range rows {
		if err := t.Append(table.Int(r.N), table.Int(r.M), table.Int(r.Side), table.Bool(r.Crossing && r.Minimal), table.Bool(r.UniformDegree), table.Bool(r.EqualCartels),
			table.Bool(r.EqualSizes), table.Bool(r.Responsibility2), table.Bool(r.SingleMeetings)); err != nil {
			return err
		}
	}
	if err := out.Table("surficial-properties.csv", t); err != nil {
		return err
	}
	for _, m := range []int{3, 4} {
		if err := plotStaircase(out, t, m); err != nil {
			return err
		}
	}
	return out.Claims(surficialClaims(p, rows)...)
}

// plotStaircase emits the staircase of the greatest system of the table that has m groups and squares of side at
// most 3: S_3 and S_4 of Joung's Figure 2. It emits none if the table has none.
func plotStaircase(out *experiments.Output, t *table.Table, m int) error {
	side := 0
	for row := range t.Len() {
		if k := experiments.CountAt(t, row, "side"); experiments.CountAt(t, row, "m") == m && k <= 3 {
			side = max(side, k)
		}
	}
	if side == 0 {
		return nil
	}
	quorums := make([]int, m)
	for i := range quorums {
		quorums[i] = (i + 1) * side / (m + 1) // spread over the square
	}
	title := fmt.Sprintf("The unfolded surficial quorum system for m = %d, k = %d", m, side)
	return experiments.PlotBoth(out, fmt.Sprintf("staircase-m%d", m), pictures.Staircase(title, slices.Repeat([]int{side}, m), quorums), "surficial-properties.csv")
}

// judgeSurficial lists one system and judges it by the definitions, without the closed forms.
func judgeSurficial(ctx context.Context, n, m, side int) (surficialRow, error) {
	row := surficialRow{N: n, M: m, Side: side}
	system, err := construct.Surficial(n, m)
	if err != nil {
		return row, err
	}
	note := func(ok bool, format string, args ...any) bool {
		if !ok && row.Reason == "" {
			row.Reason = fmt.Sprintf(format, args...)
		}
		return ok
	}
	report := quorum.Check(ctx, system, quorum.Options{Jobs: 1})
	holds := func(p quorum.Property) (bool, error) {
		v, _ := report.Judged(p)
		if v.Limit {
			return false, experiments.ContextError(ctx)
		}
		return note(v.Holds == quorum.Holds, "%s: %s", p, v.Reason), nil
	}
	if row.Crossing, err = holds(quorum.CrossIntersection); err != nil {
		return row, err
	}
	if row.Minimal, err = holds(quorum.CartelMinimality); err != nil {
		return row, err
	}
	row.EqualCartels, row.EqualSizes, row.UniformDegree = true, true, true
	for c := range m {
		cartel := system.Cartel(c)
		row.EqualCartels = note(cartel.Len() == side, "cartel %v has %d quorums", quorum.Index(c), cartel.Len()) && row.EqualCartels
		for i, q := range cartel.All() {
			row.EqualSizes = note(len(q) == (m-1)*side, "quorum %v of cartel %v has %d nodes", quorum.Index(i), quorum.Index(c), len(q)) && row.EqualSizes
		}
		// All quorums of a cartel are disjoint iff no node is in two of them; then the degree is their number.
		row.UniformDegree = note(slices.Max(cartel.Responsibilities()) == 1 && cartel.Len() == side,
			"cartel %v: its degree is not shown to be %d", quorum.Index(c), side) && row.UniformDegree
	}
	responsibilities := system.Responsibilities()
	row.Responsibility2 = note(slices.Min(responsibilities) == 2 && slices.Max(responsibilities) == 2,
		"responsibilities %d..%d", slices.Min(responsibilities), slices.Max(responsibilities))
	row.SingleMeetings = note(small.MeetOnce(system), "two quorums of different cartels share more or less than one node")
	return row, ctx.Err()
}

func surficialClaims(p surficialParameters, rows []surficialRow) []experiments.Claim {
	const command = "coterie experiment run surficial-properties"
	over := experiments.Every(fmt.Sprintf("surficial systems, n in 1..%d, m >= 2", p.Nodes))
	claim := func(id, section, statement string, holds func(surficialRow) bool) experiments.Claim {
		return experiments.Claim{
			ID: id, Source: "Joung 2003", Section: section, Statement: statement, Command: command,
			Judgement: experiments.Judge(over, slices.Values(rows), func(r surficialRow) (bool, string) {
				return holds(r), fmt.Sprintf("n = %d, m = %d: %s", r.N, r.M, r.Reason)
			}).Proved("surficial-conditions"),
		}
	}
	return []experiments.Claim{
		claim("joung-theorem-3-1", "Theorem 3.1",
			"The surficial quorum system is an m-group quorum system of uniform degree k = √(2n/(m(m-1))).",
			func(r surficialRow) bool { return r.Crossing && r.Minimal && r.UniformDegree }),
		claim("joung-theorem-3-1-condition-1", "Theorem 3.1, condition 1", "Every cartel has √(2n/(m(m-1))) quorums.",
			func(r surficialRow) bool { return r.EqualCartels }),
		claim("joung-theorem-3-1-condition-2", "Theorem 3.1, condition 2", "Every quorum has √(2n(m-1)/m) nodes.",
			func(r surficialRow) bool { return r.EqualSizes }),
		claim("joung-theorem-3-1-condition-3", "Theorem 3.1, condition 3", "Every node is in exactly two quorums.",
			func(r surficialRow) bool { return r.Responsibility2 }),
		claim("joung-theorem-3-1-condition-4", "Theorem 3.1, condition 4", "Quorums of different cartels share exactly one node.",
			func(r surficialRow) bool { return r.SingleMeetings }),
	}
}

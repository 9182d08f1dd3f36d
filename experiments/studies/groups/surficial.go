package groups

import (
	"context"
	"fmt"
	"slices"

	"coterie/experiments"
	"coterie/experiments/small"
	pictures "coterie/internal/picture/draw"
)

type surficialParameters struct {
	Nodes int `json:"nodes"` // every surficial system of at most this many nodes, m >= 2
}

// surficialRow holds the results for one surficial system of squares of a side: n = Side² m(m-1)/2.
type surficialRow struct {
	facts
	Side int `csv:"side,nodes" doc:"k = √(2n/(m(m-1))), the side of each square"`
}

func (r surficialRow) uniformDegree() bool { return r.EqualCartels && r.Degree == r.Side }
func (r surficialRow) responsibilityTwo() bool {
	return r.EqualResponsibilities && r.Responsibility == 2
}

// quorumsPrinted and sizesPrinted judge conditions 1 and 2, with the numbers printed in Theorem
// 3.1.
func (r surficialRow) quorumsPrinted() bool { return r.EqualCartels && r.Quorums == r.Side }
func (r surficialRow) sizesPrinted() bool   { return r.EqualSizes && r.K == (r.M-1)*r.Side }

// Surficial returns the study surficial-properties.
func Surficial() experiments.Study {
	return experiments.NewStudy(experiments.Spec[surficialParameters]{
		Name:  "surficial-properties",
		Title: "The four conditions of Joung's Theorem 3.1",
		Doc: "Every surficial quorum system of at most `nodes` nodes is listed and judged by the definitions: that it is a group quorum system, " +
			"its degree, and the four conditions of Theorem 3.1 with the numbers printed there.",
		Default: surficialParameters{Nodes: 2000},
		Full:    &surficialParameters{Nodes: 10_000},
		Declare: declareSurficial,
	})
}

func declareSurficial(out *experiments.Output, p surficialParameters) {
	rows := experiments.Compute(out, "systems", small.SurficialSizes(p.Nodes), func(ctx context.Context, c small.SurficialSize) (surficialRow, error) {
		found, err := factsOf(ctx, surficial(c))
		return surficialRow{found, c.Side}, err
	})
	t := experiments.Table(out, "surficial-properties", rows,
		"n", "m", "side",
		experiments.Bools("group_quorum_system", "", "quorums of different cartels meet and cartels are antichains (Definition 3.1)",
			surficialRow.isGroupSystem),
		experiments.Bools("degree_k", "", "every cartel has k disjoint quorums and no more: uniform degree k", surficialRow.uniformDegree),
		experiments.Bools("condition_1", "", "every cartel has k quorums", surficialRow.quorumsPrinted),
		experiments.Bools("condition_2", "", "every quorum has (m-1)k nodes", surficialRow.sizesPrinted),
		experiments.Bools("condition_3", "", "every node is in 2 quorums", surficialRow.responsibilityTwo),
		"condition_4")
	for _, m := range []int{3, 4} {
		drawStaircase(out, t, rows, m)
	}

	foundSurficial(out, p, rows)
	claim := func(id, section, statement string, holds func(surficialRow) bool) {
		out.Claim(id, joung, section, statement,
			experiments.ForAll(fmt.Sprintf("surficial systems, n in 1..%d, m >= 2", p.Nodes), rows, func(r surficialRow) (bool, string) {
				return holds(r), fmt.Sprintf("n = %d, m = %d: %d quorums of %d nodes, responsibility %d; %s", r.N, r.M, r.Quorums, r.K, r.Responsibility, r.Reason)
			}).Proved("surficial-conditions"))
	}
	// m - 1 <= √(2n), so that m <= 3√n.
	claim("joung-groups-root-n", "section 4.2.1", "In the construction of the surficial system m is at most O(√n).",
		func(r surficialRow) bool { return (r.M-1)*(r.M-1) <= 2*r.N && r.M*r.M <= 9*r.N })
	claim("joung-theorem-3-1", "Theorem 3.1",
		"The surficial quorum system is an m-group quorum system of uniform degree k = √(2n/(m(m-1))).",
		func(r surficialRow) bool { return r.isGroupSystem() && r.uniformDegree() })
	claim("joung-theorem-3-1-condition-1", "Theorem 3.1, condition 1", "Every cartel has √(2n/(m(m-1))) quorums.", surficialRow.quorumsPrinted)
	claim("joung-theorem-3-1-condition-2", "Theorem 3.1, condition 2", "Every quorum has √(2n(m-1)/m) nodes.", surficialRow.sizesPrinted)
	claim("joung-theorem-3-1-condition-3", "Theorem 3.1, condition 3", "Every node is in exactly two quorums.", surficialRow.responsibilityTwo)
	claim("joung-theorem-3-1-condition-4", "Theorem 3.1, condition 4", "Quorums of different cartels share exactly one node.",
		func(r surficialRow) bool { return r.SingleMeetings })
}

// drawStaircase draws the staircase of the largest system in the table with m groups and squares of
// side at most 3, if there is one: S_3 and S_4 of Joung's Figure 2.
func drawStaircase(out *experiments.Output, t *experiments.Sheet, rows []surficialRow, m int) {
	side := 0
	for _, r := range rows {
		if r.M == m && r.Side <= 3 {
			side = max(side, r.Side)
		}
	}
	if side == 0 {
		return
	}
	quorums := make([]int, m)
	for i := range quorums {
		quorums[i] = (i + 1) * side / (m + 1) // spread over the square
	}
	title := fmt.Sprintf("The unfolded surficial quorum system for m = %d, k = %d", m, side)
	out.Draw(fmt.Sprintf("staircase-m%d", m), func() (experiments.Picture, error) {
		return pictures.Staircase(title, slices.Repeat([]int{side}, m), quorums), nil
	}, t)
}

package groups

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"

	"coterie/bounds"
	"coterie/experiments"
	"coterie/experiments/small"
	"coterie/internal/picture/plot"
)

type degreeParameters struct {
	To     int   `json:"to"`     // n from 1 to this
	Groups []int `json:"groups"` // m
}

// degreeRow holds the degrees that the group families reach for n nodes and m groups, with the
// limits.
type degreeRow struct {
	N       int                   `csv:"n,nodes" doc:"number of nodes"`
	M       int                   `csv:"m,groups" doc:"number of groups"`
	Systems map[string]partitions // by family; absent if it has no system
}

// groupFamilies lists the families that the study compares, in the order of its columns.
func groupFamilies() []string { return []string{"surficial", "affine", "net"} }

// Degree returns the study group-degree.
func Degree() experiments.Study {
	return experiments.NewStudy(experiments.Spec[degreeParameters]{
		Name:  "group-degree",
		Title: "Degree of group quorum systems against n and m, with its limits",
		Doc: "The degree of a group quorum system is how many processes of one group can be in the critical section at once, one lock to a " +
			"node. For every n and m: what the surficial, affine and net systems reach on exactly n nodes, beside Joung's Lemma 3.2 (√n), his " +
			"Lemma 3.3 (responsibility at most 2) and its generalisation to responsibility at most R.",
		Default: degreeParameters{To: 400, Groups: []int{2, 3, 4, 5}},
		Full:    &degreeParameters{To: 10_000, Groups: []int{2, 3, 4, 5}},
		Declare: declareGroupDegree,
	})
}

func declareGroupDegree(out *experiments.Output, p degreeParameters) {
	var rows []degreeRow
	for _, m := range p.Groups {
		for n := range p.To {
			rows = append(rows, degreeRow{N: n + 1, M: m})
		}
	}
	rows = experiments.Compute(out, "nodes-and-groups", rows, degreeAt)

	columns := experiments.Columns[degreeRow](
		"n", "m",
		experiments.Ints("lemma_3_2", "quorums", "⌊√n⌋, the limit for any responsibility (Joung 2003, Lemma 3.2)",
			func(r degreeRow) int { return bounds.Degree(r.N, r.M) }),
		experiments.Ints("lemma_3_3", "quorums", "⌊√(2n/(m(m-1)))⌋, the limit for responsibility at most 2 (Joung 2003, Lemma 3.3); 0: there is no such system of non-empty cartels",
			func(r degreeRow) int { return bounds.DegreeByResponsibility(r.N, r.M, 2) }),
		experiments.Ints("responsibility_3", "quorums", "the limit for responsibility at most 3 (Lemma 3.3 generalised)",
			func(r degreeRow) int { return bounds.DegreeByResponsibility(r.N, r.M, 3) }),
	)
	for _, name := range groupFamilies() {
		columns = append(columns,
			experiments.Ints(name, "quorums", "degree of the "+name+" system on exactly n nodes; empty if there is none",
				func(r degreeRow) int { return r.Systems[name].Degree }).NonZero(),
			experiments.Ints(name+"_responsibility", "quorums", "responsibility of a node in the "+name+" system",
				func(r degreeRow) int { return r.Systems[name].Responsibility }).NonZero())
	}
	degrees := experiments.Table(out, "group-degree", rows, columns)
	for _, m := range p.Groups {
		plotDegrees(out, p, degrees, m)
	}
	foundDegrees(out, p, rows)
	claimDegrees(out, p, rows)
}

func plotDegrees(out *experiments.Output, p degreeParameters, t *experiments.Sheet, m int) {
	limit := "√n (Joung, Lemma 3.2)"
	if m == 2 {
		limit = "√n (Joung, Lemmas 3.2, 3.3)"
	}
	layers := []experiments.Layer{t.Curve(limit, 1, float64(p.To), math.Sqrt)}
	if m > 2 {
		layers = append(layers, t.Curve("√(2n/(m(m-1))) (Lemma 3.3)", 1, float64(p.To), func(n float64) float64 {
			return math.Sqrt(2 * n / float64(m*(m-1)))
		}))
	}
	for _, f := range []struct{ family, label string }{{"surficial", "surficial"}, {"net", "net"}, {"affine", "affine plane"}} {
		layers = append(layers, t.Scatter(f.label, "n", f.family, experiments.Is("m", m)).Family(f.family))
	}
	log := p.To > 1000 // or the small systems would lie on top of each other
	out.Plot(fmt.Sprintf("degree-m%d", m), fmt.Sprintf("Degree of group quorum systems with %d groups", m),
		plot.Axis{Label: "n", Unit: "nodes", Log: log}, plot.Axis{Label: "degree", Unit: "disjoint quorums per cartel", Log: log}, layers...)
}

func degreeAt(ctx context.Context, row degreeRow) (degreeRow, error) {
	row.Systems = map[string]partitions{}
	for _, name := range groupFamilies() {
		if i := family(name, row.N, row.M); i != nil {
			row.Systems[name] = experiments.Must(measurePartitions(ctx, i))
		}
	}
	return row, nil
}

func claimDegrees(out *experiments.Output, p degreeParameters, rows []degreeRow) {
	all := slices.Concat(
		experiments.Flat(smallSystems(4), func(s small.System) []partitions {
			g := s.Cartels
			return []partitions{{g.String(), s.N, len(g), g.Degree(), g.Responsibility()}}
		}),
		degreesOf(rows, groupFamilies()...))
	below := func(within int, which string, limit func(n, m int) int) experiments.Judgement {
		return experiments.ForAll(fmt.Sprintf("%sall group quorum systems of non-empty cartels with n <= 4, m = 2 and n <= 3, m = 3; surficial, affine and net systems with n in 1..%d, m in %d..%d",
			which, p.To, slices.Min(p.Groups), slices.Max(p.Groups)),
			experiments.Keep(all, func(s partitions) bool { return s.Responsibility <= within }), func(s partitions) (bool, string) {
				return s.Degree <= limit(s.N, s.M), fmt.Sprintf("%s has degree %d, limit %d", s.Spec, s.Degree, limit(s.N, s.M))
			})
	}
	out.Claim("joung-lemma-3-2", joung, "Lemma 3.2", "An m-group quorum system over n nodes, m > 1, has degree at most √n.",
		below(math.MaxInt, "", bounds.Degree).Proved("degree"))
	out.Claim("joung-lemma-3-3", joung, "Lemma 3.3", "If no node is in more than two quorums, the degree is at most √(2n/(m(m-1))).",
		below(2, "of responsibility at most 2 among these: ", func(n, m int) int { return bounds.DegreeByResponsibility(n, m, 2) }).Proved("degree-by-responsibility"))

	systems := func(family string) string {
		return fmt.Sprintf("%s systems, n in 1..%d, m in %d..%d", family, p.To, slices.Min(p.Groups), slices.Max(p.Groups))
	}
	out.Claim("joung-surficial-maximal", joung, "section 3, before Lemma 3.3",
		"The surficial quorum system reaches the greatest degree that responsibility at most two allows.",
		experiments.ForAll(systems("surficial"), degreesOf(rows, "surficial"), func(s partitions) (bool, string) {
			square := big.NewRat(int64(s.Degree)*int64(s.Degree), 1)
			return bounds.DegreeRadicand(s.N, s.M, 2).Cmp(square) == 0, fmt.Sprintf("%s has degree %d", s.Spec, s.Degree)
		}))
	out.Claim("joung-lemma-3-2-tight", joung, "section 3, after Lemma 3.2", "The bound √n is tight: affine planes reach it.",
		experiments.ForAll(systems("affine"), degreesOf(rows, "affine"), func(s partitions) (bool, string) {
			return s.Degree*s.Degree == s.N, fmt.Sprintf("%s has degree %d", s.Spec, s.Degree)
		}))
}

// degreesOf lists the systems of the families, row by row.
func degreesOf(rows []degreeRow, families ...string) []partitions {
	return experiments.Flat(rows, func(r degreeRow) (systems []partitions) {
		for _, name := range families {
			if s, ok := r.Systems[name]; ok {
				systems = append(systems, s)
			}
		}
		return systems
	})
}

package experiments

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"math/big"
	"slices"

	"coterie/bounds"
	"coterie/construct"
	"coterie/gf"
	"coterie/internal/table"
	"coterie/quorum"
)

// degreeParameters holds the parameters of the study group-degree.
type degreeParameters struct {
	To     int   `json:"to"`     // n from 1 to this
	Groups []int `json:"groups"` // m
}

// degreeRow is what the group families reach for n nodes and m groups, and the limits.
type degreeRow struct {
	N, M           int
	Degree         map[string]int // by family; absent where it has no system
	Responsibility map[string]int // greatest, by family
	Any, AtMost2   int            // Lemmas 3.2 and 3.3
	AtMost3        int            // Lemma 3.3 generalised to responsibility 3
	Specs          map[string]string
}

// groupFamilies are those that the study compares, in the order of its columns.
func groupFamilies() []string { return []string{"surficial", "affine", "net"} }

func groupDegreeStudy() Study {
	full := degreeParameters{To: 10_000, Groups: []int{2, 3, 4, 5}}
	return NewStudy(Spec[degreeParameters]{
		Name:  "group-degree",
		Title: "Degree of group quorum systems against n and m, with its limits",
		Doc: "The degree of a group quorum system is how many processes of one group can be in the critical section at once, one lock to a " +
			"node. For every n and m: what the surficial, affine and net systems reach on exactly n nodes, beside Joung's Lemma 3.2 (√n), his " +
			"Lemma 3.3 (responsibility at most 2) and its generalisation to responsibility at most R.",
		Default: degreeParameters{To: 400, Groups: []int{2, 3, 4, 5}},
		Full:    &full,
		Run:     runGroupDegree,
	})
}

func runGroupDegree(ctx context.Context, env Env, p degreeParameters, out *Output) error {
	type at struct{ N, M int }
	var params []at
	for _, m := range p.Groups {
		for n := 1; n <= p.To; n++ {
			params = append(params, at{n, m})
		}
	}
	rows, err := Rows(ctx, env, "nodes-and-groups", params, func(ctx context.Context, c at) (degreeRow, error) {
		return degreeAt(ctx, c.N, c.M)
	})
	if err != nil {
		return err
	}
	t, err := degreeTable(rows)
	if err != nil {
		return err
	}
	if err := out.Table("group-degree.csv", t); err != nil {
		return err
	}
	for _, m := range p.Groups {
		for _, ext := range []string{".svg", ".png"} {
			if err := out.Plot(fmt.Sprintf("degree-m%d%s", m, ext), degreeFigure(p, t, m), "group-degree.csv"); err != nil {
				return err
			}
		}
	}
	return out.Claims(degreeClaims(p, rows)...)
}

func degreeAt(ctx context.Context, n, m int) (degreeRow, error) {
	row := degreeRow{
		N: n, M: m, Degree: map[string]int{}, Responsibility: map[string]int{}, Specs: map[string]string{},
		Any:     bounds.Degree(n, m),
		AtMost2: bounds.DegreeByResponsibility(n, m, 2),
		AtMost3: bounds.DegreeByResponsibility(n, m, 3),
	}
	for _, name := range groupFamilies() {
		f, ok := construct.Lookup(name)
		if !ok {
			return row, fmt.Errorf("no family %s", name)
		}
		instance, err := f.ForN(n, m)
		var none *construct.NoSystemError
		if errors.As(err, &none) {
			continue
		}
		if err != nil {
			return row, err
		}
		system, err := instance.Build(ctx, construct.BuildOptions{})
		if err != nil {
			return row, err
		}
		row.Specs[name] = instance.Spec()
		row.Degree[name], row.Responsibility[name], err = measureDegree(ctx, system.(*quorum.GroupSystem))
		if err != nil {
			return row, fmt.Errorf("%s: %w", instance.Spec(), err)
		}
	}
	return row, nil
}

// measureDegree returns the degree and the greatest responsibility of a listed group quorum system whose
// cartels are partitions, as those compared here: where no node is in two quorums of a cartel all of them are
// disjoint, and the degree is their number. It is an error if that is not so, or the cartels do not cross.
func measureDegree(ctx context.Context, g *quorum.GroupSystem) (degree, responsibility int, err error) {
	v := quorum.JudgeCrossIntersection(ctx, g, quorum.Options{Jobs: 1})
	switch {
	case v.Limit:
		return 0, 0, contextError(ctx)
	case v.Holds != quorum.Holds:
		return 0, 0, errors.New(v.Reason)
	}
	for c := range g.Groups() {
		cartel := g.Cartel(c)
		if slices.Max(cartel.Responsibilities()) > 1 {
			return 0, 0, fmt.Errorf("cartel %v has quorums that meet", quorum.Index(c))
		}
		if c == 0 || cartel.Len() < degree {
			degree = cartel.Len()
		}
	}
	return degree, slices.Max(g.Responsibilities()), nil
}

func degreeTable(rows []degreeRow) (*table.Table, error) {
	columns := []table.Column{
		table.Ints("n", "nodes", "number of nodes"),
		table.Ints("m", "groups", "number of groups"),
		table.Ints("lemma_3_2", "quorums", "⌊√n⌋, the limit for any responsibility (Joung 2003, Lemma 3.2)"),
		table.Ints("lemma_3_3", "quorums", "⌊√(2n/(m(m-1)))⌋, the limit for responsibility at most 2 (Joung 2003, Lemma 3.3); 0: there is no such system of non-empty cartels"),
		table.Ints("responsibility_3", "quorums", "the limit for responsibility at most 3 (Lemma 3.3 generalised)"),
	}
	for _, name := range groupFamilies() {
		columns = append(columns,
			table.Ints(name, "quorums", "degree of the "+name+" system on exactly n nodes; empty if there is none"),
			table.Ints(name+"_responsibility", "quorums", "responsibility of a node in the "+name+" system"))
	}
	t := table.New(columns...)
	for _, r := range rows {
		cells := []table.Cell{table.Int(r.N), table.Int(r.M), table.Int(r.Any), table.Int(r.AtMost2), table.Int(r.AtMost3)}
		for _, name := range groupFamilies() {
			if d, ok := r.Degree[name]; ok {
				cells = append(cells, table.Int(d), table.Int(r.Responsibility[name]))
			} else {
				cells = append(cells, table.Empty(), table.Empty())
			}
		}
		if err := t.Append(cells...); err != nil {
			return nil, err
		}
	}
	return t, nil
}

func degreeFigure(p degreeParameters, t *table.Table, m int) Figure {
	f := Figure{
		Title: fmt.Sprintf("Degree of group quorum systems with %d groups", m),
		X:     Axis{Label: "n", Unit: "nodes"},
		Y:     Axis{Label: "degree", Unit: "disjoint quorums per cartel"},
	}
	if p.To > 1000 { // or the small systems would lie on top of each other
		f.X.Log, f.Y.Log = true, true
	}
	keep := func(row int) bool { return t.At(row, "m") == table.Int(m) }
	limit := "√n (Joung, Lemma 3.2)"
	if m == 2 {
		limit = "√n (Joung, Lemmas 3.2, 3.3)"
	}
	f.Series = append(f.Series, Series{Name: limit, Kind: Guide, Points: Curve(1, float64(p.To), 200, math.Sqrt)})
	if m > 2 {
		f.Series = append(f.Series,
			Series{Name: "√(2n/(m(m-1))) (Lemma 3.3)", Kind: Guide, Points: Curve(1, float64(p.To), 200, func(n float64) float64 {
				return math.Sqrt(2 * n / float64(m*(m-1)))
			})})
	}
	for _, name := range []string{"surficial", "net", "affine"} {
		if points := t.Points("n", name, keep); len(points) > 0 {
			label := map[string]string{"surficial": "surficial", "net": "net", "affine": "affine plane"}[name]
			f.Series = append(f.Series, Series{Name: label, Points: points, Look: familyLook(name)})
		}
	}
	return f
}

func degreeClaims(p degreeParameters, rows []degreeRow) []Claim {
	const command = "coterie experiment run group-degree"
	lemma := func(limit func(n, m int) int, within int, which string) Judgement {
		over := Every(fmt.Sprintf("%sall group quorum systems of non-empty cartels with n <= 4, m = 2 and n <= 3, m = 3; surficial, affine and net systems with n in 1..%d, m in %d..%d",
			which, p.To, slices.Min(p.Groups), slices.Max(p.Groups)))
		return Judge(over, reachedDegrees(rows, within), func(s reachedDegree) (bool, string) {
			return s.degree <= limit(s.n, s.m), fmt.Sprintf("%s has degree %d, limit %d", s.name, s.degree, limit(s.n, s.m))
		})
	}
	const anyResponsibility = math.MaxInt
	return []Claim{
		{
			ID: "joung-lemma-3-2", Source: "Joung 2003", Section: "Lemma 3.2",
			Statement: "An m-group quorum system over n nodes, m > 1, has degree at most √n.",
			Command:   command,
			Judgement: lemma(bounds.Degree, anyResponsibility, "").Proved("degree"),
		},
		{
			ID: "joung-lemma-3-3", Source: "Joung 2003", Section: "Lemma 3.3",
			Statement: "If no node is in more than two quorums, the degree is at most √(2n/(m(m-1))).",
			Command:   command,
			Judgement: lemma(func(n, m int) int { return bounds.DegreeByResponsibility(n, m, 2) }, 2,
				"of responsibility at most 2 among these: ").Proved("degree-by-responsibility"),
		},
		{
			ID: "joung-surficial-maximal", Source: "Joung 2003", Section: "section 3, before Lemma 3.3",
			Statement: "The surficial quorum system reaches the greatest degree that responsibility at most two allows.",
			Command:   command,
			Judgement: Judge(Every(fmt.Sprintf("surficial systems, n in 1..%d, m in %d..%d", p.To, slices.Min(p.Groups), slices.Max(p.Groups))),
				having(rows, "surficial"), func(r degreeRow) (bool, string) {
					exact := bounds.DegreeRadicand(r.N, r.M, 2)
					d := big.NewRat(int64(r.Degree["surficial"]), 1)
					return exact.Cmp(d.Mul(d, d)) == 0, fmt.Sprintf("%s has degree %d", r.Specs["surficial"], r.Degree["surficial"])
				}),
		},
		{
			ID: "joung-lemma-3-2-tight", Source: "Joung 2003", Section: "section 3, after Lemma 3.2",
			Statement: "The bound √n is tight: affine planes reach it.",
			Command:   command,
			Judgement: Judge(Every(fmt.Sprintf("affine systems, n in 1..%d, m in %d..%d", p.To, slices.Min(p.Groups), slices.Max(p.Groups))),
				having(rows, "affine"), func(r degreeRow) (bool, string) {
					return r.Degree["affine"]*r.Degree["affine"] == r.N, fmt.Sprintf("%s has degree %d", r.Specs["affine"], r.Degree["affine"])
				}),
		},
		{
			ID: "joung-optimal-needs-prime-power", Source: "Joung 2003", Section: "section 3, after Lemma 3.2",
			Statement: "To reach the optimal degree √n, n must be p^(2c) for a prime p.",
			Command:   command,
			Judgement: Judge(Every(fmt.Sprintf("net systems, n in 2..%d, m in 3..%d (for m = 2 every square n has rows and columns)", p.To, slices.Max(p.Groups))),
				func(yield func(degreeRow) bool) {
					for r := range having(rows, "net") {
						if r.M > 2 && r.N > 1 && !yield(r) {
							return
						}
					}
				}, func(r degreeRow) (bool, string) {
					d := r.Degree["net"]
					_, _, primePower := gf.PrimePower(r.N)
					return d*d != r.N || primePower, fmt.Sprintf("%s has degree %d = √%d, and %d is no power of a prime", r.Specs["net"], d, r.N, r.N)
				}),
		},
	}
}

// reachedDegree is the degree of one system.
type reachedDegree struct {
	name         string
	n, m, degree int
}

// reachedDegrees yields the systems whose responsibility is within the given one: every small one, then those
// of the rows.
func reachedDegrees(rows []degreeRow, within int) iter.Seq[reachedDegree] {
	return func(yield func(reachedDegree) bool) {
		for _, c := range []struct{ n, m int }{{1, 2}, {2, 2}, {3, 2}, {4, 2}, {1, 3}, {2, 3}, {3, 3}} {
			for g := range smallGroupSystems(c.n, c.m) {
				if g.responsibility() <= within && !yield(reachedDegree{g.String(), c.n, c.m, g.degree()}) {
					return
				}
			}
		}
		for _, r := range rows {
			for _, name := range groupFamilies() {
				d, ok := r.Degree[name]
				if ok && r.Responsibility[name] <= within && !yield(reachedDegree{r.Specs[name], r.N, r.M, d}) {
					return
				}
			}
		}
	}
}

// having yields the rows for which a family has a system.
func having(rows []degreeRow, family string) iter.Seq[degreeRow] {
	return func(yield func(degreeRow) bool) {
		for _, r := range rows {
			if _, ok := r.Degree[family]; ok && !yield(r) {
				return
			}
		}
	}
}
